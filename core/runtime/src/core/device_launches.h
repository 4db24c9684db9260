// SPDX-License-Identifier: Apache-2.0
// Launches from device code where the device has no queue for them (AMD GPUs): device code writes down what it asks for
// (core/compiler/include/scale/device_calls.h), and the host does it when the grid has ended. The launch of a kernel that may ask returns when
// all is done.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/module.h"
#include "scale/device_calls.h"

namespace scale {

// What one module's kernels ask for.
class DeviceLaunches {
 public:
  // Null for a module whose kernels ask for nothing.
  static std::unique_ptr<DeviceLaunches> of(CUmod_st &module);
  ~DeviceLaunches();

  bool asks(const std::string &kernel) const;
  cudaError_t launch(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra);

 private:
  struct Asked;
  struct Kernel {
    std::string name;
    bool asks;
  };
  explicit DeviceLaunches(CUmod_st &module) : module_(module) {}
  cudaError_t prepare();
  cudaError_t set_depth(unsigned depth);
  cudaError_t collect(cudaStream_t stream, unsigned depth, std::vector<Asked> *later);
  cudaError_t start(Asked &asked, cudaStream_t stream, bool *asks);
  cudaError_t copy(scale_device_copy &box, cudaStream_t stream);

  CUmod_st &module_;
  std::mutex mutex_;  // one grid that asks at a time
  std::vector<Kernel> kernels_;
  void *pointer_ = nullptr;             // the module's variable
  unsigned char *buffer_ = nullptr;     // on the device
  uint64_t capacity_ = 0, records_ = 0;
  unsigned depth_ = 0;                  // that the buffer has
};

}  // namespace scale
