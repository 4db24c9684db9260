// SPDX-License-Identifier: Apache-2.0
// What a cublasHandle_t points to, and the conversions of its words to hipBLAS's.
#pragma once

#include <cublas_api.h>
#include <cuda_runtime_api.h>

#include <cstdint>

namespace scale::cublas {
struct Context;
}

struct cublasContext {
  std::uint32_t magic;
  cudaStream_t stream;
  cublasPointerMode_t pointer_mode;
  cublasAtomicsMode_t atomics_mode;
  cublasMath_t math_mode;
  cublasEmulationStrategy_t emulation;
  int sm_count_target;
  void *workspace;
  std::size_t workspace_size;
  void *hip;  // hipblasHandle_t, or null on the CPU device
};

namespace scale::cublas {

constexpr std::uint32_t kMagic = 0x5ca1eb1a;

inline cublasContext *checked(cublasHandle_t handle) { return handle != nullptr && handle->magic == kMagic ? handle : nullptr; }

// Writes a line to the log that cublasLoggerConfigure or the user's callback asked for.
void log_call(const char *function);
bool logging();

}  // namespace scale::cublas
