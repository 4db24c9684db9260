// SPDX-License-Identifier: Apache-2.0
// Relocatable device code: two device links in one program share the entries' section; each registers its own names.
#include "program.h"

struct Entry { unsigned long long reserved; unsigned short version, kind; unsigned flags; void *address; const char *name; unsigned long long size, data; void *aux; };
extern "C" void __scaleRegisterLinkedBinary(const void *, const void *, const void *, const char *const *, unsigned);
static char rdc_bump, rdc_bump2;
static int rdc_counter;
static Entry entries[] = {{0, 1, 2, 0, &rdc_bump, "bump", 0, 0, nullptr},
                          {0, 1, 2, 0, &rdc_counter, "counter", 4, 0, nullptr},
                          {0, 1, 2, 0, &rdc_bump2, "elsewhere", 0, 0, nullptr}};

int main() {
  const char *names[] = {"bump", "counter"};
  __scaleRegisterLinkedBinary(&program_wrapper, entries, entries + 3, names, 2);
  OK(launch(rdc_bump, 1, 1, 0, nullptr, 3));
  int value;
  OK(cudaMemcpyFromSymbol(&value, &rdc_counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 10);
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 7);  // another binary, another copy
  IS(launch(rdc_bump2, 1, 1, 0, nullptr), cudaErrorInvalidDeviceFunction);
  std::printf("linked: right\n");
}
