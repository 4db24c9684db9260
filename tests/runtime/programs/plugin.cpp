// SPDX-License-Identifier: Apache-2.0
// A plug-in linked with the shared runtime, for a program linked with the static one.
#include "program.h"

extern "C" __attribute__((visibility("default"))) int plugin(int *device, cudaStream_t stream) {
  int value = 0, now = -1;
  if (cudaGetDevice(&now) || now != 1) return 1;                  // the program's choice
  if (launch(stub_empty, 4, 32, 0, stream)) return 2;             // the program's stream
  cudaPointerAttributes a;
  if (cudaPointerGetAttributes(&a, device) || a.type != cudaMemoryTypeDevice) return 3;  // the program's memory
  if (cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost) || value != 7) return 4;  // its own variable
  if (cudaStreamSynchronize(stream)) return 5;
  return cudaMemcpy(device, &value, 4, cudaMemcpyHostToDevice);
}
