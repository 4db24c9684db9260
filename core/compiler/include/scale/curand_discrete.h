// SPDX-License-Identifier: Apache-2.0
// Draws from a table that curandCreatePoissonDistribution made. One uniform number for one result, so that quasirandom draws stay so.
// Included by curand_kernel.h.
#ifndef SCALE_CURAND_DISCRETE_H
#define SCALE_CURAND_DISCRETE_H

struct curandDiscreteDistribution_st {
  unsigned int first;  // the smallest result
  unsigned int count;
  double *cumulative;  // probability of a result up to first + i; the last is 1
};
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;

template <class State> __SCALE_RAND unsigned int __scale_discrete(State *state, curandDiscreteDistribution_t distribution) {
  const double u = curand_uniform_double(state);
  unsigned int low = 0, high = distribution->count - 1;
  while (low < high) {
    const unsigned int middle = (low + high) / 2;
    if (u <= distribution->cumulative[middle]) high = middle;
    else low = middle + 1;
  }
  return distribution->first + low;
}
#define __SCALE_DISCRETE(STATE) \
  __SCALE_RAND unsigned int curand_discrete(STATE *state, curandDiscreteDistribution_t distribution) { return __scale_discrete(state, distribution); }
__SCALE_DISCRETE(curandStateXORWOW_t)
__SCALE_DISCRETE(curandStatePhilox4_32_10_t)
__SCALE_DISCRETE(curandStateMRG32k3a_t)
__SCALE_DISCRETE(curandStateSobol32_t)
__SCALE_DISCRETE(curandStateScrambledSobol32_t)
__SCALE_DISCRETE(curandStateSobol64_t)
__SCALE_DISCRETE(curandStateScrambledSobol64_t)
#undef __SCALE_DISCRETE
__SCALE_RAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t distribution) {
  uint4 r;
  r.x = curand_discrete(state, distribution);
  r.y = curand_discrete(state, distribution);
  r.z = curand_discrete(state, distribution);
  r.w = curand_discrete(state, distribution);
  return r;
}

#endif
