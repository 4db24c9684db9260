// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms on the device, unmodified, each against the same on the host.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <set>
#include <vector>

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

typedef std::vector<int> Host;
typedef thrust::device_vector<int> Device;
static int bad = 0;

static void check(const char *what, bool good) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++bad;
}
static Host back(const Device &d, size_t n) {
  Host h(d.size());
  thrust::copy(d.begin(), d.end(), h.begin());
  h.resize(n);
  return h;
}
static Host back(const Device &d) { return back(d, d.size()); }

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Square {
  __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
struct Sum2 {
  __host__ __device__ int operator()(const thrust::tuple<int, int> &t) const { return thrust::get<0>(t) + 3 * thrust::get<1>(t); }
};

int main() {
  const int n = 5000;
  Host a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = (i * 7919 + 13) % 1013 - 300, b[i] = (i * 104729) % 997;
  const Device da(a.begin(), a.end()), db(b.begin(), b.end());
  {
    Device d = da;
    Host h = a;
    thrust::sort(d.begin(), d.end());
    std::sort(h.begin(), h.end());
    check("sort", back(d) == h);
    Device u = d;
    const size_t left = thrust::unique(u.begin(), u.end()) - u.begin();
    Host hu = h;
    hu.erase(std::unique(hu.begin(), hu.end()), hu.end());
    check("unique", left == hu.size() && back(u, left) == hu);
    Device low(n);
    thrust::lower_bound(d.begin(), d.end(), db.begin(), db.end(), low.begin());
    Host hl(n);
    for (int i = 0; i < n; ++i) hl[i] = std::lower_bound(h.begin(), h.end(), b[i]) - h.begin();
    check("lower_bound", back(low) == hl);
    Device e = db;
    thrust::sort(e.begin(), e.end(), thrust::greater<int>());
    Host hb = b;
    std::sort(hb.begin(), hb.end(), std::greater<int>());
    check("sort greater", back(e) == hb);
    thrust::sort(e.begin(), e.end());
    std::sort(hb.begin(), hb.end());
    Device m(2 * n);
    thrust::merge(d.begin(), d.end(), e.begin(), e.end(), m.begin());
    Host hm(2 * n);
    std::merge(h.begin(), h.end(), hb.begin(), hb.end(), hm.begin());
    check("merge", back(m) == hm);
    Host hs;
    std::set_intersection(h.begin(), h.end(), hb.begin(), hb.end(), std::back_inserter(hs));
    size_t size = thrust::set_intersection(d.begin(), d.end(), e.begin(), e.end(), m.begin()) - m.begin();
    check("set_intersection", size == hs.size() && back(m, size) == hs);
    hs.clear();
    std::set_difference(h.begin(), h.end(), hb.begin(), hb.end(), std::back_inserter(hs));
    size = thrust::set_difference(d.begin(), d.end(), e.begin(), e.end(), m.begin()) - m.begin();
    check("set_difference", size == hs.size() && back(m, size) == hs);
    hs.clear();
    std::set_union(h.begin(), h.end(), hb.begin(), hb.end(), std::back_inserter(hs));
    size = thrust::set_union(d.begin(), d.end(), e.begin(), e.end(), m.begin()) - m.begin();
    check("set_union", size == hs.size() && back(m, size) == hs);
  }
  {
    Device keys = da, values(n);
    thrust::sequence(values.begin(), values.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
    Host order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return a[x] < a[y]; });
    check("stable_sort_by_key", back(values) == order);
    Device sums(n), found(n);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), found.begin(), sums.begin());
    Host counts, names;
    for (int i = 0; i < n; ++i) {
      const int key = a[order[i]];
      if (names.empty() || names.back() != key) names.push_back(key), counts.push_back(0);
      ++counts.back();
    }
    const size_t groups = ends.first - found.begin();
    check("reduce_by_key", groups == names.size() && back(found, groups) == names && back(sums, groups) == counts);
    Device gathered(n), scattered(n);
    thrust::gather(values.begin(), values.end(), db.begin(), gathered.begin());
    thrust::scatter(db.begin(), db.end(), values.begin(), scattered.begin());
    Host hg(n), hs(n);
    for (int i = 0; i < n; ++i) hg[i] = b[order[i]], hs[order[i]] = b[i];
    check("gather", back(gathered) == hg);
    check("scatter", back(scattered) == hs);
    check("permutation_iterator", thrust::reduce(thrust::make_permutation_iterator(db.begin(), values.begin()),
                                                 thrust::make_permutation_iterator(db.begin(), values.begin() + 10)) ==
                                      std::accumulate(hg.begin(), hg.begin() + 10, 0));
  }
  long long squares = 0;
  for (int x : a) squares += (long long)x * x;
  check("transform_reduce", thrust::transform_reduce(da.begin(), da.end(), Square(), 0LL, thrust::plus<long long>()) == squares);
  check("transform_iterator", thrust::reduce(thrust::make_transform_iterator(da.begin(), Square()),
                                             thrust::make_transform_iterator(da.end(), Square())) == squares);
  check("reduce max", thrust::reduce(da.begin(), da.end(), -1000000, thrust::maximum<int>()) == *std::max_element(a.begin(), a.end()));
  check("inner_product", thrust::inner_product(da.begin(), da.end(), db.begin(), 0) == std::inner_product(a.begin(), a.end(), b.begin(), 0));
  check("count_if", thrust::count_if(da.begin(), da.end(), Even()) == std::count_if(a.begin(), a.end(), Even()));
  check("min_element", thrust::min_element(da.begin(), da.end()) - da.begin() == std::min_element(a.begin(), a.end()) - a.begin());
  {
    Device d(n);
    Host h(n);
    thrust::inclusive_scan(da.begin(), da.end(), d.begin());
    std::partial_sum(a.begin(), a.end(), h.begin());
    check("inclusive_scan", back(d) == h);
    thrust::exclusive_scan(da.begin(), da.end(), d.begin(), 17);
    for (int i = n - 1; i > 0; --i) h[i] = h[i - 1] + 17;
    h[0] = 17;
    check("exclusive_scan", back(d) == h);
    thrust::adjacent_difference(da.begin(), da.end(), d.begin());
    std::adjacent_difference(a.begin(), a.end(), h.begin());
    check("adjacent_difference", back(d) == h);
    thrust::transform(thrust::make_zip_iterator(thrust::make_tuple(da.begin(), db.begin())),
                      thrust::make_zip_iterator(thrust::make_tuple(da.end(), db.end())), d.begin(), Sum2());
    for (int i = 0; i < n; ++i) h[i] = a[i] + 3 * b[i];
    check("zip_iterator", back(d) == h);
    thrust::transform(thrust::cuda::par, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), da.begin(), d.begin(),
                      [] __device__(int i, int x) { return i * 2 - x; });
    for (int i = 0; i < n; ++i) h[i] = i * 2 - a[i];
    check("transform with a lambda", back(d) == h);
  }
  {
    Device d(n);
    Host h;
    std::copy_if(a.begin(), a.end(), std::back_inserter(h), Even());
    size_t size = thrust::copy_if(da.begin(), da.end(), d.begin(), Even()) - d.begin();
    check("copy_if", size == h.size() && back(d, size) == h);
    d = da;
    size = thrust::remove_if(d.begin(), d.end(), Even()) - d.begin();
    h = a;
    h.erase(std::remove_if(h.begin(), h.end(), Even()), h.end());
    check("remove_if", size == h.size() && back(d, size) == h);
    d = da;
    size = thrust::stable_partition(d.begin(), d.end(), Even()) - d.begin();
    h = a;
    check("stable_partition", size == size_t(std::stable_partition(h.begin(), h.end(), Even()) - h.begin()) && back(d) == h);
  }
  check("cudaGetLastError", cudaGetLastError() == cudaSuccess);
  if (!bad) std::printf("PASSED\n");
  return bad;
}
