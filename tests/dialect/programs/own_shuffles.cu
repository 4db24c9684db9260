#include <cuda_fp16.h>
template <class T> __device__ inline T __shfl(T v, int lane, int width = 32) { return __shfl_sync(0xffffffffu, v, lane, width); }
template <typename T> __device__ __forceinline__ T __shfl_xor(T v, int lane, int width = warpSize) { return __shfl_xor_sync(0xffffffffu, v, lane, width); }
struct Pair { int a, b; };
template <> __device__ inline Pair __shfl(Pair v, int lane, int) { return {__shfl(v.a, lane), __shfl(v.b, lane, 16)}; }
__global__ void k(int *o, double *d) { o[threadIdx.x] = __shfl(int(threadIdx.x), 3) + __shfl(Pair{1, 2}, 1, 32).b; d[0] = __shfl_xor(d[0], 1); }
