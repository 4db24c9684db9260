// SPDX-License-Identifier: Apache-2.0
// The CUDA release that the headers stand for (SCALE_CUDA_VERSION); scale-nvcc gives it, a toolkit folder has its own copy of this file.
#ifndef __SCALE_CUDA_VERSION__
#define __SCALE_CUDA_VERSION__ 12090
#endif
#if defined(__SCALE_NVIDIA__) && __SCALE_CUDA_VERSION__ >= 13000
#include "nvidia_names.h"
#endif
