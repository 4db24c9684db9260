// SPDX-License-Identifier: Apache-2.0
// Small blocks of device memory, in pages of their own: what a kernel writes past the end of one never damages the host's heap.
#pragma once
#include <cstddef>

namespace scale::cpu {

// Larger blocks come from mmap: zero pages on demand, given back at once, faults some way after the end.
constexpr size_t kMapThreshold = 256 << 10;
// Bytes after the end of every block that belong to nobody: programs that write a little too far work on GPUs, where memory is handed
// out in units of 512 bytes and more.
constexpr size_t kSlack = 256;

// 512-byte aligned memory for `size` < kMapThreshold bytes, or null when the system has none. Its content is undefined.
void *take_block(size_t size);
void give_block(void *block, size_t size);

}  // namespace scale::cpu
