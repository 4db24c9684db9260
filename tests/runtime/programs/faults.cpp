// SPDX-License-Identifier: Apache-2.0
// Each word on the command line is one thing that goes wrong; the program prints what the API says of it.
#include "program.h"

static void say(const char *what, cudaError_t error) { std::printf("%s: %d %s: %s\n", what, error, cudaGetErrorName(error), cudaGetErrorString(error)); }

int main(int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  int *p = nullptr;
  OK(cudaSetDevice(0));
  if (!std::strcmp(word, "print")) {
    std::printf("%8s|%-4d|%lld|%c|%5.2f|%x|%%\n", "ab", 7, 1LL << 40, 'z', 2.5, 255);
    OK(launch(stub_print, 1, 1, 0, nullptr));
    OK(cudaDeviceSynchronize());
    return 0;
  }
  if (!std::strcmp(word, "image")) {
    say("launch", launch(stub_empty, 1, 1, 0, nullptr));
    say("again", launch(stub_empty, 1, 1, 0, nullptr));
    return 0;
  }
  OK(cudaMalloc((void **)&p, 64));
  if (!std::strcmp(word, "assert")) say("launch", launch(stub_check, 1, 4, 0, nullptr));
  if (!std::strcmp(word, "trap")) say("launch", launch(stub_trap, 1, 1, 0, nullptr));
  if (!std::strcmp(word, "wild")) say("launch", launch(stub_wild, 8, 32, 0, nullptr, (int *)16));
  if (!std::strcmp(word, "past")) say("launch", launch(stub_wild, dim3(3, 2), dim3(8, 4), 0, nullptr, p + 16));
  if (!std::strcmp(word, "store")) say("launch", launch(stub__Z5storePi, 1, 1, 0, nullptr, (int *)16));
  if (!std::strcmp(word, "descend")) say("launch", launch(stub__Z7descendi, 1, 1, 0, nullptr, 1 << 30));
  if (!std::strcmp(word, "descend many")) say("launch", launch(stub__Z7descendi, 64, 128, 0, nullptr, 1 << 30));
  say("synchronize", cudaDeviceSynchronize());
  if (!std::strcmp(word, "past")) return 0;
  say("last", cudaGetLastError());
  // The error stays, whatever is called, until the device is reset.
  void *q;
  say("malloc", cudaMalloc(&q, 4));
  say("last", cudaGetLastError());
  say("peek", cudaPeekAtLastError());
  say("reset", cudaDeviceReset());
  cudaGetLastError();
  say("malloc", cudaMalloc(&q, 4));
  say("launch", launch(stub_empty, 1, 1, 0, nullptr));
  say("synchronize", cudaDeviceSynchronize());
}
