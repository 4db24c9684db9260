// SPDX-License-Identifier: Apache-2.0
// What the generated forwarding code includes.
#pragma once

#include "../common/dynamic_library.h"
#include "batched.h"
#include "context.h"
#include "hipblas.h"
#include "level1.h"
#include "level2.h"
#include "level3.h"
#include "typed.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))
