// SPDX-License-Identifier: Apache-2.0
// torch's headers name this library's handle and status types. Where the toolkit has the library, its header is used.
#pragma once
#if __has_include_next(<cublasLt.h>)
#include_next <cublasLt.h>
#else
typedef struct cublasLtContext *cublasLtHandle_t;
#endif
