#include <stdexcept>
#include <string>
__global__ void up(char *text) { text[threadIdx.x] -= 32; }
std::string from_the_device(const std::string &what) {
  if (what.empty()) throw std::invalid_argument("empty");
  char *p;
  std::string out = what;
  cudaMalloc(&p, what.size());
  cudaMemcpy(p, what.data(), what.size(), cudaMemcpyHostToDevice);
  up<<<1, what.size()>>>(p);
  cudaMemcpy(&out[0], p, what.size(), cudaMemcpyDeviceToHost);
  cudaFree(p);
  return out;
}
