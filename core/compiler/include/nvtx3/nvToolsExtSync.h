// SPDX-License-Identifier: Apache-2.0
#include "nvToolsExt.h"
