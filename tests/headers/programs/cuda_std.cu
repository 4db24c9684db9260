// SPDX-License-Identifier: Apache-2.0
// libcu++, unmodified: atomics of all scopes, barriers, pipelines, and the parts of cuda::std that kernels use.
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

struct Shared {
  cuda::atomic<int, cuda::thread_scope_device> count;
  cuda::atomic<unsigned long long, cuda::thread_scope_system> wide;
  int plain;
  float real;
  int flag, data;
};

__global__ void atomics(Shared *s) {
  s->count.fetch_add(2, cuda::std::memory_order_relaxed);
  s->wide.fetch_max(1ull << (threadIdx.x % 40), cuda::std::memory_order_seq_cst);
  cuda::atomic_ref<int, cuda::thread_scope_block> plain(s->plain);
  plain.fetch_xor(1 << (threadIdx.x % 31));
  cuda::atomic_ref<float, cuda::thread_scope_device> real(s->real);
  real.fetch_add(0.5f);
  int seen = s->count.load();
  while (!s->count.compare_exchange_weak(seen, seen + 1)) {
  }
}

__global__ void barriers(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[128];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = in[threadIdx.x] + round;
    auto token = bar.arrive();
    bar.wait(cuda::std::move(token));
    out[threadIdx.x] += tile[(threadIdx.x + 1) % blockDim.x];
    bar.arrive_and_wait();
  }
}

__global__ void pipelines(const int *in, int *out) {
  __shared__ int stage[2][64];
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 4; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[i & 1][threadIdx.x], &in[(i * 64 + threadIdx.x) % 128], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] += stage[i & 1][threadIdx.x];
    pipe.consumer_release();
  }
}

// A warp that copies for two that compute: counted by matching the state's address, which is a constant.
__global__ void producers_and_consumers(const int *in, int *out) {
  __shared__ int stage[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  bool consumes = threadIdx.x < 64;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, consumes ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer);
  for (int i = 0; i < 5; ++i) {
    if (consumes) {
      pipe.consumer_wait();
      out[threadIdx.x] += stage[i & 1][63 - threadIdx.x];
      pipe.consumer_release();
    } else {
      pipe.producer_acquire();
      for (int k = threadIdx.x - 64; k < 64; k += 32) cuda::memcpy_async(&stage[i & 1][k], &in[(i * 64 + k) % 128], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
  }
}

__global__ void standard(int *bad) {
  namespace std_ = cuda::std;
  std_::array<int, 4> a{1, 2, 3, 4};
  std_::tuple<int, float> t(7, 2.5f);
  std_::optional<int> o;
  std_::complex<float> z(1, 2);
  std_::span<int, 4> s(a);
  *bad += o.has_value();
  o = 5;
  *bad += *o + s[3] != 9 || std_::get<0>(t) != 7 || std_::get<1>(t) != 2.5f;
  *bad += std_::popcount(0xf0fu) != 8 || std_::countl_zero(1u) != 31 || std_::bit_cast<int>(1.f) != 0x3f800000;
  *bad += (z * z).real() != -3.f || (z * z).imag() != 4.f;
  std_::complex<double> w = std_::complex<double>(5, 5) / std_::complex<double>(1, 2);
  *bad += w.real() != 3. || w.imag() != -1.;
  *bad += std_::numeric_limits<float>::max() < 3e38f || !std_::is_same<std_::make_unsigned_t<int>, unsigned>::value;
  *bad += std_::chrono::duration_cast<std_::chrono::milliseconds>(std_::chrono::seconds(2)).count() != 2000;
}

int main() {
  Shared *s;
  int *m, bad = 0;
  cudaMallocManaged(&s, sizeof *s);
  cudaMallocManaged(&m, 1024 * sizeof(int));
  new (s) Shared{};
  int *in = m, *out = m + 128, *other = m + 256, *wrong = m + 320, *roles = m + 384;
  for (int i = 0; i < 128; ++i) in[i] = i * i % 31, out[i] = 0;
  for (int i = 0; i < 64; ++i) other[i] = roles[i] = 0;
  *wrong = 0;
  atomics<<<2, 100>>>(s);
  barriers<<<1, 128>>>(in, out);
  pipelines<<<1, 64>>>(in, other);
  producers_and_consumers<<<1, 96>>>(in, roles);
  standard<<<1, 1>>>(wrong);
  if (cudaDeviceSynchronize() != cudaSuccess) return 99;
  int plain = 0;
  for (int i = 0; i < 200; ++i) plain ^= 1 << (i % 100 % 31);
  if (s->count.load() != 600 || s->wide.load() != 1ull << 39 || s->plain != plain || s->real != 100.f) std::printf("atomics\n"), ++bad;
  for (int i = 0; i < 128; ++i) bad += out[i] != 3 * in[(i + 1) % 128] + 3;
  if (bad) std::printf("barriers\n");
  for (int i = 0; i < 64; ++i) bad += other[i] != 2 * (in[i] + in[i + 64]);
  for (int i = 0; i < 64; ++i) bad += roles[i] != 3 * in[63 - i] + 2 * in[127 - i];
  bad += *wrong;
  std::printf("%s %d %d\n", bad ? "FAILED" : "PASSED", bad, *wrong);
  return bad;
}
