// SPDX-License-Identifier: Apache-2.0
// Many copies, prefetches or discards in one call: the runtime API's, whose types have the same layout.
#include "driver/driver.h"

namespace scale {
namespace {

static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes));
static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp));
static_assert(sizeof(CUmemLocation) == sizeof(cudaMemLocation));

void **pointers(CUdeviceptr *addresses) { return reinterpret_cast<void **>(addresses); }
auto attributes_of(CUmemcpyAttributes *attributes) { return reinterpret_cast<cudaMemcpyAttributes *>(attributes); }
auto operations_of(CUDA_MEMCPY3D_BATCH_OP *operations) { return reinterpret_cast<cudaMemcpy3DBatchOp *>(operations); }
auto places_of(CUmemLocation *places) { return reinterpret_cast<cudaMemLocation *>(places); }

}  // namespace

CUresult drv::MemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attributes, size_t *first, size_t n,
                               size_t *failed, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemcpyBatchAsync(pointers(to), pointers(from), sizes, count, attributes_of(attributes), first, n, failed, stream));
}
CUresult drv::MemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attributes, size_t *first, size_t n,
                                  CUstream stream) {
  return drv::MemcpyBatchAsync(to, from, sizes, count, attributes, first, n, nullptr, stream);
}
CUresult drv::Memcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations, size_t *failed, unsigned long long flags, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::Memcpy3DBatchAsync(count, operations_of(operations), failed, flags, stream));
}
CUresult drv::Memcpy3DBatchAsync_v2(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations, unsigned long long flags, CUstream stream) {
  return drv::Memcpy3DBatchAsync(count, operations, nullptr, flags, stream);
}
CUresult drv::MemPrefetchBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count, CUmemLocation *places, size_t *first, size_t n,
                                    unsigned long long flags, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemPrefetchBatchAsync(pointers(addresses), sizes, count, places_of(places), first, n, flags, stream));
}
CUresult drv::MemDiscardBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count, unsigned long long flags, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemDiscardBatchAsync(pointers(addresses), sizes, count, flags, stream));
}
CUresult drv::MemDiscardAndPrefetchBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count, CUmemLocation *places, size_t *first, size_t n,
                                              unsigned long long flags, CUstream stream) {
  SCALE_USABLE();
  return from_runtime(rt::MemDiscardAndPrefetchBatchAsync(pointers(addresses), sizes, count, places_of(places), first, n, flags, stream));
}

}  // namespace scale
