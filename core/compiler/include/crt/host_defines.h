// SPDX-License-Identifier: Apache-2.0
// The qualifiers of CUDA C++ and the attribute macros of its public headers.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#if defined(__GNUC__) || defined(__clang__)
#define __no_return__ __attribute__((__noreturn__))
#define __forceinline__ __inline__ __attribute__((__always_inline__))
#define __align__(n) __attribute__((__aligned__(n)))
#define __thread__ __thread
#define __import__
#define __export__
#define __location__(a) __attribute__((a))
#define __annotate__(a) __attribute__((a))
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define __specialization_static
#else
#error "scale's CUDA headers need clang or a GCC-compatible compiler"
#endif

// clang has __noinline__ as a keyword in CUDA mode, which also keeps __attribute__((__noinline__)) working.
#if defined(__CUDACC__) && !defined(__clang__)
#define __noinline__ __attribute__((noinline))
#endif

#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __builtin_align__(a) __align__(a)
#define __cuda_assign_operators

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
// A kernel's stub in a library must not give way to one of the same name in the program, so it is hidden, as since CUDA 13.
#if defined(__SCALE_VISIBLE_KERNELS__) || defined(__CUDA_ARCH__)
#define __global__ __attribute__((global))
#else
#define __global__ __attribute__((global, __visibility__("hidden")))
#endif
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __tile_global__ __attribute__((global))
// The second attribute means nothing for these targets: clang refuses it on what is no kernel, as nvcc does the first.
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__), amdgpu_num_vgpr(0)))
#if defined(__has_attribute) && __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((grid_constant))
#else
#define __grid_constant__
#endif
#if defined(__SCALE_NVIDIA__)
#define __cluster_dims__(...) __attribute__((annotate("scale.cluster_dims", __VA_ARGS__)))
#define __maxnreg__(...) __attribute__((annotate("scale.maxnreg", __VA_ARGS__)))
#elif defined(__has_attribute) && __has_attribute(cluster_dims)
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#ifdef __SCALE_MANAGED__
// The section tells the compiler which variables both sides reach through a pointer (scale/compiler/ir/managed.py).
#define __managed__ __attribute__((device)) __attribute__((section(".scale.managed")))
#else
// The first use makes the front end start again with the macro above.
#define __managed__ _Pragma("GCC error \"scale: managed variable\"") __attribute__((device))
#endif
#else
// A host compiler on its own: functions marked for the device are never called from it.
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __tile_global__
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
#endif
#ifndef __maxnreg__
#define __maxnreg__(...)
#endif
#define __block_size__(...)
#define __nv_pure__ __attribute__((__pure__))
#define __inline_hint__

#endif
