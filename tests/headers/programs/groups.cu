// SPDX-License-Identifier: Apache-2.0
// Cooperative groups, wmma and random numbers, each checked against a plain computation on the host.
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <curand_kernel.h>
#include <mma.h>
namespace cg = cooperative_groups;
using namespace nvcuda;

static int failures = 0;
static void check(bool good, const char *what, int at = 0) {
  if (!good && failures++ < 20) printf("wrong: %s at %d\n", what, at);
}

struct Lane { int tile_sum, tile_scan, exclusive, ballot, odd_sum, odd_rank, labelled, groups, shifted, copied, any; };
__global__ void lanes(Lane *out, const int *in) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int t = block.thread_rank();
  Lane r;
  r.tile_sum = cg::reduce(tile, t, cg::plus<int>());
  r.tile_scan = cg::inclusive_scan(tile, t);
  r.exclusive = cg::exclusive_scan(tile, 1, cg::plus<int>());
  r.ballot = tile.ballot(t & 1);
  r.odd_sum = r.odd_rank = -1;
  if (t & 1) {
    const auto odd = cg::coalesced_threads();
    r.odd_sum = cg::reduce(odd, t, cg::greater<int>());
    r.odd_rank = odd.thread_rank();
  }
  const auto warp = cg::tiled_partition<32>(block);
  const auto same = cg::labeled_partition(warp, t % 3);
  r.labelled = same.size();
  r.groups = same.meta_group_size();
  r.shifted = (int)tile.shfl_down(1000.0 + t, 1);
  __shared__ int s[64];
  cg::memcpy_async(block, s, in, sizeof s);
  cg::wait(block);
  r.copied = s[63 - t];
  r.any = tile.any(t == 9);
  out[t] = r;
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

struct Random { unsigned xorwow, philox[4], mrg; float uniform, normal; double mrg_uniform; };
__host__ __device__ Random draw(int i) {
  Random r;
  curandState x;
  curand_init(1234, i, 7, &x);
  r.xorwow = curand(&x);
  r.uniform = curand_uniform(&x);
  r.normal = curand_normal(&x);
  curandStatePhilox4_32_10_t p;
  curand_init(0, i, 0, &p);
  for (int k = 0; k < 4; ++k) r.philox[k] = curand(&p);
  curandStateMRG32k3a m;
  curand_init(0, i, 0, &m);
  r.mrg_uniform = curand_uniform_double(&m);
  r.mrg = curand(&m);
  return r;
}
__global__ void random_kernel(Random *out) { out[threadIdx.x] = draw(threadIdx.x); }

int main() {
  Lane *lane;
  int *in;
  cudaMallocManaged(&lane, 64 * sizeof *lane);
  cudaMallocManaged(&in, 64 * sizeof *in);
  for (int i = 0; i < 64; ++i) in[i] = i * 3;
  lanes<<<1, 64>>>(lane, in);
  check(cudaDeviceSynchronize() == cudaSuccess, "lanes");
  for (int t = 0; t < 64; ++t) {
    const int first = t & ~7;
    const Lane &r = lane[t];
    check(r.tile_sum == 8 * first + 28, "reduce", t);
    int scan = 0;
    for (int k = first; k <= t; ++k) scan += k;
    check(r.tile_scan == scan, "inclusive_scan", t);
    check(r.exclusive == t - first, "exclusive_scan", t);
    check(r.ballot == 0xaa, "ballot", t);
    if (t & 1) check(r.odd_sum == (t & 32) + 31 && r.odd_rank == (t & 31) / 2, "coalesced", t);
    int alike = 0;
    for (int k = t & 32; k < (t & 32) + 32; ++k) alike += k % 3 == t % 3;
    check(r.labelled == alike && r.groups == 3, "labeled_partition", t);
    check(r.shifted == 1000 + ((t & 7) == 7 ? t : t + 1), "shfl_down of double", t);
    check(r.copied == (63 - t) * 3, "memcpy_async", t);
    check(r.any == (first == 8), "any", t);
  }
  products<16, 16, 16, __half, float, false>("wmma f16 16x16x16");
  products<16, 16, 16, __half, float, true>("wmma f16 row major b");
  products<32, 8, 16, __half, __half, false>("wmma f16 32x8x16");
  products<8, 32, 16, __half, float, true>("wmma f16 8x32x16");
  products<16, 16, 16, __nv_bfloat16, float, false>("wmma bf16");
  products<16, 16, 16, signed char, int, false>("wmma s8");
  products<8, 8, 4, double, double, true>("wmma f64");

  Random *random;
  cudaMallocManaged(&random, 64 * sizeof *random);
  random_kernel<<<1, 64>>>(random);
  check(cudaDeviceSynchronize() == cudaSuccess, "random");
  for (int i = 0; i < 64; ++i) {
    const Random want = draw(i);
    check(random[i].xorwow == want.xorwow && random[i].uniform == want.uniform, "XORWOW on both sides", i);
    check(random[i].mrg == want.mrg && random[i].mrg_uniform == want.mrg_uniform, "MRG32k3a on both sides", i);
    check(std::fabs(random[i].normal - want.normal) < 1e-4f, "normal on both sides", i);
  }
  // Published first values: Random123's known answers, L'Ecuyer's example.
  check(random[0].philox[0] == 0x6627e8d5u && random[0].philox[1] == 0xe169c58du && random[0].philox[2] == 0xbc57ac4cu && random[0].philox[3] == 0x9b00dbd8u, "Philox known answer");
  check(std::fabs(random[0].mrg_uniform - 0.127011122046059) < 1e-12, "MRG32k3a first value");
  curandState one, two;
  curand_init(99, 5, 0, &one);
  for (int i = 0; i < 12345; ++i) curand(&one);
  curand_init(99, 5, 12345, &two);
  check(curand(&one) == curand(&two), "XORWOW jump equals steps");
  printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
