// SPDX-License-Identifier: Apache-2.0
// torch's headers name this library's handle and status types. Where the toolkit has the library, its header is used.
#pragma once
#if __has_include_next(<cusparse.h>)
#include_next <cusparse.h>
#else
typedef struct cusparseContext *cusparseHandle_t;
typedef enum { CUSPARSE_STATUS_SUCCESS = 0 } cusparseStatus_t;
extern "C" const char *cusparseGetErrorString(cusparseStatus_t status);
#endif
