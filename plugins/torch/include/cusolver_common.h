// SPDX-License-Identifier: Apache-2.0
// torch's headers name this library's handle and status types. Where the toolkit has the library, its header is used.
#pragma once
#if __has_include_next(<cusolver_common.h>)
#include_next <cusolver_common.h>
#else
typedef enum { CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_EXECUTION_FAILED = 6, CUSOLVER_STATUS_INVALID_VALUE = 3 } cusolverStatus_t;
#endif
