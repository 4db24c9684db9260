// SPDX-License-Identifier: Apache-2.0
// Conversions of 8-bit floating point by the instructions that NVIDIA's GPUs have for pairs since sm_89 (PTX ISA, "cvt").
#ifndef SCALE_NVIDIA_FP8_H
#define SCALE_NVIDIA_FP8_H

#define __SCALE_FP8_INSTRUCTIONS 1
#define __SCALE_FORMAT(NAME)                                                                                        \
  __SCALE_HD unsigned short __scale_pair_to_##NAME(const float x, const float y) {                                  \
    unsigned short __r;                                                                                             \
    asm("cvt.rn.satfinite." #NAME "x2.f32 %0, %2, %1;" : "=h"(__r) : "f"(x), "f"(y));                               \
    return __r;                                                                                                     \
  }                                                                                                                 \
  __SCALE_HD unsigned short __scale_halves_to_##NAME(const unsigned v) {                                            \
    unsigned short __r;                                                                                             \
    asm("cvt.rn.satfinite." #NAME "x2.f16x2 %0, %1;" : "=h"(__r) : "r"(v));                                         \
    return __r;                                                                                                     \
  }                                                                                                                 \
  __SCALE_HD unsigned __scale_halves_of_##NAME(const unsigned short v) {                                            \
    unsigned __r;                                                                                                   \
    asm("cvt.rn.f16x2." #NAME "x2 %0, %1;" : "=r"(__r) : "h"(v));                                                   \
    return __r;                                                                                                     \
  }
__SCALE_FORMAT(e4m3)
__SCALE_FORMAT(e5m2)
#undef __SCALE_FORMAT
#endif
