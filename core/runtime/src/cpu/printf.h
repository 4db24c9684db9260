// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace scale::cpu {

// Formats as the host's printf would. `arguments` holds the values as NVPTX's vprintf packs them: each at its natural alignment,
// integers of at least 32 bits, floating point as double. `count` is the number of arguments taken.
std::string format(const char *text, const void *arguments, int32_t *count);

}  // namespace scale::cpu
