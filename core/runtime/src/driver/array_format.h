// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/types.h"
namespace scale::drv {
// Bits and kind of the channels of an array format; false for formats that have no plain channels.
bool channel_format(CUarray_format format, unsigned count, cudaChannelFormatDesc *out);
}  // namespace scale::drv
