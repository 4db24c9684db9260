// SPDX-License-Identifier: Apache-2.0
// Copies and fills that leave an allocation are refused before anything is written; sizes that no memory has are refused too.
#include <time.h>

#include <cstdint>

#include "program.h"

constexpr cudaError_t kInvalid = cudaErrorInvalidValue;

// Blocks that lie one after the other: what runs over the first would be seen in the others.
struct Neighbours {
  std::vector<char *> blocks;
  Neighbours() : blocks(64) {
    for (auto &block : blocks) {
      OK(cudaMalloc((void **)&block, 256));
      OK(cudaMemset(block, 7, 256));
    }
  }
  void untouched() {
    std::vector<char> host(256);
    for (char *block : blocks) {
      OK(cudaMemcpy(host.data(), block, 256, cudaMemcpyDeviceToHost));
      for (char c : host) IS(c, 7);
    }
  }
};

static void linear() {
  Neighbours all;
  char *p = all.blocks[0], *q = all.blocks[1];
  std::vector<char> host(1 << 16, 1);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  for (cudaMemcpyKind kind : {cudaMemcpyHostToDevice, cudaMemcpyDefault}) {
    IS(cudaMemcpy(p, host.data(), 257, kind), kInvalid);
    IS(cudaMemcpy(p + 255, host.data(), 2, kind), kInvalid);
    IS(cudaMemcpy(p, host.data(), host.size(), kind), kInvalid);
    IS(cudaMemcpyAsync(p, host.data(), 257, kind, stream), kInvalid);
    IS(cudaMemcpy2D(p, 64, host.data(), 64, 1, 6, kind), kInvalid);
    IS(cudaMemcpy2DAsync(p, 64, host.data(), 64, 1, 6, kind, stream), kInvalid);
    IS(cudaMemcpy2D(p, ~size_t{0} / 2, host.data(), 64, 1, 4, kind), kInvalid);
    IS(cudaGetLastError(), kInvalid);
  }
  for (cudaMemcpyKind kind : {cudaMemcpyDeviceToHost, cudaMemcpyDefault}) {
    IS(cudaMemcpy(host.data(), p, 257, kind), kInvalid);
    IS(cudaMemcpyAsync(host.data(), p + 1, 256, kind, stream), kInvalid);
    IS(cudaMemcpy2D(host.data(), 64, p, 256, 1, 2, kind), kInvalid);
  }
  IS(host[0], 1);
  IS(cudaMemcpy(p, q, 257, cudaMemcpyDeviceToDevice), kInvalid);
  IS(cudaMemcpyPeer(p, 0, q, 0, 257), kInvalid);
  IS(cudaMemset(p, 1, 257), kInvalid);
  IS(cudaMemset(p + 256, 1, 4), kInvalid);
  IS(cudaMemsetAsync(p, 1, 1 << 20, stream), kInvalid);
  IS(cudaMemset2D(p, 128, 1, 128, 3), kInvalid);
  IS(cudaMemset2DAsync(p, 128, 1, 1, 3, stream), kInvalid);
  IS(cudaMemset2D(p, ~size_t{0} / 2, 1, 1, 4), kInvalid);
  IS(cudaMemset3D({p, 64, 64, 2}, 1, {64, 1, 3}), kInvalid);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {host.data(), 64, 64, 2};
  copy.dstPtr = {p, 64, 64, 2};
  copy.extent = {64, 2, 3};
  copy.kind = cudaMemcpyHostToDevice;
  IS(cudaMemcpy3D(&copy), kInvalid);
  all.untouched();
  // What fits is done, to the last byte; the last row of a pitched copy needs no padding.
  OK(cudaMemcpy(p, host.data(), 256, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(p + 64, 64, host.data(), 1, 1, 3, cudaMemcpyHostToDevice));
  OK(cudaMemset2D(p + 192, 32, 1, 32, 2));
  copy.extent.depth = 2;
  OK(cudaMemcpy3D(&copy));
  // Never allocated, freed, and a direction that takes host memory for device memory.
  IS(cudaMemcpy(host.data(), host.data() + 512, 4, cudaMemcpyHostToDevice), kInvalid);
  IS(cudaMemcpy(host.data(), host.data() + 512, 4, cudaMemcpyDeviceToHost), kInvalid);
  IS(cudaMemset(host.data(), 1, 4), kInvalid);
  IS(cudaMemset((void *)4096, 1, 4), kInvalid);
  OK(cudaMemcpy(host.data(), host.data() + 512, 4, cudaMemcpyDefault));
  OK(cudaMemcpy(host.data(), host.data() + 512, 4, cudaMemcpyHostToHost));
  OK(cudaFree(p));
  IS(cudaMemcpy(p, host.data(), 4, cudaMemcpyHostToDevice), kInvalid);
  IS(cudaMemcpy(host.data(), p, 4, cudaMemcpyDeviceToHost), kInvalid);
  IS(cudaMemset(p, 1, 4), kInvalid);
  cudaGetLastError();
}

// Every kind of memory that a copy may take for device memory.
static void known() {
  std::vector<char> host(4096, 3);
  char *p;
  OK(cudaMallocManaged((void **)&p, 256));
  OK(cudaMemcpy(p, host.data(), 256, cudaMemcpyHostToDevice));
  IS(cudaMemcpy(p, host.data(), 257, cudaMemcpyHostToDevice), kInvalid);
  OK(cudaMallocHost((void **)&p, 256));
  OK(cudaMemcpy(p, host.data(), 256, cudaMemcpyHostToDevice));
  IS(cudaMemcpy(host.data(), p, 257, cudaMemcpyDeviceToHost), kInvalid);
  IS(cudaMemcpy(p, p + 1, 256, cudaMemcpyHostToHost), kInvalid);
  OK(cudaHostRegister(host.data(), 1024, 0));
  OK(cudaMemset(host.data(), 5, 1024));
  IS(host[1023], 5);
  IS(cudaMemset(host.data(), 6, 1025), kInvalid);
  char *device;
  OK(cudaMalloc((void **)&device, 4096));
  OK(cudaMemcpy(device, host.data(), 4096, cudaMemcpyHostToDevice));  // a part of the host's memory may be registered
  OK(cudaHostUnregister(host.data()));
  OK(cudaMallocAsync((void **)&p, 1000, 0));
  OK(cudaMemcpy(p, host.data(), 1000, cudaMemcpyHostToDevice));
  IS(cudaMemset(p, 0, 1 << 20), kInvalid);
  OK(cudaFreeAsync(p, 0));
  // Variables: by symbol and by address; a constant of the image by address only.
  void *place;
  float four[4] = {1, 2, 3, 4};
  OK(cudaGetSymbolAddress(&place, table));
  OK(cudaMemcpy(place, four, sizeof four, cudaMemcpyHostToDevice));
  OK(cudaMemcpyFromSymbol(four, table, sizeof four));
  IS(four[3], 4);
  IS(cudaMemcpy(place, host.data(), sizeof four + 1, cudaMemcpyHostToDevice), kInvalid);
  IS(cudaMemset(place, 0, sizeof four + 1), kInvalid);
  IS(cudaMemcpyToSymbol(table, host.data(), sizeof four + 1), kInvalid);
  IS(cudaMemcpyFromSymbol(host.data(), table, 8, 12), kInvalid);
  const char *constant = nullptr, **out = (const char **)device;
  OK(launch(stub_constants, 1, 1, 0, nullptr, out));
  OK(cudaMemcpy(&constant, out, sizeof constant, cudaMemcpyDeviceToHost));
  char text[8];
  OK(cudaMemcpy(text, constant, 8, cudaMemcpyDeviceToHost));
  IS(std::strcmp(text, "marking"), 0);
  // Arrays, and past them.
  cudaArray_t array;
  cudaChannelFormatDesc bytes = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
  OK(cudaMallocArray(&array, &bytes, 256, 2));
  cudaArrayMemoryRequirements needs;
  OK(cudaArrayGetMemoryRequirements(&needs, array, 0));
  IS(needs.size >= 512 && needs.size % needs.alignment == 0, true);
  OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), 256, 256, 2, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), 0, 256, 1, cudaMemcpyHostToDevice));  // one row: its pitch says nothing
  IS(cudaMemcpy2DToArray(array, 0, 0, host.data(), 0, 256, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  IS(cudaMemcpy2DToArray(array, 0, 1, host.data(), 256, 256, 2, cudaMemcpyHostToDevice), kInvalid);
  IS(cudaMemcpy2DToArray(array, ~size_t{0}, 0, host.data(), 256, 2, 1, cudaMemcpyHostToDevice), kInvalid);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {host.data(), 256, 256, 2};
  copy.dstArray = array;
  copy.extent = {256, 2, 4};
  copy.kind = cudaMemcpyHostToDevice;
  IS(cudaMemcpy3D(&copy), kInvalid);
  cudaGetLastError();
}

static void CUDART_CB hold(void *flag) {
  for (int i = 0; i < 200 && !*(volatile int *)flag; ++i) {
    timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, nullptr);
  }
}

// The host may read pinned memory as soon as cudaMemset returns.
static void pinned_fill() {
  constexpr size_t kSize = 16 << 20;
  char *p;
  int flag = 0;
  OK(cudaMallocHost((void **)&p, kSize));
  for (int i = 1; i < 6; ++i) {
    OK(cudaLaunchHostFunc(nullptr, hold, &flag));
    OK(cudaMemset(p, i, kSize));
    IS(p[0] == i && p[kSize / 2] == i && p[kSize - 1] == i, true);
    flag = 1;
  }
  OK(cudaMemset2D(p, 1024, 9, 1024, kSize / 1024));
  IS(p[kSize - 1], 9);
  // The asynchronous form does not wait.
  flag = 0;
  OK(cudaLaunchHostFunc(nullptr, hold, &flag));
  OK(cudaMemsetAsync(p, 10, kSize, nullptr));
  IS(p[kSize - 1], 9);
  flag = 1;
  OK(cudaDeviceSynchronize());
  IS(p[kSize - 1], 10);
}

static void sizes() {
  constexpr size_t kHuge = size_t{1} << 40, kMost = ~size_t{0};
  void *p;
  size_t pitch;
  cudaPitchedPtr pitched;
  cudaArray_t array;
  cudaChannelFormatDesc format = {32, 32, 32, 32, cudaChannelFormatKindFloat};
  IS(cudaMallocPitch(&p, &pitch, kHuge, kHuge), cudaErrorMemoryAllocation);
  IS(cudaMallocPitch(&p, &pitch, kMost, 1), cudaErrorMemoryAllocation);
  IS(cudaMallocPitch(&p, &pitch, 512, kMost / 512 + 1), cudaErrorMemoryAllocation);
  IS(cudaMalloc3D(&pitched, {kHuge, kHuge, 1}), cudaErrorMemoryAllocation);
  IS(cudaMalloc3D(&pitched, {1, kHuge, kHuge}), cudaErrorMemoryAllocation);
  IS(cudaMallocArray(&array, &format, kHuge, kHuge), cudaErrorMemoryAllocation);
  IS(cudaMallocArray(&array, &format, kMost / 8, 1), cudaErrorMemoryAllocation);
  IS(cudaMalloc3DArray(&array, &format, {16, kHuge, kHuge}), cudaErrorMemoryAllocation);
  IS(cudaMallocAsync(&p, kMost, 0), cudaErrorMemoryAllocation);
  IS(cudaMalloc(&p, kMost), cudaErrorMemoryAllocation);
  OK(cudaMallocPitch(&p, &pitch, 100, 3));
  IS(pitch, 512u);
  cudaGetLastError();
}

// What a kernel writes a little past its block, which a GPU forgives, damages neither the host's heap nor the next block.
static void past_the_end() {
  for (size_t size : {1, 252, 256, 4096, 5000, 262143, 262144, 300000}) {
    Neighbours all;
    char *block;
    OK(cudaMalloc((void **)&block, size));
    IS(reinterpret_cast<uintptr_t>(block) % 256, 0u);
    for (char *other : all.blocks) IS(other + 256 <= block || block + size + 256 <= other, true);
    std::memset(block, 5, size + 256);
    all.untouched();
    OK(cudaFree(block));
    for (char *other : all.blocks) {
      std::memset(other, 5, 512);
      OK(cudaFree(other));
    }
    std::vector<std::vector<int>> heap;
    for (int i = 1; i < 200; ++i) heap.emplace_back(i * 7, i);
    for (const auto &each : heap) IS(each.back(), each.front());
  }
}

int main() {
  past_the_end();
  linear();
  known();
  pinned_fill();
  sizes();
  std::printf("bounds: right\n");
}
