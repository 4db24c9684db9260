// SPDX-License-Identifier: Apache-2.0
// Launches from device code, one case after the other; prints a line for each that is wrong and the count of cases that are right.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "features.h"

static int right = 0, wrong = 0;
#define EXPECT(what)                                             \
  do {                                                           \
    if (what) ++right;                                           \
    else ++wrong, printf("line %d: %s\n", __LINE__, #what);      \
  } while (0)

// Each thread of the parent launches; three levels; what a child adds is there when the host's wait ends.
__global__ void level(int *count, int depth) {
  if (depth == 0) {
    atomicAdd(count, 1);
    return;
  }
  level<<<2, 3>>>(count, depth - 1);
}

// Arguments of every kind, dynamic shared memory, two-dimensional shapes.
struct Odd {
  char tag;
  double weight;
  short list[3];
};
__global__ void arguments(char a, Odd odd, short b, float4 v, const int *in, double *out) {
  extern __shared__ double room[];
  const int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
  room[t] = a + odd.tag + odd.weight + odd.list[2] + b + v.x + v.y + v.z + v.w + in[t];
  __syncthreads();
  out[(blockIdx.z * gridDim.x + blockIdx.x) * n + t] = room[n - 1 - t];
}
__global__ void give_arguments(const int *in, double *out) {
  Odd odd = {2, 0.25, {7, 8, 9}};
  const int kept = 5;
  if (threadIdx.x == kept) arguments<<<dim3(2, 1, 2), dim3(4, 2), 8 * sizeof(double)>>>(1, odd, 3, make_float4(1, 2, 3, 4), in, out);
}

// Order: launches of one thread one after the other, tail launches behind them and behind their children.
__device__ int order[64];
__device__ int place;
__global__ void note(int what) { order[atomicAdd(&place, 1)] = what; }
__global__ void note_later(int what) {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(what + 2);
  note<<<1, 1>>>(what + 1);
  order[atomicAdd(&place, 1)] = what;
}
__global__ void ordered() {
  cudaStream_t own;
  if (cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) != cudaSuccess) return;
  note_later<<<1, 1, 0, cudaStreamTailLaunch>>>(60);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(70);
  note_later<<<1, 1>>>(10);
  note<<<1, 1, 0, own>>>(20);
  note<<<1, 1, 0, cudaStreamFireAndForget>>>(30);
  note<<<1, 1, 0, cudaStreamPerThread>>>(40);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, own);
  cudaStreamWaitEvent(0, event, 0);
  note<<<1, 1>>>(50);
  cudaEventDestroy(event);
  cudaStreamDestroy(own);
  order[atomicAdd(&place, 1)] = 1;
}

// A grid that launches itself until it is done.
__global__ void again(int *left) {
  if (--*left > 0) again<<<1, 1, 0, cudaStreamTailLaunch>>>(left);
}

// Errors belong to the thread that made them.
__global__ void __launch_bounds__(64) small_blocks() {}
struct Seen {
  int large, kept, forgotten, zero, neighbour, bounds, deep, name_right, memory, stream;
};
__global__ void deeper(Seen *seen, int level) {
  deeper<<<1, 1>>>(seen, level + 1);
  if (cudaPeekAtLastError() == cudaErrorLaunchMaxDepthExceeded) seen->deep = level;
}
__global__ void errors(Seen *seen) {
  if (threadIdx.x == 0) {
    note<<<1, 1025>>>(0);
    seen->kept = cudaPeekAtLastError();
    seen->large = cudaGetLastError();
    seen->forgotten = cudaGetLastError();
    note<<<0, 1>>>(0);
    seen->zero = cudaGetLastError();
    small_blocks<<<1, 65>>>();
    seen->bounds = cudaGetLastError();
    const char *name = cudaGetErrorName(cudaErrorInvalidConfiguration), *wanted = "cudaErrorInvalidConfiguration";
    seen->name_right = 1;
    for (int i = 0; wanted[i]; ++i) seen->name_right &= name[i] == wanted[i];
    void *much = nullptr;
    seen->memory = cudaMalloc(&much, size_t(1) << 50);
    cudaStream_t stream;
    seen->stream = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
  }
  if (threadIdx.x == 1) note<<<1, 1025>>>(0);
  if (threadIdx.x == 2) seen->neighbour = cudaGetLastError();
  if (threadIdx.x == 3) deeper<<<1, 1>>>(seen, 1);
}

// Kernels as values: pointers, templates, members of a table in device memory, lambdas.
template <class T, int N>
__global__ void fill(T *out, T value) {
  for (int i = threadIdx.x; i < N; i += blockDim.x) out[i] = value;
}
typedef void (*Fill)(int *, int);
__device__ Fill table[2] = {fill<int, 3>, fill<int, 5>};
template <class F>
__global__ void call(F f, int *out) {
  out[threadIdx.x] = f((int)threadIdx.x);
}
__device__ void launch_through(Fill f, int *out, int value) { f<<<1, 32>>>(out, value); }
__global__ void values(int *out) {
  launch_through(table[threadIdx.x], out + 8 * threadIdx.x, 100 + threadIdx.x);
  if (threadIdx.x == 0) {
    const int base = out[40];
    auto square = [base] __device__(int i) { return base + i * i; };
    auto start = [=](int *at) { call<<<1, 4>>>(square, at); };
    start(out + 16);
    fill<double, 2><<<1, 1>>>((double *)(out + 24), 2.5);
  }
}

// Memory and copies on the device, in the order of the launches.
__global__ void twice(int *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] *= 2;
}
__global__ void gather(const int *from, int *to, int n, void *freed) {
  for (int i = 0; i < n; ++i) to[i] = from[i];
  cudaFree(freed);
}
__global__ void copies(const int *in, int *out, int n) {
  int *room;
  if (cudaMalloc(&room, n * sizeof(int)) != cudaSuccess) return;
  cudaMemcpyAsync(room, in, n * sizeof(int), cudaMemcpyDeviceToDevice);
  twice<<<1, 32>>>(room, n);
  cudaMemsetAsync(room + 1, 0, sizeof(int), 0);
  cudaMemcpy2DAsync(out + 64, 16, in, 8, 8, 4, cudaMemcpyDeviceToDevice, 0);
  gather<<<1, 1>>>(room, out, n, room);
  if (cudaMemcpyAsync(out, in, 4, cudaMemcpyHostToDevice, 0) == cudaErrorInvalidValue && cudaGetLastError() == cudaErrorInvalidValue) out[63] = 77;
}

// Queries.
struct Facts {
  int device, count, processors, version, blocks, grid, block, max_threads;
  size_t shared, pending;
};
__global__ void __launch_bounds__(128) with_shared(int *p) {
  __shared__ int room[100];
  room[threadIdx.x % 100] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = room[0];
}
__global__ void queries(Facts *f) {
  cudaGetDevice(&f->device);
  cudaGetDeviceCount(&f->count);
  cudaDeviceGetAttribute(&f->processors, cudaDevAttrMultiProcessorCount, f->device);
  cudaRuntimeGetVersion(&f->version);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, with_shared);
  f->shared = a.sharedSizeBytes, f->max_threads = a.maxThreadsPerBlock;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&f->blocks, with_shared, 128, 0);
  cudaOccupancyMaxPotentialBlockSize(&f->grid, &f->block, with_shared);
  cudaDeviceGetLimit(&f->pending, cudaLimitDevRuntimePendingLaunchCount);
}

// A recursive device function behind a call, with what launches in it.
__device__ __noinline__ int descend(int n, int *out) {
  if (n == 0) return 0;
  fill<int, 1><<<1, 1>>>(out + n, n);
  return 1 + descend(n - 1, out);
}
__global__ void recursive(int *out) { out[0] = descend(5, out); }

// Many blocks launching at once; a barrier between launches.
__global__ void add(int *p, int v) { atomicAdd(p, v); }
__global__ void many(int *sums) {
  __shared__ int first;
  if (threadIdx.x == 0) first = blockIdx.x;
  __syncthreads();
  add<<<1, 2>>>(sums + (first & 3), 1);
  __syncthreads();
  if (threadIdx.x == 0) add<<<4, 1, 0, cudaStreamFireAndForget>>>(sums + 4, first);
  cooperative_groups::sync(cooperative_groups::this_thread_block());
}

int main() {
  int *data;
  cudaMallocManaged(&data, 4096);
  auto clear = [&] { memset(data, 0, 4096); };
  auto wait = [] { return cudaDeviceSynchronize() == cudaSuccess; };

  clear();
  level<<<1, 2>>>(data, 3);
  EXPECT(wait());
  EXPECT(data[0] == 2 * 6 * 6 * 6);

  clear();
  double *out = (double *)(data + 64);
  for (int i = 0; i < 8; ++i) data[i] = 100 * i;
  give_arguments<<<1, 32>>>(data, out);
  EXPECT(wait());
  for (int i = 0; i < 32; ++i) EXPECT(out[i] == 1 + 2 + 0.25 + 9 + 3 + 10 + 100 * (7 - i % 8));

  ordered<<<1, 1>>>();
  int seen_order[64], zero = 0;
  EXPECT(cudaMemcpyFromSymbol(seen_order, order, sizeof order) == cudaSuccess);
  const int wanted[] = {1, 10, 11, 12, 20, 30, 40, 50, 60, 61, 62, 70};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) EXPECT(seen_order[i] == wanted[i]);
  cudaMemcpyToSymbol(place, &zero, sizeof zero);

  clear();
  data[0] = 10000;
  again<<<1, 1>>>(data);
  EXPECT(wait());
  EXPECT(data[0] == 0);

  clear();
  Seen *seen = (Seen *)data;
  errors<<<1, 32>>>(seen);
  EXPECT(wait());
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(seen->large == cudaErrorInvalidConfiguration && seen->kept == cudaErrorInvalidConfiguration);
  EXPECT(seen->forgotten == cudaSuccess && seen->zero == cudaErrorInvalidConfiguration && seen->neighbour == cudaSuccess);
  EXPECT(seen->bounds == cudaErrorLaunchOutOfResources);
  EXPECT(seen->deep == 24);
  EXPECT(seen->name_right == 1);
  EXPECT(seen->memory == cudaErrorMemoryAllocation && seen->stream == cudaErrorInvalidValue);

  clear();
  data[40] = 1000;
  values<<<1, 2>>>(data);
  EXPECT(wait());
  EXPECT(data[0] == 100 && data[2] == 100 && data[3] == 0 && data[8] == 101 && data[12] == 101 && data[13] == 0);
  EXPECT(data[16] == 1000 && data[17] == 1001 && data[19] == 1009);
  EXPECT(((double *)(data + 24))[0] == 2.5 && ((double *)(data + 24))[1] == 2.5);

  clear();
  for (int i = 0; i < 8; ++i) data[i] = i + 1;
  copies<<<1, 1>>>(data, data + 100, 8);
  EXPECT(wait());
  EXPECT(data[100] == 2 && data[101] == 0 && data[102] == 6 && data[107] == 16 && data[163] == 77);
  EXPECT(data[164] == 1 && data[165] == 2 && data[168] == 3 && data[177] == 8);

  clear();
  Facts *facts = (Facts *)data;
  facts->device = -1;
  queries<<<1, 1>>>(facts);
  EXPECT(wait());
  int count, processors, blocks, grid, block;
  cudaFuncAttributes attributes;
  cudaGetDeviceCount(&count);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, 128, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, with_shared);
  cudaFuncGetAttributes(&attributes, with_shared);
  EXPECT(facts->device == 0 && facts->count == count && facts->processors == processors && facts->version == CUDART_VERSION);
  EXPECT(facts->blocks == blocks && facts->grid == grid && facts->block == block && block == 128);
  EXPECT(facts->shared == attributes.sharedSizeBytes && facts->shared == 400 && facts->max_threads == 128);
  EXPECT(facts->pending == 2048);

  clear();
  recursive<<<1, 1>>>(data);
  EXPECT(wait());
  EXPECT(data[0] == 5 && data[1] == 1 && data[5] == 5);

  // Streams and events of the host wait for the whole tree.
  clear();
  cudaStream_t stream, other;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  int *copy;
  cudaMalloc(&copy, 64);
  many<<<64, 32, 0, stream>>>(data);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  cudaMemcpyAsync(copy, data, 20, cudaMemcpyDeviceToDevice, other);
  int got[5];
  cudaMemcpyAsync(got, copy, 20, cudaMemcpyDeviceToHost, other);
  EXPECT(cudaStreamSynchronize(other) == cudaSuccess);
  EXPECT(got[0] == 1024 && got[1] == 1024 && got[2] == 1024 && got[3] == 1024 && got[4] == 4 * 63 * 32);

  // The same from a graph, and through another file's kernels.
  clear();
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  level<<<1, 1, 0, stream>>>(data, 1);
  launch_elsewhere<<<1, 1, 0, stream>>>(data + 1);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess);
  EXPECT(data[0] == 12 && data[1] == 2 * (3 + 40));

  printf("%d right, %d wrong\n", right, wrong);
  return wrong != 0;
}
