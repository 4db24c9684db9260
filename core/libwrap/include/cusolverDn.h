/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVERDN's functions, made from the tables; the missing ones answer CUSOLVER_STATUS_NOT_SUPPORTED. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include <cublas_v2.h>
#include <cusolver_common.h>
#include <cusparse.h>
#include <driver_types.h>
#include <scale/cusolverDn_functions.h>

#endif
