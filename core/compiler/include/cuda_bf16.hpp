// SPDX-License-Identifier: Apache-2.0
#include "cuda_bf16.h"
