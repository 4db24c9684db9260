// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc<T>() for the element types that textures know.
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
template <class T> inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define __SCALE_CHANNEL(T, X, Y, Z, W, KIND) \
  template <> inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<T>() { return cudaCreateChannelDesc(X, Y, Z, W, cudaChannelFormatKind##KIND); }
__SCALE_CHANNEL(char, 8, 0, 0, 0, Signed)
__SCALE_CHANNEL(char1, 8, 0, 0, 0, Signed)
__SCALE_CHANNEL(char2, 8, 8, 0, 0, Signed)
__SCALE_CHANNEL(char3, 8, 8, 8, 0, Signed)
__SCALE_CHANNEL(char4, 8, 8, 8, 8, Signed)
__SCALE_CHANNEL(signed char, 8, 0, 0, 0, Signed)
__SCALE_CHANNEL(unsigned char, 8, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(uchar1, 8, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(uchar2, 8, 8, 0, 0, Unsigned)
__SCALE_CHANNEL(uchar3, 8, 8, 8, 0, Unsigned)
__SCALE_CHANNEL(uchar4, 8, 8, 8, 8, Unsigned)
__SCALE_CHANNEL(short, 16, 0, 0, 0, Signed)
__SCALE_CHANNEL(short1, 16, 0, 0, 0, Signed)
__SCALE_CHANNEL(short2, 16, 16, 0, 0, Signed)
__SCALE_CHANNEL(short3, 16, 16, 16, 0, Signed)
__SCALE_CHANNEL(short4, 16, 16, 16, 16, Signed)
__SCALE_CHANNEL(unsigned short, 16, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(ushort1, 16, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(ushort2, 16, 16, 0, 0, Unsigned)
__SCALE_CHANNEL(ushort3, 16, 16, 16, 0, Unsigned)
__SCALE_CHANNEL(ushort4, 16, 16, 16, 16, Unsigned)
__SCALE_CHANNEL(int, 32, 0, 0, 0, Signed)
__SCALE_CHANNEL(int1, 32, 0, 0, 0, Signed)
__SCALE_CHANNEL(int2, 32, 32, 0, 0, Signed)
__SCALE_CHANNEL(int3, 32, 32, 32, 0, Signed)
__SCALE_CHANNEL(int4, 32, 32, 32, 32, Signed)
__SCALE_CHANNEL(unsigned int, 32, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(uint1, 32, 0, 0, 0, Unsigned)
__SCALE_CHANNEL(uint2, 32, 32, 0, 0, Unsigned)
__SCALE_CHANNEL(uint3, 32, 32, 32, 0, Unsigned)
__SCALE_CHANNEL(uint4, 32, 32, 32, 32, Unsigned)
__SCALE_CHANNEL(float, 32, 0, 0, 0, Float)
__SCALE_CHANNEL(float1, 32, 0, 0, 0, Float)
__SCALE_CHANNEL(float2, 32, 32, 0, 0, Float)
__SCALE_CHANNEL(float3, 32, 32, 32, 0, Float)
__SCALE_CHANNEL(float4, 32, 32, 32, 32, Float)
#if __SIZEOF_LONG__ == 4
__SCALE_CHANNEL(long, 32, 0, 0, 0, Signed)
__SCALE_CHANNEL(unsigned long, 32, 0, 0, 0, Unsigned)
#endif
#undef __SCALE_CHANNEL

inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat); }
inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat); }
inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat); }
inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat); }
#endif

#endif
