// SPDX-License-Identifier: Apache-2.0
#include "cuda_fp4.h"
