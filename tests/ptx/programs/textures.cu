// SPDX-License-Identifier: Apache-2.0
// Texture and surface instructions beside the functions of the same meaning; the host knows some values besides.
#include <cstdio>
#include <cstring>
#include <vector>

struct Line { float4 by_function, by_instruction; };

#define F4(R) "=f"(R.x), "=f"(R.y), "=f"(R.z), "=f"(R.w)
#define I4(R) "=r"(R.x), "=r"(R.y), "=r"(R.z), "=r"(R.w)
#define READ(INSTRUCTION, PLACE, ...) asm volatile(INSTRUCTION " {%0, %1, %2, %3}, [%4, {" PLACE ";" : F4(r) : "l"(t), __VA_ARGS__)
#define SAME(EXPRESSION) out[n++] = Line{EXPRESSION, r}

__global__ void reads(cudaTextureObject_t line, cudaTextureObject_t plane, cudaTextureObject_t volume, cudaTextureObject_t layers, cudaTextureObject_t cube,
                      cudaTextureObject_t mipmap, Line *out, int *count) {
  int n = 0;
  float4 r;
  cudaTextureObject_t t = line;
  for (float x = -1.25f; x < 6; x += 0.75f) {
    READ("tex.1d.v4.f32.f32", "%5}]", "f"(x));
    SAME(tex1D<float4>(t, x));
  }
  for (int i = 0; i < 4; ++i) {
    READ("tex.1d.v4.f32.s32", "%5}]", "r"(i));
    SAME(tex1D<float4>(t, i + 0.5f));
  }
  t = plane;
  for (float y = -1; y < 5; y += 0.8f) {
    READ("tex.2d.v4.f32.f32", "%5, %6}]", "f"(y * 1.5f), "f"(y));
    SAME(tex2D<float4>(t, y * 1.5f, y));
    READ("tld4.b.2d.v4.f32.f32", "%5, %6}]", "f"(y * 1.5f), "f"(y));
    SAME(tex2Dgather<float4>(t, y * 1.5f, y, 2));
  }
  READ("tex.2d.v4.f32.s32", "%5, %6}]", "r"(2), "r"(1));
  SAME(tex2D<float4>(t, 2.5f, 1.5f));
  t = volume;
  READ("tex.3d.v4.f32.f32", "%5, %6, %7, %7}]", "f"(1.2f), "f"(0.9f), "f"(1.3f));
  SAME(tex3D<float4>(t, 1.2f, 0.9f, 1.3f));
  t = layers;
  for (int layer = 0; layer < 3; ++layer) {
    READ("tex.a2d.v4.f32.f32", "%5, %6, %7, %7}]", "r"(layer), "f"(1.7f), "f"(0.6f));
    SAME(tex2DLayered<float4>(t, 1.7f, 0.6f, layer));
  }
  t = cube;
  for (float z = -1; z < 1.5f; z += 0.5f) {
    READ("tex.cube.v4.f32.f32", "%5, %6, %7, %7}]", "f"(0.6f), "f"(-0.7f), "f"(z));
    SAME(texCubemap<float4>(t, 0.6f, -0.7f, z));
  }
  t = mipmap;
  for (float level = 0; level < 2.5f; level += 0.25f) {
    READ("tex.level.2d.v4.f32.f32", "%5, %6}], %7", "f"(0.3f), "f"(0.8f), "f"(level));
    SAME(tex2DLod<float4>(t, 0.3f, 0.8f, level));
    float step = (1 << (int)level) / 8.0f;
    READ("tex.grad.2d.v4.f32.f32", "%5, %6}], {%7, %8}, {%8, %7}", "f"(0.3f), "f"(0.8f), "f"(step), "f"(0.0f));
    SAME(tex2DGrad<float4>(t, 0.3f, 0.8f, make_float2(step, 0), make_float2(0, step)));
  }
  *count = n;
}

__global__ void others(cudaTextureObject_t numbers, cudaTextureObject_t bytes, cudaTextureObject_t mipmap, cudaSurfaceObject_t surface, int *out) {
  int4 r;
  asm("tex.1d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : I4(r) : "l"(numbers), "r"(3));
  *out++ = r.x;
  asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : I4(r) : "l"(numbers), "r"(1000));
  *out++ = r.x;
  asm("tex.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %5}];" : I4(r) : "l"(bytes), "f"(1.5f));
  *out++ = r.x; *out++ = r.y;
  unsigned low, high;
  asm("tex.2d.v2.f16x2.f32 {%0, %1}, [%2, {%3, %3}];" : "=r"(low), "=r"(high) : "l"(mipmap), "f"(0.0f));
  *out++ = low; *out++ = high;
  int q;
#define QUERY(WHAT, T) asm("txq." WHAT ".b32 %0, [%1];" : "=r"(q) : "l"(T)); *out++ = q
  QUERY("width", mipmap); QUERY("height", mipmap); QUERY("num_mipmap_levels", mipmap); QUERY("normalized_coords", mipmap);
  QUERY("channel_order", mipmap); QUERY("channel_data_type", mipmap); QUERY("channel_order", bytes); QUERY("channel_data_type", bytes);
  asm("txq.level.width.b32 %0, [%1], %2;" : "=r"(q) : "l"(mipmap), "r"(2)); *out++ = q;
  asm("suq.width.b32 %0, [%1];" : "=r"(q) : "l"(surface)); *out++ = q;
  // 4 x 2 elements of 8 bytes
  asm volatile("sust.b.2d.v2.b32.trap [%0, {%1, %2}], {%3, %4};" :: "l"(surface), "r"(8), "r"(1), "r"(77), "r"(-5) : "memory");
  asm volatile("sust.b.2d.b64.zero [%0, {%1, %2}], %3;" :: "l"(surface), "r"(64), "r"(1), "l"(1ull) : "memory");  // outside: nothing happens
  asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" :: "l"(surface), "r"(8), "r"(1), "r"(3) : "memory");
  asm volatile("sured.b.min.2d.s32.trap [%0, {%1, %2}], %3;" :: "l"(surface), "r"(12), "r"(1), "r"(-9) : "memory");
  int a, b;
  asm volatile("suld.b.2d.v2.b32.trap {%0, %1}, [%2, {%3, %4}];" : "=r"(a), "=r"(b) : "l"(surface), "r"(8), "r"(1) : "memory");
  *out++ = a; *out++ = b;
  short c, d;
  asm volatile("suld.b.2d.v2.b8.clamp {%0, %1}, [%2, {%3, %4}];" : "=h"(c), "=h"(d) : "l"(surface), "r"(8), "r"(9) : "memory");
  *out++ = c; *out++ = d;
  asm volatile("suld.b.2d.b32.zero %0, [%1, {%2, %3}];" : "=r"(a) : "l"(surface), "r"(-4), "r"(0) : "memory");
  *out++ = a;
}

static cudaTextureObject_t object(cudaArray_t array, cudaMipmappedArray_t mipmap, bool linear, bool normalised) {
  cudaResourceDesc resource = {};
  resource.resType = mipmap ? cudaResourceTypeMipmappedArray : cudaResourceTypeArray;
  if (mipmap) resource.res.mipmap.mipmap = mipmap; else resource.res.array.array = array;
  cudaTextureDesc how = {};
  for (auto &mode : how.addressMode) mode = cudaAddressModeClamp;
  how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  how.mipmapFilterMode = cudaFilterModeLinear;
  how.maxMipmapLevelClamp = 10;
  how.normalizedCoords = normalised;
  cudaTextureObject_t made = 0;
  if (cudaCreateTextureObject(&made, &resource, &how, nullptr)) std::printf("no texture object\n");
  return made;
}
static std::vector<float4> texels(size_t count, float salt) {
  std::vector<float4> all(count);
  for (size_t i = 0; i < count; ++i) all[i] = make_float4(salt + i, 2.0f * i, 100.0f - i * salt, 0.25f * i);
  return all;
}
static void fill(cudaArray_t array, cudaExtent extent, float salt) {
  std::vector<float4> all = texels(extent.width * extent.height * extent.depth, salt);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(all.data(), extent.width * sizeof(float4), extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy)) std::printf("no copy\n");
}
static cudaArray_t filled(cudaExtent extent, unsigned flags) {
  cudaArray_t array;
  const cudaChannelFormatDesc four = cudaCreateChannelDesc<float4>();
  if (cudaMalloc3DArray(&array, &four, extent, flags)) std::printf("no array\n");
  fill(array, make_cudaExtent(extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1), 3);
  return array;
}

int main() {
  cudaMipmappedArray_t levels;
  const cudaChannelFormatDesc four = cudaCreateChannelDesc<float4>();
  cudaMallocMipmappedArray(&levels, &four, make_cudaExtent(8, 8, 0), 3);
  for (unsigned k = 0; k < 3; ++k) {
    cudaArray_t level;
    cudaGetMipmappedArrayLevel(&level, levels, k);
    fill(level, make_cudaExtent(8 >> k, 8 >> k, 1), 10.0f * k);
  }
  const cudaTextureObject_t mipmap = object(nullptr, levels, true, true);
  Line *lines, got[200];
  int *count, lengths;
  cudaMalloc(&lines, sizeof got);
  cudaMalloc(&count, sizeof *count);
  reads<<<1, 1>>>(object(filled(make_cudaExtent(4, 0, 0), 0), nullptr, true, false), object(filled(make_cudaExtent(6, 4, 0), cudaArrayTextureGather), nullptr, true, false),
                  object(filled(make_cudaExtent(4, 3, 3), 0), nullptr, true, false), object(filled(make_cudaExtent(4, 3, 3), cudaArrayLayered), nullptr, true, false),
                  object(filled(make_cudaExtent(4, 4, 6), cudaArrayCubemap), nullptr, true, true), mipmap, lines, count);
  cudaMemcpy(got, lines, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(&lengths, count, sizeof lengths, cudaMemcpyDeviceToHost);
  int wrong = 0, distinct = 0;
  for (int i = 0; i < lengths; ++i) {
    wrong += std::memcmp(&got[i].by_function, &got[i].by_instruction, sizeof(float4)) != 0;
    distinct += i && got[i].by_instruction.x != got[i - 1].by_instruction.x;
  }
  std::printf("%d reads, %d wrong, %d changes\n", lengths, wrong, distinct);
  // 1d at 1.0 lies between texels 0 and 1; the place (2, 1) of the plane is texel 8
  std::printf("%g %g; %g %g\n", got[3].by_instruction.x, got[3].by_instruction.y, got[30].by_instruction.x, got[30].by_instruction.y);

  int values[] = {5, -6, 7, -8};
  int *memory, *out, results[21];
  cudaMalloc(&memory, sizeof values);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof values;
  cudaTextureDesc how = {};
  cudaTextureObject_t numbers;
  cudaCreateTextureObject(&numbers, &resource, &how, nullptr);
  cudaArray_t small, words;
  const cudaChannelFormatDesc pair = cudaCreateChannelDesc<char2>(), word_pair = cudaCreateChannelDesc<int2>();
  cudaMallocArray(&small, &pair, 2, 2);
  const signed char bytes[] = {1, 2, 3, 4, 5, 6, -7, 8};
  cudaMemcpy2DToArray(small, 0, 0, bytes, 4, 4, 2, cudaMemcpyHostToDevice);
  cudaMallocArray(&words, &word_pair, 4, 2, cudaArraySurfaceLoadStore);
  cudaResourceDesc place = {};
  place.resType = cudaResourceTypeArray;
  place.res.array.array = words;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &place);
  others<<<1, 1>>>(numbers, object(small, nullptr, false, false), mipmap, surface, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int result : results) std::printf("%d ", result);
  std::printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
