// SPDX-License-Identifier: Apache-2.0
// __shfl_sync and its kin. PTX's last operand holds the clamp in bits 0-4 and the segment mask in bits 8-12.
#ifndef SCALE_SHUFFLE_H
#define SCALE_SHUFFLE_H

#include "sync.h"

#if __SCALE_WARP_SIZE__ == 64
#define __SCALE_SHUFFLE_INT(BUILTIN, CLAMP) __scale_wave_shfl_##BUILTIN(mask, v, (int)d, width)
#define __SCALE_SHUFFLE_FLOAT(BUILTIN, CLAMP) __builtin_bit_cast(float, __scale_wave_shfl_##BUILTIN(mask, __builtin_bit_cast(int, v), (int)d, width))
#else
#define __SCALE_SEGMENT(width, clamp) (((32 - (width)) << 8) | (clamp))
#define __SCALE_SHUFFLE_INT(BUILTIN, CLAMP) __nvvm_shfl_sync_##BUILTIN##_i32(mask, v, (int)d, __SCALE_SEGMENT(width, CLAMP))
#define __SCALE_SHUFFLE_FLOAT(BUILTIN, CLAMP) __nvvm_shfl_sync_##BUILTIN##_f32(mask, v, (int)d, __SCALE_SEGMENT(width, CLAMP))
#endif
#define __SCALE_SHUFFLE_WORD(NAME, BUILTIN, DISTANCE, CLAMP)                                                            \
  __SCALE_DEVICE int NAME(cudaLaneMask_t mask, int v, DISTANCE d, int width = warpSize) {                               \
    return __SCALE_SHUFFLE_INT(BUILTIN, CLAMP);                                                                         \
  }                                                                                                                     \
  __SCALE_DEVICE unsigned NAME(cudaLaneMask_t mask, unsigned v, DISTANCE d, int width = warpSize) {                     \
    return (unsigned)NAME(mask, (int)v, d, width);                                                                      \
  }                                                                                                                     \
  __SCALE_DEVICE float NAME(cudaLaneMask_t mask, float v, DISTANCE d, int width = warpSize) {                           \
    return __SCALE_SHUFFLE_FLOAT(BUILTIN, CLAMP);                                                                       \
  }                                                                                                                     \
  __SCALE_DEVICE unsigned long long NAME(cudaLaneMask_t mask, unsigned long long v, DISTANCE d, int width = warpSize) { \
    unsigned lo = NAME(mask, (unsigned)v, d, width), hi = NAME(mask, (unsigned)(v >> 32), d, width);                    \
    return ((unsigned long long)hi << 32) | lo;                                                                         \
  }                                                                                                                     \
  __SCALE_DEVICE long long NAME(cudaLaneMask_t mask, long long v, DISTANCE d, int width = warpSize) {                   \
    return (long long)NAME(mask, (unsigned long long)v, d, width);                                                      \
  }                                                                                                                     \
  __SCALE_DEVICE unsigned long NAME(cudaLaneMask_t mask, unsigned long v, DISTANCE d, int width = warpSize) {           \
    return (unsigned long)NAME(mask, (unsigned long long)v, d, width);                                                  \
  }                                                                                                                     \
  __SCALE_DEVICE long NAME(cudaLaneMask_t mask, long v, DISTANCE d, int width = warpSize) {                             \
    return (long)NAME(mask, (unsigned long long)v, d, width);                                                           \
  }                                                                                                                     \
  __SCALE_DEVICE double NAME(cudaLaneMask_t mask, double v, DISTANCE d, int width = warpSize) {                         \
    unsigned long long __bits;                                                                                            \
    __builtin_memcpy(&__bits, &v, sizeof __bits);                                                                           \
    __bits = NAME(mask, __bits, d, width);                                                                                  \
    __builtin_memcpy(&v, &__bits, sizeof v);                                                                              \
    return v;                                                                                                           \
  }

__SCALE_SHUFFLE_WORD(__shfl_sync, idx, int, 0x1f)
__SCALE_SHUFFLE_WORD(__shfl_up_sync, up, unsigned, 0)
__SCALE_SHUFFLE_WORD(__shfl_down_sync, down, unsigned, 0x1f)
__SCALE_SHUFFLE_WORD(__shfl_xor_sync, bfly, int, 0x1f)
#undef __SCALE_SHUFFLE_WORD
#undef __SCALE_SHUFFLE_INT
#undef __SCALE_SHUFFLE_FLOAT

// Without a mask (before sm_70): the lanes that are here take part. A program may have templates of its own with these names, as since sm_70
// there are none of CUDA's, so these are no templates; those of __half and its kin are in narrow.inc.
#define __SCALE_SHUFFLE_ONE(NAME, DISTANCE, T)                   \
  __SCALE_DEVICE T NAME(T v, DISTANCE d, int width = warpSize) { \
    return NAME##_sync(__activemask(), v, d, width);             \
  }
#define __SCALE_SHUFFLE_OLD(NAME, DISTANCE)                      \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, int)                       \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, unsigned)                  \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, long)                      \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, unsigned long)             \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, long long)                 \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, unsigned long long)        \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, float)                     \
  __SCALE_SHUFFLE_ONE(NAME, DISTANCE, double)
__SCALE_SHUFFLE_OLD(__shfl, int)
__SCALE_SHUFFLE_OLD(__shfl_up, unsigned)
__SCALE_SHUFFLE_OLD(__shfl_down, unsigned)
__SCALE_SHUFFLE_OLD(__shfl_xor, int)
#undef __SCALE_SHUFFLE_OLD
#undef __SCALE_SHUFFLE_ONE

#endif
