// SPDX-License-Identifier: Apache-2.0
// Built with CUDA_API_PER_THREAD_DEFAULT_STREAM: stream 0 is each thread's own.
#include <thread>

#include "program.h"

int main() {
  int *flag, *mark;
  OK(cudaMallocHost((void **)&flag, 4));
  OK(cudaMallocHost((void **)&mark, 4));
  *flag = *mark = 0;
  OK(launch(stub_wait_flag, 1, 1, 0, nullptr, flag));
  IS(cudaStreamQuery(nullptr), cudaErrorNotReady);
  IS(cudaStreamQuery(cudaStreamPerThread), cudaErrorNotReady);
  std::thread([&] {
    OK(cudaMemsetAsync(mark, 1, 4, nullptr));  // does not wait for the other thread's stream
    OK(cudaStreamSynchronize(nullptr));
    int *copy;
    OK(cudaMalloc((void **)&copy, 4));
    OK(cudaMemcpy(copy, mark, 4, cudaMemcpyHostToDevice));
  }).join();
  IS(*mark, 0x01010101);
  IS(cudaStreamQuery(cudaStreamLegacy), cudaErrorNotReady);  // the legacy stream waits for blocking ones
  *flag = 1;
  OK(cudaStreamSynchronize(nullptr));
  OK(cudaStreamQuery(cudaStreamLegacy));
  std::printf("per thread: right\n");
}
