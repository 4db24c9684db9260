// Random numbers, in a kernel and by the host interface, through a transform there and back, summed over one rank:
// -lcurand -lcufft -lnccl.
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <nccl.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void draw(unsigned long long seed, float *out, unsigned *poisson, curandDiscreteDistribution_t table, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStateXORWOW_t state;
  curand_init(seed, i, 0, &state);
  out[i] = curand_uniform(&state);
  poisson[i] = curand_discrete(&state, table);
}

int main() {
  const int n = 4096;
  float *device, *host_made;
  unsigned *poisson;
  cufftComplex *spectrum;
  cudaMalloc(&device, sizeof(float) * n);
  cudaMalloc(&host_made, sizeof(float) * n);
  cudaMalloc(&poisson, sizeof(unsigned) * n);
  cudaMalloc(&spectrum, sizeof(cufftComplex) * (n / 2 + 1));
  curandDiscreteDistribution_t table;
  int bad = curandCreatePoissonDistribution(6.0, &table);
  draw<<<n / 128, 128>>>(1234, device, poisson, table, n);

  curandGenerator_t generator;
  bad |= curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
  bad |= curandSetPseudoRandomGeneratorSeed(generator, 1234);
  bad |= curandGenerateUniform(generator, host_made, n);

  cufftHandle forward, backward;
  bad |= cufftPlan1d(&forward, n, CUFFT_R2C, 1) | cufftPlan1d(&backward, n, CUFFT_C2R, 1);
  bad |= cufftExecR2C(forward, host_made, spectrum);
  float *back;
  cudaMalloc(&back, sizeof(float) * n);
  bad |= cufftExecC2R(backward, spectrum, back);

  ncclComm_t comm;
  bad |= ncclCommInitAll(&comm, 1, nullptr);
  bad |= ncclAllReduce(back, back, n, ncclFloat, ncclSum, comm, nullptr);
  cudaDeviceSynchronize();
  std::vector<float> first(n), second(n), third(n);
  std::vector<unsigned> counts(n);
  cudaMemcpy(first.data(), device, sizeof(float) * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(second.data(), host_made, sizeof(float) * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(third.data(), back, sizeof(float) * n, cudaMemcpyDeviceToHost);
  cudaMemcpy(counts.data(), poisson, sizeof(unsigned) * n, cudaMemcpyDeviceToHost);
  bool same = true, returned = true;
  double mean = 0;
  for (int i = 0; i < n; ++i) {
    same = same && first[i] == second[i];  // subsequence i starts with the host interface's result i
    returned = returned && std::fabs(third[i] / n - second[i]) < 1e-5f;
    mean += counts[i] / static_cast<double>(n);
  }
  std::printf("status %d, device and host %s, transform %s, mean %s\n", bad, same ? "agree" : "differ", returned ? "returns" : "is lost", std::fabs(mean - 6) < 0.2 ? "6" : "off");
  return 0;
}
