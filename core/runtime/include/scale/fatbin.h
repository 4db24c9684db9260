// SPDX-License-Identifier: Apache-2.0
// The fat binary container (docs/fatbin.md). core/compiler/fatbin/container.py writes it; little endian throughout.
#ifndef SCALE_FATBIN_H
#define SCALE_FATBIN_H

#include <stdint.h>

#define SCALE_FATBIN_MAGIC "SCALEFB"      // eight bytes with the terminating zero
#define SCALE_FATBIN_VERSION 2u            // 1 is the same without compressed images, and is read too
#define SCALE_FATBIN_OLDEST 1u
// First line of a text image (`-ptx` for AMD and CPU): base64 of a container follows, up to the first byte that is not base64 or white space.
#define SCALE_FATBIN_TEXT "//SCALE-IMAGE base64\n"

struct scale_fatbin_header {
  char magic[8];
  uint32_t version;
  uint32_t count;        // entries that follow at once
  uint64_t size;         // whole container, so that it can be loaded from a bare pointer
  uint64_t reserved;
};

struct scale_fatbin_entry {
  char target[32];       // "gfx942", "gfx90a:xnack-", "cpu", "sm_90"; zero padded
  uint32_t kind;         // scale.compiler.targets.ImageKind
  uint32_t level;        // cpu: x86-64 level; else 0
  uint64_t offset;       // from the start of the container; 4096-byte aligned is not promised, 64 is
  uint64_t size;         // of what is stored
  uint64_t full_size;    // of the image that a zlib stream is stored for; 0: the image itself is stored
};

// What clang's host side hands to __cudaRegisterFatBinary.
struct scale_fatbin_wrapper {
  uint32_t magic;        // 0x466243b1
  uint32_t version;      // 1
  const void *data;      // scale_fatbin_header
  void *unused;
};
#define SCALE_FATBIN_WRAPPER_MAGIC 0x466243b1u

#endif
