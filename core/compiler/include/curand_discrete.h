// SPDX-License-Identifier: Apache-2.0
#include "curand_kernel.h"
