// SPDX-License-Identifier: Apache-2.0
// What a cudaTextureObject_t or cudaSurfaceObject_t points to: device code reads textures by loads and arithmetic, the same on every
// target, from arrays that are pitched linear memory. The runtime fills this in device memory; the object is its address.
// Plain C, and fit for device code.
#ifndef SCALE_TEXTURE_H
#define SCALE_TEXTURE_H

#if !defined(__CUDACC_RTC__)
#include <stdint.h>
#endif

#define SCALE_TEXTURE_MAX_LEVELS 16

struct scale_texture_level {
  unsigned char *data;     // element (0, 0, 0)
  uint64_t pitch;          // bytes from row to row
  uint64_t slice;          // bytes from slice (or layer, or cube face) to slice
  uint32_t width;          // elements; height and depth are at least 1
  uint32_t height;
  uint32_t depth;          // slices; layers of a layered array, faces times layers of a cubemap
  uint32_t reserved;
};

enum scale_texture_kind { SCALE_TEXTURE_SIGNED = 0, SCALE_TEXTURE_UNSIGNED = 1, SCALE_TEXTURE_FLOAT = 2 };
enum scale_texture_flags {
  SCALE_TEXTURE_LINEAR_MEMORY = 1,  // cudaResourceTypeLinear: fetched by integer index only
  SCALE_TEXTURE_NORMALIZED_COORDINATES = 2,
  SCALE_TEXTURE_NORMALIZED_RESULT = 4,  // cudaReadModeNormalizedFloat
  SCALE_TEXTURE_LINEAR_FILTER = 8,
  SCALE_TEXTURE_SRGB = 16,
  SCALE_TEXTURE_LAYERED = 32,
  SCALE_TEXTURE_CUBEMAP = 64,
  SCALE_TEXTURE_LINEAR_MIPMAP = 128,
};

struct scale_texture {
  struct scale_texture_level levels[SCALE_TEXTURE_MAX_LEVELS];
  uint64_t elements;           // of linear memory
  uint32_t level_count;
  uint32_t flags;              // scale_texture_flags
  uint32_t channels;           // 1, 2 or 4
  uint32_t channel_bits;       // 8, 16 or 32: the same for all channels
  uint32_t kind;               // scale_texture_kind
  uint32_t address[3];         // cudaTextureAddressMode: 0 wrap, 1 clamp, 2 mirror, 3 border; x, y, z
  float border[4];
  float bias, minimum_level, maximum_level;
  uint32_t reserved[5];
};

#endif
