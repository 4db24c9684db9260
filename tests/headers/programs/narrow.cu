// SPDX-License-Identifier: Apache-2.0
// Writes what half and bfloat16 functions give, on the device and then on the host, as raw words.
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int N = 65536;
struct Results {
  float half_to_float[N], bfloat_to_float[N];
  unsigned short float_to_half[4][N], float_to_bfloat[4][N], half_ops[6][N], bfloat_ops[6][N];
  int half_to_int[N];
};

__host__ __device__ unsigned hash(unsigned x) {
  x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
// Floats around the range of half, with all tails of the mantissa.
__host__ __device__ float sample(unsigned i) {
  const unsigned r = hash(i), bits = (r & 0x807fffffu) | ((96 + (hash(i + 77) % 50)) << 23);
  float f;
  memcpy(&f, &bits, 4);
  return f;
}
__host__ __device__ void fill(Results *r, int i) {
  const __half h = __ushort_as_half((unsigned short)i), g = __ushort_as_half((unsigned short)hash(i)), k = __ushort_as_half((unsigned short)hash(i + 1));
  const __nv_bfloat16 b = __ushort_as_bfloat16((unsigned short)i), c = __ushort_as_bfloat16((unsigned short)hash(i));
  const float f = sample(i);
  r->half_to_float[i] = __half2float(h);
  r->bfloat_to_float[i] = __bfloat162float(b);
  r->float_to_half[0][i] = __half_as_ushort(__float2half_rn(f));
  r->float_to_half[1][i] = __half_as_ushort(__float2half_rz(f));
  r->float_to_half[2][i] = __half_as_ushort(__float2half_ru(f));
  r->float_to_half[3][i] = __half_as_ushort(__float2half_rd(f));
  r->float_to_bfloat[0][i] = __bfloat16_as_ushort(__float2bfloat16_rn(f));
  r->float_to_bfloat[1][i] = __bfloat16_as_ushort(__float2bfloat16_rz(f));
  r->float_to_bfloat[2][i] = __bfloat16_as_ushort(__float2bfloat16_ru(f));
  r->float_to_bfloat[3][i] = __bfloat16_as_ushort(__float2bfloat16_rd(f));
  r->half_ops[0][i] = __half_as_ushort(__hadd(h, g));
  r->half_ops[1][i] = __half_as_ushort(__hsub(h, g));
  r->half_ops[2][i] = __half_as_ushort(__hmul(h, g));
  r->half_ops[3][i] = __half_as_ushort(__hdiv(h, g));
  r->half_ops[4][i] = __half_as_ushort(__hmax(h, g));
  r->half_ops[5][i] = __half_as_ushort(__hfma(h, g, k));
  r->bfloat_ops[0][i] = __bfloat16_as_ushort(__hadd(b, c));
  r->bfloat_ops[1][i] = __bfloat16_as_ushort(__hsub(b, c));
  r->bfloat_ops[2][i] = __bfloat16_as_ushort(__hmul(b, c));
  r->bfloat_ops[3][i] = __bfloat16_as_ushort(__hdiv(b, c));
  r->bfloat_ops[4][i] = __bfloat16_as_ushort(__hmin(b, c));
  r->bfloat_ops[5][i] = (unsigned short)__hlt(b, c);
  r->half_to_int[i] = __half2int_rn(h);
}
__global__ void kernel(Results *r) { fill(r, blockIdx.x * blockDim.x + threadIdx.x); }

int main() {
  Results *r;
  if (cudaMallocManaged(&r, sizeof *r) != cudaSuccess) return 1;
  kernel<<<N / 256, 256>>>(r);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  fwrite(r, sizeof *r, 1, stdout);
  memset(r, 0, sizeof *r);
  for (int i = 0; i < N; ++i) fill(r, i);
  fwrite(r, sizeof *r, 1, stdout);
}
