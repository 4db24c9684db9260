// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs in the driver API: copies, allocations, nodes of any kind, edges and attributes.
#include "core/graph.h"
#include "driver/driver.h"

namespace scale {
namespace {

CUgraphNode clone(CUgraphExec exec, CUgraphNode node) {
  if (!exec || !node) return nullptr;
  auto at = exec->clones.find(node);
  return at == exec->clones.end() ? nullptr : at->second;
}

const cudaGraphEdgeData *edges(const CUgraphEdgeData *data) { return reinterpret_cast<const cudaGraphEdgeData *>(data); }
cudaGraphEdgeData *edges(CUgraphEdgeData *data) { return reinterpret_cast<cudaGraphEdgeData *>(data); }
static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData));
static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(cudaMemAllocNodeParams));
static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams));

CUresult set_copy(CUgraphNode node, const CUDA_MEMCPY3D *p) {
  cudaMemcpy3DParms copy;
  if (!node || node->type != cudaGraphNodeTypeMemcpy || !drv::copy_of(p, &copy)) return CUDA_ERROR_INVALID_VALUE;
  return drv::from_runtime(rt::GraphMemcpyNodeSetParams(node, &copy));
}

// Kernels are functions here and stubs there, copies have another form; the rest has the runtime's structures.
struct AnyNode {
  alignas(cudaGraphNodeParams) unsigned char bytes[sizeof(cudaGraphNodeParams)];  // it has no constructor
  cudaGraphNodeParams &params() { return *reinterpret_cast<cudaGraphNodeParams *>(bytes); }
};

bool to_runtime(const CUgraphNodeParams &p, AnyNode *out) {
  static_assert(sizeof p == sizeof out->bytes);
  __builtin_memcpy(out->bytes, &p, sizeof p);
  if (p.type != CU_GRAPH_NODE_TYPE_MEMCPY) return true;
  out->params().memcpy = {};
  return drv::copy_of(&p.memcpy.copyParams, &out->params().memcpy.copyParams);
}

CUDA_KERNEL_NODE_PARAMS kernel_of(const CUgraphNodeParams &p) {
  const auto &k = p.kernel;
  CUfunction function = k.func ? k.func : reinterpret_cast<CUfunction>(k.kern);  // either names a kernel
  return {function, k.gridDimX, k.gridDimY, k.gridDimZ, k.blockDimX, k.blockDimY, k.blockDimZ, k.sharedMemBytes, k.kernelParams, k.extra, nullptr, nullptr};
}

}  // namespace

CUresult drv::GraphAddMemcpyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, const CUDA_MEMCPY3D *p, CUcontext) {
  SCALE_USABLE();
  cudaMemcpy3DParms copy;
  return copy_of(p, &copy) ? from_runtime(rt::GraphAddMemcpyNode(out, graph, d, n, &copy)) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::GraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *p) { return set_copy(node, p); }
CUresult drv::GraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *p, CUcontext) { return set_copy(clone(exec, node), p); }
// Addresses say where they are: both sides come back as unified ones.
CUresult drv::GraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *p) {
  cudaMemcpy3DParms copy;
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t error = rt::GraphMemcpyNodeGetParams(node, &copy)) return from_runtime(error);
  *p = {};
  p->srcMemoryType = p->dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  p->srcXInBytes = copy.srcPos.x, p->srcY = copy.srcPos.y, p->srcZ = copy.srcPos.z;
  p->dstXInBytes = copy.dstPos.x, p->dstY = copy.dstPos.y, p->dstZ = copy.dstPos.z;
  p->srcDevice = address(copy.srcPtr.ptr), p->srcPitch = copy.srcPtr.pitch, p->srcHeight = copy.srcPtr.ysize;
  p->dstDevice = address(copy.dstPtr.ptr), p->dstPitch = copy.dstPtr.pitch, p->dstHeight = copy.dstPtr.ysize;
  p->WidthInBytes = copy.extent.width, p->Height = copy.extent.height, p->Depth = copy.extent.depth;
  return CUDA_SUCCESS;
}

CUresult drv::DeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute which, void *value) {
  SCALE_USABLE();
  return from_runtime(rt::DeviceGetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(which), value));
}
CUresult drv::DeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute which, void *value) {
  SCALE_USABLE();
  return from_runtime(rt::DeviceSetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(which), value));
}
CUresult drv::GraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext, unsigned initial, unsigned flags) {
  SCALE_USABLE();
  static_assert(sizeof *handle == sizeof(cudaGraphConditionalHandle));
  return from_runtime(rt::GraphConditionalHandleCreate(reinterpret_cast<cudaGraphConditionalHandle *>(handle), graph, initial, flags));
}

CUresult drv::GraphAddMemAllocNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUDA_MEM_ALLOC_NODE_PARAMS *p) {
  return from_runtime(rt::GraphAddMemAllocNode(out, graph, d, n, reinterpret_cast<cudaMemAllocNodeParams *>(p)));
}
CUresult drv::GraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *p) {
  return from_runtime(rt::GraphMemAllocNodeGetParams(node, reinterpret_cast<cudaMemAllocNodeParams *>(p)));
}
CUresult drv::GraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *p) {
  return from_runtime(rt::GraphInstantiateWithParams(exec, graph, reinterpret_cast<cudaGraphInstantiateParams *>(p)));
}

CUresult drv::GraphAddNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUgraphNodeParams *p) {
  SCALE_USABLE();
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  if (p->type == CU_GRAPH_NODE_TYPE_KERNEL) {
    CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(*p);
    return drv::GraphAddKernelNode_v2(out, graph, d, n, &kernel);
  }
  AnyNode same;
  if (!to_runtime(*p, &same)) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t error = rt::GraphAddNode(out, graph, d, n, &same.params())) return from_runtime(error);
  if (p->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC) p->alloc.dptr = address(same.params().alloc.dptr);
  if (p->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) p->conditional.phGraph_out = same.params().conditional.phGraph_out;
  return CUDA_SUCCESS;
}
CUresult drv::GraphAddNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, const CUgraphEdgeData *, size_t n, CUgraphNodeParams *p) {
  return drv::GraphAddNode(out, graph, d, n, p);
}
CUresult drv::GraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *p) {
  SCALE_USABLE();
  if (!node || !p) return CUDA_ERROR_INVALID_VALUE;
  if (p->type == CU_GRAPH_NODE_TYPE_KERNEL) {
    CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(*p);
    return drv::GraphKernelNodeSetParams_v2(node, &kernel);
  }
  AnyNode same;
  return to_runtime(*p, &same) ? from_runtime(rt::GraphNodeSetParams(node, &same.params())) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::GraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *p) { return drv::GraphNodeSetParams(clone(exec, node), p); }

CUresult drv::GraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *n) {
  return from_runtime(rt::GraphGetEdges_v2(graph, from, to, edges(data), n));
}
CUresult drv::GraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *out, CUgraphEdgeData *data, size_t *n) {
  return from_runtime(rt::GraphNodeGetDependencies_v2(node, out, edges(data), n));
}
CUresult drv::GraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *out, CUgraphEdgeData *data, size_t *n) {
  return from_runtime(rt::GraphNodeGetDependentNodes_v2(node, out, edges(data), n));
}
CUresult drv::GraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data, size_t n) {
  return from_runtime(rt::GraphAddDependencies_v2(graph, from, to, edges(data), n));
}
CUresult drv::GraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data, size_t n) {
  return from_runtime(rt::GraphRemoveDependencies_v2(graph, from, to, edges(data), n));
}
CUresult drv::GraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value) {
  return from_runtime(rt::GraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(id), reinterpret_cast<cudaLaunchAttributeValue *>(value)));
}
CUresult drv::GraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value) {
  return from_runtime(rt::GraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(id), reinterpret_cast<const cudaLaunchAttributeValue *>(value)));
}

CUresult drv::StreamGetCaptureInfo_v3(CUstream s, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph, const CUgraphNode **nodes, const CUgraphEdgeData **data,
                                      size_t *n) {
  if (data) *data = nullptr;  // no edge has any
  return drv::StreamGetCaptureInfo_v2(s, status, id, graph, nodes, n);
}
CUresult drv::StreamUpdateCaptureDependencies_v2(CUstream s, CUgraphNode *nodes, const CUgraphEdgeData *, size_t n, unsigned flags) {
  return drv::StreamUpdateCaptureDependencies(s, nodes, n, flags);
}

}  // namespace scale
