// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static int child(int (*body)()) {
  pid_t id = fork();
  if (id == 0) _exit(body());
  int status = -1;
  waitpid(id, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main() {
  // Before the parent uses a device, a child may.
  IS(child([] {
       void *p;
       return launch(stub_empty, 4, 32, 0, nullptr) || cudaDeviceSynchronize() || cudaMalloc(&p, 4) ? 1 : 0;
     }),
     0);
  OK(launch(stub_empty, 4, 32, 0, nullptr));
  OK(cudaDeviceSynchronize());
  // Afterwards it gets an error, and does not hang.
  IS(child([] {
       void *p;
       int error = cudaMalloc(&p, 4);
       return error == cudaDeviceSynchronize() ? error : -1;
     }),
     cudaErrorInitializationError);
  OK(launch(stub_empty, 4, 32, 0, nullptr));
  OK(cudaDeviceSynchronize());
  std::printf("forking: right\n");
}
