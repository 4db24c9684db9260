// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces where the code is for NVIDIA's GPUs: the hardware's own instructions (PTX ISA, "Texture Instructions", "Surface
// Instructions"), behind the functions that texture.h builds CUDA's from.
#ifndef SCALE_NVIDIA_TEXTURE_H
#define SCALE_NVIDIA_TEXTURE_H

// Where the level of a mipmap comes from, and a layer's number: by their types the instruction is chosen.
struct __scale_first_level {};
struct __scale_given_level { float __lod; };
struct __scale_by_gradient { float4 __dx, __dy; };
struct __scale_layer_number { int __n; };

// What the instruction reads an element as: float, or a word with or without sign.
template <class E> struct __scale_read_as { typedef unsigned __type; };
template <> struct __scale_read_as<float> { typedef float __type; };
template <> struct __scale_read_as<char> { typedef int __type; };
template <> struct __scale_read_as<signed char> { typedef int __type; };
template <> struct __scale_read_as<short> { typedef int __type; };
template <> struct __scale_read_as<int> { typedef int __type; };

#define __SCALE_LIST(...) __VA_ARGS__
#define __SCALE_TEX_ASM(E, C, TEXT, ...) \
  asm(TEXT : "=" C(__r[0]), "=" C(__r[1]), "=" C(__r[2]), "=" C(__r[3]) : [__o] "l"(__o), __VA_ARGS__)
// One geometry and one type of element, at the first level, at a given one, and by gradients.
#define __SCALE_TEX_GEOMETRY(E, PTX, C, NAME, GEOMETRY, COORDINATES, PARAMETERS, INPUTS, DX, DY, GRADIENTS)                                      \
  __SCALE_DEVICE void NAME(E *__r, cudaTextureObject_t __o, PARAMETERS, __scale_first_level) {                                                   \
    __SCALE_TEX_ASM(E, C, "tex." GEOMETRY ".v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], " COORDINATES "];", INPUTS);                               \
  }                                                                                                                                              \
  __SCALE_DEVICE void NAME(E *__r, cudaTextureObject_t __o, PARAMETERS, __scale_given_level __l) {                                               \
    __SCALE_TEX_ASM(E, C, "tex.level." GEOMETRY ".v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], " COORDINATES "], %[__l];", INPUTS,                  \
                    [__l] "f"(__l.__lod));                                                                                                       \
  }                                                                                                                                              \
  __SCALE_DEVICE void NAME(E *__r, cudaTextureObject_t __o, PARAMETERS, __scale_by_gradient __g) {                                               \
    __SCALE_TEX_ASM(E, C, "tex.grad." GEOMETRY ".v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], " COORDINATES "], " DX ", " DY ";", INPUTS,           \
                    GRADIENTS);                                                                                                                  \
  }
#define __SCALE_GRADIENTS1 [__dx] "f"(__g.__dx.x), [__dy] "f"(__g.__dy.x)
#define __SCALE_GRADIENTS2 __SCALE_GRADIENTS1, [__ex] "f"(__g.__dx.y), [__ey] "f"(__g.__dy.y)
#define __SCALE_GRADIENTS3 __SCALE_GRADIENTS2, [__fx] "f"(__g.__dx.z), [__fy] "f"(__g.__dy.z)
#define __SCALE_TEX_PLACE1 [x] "f"(x)
#define __SCALE_TEX_PLACE2 [x] "f"(x), [y] "f"(y)
#define __SCALE_TEX_PLACE3 [x] "f"(x), [y] "f"(y), [z] "f"(z)
#define __SCALE_TEX_LAYER [__n] "r"(__layer.__n)
#define __SCALE_TEX_TYPE(E, PTX, C)                                                                                                              \
  __SCALE_TEX_GEOMETRY(E, PTX, C, __scale_tex1, "1d", "{%[x]}", float x, __SCALE_TEX_PLACE1, "{%[__dx]}", "{%[__dy]}", __SCALE_GRADIENTS1)       \
  __SCALE_TEX_GEOMETRY(E, PTX, C, __scale_tex2, "2d", "{%[x], %[y]}", __SCALE_LIST(float x, float y), __SCALE_TEX_PLACE2,                        \
                       "{%[__dx], %[__ex]}", "{%[__dy], %[__ey]}", __SCALE_GRADIENTS2)                                                           \
  __SCALE_TEX_GEOMETRY(E, PTX, C, __scale_tex3, "3d", "{%[x], %[y], %[z], %[z]}", __SCALE_LIST(float x, float y, float z), __SCALE_TEX_PLACE3,   \
                       "{%[__dx], %[__ex], %[__fx], %[__fx]}", "{%[__dy], %[__ey], %[__fy], %[__fy]}", __SCALE_GRADIENTS3)                       \
  __SCALE_TEX_GEOMETRY(E, PTX, C, __scale_tex1, "a1d", "{%[__n], %[x]}", __SCALE_LIST(float x, __scale_layer_number __layer),                    \
                       __SCALE_LIST(__SCALE_TEX_PLACE1, __SCALE_TEX_LAYER), "{%[__dx]}", "{%[__dy]}", __SCALE_GRADIENTS1)                        \
  __SCALE_TEX_GEOMETRY(E, PTX, C, __scale_tex2, "a2d", "{%[__n], %[x], %[y], %[y]}", __SCALE_LIST(float x, float y, __scale_layer_number __layer), \
                       __SCALE_LIST(__SCALE_TEX_PLACE2, __SCALE_TEX_LAYER), "{%[__dx], %[__ex]}", "{%[__dy], %[__ey]}", __SCALE_GRADIENTS2)      \
  __SCALE_DEVICE void __scale_tex_cube(E *__r, cudaTextureObject_t __o, float x, float y, float z, __scale_first_level) {                        \
    __SCALE_TEX_ASM(E, C, "tex.cube.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y], %[z], %[z]}];", __SCALE_TEX_PLACE3);                  \
  }                                                                                                                                              \
  __SCALE_DEVICE void __scale_tex_cube(E *__r, cudaTextureObject_t __o, float x, float y, float z, __scale_given_level __l) {                    \
    __SCALE_TEX_ASM(E, C, "tex.level.cube.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y], %[z], %[z]}], %[__l];", __SCALE_TEX_PLACE3,     \
                    [__l] "f"(__l.__lod));                                                                                                       \
  }                                                                                                                                              \
  __SCALE_DEVICE void __scale_tex_cube(E *__r, cudaTextureObject_t __o, float x, float y, float z, __scale_layer_number __layer, __scale_first_level) { \
    __SCALE_TEX_ASM(E, C, "tex.acube.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[__n], %[x], %[y], %[z]}];", __SCALE_TEX_PLACE3, __SCALE_TEX_LAYER); \
  }                                                                                                                                              \
  __SCALE_DEVICE void __scale_tex_cube(E *__r, cudaTextureObject_t __o, float x, float y, float z, __scale_layer_number __layer, __scale_given_level __l) { \
    __SCALE_TEX_ASM(E, C, "tex.level.acube.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[__n], %[x], %[y], %[z]}], %[__l];", __SCALE_TEX_PLACE3,  \
                    __SCALE_TEX_LAYER, [__l] "f"(__l.__lod));                                                                                    \
  }                                                                                                                                              \
  __SCALE_DEVICE void __scale_tex_number(E *__r, cudaTextureObject_t __o, int x) {                                                               \
    __SCALE_TEX_ASM(E, C, "tex.1d.v4." PTX ".s32 {%0, %1, %2, %3}, [%[__o], {%[x]}];", [x] "r"(x));                                              \
  }                                                                                                                                              \
  __SCALE_DEVICE void __scale_tex_gather(E *__r, cudaTextureObject_t __o, float x, float y, int __channel) {                                     \
    switch (__channel & 3) {                                                                                                                     \
    case 0: __SCALE_TEX_ASM(E, C, "tld4.r.2d.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y]}];", __SCALE_TEX_PLACE2); break;               \
    case 1: __SCALE_TEX_ASM(E, C, "tld4.g.2d.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y]}];", __SCALE_TEX_PLACE2); break;               \
    case 2: __SCALE_TEX_ASM(E, C, "tld4.b.2d.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y]}];", __SCALE_TEX_PLACE2); break;               \
    default: __SCALE_TEX_ASM(E, C, "tld4.a.2d.v4." PTX ".f32 {%0, %1, %2, %3}, [%[__o], {%[x], %[y]}];", __SCALE_TEX_PLACE2);                    \
    }                                                                                                                                            \
  }
__SCALE_TEX_TYPE(float, "f32", "f")
__SCALE_TEX_TYPE(int, "s32", "r")
__SCALE_TEX_TYPE(unsigned, "u32", "r")
#undef __SCALE_TEX_TYPE
#undef __SCALE_TEX_GEOMETRY
#undef __SCALE_TEX_ASM
#undef __SCALE_TEX_PLACE1
#undef __SCALE_TEX_PLACE2
#undef __SCALE_TEX_PLACE3
#undef __SCALE_TEX_LAYER
#undef __SCALE_GRADIENTS1
#undef __SCALE_GRADIENTS2
#undef __SCALE_GRADIENTS3
#undef __SCALE_LIST

// A texel of type T from what was read.
template <class T, class R> __SCALE_DEVICE T __scale_made_of(const R *__r) {
  typedef typename __scale_texel<T>::__element E;
  E e[4] = {(E)__r[0], (E)__r[1], (E)__r[2], (E)__r[3]};
  return __scale_texel<T>::__make(e);
}
#define __SCALE_READ_AS(T) typename __scale_read_as<typename __scale_texel<T>::__element>::__type
template <int D> struct __scale_tex_of;
template <> struct __scale_tex_of<1> {
  template <class R, class L> static __SCALE_DEVICE void __read(R *__r, cudaTextureObject_t __o, float x, float, float, int, L __l) { __scale_tex1(__r, __o, x, __l); }
  template <class R, class L> static __SCALE_DEVICE void __read(R *__r, cudaTextureObject_t __o, float x, float, float, __scale_layer_number __n, L __l) { __scale_tex1(__r, __o, x, __n, __l); }
};
template <> struct __scale_tex_of<2> {
  template <class R, class L> static __SCALE_DEVICE void __read(R *__r, cudaTextureObject_t __o, float x, float y, float, int, L __l) { __scale_tex2(__r, __o, x, y, __l); }
  template <class R, class L> static __SCALE_DEVICE void __read(R *__r, cudaTextureObject_t __o, float x, float y, float, __scale_layer_number __n, L __l) { __scale_tex2(__r, __o, x, y, __n, __l); }
};
template <> struct __scale_tex_of<3> {
  template <class R, class L> static __SCALE_DEVICE void __read(R *__r, cudaTextureObject_t __o, float x, float y, float z, int, L __l) { __scale_tex3(__r, __o, x, y, z, __l); }
};
template <class T, int D, class N, class L> __SCALE_DEVICE T __scale_fetch(cudaTextureObject_t __o, float x, float y, float z, N __layer, bool, L __l) {
  __SCALE_READ_AS(T) __r[4];
  __scale_tex_of<D>::__read(__r, __o, x, y, z, __layer, __l);
  return __scale_made_of<T>(__r);
}
__SCALE_DEVICE __scale_layer_number __scale_layer(cudaTextureObject_t, int __layer, int) {
  __scale_layer_number __r = {__layer};
  return __r;
}
template <class T, class L> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t __o, float x, float y, float z, bool, L __l) {
  __SCALE_READ_AS(T) __r[4];
  __scale_tex_cube(__r, __o, x, y, z, __l);
  return __scale_made_of<T>(__r);
}
template <class T, class L> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t __o, float x, float y, float z, int __layer, bool, L __l) {
  __SCALE_READ_AS(T) __r[4];
  __scale_layer_number __n = {__layer};
  __scale_tex_cube(__r, __o, x, y, z, __n, __l);
  return __scale_made_of<T>(__r);
}
template <class T> __SCALE_DEVICE T __scale_fetch_number(cudaTextureObject_t __o, int x) {
  __SCALE_READ_AS(T) __r[4];
  __scale_tex_number(__r, __o, x);
  return __scale_made_of<T>(__r);
}
template <class T> __SCALE_DEVICE T __scale_fetch_gather(cudaTextureObject_t __o, float x, float y, int __channel) {
  __SCALE_READ_AS(T) __r[4];
  __scale_tex_gather(__r, __o, x, y, __channel);
  return __scale_made_of<T>(__r);
}
#undef __SCALE_READ_AS

#define __SCALE_LEVEL_FIRST const bool __with_level = false; const __scale_first_level __lod = {}
#define __SCALE_LEVEL_GIVEN const bool __with_level = true; const __scale_given_level __lod = {level}
#define __SCALE_LEVEL_GRADIENT1 const bool __with_level = true; const __scale_by_gradient __lod = {__scale_gradient(__dx, 0), __scale_gradient(__dy, 0)}
#define __SCALE_LEVEL_GRADIENT2 const bool __with_level = true; const __scale_by_gradient __lod = {__scale_gradient(__dx.x, __dx.y), __scale_gradient(__dy.x, __dy.y)}
#define __SCALE_LEVEL_GRADIENT3 const bool __with_level = true; const __scale_by_gradient __lod = {__dx, __dy}

// ---- Surfaces: the bits of a value of 1, 2, 4, 8 or 16 bytes.
template <int S> struct __scale_surface_bits;
template <> struct __scale_surface_bits<1> { unsigned char __b; };
template <> struct __scale_surface_bits<2> { unsigned short __w[1]; };
template <> struct __scale_surface_bits<4> { unsigned __w[1]; };
template <> struct __scale_surface_bits<8> { unsigned __w[2]; };
template <> struct __scale_surface_bits<16> { unsigned __w[4]; };
#define __SCALE_SURF_PTX_1 "b8"
#define __SCALE_SURF_LIST_1 "%0"
#define __SCALE_SURF_OUT_1 "=h"(__w)
#define __SCALE_SURF_IN_1 "h"((unsigned short)__v.__b)
#define __SCALE_SURF_PTX_2 "b16"
#define __SCALE_SURF_LIST_2 "%0"
#define __SCALE_SURF_OUT_2 "=h"(__v.__w[0])
#define __SCALE_SURF_IN_2 "h"(__v.__w[0])
#define __SCALE_SURF_PTX_4 "b32"
#define __SCALE_SURF_LIST_4 "%0"
#define __SCALE_SURF_OUT_4 "=r"(__v.__w[0])
#define __SCALE_SURF_IN_4 "r"(__v.__w[0])
#define __SCALE_SURF_PTX_8 "v2.b32"
#define __SCALE_SURF_LIST_8 "%0, %1"
#define __SCALE_SURF_OUT_8 "=r"(__v.__w[0]), "=r"(__v.__w[1])
#define __SCALE_SURF_IN_8 "r"(__v.__w[0]), "r"(__v.__w[1])
#define __SCALE_SURF_PTX_16 "v4.b32"
#define __SCALE_SURF_LIST_16 "%0, %1, %2, %3"
#define __SCALE_SURF_OUT_16 "=r"(__v.__w[0]), "=r"(__v.__w[1]), "=r"(__v.__w[2]), "=r"(__v.__w[3])
#define __SCALE_SURF_IN_16 "r"(__v.__w[0]), "r"(__v.__w[1]), "r"(__v.__w[2]), "r"(__v.__w[3])
#define __SCALE_SURF_PLACE [__o] "l"(__o), [x] "r"(x), [y] "r"(y), [z] "r"(z)
#define __SCALE_SURF_READ(S, GEOMETRY, PLACE, MODE)                                                                                  \
  asm volatile("suld.b." GEOMETRY "." __SCALE_SURF_PTX_##S "." MODE " {" __SCALE_SURF_LIST_##S "}, [%[__o], " PLACE "];"            \
               : __SCALE_SURF_OUT_##S : __SCALE_SURF_PLACE : "memory")
#define __SCALE_SURF_WRITE(S, GEOMETRY, PLACE, MODE)                                                                                 \
  asm volatile("sust.b." GEOMETRY "." __SCALE_SURF_PTX_##S "." MODE " [%[__o], " PLACE "], {" __SCALE_SURF_LIST_##S "};"            \
               : : __SCALE_SURF_IN_##S, __SCALE_SURF_PLACE : "memory")
// The mode is part of the instruction; it is nearly always a constant.
#define __SCALE_SURF_MODES(WAY, S, GEOMETRY, PLACE)                                  \
  if (mode == cudaBoundaryModeTrap) __SCALE_SURF_##WAY(S, GEOMETRY, PLACE, "trap");  \
  else if (mode == cudaBoundaryModeClamp) __SCALE_SURF_##WAY(S, GEOMETRY, PLACE, "clamp"); \
  else __SCALE_SURF_##WAY(S, GEOMETRY, PLACE, "zero");
#define __SCALE_SURF_SIZE(S, GEOMETRY, PLACE, BEFORE, BEHIND)                                                                        \
  static __SCALE_DEVICE __scale_surface_bits<S> __read(__scale_surface_bits<S> __v, cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) { \
    BEFORE;                                                                                                                          \
    __SCALE_SURF_MODES(READ, S, GEOMETRY, PLACE)                                                                                     \
    BEHIND;                                                                                                                          \
    return __v;                                                                                                                      \
  }                                                                                                                                  \
  static __SCALE_DEVICE void __write(__scale_surface_bits<S> __v, cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) { \
    __SCALE_SURF_MODES(WRITE, S, GEOMETRY, PLACE)                                                                                    \
  }
#define __SCALE_SURF_GEOMETRY(NAME, GEOMETRY, PLACE)                                                       \
  struct __scale_##NAME {                                                                                  \
    __SCALE_SURF_SIZE(1, GEOMETRY, PLACE, unsigned short __w, __v.__b = (unsigned char)__w)                \
    __SCALE_SURF_SIZE(2, GEOMETRY, PLACE, , )                                                              \
    __SCALE_SURF_SIZE(4, GEOMETRY, PLACE, , )                                                              \
    __SCALE_SURF_SIZE(8, GEOMETRY, PLACE, , )                                                              \
    __SCALE_SURF_SIZE(16, GEOMETRY, PLACE, , )                                                             \
  };
__SCALE_SURF_GEOMETRY(surf1D, "1d", "{%[x]}")
__SCALE_SURF_GEOMETRY(surf2D, "2d", "{%[x], %[y]}")
__SCALE_SURF_GEOMETRY(surf3D, "3d", "{%[x], %[y], %[z], %[z]}")
__SCALE_SURF_GEOMETRY(surf1DLayered, "a1d", "{%[z], %[x]}")
__SCALE_SURF_GEOMETRY(surf2DLayered, "a2d", "{%[z], %[x], %[y], %[y]}")
#undef __SCALE_SURF_GEOMETRY
#undef __SCALE_SURF_SIZE
#undef __SCALE_SURF_MODES
#undef __SCALE_SURF_READ
#undef __SCALE_SURF_WRITE
#undef __SCALE_SURF_PLACE
// A cube is six layers.
typedef __scale_surf2DLayered __scale_surfCubemap;
typedef __scale_surf2DLayered __scale_surfCubemapLayered;
template <class G, class T> __SCALE_DEVICE T __scale_surface_read(cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  __scale_surface_bits<(int)sizeof(T)> __v;
  return __builtin_bit_cast(T, G::__read(__v, __o, x, y, z, mode));
}
template <class G, class T> __SCALE_DEVICE void __scale_surface_write(const T &v, cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  G::__write(__builtin_bit_cast(__scale_surface_bits<(int)sizeof(T)>, v), __o, x, y, z, mode);
}
#endif
