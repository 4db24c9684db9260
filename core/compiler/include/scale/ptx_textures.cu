// SPDX-License-Identifier: Apache-2.0
// What PTX's texture and surface instructions call (compiler/ptx/rules/texture.py): the functions of texture.h by plain names, values in
// vectors. Compiled as device code by compiler/ptx/texture_library.py for modules that have such instructions.
#include "texture.h"

typedef float __scale_f4 __attribute__((ext_vector_type(4)));
typedef int __scale_i4 __attribute__((ext_vector_type(4)));
typedef unsigned long long __scale_u64;

template <class V, class T> __SCALE_DEVICE V __scale_four(T v) { return V{v.x, v.y, v.z, v.w}; }

// A texel by its numbers, as for coordinates that are integers: never filtered, mode by mode outside.
__SCALE_DEVICE void __scale_texel_four(cudaTextureObject_t o, int x, int y, int z, float *e) {
  const scale_texture *t = (const scale_texture *)o;
  const unsigned char *p = __scale_texel_at(t, t->levels, x, y, z);
  for (int n = 0; n < 4; ++n) e[n] = __scale_element<float>(t, p, n);
}
__SCALE_DEVICE void __scale_texel_four(cudaTextureObject_t o, int x, int y, int z, int *e) {
  const scale_texture *t = (const scale_texture *)o;
  const unsigned char *p = __scale_texel_at(t, t->levels, x, y, z);
  for (int n = 0; n < 4; ++n) e[n] = __scale_element<int>(t, p, n);
}
template <class V, class E> __SCALE_DEVICE V __scale_texel_of(cudaTextureObject_t o, int x, int y, int z) {
  E e[4];
  __scale_texel_four(o, x, y, z, e);
  return V{e[0], e[1], e[2], e[3]};
}

#define __SCALE_PTX(RESULT, NAME, PARAMETERS, VALUE) \
  extern "C" __device__ RESULT __scale_ptx_##NAME PARAMETERS { return VALUE; }
#define __SCALE_PTX_BOTH(NAME, PARAMETERS, FUNCTION, ARGUMENTS)                                    \
  __SCALE_PTX(__scale_f4, NAME##_f32, PARAMETERS, (__scale_four<__scale_f4>(FUNCTION<float4> ARGUMENTS))) \
  __SCALE_PTX(__scale_i4, NAME##_b32, PARAMETERS, (__scale_four<__scale_i4>(FUNCTION<int4> ARGUMENTS)))
#define __SCALE_PLACE(...) __VA_ARGS__
#define __SCALE_PTX_LEVELS(GEOMETRY, NAME, PLACE, ARGUMENTS)                                                                          \
  __SCALE_PTX_BOTH(tex_##GEOMETRY, (__scale_u64 o, __SCALE_PLACE PLACE), NAME, (o, __SCALE_PLACE ARGUMENTS))                          \
  __SCALE_PTX_BOTH(tex_##GEOMETRY##_level, (__scale_u64 o, __SCALE_PLACE PLACE, float l), NAME##Lod, (o, __SCALE_PLACE ARGUMENTS, l))
__SCALE_PTX_LEVELS(1d, tex1D, (float x), (x))
__SCALE_PTX_LEVELS(2d, tex2D, (float x, float y), (x, y))
__SCALE_PTX_LEVELS(3d, tex3D, (float x, float y, float z), (x, y, z))
__SCALE_PTX_LEVELS(a1d, tex1DLayered, (int i, float x), (x, i))
__SCALE_PTX_LEVELS(a2d, tex2DLayered, (int i, float x, float y), (x, y, i))
__SCALE_PTX_LEVELS(cube, texCubemap, (float x, float y, float z), (x, y, z))
__SCALE_PTX_LEVELS(acube, texCubemapLayered, (int i, float x, float y, float z), (x, y, z, i))

#define __SCALE_PTX_GRADIENTS(GEOMETRY, NAME, PLACE, GIVEN, ARGUMENTS) \
  __SCALE_PTX_BOTH(tex_##GEOMETRY##_grad, (__scale_u64 o, __SCALE_PLACE PLACE, __SCALE_PLACE GIVEN), NAME##Grad, (o, __SCALE_PLACE ARGUMENTS))
__SCALE_PTX_GRADIENTS(1d, tex1D, (float x), (float a, float b), (x, a, b))
__SCALE_PTX_GRADIENTS(2d, tex2D, (float x, float y), (float a, float b, float c, float d), (x, y, make_float2(a, b), make_float2(c, d)))
__SCALE_PTX_GRADIENTS(3d, tex3D, (float x, float y, float z), (float a, float b, float c, float d, float e, float f),
                      (x, y, z, make_float4(a, b, c, 0), make_float4(d, e, f, 0)))
__SCALE_PTX_GRADIENTS(a1d, tex1DLayered, (int i, float x), (float a, float b), (x, i, a, b))
__SCALE_PTX_GRADIENTS(a2d, tex2DLayered, (int i, float x, float y), (float a, float b, float c, float d),
                      (x, y, i, make_float2(a, b), make_float2(c, d)))

#define __SCALE_PTX_TEXELS(GEOMETRY, PARAMETERS, X, Y, Z)                                                                      \
  __SCALE_PTX(__scale_f4, tex_##GEOMETRY##_texel_f32, PARAMETERS, (__scale_texel_of<__scale_f4, float>(o, X, Y, Z)))             \
  __SCALE_PTX(__scale_i4, tex_##GEOMETRY##_texel_b32, PARAMETERS, (__scale_texel_of<__scale_i4, int>(o, X, Y, Z)))
// One dimension may be linear memory, which gives zero outside.
__SCALE_PTX_BOTH(tex_1d_linear, (__scale_u64 o, int x), tex1Dfetch, (o, x))
__SCALE_PTX_TEXELS(1d_array, (__scale_u64 o, int x), x, 0, 0)
__SCALE_DEVICE bool __scale_is_linear(__scale_u64 o) { return ((const scale_texture *)o)->flags & SCALE_TEXTURE_LINEAR_MEMORY; }
__SCALE_PTX(__scale_f4, tex_1d_texel_f32, (__scale_u64 o, int x), __scale_is_linear(o) ? __scale_ptx_tex_1d_linear_f32(o, x) : __scale_ptx_tex_1d_array_texel_f32(o, x))
__SCALE_PTX(__scale_i4, tex_1d_texel_b32, (__scale_u64 o, int x), __scale_is_linear(o) ? __scale_ptx_tex_1d_linear_b32(o, x) : __scale_ptx_tex_1d_array_texel_b32(o, x))
__SCALE_PTX_TEXELS(2d, (__scale_u64 o, int x, int y), x, y, 0)
__SCALE_PTX_TEXELS(3d, (__scale_u64 o, int x, int y, int z), x, y, z)
__SCALE_PTX_TEXELS(a1d, (__scale_u64 o, int i, int x), x, 0, __scale_layer(o, i, 1))
__SCALE_PTX_TEXELS(a2d, (__scale_u64 o, int i, int x, int y), x, y, __scale_layer(o, i, 1))

__SCALE_PTX_BOTH(tld4_2d, (__scale_u64 o, float x, float y, int channel), tex2Dgather, (o, x, y, channel))

// ---- Surfaces: the bytes of a place, null where there are none. `mode` counts as cudaSurfaceBoundaryMode.
#define __SCALE_PTX_SURFACE(BYTES, WORD)                                                                               \
  extern "C" __device__ WORD __scale_ptx_suld_##BYTES(__scale_u64 o, int x, int y, int z, int mode) {                          \
    const WORD *p = __scale_surface_at<WORD>(o, x, y, z, (cudaSurfaceBoundaryMode)mode);                               \
    return p ? *p : (WORD)0;                                                                                          \
  }                                                                                                                    \
  extern "C" __device__ void __scale_ptx_sust_##BYTES(__scale_u64 o, int x, int y, int z, int mode, WORD v) {                  \
    WORD *p = __scale_surface_at<WORD>(o, x, y, z, (cudaSurfaceBoundaryMode)mode);                                     \
    if (p) *p = v;                                                                                                     \
  }
__SCALE_PTX_SURFACE(1, unsigned char)
__SCALE_PTX_SURFACE(2, unsigned short)
__SCALE_PTX_SURFACE(4, unsigned int)
__SCALE_PTX_SURFACE(8, unsigned long long)
__SCALE_PTX_SURFACE(16, __scale_i4)

#define __SCALE_PTX_REDUCE(NAME, WORD, CALL)                                                                           \
  extern "C" __device__ void __scale_ptx_sured_##NAME(__scale_u64 o, int x, int y, int z, int mode, WORD v) {                  \
    WORD *p = __scale_surface_at<WORD>(o, x, y, z, (cudaSurfaceBoundaryMode)mode);                                     \
    if (p) CALL(p, v);                                                                                                 \
  }
__SCALE_PTX_REDUCE(add_u32, unsigned int, atomicAdd)
__SCALE_PTX_REDUCE(add_s32, int, atomicAdd)
__SCALE_PTX_REDUCE(add_u64, unsigned long long, atomicAdd)
__SCALE_PTX_REDUCE(min_u32, unsigned int, atomicMin)
__SCALE_PTX_REDUCE(min_s32, int, atomicMin)
__SCALE_PTX_REDUCE(min_u64, unsigned long long, atomicMin)
__SCALE_PTX_REDUCE(min_s64, long long, atomicMin)
__SCALE_PTX_REDUCE(max_u32, unsigned int, atomicMax)
__SCALE_PTX_REDUCE(max_s32, int, atomicMax)
__SCALE_PTX_REDUCE(max_u64, unsigned long long, atomicMax)
__SCALE_PTX_REDUCE(max_s64, long long, atomicMax)
__SCALE_PTX_REDUCE(and_b32, unsigned int, atomicAnd)
__SCALE_PTX_REDUCE(and_b64, unsigned long long, atomicAnd)
__SCALE_PTX_REDUCE(or_b32, unsigned int, atomicOr)
__SCALE_PTX_REDUCE(or_b64, unsigned long long, atomicOr)

// ---- Queries. Data types and orders have OpenCL's numbers (PTX ISA, "Texture Instructions: txq").
__SCALE_DEVICE int __scale_faces(const scale_texture *t) { return t->flags & SCALE_TEXTURE_CUBEMAP ? 6 : 1; }
__SCALE_DEVICE int __scale_data_type(const scale_texture *t) {
  const int width = t->channel_bits == 8 ? 0 : t->channel_bits == 16 ? 1 : 2;
  if (t->kind == SCALE_TEXTURE_FLOAT) return width == 1 ? 0x10DD : 0x10DE;
  const bool with_sign = t->kind == SCALE_TEXTURE_SIGNED;
  if (t->flags & SCALE_TEXTURE_NORMALIZED_RESULT) return (with_sign ? 0x10D0 : 0x10D2) + width;
  return (with_sign ? 0x10D7 : 0x10DA) + width;
}
#define __SCALE_PTX_QUERY(NAME, VALUE)                                                          \
  extern "C" __device__ int __scale_ptx_query_##NAME(__scale_u64 o, int level) { \
    const scale_texture *t = (const scale_texture *)o;                            \
    return VALUE;                                                                               \
  }
__SCALE_PTX_QUERY(width, (int)t->levels[level].width)
__SCALE_PTX_QUERY(height, (int)t->levels[level].height)
__SCALE_PTX_QUERY(depth, t->flags & (SCALE_TEXTURE_LAYERED | SCALE_TEXTURE_CUBEMAP) ? 1 : (int)t->levels[level].depth)
__SCALE_PTX_QUERY(array_size, t->flags & SCALE_TEXTURE_LAYERED ? (int)t->levels[0].depth / __scale_faces(t) : 1)
__SCALE_PTX_QUERY(num_mipmap_levels, (int)t->level_count)
__SCALE_PTX_QUERY(num_samples, 1)
__SCALE_PTX_QUERY(normalized_coords, t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES ? 1 : 0)
__SCALE_PTX_QUERY(channel_data_type, __scale_data_type(t))
__SCALE_PTX_QUERY(channel_order, t->channels == 1 ? 0x10B0 : t->channels == 2 ? 0x10B2 : 0x10B5)
