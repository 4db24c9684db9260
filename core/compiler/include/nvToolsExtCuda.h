// SPDX-License-Identifier: Apache-2.0
#include "nvtx3/nvToolsExtCuda.h"
