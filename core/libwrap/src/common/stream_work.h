// SPDX-License-Identifier: Apache-2.0
// CPU work in stream order: a library call on the CPU device is ordered on its stream like any other work.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <utility>

namespace scale {

// Runs `work` after all earlier work of the stream. Outside of a capture the stream is drained and the work runs on the calling thread,
// whose library threads then have the machine to themselves; inside a capture the work becomes a host node and may run many times.
// Returns a failure of the stream itself.
template <class Work>
cudaError_t run_in_stream_order(cudaStream_t stream, Work &&work) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  // An invalid stream is reported by the synchronisation below.
  if (cudaStreamIsCapturing(stream, &capture) == cudaSuccess && capture == cudaStreamCaptureStatusActive) {
    auto *kept = new std::function<void()>(std::forward<Work>(work));  // lives as long as the graph, which does not tell when it ends
    return cudaLaunchHostFunc(
        stream, [](void *data) { (*static_cast<std::function<void()> *>(data))(); }, kept);
  }
  if (const cudaError_t status = cudaStreamSynchronize(stream); status != cudaSuccess) return status;
  work();
  return cudaSuccess;
}

}  // namespace scale
