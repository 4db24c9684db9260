// SPDX-License-Identifier: Apache-2.0
// Streams, events, capture, and graphs as far as their structures are the runtime's.
#include "core/graph.h"
#include "driver/driver.h"

namespace scale {
namespace {

struct Callback {
  CUstreamCallback function;
  CUstream stream;
  void *data;
};

void call_back(cudaStream_t, cudaError_t error, void *pointer) {
  auto *callback = static_cast<Callback *>(pointer);
  callback->function(callback->stream, drv::from_runtime(error), callback->data);
  delete callback;
}

}  // namespace

#define FORWARD(call)                  \
  do {                                 \
    SCALE_USABLE();                    \
    return drv::from_runtime(rt::call); \
  } while (0)

CUresult drv::StreamCreate(CUstream *s, unsigned flags) { FORWARD(StreamCreateWithFlags(s, flags)); }
CUresult drv::StreamCreateWithPriority(CUstream *s, unsigned flags, int priority) { FORWARD(StreamCreateWithPriority(s, flags, priority)); }
CUresult drv::StreamDestroy_v2(CUstream s) { FORWARD(StreamDestroy(s)); }
CUresult drv::StreamSynchronize(CUstream s) { FORWARD(StreamSynchronize(s)); }
CUresult drv::StreamQuery(CUstream s) { FORWARD(StreamQuery(s)); }
CUresult drv::StreamWaitEvent(CUstream s, CUevent e, unsigned flags) { FORWARD(StreamWaitEvent(s, e, flags)); }
CUresult drv::StreamGetFlags(CUstream s, unsigned *flags) { FORWARD(StreamGetFlags(s, flags)); }
CUresult drv::StreamGetPriority(CUstream s, int *priority) { FORWARD(StreamGetPriority(s, priority)); }
CUresult drv::StreamGetId(CUstream s, unsigned long long *id) { FORWARD(StreamGetId(s, id)); }
CUresult drv::StreamGetDevice(CUstream s, CUdevice *device) { FORWARD(StreamGetDevice(s, device)); }
CUresult drv::StreamCopyAttributes(CUstream to, CUstream from) { FORWARD(StreamCopyAttributes(to, from)); }
CUresult drv::StreamSetAttribute(CUstream s, CUstreamAttrID id, const CUstreamAttrValue *value) {
  FORWARD(StreamSetAttribute(s, static_cast<cudaLaunchAttributeID>(id), reinterpret_cast<const cudaLaunchAttributeValue *>(value)));
}
CUresult drv::StreamGetAttribute(CUstream s, CUstreamAttrID id, CUstreamAttrValue *value) {
  FORWARD(StreamGetAttribute(s, static_cast<cudaLaunchAttributeID>(id), reinterpret_cast<cudaLaunchAttributeValue *>(value)));
}
CUresult drv::StreamAttachMemAsync(CUstream, CUdeviceptr, size_t, unsigned) { return usable(); }
CUresult drv::LaunchHostFunc(CUstream s, CUhostFn f, void *data) { FORWARD(LaunchHostFunc(s, f, data)); }
CUresult drv::StreamAddCallback(CUstream s, CUstreamCallback f, void *data, unsigned flags) {
  if (!f) return CUDA_ERROR_INVALID_VALUE;
  FORWARD(StreamAddCallback(s, call_back, new Callback{f, s, data}, flags));
}
CUresult drv::StreamGetCtx(CUstream s, CUcontext *context) {
  int index = 0;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  if (CUresult error = drv::StreamGetDevice(s, &index)) return error;
  return *context = &device(index).primary, CUDA_SUCCESS;
}
// A value in memory behind the stream's work. Waiting for one has no counterpart.

CUresult drv::EventCreate(CUevent *e, unsigned flags) { FORWARD(EventCreateWithFlags(e, flags)); }
CUresult drv::EventDestroy_v2(CUevent e) { FORWARD(EventDestroy(e)); }
CUresult drv::EventRecord(CUevent e, CUstream s) { FORWARD(EventRecord(e, s)); }
CUresult drv::EventRecordWithFlags(CUevent e, CUstream s, unsigned flags) { FORWARD(EventRecordWithFlags(e, s, flags)); }
CUresult drv::EventQuery(CUevent e) { FORWARD(EventQuery(e)); }
CUresult drv::EventSynchronize(CUevent e) { FORWARD(EventSynchronize(e)); }
CUresult drv::EventElapsedTime(float *ms, CUevent from, CUevent to) { FORWARD(EventElapsedTime(ms, from, to)); }
CUresult drv::EventElapsedTime_v2(float *ms, CUevent from, CUevent to) { FORWARD(EventElapsedTime(ms, from, to)); }

CUresult drv::StreamBeginCapture_v2(CUstream s, CUstreamCaptureMode mode) { FORWARD(StreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(mode))); }
CUresult drv::StreamBeginCaptureToGraph(CUstream s, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *, size_t n, CUstreamCaptureMode mode) {
  FORWARD(StreamBeginCaptureToGraph(s, graph, nodes, nullptr, n, static_cast<cudaStreamCaptureMode>(mode)));
}
CUresult drv::StreamEndCapture(CUstream s, CUgraph *graph) { FORWARD(StreamEndCapture(s, graph)); }
CUresult drv::StreamIsCapturing(CUstream s, CUstreamCaptureStatus *status) { FORWARD(StreamIsCapturing(s, reinterpret_cast<cudaStreamCaptureStatus *>(status))); }
CUresult drv::StreamGetCaptureInfo_v2(CUstream s, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph, const CUgraphNode **nodes, size_t *n) {
  unsigned long long number = 0;
  SCALE_USABLE();
  cudaError_t error = rt::StreamGetCaptureInfo_v2(s, reinterpret_cast<cudaStreamCaptureStatus *>(status), &number, graph, nodes, n);
  if (id) *id = number;
  return from_runtime(error);
}
CUresult drv::StreamUpdateCaptureDependencies(CUstream s, CUgraphNode *nodes, size_t n, unsigned flags) { FORWARD(StreamUpdateCaptureDependencies(s, nodes, n, flags)); }
CUresult drv::ThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  return from_runtime(rt::ThreadExchangeStreamCaptureMode(reinterpret_cast<cudaStreamCaptureMode *>(mode)));
}

CUresult drv::GraphCreate(CUgraph *graph, unsigned flags) { FORWARD(GraphCreate(graph, flags)); }
CUresult drv::GraphDestroy(CUgraph graph) { return from_runtime(rt::GraphDestroy(graph)); }
CUresult drv::GraphClone(CUgraph *out, CUgraph graph) { return from_runtime(rt::GraphClone(out, graph)); }
CUresult drv::GraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) { FORWARD(GraphInstantiateWithFlags(exec, graph, flags)); }
CUresult drv::GraphLaunch(CUgraphExec exec, CUstream s) { FORWARD(GraphLaunch(exec, s)); }
CUresult drv::GraphUpload(CUgraphExec exec, CUstream s) { FORWARD(GraphUpload(exec, s)); }
CUresult drv::GraphExecDestroy(CUgraphExec exec) { return from_runtime(rt::GraphExecDestroy(exec)); }
CUresult drv::GraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n) { return from_runtime(rt::GraphGetNodes(graph, nodes, n)); }
CUresult drv::GraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *n) { return from_runtime(rt::GraphGetRootNodes(graph, nodes, n)); }
CUresult drv::GraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) { return from_runtime(rt::GraphNodeGetType(node, reinterpret_cast<cudaGraphNodeType *>(type))); }
CUresult drv::GraphNodeGetDependencies(CUgraphNode node, CUgraphNode *out, size_t *n) { return from_runtime(rt::GraphNodeGetDependencies(node, out, n)); }
CUresult drv::GraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *out, size_t *n) { return from_runtime(rt::GraphNodeGetDependentNodes(node, out, n)); }
CUresult drv::GraphDestroyNode(CUgraphNode node) { return from_runtime(rt::GraphDestroyNode(node)); }
CUresult drv::GraphAddEmptyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n) { FORWARD(GraphAddEmptyNode(out, graph, d, n)); }
CUresult drv::GraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n) { return from_runtime(rt::GraphAddDependencies(graph, from, to, n)); }
CUresult drv::GraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n) {
  return from_runtime(rt::GraphRemoveDependencies(graph, from, to, n));
}
CUresult drv::GraphAddChildGraphNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUgraph child) {
  FORWARD(GraphAddChildGraphNode(out, graph, d, n, child));
}
CUresult drv::GraphAddHostNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, const CUDA_HOST_NODE_PARAMS *p) {
  FORWARD(GraphAddHostNode(out, graph, d, n, reinterpret_cast<const cudaHostNodeParams *>(p)));
}
CUresult drv::GraphAddEventRecordNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUevent e) {
  FORWARD(GraphAddEventRecordNode(out, graph, d, n, e));
}
CUresult drv::GraphAddEventWaitNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUevent e) {
  FORWARD(GraphAddEventWaitNode(out, graph, d, n, e));
}
CUresult drv::GraphAddMemsetNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, const CUDA_MEMSET_NODE_PARAMS *p, CUcontext) {
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  cudaMemsetParams q = {pointer(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
  FORWARD(GraphAddMemsetNode(out, graph, d, n, &q));
}
CUresult drv::GraphAddKernelNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, const CUDA_KERNEL_NODE_PARAMS *p) {
  SCALE_USABLE();
  if (!p || !p->func) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t error = rt::GraphAddEmptyNode(out, graph, d, n)) return from_runtime(error);
  (*out)->type = cudaGraphNodeTypeKernel;
  keep_kernel(**out, *p->func, {dim3(p->gridDimX, p->gridDimY, p->gridDimZ), dim3(p->blockDimX, p->blockDimY, p->blockDimZ), p->sharedMemBytes, nullptr, false},
              p->kernelParams, p->extra);
  return CUDA_SUCCESS;
}
CUresult drv::GraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info) {
  return from_runtime(rt::GraphExecUpdate(exec, graph, reinterpret_cast<cudaGraphExecUpdateResultInfo *>(info)));
}
CUresult drv::GraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags) {
  unsigned long long value = 0;
  cudaError_t error = rt::GraphExecGetFlags(exec, &value);
  if (flags) *flags = value;
  return from_runtime(error);
}
CUresult drv::GraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags) { return from_runtime(rt::GraphDebugDotPrint(graph, path, flags)); }
CUresult drv::UserObjectCreate(CUuserObject *out, void *object, CUhostFn destroy, unsigned references, unsigned flags) {
  return from_runtime(rt::UserObjectCreate(out, object, destroy, references, flags));
}
CUresult drv::UserObjectRetain(CUuserObject object, unsigned n) { return from_runtime(rt::UserObjectRetain(object, n)); }
CUresult drv::UserObjectRelease(CUuserObject object, unsigned n) { return from_runtime(rt::UserObjectRelease(object, n)); }
CUresult drv::GraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned n, unsigned flags) {
  return from_runtime(rt::GraphRetainUserObject(graph, object, n, flags));
}
CUresult drv::GraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned n) { return from_runtime(rt::GraphReleaseUserObject(graph, object, n)); }

}  // namespace scale
