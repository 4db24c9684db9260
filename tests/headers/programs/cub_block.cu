// SPDX-License-Identifier: Apache-2.0
// CUB's warp and block primitives, unmodified, against values computed on the host.
#include <cstdio>
#include <cub/cub.cuh>

constexpr int T = 128, I = 4, N = T * I;

__global__ void warps(const int *in, int *out) {
  typedef cub::WarpReduce<int> Reduce;
  typedef cub::WarpReduce<int, 16> Half;
  typedef cub::WarpScan<int> Scan;
  __shared__ union {
    typename Reduce::TempStorage reduce[T / 32];
    typename Half::TempStorage half[T / 16];
    typename Scan::TempStorage scan[T / 32];
  } storage;
  const int t = threadIdx.x, warp = t / 32, value = in[t];
  const int sum = Reduce(storage.reduce[warp]).Sum(value);
  if (t % 32 == 0) out[warp] = sum;
  __syncthreads();
  const int most = Half(storage.half[t / 16]).Reduce(value, cub::Max());
  if (t % 16 == 0) out[8 + t / 16] = most;
  __syncthreads();
  int before, total;
  Scan(storage.scan[warp]).ExclusiveSum(value, before, total);
  out[32 + t] = before + 100000 * (total & 1);
}

__global__ void blocks(const int *in, int *loaded, int *sorted, int *ranks, int *heads, int *bins, int *scanned, int *sum) {
  typedef cub::BlockLoad<int, T, I, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, T, I, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
  typedef cub::BlockRadixSort<unsigned, T, I, int> Sort;
  typedef cub::BlockScan<int, T, cub::BLOCK_SCAN_RAKING> Scan;
  typedef cub::BlockReduce<int, T, cub::BLOCK_REDUCE_WARP_REDUCTIONS> Reduce;
  typedef cub::BlockDiscontinuity<unsigned, T> Discontinuity;
  typedef cub::BlockHistogram<unsigned char, T, I, 16> Histogram;
  typedef cub::BlockExchange<int, T, I> Exchange;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
    typename Discontinuity::TempStorage discontinuity;
    typename Histogram::TempStorage histogram;
    typename Exchange::TempStorage exchange;
  } storage;
  int items[I], prefix[I], flags[I], index[I];
  unsigned keys[I];
  unsigned char small[I];
  Load(storage.load).Load(in, items);
  __syncthreads();
  for (int i = 0; i < I; ++i) keys[i] = items[i], small[i] = items[i] % 16, index[i] = threadIdx.x * I + i;
  Scan(storage.scan).InclusiveSum(items, prefix);
  __syncthreads();
  const int all = Reduce(storage.reduce).Sum(items);
  if (threadIdx.x == 0) *sum = all;
  __syncthreads();
  Histogram(storage.histogram).Histogram(small, bins);
  __syncthreads();
  Sort(storage.sort).Sort(keys, index);
  __syncthreads();
  Discontinuity(storage.discontinuity).FlagHeads(flags, keys, cub::Inequality());
  __syncthreads();
  int striped[I];
  Exchange(storage.exchange).BlockedToStriped(items, striped);
  __syncthreads();
  for (int i = 0; i < I; ++i) loaded[i * T + threadIdx.x] = striped[i];
  Store(storage.store).Store(scanned, prefix);
  __syncthreads();
  for (int i = 0; i < I; ++i) {
    sorted[threadIdx.x * I + i] = keys[i];
    ranks[threadIdx.x * I + i] = index[i];
    heads[threadIdx.x * I + i] = flags[i];
  }
}

int main() {
  int *m;
  cudaMallocManaged(&m, (7 * N + 256) * sizeof(int));
  int *in = m, *loaded = m + N, *sorted = m + 2 * N, *ranks = m + 3 * N, *heads = m + 4 * N, *scanned = m + 5 * N, *out = m + 6 * N;
  int *bins = m + 7 * N, *sum = bins + 16, bad = 0;
  for (int i = 0; i < N; ++i) in[i] = i * 7919 % 509;
  for (int i = 0; i < 17; ++i) bins[i] = 0;
  warps<<<1, T>>>(in, out);
  blocks<<<1, T>>>(in, loaded, sorted, ranks, heads, bins, scanned, sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 99;
  for (int w = 0; w < T / 32; ++w) {
    int total = 0;
    for (int i = 0; i < 32; ++i) total += in[w * 32 + i];
    bad += out[w] != total;
    for (int i = 0, running = 0; i < 32; running += in[w * 32 + i++]) bad += out[32 + w * 32 + i] != running + 100000 * (total & 1);
  }
  for (int g = 0; g < T / 16; ++g) {
    int most = 0;
    for (int i = 0; i < 16; ++i) most = in[g * 16 + i] > most ? in[g * 16 + i] : most;
    bad += out[8 + g] != most;
  }
  std::printf("warps %d\n", bad);
  int running = 0, count[16] = {};
  for (int i = 0; i < N; ++i) {
    running += in[i];
    ++count[in[i] % 16];
    bad += loaded[i] != in[i];
    bad += scanned[i] != running;
    bad += in[ranks[i]] != sorted[i];
    bad += i && (sorted[i] < sorted[i - 1] || (sorted[i] == sorted[i - 1] && ranks[i] < ranks[i - 1]));
    bad += heads[i] != (i == 0 || sorted[i] != sorted[i - 1]);
  }
  for (int i = 0; i < 16; ++i) bad += bins[i] != count[i];
  bad += *sum != running;
  std::printf("%s %d\n", bad ? "FAILED" : "PASSED", bad);
  return bad != 0;
}
