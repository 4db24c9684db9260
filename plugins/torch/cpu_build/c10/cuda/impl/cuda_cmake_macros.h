// SPDX-License-Identifier: Apache-2.0
// A CUDA build of torch generates this header; a CPU build lacks it.
#pragma once
#define C10_CUDA_BUILD_SHARED_LIBS
