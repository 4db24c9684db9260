// SPDX-License-Identifier: Apache-2.0
// Texture and surface references, as CUDA had them before release 12: `texture<float, 2> t;` at file scope.
// In device code such a variable is a 64-bit number, which clang makes of the class by its attribute; binding puts the texture object there.
#ifndef SCALE_TEXTURE_REFERENCES_H
#define SCALE_TEXTURE_REFERENCES_H

struct alignas(8) textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  enum cudaTextureReadMode __scale_mode;
  mutable cudaTextureObject_t __scale_object;
};
struct alignas(8) surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
  mutable cudaSurfaceObject_t __scale_object;
};

template <class T, int texType = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint, enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(norm, filter, address, cudaCreateChannelDesc<T>()) {}
  texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
      : textureReference{norm, filter, {address, address, address}, desc, 0, 0, cudaFilterModePoint, 0, 0, 0, 0, mode, 0} {}
};
template <class T, int dim = 1> struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  surface() : surfaceReference{{0, 0, 0, 0, cudaChannelFormatKindNone}, 0} {}
};

// ---- Host: binding makes a texture object and puts it where device code looks.
static inline cudaError_t cudaUnbindTexture(const textureReference *t) {
  const cudaTextureObject_t __old = t->__scale_object;
  t->__scale_object = 0;
  return __old ? cudaDestroyTextureObject(__old) : cudaSuccess;
}
static inline cudaResourceDesc __scale_resource(cudaResourceType type) {
  cudaResourceDesc __r;
  memset(&__r, 0, sizeof __r);
  __r.resType = type;
  return __r;
}
static inline cudaResourceDesc __scale_array_resource(cudaArray_const_t array) {
  cudaResourceDesc __r = __scale_resource(cudaResourceTypeArray);
  __r.res.array.array = (cudaArray_t)array;
  return __r;
}
static inline cudaError_t __scale_bind(const textureReference *t, const cudaResourceDesc &resource) {
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  for (int i = 0; i < 3; ++i) d.addressMode[i] = t->addressMode[i];
  d.filterMode = t->filterMode;
  d.readMode = t->__scale_mode;
  d.sRGB = t->sRGB;
  d.normalizedCoords = t->normalized;
  d.maxAnisotropy = t->maxAnisotropy;
  d.mipmapFilterMode = t->mipmapFilterMode;
  d.mipmapLevelBias = t->mipmapLevelBias;
  d.minMipmapLevelClamp = t->minMipmapLevelClamp;
  d.maxMipmapLevelClamp = t->maxMipmapLevelClamp;
  cudaUnbindTexture(t);
  if (cudaError_t error = cudaCreateTextureObject(&t->__scale_object, &resource, &d, nullptr)) return error;
  return ::cudaMemcpyToSymbol((const void *)t, (const void *)&t->__scale_object, sizeof t->__scale_object, 0, cudaMemcpyHostToDevice);
}
static inline cudaError_t cudaBindTexture(size_t *offset, const textureReference *t, const void *p, const cudaChannelFormatDesc *desc, size_t size = 0xffffffffu) {
  cudaResourceDesc __r = __scale_resource(cudaResourceTypeLinear);
  __r.res.linear.devPtr = (void *)p;
  __r.res.linear.desc = *desc;
  __r.res.linear.sizeInBytes = size;
  if (size == 0xffffffffu) {  // "all there is": at most what a linear texture can hold
    const size_t texel = (desc->x + desc->y + desc->z + desc->w) / 8;
    __r.res.linear.sizeInBytes = ((size_t)1 << 27) * (texel ? texel : 1);
  }
  if (offset) *offset = 0;
  return __scale_bind(t, __r);
}
static inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *t, const void *p, const cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch) {
  cudaResourceDesc __r = __scale_resource(cudaResourceTypePitch2D);
  __r.res.pitch2D.devPtr = (void *)p;
  __r.res.pitch2D.desc = *desc;
  __r.res.pitch2D.width = width;
  __r.res.pitch2D.height = height;
  __r.res.pitch2D.pitchInBytes = pitch;
  if (offset) *offset = 0;
  return __scale_bind(t, __r);
}
static inline cudaError_t cudaBindTextureToArray(const textureReference *t, cudaArray_const_t array, const cudaChannelFormatDesc *) {
  const cudaResourceDesc __r = __scale_array_resource(array);
  return __scale_bind(t, __r);
}
static inline cudaError_t cudaBindTextureToMipmappedArray(const textureReference *t, cudaMipmappedArray_const_t array, const cudaChannelFormatDesc *) {
  cudaResourceDesc __r = __scale_resource(cudaResourceTypeMipmappedArray);
  __r.res.mipmap.mipmap = (cudaMipmappedArray_t)array;
  return __scale_bind(t, __r);
}
static inline cudaError_t cudaBindSurfaceToArray(const surfaceReference *s, cudaArray_const_t array, const cudaChannelFormatDesc *) {
  const cudaResourceDesc __r = __scale_array_resource(array);
  if (s->__scale_object) cudaDestroySurfaceObject(s->__scale_object);
  if (cudaError_t error = cudaCreateSurfaceObject(&s->__scale_object, &__r)) return error;
  return ::cudaMemcpyToSymbol((const void *)s, (const void *)&s->__scale_object, sizeof s->__scale_object, 0, cudaMemcpyHostToDevice);
}
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *) {
  *offset = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaGetTextureReference(const textureReference **t, const void *symbol) {
  *t = (const textureReference *)symbol;
  return cudaSuccess;
}
static inline cudaError_t cudaGetSurfaceReference(const surfaceReference **s, const void *symbol) {
  *s = (const surfaceReference *)symbol;
  return cudaSuccess;
}
#define __SCALE_OF_TEXTURE template <class T, int _Dp, enum cudaTextureReadMode _Mp> static inline cudaError_t
__SCALE_OF_TEXTURE cudaBindTexture(size_t *offset, const texture<T, _Dp, _Mp> &t, const void *p, const cudaChannelFormatDesc &desc, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, (const textureReference *)&t, p, &desc, size);
}
__SCALE_OF_TEXTURE cudaBindTexture(size_t *offset, const texture<T, _Dp, _Mp> &t, const void *p, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, (const textureReference *)&t, p, &t.channelDesc, size);
}
__SCALE_OF_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, _Dp, _Mp> &t, const void *p, const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, (const textureReference *)&t, p, &desc, width, height, pitch);
}
__SCALE_OF_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, _Dp, _Mp> &t, const void *p, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, (const textureReference *)&t, p, &t.channelDesc, width, height, pitch);
}
__SCALE_OF_TEXTURE cudaBindTextureToArray(const texture<T, _Dp, _Mp> &t, cudaArray_const_t array, const cudaChannelFormatDesc &desc) {
  return cudaBindTextureToArray((const textureReference *)&t, array, &desc);
}
__SCALE_OF_TEXTURE cudaBindTextureToArray(const texture<T, _Dp, _Mp> &t, cudaArray_const_t array) {
  return cudaBindTextureToArray((const textureReference *)&t, array, &t.channelDesc);
}
__SCALE_OF_TEXTURE cudaBindTextureToMipmappedArray(const texture<T, _Dp, _Mp> &t, cudaMipmappedArray_const_t array) {
  return cudaBindTextureToMipmappedArray((const textureReference *)&t, array, &t.channelDesc);
}
__SCALE_OF_TEXTURE cudaUnbindTexture(const texture<T, _Dp, _Mp> &t) { return cudaUnbindTexture((const textureReference *)&t); }
__SCALE_OF_TEXTURE cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, _Dp, _Mp> &) {
  *offset = 0;
  return cudaSuccess;
}
#undef __SCALE_OF_TEXTURE
template <class T, int _Dp> static inline cudaError_t cudaBindSurfaceToArray(const surface<T, _Dp> &s, cudaArray_const_t array) {
  return cudaBindSurfaceToArray((const surfaceReference *)&s, array, &s.channelDesc);
}
template <class T, int _Dp> static inline cudaError_t cudaBindSurfaceToArray(const surface<T, _Dp> &s, cudaArray_const_t array, const cudaChannelFormatDesc &desc) {
  return cudaBindSurfaceToArray((const surfaceReference *)&s, array, &desc);
}

// ---- Device: the functions on objects, with the object that is bound.
template <class T, enum cudaTextureReadMode _Mp> struct __scale_read { typedef T type; };
template <> struct __scale_read<char, cudaReadModeNormalizedFloat> { typedef float type; };
#define __SCALE_NORMALIZED(BASE, CUDA)                                                         \
  template <> struct __scale_read<BASE, cudaReadModeNormalizedFloat> { typedef float type; };   \
  template <> struct __scale_read<CUDA##1, cudaReadModeNormalizedFloat> { typedef float1 type; }; \
  template <> struct __scale_read<CUDA##2, cudaReadModeNormalizedFloat> { typedef float2 type; }; \
  template <> struct __scale_read<CUDA##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
__SCALE_NORMALIZED(signed char, char)
__SCALE_NORMALIZED(unsigned char, uchar)
__SCALE_NORMALIZED(short, short)
__SCALE_NORMALIZED(unsigned short, ushort)
#undef __SCALE_NORMALIZED

#define __SCALE_BOUND(reference) (*(const cudaTextureObject_t *)(const void *)&reference)
#define __SCALE_REFERENCE(NAME, TYPE)                                                             \
  template <class T, enum cudaTextureReadMode _Mp, class... _Ap>                                      \
  __device__ static inline typename __scale_read<T, _Mp>::type NAME(const texture<T, TYPE, _Mp> &t, _Ap... a) { \
    return NAME<typename __scale_read<T, _Mp>::type>(__SCALE_BOUND(t), a...);                       \
  }
#define __SCALE_REFERENCES(NAME, TYPE) __SCALE_REFERENCE(NAME, TYPE) __SCALE_REFERENCE(NAME##Lod, TYPE)
__SCALE_REFERENCE(tex1Dfetch, cudaTextureType1D)
__SCALE_REFERENCE(tex2Dgather, cudaTextureType2D)
__SCALE_REFERENCES(tex1D, cudaTextureType1D)
__SCALE_REFERENCES(tex2D, cudaTextureType2D)
__SCALE_REFERENCES(tex3D, cudaTextureType3D)
__SCALE_REFERENCES(texCubemap, cudaTextureTypeCubemap)
__SCALE_REFERENCES(tex1DLayered, cudaTextureType1DLayered)
__SCALE_REFERENCES(tex2DLayered, cudaTextureType2DLayered)
__SCALE_REFERENCES(texCubemapLayered, cudaTextureTypeCubemapLayered)
__SCALE_REFERENCE(tex1DGrad, cudaTextureType1D)
__SCALE_REFERENCE(tex2DGrad, cudaTextureType2D)
__SCALE_REFERENCE(tex3DGrad, cudaTextureType3D)
#undef __SCALE_REFERENCES
#undef __SCALE_REFERENCE

#define __SCALE_SURFACE(NAME)                                                                                                   \
  template <class T, class _Sp, int _Dp, class... _Ap> __device__ static inline T NAME##read(const surface<_Sp, _Dp> &s, _Ap... a) {         \
    return NAME##read<T>(__SCALE_BOUND(s), a...);                                                                               \
  }                                                                                                                             \
  template <class T, class _Sp, int _Dp, class... _Ap> __device__ static inline void NAME##read(T *__r, const surface<_Sp, _Dp> &s, _Ap... a) { \
    *__r = NAME##read<T>(__SCALE_BOUND(s), a...);                                                                                 \
  }                                                                                                                             \
  template <class T, class _Sp, int _Dp, class... _Ap> __device__ static inline void NAME##write(T v, const surface<_Sp, _Dp> &s, _Ap... a) { \
    NAME##write(v, __SCALE_BOUND(s), a...);                                                                                     \
  }
__SCALE_SURFACE(surf1D)
__SCALE_SURFACE(surf2D)
__SCALE_SURFACE(surf3D)
__SCALE_SURFACE(surf1DLayered)
__SCALE_SURFACE(surf2DLayered)
#undef __SCALE_SURFACE
#undef __SCALE_BOUND

#endif
