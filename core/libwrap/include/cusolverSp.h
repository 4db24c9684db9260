/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVERSP's functions, made from the tables; `scale coverage --missing cusolver` lists those that answer CUSOLVER_STATUS_NOT_SUPPORTED. */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include <cublas_v2.h>
#include <cusolver_common.h>
#include <cusparse.h>
#include <driver_types.h>
#include <scale/cusolverSp_functions.h>

#endif
