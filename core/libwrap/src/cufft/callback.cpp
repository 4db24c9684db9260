// SPDX-License-Identifier: Apache-2.0
// What cuFFT can and we cannot: callbacks inside a transform, and the factors of a transform that lies on several GPUs. Each is checked as
// cuFFT checks it, says once what is refused, and returns CUFFT_NOT_SUPPORTED.
#include <cufftXt.h>

#include "../common/dynamic_library.h"
#include "plan.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using scale::cufft::find;

namespace {

bool is_callback(cufftXtCallbackType type) { return type >= CUFFT_CB_LD_COMPLEX && type < CUFFT_CB_UNDEFINED; }

cufftResult refuse(cufftXtCallbackType type) {
  if (!is_callback(type)) return CUFFT_INVALID_VALUE;
  scale::say_once(
      "cuFFT's callbacks are not supported (device functions cannot be called from within the FFT library below); "
      "run a kernel before or after the transform instead");
  return CUFFT_NOT_SUPPORTED;
}

}  // namespace

SCALE_API cufftResult cufftXtSetCallback(cufftHandle handle, void **routines, cufftXtCallbackType type, void **) {
  const std::shared_ptr<scale::cufft::Plan> plan = find(handle);
  if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
  return routines == nullptr ? CUFFT_INVALID_VALUE : refuse(type);
}

SCALE_API cufftResult cufftXtSetJITCallback(cufftHandle handle, const char *name, const void *code, size_t size, cufftXtCallbackType type, void **) {
  if (find(handle) == nullptr) return CUFFT_INVALID_PLAN;
  return name == nullptr || code == nullptr || size == 0 ? CUFFT_INVALID_VALUE : refuse(type);
}

SCALE_API cufftResult cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType type, size_t) {
  return find(handle) == nullptr ? CUFFT_INVALID_PLAN : refuse(type);
}

// No plan ever has a callback to clear.
SCALE_API cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  return find(handle) == nullptr ? CUFFT_INVALID_PLAN : refuse(type);
}

SCALE_API cufftResult cufftXtQueryPlan(cufftHandle handle, void *answer, cufftXtQueryType type) {
  const std::shared_ptr<scale::cufft::Plan> plan = find(handle);
  if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
  if (answer == nullptr || type != CUFFT_QUERY_1D_FACTORS) return CUFFT_INVALID_VALUE;
  scale::say_once("cufftXtQueryPlan is not supported: a plan on one GPU is not split into factors");
  return CUFFT_NOT_SUPPORTED;
}
