// SPDX-License-Identifier: Apache-2.0
// The driver API refuses copies and fills that leave an allocation, before anything is written.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#define OK(call)                                                                            \
  do {                                                                                      \
    CUresult ok_error = (call);                                                             \
    if (ok_error) {                                                                         \
      const char *name = "?";                                                               \
      cuGetErrorName(ok_error, &name);                                                      \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name);                      \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)
#define IS(call, want)                                                                      \
  do {                                                                                      \
    auto is_got = (call);                                                                   \
    if (is_got != (want)) {                                                                 \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

int main() {
  constexpr CUresult kInvalid = CUDA_ERROR_INVALID_VALUE;
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  CUdeviceptr p, next;
  static char host[4096];
  OK(cuMemAlloc(&p, 256));
  OK(cuMemAlloc(&next, 256));
  OK(cuMemsetD8(p, 7, 256));
  IS(cuMemcpyHtoD(p, host, 257), kInvalid);
  IS(cuMemcpyHtoDAsync(p + 4, host, 256, nullptr), kInvalid);
  IS(cuMemcpyDtoH(host, p, 257), kInvalid);
  IS(cuMemcpyDtoD(next, p, 257), kInvalid);
  IS(cuMemcpy(p, (CUdeviceptr)host, 257), kInvalid);
  IS(cuMemsetD8(p, 1, 257), kInvalid);
  IS(cuMemsetD16(p, 1, 129), kInvalid);
  IS(cuMemsetD32(p, 1, 65), kInvalid);
  IS(cuMemsetD32(p, 1, ~size_t{0} / 4 + 2), kInvalid);
  IS(cuMemsetD32Async(p, 1, 65, nullptr), kInvalid);
  IS(cuMemsetD2D8(p, 128, 1, 64, 3), kInvalid);
  IS(cuMemsetD2D32(p, 128, 1, 16, 3), kInvalid);
  IS(cuMemsetD8((CUdeviceptr)host, 1, 4), kInvalid);
  CUDA_MEMCPY2D rows = {};
  rows.srcMemoryType = CU_MEMORYTYPE_HOST;
  rows.srcHost = host;
  rows.srcPitch = rows.dstPitch = 128;
  rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rows.dstDevice = p;
  rows.WidthInBytes = 128;
  rows.Height = 3;
  IS(cuMemcpy2D(&rows), kInvalid);
  rows.Height = 2;
  rows.dstDevice = (CUdeviceptr)host + 2048;  // host memory, but said to be of the device
  IS(cuMemcpy2D(&rows), kInvalid);
  CUDA_ARRAY_DESCRIPTOR shape = {256, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  CUarray array;
  OK(cuArrayCreate(&array, &shape));
  OK(cuMemcpyHtoA(array, 0, host, 256));
  OK(cuMemcpyDtoA(array, 0, p, 256));
  IS(cuMemcpyHtoA(array, 1, host, 256), kInvalid);
  IS(cuMemcpyHtoA(array, 2, host, ~size_t{0}), kInvalid);
  OK(cuMemcpyDtoH(host, p, 256));
  for (int i = 0; i < 256; ++i) IS(host[i], 7);
  OK(cuMemcpyAtoH(host + 256, array, 0, 256));
  IS(host[511], 7);
  rows.dstDevice = p;
  OK(cuMemcpy2D(&rows));
  size_t pitch;
  IS(cuMemAllocPitch(&p, &pitch, size_t{1} << 40, size_t{1} << 40, 4), CUDA_ERROR_OUT_OF_MEMORY);
  OK(cuMemFree(next));
  IS(cuMemcpyHtoD(next, host, 4), kInvalid);
  // cuMemsetD on pinned memory is done when it returns.
  char *pinned;
  OK(cuMemHostAlloc((void **)&pinned, 16 << 20, 0));
  for (int i = 1; i < 6; ++i) {
    OK(cuMemsetD8((CUdeviceptr)pinned, (unsigned char)i, 16 << 20));
    IS(pinned[(16 << 20) - 1], i);
  }
  std::printf("driver bounds: right\n");
}
