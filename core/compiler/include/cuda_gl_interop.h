// SPDX-License-Identifier: Apache-2.0
// OpenGL interoperability of the runtime API. No device of ours shares memory with OpenGL: every function says so.
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include <cuda_runtime_api.h>
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

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };

#define __SCALE_NO_GL(name, parameters) \
  static __inline__ cudaError_t name parameters { return cudaErrorNotSupported; }
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
__SCALE_NO_GL(cudaGLGetDevices, (unsigned int *count, int *devices, unsigned int __capacity, enum cudaGLDeviceList __list))
__SCALE_NO_GL(cudaGraphicsGLRegisterImage, (struct cudaGraphicsResource * *resource, GLuint image, GLenum target, unsigned int flags))
__SCALE_NO_GL(cudaGraphicsGLRegisterBuffer, (struct cudaGraphicsResource * *resource, GLuint buffer, unsigned int flags))
__SCALE_NO_GL(cudaGLSetGLDevice, (int device))
__SCALE_NO_GL(cudaGLRegisterBufferObject, (GLuint buffer))
__SCALE_NO_GL(cudaGLMapBufferObject, (void **__pointer, GLuint buffer))
__SCALE_NO_GL(cudaGLMapBufferObjectAsync, (void **__pointer, GLuint buffer, cudaStream_t stream))
__SCALE_NO_GL(cudaGLUnmapBufferObject, (GLuint buffer))
__SCALE_NO_GL(cudaGLUnmapBufferObjectAsync, (GLuint buffer, cudaStream_t stream))
__SCALE_NO_GL(cudaGLUnregisterBufferObject, (GLuint buffer))
__SCALE_NO_GL(cudaGLSetBufferObjectMapFlags, (GLuint buffer, unsigned int flags))
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef __SCALE_NO_GL
#undef __SCALE_HAS_GL__

#endif
