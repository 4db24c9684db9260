// SPDX-License-Identifier: Apache-2.0
// All of this is in the implicit header.
#include "cuda_runtime.h"
