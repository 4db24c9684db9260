// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's GPUs have an instruction for, of conversions to and from 16-bit formats (PTX ISA, "cvt"), largest, smallest, and
// multiply-add with a lower limit of zero ("Half Precision Floating Point Instructions").
#ifndef SCALE_NVIDIA_NARROW_H
#define SCALE_NVIDIA_NARROW_H

// From _Mantissa to what one architecture can: half everywhere, bfloat16 from 32-bit floating point since sm_80, from all else since sm_90.
#define __SCALE_HALF_TO(TO, TYPE, NAME, T, C)                                                                   \
  __SCALE_NARROW unsigned short __scale_##NAME##_to_##TO(T v, __scale_rounding mode) {                          \
    unsigned short __r;                                                                                         \
    if (mode == __scale_rn) asm("cvt.rn." #TO "." TYPE " %0, %1;" : "=h"(__r) : C(v));                          \
    else if (mode == __scale_rz) asm("cvt.rz." #TO "." TYPE " %0, %1;" : "=h"(__r) : C(v));                     \
    else if (mode == __scale_ru) asm("cvt.rp." #TO "." TYPE " %0, %1;" : "=h"(__r) : C(v));                     \
    else asm("cvt.rm." #TO "." TYPE " %0, %1;" : "=h"(__r) : C(v));                                             \
    return __r;                                                                                                 \
  }
__SCALE_HALF_TO(f16, "f32", float, float, "f")
__SCALE_HALF_TO(f16, "f64", double, double, "d")
__SCALE_HALF_TO(f16, "s32", int, int, "r")
__SCALE_HALF_TO(f16, "u32", uint, unsigned int, "r")
__SCALE_HALF_TO(f16, "s64", signed, long long, "l")
__SCALE_HALF_TO(f16, "u64", unsigned, unsigned long long, "l")
#if __CUDA_ARCH__ >= 800
__SCALE_HALF_TO(bf16, "f32", float, float, "f")
#endif
#if __CUDA_ARCH__ >= 900
__SCALE_HALF_TO(bf16, "f64", double, double, "d")
__SCALE_HALF_TO(bf16, "s32", int, int, "r")
__SCALE_HALF_TO(bf16, "u32", uint, unsigned int, "r")
__SCALE_HALF_TO(bf16, "s64", signed, long long, "l")
__SCALE_HALF_TO(bf16, "u64", unsigned, unsigned long long, "l")
#endif
#undef __SCALE_HALF_TO

// To integers: clamped to the type, NaN as the common code has it.
template <class T> struct __scale_integer_of {  // bytes: the common code's
  __SCALE_NARROW T of(float, __scale_rounding) { return T(); }
};
#define __SCALE_INTEGER_OF(T, WORD, TYPE, C)                                                                    \
  template <> struct __scale_integer_of<T> {                                                                    \
    __SCALE_NARROW T of(float v, __scale_rounding mode) {                                                       \
      WORD __r;                                                                                                 \
      if (mode == __scale_rn) asm("cvt.rni." TYPE ".f32 %0, %1;" : C(__r) : "f"(v));                            \
      else if (mode == __scale_rz) asm("cvt.rzi." TYPE ".f32 %0, %1;" : C(__r) : "f"(v));                       \
      else if (mode == __scale_ru) asm("cvt.rpi." TYPE ".f32 %0, %1;" : C(__r) : "f"(v));                       \
      else asm("cvt.rmi." TYPE ".f32 %0, %1;" : C(__r) : "f"(v));                                               \
      return (T)__r;                                                                                            \
    }                                                                                                           \
  };
__SCALE_INTEGER_OF(int, int, "s32", "=r")
__SCALE_INTEGER_OF(unsigned int, unsigned int, "u32", "=r")
__SCALE_INTEGER_OF(short, short, "s16", "=h")
__SCALE_INTEGER_OF(unsigned short, unsigned short, "u16", "=h")
__SCALE_INTEGER_OF(long long, long long, "s64", "=l")
__SCALE_INTEGER_OF(unsigned long long, unsigned long long, "u64", "=l")
#undef __SCALE_INTEGER_OF

#if __CUDA_ARCH__ >= 800
template <int _Mantissa> struct __scale_narrow_instructions;
#define __SCALE_BINARY(NAME, WORD, C, PTX, TYPE)                                                                \
  __SCALE_NARROW WORD NAME(WORD a, WORD b) {                                                                    \
    WORD __r;                                                                                                   \
    asm(PTX TYPE " %0, %1, %2;" : "=" C(__r) : C(a), C(b));                                                     \
    return __r;                                                                                                 \
  }
#define __SCALE_WIDTH(WORD, C, TYPE)                                                                            \
  __SCALE_BINARY(max, WORD, C, "max", TYPE)                                                                     \
  __SCALE_BINARY(min, WORD, C, "min", TYPE)                                                                     \
  __SCALE_BINARY(max_nan, WORD, C, "max.NaN", TYPE)                                                             \
  __SCALE_BINARY(min_nan, WORD, C, "min.NaN", TYPE)                                                             \
  __SCALE_NARROW WORD fma_relu(WORD a, WORD b, WORD c) {                                                        \
    WORD __r;                                                                                                   \
    asm("fma.rn.relu" TYPE " %0, %1, %2, %3;" : "=" C(__r) : C(a), C(b), C(c));                                 \
    return __r;                                                                                                 \
  }
#define __SCALE_INSTRUCTIONS(MANTISSA, TYPE)                                                                    \
  template <> struct __scale_narrow_instructions<MANTISSA> {                                                    \
    __SCALE_WIDTH(unsigned short, "h", "." TYPE)                                                                \
    __SCALE_WIDTH(unsigned int, "r", "." TYPE "x2")                                                             \
  };
__SCALE_INSTRUCTIONS(10, "f16")
__SCALE_INSTRUCTIONS(7, "bf16")
#undef __SCALE_BINARY
#undef __SCALE_WIDTH
#undef __SCALE_INSTRUCTIONS
#endif
#endif
