// SPDX-License-Identifier: Apache-2.0
// make_cudaPos, make_cudaExtent, make_cudaPitchedPtr.
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height) {
  struct cudaPitchedPtr __r;
  __r.ptr = p;
  __r.pitch = pitch;
  __r.xsize = width;
  __r.ysize = height;
  return __r;
}
static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos __r;
  __r.x = x;
  __r.y = y;
  __r.z = z;
  return __r;
}
static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent __r;
  __r.width = width;
  __r.height = height;
  __r.depth = depth;
  return __r;
}

#endif
