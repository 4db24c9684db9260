// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "program.h"

int main(int, char **argv) {
  OK(cudaSetDevice(1));
  int *d, back = 0;
  OK(cudaMalloc((void **)&d, 4));
  OK(launch(stub_bump, 1, 1, 0, nullptr, 1));  // the program's own copy of the variable
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return std::printf("%s\n", dlerror()), 1;
  auto plugin = reinterpret_cast<int (*)(int *, cudaStream_t)>(dlsym(library, "plugin"));
  IS(plugin(d, stream), 0);
  OK(cudaMemcpy(&back, d, 4, cudaMemcpyDeviceToHost));
  IS(back, 7);
  dlclose(library);
  OK(cudaMemcpyFromSymbol(&back, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(back, 8);
  std::printf("one state: right\n");
}
