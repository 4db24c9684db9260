// SPDX-License-Identifier: Apache-2.0
// Conversions between 128-bit integers and floating point, with ties, sticky bits and both ends of the range.
#include <cstdio>
#include <cstring>
typedef unsigned __int128 u128;
typedef __int128 s128;
__global__ void convert(const u128 *in, const double *real, unsigned long long *out) {
  const int i = threadIdx.x;
  const u128 u = in[i];
  const s128 s = static_cast<s128>(u);
  unsigned long long *o = out + 12 * i;
  const double d[2] = {static_cast<double>(u), static_cast<double>(s)};
  const float f[2] = {static_cast<float>(u), static_cast<float>(s)};
  memcpy(o, d, 16);
  memcpy(o + 2, f, 8);
  const double size = real[i] < 0 ? -real[i] : real[i];
  const u128 back[4] = {static_cast<u128>(size), static_cast<u128>(static_cast<s128>(real[i])), static_cast<u128>(static_cast<float>(size)),
                        static_cast<u128>(static_cast<s128>(static_cast<float>(real[i])))};
  memcpy(o + 4, back, 64);
}
int main() {
  constexpr int count = 32;
  static const double first[] = {0, 0.75, -1.5, 3, -4294967297.0, 1.8446744073709552e19, -9.3e18, 3.5e37, -1.6e38, 1e-300, 123456789012345678.0, -1e30};
  u128 in[count];
  double real[count];
  for (int i = 0; i < count; ++i) {
    const u128 one = 1;
    in[i] = i == 0 ? 0 : i == 1 ? ~one + 1 : i == 2 ? one << 127 : ((one << 53) + 1 + (i & 2)) << (i * 2) | (i & 1);
    if (i > 28) in[i] = ((one << 24) + 1) << (i * 3) | (i & 1);
    if (i == 28) in[i] = ~static_cast<u128>(0);
    real[i] = i < 12 ? first[i] : (i & 1 ? -1 : 1) * 1.2345678901234567e10 * static_cast<double>(1ull << (i * 2 - 4));
  }
  u128 *a;
  double *b;
  unsigned long long *out;
  cudaMalloc(&a, sizeof in);
  cudaMalloc(&b, sizeof real);
  cudaMalloc(&out, count * 96);
  cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(b, real, sizeof real, cudaMemcpyHostToDevice);
  convert<<<1, count>>>(a, b, out);
  unsigned long long host[12 * count];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12 * count; ++i) printf("%016llx%c", host[i], i % 6 == 5 ? '\n' : ' ');
}
