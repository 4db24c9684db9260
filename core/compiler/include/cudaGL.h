// SPDX-License-Identifier: Apache-2.0
// OpenGL interoperability of the driver API. No device of ours shares memory with OpenGL: every function says so.
#ifndef CUDAGL_H
#define CUDAGL_H

#include <cuda.h>
#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define __SCALE_HAS_GL__
#endif
#endif
#ifndef __SCALE_HAS_GL__
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

typedef enum CUGLDeviceList_enum {
  CU_GL_DEVICE_LIST_ALL = 1,
  CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
  CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;
typedef enum CUGLmap_flags_enum {
  CU_GL_MAP_RESOURCE_FLAGS_NONE = 0,
  CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
  CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

#define __SCALE_NO_GL(name, parameters) \
  static __inline__ CUresult name parameters { return CUDA_ERROR_NOT_SUPPORTED; }
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
__SCALE_NO_GL(cuGLGetDevices, (unsigned int *count, CUdevice *devices, unsigned int __capacity, CUGLDeviceList __list))
__SCALE_NO_GL(cuGraphicsGLRegisterImage, (CUgraphicsResource * resource, GLuint image, GLenum target, unsigned int flags))
__SCALE_NO_GL(cuGraphicsGLRegisterBuffer, (CUgraphicsResource * resource, GLuint buffer, unsigned int flags))
__SCALE_NO_GL(cuGLCtxCreate, (CUcontext * context, unsigned int flags, CUdevice device))
__SCALE_NO_GL(cuGLInit, (void))
__SCALE_NO_GL(cuGLRegisterBufferObject, (GLuint buffer))
__SCALE_NO_GL(cuGLMapBufferObject, (CUdeviceptr * __pointer, size_t *size, GLuint buffer))
__SCALE_NO_GL(cuGLUnmapBufferObject, (GLuint buffer))
__SCALE_NO_GL(cuGLUnregisterBufferObject, (GLuint buffer))
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef __SCALE_NO_GL
#undef __SCALE_HAS_GL__

#endif
