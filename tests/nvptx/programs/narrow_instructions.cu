// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's GPUs have instructions for, of half, bfloat16 and fp8: sums over all bit patterns, beside those that the host computes.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum { OPERATIONS = 64 };
__device__ unsigned long long sums[OPERATIONS];
static unsigned long long host_sums[OPERATIONS];

// All NaNs count as one: NVIDIA's GPUs give another than the CPU does.
template <class T> __host__ __device__ T one_nan(T v) { return v; }
template <class H> __host__ __device__ H plain(H v) { return __hisnan(v) ? H(0.0f) : v; }
__host__ __device__ __half one_nan(__half v) { return plain(v); }
__host__ __device__ __nv_bfloat16 one_nan(__nv_bfloat16 v) { return plain(v); }
__host__ __device__ __half2 one_nan(__half2 v) { return __half2(plain(v.x), plain(v.y)); }
__host__ __device__ __nv_bfloat162 one_nan(__nv_bfloat162 v) { return __nv_bfloat162(plain(v.x), plain(v.y)); }
template <class T> __host__ __device__ void add(int &number, unsigned index, T given) {
  const T value = one_nan(given);
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  const unsigned long long term = (bits + 1) * (2654435761ull * index + 12345);
#ifdef __CUDA_ARCH__
  atomicAdd(&sums[number++], term);
#else
  host_sums[number++] += term;
#endif
}
template <class T> __host__ __device__ T from(unsigned bits) {
  T r;
  memcpy(&r, &bits, sizeof r);
  return r;
}

template <class H, class H2> __host__ __device__ void arithmetic(int n, unsigned i, H a, H b, H c) {
  const H2 x(a, b), y(b, c), z(c, a);
  add(n, i, a + b);
  add(n, i, a - b);
  add(n, i, a * b);
  add(n, i, __hfma(a, b, c));
  add(n, i, __hmax(a, b));
  add(n, i, __hmin(a, b));
  add(n, i, __hmax_nan(a, b));
  add(n, i, __hmin_nan(a, b));
  add(n, i, __hmax2(x, y));
  add(n, i, __hmin2(x, y));
  add(n, i, __hmin2_nan(x, y));
  add(n, i, __hfma_relu(a, b, c));
  add(n, i, __hfma2_relu(x, y, z));
  add(n, i, x + y);
  add(n, i, x * y);
  add(n, i, __hfma2(x, y, z));
}

__host__ __device__ void half_precision(const unsigned i) {
  const unsigned bits = i * 2654435761u;
  const __half a = from<__half>(i), b = from<__half>(bits >> 16), c = from<__half>(bits >> 7);
  arithmetic<__half, __half2>(0, i, a, b, c);
  int n = 16;
  const float f = from<float>(bits);
  add(n, i, __float2half(f));
  add(n, i, __float2half_rz(f));
  add(n, i, __float2half_ru(f * 1e-30f));
  add(n, i, __float2half_rd(__half2float(a) * 1.0003f));
  add(n, i, __double2half(__half2float(a) * 1.00048828125));
  add(n, i, __double2half(f * 0.7));
  add(n, i, __half2int_rn(a));
  add(n, i, __half2uint_rz(a));
  add(n, i, __half2short_ru(a));
  add(n, i, __half2ll_rd(a));
  add(n, i, __half2ull_rn(a));
  add(n, i, __int2half_rn((int)bits >> (i % 31)));
  add(n, i, __uint2half_rz(bits >> (i % 31)));
  add(n, i, __ll2half_ru((long long)bits << (i % 31)));
  add(n, i, __half2uchar_rz(a));
  add(n, i, __ushort2half_rn((unsigned short)bits));
}

__host__ __device__ void bfloat(const unsigned i) {
  const unsigned bits = i * 2654435761u;
  const __nv_bfloat16 a = from<__nv_bfloat16>(i), b = from<__nv_bfloat16>(bits >> 16), c = from<__nv_bfloat16>(bits >> 7);
  arithmetic<__nv_bfloat16, __nv_bfloat162>(32, i, a, b, c);
  int n = 48;
  const float f = from<float>(bits);
  add(n, i, __float2bfloat16(f));
  add(n, i, __float2bfloat16_rz(f));
  add(n, i, __float2bfloat16_ru(f));
  add(n, i, __float2bfloat16_rd(f));
  add(n, i, __double2bfloat16(f * 1.0000000001));
  add(n, i, __bfloat162int_rn(a));
  add(n, i, __int2bfloat16_rn((int)bits >> (i % 31)));
  add(n, i, __ull2bfloat16_rd((unsigned long long)bits << (i % 31)));
  const float g = __half2float(from<__half>(i));
  add(n, i, __nv_fp8_e4m3(g).__x);
  add(n, i, __nv_fp8_e5m2(g * 3.3f).__x);
  add(n, i, __nv_fp8x2_e4m3(make_float2(g, 2.0f - g)).__x);
  add(n, i, __nv_fp8x4_e5m2(make_float4(g, -g, 1.0f / g, g * g)).__x);
  add(n, i, __nv_cvt_halfraw2_to_fp8x2(__half2_raw{(unsigned short)i, (unsigned short)bits}, __NV_SATFINITE, __NV_E4M3));
  add(n, i, __nv_cvt_float_to_fp8(g, __NV_NOSAT, __NV_E4M3));
  const float2 pair = float2(from<__nv_fp8x2_e4m3>(i));
  add(n, i, pair.x == pair.x && pair.y == pair.y ? pair.x * 3 + pair.y : 0.0f);
  add(n, i, __half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, __NV_E5M2)));
}

__global__ void all() {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  half_precision(i);
  bfloat(i);
}

int main() {
  all<<<256, 256>>>();
  unsigned long long found[OPERATIONS];
  cudaMemcpyFromSymbol(found, sums, sizeof found);
  for (unsigned i = 0; i < 1 << 16; ++i) half_precision(i), bfloat(i);
  int wrong = 0;
  for (int i = 0; i < OPERATIONS; ++i)
    if (found[i] != host_sums[i]) printf("operation %d differs\n", i), ++wrong;
  printf("%d of %d differ\n", wrong, OPERATIONS);
  return cudaDeviceSynchronize();
}
