// SPDX-License-Identifier: Apache-2.0
// The host side of textures and surfaces: what device code will read is checked here in place of it.
#include "program.h"
#include "scale/texture_object.h"

static scale_texture described(cudaTextureObject_t object) {
  scale_texture t;
  OK(cudaMemcpy(&t, reinterpret_cast<void *>(object), sizeof t, cudaMemcpyDeviceToHost));
  return t;
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, 10, 6, cudaArrayDefault));
  unsigned char pixels[6][40], back[6][40];
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 40; ++x) pixels[y][x] = (unsigned char)(y * 40 + x);
  OK(cudaMemcpy2DToArray(array, 0, 0, pixels, 40, 40, 6, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(back, 40, array, 0, 0, 40, 6, cudaMemcpyDeviceToHost));
  IS(std::memcmp(pixels, back, sizeof pixels), 0);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = cudaAddressModeWrap;
  sampling.addressMode[1] = cudaAddressModeBorder;
  sampling.filterMode = cudaFilterModeLinear;
  sampling.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  IS(cudaCreateTextureObject(&object, &resource, &sampling, nullptr), cudaErrorInvalidFilterSetting);
  sampling.readMode = cudaReadModeNormalizedFloat;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, nullptr));
  scale_texture t = described(object);
  IS(t.levels[0].width == 10 && t.levels[0].height == 6 && t.levels[0].depth == 1, true);
  IS(t.channels == 4 && t.channel_bits == 8 && t.kind == SCALE_TEXTURE_UNSIGNED, true);
  IS(t.address[0], 1u);  // wrapping needs normalised coordinates
  IS(t.address[1], 3u);
  IS(t.flags, unsigned(SCALE_TEXTURE_LINEAR_FILTER | SCALE_TEXTURE_NORMALIZED_RESULT));
  unsigned char one[4];
  OK(cudaMemcpy(one, t.levels[0].data + 2 * t.levels[0].pitch + 12, 4, cudaMemcpyDeviceToHost));
  IS(one[1], pixels[2][13]);
  cudaResourceDesc same;
  OK(cudaGetTextureObjectResourceDesc(&same, object));
  IS(same.res.array.array == array, true);
  OK(cudaDestroyTextureObject(object));
  IS(cudaDestroyTextureObject(object), cudaErrorInvalidValue);

  // Views: the array's own format, and others of the same size.
  cudaResourceViewDesc view = {};
  view.width = 10;
  view.height = 6;
  view.format = cudaResViewFormatUnsignedChar4;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, &view));
  t = described(object);
  IS(t.channels == 4 && t.channel_bits == 8 && t.kind == SCALE_TEXTURE_UNSIGNED, true);
  OK(cudaDestroyTextureObject(object));
  view.format = cudaResViewFormatSignedShort2;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, &view));
  t = described(object);
  IS(t.channels == 2 && t.channel_bits == 16 && t.kind == SCALE_TEXTURE_SIGNED, true);
  OK(cudaDestroyTextureObject(object));
  view.format = cudaResViewFormatHalf2;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, &view));
  t = described(object);
  IS(t.channels == 2 && t.channel_bits == 16 && t.kind == SCALE_TEXTURE_FLOAT, true);
  OK(cudaDestroyTextureObject(object));
  view.format = cudaResViewFormatFloat1;  // four bytes become one float, which is read as it is
  OK(cudaCreateTextureObject(&object, &resource, &sampling, &view));
  t = described(object);
  IS(t.channels == 1 && t.channel_bits == 32 && t.kind == SCALE_TEXTURE_FLOAT && !(t.flags & SCALE_TEXTURE_NORMALIZED_RESULT), true);
  OK(cudaDestroyTextureObject(object));
  view.format = cudaResViewFormatUnsignedInt1;
  IS(cudaCreateTextureObject(&object, &resource, &sampling, &view), cudaErrorInvalidNormSetting);
  view.format = cudaResViewFormatFloat4;  // sixteen bytes
  IS(cudaCreateTextureObject(&object, &resource, &sampling, &view), cudaErrorInvalidValue);
  view.format = cudaResViewFormatUnsignedBlockCompressed1;
  IS(cudaCreateTextureObject(&object, &resource, &sampling, &view), cudaErrorNotSupported);
  view.format = cudaResViewFormatUnsignedChar4;
  view.width = 5;  // a part
  IS(cudaCreateTextureObject(&object, &resource, &sampling, &view), cudaErrorNotSupported);

  float *memory;
  OK(cudaMalloc((void **)&memory, 8 * 4));
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  resource.res.linear.sizeInBytes = 32;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, nullptr));
  t = described(object);
  IS(t.elements == 8 && (t.flags & SCALE_TEXTURE_LINEAR_MEMORY), true);
  resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
  IS(cudaCreateTextureObject(&object, &resource, &sampling, nullptr), cudaErrorInvalidNormSetting);

  cudaMipmappedArray_t levels;
  cudaExtent extent = {16, 8, 0};
  OK(cudaMallocMipmappedArray(&levels, &format, extent, 20, 0));
  cudaArray_t level;
  OK(cudaGetMipmappedArrayLevel(&level, levels, 4));
  OK(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
  IS(extent.width == 1 && extent.height == 1, true);
  IS(cudaGetMipmappedArrayLevel(&level, levels, 5), cudaErrorInvalidValue);
  OK(cudaFreeMipmappedArray(levels));
  cudaArray_t cube;
  extent = {4, 4, 6};
  OK(cudaMalloc3DArray(&cube, &format, extent, cudaArrayCubemap | cudaArraySurfaceLoadStore));
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = cube;
  cudaSurfaceObject_t surface;
  OK(cudaCreateSurfaceObject(&surface, &resource));
  t = described(surface);
  IS(t.levels[0].depth == 6 && (t.flags & SCALE_TEXTURE_CUBEMAP), true);
  OK(cudaDestroySurfaceObject(surface));
  OK(cudaFreeArray(cube));
  OK(cudaFreeArray(array));
  std::printf("textures: right\n");
}
