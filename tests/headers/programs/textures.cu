// SPDX-License-Identifier: Apache-2.0
// Reads one texture at given places. The first words say how (test_textures.py writes them); stdin has the texels and the places, stdout
// gets four values a place, each a float or an int.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define OK(call)                                                                          \
  do {                                                                                    \
    cudaError_t error = (call);                                                           \
    if (error) std::printf("error %s", cudaGetErrorName(error)), std::exit(0);            \
  } while (0)

enum Shape { D1, D2, D3, Layered1, Layered2, Cube, LayeredCube, Linear, Pitch, Levels, Gather, Gradient };
typedef cudaTextureObject_t Object;

__global__ void floats(Object t, int shape, const float4 *places, float4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = places[i];
  switch (shape) {
    case D1: out[i] = tex1D<float4>(t, p.x); break;
    case D2: case Pitch: out[i] = tex2D<float4>(t, p.x, p.y); break;
    case D3: tex3D(&out[i], t, p.x, p.y, p.z); break;
    case Layered1: out[i] = tex1DLayered<float4>(t, p.x, (int)p.w); break;
    case Layered2: out[i] = tex2DLayered<float4>(t, p.x, p.y, (int)p.w); break;
    case Cube: out[i] = texCubemap<float4>(t, p.x, p.y, p.z); break;
    case LayeredCube: out[i] = texCubemapLayered<float4>(t, p.x, p.y, p.z, (int)p.w); break;
    case Linear: out[i] = tex1Dfetch<float4>(t, (int)p.x); break;
    case Levels: out[i] = tex2DLod<float4>(t, p.x, p.y, p.w); break;
    case Gather: out[i] = tex2Dgather<float4>(t, p.x, p.y, (int)p.w); break;
    case Gradient: out[i] = tex2DGrad<float4>(t, p.x, p.y, make_float2(p.w, 0), make_float2(0, p.w / 2)); break;
  }
}

__device__ void put(int4 *o, int x) { *o = {x, 0, 0, 0}; }
template <class T> __device__ void put4(int4 *o, T v) { *o = {(int)v.x, (int)v.y, (int)v.z, (int)v.w}; }
template <class S, class V2, class V4> __global__ void integers(Object t, int channels, const float4 *places, int4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = places[i];
  if (channels == 1) put(&out[i], (int)tex2D<S>(t, p.x, p.y));
  if (channels == 2) { V2 v = tex2D<V2>(t, p.x, p.y); out[i] = {(int)v.x, (int)v.y, 0, 0}; }
  if (channels == 4) put4(&out[i], tex2D<V4>(t, p.x, p.y));
}

static std::vector<char> input(size_t size) {
  std::vector<char> bytes(size);
  if (std::fread(bytes.data(), 1, size, stdin) != size) std::exit(2);
  return bytes;
}

int main(int argc, char **argv) {
  std::vector<int> a;
  for (int i = 1; i < argc; ++i) a.push_back(std::atoi(argv[i]));
  int shape = a[0], w = a[1], h = a[2], d = a[3], levels = a[4], bits = a[5], kind = a[6], channels = a[7], n = a[16], whole = a[17];
  cudaTextureDesc sampling = {};
  sampling.normalizedCoords = a[8];
  sampling.filterMode = (cudaTextureFilterMode)a[9];
  sampling.readMode = (cudaTextureReadMode)a[10];
  for (int i = 0; i < 3; ++i) sampling.addressMode[i] = (cudaTextureAddressMode)a[11 + i];
  sampling.sRGB = a[14];
  sampling.mipmapFilterMode = (cudaTextureFilterMode)a[15];
  sampling.maxMipmapLevelClamp = 100;
  std::memcpy(sampling.borderColor, input(16).data(), 16);
  int b[4] = {};
  for (int i = 0; i < channels; ++i) b[i] = bits;
  cudaChannelFormatDesc format = cudaCreateChannelDesc(b[0], b[1], b[2], b[3], (cudaChannelFormatKind)kind);
  size_t texel = channels * bits / 8;
  cudaResourceDesc resource = {};
  if (shape == Linear || shape == Pitch) {
    size_t pitch = (w * texel + 511) / 512 * 512, size = shape == Linear ? w * texel : pitch * h;
    void *memory;
    OK(cudaMalloc(&memory, size));
    auto bytes = input(w * texel * h);
    OK(cudaMemcpy2D(memory, shape == Linear ? w * texel : pitch, bytes.data(), w * texel, w * texel, h, cudaMemcpyHostToDevice));
    if (shape == Linear) {
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear = {memory, format, size};
    } else {
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D = {memory, format, (size_t)w, (size_t)h, pitch};
    }
  } else {
    bool cube = shape == Cube || shape == LayeredCube, layered = shape == Layered1 || shape == Layered2 || shape == LayeredCube;
    unsigned flags = (cube ? cudaArrayCubemap : 0) | (layered ? cudaArrayLayered : 0);
    cudaExtent extent = {(size_t)w, shape == D1 || shape == Layered1 ? 0 : (size_t)h, shape == D3 || cube || layered ? (size_t)d : 0};
    cudaMipmappedArray_t pyramid = nullptr;
    if (levels > 1) OK(cudaMallocMipmappedArray(&pyramid, &format, extent, levels, flags));
    for (int level = 0; level < levels; ++level) {
      cudaArray_t array;
      if (pyramid) OK(cudaGetMipmappedArrayLevel(&array, pyramid, level));
      else OK(cudaMalloc3DArray(&array, &format, extent, flags));
      size_t lw = w >> level ? w >> level : 1, lh = h >> level ? h >> level : 1;
      auto bytes = input(lw * lh * d * texel);
      cudaMemcpy3DParms copy = {};
      copy.srcPtr = make_cudaPitchedPtr(bytes.data(), lw * texel, lw, lh);
      copy.dstArray = array;
      copy.extent = make_cudaExtent(lw, lh, d);
      copy.kind = cudaMemcpyHostToDevice;
      OK(cudaMemcpy3D(&copy));
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array;
    }
    if (pyramid) {
      resource.resType = cudaResourceTypeMipmappedArray;
      resource.res.mipmap.mipmap = pyramid;
    }
  }
  Object object;
  OK(cudaCreateTextureObject(&object, &resource, &sampling, nullptr));
  float4 *places, *out;
  OK(cudaMallocManaged(&places, n * sizeof *places));
  OK(cudaMallocManaged(&out, n * sizeof *out));
  std::memcpy(places, input(n * 16).data(), n * 16);
  int4 *ints = (int4 *)out;
  dim3 blocks((n + 63) / 64), threads(64);
  if (!whole) floats<<<blocks, threads>>>(object, shape, places, out, n);
  else if (bits == 8 && kind == 0) integers<signed char, char2, char4><<<blocks, threads>>>(object, channels, places, ints, n);
  else if (bits == 8) integers<unsigned char, uchar2, uchar4><<<blocks, threads>>>(object, channels, places, ints, n);
  else if (bits == 16 && kind == 0) integers<short, short2, short4><<<blocks, threads>>>(object, channels, places, ints, n);
  else if (bits == 16) integers<unsigned short, ushort2, ushort4><<<blocks, threads>>>(object, channels, places, ints, n);
  else if (kind == 0) integers<int, int2, int4><<<blocks, threads>>>(object, channels, places, ints, n);
  else integers<unsigned, uint2, uint4><<<blocks, threads>>>(object, channels, places, ints, n);
  OK(cudaDeviceSynchronize());
  std::fwrite(out, 16, n, stdout);
  OK(cudaDestroyTextureObject(object));
}
