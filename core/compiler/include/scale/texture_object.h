// SPDX-License-Identifier: Apache-2.0
// What a cudaTextureObject_t or cudaSurfaceObject_t points to: device code (texture.h) reads textures by loads and arithmetic, the same on
// every target, from arrays that are pitched linear memory. The runtime fills this in device memory; the object is its address.
// The one description for both sides: plain C without includes, fit for device code.
#ifndef SCALE_TEXTURE_OBJECT_H
#define SCALE_TEXTURE_OBJECT_H

#define SCALE_TEXTURE_MAX_LEVELS 16

struct scale_texture_level {
  unsigned char *data;       // element (0, 0, 0)
  unsigned long long pitch;  // bytes from row to row
  unsigned long long slice;  // bytes from slice (or layer, or cube face) to slice
  unsigned int width;        // elements; height and depth are at least 1
  unsigned int height;
  unsigned int depth;        // slices; layers of a layered array, faces times layers of a cubemap
  unsigned int reserved;
};

// As cudaChannelFormatKind.
enum scale_texture_kind { SCALE_TEXTURE_SIGNED = 0, SCALE_TEXTURE_UNSIGNED = 1, SCALE_TEXTURE_FLOAT = 2 };
enum scale_texture_flags {
  SCALE_TEXTURE_LINEAR_MEMORY = 1,  // cudaResourceTypeLinear: fetched by integer index only
  SCALE_TEXTURE_NORMALIZED_COORDINATES = 2,
  SCALE_TEXTURE_NORMALIZED_RESULT = 4,  // cudaReadModeNormalizedFloat
  SCALE_TEXTURE_LINEAR_FILTER = 8,
  SCALE_TEXTURE_LAYERED = 32,
  SCALE_TEXTURE_CUBEMAP = 64,
  SCALE_TEXTURE_LINEAR_MIPMAP = 128,
};

struct scale_texture {
  struct scale_texture_level levels[SCALE_TEXTURE_MAX_LEVELS];
  unsigned long long elements;  // of linear memory
  const float *srgb;            // what the 256 values of the first three channels mean; null where they are not sRGB
  unsigned int level_count;
  unsigned int flags;           // scale_texture_flags
  unsigned int channels;        // 1, 2 or 4
  unsigned int channel_bits;    // 8, 16 or 32: the same for all channels
  unsigned int kind;            // scale_texture_kind
  unsigned int address[3];      // cudaTextureAddressMode: 0 wrap, 1 clamp, 2 mirror, 3 border; x, y, z
  float border[4];
  float bias, minimum_level, maximum_level;
  unsigned int reserved[5];
};

#endif
