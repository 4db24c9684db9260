// SPDX-License-Identifier: Apache-2.0
// CPU work in stream order: a library call on the CPU device is ordered on its stream like any other work.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <utility>

#include "scale/hip_table.h"

// The runtime's HIP interface (core/runtime/src/core/process.cpp).
extern "C" const scale_hip_table *scale_hip(void);

namespace scale {

// Waits until work that is submitted to the stream now would start at once. A marker goes in where the stream is busy: unlike
// cudaStreamSynchronize, it also waits for what the legacy default stream and blocking streams owe each other.
inline cudaError_t drain(cudaStream_t stream) {
  static const scale_hip_table *const table = scale_hip();
  if (table != nullptr && table->hipStreamQuery(reinterpret_cast<hipStream_t>(stream)) == 0) return cudaSuccess;
  if (const cudaError_t status = cudaLaunchHostFunc(
          stream, [](void *) {}, nullptr);
      status != cudaSuccess)
    return status;
  return cudaStreamSynchronize(stream);
}

// Runs `work` after all earlier work of the stream. Outside of a capture the stream is drained and the work runs on the calling thread,
// whose library threads then have the machine to themselves; inside a capture the work becomes a host node and may run many times.
// Returns a failure of the stream itself.
template <class Work>
cudaError_t run_in_stream_order(cudaStream_t stream, Work &&work) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  // An invalid stream is reported by the wait below.
  if (const cudaError_t status = cudaStreamIsCapturing(stream, &capture); status != cudaSuccess) return status;
  if (capture == cudaStreamCaptureStatusInvalidated) return cudaErrorStreamCaptureInvalidated;
  if (capture == cudaStreamCaptureStatusActive) {
    auto *kept = new std::function<void()>(std::forward<Work>(work));  // lives as long as the graph, which does not tell when it ends
    return cudaLaunchHostFunc(
        stream, [](void *data) { (*static_cast<std::function<void()> *>(data))(); }, kept);
  }
  if (const cudaError_t status = drain(stream); status != cudaSuccess) return status;
  work();
  return cudaSuccess;
}

}  // namespace scale
