// SPDX-License-Identifier: Apache-2.0
// cuRAND's device interface: XORWOW, Philox4x32-10, MRG32k3a, Sobol and scrambled Sobol, with the sequences that cuRAND documents.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"

#if !defined(__CUDACC_RTC__)  // sources take these names from here
#include <float.h>
#include <stdint.h>
#if defined(__cplusplus)
#include <cstdint>
#endif
#endif
#if defined(__has_include)
#if __has_include(<curand.h>)
#include <curand.h>
#endif
#endif

#if defined(__cplusplus)
#if !defined(__CUDACC_RTC__)
#include <math.h>
#endif
#include "scale/curand_jump.h"
#include "scale/math_host.h"

#if defined(__CUDA__) && defined(__clang__)
#define __SCALE_RAND static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))
#else
#define __SCALE_RAND static __inline__ __attribute__((__unused__))
#endif

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#define CURAND_2POW32 (4294967296.f)
#define CURAND_2POW32_DOUBLE (4294967296.)
#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define CURAND_2PI (6.2831855f)
#define CURAND_PI_DOUBLE (3.1415926535897932)
#define CURAND_2PI_DOUBLE (6.2831853071795860)
#define CURAND_SQRT2 (-1.4142135f)
#define CURAND_SQRT2_DOUBLE (-1.4142135623730951)
#define MRG32K3A_NORM (2.3283065498378288e-10)
#define MRG32K3A_BITS_NORM 1.000000048662
#define EXTRA_FLAG_NORMAL 0x00000001
#define EXTRA_FLAG_LOG_NORMAL 0x00000002

// ---- States
#define __SCALE_BOX_MULLER_STATE  \
  int boxmuller_flag;             \
  int boxmuller_flag_double;      \
  float boxmuller_extra;          \
  double boxmuller_extra_double;
struct curandStateXORWOW {
  unsigned int d, v[5];
  __SCALE_BOX_MULLER_STATE
};
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  __SCALE_BOX_MULLER_STATE
};
struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  __SCALE_BOX_MULLER_STATE
};
#undef __SCALE_BOX_MULLER_STATE
struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateTest {
  unsigned int v;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateTest curandStateTest_t;

template <class _Sp> __SCALE_RAND void __scale_forget_normals(_Sp *__state) {
  __state->boxmuller_flag = 0;
  __state->boxmuller_flag_double = 0;
  __state->boxmuller_extra = 0.0f;
  __state->boxmuller_extra_double = 0.0;
}

// ---- Test generator
__SCALE_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long offset, curandStateTest_t *__state) {
  __state->v = (unsigned int)(__seed * 3) + (unsigned int)(__subsequence * 31337) + (unsigned int)offset;
}
__SCALE_RAND unsigned int curand(curandStateTest_t *__state) { return __state->v++; }
__SCALE_RAND void skipahead(unsigned long long n, curandStateTest_t *__state) { __state->v += (unsigned int)n; }

// ---- XORWOW: a linear map of 160 bits and a counter. Jumps evaluate x^n modulo the map's characteristic polynomial.
__SCALE_RAND void __scale_xorwow_step(unsigned int *v) {
  const unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
__SCALE_RAND unsigned int curand(curandStateXORWOW_t *__state) {
  __scale_xorwow_step(__state->v);
  __state->d += 362437;
  return __state->v[4] + __state->d;
}
static __inline__ __host__ __device__ __attribute__((__unused__)) void __scale_xorwow_jump(unsigned int *v, const unsigned int (*__table)[5], unsigned long long n) {
  for (int __k = 0; n; ++__k, n >>= 1) {
    if (!(n & 1)) continue;
    unsigned int __sum[5] = {0, 0, 0, 0, 0};
    for (int __word = 0; __word < 5; ++__word) {
      for (unsigned int __bit = 0, c = __table[__k][__word]; __bit < 32; ++__bit, c >>= 1) {
        const unsigned int __take = 0u - (c & 1);
        for (int i = 0; i < 5; ++i) __sum[i] ^= v[i] & __take;
        __scale_xorwow_step(v);
      }
    }
    for (int i = 0; i < 5; ++i) v[i] = __sum[i];
  }
}
__SCALE_RAND void skipahead(unsigned long long n, curandStateXORWOW_t *__state) {
  __scale_xorwow_jump(__state->v, __scale_xorwow_offset, n);
  __state->d += 362437 * (unsigned int)n;
}
__SCALE_RAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *__state) { __scale_xorwow_jump(__state->v, __scale_xorwow_sequence, n); }
__SCALE_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long offset, curandStateXORWOW_t *__state) {
  const unsigned int __s0 = (unsigned int)__seed ^ 0xaad26b49u, s1 = (unsigned int)(__seed >> 32) ^ 0xf7dcefddu;
  const unsigned int __t0 = 1099087573u * __s0, __t1 = 2591861531u * s1;
  __state->d = 6615241 + __t1 + __t0;
  __state->v[0] = 123456789u + __t0;
  __state->v[1] = 362436069u ^ __t0;
  __state->v[2] = 521288629u + __t1;
  __state->v[3] = 88675123u ^ __t1;
  __state->v[4] = 5783321u + __t0;
  skipahead_sequence(__subsequence, __state);
  skipahead(offset, __state);
  __scale_forget_normals(__state);
}

// ---- Philox4x32-10: a counter through ten rounds (Salmon, Moraes, Dror, Shaw, SC 2011).
__SCALE_RAND uint4 curand_Philox4x32_10(uint4 c, uint2 __k) {
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int round = 0; round < 10; ++round) {
    const unsigned long long __p0 = 0xD2511F53ull * c.x, __p1 = 0xCD9E8D57ull * c.z;
    uint4 n;
    n.x = (unsigned int)(__p1 >> 32) ^ c.y ^ __k.x;
    n.y = (unsigned int)__p1;
    n.z = (unsigned int)(__p0 >> 32) ^ c.w ^ __k.y;
    n.w = (unsigned int)__p0;
    c = n;
    __k.x += 0x9E3779B9u;
    __k.y += 0xBB67AE85u;
  }
  return c;
}
__SCALE_RAND void Philox_State_Incr(curandStatePhilox4_32_10_t *s, unsigned long long n) {
  const unsigned int lo = (unsigned int)n;
  unsigned int hi = (unsigned int)(n >> 32);
  s->ctr.x += lo;
  if (s->ctr.x < lo) ++hi;
  s->ctr.y += hi;
  if (hi <= s->ctr.y) return;
  if (++s->ctr.z) return;
  ++s->ctr.w;
}
__SCALE_RAND void Philox_State_Incr_hi(curandStatePhilox4_32_10_t *s, unsigned long long n) {
  const unsigned int lo = (unsigned int)n;
  unsigned int hi = (unsigned int)(n >> 32);
  s->ctr.z += lo;
  if (s->ctr.z < lo) ++hi;
  s->ctr.w += hi;
}
__SCALE_RAND void Philox_State_Incr(curandStatePhilox4_32_10_t *s) {
  if (++s->ctr.x) return;
  if (++s->ctr.y) return;
  if (++s->ctr.z) return;
  ++s->ctr.w;
}
__SCALE_RAND unsigned int curand(curandStatePhilox4_32_10_t *__state) {
  const unsigned int __at = __state->STATE++;
  const unsigned int __r = __at == 1 ? __state->output.y : __at == 2 ? __state->output.z : __at == 3 ? __state->output.w : __state->output.x;
  if (__state->STATE == 4) {
    Philox_State_Incr(__state);
    __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
    __state->STATE = 0;
  }
  return __r;
}
__SCALE_RAND uint4 curand4(curandStatePhilox4_32_10_t *__state) {
  const uint4 a = __state->output;
  Philox_State_Incr(__state);
  const uint4 b = __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
  switch (__state->STATE) {
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    case 3: return make_uint4(a.w, b.x, b.y, b.z);
    default: return a;
  }
}
__SCALE_RAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *__state) {
  __state->STATE += (unsigned int)(n & 3);
  n /= 4;
  if (__state->STATE > 3) {
    n += 1;
    __state->STATE -= 4;
  }
  Philox_State_Incr(__state, n);
  __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}
__SCALE_RAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *__state) {
  Philox_State_Incr_hi(__state, n);
  __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}
__SCALE_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long offset, curandStatePhilox4_32_10_t *__state) {
  __state->ctr = make_uint4(0, 0, 0, 0);
  __state->key.x = (unsigned int)__seed;
  __state->key.y = (unsigned int)(__seed >> 32);
  __state->STATE = 0;
  __scale_forget_normals(__state);
  skipahead_sequence(__subsequence, __state);
  skipahead(offset, __state);
}

// ---- MRG32k3a (L'Ecuyer 1999): two recurrences of order three.
#define __SCALE_M1 4294967087ull
#define __SCALE_M2 4294944443ull
__SCALE_RAND double curand_MRG32k3a(curandStateMRG32k3a_t *__state) {
  const unsigned long long __p1 = (1403580ull * __state->s1[1] + 810728ull * (__SCALE_M1 - __state->s1[0])) % __SCALE_M1;
  __state->s1[0] = __state->s1[1];
  __state->s1[1] = __state->s1[2];
  __state->s1[2] = (unsigned int)__p1;
  const unsigned long long __p2 = (527612ull * __state->s2[2] + 1370589ull * (__SCALE_M2 - __state->s2[0])) % __SCALE_M2;
  __state->s2[0] = __state->s2[1];
  __state->s2[1] = __state->s2[2];
  __state->s2[2] = (unsigned int)__p2;
  return __p1 <= __p2 ? (double)(__p1 + __SCALE_M1 - __p2) : (double)(__p1 - __p2);
}
__SCALE_RAND unsigned int curand(curandStateMRG32k3a_t *__state) { return (unsigned int)(curand_MRG32k3a(__state) * MRG32K3A_BITS_NORM); }
// s = matrix^n s modulo m
static __inline__ __host__ __device__ __attribute__((__unused__)) void __scale_mrg_jump(const unsigned int *matrix, unsigned int *s, unsigned long long __m, unsigned long long n) {
  unsigned long long a[9], b[9];
  for (int i = 0; i < 9; ++i) a[i] = matrix[i];
  for (; n; n >>= 1) {
    if (n & 1) {
      unsigned long long t[3];
      for (int i = 0; i < 3; ++i) t[i] = (a[3 * i] * s[0] % __m + a[3 * i + 1] * s[1] % __m + a[3 * i + 2] * s[2] % __m) % __m;
      for (int i = 0; i < 3; ++i) s[i] = (unsigned int)t[i];
    }
    for (int i = 0; i < 9; ++i) b[i] = (a[i / 3 * 3] * a[i % 3] % __m + a[i / 3 * 3 + 1] * a[3 + i % 3] % __m + a[i / 3 * 3 + 2] * a[6 + i % 3] % __m) % __m;
    for (int i = 0; i < 9; ++i) a[i] = b[i];
  }
}
__SCALE_RAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *__state) {
  const unsigned int __one[9] = {0, 1, 0, 0, 0, 1, (unsigned int)(__SCALE_M1 - 810728), 1403580, 0};
  const unsigned int __two[9] = {0, 1, 0, 0, 0, 1, (unsigned int)(__SCALE_M2 - 1370589), 0, 527612};
  __scale_mrg_jump(__one, __state->s1, __SCALE_M1, n);
  __scale_mrg_jump(__two, __state->s2, __SCALE_M2, n);
}
__SCALE_RAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *__state) {
  __scale_mrg_jump(__scale_mrg_76_1, __state->s1, __SCALE_M1, n);
  __scale_mrg_jump(__scale_mrg_76_2, __state->s2, __SCALE_M2, n);
}
__SCALE_RAND void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *__state) {
  __scale_mrg_jump(__scale_mrg_127_1, __state->s1, __SCALE_M1, n);
  __scale_mrg_jump(__scale_mrg_127_2, __state->s2, __SCALE_M2, n);
}
__SCALE_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long offset, curandStateMRG32k3a_t *__state) {
  for (int i = 0; i < 3; ++i) __state->s1[i] = __state->s2[i] = 12345u;
  if (__seed != 0) {
    const unsigned long long __x1 = (unsigned int)__seed ^ 0x55555555u, __x2 = (unsigned int)((__seed >> 32) ^ 0xAAAAAAAAull);
    __state->s1[0] = __state->s1[2] = (unsigned int)(__x1 * 12345 % __SCALE_M1);
    __state->s1[1] = (unsigned int)(__x2 * 12345 % __SCALE_M1);
    __state->s2[0] = __state->s2[2] = (unsigned int)(__x2 * 12345 % __SCALE_M2);
    __state->s2[1] = (unsigned int)(__x1 * 12345 % __SCALE_M2);
  }
  skipahead_subsequence(__subsequence, __state);
  skipahead(offset, __state);
  __scale_forget_normals(__state);
}
#undef __SCALE_M1
#undef __SCALE_M2

// ---- Sobol: Gray code order; scrambled ones start from a word of their own.
#define __SCALE_SOBOL(STATE, WORD, BITS, LAST, CTZ)                                                   \
  __SCALE_RAND WORD curand(STATE *__state) {                                                            \
    const WORD __r = __state->x;                                                                          \
    const WORD __inverted = ~__state->i;                                                                  \
    __state->x ^= __state->direction_vectors[__inverted ? CTZ(__inverted) : LAST];                            \
    ++__state->i;                                                                                       \
    return __r;                                                                                         \
  }                                                                                                   \
  __SCALE_RAND void skipahead(WORD n, STATE *__state) {                                                 \
    __state->x = __state->c;                                                                              \
    __state->i += n;                                                                                    \
    const WORD __gray = __state->i ^ (__state->i >> 1);                                                     \
    for (int __k = 0; __k < BITS; ++__k)                                                                    \
      if ((__gray >> __k) & 1) __state->x ^= __state->direction_vectors[__k];                                   \
  }
__SCALE_SOBOL(curandStateSobol32_t, unsigned int, 32, 31, __builtin_ctz)
__SCALE_SOBOL(curandStateScrambledSobol32_t, unsigned int, 32, 31, __builtin_ctz)
__SCALE_SOBOL(curandStateSobol64_t, unsigned long long, 64, 63, __builtin_ctzll)
__SCALE_SOBOL(curandStateScrambledSobol64_t, unsigned long long, 64, 63, __builtin_ctzll)
#undef __SCALE_SOBOL
#define __SCALE_SOBOL_INIT(STATE, WORD, VECTORS, BITS, PARAMETERS, START)                             \
  __SCALE_RAND void curand_init(VECTORS direction_vectors, PARAMETERS WORD offset, STATE *__state) {    \
    __state->i = 0;                                                                                     \
    __state->c = START;                                                                                 \
    for (int __k = 0; __k < BITS; ++__k) __state->direction_vectors[__k] = direction_vectors[__k];                \
    __state->x = __state->c;                                                                              \
    skipahead(offset, __state);                                                                         \
  }
#define __SCALE_COMMA ,
__SCALE_SOBOL_INIT(curandStateSobol32_t, unsigned int, curandDirectionVectors32_t, 32, , 0)
__SCALE_SOBOL_INIT(curandStateScrambledSobol32_t, unsigned int, curandDirectionVectors32_t, 32, unsigned int scramble_c __SCALE_COMMA, scramble_c)
__SCALE_SOBOL_INIT(curandStateSobol64_t, unsigned long long, curandDirectionVectors64_t, 64, , 0)
__SCALE_SOBOL_INIT(curandStateScrambledSobol64_t, unsigned long long, curandDirectionVectors64_t, 64, unsigned long long scramble_c __SCALE_COMMA, scramble_c)
#undef __SCALE_SOBOL_INIT
#undef __SCALE_COMMA

#include "scale/curand_distributions.h"
#include "scale/curand_discrete.h"

#undef __SCALE_RAND
#endif
#endif
