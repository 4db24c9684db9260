// SPDX-License-Identifier: Apache-2.0
// CUDA's types without the per-thread renaming of functions.
#pragma once
#define __CUDART_API_INTERNAL
#define __CUDA_API_INTERNAL
#include <cstddef>
#include <cstdint>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "nvJitLink.h"
#include "nvPTXCompiler.h"
#include "nvrtc.h"
#include "scale/hip_table.h"
