// SPDX-License-Identifier: Apache-2.0
// CUDA's math functions that the C library lacks, for host code.
#ifndef SCALE_MATH_HOST_H
#define SCALE_MATH_HOST_H

#include "../crt/host_defines.h"
#include <math.h>

#endif
