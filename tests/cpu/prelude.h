// SPDX-License-Identifier: Apache-2.0
// What these tests need of CUDA's dialect, straight on clang's built-ins: they test the target, not the headers.
#pragma once
#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define KERNEL extern "C" __global__ void

typedef unsigned int u32;
typedef unsigned long long u64;

static __device__ __forceinline__ int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
static __device__ __forceinline__ int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
static __device__ __forceinline__ int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
static __device__ __forceinline__ void __syncwarp(u32 mask = ~0u) { __nvvm_bar_warp_sync(mask); }
static __device__ __forceinline__ int clamp_up(int width) { return (32 - width) << 8; }
static __device__ __forceinline__ int clamp_down(int width) { return (32 - width) << 8 | 31; }
static __device__ __forceinline__ int __shfl_sync(u32 m, int v, int l, int w = 32) { return __nvvm_shfl_sync_idx_i32(m, v, l, clamp_down(w)); }
static __device__ __forceinline__ int __shfl_up_sync(u32 m, int v, int d, int w = 32) { return __nvvm_shfl_sync_up_i32(m, v, d, clamp_up(w)); }
static __device__ __forceinline__ int __shfl_down_sync(u32 m, int v, int d, int w = 32) { return __nvvm_shfl_sync_down_i32(m, v, d, clamp_down(w)); }
static __device__ __forceinline__ int __shfl_xor_sync(u32 m, int v, int d, int w = 32) { return __nvvm_shfl_sync_bfly_i32(m, v, d, clamp_down(w)); }
static __device__ __forceinline__ float __shfl_sync(u32 m, float v, int l, int w = 32) { return __nvvm_shfl_sync_idx_f32(m, v, l, clamp_down(w)); }
static __device__ __forceinline__ float __shfl_up_sync(u32 m, float v, int d, int w = 32) { return __nvvm_shfl_sync_up_f32(m, v, d, clamp_up(w)); }
static __device__ __forceinline__ float __shfl_down_sync(u32 m, float v, int d, int w = 32) { return __nvvm_shfl_sync_down_f32(m, v, d, clamp_down(w)); }
static __device__ __forceinline__ float __shfl_xor_sync(u32 m, float v, int d, int w = 32) { return __nvvm_shfl_sync_bfly_f32(m, v, d, clamp_down(w)); }
static __device__ __forceinline__ u32 __ballot_sync(u32 m, int p) { return __nvvm_vote_ballot_sync(m, p); }
static __device__ __forceinline__ int __any_sync(u32 m, int p) { return __nvvm_vote_any_sync(m, p); }
static __device__ __forceinline__ int __all_sync(u32 m, int p) { return __nvvm_vote_all_sync(m, p); }
static __device__ __forceinline__ u32 __activemask() { return __nvvm_activemask(); }
static __device__ __forceinline__ u32 lane_id() { return __nvvm_read_ptx_sreg_laneid(); }

extern "C" {
__device__ float __nv_sqrtf(float);
__device__ int vprintf(const char *, const void *);
__device__ int __scale_atomic_add_s32(int *, int, int, int);
__device__ u32 __scale_atomic_add_u32(u32 *, u32, int, int);
__device__ float __scale_atomic_add_f32(float *, float, int, int);
__device__ double __scale_atomic_add_f64(double *, double, int, int);
}
static __device__ __forceinline__ int atomicAdd(int *p, int v) { return __scale_atomic_add_s32(p, v, 0, 3); }
static __device__ __forceinline__ u32 atomicAdd(u32 *p, u32 v) { return __scale_atomic_add_u32(p, v, 0, 3); }
static __device__ __forceinline__ float atomicAdd(float *p, float v) { return __scale_atomic_add_f32(p, v, 0, 3); }
