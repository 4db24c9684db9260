// SPDX-License-Identifier: Apache-2.0
// Arithmetic and conversions in a given rounding mode, by the rounding bits of MXCSR. The operations are asm, so that the compiler neither
// folds them in the default mode nor moves them out of the switched part.
#include <stdint.h>

enum { MODE_rd = 0x2000, MODE_ru = 0x4000, MODE_rz = 0x6000, MODE_rn = 0 };

extern double fma(double, double, double);

static inline unsigned enter(unsigned mode) {
  unsigned old, new;
  __asm__ volatile("stmxcsr %0" : "=m"(old));
  new = (old & ~0x6000u) | mode;
  __asm__ volatile("ldmxcsr %0" : : "m"(new));
  return old;
}

static inline void leave(unsigned old) { __asm__ volatile("ldmxcsr %0" : : "m"(old)); }

#define BINARY(op, mode, kind, type, instruction)        \
  type scale_##op##_##mode##_##kind(type a, type b) {    \
    unsigned old = enter(MODE_##mode);                   \
    __asm__ volatile(instruction " %1, %0" : "+x"(a) : "x"(b)); \
    leave(old);                                          \
    return a;                                            \
  }

#define UNARY(mode)                                                            \
  float scale_rcp_##mode##_f32(float a) { return scale_div_##mode##_f32(1.0f, a); } \
  double scale_rcp_##mode##_f64(double a) { return scale_div_##mode##_f64(1.0, a); } \
  float scale_sqrt_##mode##_f32(float a) {                                     \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("sqrtss %0, %0" : "+x"(a));                               \
    leave(old);                                                                \
    return a;                                                                  \
  }                                                                            \
  double scale_sqrt_##mode##_f64(double a) {                                   \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("sqrtsd %0, %0" : "+x"(a));                               \
    leave(old);                                                                \
    return a;                                                                  \
  }                                                                            \
  /* the product is exact in double; two roundings in one direction are one */ \
  float scale_fma_##mode##_f32(float a, float b, float c) {                    \
    double p = (double)a * (double)b, d = c;                                   \
    float r;                                                                   \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("addsd %2, %1\n\tcvtsd2ss %1, %0" : "=x"(r), "+x"(p) : "x"(d)); \
    leave(old);                                                                \
    return r;                                                                  \
  }                                                                            \
  double scale_fma_##mode##_f64(double a, double b, double c) {                \
    unsigned old = enter(MODE_##mode);                                         \
    double r = fma(a, b, c);                                                   \
    __asm__ volatile("" : "+x"(r));                                            \
    leave(old);                                                                \
    return r;                                                                  \
  }                                                                            \
  float scale_double2float_##mode(double a) {                                  \
    float r;                                                                   \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("cvtsd2ss %1, %0" : "=x"(r) : "x"(a));                    \
    leave(old);                                                                \
    return r;                                                                  \
  }                                                                            \
  float scale_ll2float_##mode(int64_t a) {                                     \
    float r = 0;                                                               \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("cvtsi2ssq %1, %0" : "+x"(r) : "r"(a));                   \
    leave(old);                                                                \
    return r;                                                                  \
  }                                                                            \
  double scale_ll2double_##mode(int64_t a) {                                   \
    double r = 0;                                                              \
    unsigned old = enter(MODE_##mode);                                         \
    __asm__ volatile("cvtsi2sdq %1, %0" : "+x"(r) : "r"(a));                   \
    leave(old);                                                                \
    return r;                                                                  \
  }                                                                            \
  float scale_int2float_##mode(int32_t a) { return scale_ll2float_##mode(a); } \
  float scale_uint2float_##mode(uint32_t a) { return scale_ll2float_##mode((int64_t)a); } \
  /* halves with the lost bit kept sticky, then doubles exactly */             \
  float scale_ull2float_##mode(uint64_t a) {                                   \
    return a >> 63 ? 2 * scale_ll2float_##mode((int64_t)(a >> 1 | (a & 1))) : scale_ll2float_##mode((int64_t)a); \
  }                                                                            \
  double scale_ull2double_##mode(uint64_t a) {                                 \
    return a >> 63 ? 2 * scale_ll2double_##mode((int64_t)(a >> 1 | (a & 1))) : scale_ll2double_##mode((int64_t)a); \
  }

#define MODE(mode)                            \
  BINARY(add, mode, f32, float, "addss")      \
  BINARY(sub, mode, f32, float, "subss")      \
  BINARY(mul, mode, f32, float, "mulss")      \
  BINARY(div, mode, f32, float, "divss")      \
  BINARY(add, mode, f64, double, "addsd")     \
  BINARY(sub, mode, f64, double, "subsd")     \
  BINARY(mul, mode, f64, double, "mulsd")     \
  BINARY(div, mode, f64, double, "divsd")     \
  UNARY(mode)

MODE(rz)
MODE(ru)
MODE(rd)
