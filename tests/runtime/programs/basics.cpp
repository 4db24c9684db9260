// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static void vectors() {
  const int n = 100003;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
  float *da, *db, *dc;
  OK(cudaMalloc((void **)&da, n * 4));
  OK(cudaMalloc((void **)&db, n * 4));
  OK(cudaMalloc((void **)&dc, n * 4));
  OK(cudaMemcpy(da, a.data(), n * 4, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(db, b.data(), n * 4, cudaMemcpyDefault));
  OK(launch(stub_add, (n + 255) / 256, 256, 0, nullptr, (const float *)da, (const float *)db, dc, n));
  OK(cudaMemcpy(c.data(), dc, n * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (c[i] != 3.0f * i) std::printf("c[%d] = %g\n", i, c[i]), std::exit(1);
  OK(cudaFree(da));
  OK(cudaFree(db));
  OK(cudaFree(dc));
  IS(cudaFree(dc), cudaErrorInvalidValue);
  IS(cudaGetLastError(), cudaErrorInvalidValue);
  IS(cudaGetLastError(), cudaSuccess);
}

static void order() {
  const unsigned blocks = 1000;
  unsigned *next, *seen;
  OK(cudaMallocManaged((void **)&next, 4, cudaMemAttachGlobal));
  OK(cudaMallocManaged((void **)&seen, 4 * blocks, cudaMemAttachGlobal));
  *next = 0;
  OK(launch(stub_order, blocks, 256, 0, nullptr, next, seen));
  OK(cudaDeviceSynchronize());
  IS(*next, blocks);
  std::vector<bool> met(blocks);
  for (unsigned i = 0; i < blocks; ++i) met[seen[i]] = true;
  for (unsigned i = 0; i < blocks; ++i) IS(bool(met[i]), true);
}

static void symbols() {
  int value = 0;
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 7);
  for (int i = 0; i < 3; ++i) OK(launch(stub_bump, 1, 1, 0, nullptr, 5));
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 22);
  float factors[4] = {1, 2, 3, 4}, x[4] = {10, 10, 10, 10}, *dx;
  OK(cudaMemcpyToSymbol(table, factors, 16, 0, cudaMemcpyHostToDevice));
  OK(cudaMalloc((void **)&dx, 16));
  OK(cudaMemcpy(dx, x, 16, cudaMemcpyHostToDevice));
  OK(launch(stub_scale_by_table, 1, 4, 0, nullptr, dx));
  OK(cudaMemcpy(x, dx, 16, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i) IS(x[i], 10.0f * (i + 1));
  size_t size;
  OK(cudaGetSymbolSize(&size, table));
  IS(size, 16u);
  void *address;
  OK(cudaGetSymbolAddress(&address, table));
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, address));
  IS(attributes.type, cudaMemoryTypeDevice);
  IS(cudaMemcpyToSymbol(table, factors, 16, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  IS(cudaMemcpyToSymbol(table, factors, 16, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
  int stranger;
  IS(cudaGetSymbolSize(&size, &stranger), cudaErrorInvalidSymbol);
}

static void limits() {
  IS(launch(stub_empty, 1, 1025, 0, nullptr), cudaErrorInvalidConfiguration);
  IS(launch(stub_empty, 0, 1, 0, nullptr), cudaErrorInvalidConfiguration);
  IS(launch(stub_empty, dim3(1, 65536), 1, 0, nullptr), cudaErrorInvalidConfiguration);
  IS(launch(stub_empty, 1, 1, 48 * 1024 + 1, nullptr), cudaErrorInvalidValue);
  int *out;
  OK(cudaMalloc((void **)&out, 4));
  IS(launch(stub_shared_sum, 1, 129, 4096, nullptr, out), cudaErrorLaunchOutOfResources);
  IS(launch(stub_shared_sum, 1, 128, 48 * 1024 - 4096 + 1, nullptr, out), cudaErrorInvalidValue);
  OK(cudaFuncSetAttribute(&stub_shared_sum, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024));
  OK(launch(stub_shared_sum, 1, 128, 96 * 1024, nullptr, out));
  int sum;
  OK(cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost));
  IS(sum, 127 * 128 / 2);
  IS(cudaFuncSetAttribute(&stub_shared_sum, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20), cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, &stub_shared_sum));
  IS(attributes.sharedSizeBytes, 4096u);
  IS(attributes.maxThreadsPerBlock, 128);
  IS(attributes.maxDynamicSharedSizeBytes, 96 * 1024);
  int blocks;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &stub_empty, 256, 0));
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1), config.blockDim = dim3(256);
  int clusters = 0, processors = 0;
  OK(cudaOccupancyMaxActiveClusters(&clusters, &stub_empty, &config));
  OK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  IS(clusters, blocks * processors);
  IS(blocks, 8);
  char other;
  IS(launch(other, 1, 1, 0, nullptr), cudaErrorInvalidDeviceFunction);
  void *huge;
  IS(cudaMalloc(&huge, size_t{1} << 50), cudaErrorMemoryAllocation);
  IS(cudaGetLastError(), cudaErrorMemoryAllocation);
}

static void streams() {
  cudaStream_t a, b;
  OK(cudaStreamCreate(&a));
  OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  int *flag;
  OK(cudaHostAlloc((void **)&flag, 8, cudaHostAllocMapped));
  flag[0] = flag[1] = 0;
  cudaEvent_t event, start;
  OK(cudaEventCreate(&event));
  OK(cudaEventCreate(&start));
  OK(cudaEventRecord(start, a));
  OK(launch(stub_wait_flag, 1, 1, 0, a, flag));  // a launch does not wait
  IS(cudaStreamQuery(a), cudaErrorNotReady);
  OK(cudaEventRecord(event, a));
  IS(cudaEventQuery(event), cudaErrorNotReady);
  IS(cudaGetLastError(), cudaSuccess);  // an answer, no error
  float ms;
  IS(cudaEventElapsedTime(&ms, start, event), cudaErrorNotReady);
  IS(cudaStreamQuery(nullptr), cudaErrorNotReady);  // the legacy stream waits for blocking ones
  OK(cudaStreamWaitEvent(b, event, 0));
  OK(cudaMemsetAsync(flag + 1, 1, 4, b));
  IS(cudaStreamQuery(b), cudaErrorNotReady);
  IS(flag[1], 0);
  flag[0] = 1;
  OK(cudaStreamSynchronize(b));
  IS(flag[1], 0x01010101);
  OK(cudaEventSynchronize(event));
  OK(cudaEventElapsedTime(&ms, start, event));
  IS(ms > 0 && ms < 60000, true);
  int calls = 0;
  OK(cudaLaunchHostFunc(b, [](void *p) { ++*static_cast<int *>(p); }, &calls));
  OK(cudaStreamAddCallback(b, [](cudaStream_t, cudaError_t e, void *p) { *static_cast<int *>(p) += e == cudaSuccess ? 10 : 100; }, &calls, 0));
  OK(cudaStreamSynchronize(b));
  IS(calls, 11);
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
  cudaStream_t priority;
  OK(cudaStreamCreateWithPriority(&priority, cudaStreamNonBlocking, -1));
  unsigned flags;
  int level;
  OK(cudaStreamGetFlags(priority, &flags));
  OK(cudaStreamGetPriority(priority, &level));
  IS(flags, 1u);
  IS(level, -1);
}

static void shapes() {
  const size_t width = 100, height = 7;
  size_t pitch;
  char *d;
  OK(cudaMallocPitch((void **)&d, &pitch, width, height));
  IS(pitch % 32, 0u);
  OK(cudaMemset2D(d, pitch, 0, width, height));
  std::vector<char> from(width * height), to(width * height);
  for (size_t i = 0; i < from.size(); ++i) from[i] = char(i * 31);
  OK(cudaMemcpy2D(d, pitch, from.data(), width, width, height, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(to.data(), width, d, pitch, width, height, cudaMemcpyDeviceToHost));
  IS(from == to, true);
  IS(cudaMemcpy2D(d, width - 1, from.data(), width, width, height, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  IS(cudaMemcpy(d, from.data(), 4, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
  cudaPitchedPtr p;
  cudaExtent extent = {16, 4, 3};
  OK(cudaMalloc3D(&p, extent));
  OK(cudaMemset3D(p, 5, extent));
  std::vector<char> cube(16 * 4 * 3), back(cube.size());
  for (size_t i = 0; i < cube.size(); ++i) cube[i] = char(i);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = {cube.data(), 16, 16, 4};
  copy.dstPtr = p;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  copy.srcPtr = p;
  copy.srcPos = {4, 1, 1};
  copy.dstPtr = {back.data(), 16, 16, 4};
  copy.extent = {8, 2, 2};
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 8; ++x) IS(back[(z * 4 + y) * 16 + x], cube[((z + 1) * 4 + y + 1) * 16 + x + 4]);
}

static void pointers() {
  void *device, *pinned, *managed;
  OK(cudaMalloc(&device, 64));
  OK(cudaMallocHost(&pinned, 64));
  OK(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
  IS(reinterpret_cast<size_t>(device) % 256, 0u);
  cudaPointerAttributes a;
  OK(cudaPointerGetAttributes(&a, static_cast<char *>(device) + 10));
  IS(a.type, cudaMemoryTypeDevice);
  IS(a.devicePointer, static_cast<char *>(device) + 10);
  IS(a.hostPointer, nullptr);
  OK(cudaPointerGetAttributes(&a, pinned));
  IS(a.type, cudaMemoryTypeHost);
  OK(cudaPointerGetAttributes(&a, managed));
  IS(a.type, cudaMemoryTypeManaged);
  int local;
  OK(cudaPointerGetAttributes(&a, &local));
  IS(a.type, cudaMemoryTypeUnregistered);
  IS(a.hostPointer, &local);
  std::vector<char> own(5000);
  OK(cudaHostRegister(own.data(), own.size(), cudaHostRegisterDefault));
  IS(cudaHostRegister(own.data(), own.size(), cudaHostRegisterDefault), cudaErrorHostMemoryAlreadyRegistered);
  OK(cudaPointerGetAttributes(&a, own.data() + 4000));
  IS(a.type, cudaMemoryTypeHost);
  void *mapped;
  OK(cudaHostGetDevicePointer(&mapped, own.data(), 0));
  OK(cudaHostUnregister(own.data()));
  IS(cudaHostUnregister(own.data()), cudaErrorHostMemoryNotRegistered);
  OK(cudaFree(nullptr));
  OK(cudaFreeHost(nullptr));
  OK(cudaFreeAsync(nullptr, nullptr));
  size_t free_bytes, total;
  OK(cudaMemGetInfo(&free_bytes, &total));
  IS(free_bytes > 0 && free_bytes <= total, true);
}

static void cooperative() {
  int *sums;
  OK(cudaMalloc((void **)&sums, 40));
  OK(cudaMemset(sums, 0, 40));
  int rounds = 10, device, count;
  OK(cudaGetDevice(&device));
  OK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  void *arguments[] = {&sums, &rounds};
  OK(cudaLaunchCooperativeKernel(&stub_meet, count * 2, 64, arguments, 0, nullptr));
  OK(cudaDeviceSynchronize());
  int host[10];
  OK(cudaMemcpy(host, sums, 40, cudaMemcpyDeviceToHost));
  for (int value : host) IS(value, count * 2);
  IS(cudaLaunchCooperativeKernel(&stub_meet, count * 1000, 1024, arguments, 0, nullptr), cudaErrorCooperativeLaunchTooLarge);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(cudaMemset(sums, 0, 40));
  OK(cudaLaunchKernelExC(&config, &stub_meet, arguments));
  OK(cudaDeviceSynchronize());
}

static void device_heap() {
  void **out;
  OK(cudaMallocManaged((void **)&out, 20 * sizeof(void *), cudaMemAttachGlobal));
  OK(launch(stub_heap, 20, 1, 0, nullptr, out));  // 20 MiB from a heap of 8
  OK(cudaDeviceSynchronize());
  int got = 0;
  for (int i = 0; i < 20; ++i) got += out[i] != nullptr;
  IS(got, 7);
  size_t size;
  OK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
  IS(size, size_t{8} << 20);
}

static void pools() {
  int supported;
  OK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  IS(supported, 1);
  cudaMemPool_t pool;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  unsigned long long threshold = 1 << 20, back = 0;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &back));
  IS(back, threshold);
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  void *p, *q;
  OK(cudaMallocFromPoolAsync(&p, 64, pool, s));
  IS(p != nullptr && reinterpret_cast<size_t>(p) % 256 == 0, true);
  OK(cudaFreeAsync(p, s));
  OK(cudaMallocAsync(&q, 64, s));
  IS(q, p);  // the same stream has it again at once
  OK(cudaFreeAsync(q, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &back));
  IS(back, 0u);
}

static void staging() {
  // A pageable source may be overwritten as soon as the asynchronous copy returns.
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  int *flag, *d, source = 41, back = 0;
  OK(cudaMallocHost((void **)&flag, 4));
  OK(cudaMalloc((void **)&d, 4));
  *flag = 0;
  OK(launch(stub_wait_flag, 1, 1, 0, s, flag));
  OK(cudaMemcpyAsync(d, &source, 4, cudaMemcpyHostToDevice, s));
  source = 99;
  *flag = 1;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&back, d, 4, cudaMemcpyDeviceToHost));
  IS(back, 41);
}

static void reset() {
  void *p, *q;
  OK(cudaMallocAsync(&p, 1000, nullptr));
  OK(cudaFreeAsync(p, nullptr));
  OK(cudaMallocAsync(&q, 5000, nullptr));
  OK(launch(stub_bump, 1, 1, 0, nullptr, 5));
  OK(cudaDeviceReset());
  // Variables have their initial values again, pools start empty, old memory is unknown.
  int value;
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(value, 7);
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, q));
  IS(attributes.type, cudaMemoryTypeUnregistered);
  OK(cudaMallocAsync(&p, 1000, nullptr));
  OK(cudaMemset(p, 1, 1000));
  OK(cudaFree(p));
}

int main() {
  vectors();
  order();
  symbols();
  limits();
  streams();
  shapes();
  pointers();
  cooperative();
  device_heap();
  pools();
  staging();
  reset();
  std::printf("basics: right\n");
}
