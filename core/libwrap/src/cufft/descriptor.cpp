// SPDX-License-Identifier: Apache-2.0
// cuFFT's descriptors (cufftXtMalloc and what runs on them) for one GPU; more GPUs are refused.
#include <cufftXt.h>

#include <algorithm>
#include <new>

#include "../common/dynamic_library.h"
#include "plan.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using scale::cufft::find;
using scale::cufft::Plan;

namespace {

std::size_t bytes_of(const Plan &plan, bool input_side, bool in_place) {
  return scale::cufft::extent(plan, input_side, in_place) * scale::cufft::element_bytes(plan, input_side);
}

bool usable(const cudaLibXtDesc *descriptor) {
  return descriptor != nullptr && descriptor->descriptor != nullptr && descriptor->descriptor->nGPUs == 1 && descriptor->descriptor->data[0] != nullptr;
}

cufftResult execute(cufftHandle handle, const cudaLibXtDesc *input, const cudaLibXtDesc *output, int direction, int type) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || !plan->made || (type != 0 && type != plan->type)) return CUFFT_INVALID_PLAN;
  if (!usable(input) || !usable(output)) return CUFFT_INVALID_VALUE;
  return cufftXtExec(handle, input->descriptor->data[0], output->descriptor->data[0], direction);
}

}  // namespace

SCALE_API cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int *gpus) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || plan->made) return CUFFT_INVALID_PLAN;
  if (count < 1 || gpus == nullptr) return CUFFT_INVALID_VALUE;
  if (count > 1) {
    scale::say_once("cufftXtSetGPUs is supported for one GPU");
    return CUFFT_NOT_SUPPORTED;
  }
  int known = 0;
  if (cudaGetDeviceCount(&known) != cudaSuccess || gpus[0] < 0 || gpus[0] >= known) return CUFFT_INVALID_DEVICE;
  return cudaSetDevice(gpus[0]) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INVALID_DEVICE;
}

SCALE_API cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc **descriptor, cufftXtSubFormat format) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
  if (descriptor == nullptr || format < CUFFT_XT_FORMAT_INPUT || format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED) return CUFFT_INVALID_VALUE;
  *descriptor = nullptr;
  const bool in_place = format == CUFFT_XT_FORMAT_INPLACE || format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  std::size_t size = 0;
  if (in_place) size = std::max(bytes_of(*plan, true, true), bytes_of(*plan, false, true));
  else size = bytes_of(*plan, format != CUFFT_XT_FORMAT_OUTPUT, false);
  auto *outer = new (std::nothrow) cudaLibXtDesc{};
  auto *inner = new (std::nothrow) cudaXtDesc{};
  if (outer == nullptr || inner == nullptr || cudaMalloc(&inner->data[0], size) != cudaSuccess) {
    delete outer;
    delete inner;
    return CUFFT_ALLOC_FAILED;
  }
  inner->version = CUDA_XT_DESCRIPTOR_VERSION;
  inner->nGPUs = 1;
  inner->size[0] = size;
  cudaGetDevice(&inner->GPUs[0]);
  outer->version = CUDA_XT_DESCRIPTOR_VERSION;
  outer->descriptor = inner;
  outer->library = LIB_FORMAT_CUFFT;
  outer->subFormat = format;
  *descriptor = outer;
  return CUFFT_SUCCESS;
}

SCALE_API cufftResult cufftXtFree(cudaLibXtDesc *descriptor) {
  if (descriptor == nullptr) return CUFFT_SUCCESS;
  if (!usable(descriptor)) return CUFFT_INVALID_VALUE;
  const cudaError_t status = cudaFree(descriptor->descriptor->data[0]);
  delete descriptor->descriptor;
  delete descriptor;
  return status == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

SCALE_API cufftResult cufftXtMemcpy(cufftHandle handle, void *target, void *source, cufftXtCopyType type) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
  if (target == nullptr || source == nullptr) return CUFFT_INVALID_VALUE;
  const bool to = type == CUFFT_COPY_HOST_TO_DEVICE || type == CUFFT_COPY_DEVICE_TO_DEVICE, from = type == CUFFT_COPY_DEVICE_TO_HOST || type == CUFFT_COPY_DEVICE_TO_DEVICE;
  auto *into = static_cast<cudaLibXtDesc *>(target), *out_of = static_cast<cudaLibXtDesc *>(source);
  if ((!to && !from) || (to && !usable(into)) || (from && !usable(out_of))) return CUFFT_INVALID_VALUE;
  const std::size_t size = !to ? out_of->descriptor->size[0] : !from ? into->descriptor->size[0] : std::min(into->descriptor->size[0], out_of->descriptor->size[0]);
  if (cudaMemcpyAsync(to ? into->descriptor->data[0] : target, from ? out_of->descriptor->data[0] : source, size, cudaMemcpyDefault, plan->stream) != cudaSuccess)
    return CUFFT_INTERNAL_ERROR;
  return cudaStreamSynchronize(plan->stream) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

SCALE_API cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction) {
  return execute(handle, input, output, direction, 0);
}
#define SCALE_BOTH_WAYS(Name)                                                                                                        \
  SCALE_API cufftResult cufftXtExecDescriptor##Name(cufftHandle handle, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction) { \
    return execute(handle, input, output, direction, CUFFT_##Name);                                                                  \
  }
#define SCALE_ONE_WAY(Name)                                                                                           \
  SCALE_API cufftResult cufftXtExecDescriptor##Name(cufftHandle handle, cudaLibXtDesc *input, cudaLibXtDesc *output) { \
    return execute(handle, input, output, CUFFT_FORWARD, CUFFT_##Name);                                               \
  }
SCALE_BOTH_WAYS(C2C)
SCALE_BOTH_WAYS(Z2Z)
SCALE_ONE_WAY(R2C)
SCALE_ONE_WAY(C2R)
SCALE_ONE_WAY(D2Z)
SCALE_ONE_WAY(Z2D)
