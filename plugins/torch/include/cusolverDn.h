// SPDX-License-Identifier: Apache-2.0
// torch's headers name this library's handle and status types. Where the toolkit has the library, its header is used.
#pragma once
#if __has_include_next(<cusolverDn.h>)
#include_next <cusolverDn.h>
#else
#include <cusolver_common.h>
typedef struct cusolverDnContext *cusolverDnHandle_t;
#endif
