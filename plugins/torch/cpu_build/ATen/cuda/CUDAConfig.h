// SPDX-License-Identifier: Apache-2.0
// A CUDA build of torch generates this header; a CPU build lacks it. None of the optional libraries is there.
#pragma once
#define AT_CUDNN_ENABLED() 0
#define AT_CUSPARSELT_ENABLED() 0
#define AT_ROCM_ENABLED() 0
#define AT_MAGMA_ENABLED() 0
#define AT_MAGMA_VERSION 0
#define AT_HIPSPARSELT_ENABLED() 0
#define NVCC_FLAGS_EXTRA ""
