// SPDX-License-Identifier: Apache-2.0
#include "crt/host_config.h"
