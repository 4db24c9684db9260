// SPDX-License-Identifier: Apache-2.0
// make_cudaPos, make_cudaExtent, make_cudaPitchedPtr.
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height) {
  struct cudaPitchedPtr r;
  r.ptr = p;
  r.pitch = pitch;
  r.xsize = width;
  r.ysize = height;
  return r;
}
static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos r;
  r.x = x;
  r.y = y;
  r.z = z;
  return r;
}
static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent r;
  r.width = width;
  r.height = height;
  r.depth = depth;
  return r;
}

#endif
