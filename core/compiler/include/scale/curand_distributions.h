// SPDX-License-Identifier: Apache-2.0
// cuRAND's distributions over any of its generators: uniform on (0, 1], normal, log-normal, Poisson.
#ifndef SCALE_CURAND_DISTRIBUTIONS_H
#define SCALE_CURAND_DISTRIBUTIONS_H

// ---- Uniform
__SCALE_RAND float _curand_uniform(unsigned int x) { return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f); }
__SCALE_RAND float _curand_uniform(unsigned long long x) { return _curand_uniform((unsigned int)(x >> 32)); }
__SCALE_RAND double _curand_uniform_double(unsigned int x) { return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE; }
__SCALE_RAND double _curand_uniform_double(unsigned long long x) { return (double)(x >> 11) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0); }
__SCALE_RAND double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  return (double)((unsigned long long)x ^ ((unsigned long long)y << 21)) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
__SCALE_RAND float4 _curand_uniform4(uint4 x) { return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)); }
#define __SCALE_UNIFORM(STATE)                                                                        \
  __SCALE_RAND float curand_uniform(STATE *__state) { return _curand_uniform(curand(__state)); }
#define __SCALE_UNIFORM_DOUBLE(STATE)                                                                 \
  __SCALE_RAND double curand_uniform_double(STATE *__state) { return _curand_uniform_double(curand(__state)); }
__SCALE_UNIFORM(curandStateTest_t) __SCALE_UNIFORM(curandStateXORWOW_t) __SCALE_UNIFORM(curandStatePhilox4_32_10_t)
__SCALE_UNIFORM(curandStateSobol32_t) __SCALE_UNIFORM(curandStateScrambledSobol32_t)
__SCALE_UNIFORM(curandStateSobol64_t) __SCALE_UNIFORM(curandStateScrambledSobol64_t)
__SCALE_UNIFORM_DOUBLE(curandStateTest_t) __SCALE_UNIFORM_DOUBLE(curandStatePhilox4_32_10_t)
__SCALE_UNIFORM_DOUBLE(curandStateSobol32_t) __SCALE_UNIFORM_DOUBLE(curandStateScrambledSobol32_t)
__SCALE_UNIFORM_DOUBLE(curandStateSobol64_t) __SCALE_UNIFORM_DOUBLE(curandStateScrambledSobol64_t)
#undef __SCALE_UNIFORM
#undef __SCALE_UNIFORM_DOUBLE
__SCALE_RAND double curand_uniform_double(curandStateXORWOW_t *__state) {
  const unsigned int x = curand(__state), y = curand(__state);
  return _curand_uniform_double_hq(x, y);
}
__SCALE_RAND float curand_uniform(curandStateMRG32k3a_t *__state) { return (float)(curand_MRG32k3a(__state) * MRG32K3A_NORM); }
__SCALE_RAND double curand_uniform_double(curandStateMRG32k3a_t *__state) { return curand_MRG32k3a(__state) * MRG32K3A_NORM; }
__SCALE_RAND float4 curand_uniform4(curandStatePhilox4_32_10_t *__state) { return _curand_uniform4(curand4(__state)); }
__SCALE_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *__state) {
  const uint4 x = curand4(__state);
  return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
__SCALE_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *__state) {
  const double2 a = curand_uniform2_double(__state), b = curand_uniform2_double(__state);
  return make_double4(a.x, a.y, b.x, b.y);
}

// ---- Normal: Box-Muller in pairs, the second value kept for the next call; the inverse distribution for Sobol.
__SCALE_RAND float2 __scale_polar(float __u, float v) {
  const float s = sqrtf(-2.0f * logf(__u));
  float2 __r;
#if defined(__CUDA_ARCH__)
  __sincosf(v, &__r.x, &__r.y);
#else
  __r.x = sinf(v);
  __r.y = cosf(v);
#endif
  __r.x *= s;
  __r.y *= s;
  return __r;
}
__SCALE_RAND double2 __scale_polar_double(double __u, double v) {
  const double s = sqrt(-2.0 * log(__u));
  double2 __r;
#if defined(__CUDA_ARCH__)
  sincospi(v, &__r.x, &__r.y);
#else
  __r.x = sin(v * CURAND_PI_DOUBLE);
  __r.y = cos(v * CURAND_PI_DOUBLE);
#endif
  __r.x *= s;
  __r.y *= s;
  return __r;
}
__SCALE_RAND float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return __scale_polar(x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2), y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2));
}
__SCALE_RAND double2 _curand_box_muller_double(unsigned int __x0, unsigned int __x1, unsigned int y0, unsigned int y1) {
  const unsigned long long y = (unsigned long long)y0 ^ ((unsigned long long)y1 << 21);
  return __scale_polar_double(_curand_uniform_double_hq(__x0, __x1), (double)y * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE);
}
template <class _Sp> __SCALE_RAND float2 curand_box_muller(_Sp *__state) {
  const unsigned int x = curand(__state), y = curand(__state);
  return _curand_box_muller(x, y);
}
__SCALE_RAND float2 curand_box_muller_mrg(curandStateMRG32k3a_t *__state) {
  const float x = curand_uniform(__state), y = curand_uniform(__state) * CURAND_2PI;
  return __scale_polar(x, y);
}
template <class _Sp> __SCALE_RAND double2 curand_box_muller_double(_Sp *__state) {
  const unsigned int __x0 = curand(__state), __x1 = curand(__state), y0 = curand(__state), y1 = curand(__state);
  return _curand_box_muller_double(__x0, __x1, y0, y1);
}
__SCALE_RAND double2 curand_box_muller_mrg_double(curandStateMRG32k3a_t *__state) {
  const double x = curand_uniform_double(__state), y = curand_uniform_double(__state) * 2.0;
  return __scale_polar_double(x, y);
}
__SCALE_RAND float2 curand_normal2(curandStateXORWOW_t *__state) { return curand_box_muller(__state); }
__SCALE_RAND float2 curand_normal2(curandStatePhilox4_32_10_t *__state) { return curand_box_muller(__state); }
__SCALE_RAND float2 curand_normal2(curandStateMRG32k3a_t *__state) { return curand_box_muller_mrg(__state); }
__SCALE_RAND double2 curand_normal2_double(curandStateXORWOW_t *__state) { return curand_box_muller_double(__state); }
__SCALE_RAND double2 curand_normal2_double(curandStatePhilox4_32_10_t *__state) {
  const uint4 x = curand4(__state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
__SCALE_RAND double2 curand_normal2_double(curandStateMRG32k3a_t *__state) { return curand_box_muller_mrg_double(__state); }
__SCALE_RAND float4 curand_normal4(curandStatePhilox4_32_10_t *__state) {
  const uint4 x = curand4(__state);
  const float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
__SCALE_RAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *__state) {
  const double2 a = curand_normal2_double(__state), b = curand_normal2_double(__state);
  return make_double4(a.x, a.y, b.x, b.y);
}
#define __SCALE_NORMAL(STATE)                                                                         \
  __SCALE_RAND float curand_normal(STATE *__state) {                                                    \
    if (__state->boxmuller_flag != EXTRA_FLAG_NORMAL) {                                                 \
      const float2 v = curand_normal2(__state);                                                         \
      __state->boxmuller_extra = v.y;                                                                   \
      __state->boxmuller_flag = EXTRA_FLAG_NORMAL;                                                      \
      return v.x;                                                                                     \
    }                                                                                                 \
    __state->boxmuller_flag = 0;                                                                        \
    return __state->boxmuller_extra;                                                                    \
  }                                                                                                   \
  __SCALE_RAND double curand_normal_double(STATE *__state) {                                            \
    if (__state->boxmuller_flag_double != EXTRA_FLAG_NORMAL) {                                          \
      const double2 v = curand_normal2_double(__state);                                                 \
      __state->boxmuller_extra_double = v.y;                                                            \
      __state->boxmuller_flag_double = EXTRA_FLAG_NORMAL;                                               \
      return v.x;                                                                                     \
    }                                                                                                 \
    __state->boxmuller_flag_double = 0;                                                                 \
    return __state->boxmuller_extra_double;                                                             \
  }                                                                                                   \
  __SCALE_RAND float2 curand_log_normal2(STATE *__state, float __mean, float __stddev) {                    \
    const float2 v = curand_normal2(__state);                                                           \
    return make_float2(expf(__mean + __stddev * v.x), expf(__mean + __stddev * v.y));                         \
  }                                                                                                   \
  __SCALE_RAND double2 curand_log_normal2_double(STATE *__state, double __mean, double __stddev) {          \
    const double2 v = curand_normal2_double(__state);                                                   \
    return make_double2(exp(__mean + __stddev * v.x), exp(__mean + __stddev * v.y));                          \
  }                                                                                                   \
  __SCALE_RAND float curand_log_normal(STATE *__state, float __mean, float __stddev) {                      \
    if (__state->boxmuller_flag != EXTRA_FLAG_LOG_NORMAL) {                                             \
      const float2 v = curand_log_normal2(__state, __mean, __stddev);                                       \
      __state->boxmuller_extra = v.y;                                                                   \
      __state->boxmuller_flag = EXTRA_FLAG_LOG_NORMAL;                                                  \
      return v.x;                                                                                     \
    }                                                                                                 \
    __state->boxmuller_flag = 0;                                                                        \
    return __state->boxmuller_extra;                                                                    \
  }                                                                                                   \
  __SCALE_RAND double curand_log_normal_double(STATE *__state, double __mean, double __stddev) {            \
    if (__state->boxmuller_flag_double != EXTRA_FLAG_LOG_NORMAL) {                                      \
      const double2 v = curand_log_normal2_double(__state, __mean, __stddev);                               \
      __state->boxmuller_extra_double = v.y;                                                            \
      __state->boxmuller_flag_double = EXTRA_FLAG_LOG_NORMAL;                                           \
      return v.x;                                                                                     \
    }                                                                                                 \
    __state->boxmuller_flag_double = 0;                                                                 \
    return __state->boxmuller_extra_double;                                                             \
  }
__SCALE_NORMAL(curandStateXORWOW_t)
__SCALE_NORMAL(curandStatePhilox4_32_10_t)
__SCALE_NORMAL(curandStateMRG32k3a_t)
#undef __SCALE_NORMAL
__SCALE_RAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *__state, float __mean, float __stddev) {
  const float4 v = curand_normal4(__state);
  return make_float4(expf(__mean + __stddev * v.x), expf(__mean + __stddev * v.y), expf(__mean + __stddev * v.z), expf(__mean + __stddev * v.w));
}
__SCALE_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *__state, double __mean, double __stddev) {
  const double4 v = curand_normal4_double(__state);
  return make_double4(exp(__mean + __stddev * v.x), exp(__mean + __stddev * v.y), exp(__mean + __stddev * v.z), exp(__mean + __stddev * v.w));
}

__SCALE_RAND float _curand_normal_icdf(unsigned int x) {
  float s = CURAND_SQRT2;
  if (x > 0x80000000u) {
    x = 0xffffffffu - x;
    s = -s;
  }
  return s * erfcinvf(2.0f * (x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f)));
}
__SCALE_RAND float _curand_normal_icdf(unsigned long long x) { return _curand_normal_icdf((unsigned int)(x >> 32)); }
__SCALE_RAND double _curand_normal_icdf_double(unsigned int x) {
  double s = CURAND_SQRT2_DOUBLE;
  if (x > 0x80000000u) {
    x = 0xffffffffu - x;
    s = -s;
  }
  return s * erfcinv(2.0 * (x * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0)));
}
__SCALE_RAND double _curand_normal_icdf_double(unsigned long long x) {
  double s = CURAND_SQRT2_DOUBLE;
  x >>= 11;
  if (x > 0x10000000000000ull) {
    x = 0x1fffffffffffffull - x;
    s = -s;
  }
  return s * erfcinv(2.0 * ((double)x * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0)));
}
#define __SCALE_ICDF(STATE)                                                                                                                   \
  __SCALE_RAND float curand_normal(STATE *__state) { return _curand_normal_icdf(curand(__state)); }                                               \
  __SCALE_RAND double curand_normal_double(STATE *__state) { return _curand_normal_icdf_double(curand(__state)); }                                \
  __SCALE_RAND float curand_log_normal(STATE *__state, float __mean, float __stddev) { return expf(__mean + __stddev * curand_normal(__state)); }         \
  __SCALE_RAND double curand_log_normal_double(STATE *__state, double __mean, double __stddev) { return exp(__mean + __stddev * curand_normal_double(__state)); }
__SCALE_ICDF(curandStateSobol32_t)
__SCALE_ICDF(curandStateScrambledSobol32_t)
__SCALE_ICDF(curandStateSobol64_t)
__SCALE_ICDF(curandStateScrambledSobol64_t)
#undef __SCALE_ICDF

// ---- Poisson. Below 64 Knuth's products, above 4000 a rounded normal, as in cuRAND. Between them, and for Sobol, the distribution is
// the same but the sequence is not cuRAND's: transformed rejection (Hoermann 1993, PTRS).
template <class _Sp> static __inline__ __host__ __device__ __attribute__((__unused__)) unsigned int __scale_poisson_rejection(_Sp *__state, double __lambda) {
  const double __root = sqrt(__lambda), b = 0.931 + 2.53 * __root, a = -0.059 + 0.02483 * b;
  const double __inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), __v_r = 0.9277 - 3.6224 / (b - 2.0);
  for (;;) {
    const double __u = curand_uniform_double(__state) - 0.5, v = curand_uniform_double(__state), __us = 0.5 - fabs(__u);
    const double __k = floor((2.0 * a / __us + b) * __u + __lambda + 0.43);
    if (__us >= 0.07 && v <= __v_r) return (unsigned int)__k;
    if (__k < 0 || (__us < 0.013 && v > __us)) continue;
    if (log(v) + log(__inverse_alpha) - log(a / (__us * __us) + b) <= __k * log(__lambda) - __lambda - lgamma(__k + 1.0)) return (unsigned int)__k;
  }
}
template <class _Sp> __SCALE_RAND unsigned int curand_poisson_knuth(_Sp *__state, float __lambda) {
  unsigned int __k = 0;
  float p = expf(__lambda);
  do {
    ++__k;
    p *= curand_uniform(__state);
  } while (p > 1.0f);
  return __k - 1;
}
#define __SCALE_POISSON(STATE)                                                                                                           \
  __SCALE_RAND unsigned int curand_poisson(STATE *__state, double __lambda) {                                                                \
    if (__lambda < 64) return curand_poisson_knuth(__state, (float)__lambda);                                                                  \
    if (__lambda > 4000) return (unsigned int)((sqrt(__lambda) * curand_normal_double(__state)) + __lambda + 0.5);                               \
    return __scale_poisson_rejection(__state, __lambda);                                                                                     \
  }
__SCALE_POISSON(curandStateXORWOW_t)
__SCALE_POISSON(curandStatePhilox4_32_10_t)
__SCALE_POISSON(curandStateMRG32k3a_t)
#undef __SCALE_POISSON
__SCALE_RAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *__state, double __lambda) {
  uint4 __r;
  __r.x = curand_poisson(__state, __lambda);
  __r.y = curand_poisson(__state, __lambda);
  __r.z = curand_poisson(__state, __lambda);
  __r.w = curand_poisson(__state, __lambda);
  return __r;
}
// One quasirandom number for one result: the distribution function is inverted by summing it up.
#define __SCALE_POISSON_QUASI(STATE)                                                                                                     \
  __SCALE_RAND unsigned int curand_poisson(STATE *__state, double __lambda) {                                                                \
    if (__lambda > 500) return (unsigned int)fmax(0.0, sqrt(__lambda) * curand_normal_double(__state) + __lambda + 0.5);                          \
    const double __u = curand_uniform_double(__state);                                                                                       \
    double __term = exp(-__lambda), __sum = __term;                                                                                              \
    unsigned int __k = 0;                                                                                                                  \
    while (__u > __sum && __term > 0) {                                                                                                        \
      ++__k;                                                                                                                               \
      __term *= __lambda / __k;                                                                                                                \
      __sum += __term;                                                                                                                       \
    }                                                                                                                                    \
    return __k;                                                                                                                            \
  }
__SCALE_POISSON_QUASI(curandStateSobol32_t)
__SCALE_POISSON_QUASI(curandStateScrambledSobol32_t)
__SCALE_POISSON_QUASI(curandStateSobol64_t)
__SCALE_POISSON_QUASI(curandStateScrambledSobol64_t)
#undef __SCALE_POISSON_QUASI

#endif
