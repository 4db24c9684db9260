// SPDX-License-Identifier: Apache-2.0
// What the host side reads in place of a device function's body that it cannot instantiate (repair/device_bodies.py).
#ifndef SCALE_DEVICE_SIDE_H
#define SCALE_DEVICE_SIDE_H

#if !defined(__CUDA_ARCH__)
struct __scale_any_value {
  template <typename T> __host__ __device__ operator T &() const;
};
__device__ __scale_any_value __scale_body_of_device_side();
#endif

#endif
