// SPDX-License-Identifier: Apache-2.0
// More of the driver API: virtual memory, launches in the old form, graphs of its own structures, streams that wait for values.
#include <cuda.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define IS(call, want)                                                                                  \
  do {                                                                                                  \
    auto is_got = (call);                                                                               \
    if (is_got != (want)) {                                                                             \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                                     \
    }                                                                                                   \
  } while (0)
#define OK(call) IS(call, CUDA_SUCCESS)

static const size_t kPiece = size_t{2} << 20;
static CUfunction add;

static CUmemAllocationProp properties() {
  CUmemAllocationProp p{};
  p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return p;
}

// A range that grows: arrays that cross the border between two pieces of memory.
static void virtual_memory() {
  CUmemAllocationProp p = properties();
  size_t granularity = 0, before, after, total;
  OK(cuMemGetAllocationGranularity(&granularity, &p, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  IS(granularity, kPiece);
  CUdeviceptr range;
  int can = 0;
  OK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  IS(can, 1);
  IS(cuMemAddressReserve(&range, kPiece + 1, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAddressReserve(&range, 4 * kPiece, 0, 0, 0));
  IS(range % kPiece, 0u);
  OK(cuMemGetInfo(&before, &total));
  CUmemGenericAllocationHandle piece[2];
  CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  for (int i = 0; i < 2; ++i) {
    OK(cuMemCreate(&piece[i], kPiece, &p, 0));
    OK(cuMemMap(range + i * kPiece, kPiece, 0, piece[i], 0));
    OK(cuMemSetAccess(range + i * kPiece, kPiece, &access, 1));
  }
  IS(cuMemMap(range, kPiece, 0, piece[0], 0), CUDA_ERROR_INVALID_VALUE);  // taken
  unsigned long long flags = 0;
  OK(cuMemGetAccess(&flags, &access.location, range));
  IS(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  const int n = 3000;  // across the border
  CUdeviceptr c = range + kPiece - 1000 * sizeof(float), b = c - n * sizeof(float), a = b - n * sizeof(float);
  std::vector<float> x(n), y(n), z(n);
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i;
  OK(cuMemcpyHtoD(a, x.data(), n * sizeof(float)));
  OK(cuMemcpyHtoD(b, y.data(), n * sizeof(float)));
  int size = n;
  void *arguments[] = {&a, &b, &c, &size};
  OK(cuLaunchKernel(add, 24, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(z.data(), c, n * sizeof(float)));
  for (int i = 0; i < n; ++i) IS(z[i], 3.0f * i);
  IS(c < range + kPiece && c + n * sizeof(float) > range + kPiece, true);
  unsigned kind;
  OK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, range));
  IS(kind, (unsigned)CU_MEMORYTYPE_DEVICE);
  IS(cuMemcpyHtoD(range + 2 * kPiece - 4, x.data(), 8) == CUDA_SUCCESS, false);  // beyond what is mapped

  // The same memory at another place, by its file descriptor; what is written here is read there.
  int file = -1;
  OK(cuMemExportToShareableHandle(&file, piece[0], CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUmemGenericAllocationHandle same, again;
  OK(cuMemImportFromShareableHandle(&same, reinterpret_cast<void *>(static_cast<intptr_t>(file)), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(file);
  OK(cuMemMap(range + 3 * kPiece, kPiece, 0, same, 0));
  OK(cuMemSetAccess(range + 3 * kPiece, kPiece, &access, 1));
  OK(cuMemsetD32(range, 77, 1));
  unsigned value;
  OK(cuMemcpyDtoH(&value, range + 3 * kPiece, 4));
  IS(value, 77u);
  OK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void *>(range + 100)));
  IS(again == piece[0], true);
  OK(cuMemGetAllocationPropertiesFromHandle(&p, again));
  IS(p.location.id, 0);
  OK(cuMemRelease(again));

  IS(cuMemAddressFree(range, 4 * kPiece), CUDA_ERROR_INVALID_VALUE);  // still mapped
  OK(cuMemUnmap(range, 2 * kPiece));
  OK(cuMemUnmap(range + 3 * kPiece, kPiece));
  IS(cuMemcpyDtoH(&value, range, 4) == CUDA_SUCCESS, false);
  for (CUmemGenericAllocationHandle one : {piece[0], piece[1], same}) OK(cuMemRelease(one));
  OK(cuMemAddressFree(range, 4 * kPiece));
  OK(cuMemGetInfo(&after, &total));
  CUipcMemHandle shared;
  IS(cuIpcGetMemHandle(&shared, range), CUDA_ERROR_NOT_SUPPORTED);
}

static void old_launch() {
  float x[64], y[64];
  for (int i = 0; i < 64; ++i) x[i] = i, y[i] = 100;
  CUdeviceptr a, b, c;
  OK(cuMemAlloc(&a, sizeof x));
  OK(cuMemAlloc(&b, sizeof x));
  OK(cuMemAlloc(&c, sizeof x));
  OK(cuMemcpyHtoD(a, x, sizeof x));
  OK(cuMemcpyHtoD(b, y, sizeof y));
  OK(cuFuncSetBlockShape(add, 16, 1, 1));
  OK(cuParamSetv(add, 0, &a, sizeof a));
  OK(cuParamSetv(add, 8, &b, sizeof b));
  OK(cuParamSetv(add, 16, &c, sizeof c));
  OK(cuParamSeti(add, 24, 64));
  OK(cuParamSetSize(add, 28));
  OK(cuLaunchGrid(add, 4, 1));
  OK(cuMemcpyDtoH(x, c, sizeof x));
  for (int i = 0; i < 64; ++i) IS(x[i], 100.0f + i);
  IS(cuFuncSetBlockShape(add, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
}

static void graphs() {
  const int n = 100;
  std::vector<float> x(n, 1.5f), z(n);
  CUdeviceptr a, c;
  OK(cuMemAlloc(&a, n * sizeof(float)));
  OK(cuMemAlloc(&c, n * sizeof(float)));
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  CUgraph graph;
  OK(cuGraphCreate(&graph, 0));
  CUDA_MEMCPY3D in{}, out{};
  in.srcMemoryType = CU_MEMORYTYPE_HOST, in.srcHost = x.data();
  in.dstMemoryType = CU_MEMORYTYPE_DEVICE, in.dstDevice = a;
  in.WidthInBytes = n * sizeof(float), in.Height = in.Depth = 1;
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE, out.srcDevice = c;
  out.dstMemoryType = CU_MEMORYTYPE_HOST, out.dstHost = z.data();
  out.WidthInBytes = n * sizeof(float), out.Height = out.Depth = 1;
  CUgraphNode first, second, third;
  OK(cuGraphAddMemcpyNode(&first, graph, nullptr, 0, &in, context));
  CUgraphNodeParams kernel{};
  int size = n;
  void *arguments[] = {&a, &a, &c, &size};
  kernel.type = CU_GRAPH_NODE_TYPE_KERNEL;
  kernel.kernel.func = add;
  kernel.kernel.gridDimX = 4, kernel.kernel.gridDimY = kernel.kernel.gridDimZ = 1;
  kernel.kernel.blockDimX = 32, kernel.kernel.blockDimY = kernel.kernel.blockDimZ = 1;
  kernel.kernel.kernelParams = arguments;
  OK(cuGraphAddNode_v2(&second, graph, &first, nullptr, 1, &kernel));
  OK(cuGraphAddMemcpyNode(&third, graph, nullptr, 0, &out, context));
  OK(cuGraphAddDependencies_v2(graph, &second, &third, nullptr, 1));
  size_t edges = 0;
  OK(cuGraphGetEdges_v2(graph, nullptr, nullptr, nullptr, &edges));
  IS(edges, 2u);
  CUDA_GRAPH_INSTANTIATE_PARAMS how{};
  CUgraphExec exec;
  OK(cuGraphInstantiateWithParams(&exec, graph, &how));
  IS(how.result_out, CUDA_GRAPH_INSTANTIATE_SUCCESS);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  for (float one : z) IS(one, 3.0f);
  // Another source for the first copy, half the size for the kernel.
  std::vector<float> y(n, 10.0f);
  in.srcHost = y.data();
  OK(cuGraphExecMemcpyNodeSetParams(exec, first, &in, context));
  size = n / 2;
  OK(cuGraphExecNodeSetParams(exec, second, &kernel));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  IS(z[n / 2 - 1], 20.0f);
  IS(z[n / 2], 3.0f);
  CUDA_MEMCPY3D back;
  OK(cuGraphMemcpyNodeGetParams(first, &back));
  IS(back.WidthInBytes == n * sizeof(float) && back.dstDevice == a, true);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));

  // A stream waits for what another writes: 32 and 64 bits, in order.
  CUdeviceptr flag, result;
  CUstream other;
  OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&flag, 16));
  OK(cuMemAlloc(&result, 4));
  OK(cuMemsetD8(flag, 0, 16));
  OK(cuMemsetD32(result, 0, 1));
  OK(cuStreamWaitValue32(stream, flag, 5, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamWaitValue64(stream, flag + 8, 0x100000000ull, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuMemsetD32Async(result, 9, 1, stream));
  IS(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  CUstreamBatchMemOpParams batch[2]{};
  batch[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  batch[0].writeValue.address = flag;
  batch[0].writeValue.value = 6;
  batch[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  batch[1].writeValue.address = flag + 8;
  batch[1].writeValue.value64 = 0x100000000ull;
  OK(cuStreamBatchMemOp(other, 2, batch, 0));
  OK(cuStreamSynchronize(stream));
  unsigned value;
  OK(cuMemcpyDtoH(&value, result, 4));
  IS(value, 9u);

  int clusters;
  CUlaunchConfig config{};
  config.blockDimX = 128, config.blockDimY = config.blockDimZ = config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  OK(cuOccupancyMaxPotentialClusterSize(&clusters, add, &config));
  IS(clusters, 1);
  OK(cuOccupancyMaxActiveClusters(&clusters, add, &config));
  IS(clusters > 0, true);
}

int main(int, char **arguments) {
  OK(cuInit(0));
  CUdevice device;
  CUcontext context;
  CUmodule module;
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  OK(cuModuleLoad(&module, arguments[1]));
  OK(cuModuleGetFunction(&add, module, "add"));
  CUtexref texture;
  IS(cuModuleGetTexRef(&texture, module, "none"), CUDA_ERROR_NOT_FOUND);
  virtual_memory();
  old_launch();
  graphs();
  std::printf("driver_more: right\n");
}
