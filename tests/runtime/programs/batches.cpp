// SPDX-License-Identifier: Apache-2.0
// Copies, prefetches and discards in batches, in the forms of CUDA 12 and of CUDA 13.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include "check.h"

namespace {

#if CUDART_VERSION >= 13000
#define FAILED
#else
size_t failed;
#define FAILED &failed,
#endif

void linear(cudaStream_t stream) {
  int source[6] = {1, 2, 3, 4, 5, 6}, back[6] = {};
  int *device = nullptr;
  CHECK(!cudaMalloc(reinterpret_cast<void **>(&device), sizeof source));
  void *to[] = {device + 3, device}, *from[] = {source, source + 3};
  size_t sizes[] = {12, 12}, first[] = {0, 1}, backwards[] = {0, 0}, late[] = {1};
  cudaMemcpyAttributes how[2] = {};
  how[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  how[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 2, FAILED stream) == cudaSuccess);
  CHECK(!cudaStreamSynchronize(stream));
  CHECK(!cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; ++i) CHECK(back[i] == (i + 3) % 6 + 1);
  // Settings start with the first copy and go up.
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, how, backwards, 2, FAILED stream) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, how, late, 1, FAILED stream) == cudaErrorInvalidValue);
  how[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 2, FAILED stream) == cudaErrorInvalidValue);
#if CUDART_VERSION < 13000
  CHECK(failed == static_cast<size_t>(-1));
#endif
  how[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  to[1] = nullptr;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 2, FAILED stream) == cudaErrorInvalidValue);
#if CUDART_VERSION < 13000
  CHECK(failed == 1);
#endif
  // The driver's form of the same.
  CUdeviceptr there[] = {reinterpret_cast<CUdeviceptr>(device)}, here[] = {reinterpret_cast<CUdeviceptr>(source)};
  CUmemcpyAttributes plain = {};
  plain.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  size_t all = sizeof source;
  CHECK(cuMemcpyBatchAsync(there, here, &all, 1, &plain, first, 1, FAILED stream) == CUDA_SUCCESS);
  CHECK(!cudaStreamSynchronize(stream));
  CHECK(!cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost) && back[0] == 1 && back[5] == 6);
  cudaFree(device);
}

cudaMemcpy3DOperand memory(void *at, size_t row, size_t height) {
  cudaMemcpy3DOperand out = {};
  out.type = cudaMemcpyOperandTypePointer;
  out.op.ptr.ptr = at;
  out.op.ptr.rowLength = row;
  out.op.ptr.layerHeight = height;
  return out;
}

// A 3 x 2 x 2 box out of memory with rows of 5 and layers of 4 floats, into an array, and from there to packed memory.
void boxes(cudaStream_t stream) {
  float source[40], packed[12] = {};
  for (int i = 0; i < 40; ++i) source[i] = static_cast<float>(i);
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  CHECK(!cudaMalloc3DArray(&array, &format, {8, 4, 3}, 0));
  cudaMemcpy3DBatchOp box[2] = {};
  box[0].src = memory(source, 5, 4);
  box[0].dst.type = cudaMemcpyOperandTypeArray;
  box[0].dst.op.array.array = array;
  box[0].dst.op.array.offset = {2, 1, 1};
  box[0].extent = {3, 2, 2};
  box[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  box[1] = box[0];
  box[1].src = box[0].dst;
  box[1].dst = memory(packed, 0, 0);
  CHECK(cudaMemcpy3DBatchAsync(2, box, FAILED 0, stream) == cudaSuccess);
  CHECK(!cudaStreamSynchronize(stream));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x) CHECK(packed[(z * 2 + y) * 3 + x] == static_cast<float>((z * 4 + y) * 5 + x));
  box[1].dst.op.ptr.rowLength = 2;  // shorter than the box
  CHECK(cudaMemcpy3DBatchAsync(2, box, FAILED 0, stream) == cudaErrorInvalidValue);
#if CUDART_VERSION < 13000
  CHECK(failed == 1);
#endif
  cudaFreeArray(array);
}

void prefetches(cudaStream_t stream) {
  int *managed = nullptr;
  CHECK(!cudaMallocManaged(reinterpret_cast<void **>(&managed), 4096, cudaMemAttachGlobal));
  void *at[] = {managed, managed + 256, managed + 512};
  size_t sizes[] = {1024, 1024, 1024}, first[] = {0, 2};
  cudaMemLocation where[2] = {};
  where[0].type = cudaMemLocationTypeDevice;
  where[1].type = cudaMemLocationTypeHost;
  CHECK(cudaMemPrefetchBatchAsync(at, sizes, 3, where, first, 2, 0, stream) == cudaSuccess);
  const int expected[] = {0, 0, cudaCpuDeviceId};
  for (int i = 0; i < 3; ++i) {
    int last = 7;
    CHECK(!cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, at[i], 1024) && last == expected[i]);
  }
  CHECK(cudaMemDiscardBatchAsync(at, sizes, 3, 0, stream) == cudaSuccess);
  CHECK(cudaMemDiscardBatchAsync(at, sizes, 3, 1, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemDiscardAndPrefetchBatchAsync(at, sizes, 3, where + 1, first, 1, 0, stream) == cudaSuccess);
  int last = 7;
  CHECK(!cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, managed, 3072) && last == cudaCpuDeviceId);
  cudaFree(managed);
}

}  // namespace

int main() {
  cudaStream_t stream = nullptr;
  CHECK(!cudaStreamCreate(&stream));
  linear(stream);
  boxes(stream);
  prefetches(stream);
  std::puts("batches: right");
}
