// SPDX-License-Identifier: Apache-2.0
// What an older HIP library must still give.
#include "program.h"

int main() {
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  IS(std::strcmp(p.name, "five"), 0);
  IS(p.major * 10 + p.minor, 80);
  IS(p.warpSize, 32);
  IS(p.multiProcessorCount, 3);
  IS(p.sharedMemPerBlock, 48u * 1024);
  IS(p.sharedMemPerBlockOptin, 64u * 1024);
  IS(p.maxGridSize[1], 65535);
  void *device, *pinned;
  OK(cudaMalloc(&device, 64));
  OK(cudaMallocHost(&pinned, 64));
  cudaPointerAttributes a;
  OK(cudaPointerGetAttributes(&a, device));
  IS(a.type, cudaMemoryTypeDevice);
  OK(cudaPointerGetAttributes(&a, pinned));
  IS(a.type, cudaMemoryTypeHost);
  int calls = 0;
  OK(cudaLaunchHostFunc(nullptr, [](void *p) { ++*static_cast<int *>(p); }, &calls));
  OK(cudaDeviceSynchronize());
  IS(calls, 1);
  void *arguments[] = {nullptr};
  IS(cudaLaunchCooperativeKernel(&stub_empty, 1, 1, arguments, 0, nullptr), cudaErrorNotSupported);
  size_t value;
  OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  OK(launch(stub_bump, 1, 1, 0, nullptr, 3));
  int counted;
  OK(cudaMemcpyFromSymbol(&counted, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(counted, 10);
  std::printf("older: right\n");
}
