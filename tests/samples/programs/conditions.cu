// SPDX-License-Identifier: Apache-2.0
// Conditional nodes of graphs, kernels as handles, what was advised of managed memory; initialised arrays of variable size on the host.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

static int wrong = 0;
#define OK(call)                                                                                                    \
  do {                                                                                                              \
    cudaError_t error = (call);                                                                                     \
    if (error != cudaSuccess) ++wrong, std::printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorName(error));      \
  } while (0)
#define IS(have, want)                                                                                              \
  do {                                                                                                              \
    long long a = (long long)(have), b = (long long)(want);                                                         \
    if (a != b) ++wrong, std::printf("%d: %s is %lld, not %lld\n", __LINE__, #have, a, b);                         \
  } while (0)

__global__ void add(int *p, int by) { *p += by; }
__global__ void count_down(int *p, cudaGraphConditionalHandle handle) {
  if (--*p == 0) cudaGraphSetConditional(handle, 0);
}
__global__ void choose(const int *p, cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, *p); }

template <class... A>
static cudaGraphNode_t kernel(cudaGraph_t graph, void (*function)(A...), const cudaGraphNode_t *behind, A... arguments) {
  void *list[] = {&arguments...};
  cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
  p.kernel.func = (void *)function;
  p.kernel.gridDim = p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = list;
  cudaGraphNode_t node;
  OK(cudaGraphAddNode(&node, graph, behind, behind != nullptr, &p));
  return node;
}

// Adds a node behind the one that `node` holds, and leaves the new one there.
static const cudaGraph_t *condition(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  OK(cudaGraphAddNode(node, graph, node, 1, &p));
  return p.conditional.phGraph_out;
}

static int launched(cudaGraphExec_t exec, int *p, int first) {
  OK(cudaMemcpy(p, &first, 4, cudaMemcpyHostToDevice));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  int now = 0;
  OK(cudaMemcpy(&now, p, 4, cudaMemcpyDeviceToHost));
  return now;
}

static void conditions(int *p) {
  // A switch with a loop inside one of its bodies: 0 gets 100, 1 gets 200, 2 counts down and gets 300, others get nothing.
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle which, again;
  OK(cudaGraphConditionalHandleCreate(&which, graph));
  cudaGraphNode_t node = kernel(graph, choose, nullptr, (const int *)p, which);
  const cudaGraph_t *bodies = condition(graph, &node, which, cudaGraphCondTypeSwitch, 3);
  kernel(bodies[0], add, nullptr, p, 100);
  kernel(bodies[1], add, nullptr, p, 200);
  OK(cudaGraphConditionalHandleCreate(&again, bodies[2], 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t loop = kernel(bodies[2], add, nullptr, p, 5);
  const cudaGraph_t *body = condition(bodies[2], &loop, again, cudaGraphCondTypeWhile, 1);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCaptureToGraph(stream, body[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  count_down<<<1, 1, 0, stream>>>(p, again);
  OK(cudaStreamEndCapture(stream, nullptr));
  kernel(bodies[2], add, &loop, p, 300);
  kernel(graph, add, &node, p, 1000);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(node, &type));
  IS(type, cudaGraphNodeTypeConditional);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  IS(launched(exec, p, 0), 1100);
  IS(launched(exec, p, 1), 1201);
  IS(launched(exec, p, 2), 1300);
  IS(launched(exec, p, 2), 1300);  // the loop's number is set again
  IS(launched(exec, p, 3), 1003);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));

  // If, and else.
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphConditionalHandleCreate(&which, graph, 0, cudaGraphCondAssignDefault));
  IS(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);  // no node has the handle
  node = kernel(graph, choose, nullptr, (const int *)p, which);
  bodies = condition(graph, &node, which, cudaGraphCondTypeIf, 2);
  kernel(bodies[0], add, nullptr, p, 10);
  kernel(bodies[1], add, nullptr, p, 20);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  IS(launched(exec, p, 4), 14);
  IS(launched(exec, p, 0), 20);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

static void handles(int *p) {
  cudaKernel_t handle;
  OK(cudaGetKernel(&handle, add));
  const char *name = "";
  IS(cuKernelGetName(&name, handle), CUDA_SUCCESS);
  IS(name[0] == '_' && name[1] == 'Z', 1);
  int first = 30, by = 12, now = 0;
  void *arguments[] = {&p, &by};
  OK(cudaMemcpy(p, &first, 4, cudaMemcpyHostToDevice));
  OK(cudaLaunchKernel((const void *)handle, dim3(1), dim3(1), arguments, 0, nullptr));
  IS(cuLaunchKernel((CUfunction)handle, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  OK(cudaMemcpy(&now, p, 4, cudaMemcpyDeviceToHost));
  IS(now, 54);
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, (const void *)handle));
  IS(cudaGetKernel(&handle, &wrong), cudaErrorInvalidDeviceFunction);
  void *entry = nullptr;
  OK(cudaGetDriverEntryPoint("cuMemAlloc", &entry, cudaEnableDefault));
  IS(entry != nullptr, 1);
}

static void advice() {
  char *memory;
  const size_t page = 1 << 16;
  OK(cudaMallocManaged(&memory, 4 * page));
  int place = 5, mostly = 5, by[2] = {5, 5}, last = 5;
  auto ask = [&](size_t from, size_t size) {
    void *out[] = {&place, &mostly, by, &last};
    size_t sizes[] = {4, 4, 8, 4};
    cudaMemRangeAttribute which[] = {cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeAccessedBy,
                                     cudaMemRangeAttributeLastPrefetchLocation};
    OK(cudaMemRangeGetAttributes(out, sizes, which, 4, memory + from, size));
  };
  ask(0, 4 * page);
  IS(place == cudaInvalidDeviceId && mostly == 0 && by[0] == cudaInvalidDeviceId && last == cudaInvalidDeviceId, 1);
  OK(cudaMemAdvise(memory, 2 * page, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  OK(cudaMemAdvise(memory + page, 2 * page, cudaMemAdviseSetReadMostly, 0));
  OK(cudaMemAdvise(memory + page, page, cudaMemAdviseSetAccessedBy, 0));
  OK(cudaMemPrefetchAsync(memory, 4 * page, 0, 0));
  ask(page, page);
  IS(place == cudaCpuDeviceId && mostly == 1 && by[0] == 0 && by[1] == cudaInvalidDeviceId && last == 0, 1);
  ask(0, 2 * page);
  IS(place == cudaCpuDeviceId && mostly == 0 && by[0] == cudaInvalidDeviceId && last == 0, 1);
  ask(page, 2 * page);
  IS(place == cudaInvalidDeviceId && mostly == 1 && last == 0, 1);
  OK(cudaMemAdvise(memory, 4 * page, cudaMemAdviseUnsetReadMostly, 0));
  ask(page, page);
  IS(mostly, 0);
  IS(cudaMemRangeGetAttribute(&place, 4, cudaMemRangeAttributeReadMostly, &place, 4), cudaErrorInvalidValue);
  OK(cudaFree(memory));
}

struct Pair {
  int a, b;
};
static int variable_arrays(int n) {
  int zeros[n] = {0}, all[n] = {1, 2,  // two
                                3};
  const double weights[n] = {0.5, 1};
  Pair pairs[n] = {{1, 2}, {3, 4}};
  char text[n] = "abc";
  int square[n][n] = {};
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += zeros[i] + all[i] * (i + 1) + (int)(2 * weights[i]) + pairs[i].b * 100 + text[i] + square[i][n - 1 - i];
  return sum;
}

int main() {
  int *p;
  OK(cudaMalloc(&p, 4));
  conditions(p);
  handles(p);
  advice();
  IS(variable_arrays(6), 1 + 4 + 9 + 1 + 2 + 600 + 'a' + 'b' + 'c');
  std::printf("%d wrong\n", wrong);
  return wrong;
}
