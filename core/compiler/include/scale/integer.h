// SPDX-License-Identifier: Apache-2.0
// Integer and bit-cast intrinsics (CUDA Math API, "Integer Intrinsics" and the casts of "Type Casting Intrinsics"), in plain C++.
#ifndef SCALE_INTEGER_H
#define SCALE_INTEGER_H

#include "device.h"

__SCALE_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__SCALE_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__SCALE_DEVICE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
__SCALE_DEVICE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
__SCALE_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
__SCALE_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
__SCALE_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
__SCALE_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

// Byte i of the result is byte (selector nibble i, low three bits) of y:x.
__SCALE_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
#ifdef __SCALE_NVIDIA__
  unsigned __p;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(__p) : "r"(x), "r"(y), "r"(s & 0x7777));
  return __p;
#endif
  unsigned long long __both = ((unsigned long long)y << 32) | x;
  unsigned __r = (unsigned)(__both >> ((s & 7) * 8)) & 0xff;
  __r |= ((unsigned)(__both >> (((s >> 4) & 7) * 8)) & 0xff) << 8;
  __r |= ((unsigned)(__both >> (((s >> 8) & 7) * 8)) & 0xff) << 16;
  __r |= ((unsigned)(__both >> (((s >> 12) & 7) * 8)) & 0xff) << 24;
  return __r;
}

__SCALE_DEVICE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((((unsigned long long)hi) << 32) | lo) << (n & 31)) >> 32);
}
__SCALE_DEVICE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((((unsigned long long)hi) << 32) | lo)) >> (n & 31));
}
__SCALE_DEVICE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((((unsigned long long)hi) << 32) | lo) << (n < 32 ? n : 32)) >> 32);
}
__SCALE_DEVICE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((((unsigned long long)hi) << 32) | lo)) >> (n < 32 ? n : 32));
}

__SCALE_DEVICE int __mul24(int a, int b) { return (int)((unsigned)((a << 8) >> 8) * (unsigned)((b << 8) >> 8)); }
__SCALE_DEVICE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__SCALE_DEVICE int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__SCALE_DEVICE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
__SCALE_DEVICE long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
__SCALE_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
__SCALE_DEVICE int mulhi(int a, int b) { return __mulhi(a, b); }
__SCALE_DEVICE unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
__SCALE_DEVICE unsigned mulhi(int a, unsigned b) { return __umulhi((unsigned)a, b); }
__SCALE_DEVICE unsigned mulhi(unsigned a, int b) { return __umulhi(a, (unsigned)b); }
__SCALE_DEVICE long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
__SCALE_DEVICE unsigned long long mul64hi(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
__SCALE_DEVICE int mul24(int a, int b) { return __mul24(a, b); }
__SCALE_DEVICE unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

__SCALE_DEVICE int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__SCALE_DEVICE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__SCALE_DEVICE unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
__SCALE_DEVICE unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
__SCALE_DEVICE unsigned __sad(int a, int b, unsigned c) { return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c; }
__SCALE_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }

__SCALE_HOST_DEVICE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
__SCALE_HOST_DEVICE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
__SCALE_HOST_DEVICE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

// Dot products of packed bytes, and of packed halves with two of four packed bytes.
#ifdef __SCALE_NVIDIA__
#define __SCALE_DOT(NAME, W, TEXT)                                             \
  __SCALE_DEVICE W NAME(W a, W b, W c) {                                       \
    W __r;                                                                     \
    asm(TEXT " %0, %1, %2, %3;" : "=r"(__r) : "r"(a), "r"(b), "r"(c));         \
    return __r;                                                                \
  }
__SCALE_DOT(__dp4a, int, "dp4a.s32.s32")
__SCALE_DOT(__dp4a, unsigned, "dp4a.u32.u32")
__SCALE_DOT(__dp2a_lo, int, "dp2a.lo.s32.s32")
__SCALE_DOT(__dp2a_hi, int, "dp2a.hi.s32.s32")
__SCALE_DOT(__dp2a_lo, unsigned, "dp2a.lo.u32.u32")
__SCALE_DOT(__dp2a_hi, unsigned, "dp2a.hi.u32.u32")
#undef __SCALE_DOT
#else
#define __SCALE_DOT4(W, B)                                                                        \
  __SCALE_DEVICE W __dp4a(W a, W b, W c) {                                                        \
    return (W)((unsigned)c + (unsigned)((W)(B)a * (B)b) + (unsigned)((W)(B)(a >> 8) * (B)(b >> 8)) + \
               (unsigned)((W)(B)(a >> 16) * (B)(b >> 16)) + (unsigned)((W)(B)(a >> 24) * (B)(b >> 24))); \
  }
__SCALE_DOT4(int, signed char)
__SCALE_DOT4(unsigned, unsigned char)
#undef __SCALE_DOT4
#define __SCALE_DOT2(NAME, W, H, B, SHIFT)                                                        \
  __SCALE_DEVICE W NAME(W a, W b, W c) {                                                          \
    return (W)((unsigned)c + (unsigned)((W)(H)a * (B)(b >> SHIFT)) + (unsigned)((W)(H)(a >> 16) * (B)(b >> (SHIFT + 8)))); \
  }
__SCALE_DOT2(__dp2a_lo, int, short, signed char, 0)
__SCALE_DOT2(__dp2a_hi, int, short, signed char, 16)
__SCALE_DOT2(__dp2a_lo, unsigned, unsigned short, unsigned char, 0)
__SCALE_DOT2(__dp2a_hi, unsigned, unsigned short, unsigned char, 16)
#undef __SCALE_DOT2
#endif
__SCALE_DEVICE int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__SCALE_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + (unsigned)a.x * b.x + (unsigned)a.y * b.y + (unsigned)a.z * b.z + (unsigned)a.w * b.w;
}
__SCALE_DEVICE int __dp2a_lo(short2 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y; }
__SCALE_DEVICE int __dp2a_hi(short2 a, char4 b, int c) { return c + a.x * b.z + a.y * b.w; }
__SCALE_DEVICE unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return c + (unsigned)a.x * b.x + (unsigned)a.y * b.y; }
__SCALE_DEVICE unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return c + (unsigned)a.x * b.z + (unsigned)a.y * b.w; }

#define __SCALE_BITS(NAME, TO, FROM)      \
  __SCALE_DEVICE TO NAME(FROM x) {        \
    TO __r;                                 \
    __builtin_memcpy(&__r, &x, sizeof __r);   \
    return __r;                             \
  }
__SCALE_BITS(__float_as_int, int, float)
__SCALE_BITS(__float_as_uint, unsigned, float)
__SCALE_BITS(__int_as_float, float, int)
__SCALE_BITS(__uint_as_float, float, unsigned)
__SCALE_BITS(__double_as_longlong, long long, double)
__SCALE_BITS(__longlong_as_double, double, long long)
__SCALE_BITS(float_as_int, int, float)
__SCALE_BITS(float_as_uint, unsigned, float)
__SCALE_BITS(int_as_float, float, int)
__SCALE_BITS(uint_as_float, float, unsigned)
#undef __SCALE_BITS
__SCALE_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__SCALE_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
__SCALE_DEVICE double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((long long)(((unsigned long long)(unsigned)hi << 32) | (unsigned)lo));
}

#endif
