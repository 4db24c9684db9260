// SPDX-License-Identifier: Apache-2.0
#include "program.h"

int main() {
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  IS(p.warpSize, 32);  // CUDA's warps, whatever the wavefront
  IS(p.multiProcessorCount, 304);
  IS(p.sharedMemPerBlock, 48u * 1024);
  IS(p.sharedMemPerBlockOptin, 64u * 1024);
  std::printf("%s\n", p.name);
  const int n = 1000;
  float *a, *b, *c;
  OK(cudaMallocManaged((void **)&a, n * 4, cudaMemAttachGlobal));
  OK(cudaMallocManaged((void **)&b, n * 4, cudaMemAttachGlobal));
  OK(cudaMalloc((void **)&c, n * 4));
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 1;
  OK(launch(stub_add, 8, 128, 0, nullptr, (const float *)a, (const float *)b, c, n));
  std::vector<float> back(n);
  OK(cudaMemcpy(back.data(), c, n * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) IS(back[i], i + 1.0f);
  cudaFuncAttributes f;
  OK(cudaFuncGetAttributes(&f, &stub_add));
  IS(f.numRegs == 40 && f.sharedSizeBytes == 128 && f.localSizeBytes == 16 && f.maxThreadsPerBlock == 512, true);
  int value;
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 7);
  IS(launch(stub_bump, 1, 1, 0, nullptr, 1), cudaErrorInvalidDeviceFunction);
  OK(launch(stub_add, 8, 128, 0, nullptr, (const float *)a, (const float *)b, c + 1, n));
  IS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  std::printf("emulated: right\n");
}
