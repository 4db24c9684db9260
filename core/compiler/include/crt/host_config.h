// SPDX-License-Identifier: Apache-2.0
// What nvcc makes visible before any user code: the C library's basics.
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__
#if !defined(__CUDACC_RTC__)  // NVRTC knows no C library
#include <features.h>
#ifdef __cplusplus
#include <cstdarg>
#endif
#endif
#endif
