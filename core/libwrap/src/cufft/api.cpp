// SPDX-License-Identifier: Apache-2.0
// cuFFT's C functions.
#include <cufftXt.h>

#include <array>

#include "../common/device_kind.h"
#include "plan.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using scale::cufft::find;
using scale::cufft::Plan;
using scale::cufft::Storage;

namespace {

// A plan for the size queries alone.
cufftResult size_of(int rank, const long long *n, const long long *inembed, long long istride, long long idist, const long long *onembed,
                    long long ostride, long long odist, cufftType type, long long batch, size_t *size) {
  if (size == nullptr) return CUFFT_INVALID_VALUE;
  Plan plan;
  const cufftResult status = scale::cufft::describe(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
  if (status == CUFFT_SUCCESS) *size = plan.work_size;
  return status;
}

cufftResult make(cufftHandle handle, int rank, const long long *n, const long long *inembed, long long istride, long long idist,
                 const long long *onembed, long long ostride, long long odist, cufftType type, long long batch, size_t *size) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || plan->made) return CUFFT_INVALID_PLAN;
  cufftResult status = scale::cufft::describe(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
  if (status == CUFFT_SUCCESS && scale::device_is_rocm()) status = scale::cufft::make_on_rocm(*plan);
  if (status != CUFFT_SUCCESS) return status;
  plan->made = true;
  if (size != nullptr) *size = plan->work_size;
  return plan->hip != nullptr && plan->stream != nullptr ? scale::cufft::set_stream_on_rocm(*plan) : CUFFT_SUCCESS;
}

cufftResult create_and_make(cufftHandle *handle, int rank, const long long *n, const long long *inembed, long long istride, long long idist,
                            const long long *onembed, long long ostride, long long odist, cufftType type, long long batch) {
  if (handle == nullptr) return CUFFT_INVALID_VALUE;
  cufftHandle fresh = 0;
  if (const cufftResult status = cufftCreate(&fresh); status != CUFFT_SUCCESS) return status;
  const cufftResult status = make(fresh, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
  if (status != CUFFT_SUCCESS) cufftDestroy(fresh);
  else *handle = fresh;
  return status;
}

// The 32-bit arrays of the older functions, widened; ranks above 3 are refused later.
struct Wide {
  std::array<long long, 3> values{};
  const long long *pointer = nullptr;
  Wide(const int *source, int rank) {
    if (source == nullptr) return;
    for (int i = 0; i < rank && i < 3; ++i) values[static_cast<std::size_t>(i)] = source[i];
    pointer = values.data();
  }
  Wide(const Wide &) = delete;
};

// `typed`: called by the functions that take plans of any element type.
cufftResult execute(cufftHandle handle, void *input, void *output, int direction, cufftType type, bool typed = false) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || !plan->made || plan->type != type || (plan->storage != Storage::Same && !typed)) return CUFFT_INVALID_PLAN;
  if (input == nullptr || output == nullptr) return CUFFT_INVALID_VALUE;
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  return plan->hip != nullptr ? scale::cufft::execute_on_rocm(*plan, input, output, direction)
                              : scale::cufft::execute_on_cpu(plan, input, output, direction);
}

// The transform of two data types; false where cuFFT has none. Rows: cuFFT documentation, `cufftXtMakePlanMany`.
struct Typed {
  cudaDataType input, output, execution;
  cufftType type;
  Storage storage;
};
bool type_of(cudaDataType input, cudaDataType output, cudaDataType execution, Typed *found) {
  static const Typed rows[] = {
      {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C, Storage::Same},    {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C, Storage::Same},
      {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R, Storage::Same},    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z, Storage::Same},
      {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z, Storage::Same},    {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D, Storage::Same},
      {CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, CUFFT_C2C, Storage::Half},    {CUDA_R_16F, CUDA_C_16F, CUDA_C_16F, CUFFT_R2C, Storage::Half},
      {CUDA_C_16F, CUDA_R_16F, CUDA_C_16F, CUFFT_C2R, Storage::Half},    {CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF, CUFFT_C2C, Storage::Bfloat},
      {CUDA_R_16BF, CUDA_C_16BF, CUDA_C_16BF, CUFFT_R2C, Storage::Bfloat}, {CUDA_C_16BF, CUDA_R_16BF, CUDA_C_16BF, CUFFT_C2R, Storage::Bfloat}};
  for (const Typed &row : rows)
    if (row.input == input && row.output == output && row.execution == execution) {
      *found = row;
      return true;
    }
  return false;
}

}  // namespace

SCALE_API cufftResult cufftCreate(cufftHandle *handle) {
  if (handle == nullptr) return CUFFT_INVALID_VALUE;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return CUFFT_SETUP_FAILED;
  *handle = scale::cufft::add(std::make_shared<Plan>());
  return CUFFT_SUCCESS;
}

SCALE_API cufftResult cufftDestroy(cufftHandle handle) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (plan->hip == nullptr) cudaStreamSynchronize(plan->stream);
  scale::cufft::remove(handle);
  return CUFFT_SUCCESS;
}

SCALE_API cufftResult cufftPlan1d(cufftHandle *handle, int nx, cufftType type, int batch) {
  const long long n[] = {nx};
  return create_and_make(handle, 1, n, nullptr, 1, 0, nullptr, 1, 0, type, batch);
}
SCALE_API cufftResult cufftPlan2d(cufftHandle *handle, int nx, int ny, cufftType type) {
  const long long n[] = {nx, ny};
  return create_and_make(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
SCALE_API cufftResult cufftPlan3d(cufftHandle *handle, int nx, int ny, int nz, cufftType type) {
  const long long n[] = {nx, ny, nz};
  return create_and_make(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
SCALE_API cufftResult cufftPlanMany(cufftHandle *handle, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,
                                    int odist, cufftType type, int batch) {
  const Wide sizes(n, rank), in(inembed, rank), out(onembed, rank);
  return create_and_make(handle, rank, sizes.pointer, in.pointer, istride, idist, out.pointer, ostride, odist, type, batch);
}

SCALE_API cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *size) {
  const long long n[] = {nx};
  return make(handle, 1, n, nullptr, 1, 0, nullptr, 1, 0, type, batch, size);
}
SCALE_API cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *size) {
  const long long n[] = {nx, ny};
  return make(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, size);
}
SCALE_API cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *size) {
  const long long n[] = {nx, ny, nz};
  return make(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, size);
}
SCALE_API cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,
                                        int odist, cufftType type, int batch, size_t *size) {
  const Wide sizes(n, rank), in(inembed, rank), out(onembed, rank);
  return make(handle, rank, sizes.pointer, in.pointer, istride, idist, out.pointer, ostride, odist, type, batch, size);
}
SCALE_API cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                          long long *onembed, long long ostride, long long odist, cufftType type, long long batch, size_t *size) {
  return make(handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
}
SCALE_API cufftResult cufftXtMakePlanMany(cufftHandle handle, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                          cudaDataType input, long long *onembed, long long ostride, long long odist, cudaDataType output,
                                          long long batch, size_t *size, cudaDataType execution) {
  Typed typed;
  if (!type_of(input, output, execution, &typed)) return CUFFT_NOT_SUPPORTED;
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || plan->made) return CUFFT_INVALID_PLAN;
  plan->storage = typed.storage;
  return make(handle, rank, n, inembed, istride, idist, onembed, ostride, odist, typed.type, batch, size);
}

#define SCALE_SIZES(Name, Handle)                                                                                                          \
  SCALE_API cufftResult cufft##Name##1d(Handle int nx, cufftType type, int batch, size_t *size) {                                          \
    const long long n[] = {nx};                                                                                                            \
    return size_of(1, n, nullptr, 1, 0, nullptr, 1, 0, type, batch, size);                                                                 \
  }                                                                                                                                        \
  SCALE_API cufftResult cufft##Name##2d(Handle int nx, int ny, cufftType type, size_t *size) {                                             \
    const long long n[] = {nx, ny};                                                                                                        \
    return size_of(2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, size);                                                                     \
  }                                                                                                                                        \
  SCALE_API cufftResult cufft##Name##3d(Handle int nx, int ny, int nz, cufftType type, size_t *size) {                                     \
    const long long n[] = {nx, ny, nz};                                                                                                    \
    return size_of(3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, size);                                                                     \
  }                                                                                                                                        \
  SCALE_API cufftResult cufft##Name##Many(Handle int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,        \
                                          int odist, cufftType type, int batch, size_t *size) {                                            \
    const Wide sizes(n, rank), in(inembed, rank), out(onembed, rank);                                                                      \
    return size_of(rank, sizes.pointer, in.pointer, istride, idist, out.pointer, ostride, odist, type, batch, size);                       \
  }
#define SCALE_HANDLE_ARGUMENT cufftHandle,
SCALE_SIZES(Estimate, )
SCALE_SIZES(GetSize, SCALE_HANDLE_ARGUMENT)

SCALE_API cufftResult cufftGetSizeMany64(cufftHandle, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                         long long *onembed, long long ostride, long long odist, cufftType type, long long batch, size_t *size) {
  return size_of(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
}
SCALE_API cufftResult cufftXtGetSizeMany(cufftHandle, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                         cudaDataType input, long long *onembed, long long ostride, long long odist, cudaDataType output,
                                         long long batch, size_t *size, cudaDataType execution) {
  Typed typed;
  if (!type_of(input, output, execution, &typed)) return CUFFT_NOT_SUPPORTED;
  return size_of(rank, n, inembed, istride, idist, onembed, ostride, odist, typed.type, batch, size);
}
SCALE_API cufftResult cufftGetSize(cufftHandle handle, size_t *size) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (size == nullptr) return CUFFT_INVALID_VALUE;
  *size = plan->work_size;
  return CUFFT_SUCCESS;
}

// FFTW needs no work area; the calls are accepted, so that programs which bring their own run unchanged.
SCALE_API cufftResult cufftSetWorkArea(cufftHandle handle, void *area) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  return plan->hip != nullptr ? scale::cufft::set_work_area_on_rocm(*plan, area) : CUFFT_SUCCESS;
}
SCALE_API cufftResult cufftXtSetWorkArea(cufftHandle handle, void **areas) {  // one for each GPU of the plan
  return areas != nullptr ? cufftSetWorkArea(handle, areas[0]) : CUFFT_INVALID_VALUE;
}
SCALE_API cufftResult cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy policy, size_t *) {
  if (find(handle) == nullptr) return CUFFT_INVALID_PLAN;
  return policy <= CUFFT_WORKAREA_PERFORMANCE ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}
SCALE_API cufftResult cufftSetAutoAllocation(cufftHandle handle, int wanted) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  plan->auto_allocation = wanted != 0;
  return CUFFT_SUCCESS;
}

SCALE_API cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  plan->stream = stream;
  return plan->hip != nullptr ? scale::cufft::set_stream_on_rocm(*plan) : CUFFT_SUCCESS;
}

SCALE_API cufftResult cufftExecC2C(cufftHandle handle, cufftComplex *input, cufftComplex *output, int direction) {
  return execute(handle, input, output, direction, CUFFT_C2C);
}
SCALE_API cufftResult cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex *input, cufftDoubleComplex *output, int direction) {
  return execute(handle, input, output, direction, CUFFT_Z2Z);
}
SCALE_API cufftResult cufftExecR2C(cufftHandle handle, cufftReal *input, cufftComplex *output) {
  return execute(handle, input, output, CUFFT_FORWARD, CUFFT_R2C);
}
SCALE_API cufftResult cufftExecD2Z(cufftHandle handle, cufftDoubleReal *input, cufftDoubleComplex *output) {
  return execute(handle, input, output, CUFFT_FORWARD, CUFFT_D2Z);
}
SCALE_API cufftResult cufftExecC2R(cufftHandle handle, cufftComplex *input, cufftReal *output) {
  return execute(handle, input, output, CUFFT_INVERSE, CUFFT_C2R);
}
SCALE_API cufftResult cufftExecZ2D(cufftHandle handle, cufftDoubleComplex *input, cufftDoubleReal *output) {
  return execute(handle, input, output, CUFFT_INVERSE, CUFFT_Z2D);
}
SCALE_API cufftResult cufftXtExec(cufftHandle handle, void *input, void *output, int direction) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (!scale::cufft::is_complex_to_complex(plan->type)) direction = scale::cufft::is_real_input(plan->type) ? CUFFT_FORWARD : CUFFT_INVERSE;
  return execute(handle, input, output, direction, plan->type, true);
}

SCALE_API cufftResult cufftGetVersion(int *version) {
  if (version == nullptr) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
SCALE_API cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CUFFT_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION: *value = CUFFT_VER_MAJOR; return CUFFT_SUCCESS;
    case MINOR_VERSION: *value = CUFFT_VER_MINOR; return CUFFT_SUCCESS;
    case PATCH_LEVEL: *value = CUFFT_VER_PATCH; return CUFFT_SUCCESS;
  }
  return CUFFT_INVALID_VALUE;
}

// Plan properties steer NVIDIA's just-in-time compiler; any known one is accepted and its default is reported.
SCALE_API cufftResult cufftSetPlanPropertyInt64(cufftHandle handle, cufftProperty property, const long long) {
  if (find(handle) == nullptr) return CUFFT_INVALID_PLAN;
  return property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT || property == NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS ? CUFFT_SUCCESS
                                                                                                                        : CUFFT_NOT_SUPPORTED;
}
SCALE_API cufftResult cufftGetPlanPropertyInt64(cufftHandle handle, cufftProperty, long long *value) {
  if (find(handle) == nullptr) return CUFFT_INVALID_PLAN;
  if (value == nullptr) return CUFFT_INVALID_VALUE;
  *value = 0;
  return CUFFT_SUCCESS;
}
SCALE_API cufftResult cufftResetPlanProperty(cufftHandle handle, cufftProperty) {
  return find(handle) != nullptr ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
