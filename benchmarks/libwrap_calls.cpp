// SPDX-License-Identifier: Apache-2.0
// What the library wrappers cost, beside the libraries below called directly, in one process and in turn. Built and run by
// `python -m benchmarks.libwrap`, which gives the paths of the libraries below: prints one line a figure, tab-separated.
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

void need(bool holds, const char *what) {
  if (holds) return;
  std::fprintf(stderr, "libwrap_calls: %s failed\n", what);
  std::exit(1);
}

void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::fprintf(stderr, "libwrap_calls: %s\n", dlerror());
  need(library != nullptr, "opening the library below");
  return library;
}

template <class Function>
Function symbol(void *library, std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (void *found = dlsym(library, name)) return reinterpret_cast<Function>(found);
  need(false, *names.begin());
  return nullptr;
}

// Nanoseconds a call: the smallest mean of many batches for each side, the sides in turn.
template <class Wrapped, class Direct>
void report_calls(const char *what, Wrapped wrapped, Direct direct) {
  constexpr int kBatches = 400, kCalls = 2000;
  double ours = 1e9, theirs = 1e9;
  for (int batch = 0; batch < kBatches; ++batch) {
    auto start = Clock::now();
    for (int i = 0; i < kCalls; ++i) wrapped();
    ours = std::min(ours, seconds(start) / kCalls);
    start = Clock::now();
    for (int i = 0; i < kCalls; ++i) direct();
    theirs = std::min(theirs, seconds(start) / kCalls);
  }
  std::printf("call\t%s\t%.1f\t%.1f\n", what, ours * 1e9, theirs * 1e9);
  std::fflush(stdout);
}

// Seconds of long work: medians, the sides in turn; `first` swaps which comes first.
template <class Wrapped, class Direct>
void report_work(const char *what, double operations, int rounds, Wrapped wrapped, Direct direct) {
  std::vector<double> ours, theirs;
  wrapped(), direct();
  for (int round = 0; round < rounds; ++round) {
    for (int side = 0; side < 2; ++side) {
      const bool mine = (side + round) % 2 == 0;
      const auto start = Clock::now();
      if (mine) wrapped();
      else direct();
      (mine ? ours : theirs).push_back(seconds(start));
    }
  }
  for (auto *times : {&ours, &theirs}) std::sort(times->begin(), times->end());
  const auto middle = static_cast<std::size_t>(rounds / 2);
  std::printf("work\t%s\t%.6f\t%.6f\t%.2f\t%.2f\n", what, ours[middle], theirs[middle], operations / ours[middle] * 1e-9,
              operations / theirs[middle] * 1e-9);
  std::fflush(stdout);
}

using Gemm = void (*)(const char *, const char *, const int *, const int *, const int *, const float *, const float *, const int *, const float *,
                      const int *, const float *, float *, const int *);
using Axpy = void (*)(const int *, const float *, const float *, const int *, float *, const int *);

void measure_cpu(const char *openblas, const char *fftwf) {
  void *blas = open_library(openblas);
  const auto sgemm = symbol<Gemm>(blas, {"sgemm_", "scipy_sgemm_", "sgemm"});
  const auto saxpy = symbol<Axpy>(blas, {"saxpy_", "scipy_saxpy_", "saxpy"});
  cublasHandle_t handle = nullptr;
  need(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  cudaStream_t stream = nullptr;
  need(cudaStreamCreate(&stream) == cudaSuccess, "cudaStreamCreate");

  const int one = 1, n = 2048, tiny = 4;
  const float alpha = 1.5f, beta = 0.0f;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  const std::size_t bytes = sizeof(float) * n * n;
  for (float **pointer : {&a, &b, &c}) need(cudaMalloc(reinterpret_cast<void **>(pointer), bytes) == cudaSuccess, "cudaMalloc");
  for (std::size_t i = 0; i < bytes / sizeof(float); ++i) a[i] = static_cast<float>(i % 7) - 3, b[i] = static_cast<float>(i % 5) - 2, c[i] = 0;

  for (cudaStream_t on : {cudaStream_t{}, stream}) {
    cublasSetStream(handle, on);
    const char *where = on == nullptr ? "CPU, cublasSaxpy of 1 element, default stream" : "CPU, cublasSaxpy of 1 element, a stream";
    report_calls(where, [&] { cublasSaxpy(handle, 1, &alpha, a, 1, c, 1); }, [&] { saxpy(&one, &alpha, a, &one, c, &one); });
  }
  report_calls("CPU, cublasSgemm of 4 x 4", [&] { cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, tiny, tiny, tiny, &alpha, a, tiny, b, tiny, &beta, c, tiny); },
               [&] { sgemm("N", "N", &tiny, &tiny, &tiny, &alpha, a, &tiny, b, &tiny, &beta, c, &tiny); });
  report_work("SGEMM 2048", 2.0 * n * n * n, 15,
              [&] {
                cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, b, n, &beta, c, n);
                cudaStreamSynchronize(stream);
              },
              [&] { sgemm("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n); });
  cublasDestroy(handle);

  void *fft = open_library(fftwf);
  const auto plan_1d = symbol<void *(*)(int, void *, void *, int, unsigned)>(fft, {"fftwf_plan_dft_1d"});
  const auto run = symbol<void (*)(void *, void *, void *)>(fft, {"fftwf_execute_dft"});
  constexpr unsigned kEstimate = 1u << 6;
  struct Case {
    const char *what;
    int length;
    bool in_place;
  };
  for (const Case &one_case : {Case{"FFT of 2^20, C2C", 1 << 20, false}, Case{"FFT of 2^20, C2C, in place", 1 << 20, true}, Case{"FFT of 16, C2C", 16, false}}) {
    cufftHandle plan = 0;
    need(cufftPlan1d(&plan, one_case.length, CUFFT_C2C, 1) == CUFFT_SUCCESS, "cufftPlan1d");
    cufftSetStream(plan, stream);
    auto *in = reinterpret_cast<cufftComplex *>(a), *out = reinterpret_cast<cufftComplex *>(one_case.in_place ? a : c);
    void *direct = plan_1d(one_case.length, in, out, -1, kEstimate);
    std::memset(a, 0, bytes);  // in-place rounds must not grow to infinity
    if (one_case.length <= 16) {
      report_calls("CPU, cufftExecC2C of 16", [&] { cufftExecC2C(plan, in, out, CUFFT_FORWARD); }, [&] { run(direct, in, out); });
      continue;
    }
    report_work(one_case.what, 5.0 * 20 * one_case.length, 41,
                [&] {
                  cufftExecC2C(plan, in, out, CUFFT_FORWARD);
                  cudaStreamSynchronize(stream);
                },
                [&] { run(direct, in, out); });
    cufftDestroy(plan);
  }
}

// With the ROCm provider on a stand-in for hipBLAS that returns at once.
void measure_forwarding(const char *hipblas) {
  void *library = open_library(hipblas);
  const auto sgemm = symbol<int (*)(void *, int, int, int, int, int, const float *, const float *, int, const float *, int, const float *, float *, int)>(
      library, {"hipblasSgemm"});
  cublasHandle_t handle = nullptr;
  need(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  const float alpha = 1, beta = 0;
  float words[16] = {};
  report_calls("ROCm, cublasSgemm", [&] { cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, &alpha, words, 4, words, 4, &beta, words, 4); },
               [&] { sgemm(&library, 111, 112, 4, 4, 4, &alpha, words, 4, words, 4, &beta, words, 4); });
  cublasDestroy(handle);
}

}  // namespace

int main(int count, char **arguments) {
  if (count == 4 && std::strcmp(arguments[1], "cpu") == 0) measure_cpu(arguments[2], arguments[3]);
  else if (count == 3 && std::strcmp(arguments[1], "rocm") == 0) measure_forwarding(arguments[2]);
  else return std::fprintf(stderr, "usage: libwrap_calls cpu OPENBLAS FFTWF | rocm HIPBLAS\n"), 2;
  return 0;
}
