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
  __SCALE_RAND float curand_uniform(STATE *state) { return _curand_uniform(curand(state)); }
#define __SCALE_UNIFORM_DOUBLE(STATE)                                                                 \
  __SCALE_RAND double curand_uniform_double(STATE *state) { return _curand_uniform_double(curand(state)); }
__SCALE_UNIFORM(curandStateTest_t) __SCALE_UNIFORM(curandStateXORWOW_t) __SCALE_UNIFORM(curandStatePhilox4_32_10_t)
__SCALE_UNIFORM(curandStateSobol32_t) __SCALE_UNIFORM(curandStateScrambledSobol32_t)
__SCALE_UNIFORM(curandStateSobol64_t) __SCALE_UNIFORM(curandStateScrambledSobol64_t)
__SCALE_UNIFORM_DOUBLE(curandStateTest_t) __SCALE_UNIFORM_DOUBLE(curandStatePhilox4_32_10_t)
__SCALE_UNIFORM_DOUBLE(curandStateSobol32_t) __SCALE_UNIFORM_DOUBLE(curandStateScrambledSobol32_t)
__SCALE_UNIFORM_DOUBLE(curandStateSobol64_t) __SCALE_UNIFORM_DOUBLE(curandStateScrambledSobol64_t)
#undef __SCALE_UNIFORM
#undef __SCALE_UNIFORM_DOUBLE
__SCALE_RAND double curand_uniform_double(curandStateXORWOW_t *state) {
  const unsigned int x = curand(state), y = curand(state);
  return _curand_uniform_double_hq(x, y);
}
__SCALE_RAND float curand_uniform(curandStateMRG32k3a_t *state) { return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM); }
__SCALE_RAND double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * MRG32K3A_NORM; }
__SCALE_RAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state) { return _curand_uniform4(curand4(state)); }
__SCALE_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
__SCALE_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

// ---- Normal: Box-Muller in pairs, the second value kept for the next call; the inverse distribution for Sobol.
__SCALE_RAND float2 __scale_polar(float u, float v) {
  const float s = sqrtf(-2.0f * logf(u));
  float2 r;
#if defined(__CUDA_ARCH__)
  __sincosf(v, &r.x, &r.y);
#else
  r.x = sinf(v);
  r.y = cosf(v);
#endif
  r.x *= s;
  r.y *= s;
  return r;
}
__SCALE_RAND double2 __scale_polar_double(double u, double v) {
  const double s = sqrt(-2.0 * log(u));
  double2 r;
#if defined(__CUDA_ARCH__)
  sincospi(v, &r.x, &r.y);
#else
  r.x = sin(v * CURAND_PI_DOUBLE);
  r.y = cos(v * CURAND_PI_DOUBLE);
#endif
  r.x *= s;
  r.y *= s;
  return r;
}
__SCALE_RAND float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return __scale_polar(x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2), y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2));
}
__SCALE_RAND double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const unsigned long long y = (unsigned long long)y0 ^ ((unsigned long long)y1 << 21);
  return __scale_polar_double(_curand_uniform_double_hq(x0, x1), (double)y * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE);
}
template <class S> __SCALE_RAND float2 curand_box_muller(S *state) {
  const unsigned int x = curand(state), y = curand(state);
  return _curand_box_muller(x, y);
}
__SCALE_RAND float2 curand_box_muller_mrg(curandStateMRG32k3a_t *state) {
  const float x = curand_uniform(state), y = curand_uniform(state) * CURAND_2PI;
  return __scale_polar(x, y);
}
template <class S> __SCALE_RAND double2 curand_box_muller_double(S *state) {
  const unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return _curand_box_muller_double(x0, x1, y0, y1);
}
__SCALE_RAND double2 curand_box_muller_mrg_double(curandStateMRG32k3a_t *state) {
  const double x = curand_uniform_double(state), y = curand_uniform_double(state) * 2.0;
  return __scale_polar_double(x, y);
}
__SCALE_RAND float2 curand_normal2(curandStateXORWOW_t *state) { return curand_box_muller(state); }
__SCALE_RAND float2 curand_normal2(curandStatePhilox4_32_10_t *state) { return curand_box_muller(state); }
__SCALE_RAND float2 curand_normal2(curandStateMRG32k3a_t *state) { return curand_box_muller_mrg(state); }
__SCALE_RAND double2 curand_normal2_double(curandStateXORWOW_t *state) { return curand_box_muller_double(state); }
__SCALE_RAND double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
__SCALE_RAND double2 curand_normal2_double(curandStateMRG32k3a_t *state) { return curand_box_muller_mrg_double(state); }
__SCALE_RAND float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  const float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
__SCALE_RAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}
#define __SCALE_NORMAL(STATE)                                                                         \
  __SCALE_RAND float curand_normal(STATE *state) {                                                    \
    if (state->boxmuller_flag != EXTRA_FLAG_NORMAL) {                                                 \
      const float2 v = curand_normal2(state);                                                         \
      state->boxmuller_extra = v.y;                                                                   \
      state->boxmuller_flag = EXTRA_FLAG_NORMAL;                                                      \
      return v.x;                                                                                     \
    }                                                                                                 \
    state->boxmuller_flag = 0;                                                                        \
    return state->boxmuller_extra;                                                                    \
  }                                                                                                   \
  __SCALE_RAND double curand_normal_double(STATE *state) {                                            \
    if (state->boxmuller_flag_double != EXTRA_FLAG_NORMAL) {                                          \
      const double2 v = curand_normal2_double(state);                                                 \
      state->boxmuller_extra_double = v.y;                                                            \
      state->boxmuller_flag_double = EXTRA_FLAG_NORMAL;                                               \
      return v.x;                                                                                     \
    }                                                                                                 \
    state->boxmuller_flag_double = 0;                                                                 \
    return state->boxmuller_extra_double;                                                             \
  }                                                                                                   \
  __SCALE_RAND float2 curand_log_normal2(STATE *state, float mean, float stddev) {                    \
    const float2 v = curand_normal2(state);                                                           \
    return make_float2(expf(mean + stddev * v.x), expf(mean + stddev * v.y));                         \
  }                                                                                                   \
  __SCALE_RAND double2 curand_log_normal2_double(STATE *state, double mean, double stddev) {          \
    const double2 v = curand_normal2_double(state);                                                   \
    return make_double2(exp(mean + stddev * v.x), exp(mean + stddev * v.y));                          \
  }                                                                                                   \
  __SCALE_RAND float curand_log_normal(STATE *state, float mean, float stddev) {                      \
    if (state->boxmuller_flag != EXTRA_FLAG_LOG_NORMAL) {                                             \
      const float2 v = curand_log_normal2(state, mean, stddev);                                       \
      state->boxmuller_extra = v.y;                                                                   \
      state->boxmuller_flag = EXTRA_FLAG_LOG_NORMAL;                                                  \
      return v.x;                                                                                     \
    }                                                                                                 \
    state->boxmuller_flag = 0;                                                                        \
    return state->boxmuller_extra;                                                                    \
  }                                                                                                   \
  __SCALE_RAND double curand_log_normal_double(STATE *state, double mean, double stddev) {            \
    if (state->boxmuller_flag_double != EXTRA_FLAG_LOG_NORMAL) {                                      \
      const double2 v = curand_log_normal2_double(state, mean, stddev);                               \
      state->boxmuller_extra_double = v.y;                                                            \
      state->boxmuller_flag_double = EXTRA_FLAG_LOG_NORMAL;                                           \
      return v.x;                                                                                     \
    }                                                                                                 \
    state->boxmuller_flag_double = 0;                                                                 \
    return state->boxmuller_extra_double;                                                             \
  }
__SCALE_NORMAL(curandStateXORWOW_t)
__SCALE_NORMAL(curandStatePhilox4_32_10_t)
__SCALE_NORMAL(curandStateMRG32k3a_t)
#undef __SCALE_NORMAL
__SCALE_RAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev) {
  const float4 v = curand_normal4(state);
  return make_float4(expf(mean + stddev * v.x), expf(mean + stddev * v.y), expf(mean + stddev * v.z), expf(mean + stddev * v.w));
}
__SCALE_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double stddev) {
  const double4 v = curand_normal4_double(state);
  return make_double4(exp(mean + stddev * v.x), exp(mean + stddev * v.y), exp(mean + stddev * v.z), exp(mean + stddev * v.w));
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
  __SCALE_RAND float curand_normal(STATE *state) { return _curand_normal_icdf(curand(state)); }                                               \
  __SCALE_RAND double curand_normal_double(STATE *state) { return _curand_normal_icdf_double(curand(state)); }                                \
  __SCALE_RAND float curand_log_normal(STATE *state, float mean, float stddev) { return expf(mean + stddev * curand_normal(state)); }         \
  __SCALE_RAND double curand_log_normal_double(STATE *state, double mean, double stddev) { return exp(mean + stddev * curand_normal_double(state)); }
__SCALE_ICDF(curandStateSobol32_t)
__SCALE_ICDF(curandStateScrambledSobol32_t)
__SCALE_ICDF(curandStateSobol64_t)
__SCALE_ICDF(curandStateScrambledSobol64_t)
#undef __SCALE_ICDF

// ---- Poisson. Below 64 Knuth's products, above 4000 a rounded normal, as in cuRAND. Between them, and for Sobol, the distribution is
// the same but the sequence is not cuRAND's: transformed rejection (Hoermann 1993, PTRS).
template <class S> static __inline__ __host__ __device__ __attribute__((unused)) unsigned int __scale_poisson_rejection(S *state, double lambda) {
  const double root = sqrt(lambda), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2.0);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state), us = 0.5 - fabs(u);
    const double k = floor((2.0 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= v_r) return (unsigned int)k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= k * log(lambda) - lambda - lgamma(k + 1.0)) return (unsigned int)k;
  }
}
template <class S> __SCALE_RAND unsigned int curand_poisson_knuth(S *state, float lambda) {
  unsigned int k = 0;
  float p = expf(lambda);
  do {
    ++k;
    p *= curand_uniform(state);
  } while (p > 1.0f);
  return k - 1;
}
#define __SCALE_POISSON(STATE)                                                                                                           \
  __SCALE_RAND unsigned int curand_poisson(STATE *state, double lambda) {                                                                \
    if (lambda < 64) return curand_poisson_knuth(state, (float)lambda);                                                                  \
    if (lambda > 4000) return (unsigned int)((sqrt(lambda) * curand_normal_double(state)) + lambda + 0.5);                               \
    return __scale_poisson_rejection(state, lambda);                                                                                     \
  }
__SCALE_POISSON(curandStateXORWOW_t)
__SCALE_POISSON(curandStatePhilox4_32_10_t)
__SCALE_POISSON(curandStateMRG32k3a_t)
#undef __SCALE_POISSON
__SCALE_RAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
  uint4 r;
  r.x = curand_poisson(state, lambda);
  r.y = curand_poisson(state, lambda);
  r.z = curand_poisson(state, lambda);
  r.w = curand_poisson(state, lambda);
  return r;
}
// One quasirandom number for one result: the distribution function is inverted by summing it up.
#define __SCALE_POISSON_QUASI(STATE)                                                                                                     \
  __SCALE_RAND unsigned int curand_poisson(STATE *state, double lambda) {                                                                \
    if (lambda > 500) return (unsigned int)fmax(0.0, sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);                          \
    const double u = curand_uniform_double(state);                                                                                       \
    double term = exp(-lambda), sum = term;                                                                                              \
    unsigned int k = 0;                                                                                                                  \
    while (u > sum && term > 0) {                                                                                                        \
      ++k;                                                                                                                               \
      term *= lambda / k;                                                                                                                \
      sum += term;                                                                                                                       \
    }                                                                                                                                    \
    return k;                                                                                                                            \
  }
__SCALE_POISSON_QUASI(curandStateSobol32_t)
__SCALE_POISSON_QUASI(curandStateScrambledSobol32_t)
__SCALE_POISSON_QUASI(curandStateSobol64_t)
__SCALE_POISSON_QUASI(curandStateScrambledSobol64_t)
#undef __SCALE_POISSON_QUASI

#endif
