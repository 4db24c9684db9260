// SPDX-License-Identifier: Apache-2.0
// Memory, copies, fills, arrays of the driver API.
#include <algorithm>
#include <cstring>

#include "core/copy.h"
#include "driver/array_format.h"
#include "driver/driver.h"

namespace scale {

bool drv::channel_format(CUarray_format format, unsigned count, cudaChannelFormatDesc *out) {
  int bits;
  cudaChannelFormatKind kind;
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: bits = 8, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_UNSIGNED_INT16: bits = 16, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_UNSIGNED_INT32: bits = 32, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_SIGNED_INT8: bits = 8, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT16: bits = 16, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT32: bits = 32, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_HALF: bits = 16, kind = cudaChannelFormatKindFloat; break;
    case CU_AD_FORMAT_FLOAT: bits = 32, kind = cudaChannelFormatKindFloat; break;
    default: return false;
  }
  if (count != 1 && count != 2 && count != 4) return false;
  *out = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0, kind};
  return true;
}

namespace {

cudaArray *array_of(CUarray array) { return reinterpret_cast<cudaArray *>(array); }

// A side of a copy in bytes; `false` when its kind of memory and its address do not agree.
bool side(CUmemorytype type, const void *host, CUdeviceptr device, CUarray array, size_t pitch, size_t height, size_t x, size_t y, size_t z,
          size_t width, cudaPitchedPtr *out) {
  char *base = nullptr;
  switch (type) {
    case CU_MEMORYTYPE_HOST: base = static_cast<char *>(const_cast<void *>(host)); break;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED: base = static_cast<char *>(drv::pointer(device)); break;
    case CU_MEMORYTYPE_ARRAY:
      if (!array) return false;
      base = static_cast<char *>(array_of(array)->data);
      pitch = array_of(array)->pitch;
      height = rows_of(*array_of(array));
      break;
    default: return false;
  }
  if (!base) return false;
  if (!pitch) pitch = x + width;
  *out = {base + (z * height + y) * pitch + x, pitch, pitch, height};
  return true;
}

// A copy as the runtime API describes it, arrays as the pitched memory that they are; false when it makes no sense.
template <class T>
bool to_runtime(const T *p, size_t z1, size_t z2, size_t from_height, size_t to_height, size_t depth, cudaMemcpy3DParms *out) {
  cudaMemcpy3DParms copy{};
  if (!side(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch, from_height, p->srcXInBytes, p->srcY, z1, p->WidthInBytes, &copy.srcPtr) ||
      !side(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, to_height, p->dstXInBytes, p->dstY, z2, p->WidthInBytes, &copy.dstPtr))
    return false;
  copy.extent = {p->WidthInBytes, p->Height, depth};
  bool to_host = p->dstMemoryType == CU_MEMORYTYPE_HOST, from_host = p->srcMemoryType == CU_MEMORYTYPE_HOST;
  bool unified = p->dstMemoryType == CU_MEMORYTYPE_UNIFIED || p->srcMemoryType == CU_MEMORYTYPE_UNIFIED;
  if (unified) copy.kind = cudaMemcpyDefault;
  else if (from_host) copy.kind = to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  else copy.kind = to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
  return *out = copy, true;
}

template <class T>
CUresult copy(const T *p, size_t z1, size_t z2, size_t from_height, size_t to_height, size_t depth, CUstream stream, Mode mode) {
  SCALE_USABLE();
  cudaMemcpy3DParms copy;
  if (!to_runtime(p, z1, z2, from_height, to_height, depth, &copy)) return CUDA_ERROR_INVALID_VALUE;
  return drv::from_runtime(copy_3d(copy, stream, mode));
}

CUresult copy2(const CUDA_MEMCPY2D *p, CUstream stream, Mode mode) {
  return p ? copy(p, 0, 0, p->Height, p->Height, 1, stream, mode) : CUDA_ERROR_INVALID_VALUE;
}
template <class T>
CUresult copy3(const T *p, CUstream stream, Mode mode) {
  return p ? copy(p, p->srcZ, p->dstZ, p->srcHeight, p->dstHeight, p->Depth, stream, mode) : CUDA_ERROR_INVALID_VALUE;
}

CUresult linear(void *to, const void *from, size_t size, cudaMemcpyKind kind, CUstream stream, Mode mode) {
  SCALE_USABLE();
  return drv::from_runtime(mode == Mode::Wait ? rt::Memcpy(to, from, size, kind) : rt::MemcpyAsync(to, from, size, kind, stream));
}

CUresult fill(CUdeviceptr to, size_t pitch, unsigned value, unsigned element, size_t width, size_t height, CUstream stream, Mode mode) {
  SCALE_USABLE();
  if (!width || !height) return CUDA_SUCCESS;
  if (!to || to % element || width > SIZE_MAX / element || (height > 1 && pitch < width * element)) return CUDA_ERROR_INVALID_VALUE;
  return drv::from_runtime(fill_rows({drv::pointer(to), pitch, value, element, width, height}, stream, mode));
}

CUarray_format format_of(const cudaChannelFormatDesc &d) {
  if (d.f == cudaChannelFormatKindFloat) return d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  bool is_signed = d.f == cudaChannelFormatKindSigned;
  if (d.x == 8) return is_signed ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
  if (d.x == 16) return is_signed ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_UNSIGNED_INT16;
  return is_signed ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32;
}

unsigned channels_of(const cudaChannelFormatDesc &d) { return 1u + (d.y != 0) + (d.z != 0) + (d.w != 0); }

CUresult create_array(CUarray *out, CUarray_format format, unsigned channels, cudaExtent extent, unsigned flags) {
  SCALE_USABLE();
  cudaChannelFormatDesc description;
  if (!out || !drv::channel_format(format, channels, &description)) return CUDA_ERROR_INVALID_VALUE;
  cudaArray_t array;
  if (cudaError_t error = rt::Malloc3DArray(&array, &description, extent, flags)) return drv::from_runtime(error);
  return *out = reinterpret_cast<CUarray>(array), CUDA_SUCCESS;
}

CUresult array_bytes(CUarray array, size_t offset, void *memory, size_t size, cudaMemcpyKind kind, CUstream stream, Mode mode, bool to_array) {
  SCALE_USABLE();
  if (!array || !memory || offset > array_of(array)->pitch || size > array_of(array)->pitch - offset) return CUDA_ERROR_INVALID_VALUE;
  char *place = static_cast<char *>(array_of(array)->data) + offset;
  return to_array ? linear(place, memory, size, kind, stream, mode) : linear(memory, place, size, kind, stream, mode);
}

}  // namespace

bool drv::copy_of(const CUDA_MEMCPY3D *p, cudaMemcpy3DParms *out) {
  return p && to_runtime(p, p->srcZ, p->dstZ, p->srcHeight, p->dstHeight, p->Depth, out);
}

CUresult drv::MemGetInfo_v2(size_t *free, size_t *total) {
  SCALE_USABLE();
  return from_runtime(rt::MemGetInfo(free, total));
}
CUresult drv::MemAlloc_v2(CUdeviceptr *out, size_t size) {
  SCALE_USABLE();
  if (!out || !size) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(rt::Malloc(reinterpret_cast<void **>(out), size));
}
CUresult drv::MemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width, size_t height, unsigned element) {
  SCALE_USABLE();
  if (element != 4 && element != 8 && element != 16) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(rt::MallocPitch(reinterpret_cast<void **>(out), pitch, width, height));
}
CUresult drv::MemFree_v2(CUdeviceptr address) {
  SCALE_USABLE();
  return from_runtime(rt::Free(pointer(address)));
}
CUresult drv::MemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address) {
  SCALE_USABLE();
  void *start = nullptr;
  hipError_t error = hip().hipMemGetAddressRange(&start, size, pointer(address));
  if (error) return CUDA_ERROR_NOT_FOUND;
  if (base) *base = drv::address(start);
  return CUDA_SUCCESS;
}
CUresult drv::MemAllocHost_v2(void **out, size_t size) {
  SCALE_USABLE();
  return from_runtime(rt::MallocHost(out, size));
}
CUresult drv::MemFreeHost(void *memory) {
  SCALE_USABLE();
  return from_runtime(rt::FreeHost(memory));
}
CUresult drv::MemHostAlloc(void **out, size_t size, unsigned flags) {
  SCALE_USABLE();
  return from_runtime(rt::HostAlloc(out, size, flags));
}
CUresult drv::MemHostGetDevicePointer_v2(CUdeviceptr *out, void *memory, unsigned flags) {
  SCALE_USABLE();
  return from_runtime(rt::HostGetDevicePointer(reinterpret_cast<void **>(out), memory, flags));
}
CUresult drv::MemHostGetFlags(unsigned *flags, void *memory) {
  SCALE_USABLE();
  return from_runtime(rt::HostGetFlags(flags, memory));
}
CUresult drv::MemHostRegister_v2(void *memory, size_t size, unsigned flags) {
  SCALE_USABLE();
  return from_runtime(rt::HostRegister(memory, size, flags));
}
CUresult drv::MemHostUnregister(void *memory) {
  SCALE_USABLE();
  return from_runtime(rt::HostUnregister(memory));
}
CUresult drv::MemAllocManaged(CUdeviceptr *out, size_t size, unsigned flags) {
  SCALE_USABLE();
  return from_runtime(rt::MallocManaged(reinterpret_cast<void **>(out), size, flags));
}
CUresult drv::MemAllocAsync(CUdeviceptr *out, size_t size, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MallocAsync(reinterpret_cast<void **>(out), size, stream));
}
CUresult drv::MemAllocFromPoolAsync(CUdeviceptr *out, size_t size, CUmemoryPool pool, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MallocFromPoolAsync(reinterpret_cast<void **>(out), size, pool, stream));
}
CUresult drv::MemFreeAsync(CUdeviceptr address, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::FreeAsync(pointer(address), stream));
}
CUresult drv::MemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *wish) {
  SCALE_USABLE();
  return from_runtime(rt::MemPoolCreate(pool, reinterpret_cast<const cudaMemPoolProps *>(wish)));
}
CUresult drv::MemPoolDestroy(CUmemoryPool pool) { return from_runtime(rt::MemPoolDestroy(pool)); }
CUresult drv::MemPoolTrimTo(CUmemoryPool pool, size_t keep) { return from_runtime(rt::MemPoolTrimTo(pool, keep)); }
CUresult drv::MemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return from_runtime(rt::MemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value));
}
CUresult drv::MemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return from_runtime(rt::MemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value));
}
CUresult drv::MemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *list, size_t count) {
  return from_runtime(rt::MemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc *>(list), count));
}
CUresult drv::MemRangeGetAttribute(void *data, size_t bytes, CUmem_range_attribute attribute, CUdeviceptr address, size_t size) {
  SCALE_USABLE();
  return from_runtime(rt::MemRangeGetAttribute(data, bytes, static_cast<cudaMemRangeAttribute>(attribute), pointer(address), size));
}
CUresult drv::MemRangeGetAttributes(void **data, size_t *bytes, CUmem_range_attribute *attributes, size_t count, CUdeviceptr address, size_t size) {
  SCALE_USABLE();
  return from_runtime(rt::MemRangeGetAttributes(data, bytes, reinterpret_cast<cudaMemRangeAttribute *>(attributes), count, pointer(address), size));
}
CUresult drv::MemAdvise(CUdeviceptr address, size_t size, CUmem_advise advice, CUdevice device) {
  SCALE_USABLE();
  return from_runtime(rt::MemAdvise(pointer(address), size, static_cast<cudaMemoryAdvise>(advice), device));
}
CUresult drv::MemPrefetchAsync(CUdeviceptr address, size_t size, CUdevice device, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemPrefetchAsync(pointer(address), size, device, stream));
}

CUresult drv::MemAdvise_v2(CUdeviceptr address, size_t size, CUmem_advise advice, CUmemLocation where) {
  SCALE_USABLE();
  return from_runtime(rt::MemAdvise_v2(pointer(address), size, static_cast<cudaMemoryAdvise>(advice), {static_cast<cudaMemLocationType>(where.type), where.id}));
}
CUresult drv::MemPrefetchAsync_v2(CUdeviceptr address, size_t size, CUmemLocation where, unsigned flags, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemPrefetchAsync_v2(pointer(address), size, {static_cast<cudaMemLocationType>(where.type), where.id}, flags, stream));
}
CUresult drv::MemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *where) {
  return from_runtime(rt::MemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags *>(flags), pool, reinterpret_cast<cudaMemLocation *>(where)));
}
CUresult drv::FlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget, CUflushGPUDirectRDMAWritesScope) { return usable(); }

CUresult drv::PointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr address) {
  SCALE_USABLE();
  if (!data) return CUDA_ERROR_INVALID_VALUE;
  cudaPointerAttributes found;
  rt::PointerGetAttributes(&found, pointer(address));
  if (found.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  void *base = nullptr;
  size_t size = 0;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: *static_cast<CUcontext *>(data) = &device(found.device).primary; break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned *>(data) = found.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *static_cast<CUdeviceptr *>(data) = drv::address(found.devicePointer); break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!found.hostPointer) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<void **>(data) = found.hostPointer;
      break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *static_cast<unsigned *>(data) = found.type == cudaMemoryTypeManaged; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *static_cast<int *>(data) = found.device; break;
    case CU_POINTER_ATTRIBUTE_MAPPED: *static_cast<unsigned *>(data) = 1; break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      if (hip().hipMemGetAddressRange(&base, &size, pointer(address)) != hipSuccess) return CUDA_ERROR_INVALID_VALUE;
      if (attribute == CU_POINTER_ATTRIBUTE_RANGE_SIZE) *static_cast<size_t *>(data) = size;
      else *static_cast<CUdeviceptr *>(data) = drv::address(base);
      break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *static_cast<unsigned *>(data) = 0; break;
    default: return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_SUCCESS;
}

CUresult drv::PointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **data, CUdeviceptr address) {
  SCALE_USABLE();
  if (count && (!attributes || !data)) return CUDA_ERROR_INVALID_VALUE;
  // What a pointer does not have is left alone; CUDA sets it to zero, whose size depends on the attribute.
  for (unsigned i = 0; i < count; ++i) drv::PointerGetAttribute(data[i], attributes[i], address);
  return CUDA_SUCCESS;
}
CUresult drv::PointerSetAttribute(const void *, CUpointer_attribute attribute, CUdeviceptr) {
  return attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ? usable() : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::Memcpy(CUdeviceptr to, CUdeviceptr from, size_t size) { return linear(pointer(to), pointer(from), size, cudaMemcpyDefault, nullptr, Mode::Wait); }
CUresult drv::MemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  return linear(pointer(to), pointer(from), size, cudaMemcpyDefault, stream, Mode::Async);
}
CUresult drv::MemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) { return linear(pointer(to), from, size, cudaMemcpyHostToDevice, nullptr, Mode::Wait); }
CUresult drv::MemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) { return linear(to, pointer(from), size, cudaMemcpyDeviceToHost, nullptr, Mode::Wait); }
CUresult drv::MemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return linear(pointer(to), pointer(from), size, cudaMemcpyDeviceToDevice, nullptr, Mode::Wait);
}
CUresult drv::MemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream s) { return linear(pointer(to), from, size, cudaMemcpyHostToDevice, s, Mode::Async); }
CUresult drv::MemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, CUstream s) { return linear(to, pointer(from), size, cudaMemcpyDeviceToHost, s, Mode::Async); }
CUresult drv::MemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s) {
  return linear(pointer(to), pointer(from), size, cudaMemcpyDeviceToDevice, s, Mode::Async);
}
CUresult drv::MemcpyPeer(CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t size) {
  SCALE_USABLE();
  return a && b ? from_runtime(rt::MemcpyPeer(pointer(to), a->device, pointer(from), b->device, size)) : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult drv::MemcpyPeerAsync(CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t size, CUstream stream) {
  SCALE_USABLE();
  return a && b ? from_runtime(rt::MemcpyPeerAsync(pointer(to), a->device, pointer(from), b->device, size, stream)) : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult drv::Memcpy2D_v2(const CUDA_MEMCPY2D *p) { return copy2(p, nullptr, Mode::Wait); }
CUresult drv::Memcpy2DUnaligned_v2(const CUDA_MEMCPY2D *p) { return copy2(p, nullptr, Mode::Wait); }
CUresult drv::Memcpy2DAsync_v2(const CUDA_MEMCPY2D *p, CUstream stream) { return copy2(p, stream, Mode::Async); }
CUresult drv::Memcpy3D_v2(const CUDA_MEMCPY3D *p) { return copy3(p, nullptr, Mode::Wait); }
CUresult drv::Memcpy3DAsync_v2(const CUDA_MEMCPY3D *p, CUstream stream) { return copy3(p, stream, Mode::Async); }
CUresult drv::Memcpy3DPeer(const CUDA_MEMCPY3D_PEER *p) { return copy3(p, nullptr, Mode::Wait); }
CUresult drv::Memcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *p, CUstream stream) { return copy3(p, stream, Mode::Async); }

CUresult drv::MemsetD8_v2(CUdeviceptr to, unsigned char v, size_t n) { return fill(to, n, v, 1, n, 1, nullptr, Mode::Wait); }
CUresult drv::MemsetD16_v2(CUdeviceptr to, unsigned short v, size_t n) { return fill(to, n * 2, v, 2, n, 1, nullptr, Mode::Wait); }
CUresult drv::MemsetD32_v2(CUdeviceptr to, unsigned v, size_t n) { return fill(to, n * 4, v, 4, n, 1, nullptr, Mode::Wait); }
CUresult drv::MemsetD8Async(CUdeviceptr to, unsigned char v, size_t n, CUstream s) { return fill(to, n, v, 1, n, 1, s, Mode::Async); }
CUresult drv::MemsetD16Async(CUdeviceptr to, unsigned short v, size_t n, CUstream s) { return fill(to, n * 2, v, 2, n, 1, s, Mode::Async); }
CUresult drv::MemsetD32Async(CUdeviceptr to, unsigned v, size_t n, CUstream s) { return fill(to, n * 4, v, 4, n, 1, s, Mode::Async); }
CUresult drv::MemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h) { return fill(to, pitch, v, 1, w, h, nullptr, Mode::Wait); }
CUresult drv::MemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h) { return fill(to, pitch, v, 2, w, h, nullptr, Mode::Wait); }
CUresult drv::MemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned v, size_t w, size_t h) { return fill(to, pitch, v, 4, w, h, nullptr, Mode::Wait); }
CUresult drv::MemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h, CUstream s) { return fill(to, pitch, v, 1, w, h, s, Mode::Async); }
CUresult drv::MemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h, CUstream s) { return fill(to, pitch, v, 2, w, h, s, Mode::Async); }
CUresult drv::MemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned v, size_t w, size_t h, CUstream s) { return fill(to, pitch, v, 4, w, h, s, Mode::Async); }

CUresult drv::ArrayCreate_v2(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *d) {
  return d ? create_array(out, d->Format, d->NumChannels, {d->Width, d->Height, 0}, 0) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::Array3DCreate_v2(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *d) {
  return d ? create_array(out, d->Format, d->NumChannels, {d->Width, d->Height, d->Depth}, d->Flags) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::ArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *d, CUarray array) {
  if (!d || !array) return CUDA_ERROR_INVALID_VALUE;
  const cudaArray &a = *array_of(array);
  return *d = {a.extent.width, a.extent.height, format_of(a.format), channels_of(a.format)}, CUDA_SUCCESS;
}
CUresult drv::Array3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array) {
  if (!d || !array) return CUDA_ERROR_INVALID_VALUE;
  const cudaArray &a = *array_of(array);
  return *d = {a.extent.width, a.extent.height, a.extent.depth, format_of(a.format), channels_of(a.format), a.flags}, CUDA_SUCCESS;
}
CUresult drv::ArrayDestroy(CUarray array) {
  SCALE_USABLE();
  return array ? from_runtime(rt::FreeArray(array_of(array))) : CUDA_ERROR_INVALID_HANDLE;
}
CUresult drv::MemcpyHtoA_v2(CUarray to, size_t offset, const void *from, size_t n) { return array_bytes(to, offset, const_cast<void *>(from), n, cudaMemcpyHostToDevice, nullptr, Mode::Wait, true); }
CUresult drv::MemcpyAtoH_v2(void *to, CUarray from, size_t offset, size_t n) { return array_bytes(from, offset, to, n, cudaMemcpyDeviceToHost, nullptr, Mode::Wait, false); }
CUresult drv::MemcpyDtoA_v2(CUarray to, size_t offset, CUdeviceptr from, size_t n) { return array_bytes(to, offset, pointer(from), n, cudaMemcpyDeviceToDevice, nullptr, Mode::Wait, true); }
CUresult drv::MemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t offset, size_t n) { return array_bytes(from, offset, pointer(to), n, cudaMemcpyDeviceToDevice, nullptr, Mode::Wait, false); }
CUresult drv::MemcpyAtoA_v2(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t n) {
  if (!from || from_offset > array_of(from)->pitch || n > array_of(from)->pitch - from_offset) return CUDA_ERROR_INVALID_VALUE;
  return array_bytes(to, to_offset, static_cast<char *>(array_of(from)->data) + from_offset, n, cudaMemcpyDeviceToDevice, nullptr, Mode::Wait, true);
}
CUresult drv::ArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *out, CUarray array, CUdevice) {
  if (!out || !array) return CUDA_ERROR_INVALID_VALUE;
  *out = {};
  out->size = array_of(array)->pitch * rows_of(*array_of(array)) * std::max<size_t>(array_of(array)->extent.depth, 1);
  return out->alignment = 512, CUDA_SUCCESS;
}
CUresult drv::MemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from, size_t n, CUstream s) {
  return array_bytes(to, offset, const_cast<void *>(from), n, cudaMemcpyHostToDevice, s, Mode::Async, true);
}
CUresult drv::MemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset, size_t n, CUstream s) { return array_bytes(from, offset, to, n, cudaMemcpyDeviceToHost, s, Mode::Async, false); }

}  // namespace scale
