// SPDX-License-Identifier: Apache-2.0
// FFTW 3's interface on cuFFT. Execution is synchronous, as FFTW's is; arrays may lie on the host or on the device.
#include <cuda_runtime_api.h>
#include <cufftw.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../common/device_kind.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

namespace {

// One side's layout: storage dimensions (empty: FFTW's default), stride and distance in elements.
struct Side {
  std::vector<int> embed;
  int stride, distance;
};

struct Plan {
  cufftHandle handle;
  cufftType type;
  int sign;
  void *input, *output;
  std::size_t input_bytes, output_bytes;
};

bool complex_input(cufftType type) { return type != CUFFT_R2C && type != CUFFT_D2Z; }
bool complex_output(cufftType type) { return type != CUFFT_C2R && type != CUFFT_Z2D; }

// Bytes from the first element to the last that a side touches.
std::size_t bytes(const std::vector<int> &n, const Side &side, int batch, bool complex_side, bool halved, std::size_t scalar) {
  std::ptrdiff_t last = static_cast<std::ptrdiff_t>(batch - 1) * side.distance, stride = side.stride;
  for (std::size_t i = n.size(); i-- > 0;) {
    last += stride * (halved && i + 1 == n.size() ? n[i] / 2 : n[i] - 1);
    stride *= side.embed[i];
  }
  return static_cast<std::size_t>(last + 1) * scalar * (complex_side ? 2 : 1);
}

// Fills in FFTW's default storage dimensions.
Side given(const std::vector<int> &n, const int *embed, int stride, int distance, bool complex_side, bool real_transform, bool in_place) {
  Side side{n, stride, distance};
  if (embed != nullptr) side.embed.assign(embed, embed + n.size());
  else if (real_transform && complex_side) side.embed.back() = n.back() / 2 + 1;
  else if (real_transform && in_place) side.embed.back() = 2 * (n.back() / 2 + 1);
  return side;
}

void *make(cufftType type, std::vector<int> n, int batch, void *input, Side in, void *output, Side out, int sign) {
  auto *plan = new Plan{0, type, sign, input, output, 0, 0};
  const bool real_transform = !complex_input(type) || !complex_output(type);
  const std::size_t scalar = type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R ? 4 : 8;
  plan->input_bytes = bytes(n, in, batch, complex_input(type), real_transform && complex_input(type), scalar);
  plan->output_bytes = bytes(n, out, batch, complex_output(type), real_transform && complex_output(type), scalar);
  if (cufftPlanMany(&plan->handle, static_cast<int>(n.size()), n.data(), in.embed.data(), in.stride, in.distance, out.embed.data(), out.stride,
                    out.distance, type, batch) == CUFFT_SUCCESS)
    return plan;
  delete plan;
  return nullptr;
}

void *make_many(cufftType type, int rank, const int *n, int batch, void *input, const int *inembed, int istride, int idist, void *output,
                const int *onembed, int ostride, int odist, int sign) {
  if (rank < 1 || rank > 3 || n == nullptr || std::any_of(n, n + rank, [](int size) { return size < 1; })) return nullptr;
  const std::vector<int> sizes(n, n + rank);
  const bool real_transform = !complex_input(type) || !complex_output(type), in_place = input == output;
  return make(type, sizes, batch, input, given(sizes, inembed, istride, idist, complex_input(type), real_transform, in_place), output,
              given(sizes, onembed, ostride, odist, complex_output(type), real_transform, in_place), sign);
}

void *make_one(cufftType type, std::vector<int> n, void *input, void *output, int sign) {
  return make_many(type, static_cast<int>(n.size()), n.data(), 1, input, nullptr, 1, 0, output, nullptr, 1, 0, sign);
}

// The guru interface's dimensions, where their strides nest as storage dimensions do; cuFFT knows no others.
template <class Dimension>
void *make_guru(cufftType type, int rank, const Dimension *dims, int batch_rank, const Dimension *batches, void *input, void *output, int sign) {
  if (rank < 1 || rank > 3 || dims == nullptr || batch_rank < 0 || batch_rank > 1) return nullptr;
  const auto size = static_cast<std::size_t>(rank);
  std::vector<int> n(size);
  Side in{std::vector<int>(size), static_cast<int>(dims[rank - 1].is), batch_rank == 1 ? static_cast<int>(batches[0].is) : 0};
  Side out{std::vector<int>(size), static_cast<int>(dims[rank - 1].os), batch_rank == 1 ? static_cast<int>(batches[0].os) : 0};
  for (std::size_t i = 0; i < size; ++i) {
    n[i] = static_cast<int>(dims[i].n);
    in.embed[i] = out.embed[i] = n[i];
    if (i == 0) continue;
    if (dims[i].is == 0 || dims[i].os == 0 || dims[i - 1].is % dims[i].is != 0 || dims[i - 1].os % dims[i].os != 0) return nullptr;
    in.embed[i] = static_cast<int>(dims[i - 1].is / dims[i].is);
    out.embed[i] = static_cast<int>(dims[i - 1].os / dims[i].os);
  }
  return make(type, n, batch_rank == 1 ? static_cast<int>(batches[0].n) : 1, input, in, output, out, sign);
}

cufftResult execute_there(const Plan &plan, void *input, void *output) {
  switch (plan.type) {
    case CUFFT_C2C: return cufftExecC2C(plan.handle, static_cast<cufftComplex *>(input), static_cast<cufftComplex *>(output), plan.sign);
    case CUFFT_Z2Z: return cufftExecZ2Z(plan.handle, static_cast<cufftDoubleComplex *>(input), static_cast<cufftDoubleComplex *>(output), plan.sign);
    case CUFFT_R2C: return cufftExecR2C(plan.handle, static_cast<cufftReal *>(input), static_cast<cufftComplex *>(output));
    case CUFFT_D2Z: return cufftExecD2Z(plan.handle, static_cast<cufftDoubleReal *>(input), static_cast<cufftDoubleComplex *>(output));
    case CUFFT_C2R: return cufftExecC2R(plan.handle, static_cast<cufftComplex *>(input), static_cast<cufftReal *>(output));
    case CUFFT_Z2D: return cufftExecZ2D(plan.handle, static_cast<cufftDoubleComplex *>(input), static_cast<cufftDoubleReal *>(output));
  }
  return CUFFT_INVALID_TYPE;
}

// On a GPU, arrays of the host travel there and back.
class OnDevice {
 public:
  OnDevice(void *host, std::size_t size) : host_(host), size_(size), device_(host) {
    cudaPointerAttributes attributes{};
    const bool known = cudaPointerGetAttributes(&attributes, host) == cudaSuccess && attributes.type != cudaMemoryTypeUnregistered;
    cudaGetLastError();
    copied_ = scale::device_is_rocm() && !known && cudaMalloc(&device_, size) == cudaSuccess;
    if (copied_) cudaMemcpy(device_, host_, size_, cudaMemcpyHostToDevice);
  }
  OnDevice(const OnDevice &) = delete;
  ~OnDevice() {
    if (copied_) cudaFree(device_);
  }
  void *pointer() const { return device_; }
  void bring_back() const {
    if (copied_) cudaMemcpy(host_, device_, size_, cudaMemcpyDeviceToHost);
  }

 private:
  void *host_;
  std::size_t size_;
  void *device_;
  bool copied_ = false;
};

void execute(const void *handle, void *input, void *output) {
  const auto *plan = static_cast<const Plan *>(handle);
  if (plan == nullptr) return;
  const bool in_place = input == output;
  const OnDevice in(input, in_place ? std::max(plan->input_bytes, plan->output_bytes) : plan->input_bytes);
  if (in_place) {
    execute_there(*plan, in.pointer(), in.pointer());
    cudaStreamSynchronize(nullptr);
    in.bring_back();
    return;
  }
  const OnDevice out(output, plan->output_bytes);
  execute_there(*plan, in.pointer(), out.pointer());
  cudaStreamSynchronize(nullptr);
  out.bring_back();
}

void destroy(void *handle) {
  if (handle == nullptr) return;
  auto *plan = static_cast<Plan *>(handle);
  cufftDestroy(plan->handle);
  delete plan;
}

// Aligned as widely as any vector of the host.
void *allocate(std::size_t size) { return std::aligned_alloc(64, (std::max<std::size_t>(size, 1) + 63) / 64 * 64); }

}  // namespace

#define SCALE_FFTW_GURU(X, R, C2C, R2C, C2R, guru, iodim)                                                                                              \
  SCALE_API X##_plan X##_plan_##guru##_dft(int rank, const X##_##iodim *dims, int batch_rank, const X##_##iodim *batches, X##_complex *in,             \
                                       X##_complex *out, int sign, unsigned) {                                                                         \
    return make_guru(C2C, rank, dims, batch_rank, batches, in, out, sign);                                                                             \
  }                                                                                                                                                    \
  SCALE_API X##_plan X##_plan_##guru##_dft_r2c(int rank, const X##_##iodim *dims, int batch_rank, const X##_##iodim *batches, R *in, X##_complex *out, \
                                           unsigned) {                                                                                                 \
    return make_guru(R2C, rank, dims, batch_rank, batches, in, out, -1);                                                                               \
  }                                                                                                                                                    \
  SCALE_API X##_plan X##_plan_##guru##_dft_c2r(int rank, const X##_##iodim *dims, int batch_rank, const X##_##iodim *batches, X##_complex *in, R *out, \
                                           unsigned) {                                                                                                 \
    return make_guru(C2R, rank, dims, batch_rank, batches, in, out, 1);                                                                                \
  }

#define SCALE_FFTW(X, R, C2C, R2C, C2R)                                                                                                         \
  SCALE_API X##_plan X##_plan_dft_1d(int n, X##_complex *in, X##_complex *out, int sign, unsigned) { return make_one(C2C, {n}, in, out, sign); } \
  SCALE_API X##_plan X##_plan_dft_2d(int n0, int n1, X##_complex *in, X##_complex *out, int sign, unsigned) {                                   \
    return make_one(C2C, {n0, n1}, in, out, sign);                                                                                              \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft_3d(int n0, int n1, int n2, X##_complex *in, X##_complex *out, int sign, unsigned) {                           \
    return make_one(C2C, {n0, n1, n2}, in, out, sign);                                                                                          \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft(int rank, const int *n, X##_complex *in, X##_complex *out, int sign, unsigned) {                              \
    return make_many(C2C, rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, sign);                                                             \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft_r2c_1d(int n, R *in, X##_complex *out, unsigned) { return make_one(R2C, {n}, in, out, -1); }                  \
  SCALE_API X##_plan X##_plan_dft_r2c_2d(int n0, int n1, R *in, X##_complex *out, unsigned) { return make_one(R2C, {n0, n1}, in, out, -1); }    \
  SCALE_API X##_plan X##_plan_dft_r2c_3d(int n0, int n1, int n2, R *in, X##_complex *out, unsigned) {                                           \
    return make_one(R2C, {n0, n1, n2}, in, out, -1);                                                                                            \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft_r2c(int rank, const int *n, R *in, X##_complex *out, unsigned) {                                              \
    return make_many(R2C, rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, -1);                                                               \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft_c2r_1d(int n, X##_complex *in, R *out, unsigned) { return make_one(C2R, {n}, in, out, 1); }                   \
  SCALE_API X##_plan X##_plan_dft_c2r_2d(int n0, int n1, X##_complex *in, R *out, unsigned) { return make_one(C2R, {n0, n1}, in, out, 1); }     \
  SCALE_API X##_plan X##_plan_dft_c2r_3d(int n0, int n1, int n2, X##_complex *in, R *out, unsigned) {                                           \
    return make_one(C2R, {n0, n1, n2}, in, out, 1);                                                                                             \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_dft_c2r(int rank, const int *n, X##_complex *in, R *out, unsigned) {                                              \
    return make_many(C2R, rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, 1);                                                                \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_many_dft(int rank, const int *n, int batch, X##_complex *in, const int *inembed, int istride, int idist,          \
                                       X##_complex *out, const int *onembed, int ostride, int odist, int sign, unsigned) {                      \
    return make_many(C2C, rank, n, batch, in, inembed, istride, idist, out, onembed, ostride, odist, sign);                                     \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_many_dft_r2c(int rank, const int *n, int batch, R *in, const int *inembed, int istride, int idist,                \
                                           X##_complex *out, const int *onembed, int ostride, int odist, unsigned) {                            \
    return make_many(R2C, rank, n, batch, in, inembed, istride, idist, out, onembed, ostride, odist, -1);                                       \
  }                                                                                                                                             \
  SCALE_API X##_plan X##_plan_many_dft_c2r(int rank, const int *n, int batch, X##_complex *in, const int *inembed, int istride, int idist,      \
                                           R *out, const int *onembed, int ostride, int odist, unsigned) {                                      \
    return make_many(C2R, rank, n, batch, in, inembed, istride, idist, out, onembed, ostride, odist, 1);                                        \
  }                                                                                                                                             \
  SCALE_API void X##_execute(const X##_plan plan) {                                                                                             \
    if (plan != nullptr) execute(plan, static_cast<const Plan *>(plan)->input, static_cast<const Plan *>(plan)->output);                        \
  }                                                                                                                                             \
  SCALE_API void X##_execute_dft(const X##_plan plan, X##_complex *in, X##_complex *out) { execute(plan, in, out); }                            \
  SCALE_API void X##_execute_dft_r2c(const X##_plan plan, R *in, X##_complex *out) { execute(plan, in, out); }                                  \
  SCALE_API void X##_execute_dft_c2r(const X##_plan plan, X##_complex *in, R *out) { execute(plan, in, out); }                                  \
  SCALE_API void *X##_malloc(size_t size) { return allocate(size); }                                                                            \
  SCALE_API void X##_free(void *pointer) { std::free(pointer); }                                                                                \
  SCALE_API void X##_destroy_plan(X##_plan plan) { destroy(plan); }                                                                             \
  SCALE_API void X##_cleanup(void) {}                                                                                                           \
  SCALE_API void X##_set_timelimit(double) {}                                                                                                   \
  SCALE_API int X##_init_threads(void) { return 1; }                                                                                            \
  SCALE_API void X##_plan_with_nthreads(int) {}                                                                                                 \
  SCALE_API void X##_cleanup_threads(void) {}                                                                                                   \
  SCALE_API void X##_export_wisdom_to_file(FILE *) {}                                                                                           \
  SCALE_API int X##_import_wisdom_from_file(FILE *) { return 0; }                                                                               \
  SCALE_API double X##_cost(const fftw_plan) { return 0; }                                                                                      \
  SCALE_API void X##_flops(const fftw_plan, double *add, double *mul, double *fma) { *add = *mul = *fma = 0; }                                  \
  SCALE_API void X##_print_plan(const X##_plan plan) { X##_fprint_plan(plan, stdout); }                                                         \
  SCALE_API void X##_fprint_plan(const X##_plan plan, FILE *file) { std::fprintf(file, plan != nullptr ? "(cufft)" : "(none)"); }

SCALE_FFTW(fftw, double, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D)
SCALE_FFTW(fftwf, float, CUFFT_C2C, CUFFT_R2C, CUFFT_C2R)
SCALE_FFTW_GURU(fftw, double, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D, guru, iodim)
SCALE_FFTW_GURU(fftwf, float, CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, guru, iodim)
SCALE_FFTW_GURU(fftw, double, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D, guru64, iodim64)
SCALE_FFTW_GURU(fftwf, float, CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, guru64, iodim64)
