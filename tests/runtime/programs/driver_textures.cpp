// SPDX-License-Identifier: Apache-2.0
// Texture objects of the driver API: integers that are read as integers are not filtered, whatever the description asks for.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#include "scale/texture_object.h"

#define IS(call, want)                                                                                  \
  do {                                                                                                  \
    auto is_got = (call);                                                                               \
    if (is_got != (want)) {                                                                             \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                                     \
    }                                                                                                   \
  } while (0)
#define OK(call) IS(call, CUDA_SUCCESS)

int main() {
  CUdevice device;
  CUcontext context;
  CUdeviceptr memory;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  OK(cuMemAlloc(&memory, 512 * 4));
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D = {memory, CU_AD_FORMAT_UNSIGNED_INT8, 1, 100, 4, 512};
  CUDA_TEXTURE_DESC sampling{};
  sampling.filterMode = CU_TR_FILTER_MODE_LINEAR;
  CUtexObject object;
  scale_texture t;
  const struct {
    unsigned flags;
    CUarray_format format;
    unsigned set, clear;
  } cases[] = {
      {CU_TRSF_READ_AS_INTEGER, CU_AD_FORMAT_UNSIGNED_INT8, 0, SCALE_TEXTURE_LINEAR_FILTER | SCALE_TEXTURE_NORMALIZED_RESULT},
      {0, CU_AD_FORMAT_UNSIGNED_INT8, SCALE_TEXTURE_LINEAR_FILTER | SCALE_TEXTURE_NORMALIZED_RESULT, 0},
      {0, CU_AD_FORMAT_SIGNED_INT32, 0, SCALE_TEXTURE_LINEAR_FILTER | SCALE_TEXTURE_NORMALIZED_RESULT},
      {0, CU_AD_FORMAT_FLOAT, SCALE_TEXTURE_LINEAR_FILTER, 0},
  };
  for (const auto &each : cases) {
    sampling.flags = each.flags;
    resource.res.pitch2D.format = each.format;
    OK(cuTexObjectCreate(&object, &resource, &sampling, nullptr));
    OK(cuMemcpyDtoH(&t, object, sizeof t));
    IS(t.flags & each.set, each.set);
    IS(t.flags & each.clear, 0u);
    OK(cuTexObjectDestroy(object));
  }
  std::printf("driver textures: right\n");
}
