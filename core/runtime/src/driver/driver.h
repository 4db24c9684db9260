// SPDX-License-Identifier: Apache-2.0
// What the driver API's files share.
#pragma once
#include "core/module.h"
#include "implementations.h"

namespace scale::drv {

// A runtime error as the driver's. Most numbers agree; what only the runtime has becomes the nearest.
CUresult from_runtime(cudaError_t error);

// Whether cuInit ran, a context is current, and the device works.
CUresult usable();
CUresult initialised();

// A copy as the runtime API describes it; false when it makes no sense.
bool copy_of(const CUDA_MEMCPY3D *from, cudaMemcpy3DParms *to);

inline void *pointer(CUdeviceptr address) { return reinterpret_cast<void *>(address); }
inline CUdeviceptr address(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

}  // namespace scale::drv

#define SCALE_USABLE()                                                    \
  do {                                                                    \
    if (CUresult not_usable = ::scale::drv::usable()) return not_usable;  \
  } while (0)
