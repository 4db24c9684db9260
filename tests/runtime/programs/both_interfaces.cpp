// SPDX-License-Identifier: Apache-2.0
// A call of the runtime API initialises the driver, as ggml counts on; before that the driver says that it is not initialised.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  CUdevice device = -1;
  CUcontext context;
  int before = cuDeviceGet(&device, 0), count = 0, warp = 0;
  int counted = cudaGetDeviceCount(&count);
  int after = cuDeviceGet(&device, 0), attribute = cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
  int current = cuCtxGetCurrent(&context);
  std::printf("%d %d %d %d %d: device %d, %d lanes, %s\n", before, counted, after, attribute, current, device, warp, context ? "context" : "no context");
  return 0;
}
