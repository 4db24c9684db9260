/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER's common types, made from the tables. */
#ifndef CUSOLVER_COMMON_H_
#define CUSOLVER_COMMON_H_

#include <stdint.h>
#include <stdio.h>

#include <library_types.h>

#ifndef CUDENSEAPI
#define CUDENSEAPI
#endif

#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VER_MINOR 7
#define CUSOLVER_VER_PATCH 5
#define CUSOLVER_VER_BUILD 82
#define CUSOLVER_VERSION (CUSOLVER_VER_MAJOR * 1000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH)

typedef int cusolver_int_t;

#include <scale/cusolver_types.h>

typedef void (*cusolverDnLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

#include <scale/cusolver_functions.h>

#endif
