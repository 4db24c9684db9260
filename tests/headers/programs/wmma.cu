// SPDX-License-Identifier: Apache-2.0
// wmma in all element types and shapes, checked against a plain product on the host.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

static int failures = 0;
static void check(bool good, const char *what, int at = 0) {
  if (!good && failures++ < 20) printf("wrong: %s at %d\n", what, at);
}

template <int M, int N, int K, class T, class C, class LA, class LB> __global__ void product(const T *a, const T *b, C *c) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, C> fc;
  wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
  wmma::load_matrix_sync(fa, a, K);
  wmma::load_matrix_sync(fb, b, sizeof(LB *) && __is_same(LB, wmma::row_major) ? N : K);
  for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = fa.x[i] + fa.x[i];
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, N, wmma::mem_row_major);
}
template <int M, int N, int K, class T, class C, bool RowB> void products(const char *name) {
  T *a, *b;
  C *c;
  cudaMallocManaged(&a, M * K * sizeof(T));
  cudaMallocManaged(&b, K * N * sizeof(T));
  cudaMallocManaged(&c, M * N * sizeof(C));
  for (int i = 0; i < M * K; ++i) a[i] = T(float((i * 7) % 5 - 2));
  for (int i = 0; i < K * N; ++i) b[i] = T(float((i * 11) % 7 - 3));
  for (int i = 0; i < M * N; ++i) c[i] = C(float(i % 13));
  if (RowB) product<M, N, K, T, C, wmma::row_major, wmma::row_major><<<1, 32>>>(a, b, c);
  else product<M, N, K, T, C, wmma::row_major, wmma::col_major><<<1, 32>>>(a, b, c);
  check(cudaDeviceSynchronize() == cudaSuccess, name);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float want = float((i * N + j) % 13);
      for (int k = 0; k < K; ++k) want += 2 * float(a[i * K + k]) * float(RowB ? b[k * N + j] : b[j * K + k]);
      check(float(c[i * N + j]) == want, name, i * N + j);
    }
}

int main() {
  products<16, 16, 16, __half, float, false>("wmma f16 16x16x16");
  products<16, 16, 16, __half, float, true>("wmma f16 row major b");
  products<32, 8, 16, __half, __half, false>("wmma f16 32x8x16");
  products<8, 32, 16, __half, float, true>("wmma f16 8x32x16");
  products<16, 16, 16, __nv_bfloat16, float, false>("wmma bf16");
  products<16, 16, 16, signed char, int, false>("wmma s8");
  products<8, 8, 4, double, double, true>("wmma f64");
  printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
