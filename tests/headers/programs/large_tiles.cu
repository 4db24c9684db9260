// SPDX-License-Identifier: Apache-2.0
// Tiles of several warps: each operation against a plain computation on the host.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

struct Wide { int a; float b; double c; };
enum { SUM, LEAST, SCAN, BEFORE, FROM, ANY, ALL, PLACE, WIDE, RANK, KINDS };

template <int N> __global__ void tiles(const int *in, int *out, double *real) {
  __shared__ cg::block_tile_memory<1024> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<N>(block);
  const int t = blockIdx.x * blockDim.x + threadIdx.x, v = in[t];
  int *r = out + t * KINDS;
  r[SUM] = cg::reduce(tile, v, cg::plus<int>());
  r[LEAST] = cg::reduce(tile, v, cg::less<int>());
  r[SCAN] = cg::inclusive_scan(tile, v);
  r[BEFORE] = cg::exclusive_scan(tile, v, cg::plus<int>());
  r[FROM] = tile.shfl(v, N - 3);
  r[ANY] = tile.any(v == 77);
  r[ALL] = tile.all(v != 77);
  r[PLACE] = tile.thread_rank() + 1000 * tile.meta_group_rank() + 100000 * tile.meta_group_size();
  const Wide w = tile.shfl(Wide{v, v * .5f, v * 2.0}, 5);
  r[WIDE] = w.a + (int)w.b + (int)w.c;
  for (unsigned round = 0; round <= tile.meta_group_rank(); ++round) tile.sync();  // each tile its own number of barriers
  const cg::thread_group plain = tile;
  plain.sync();
  r[RANK] = plain.size() + plain.thread_rank();
  real[t] = cg::reduce(tile, v * .5, cg::plus<double>()) + cg::reduce(cg::tiled_partition<32>(tile), 1., cg::plus<double>()) + cg::this_thread().size();
}

template <int N> int wrong(int threads) {
  const int n = 2 * threads;
  int *in, *out, bad = 0;
  double *real;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * KINDS * sizeof(int));
  cudaMallocManaged(&real, n * sizeof(double));
  for (int i = 0; i < n; ++i) in[i] = (i * 7919 + N) % 101;
  tiles<N><<<2, threads>>>(in, out, real);
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  for (int first = 0; first < n; first += N) {
    int sum = 0, least = 1000, any = 0, scan = 0;
    for (int i = first; i < first + N; ++i) sum += in[i], least = in[i] < least ? in[i] : least, any |= in[i] == 77;
    for (int i = first; i < first + N; ++i) {
      const int *r = out + i * KINDS, q = in[first + 5];
      bad += r[BEFORE] != scan;
      scan += in[i];
      bad += r[SUM] != sum || r[LEAST] != least || r[SCAN] != scan || r[FROM] != in[first + N - 3] || r[ANY] != any || r[ALL] != !any;
      bad += r[PLACE] != i - first + 1000 * (first % threads / N) + 100000 * (threads / N);
      bad += r[WIDE] != q + q / 2 + 2 * q || r[RANK] != N + i - first || real[i] != sum * .5 + 33;
    }
  }
  return bad;
}

int main() {
  const int bad[] = {wrong<32>(96), wrong<64>(256), wrong<64>(1024), wrong<128>(384), wrong<256>(512), wrong<512>(1024)};
  for (int b : bad) if (b) return printf("FAILED %d %d %d %d %d %d\n", bad[0], bad[1], bad[2], bad[3], bad[4], bad[5]), 1;
  printf("PASSED\n");
}
