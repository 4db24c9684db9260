// SPDX-License-Identifier: Apache-2.0
// libnvToolsExt: the functions that NVTX's headers have inside them, for programs and languages that link or look them up by name.
#define NVTX_INLINE_STATIC __attribute__((visibility("default")))
#include "nvtx3/nvToolsExt.h"
#include "nvtx3/nvToolsExtCuda.h"
#include "nvtx3/nvToolsExtCudaRt.h"
#include "nvtx3/nvToolsExtSync.h"
