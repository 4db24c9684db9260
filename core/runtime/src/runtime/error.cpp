// SPDX-License-Identifier: Apache-2.0
#include "core/error_text.h"
#include "core/release.h"
#include "core/state.h"
#include "implementations.h"

namespace scale {

cudaError_t rt::GetLastError() {
  cudaError_t error = thread().last;
  thread().last = cudaSuccess;
  if (error == cudaSuccess && present() == cudaSuccess) return ready();  // a kernel's fault shows everywhere
  return error;
}

cudaError_t rt::PeekAtLastError() {
  cudaError_t error = thread().last;
  return error == cudaSuccess && present() == cudaSuccess ? ready() : error;
}

const char *rt::GetErrorName(cudaError_t error) {
  const ErrorText *row = find_error(error);
  return row && *row->runtime ? row->runtime : "unrecognized error code";
}

const char *rt::GetErrorString(cudaError_t error) {
  const ErrorText *row = find_error(error);
  return row && *row->runtime ? row->text : "unrecognized error code";
}

cudaError_t rt::DriverGetVersion(int *version) {
  if (!version) return cudaErrorInvalidValue;
  *version = driver_release();
  return cudaSuccess;
}

cudaError_t rt::RuntimeGetVersion(int *version) {
  if (!version) return cudaErrorInvalidValue;
  *version = chosen_release();
  return cudaSuccess;
}

}  // namespace scale
