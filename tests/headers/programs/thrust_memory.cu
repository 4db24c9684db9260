// SPDX-License-Identifier: Apache-2.0
// Thrust's containers, allocators, streams and asynchronous algorithms.
#include <cstdio>
#include <map>

#include <thrust/async/reduce.h>
#include <thrust/complex.h>
#include <thrust/count.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/logical.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/universal_vector.h>

static int bad = 0;
static void check(const char *what, bool good) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++bad;
}

// What programs write so that Thrust's temporary memory is taken from a pool.
struct Pool {
  typedef char value_type;
  std::map<char *, std::ptrdiff_t> used;
  int calls = 0;
  char *allocate(std::ptrdiff_t size) {
    ++calls;
    char *p = nullptr;
    cudaMalloc(&p, size);
    used[p] = size;
    return p;
  }
  void deallocate(char *p, size_t) {
    used.erase(p);
    cudaFree(p);
  }
};

struct Noise {
  __host__ __device__ float operator()(unsigned seed) const {
    thrust::default_random_engine engine(seed);
    engine.discard(seed % 7);
    thrust::uniform_real_distribution<float> uniform(-1.f, 1.f);
    return uniform(engine);
  }
};

int main() {
  thrust::host_vector<int> h(1000);
  thrust::sequence(h.begin(), h.end(), 5, 3);
  thrust::device_vector<int> d = h;
  d.push_back(77);
  d.insert(d.begin() + 2, 9);
  d.erase(d.begin());
  d[3] = d[0] + 1;
  check("elements", d.size() == 1001 && d[0] == 8 && d[1] == 9 && d[3] == 9 && d.back() == 77);
  d.resize(1500, -1);
  check("resize", d[1499] == -1 && thrust::count(d.begin(), d.end(), -1) == 499);
  h = d;
  check("copy to the host", h[1] == 9 && h.size() == 1500);
  int *raw = thrust::raw_pointer_cast(d.data());
  thrust::device_ptr<int> wrapped(raw);
  thrust::fill(wrapped, wrapped + 10, 4);
  check("device_ptr", thrust::reduce(wrapped, wrapped + 11) == 40 + h[10]);
  Pool pool;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::sort(thrust::cuda::par(pool).on(stream), d.begin(), d.end());
  cudaStreamSynchronize(stream);
  check("custom allocator", pool.calls > 0 && pool.used.empty() && thrust::is_sorted(d.begin(), d.end()));
  thrust::exclusive_scan(thrust::cuda::par_nosync.on(stream), d.begin(), d.end(), d.begin());
  cudaStreamSynchronize(stream);
  check("par_nosync", d[0] == 0 && d[1] == -1 && d[499] == -499);
  thrust::device_vector<float> noise(256);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(256), noise.begin(), Noise());
  bool same = true;
  for (unsigned i = 0; i < 256; ++i) same = same && noise[i] == Noise()(i);
  check("random", same);
  thrust::device_vector<thrust::complex<float>> z(16, thrust::complex<float>(1, 2));
  const thrust::complex<float> product = thrust::reduce(z.begin(), z.begin() + 2, thrust::complex<float>(1), thrust::multiplies<thrust::complex<float>>());
  check("complex", product == thrust::complex<float>(-3, 4));
  thrust::universal_vector<int> u(100, 3);
  thrust::for_each(u.begin(), u.end(), [] __device__(int &x) { x *= 2; });
  cudaDeviceSynchronize();
  check("universal_vector", u[99] == 6);
  thrust::reverse(u.begin(), u.end());
  check("all_of", thrust::all_of(u.begin(), u.end(), [] __device__(int x) { return x == 6; }));
  auto later = thrust::async::reduce(u.begin(), u.end());
  check("async::reduce", later.extract() == 600);
  cudaStreamDestroy(stream);
  if (!bad) std::printf("PASSED\n");
  return bad;
}
