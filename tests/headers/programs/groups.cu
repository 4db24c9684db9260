// SPDX-License-Identifier: Apache-2.0
// Cooperative groups and random numbers, each checked against a plain computation on the host.
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

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
  check(random[0].mrg_uniform == 545508589 * MRG32K3A_NORM, "MRG32k3a first value");
  curandState one, two;
  curand_init(99, 5, 0, &one);
  for (int i = 0; i < 12345; ++i) curand(&one);
  curand_init(99, 5, 12345, &two);
  check(curand(&one) == curand(&two), "XORWOW jump equals steps");
  printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
