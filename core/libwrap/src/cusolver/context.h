// SPDX-License-Identifier: Apache-2.0
// What cuSOLVER's handles point to, and the way its work goes to LAPACK on the CPU device.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <utility>

#include "../common/stream_work.h"
#include "../cublas/blas.h"
#include "../cublas/element.h"

struct cusolverDnContext {
  unsigned magic;
  cudaStream_t stream;
};
struct cusolverDnParams {
  cusolverAlgMode_t algorithm;
};
struct syevjInfo {
  double tolerance;
  int sweeps, sort;
};
struct gesvdjInfo {
  double tolerance;
  int sweeps, sort;
};

namespace scale::cusolver {

constexpr unsigned kMagic = 0x5ca1e50f;

inline bool valid(cusolverDnHandle_t handle) { return handle != nullptr && handle->magic == kMagic; }

// Runs `work` in the handle's stream order.
template <class Work>
cusolverStatus_t submit(cusolverDnHandle_t handle, bool arguments_hold, Work &&work) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!arguments_hold) return CUSOLVER_STATUS_INVALID_VALUE;
  return run_in_stream_order(handle->stream, std::forward<Work>(work)) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

// LAPACK's routine of element type M; everything goes by address.
template <class M, class... Arguments>
void lapack(const char *name, Arguments... arguments) {
  void *address = nullptr;
  cublas::blas::call<M>(name, address, arguments...);
}

}  // namespace scale::cusolver
