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

// References of a module, which are variables of 64 bits there. `image` was made from:
//   texture<float, 1> line; texture<unsigned char, 2, cudaReadModeNormalizedFloat> plane; surface<void, 2> drawn;
//   extern "C" __global__ void look(float *out) { … }
static void references(const char *file) {
  CUmodule module;
  CUfunction look;
  CUtexref line, plane, none;
  CUsurfref drawn;
  CUdeviceptr out, floats, bytes;
  CUarray array;
  OK(cuModuleLoad(&module, file));
  OK(cuModuleGetFunction(&look, module, "look"));
  OK(cuModuleGetTexRef(&line, module, "line"));
  OK(cuModuleGetTexRef(&plane, module, "plane"));
  OK(cuModuleGetSurfRef(&drawn, module, "drawn"));
  IS(cuModuleGetTexRef(&none, module, "absent"), CUDA_ERROR_NOT_FOUND);
  OK(cuMemAlloc(&out, 64));
  OK(cuMemAlloc(&floats, 64));
  OK(cuMemAlloc(&bytes, 512 * 2));
  float values[4] = {1, 2, 4, 8};
  unsigned char picture[2] = {0, 255};
  OK(cuMemcpyHtoD(floats, values, sizeof values));
  OK(cuMemsetD8(bytes, 51, 512 * 2));
  OK(cuMemcpyHtoD(bytes, picture, sizeof picture));
  OK(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 1));
  size_t offset = 7;
  OK(cuTexRefSetAddress(&offset, line, floats, sizeof values));
  IS(offset, 0u);
  CUDA_ARRAY_DESCRIPTOR d{2, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  OK(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefSetAddress2D(plane, &d, bytes, 512));
  CUDA_ARRAY_DESCRIPTOR whole{4, 4, CU_AD_FORMAT_SIGNED_INT32, 1};
  OK(cuArrayCreate(&array, &whole));
  IS(cuSurfRefGetArray(&array, drawn), CUDA_ERROR_INVALID_VALUE);
  OK(cuSurfRefSetArray(drawn, array, 0));
  CUdeviceptr back;
  CUarray_format format;
  CUfilter_mode filter;
  int channels;
  OK(cuTexRefGetAddress(&back, plane));
  OK(cuTexRefGetFormat(&format, &channels, plane));
  OK(cuTexRefGetFilterMode(&filter, plane));
  IS(back == bytes && format == CU_AD_FORMAT_UNSIGNED_INT8 && channels == 1 && filter == CU_TR_FILTER_MODE_LINEAR, true);
  IS(cuTexRefSetArray(line, array, 0), CUDA_ERROR_INVALID_VALUE);
  void *arguments[] = {&out};
  float got[4];
  auto run = [&] {
    OK(cuLaunchKernel(look, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    OK(cuMemcpyDtoH(got, out, sizeof got));
  };
  run();
  IS(got[0], 4.0f);
  IS(got[1], 0.5f);  // between 0 and 255
  IS(got[2], 42.0f);
  OK(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_POINT));  // what is bound follows
  OK(cuTexRefSetAddress(nullptr, line, floats + 4, 12));
  run();
  IS(got[0], 8.0f);
  IS(got[1], 1.0f);
  OK(cuTexRefCreate(&none));
  OK(cuTexRefSetAddress(nullptr, none, floats, 16));
  OK(cuTexRefDestroy(none));
  OK(cuModuleUnload(module));
}

int main(int argc, char **argv) {
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
  if (argc > 1) references(argv[1]);
  std::printf("driver textures: right\n");
}
