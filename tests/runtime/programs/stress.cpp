// SPDX-License-Identifier: Apache-2.0
// Several host threads, streams and events at once; every result is known.
#include <atomic>
#include <thread>

#include "program.h"

static std::atomic<int> wrong{0};

static void one_thread(int seed) {
  const int n = 5000, rounds = 40;
  cudaStream_t s[3];
  for (auto &stream : s) OK(cudaStreamCreateWithFlags(&stream, seed % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
  float *a, *b, *c, *host;
  OK(cudaMalloc((void **)&a, n * 4));
  OK(cudaMalloc((void **)&b, n * 4));
  OK(cudaMalloc((void **)&c, n * 4));
  OK(cudaMallocHost((void **)&host, n * 4));
  cudaEvent_t ready[2], done;
  for (auto &event : ready) OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  OK(cudaEventCreate(&done));
  std::vector<float> x(n), y(n);
  int calls = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < n; ++i) x[i] = float(i + r), y[i] = float(seed * i);
    OK(cudaMemcpyAsync(a, x.data(), n * 4, cudaMemcpyHostToDevice, s[0]));
    OK(cudaEventRecord(ready[0], s[0]));
    OK(cudaMemcpyAsync(b, y.data(), n * 4, cudaMemcpyHostToDevice, s[1]));
    OK(cudaEventRecord(ready[1], s[1]));
    OK(cudaStreamWaitEvent(s[2], ready[0], 0));
    OK(cudaStreamWaitEvent(s[2], ready[1], 0));
    OK(launch(stub_add, (n + 63) / 64, 64, 0, s[2], (const float *)a, (const float *)b, c, n));
    void *temporary;
    OK(cudaMallocAsync(&temporary, n * 4, s[2]));
    OK(cudaMemcpyAsync(temporary, c, n * 4, cudaMemcpyDeviceToDevice, s[2]));
    OK(cudaMemcpyAsync(host, temporary, n * 4, cudaMemcpyDeviceToHost, s[2]));
    OK(cudaFreeAsync(temporary, s[2]));
    OK(cudaLaunchHostFunc(s[2], [](void *p) { ++*static_cast<int *>(p); }, &calls));
    OK(cudaEventRecord(done, s[2]));
    if (r % 3 == 0) OK(cudaStreamSynchronize(s[2]));
    else if (r % 3 == 1) OK(cudaEventSynchronize(done));
    else
      while (cudaEventQuery(done) == cudaErrorNotReady) std::this_thread::yield();
    if (calls != r + 1) ++wrong;
    for (int i = 0; i < n; ++i)
      if (host[i] != x[i] + y[i]) ++wrong;
    // Work of the next round must not overtake this one's.
    OK(cudaStreamWaitEvent(s[0], done, 0));
    OK(cudaStreamWaitEvent(s[1], done, 0));
  }
  for (auto &stream : s) OK(cudaStreamDestroy(stream));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(c));
  OK(cudaFreeHost(host));
}

// One host thread that helps with a stream's work and thereby lets another's begin, which it then waits for only indirectly. The copies
// take long enough for a worker to come, find nothing and go to sleep again.
static void alternate() {
  const size_t size = 1 << 20;
  cudaStream_t stream;
  char *a, *b;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc((void **)&a, size));
  OK(cudaMalloc((void **)&b, size));
  for (int i = 0; i < 400; ++i) {
    OK(cudaMemcpyAsync(b, a, size, cudaMemcpyDeviceToDevice, stream));
    OK(launch(stub_empty, 1, 32, 0, nullptr));  // begins after the copy, and holds up what follows in the stream
    OK(cudaStreamSynchronize(stream));
    OK(launch(stub_empty, 1, 32, 0, stream));
    OK(cudaStreamSynchronize(stream));
  }
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(a));
  OK(cudaFree(b));
}

int main() {
  alternate();
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) threads.emplace_back(one_thread, i + 1);
  // Meanwhile the legacy stream and per-thread streams.
  for (int i = 0; i < 200; ++i) {
    OK(launch(stub_empty, 10, 32, 0, nullptr));
    OK(launch(stub_empty, 10, 32, 0, cudaStreamPerThread));
    if (i % 50 == 0) OK(cudaDeviceSynchronize());
  }
  for (auto &thread : threads) thread.join();
  OK(cudaDeviceSynchronize());
  std::printf("stress: %d wrong\n", wrong.load());
}
