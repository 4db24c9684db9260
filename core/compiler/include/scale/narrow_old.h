// SPDX-License-Identifier: Apache-2.0
// The 16-bit floating-point types for host compilers before C++11: storage alone, for declarations of library functions.
#ifndef SCALE_NARROW_OLD_H
#define SCALE_NARROW_OLD_H

struct __attribute__((__aligned__(2))) __half_raw { unsigned short x; };
struct __attribute__((__aligned__(4))) __half2_raw { unsigned short x, y; };
struct __attribute__((__aligned__(2))) __nv_bfloat16_raw { unsigned short x; };
struct __attribute__((__aligned__(4))) __nv_bfloat162_raw { unsigned short x, y; };
typedef __half_raw __half;
typedef __half2_raw __half2;
typedef __nv_bfloat16_raw __nv_bfloat16;
typedef __nv_bfloat162_raw __nv_bfloat162;
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
