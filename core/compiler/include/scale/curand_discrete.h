// SPDX-License-Identifier: Apache-2.0
// Draws from a table that curandCreatePoissonDistribution made. One uniform number for one result, so that quasirandom draws stay so.
// Included by curand_kernel.h.
#ifndef SCALE_CURAND_DISCRETE_H
#define SCALE_CURAND_DISCRETE_H

struct curandDiscreteDistribution_st {
  unsigned int __first;  // the smallest result
  unsigned int count;
  double *__cumulative;  // probability of a result up to first + i; the last is 1
};
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;

template <class _State> __SCALE_RAND unsigned int __scale_discrete(_State *__state, curandDiscreteDistribution_t __distribution) {
  const double __u = curand_uniform_double(__state);
  unsigned int __low = 0, __high = __distribution->count - 1;
  while (__low < __high) {
    const unsigned int __middle = (__low + __high) / 2;
    if (__u <= __distribution->__cumulative[__middle]) __high = __middle;
    else __low = __middle + 1;
  }
  return __distribution->__first + __low;
}
#define __SCALE_DISCRETE(STATE) \
  __SCALE_RAND unsigned int curand_discrete(STATE *__state, curandDiscreteDistribution_t __distribution) { return __scale_discrete(__state, __distribution); }
__SCALE_DISCRETE(curandStateXORWOW_t)
__SCALE_DISCRETE(curandStatePhilox4_32_10_t)
__SCALE_DISCRETE(curandStateMRG32k3a_t)
__SCALE_DISCRETE(curandStateSobol32_t)
__SCALE_DISCRETE(curandStateScrambledSobol32_t)
__SCALE_DISCRETE(curandStateSobol64_t)
__SCALE_DISCRETE(curandStateScrambledSobol64_t)
#undef __SCALE_DISCRETE
__SCALE_RAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *__state, curandDiscreteDistribution_t __distribution) {
  uint4 __r;
  __r.x = curand_discrete(__state, __distribution);
  __r.y = curand_discrete(__state, __distribution);
  __r.z = curand_discrete(__state, __distribution);
  __r.w = curand_discrete(__state, __distribution);
  return __r;
}

#endif
