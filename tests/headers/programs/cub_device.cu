// SPDX-License-Identifier: Apache-2.0
// CUB's device-wide algorithms, unmodified, against the same on the host.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <cub/cub.cuh>

static int bad = 0;
static void check(const char *what, bool good) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++bad;
}

template <class T> struct Memory {
  T *p;
  size_t n;
  explicit Memory(size_t n) : n(n) { cudaMalloc(&p, n * sizeof(T)); }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) { cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice); }
  ~Memory() { cudaFree(p); }
  operator T *() const { return p; }
  std::vector<T> back(size_t count) const {
    std::vector<T> v(count);
    cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
  }
  std::vector<T> back() const { return back(n); }
};

// CUB's two-step calls: how much memory, then the work.
#define RUN(call, ...)                                              \
  do {                                                              \
    void *storage = nullptr;                                        \
    size_t bytes = 0;                                               \
    check(#call, call(storage, bytes, __VA_ARGS__) == cudaSuccess); \
    cudaMalloc(&storage, bytes);                                    \
    check(#call, call(storage, bytes, __VA_ARGS__) == cudaSuccess); \
    check(#call, cudaDeviceSynchronize() == cudaSuccess);           \
    cudaFree(storage);                                              \
  } while (0)

struct Odd {
  __host__ __device__ bool operator()(int x) const { return x & 1; }
};
struct Less {
  template <class T> __host__ __device__ bool operator()(const T &x, const T &y) const { return x < y; }
};

int main() {
  const int n = 7001;
  typedef std::vector<int> Host;
  Host a(n), flags(n);
  for (int i = 0; i < n; ++i) a[i] = (i * 7919 + 13) % 1013, flags[i] = i % 3 == 0;
  Memory<int> in(a), out(n), out2(n), count(1), keep(flags);
  RUN(cub::DeviceReduce::Sum, in.p, out.p, n);
  check("sum", out.back(1)[0] == std::accumulate(a.begin(), a.end(), 0));
  RUN(cub::DeviceReduce::Max, in.p, out.p, n);
  check("max", out.back(1)[0] == *std::max_element(a.begin(), a.end()));
  {
    Memory<cub::KeyValuePair<int, int>> where(1);
    RUN(cub::DeviceReduce::ArgMin, in.p, where.p, n);
    check("argmin", where.back()[0].key == std::min_element(a.begin(), a.end()) - a.begin());
  }
  Host h(n);
  RUN(cub::DeviceScan::InclusiveSum, in.p, out.p, n);
  std::partial_sum(a.begin(), a.end(), h.begin());
  check("inclusive sum", out.back() == h);
  RUN(cub::DeviceScan::ExclusiveSum, in.p, out.p, n);
  for (int i = 0; i < n; ++i) h[i] -= a[i];
  check("exclusive sum", out.back() == h);
  Host order(n), sorted(n);
  std::iota(order.begin(), order.end(), 0);
  Memory<int> index(order);
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return a[x] < a[y]; });
  for (int i = 0; i < n; ++i) sorted[i] = a[order[i]];
  RUN(cub::DeviceRadixSort::SortKeys, in.p, out.p, n);
  check("sort keys", out.back() == sorted);
  RUN(cub::DeviceRadixSort::SortPairs, in.p, out.p, index.p, out2.p, n);
  check("sort pairs", out.back() == sorted && out2.back() == order);
  Memory<int> again(a);
  RUN(cub::DeviceMergeSort::SortKeys, again.p, n, Less());
  check("merge sort", again.back() == sorted);
  {
    std::vector<double> x(n), y;
    for (int i = 0; i < n; ++i) x[i] = (i * 7919 % 1013 - 500) * 0.125;
    y = x;
    std::sort(y.begin(), y.end(), [](double p, double q) { return p > q; });
    Memory<double> dx(x), dy(n);
    RUN(cub::DeviceRadixSort::SortKeysDescending, dx.p, dy.p, n);
    check("sort doubles", dy.back() == y);
  }
  Host picked;
  std::copy_if(a.begin(), a.end(), std::back_inserter(picked), Odd());
  RUN(cub::DeviceSelect::If, in.p, out.p, count.p, n, Odd());
  check("select if", count.back()[0] == (int)picked.size() && out.back(picked.size()) == picked);
  picked.clear();
  for (int i = 0; i < n; ++i)
    if (flags[i]) picked.push_back(a[i]);
  RUN(cub::DeviceSelect::Flagged, in.p, keep.p, out.p, count.p, n);
  check("select flagged", count.back()[0] == (int)picked.size() && out.back(picked.size()) == picked);
  RUN(cub::DevicePartition::If, in.p, out.p, count.p, n, Odd());
  picked.clear();
  std::copy_if(a.begin(), a.end(), std::back_inserter(picked), Odd());
  check("partition", count.back()[0] == (int)picked.size() && out.back(picked.size()) == picked);
  Memory<int> ascending(sorted), lengths(n);
  Host runs, names;
  for (int x : sorted) {
    if (names.empty() || names.back() != x) names.push_back(x), runs.push_back(0);
    ++runs.back();
  }
  RUN(cub::DeviceRunLengthEncode::Encode, ascending.p, out.p, lengths.p, count.p, n);
  check("run length", count.back()[0] == (int)names.size() && out.back(names.size()) == names && lengths.back(names.size()) == runs);
  RUN(cub::DeviceSelect::Unique, ascending.p, out.p, count.p, n);
  check("unique", count.back()[0] == (int)names.size() && out.back(names.size()) == names);
  Memory<int> bins(64);
  RUN(cub::DeviceHistogram::HistogramEven, in.p, bins.p, 65, 0, 1024, n);
  Host hist(64);
  for (int x : a) ++hist[x / 16];
  check("histogram", bins.back() == hist);
  const int segments = 10;
  Host offsets(segments + 1), sums(segments);
  for (int i = 0; i <= segments; ++i) offsets[i] = i * i * 70;
  for (int i = 0; i < segments; ++i) sums[i] = std::accumulate(a.begin() + offsets[i], a.begin() + offsets[i + 1], 0);
  Memory<int> bounds(offsets);
  RUN(cub::DeviceSegmentedReduce::Sum, in.p, out.p, segments, bounds.p, bounds.p + 1);
  check("segmented reduce", out.back(segments) == sums);
  Host pieces = a;
  for (int i = 0; i < segments; ++i) std::sort(pieces.begin() + offsets[i], pieces.begin() + offsets[i + 1]);
  RUN(cub::DeviceSegmentedRadixSort::SortKeys, in.p, out.p, offsets[segments], segments, bounds.p, bounds.p + 1);
  pieces.resize(offsets[segments]);
  check("segmented sort", out.back(offsets[segments]) == pieces);
  if (!bad) std::printf("PASSED\n");
  return bad;
}
