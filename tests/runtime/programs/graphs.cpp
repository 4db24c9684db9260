// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static int value_of_counter() {
  int value;
  OK(cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost));
  return value;
}

static void fork_and_join() {
  cudaStream_t a, b;
  OK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  int by = 1;
  OK(launch(stub_bump, 1, 1, 0, a, by));
  by = 1000;  // arguments were copied
  OK(cudaEventRecord(fork, a));
  OK(cudaStreamWaitEvent(b, fork, 0));
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(b, &status));
  IS(status, cudaStreamCaptureStatusActive);
  OK(launch(stub_bump, 1, 1, 0, b, 1));
  OK(cudaEventRecord(join, b));
  OK(cudaStreamWaitEvent(a, join, 0));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(a, &graph));
  IS(value_of_counter(), 7);  // nothing ran
  size_t nodes = 0, edges = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  IS(nodes, 2u);
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
  IS(edges, 1u);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) OK(cudaGraphLaunch(exec, a));
  OK(cudaStreamSynchronize(a));
  IS(value_of_counter(), 7 + 6);
  // The same nodes with other arguments.
  OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  OK(launch(stub_bump, 1, 1, 0, a, 10));
  OK(launch(stub_bump, 1, 1, 0, a, 10));
  cudaGraph_t second;
  OK(cudaStreamEndCapture(a, &second));
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, second, &info));
  OK(cudaGraphLaunch(exec, a));
  OK(cudaStreamSynchronize(a));
  IS(value_of_counter(), 13 + 20);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(second));
}

static void broken_captures() {
  cudaStream_t s, other;
  OK(cudaStreamCreate(&s));
  OK(cudaStreamCreate(&other));
  cudaGraph_t graph;
  auto again = [&] {
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(launch(stub_empty, 1, 1, 0, s));
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphDestroy(graph));
  };
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  IS(cudaStreamQuery(s), cudaErrorStreamCaptureUnsupported);
  IS(launch(stub_empty, 1, 1, 0, s), cudaErrorStreamCaptureInvalidated);
  IS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
  IS(graph == nullptr, true);
  again();
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  IS(launch(stub_empty, 1, 1, 0, nullptr), cudaErrorStreamCaptureImplicit);
  IS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
  again();
  // A fork that never comes back.
  cudaEvent_t e;
  OK(cudaEventCreate(&e));
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(e, s));
  OK(cudaStreamWaitEvent(other, e, 0));
  OK(launch(stub_empty, 1, 1, 0, other));
  IS(cudaEventQuery(e), cudaErrorCapturedEvent);
  IS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(e, s));
  OK(cudaStreamWaitEvent(other, e, 0));
  OK(launch(stub_empty, 1, 1, 0, other));
  IS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureUnjoined);
  OK(launch(stub_empty, 1, 1, 0, other));
  OK(cudaStreamSynchronize(other));
  again();
  // Allocation is unsafe during a global capture, fine in relaxed mode.
  void *p;
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  IS(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
  IS(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  OK(cudaMalloc(&p, 4));
  OK(cudaStreamEndCapture(s, &graph));
  IS(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed), cudaErrorStreamCaptureUnsupported);
  IS(cudaStreamEndCapture(s, &graph), cudaErrorIllegalState);
}

static void everything_captured() {
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  int *pinned, *d, calls = 0;
  OK(cudaMallocHost((void **)&pinned, 8));
  OK(cudaMalloc((void **)&d, 8));
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  OK(cudaMemsetAsync(d, 1, 8, s));
  void *temporary;
  OK(cudaMallocAsync(&temporary, 8, s));
  OK(cudaMemcpyAsync(temporary, d, 8, cudaMemcpyDeviceToDevice, s));
  OK(cudaMemcpyAsync(pinned, temporary, 8, cudaMemcpyDeviceToHost, s));
  OK(cudaFreeAsync(temporary, s));
  OK(cudaLaunchHostFunc(s, [](void *p) { ++*static_cast<int *>(p); }, &calls));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(s, &graph));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int i = 0; i < 2; ++i) {
    pinned[1] = 0;
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    IS(pinned[1], 0x01010101);
  }
  IS(calls, 2);
  OK(cudaGraphExecDestroy(exec));
}

static void by_hand() {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  int *d, back[4] = {};
  OK(cudaMalloc((void **)&d, 16));
  cudaGraphNode_t fill, kernel, copy;
  cudaMemsetParams set = {d, 16, 0x01020304, 4, 4, 1};
  OK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  int by = 5;
  void *arguments[] = {&by};
  cudaKernelNodeParams p = {};
  p.func = (void *)&stub_bump;
  p.gridDim = p.blockDim = 1;
  p.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &p));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, back, d, 16, cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  int before = value_of_counter();
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  for (int x : back) IS(x, 0x01020304);
  IS(value_of_counter(), before + 5);
  by = 7;
  OK(cudaGraphExecKernelNodeSetParams(exec, kernel, &p));
  OK(cudaGraphNodeSetEnabled(exec, copy, 0));
  back[0] = 0;
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  IS(value_of_counter(), before + 12);
  IS(back[0], 0);
  // A cycle cannot be instantiated.
  OK(cudaGraphAddDependencies(graph, &kernel, &fill, 1));
  IS(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
}

static unsigned long long of_graphs(cudaGraphMemAttributeType which) {
  unsigned long long value = ~0ull;
  OK(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

// What a node allocates goes with the last of its graphs; what nobody has freed stays until the program frees it.
static void memory() {
  const size_t size = 1 << 20;
  IS(of_graphs(cudaGraphMemAttrUsedMemCurrent), 0u);
  unsigned long long zero = 0;
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  void *inside, *kept;
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  OK(cudaMallocAsync(&inside, size, s));
  OK(cudaMemsetAsync(inside, 3, size, s));
  OK(cudaFreeAsync(inside, s));
  OK(cudaMallocAsync(&kept, size / 2, s));
  OK(cudaMemsetAsync(kept, 5, size / 2, s));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(s, &graph));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  IS(of_graphs(cudaGraphMemAttrUsedMemCurrent), size + size / 2);
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaGraphExecDestroy(exec));
  IS(of_graphs(cudaGraphMemAttrUsedMemCurrent), 0u);
  IS(of_graphs(cudaGraphMemAttrReservedMemHigh), size + size / 2);
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  IS(of_graphs(cudaGraphMemAttrUsedMemHigh), 0u);
  IS(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero), cudaErrorInvalidValue);
  unsigned char first = 0;
  OK(cudaMemcpy(&first, kept, 1, cudaMemcpyDefault));
  IS(first, 5);
  OK(cudaFree(kept));
  IS(cudaFree(kept), cudaErrorInvalidValue);

  // By hand; never launched, so that nobody owns it but the graph.
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams asked{};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.bytesize = size;
  cudaGraphNode_t node;
  OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &asked));
  IS(of_graphs(cudaGraphMemAttrUsedMemCurrent), size);
  OK(cudaGraphDestroy(graph));
  IS(of_graphs(cudaGraphMemAttrUsedMemCurrent), 0u);
  IS(cudaFree(asked.dptr), cudaErrorInvalidValue);
  OK(cudaStreamDestroy(s));
}

int main() {
  fork_and_join();
  broken_captures();
  everything_captured();
  by_hand();
  memory();
  std::printf("graphs: right\n");
}
