// SPDX-License-Identifier: Apache-2.0
// Graphs of the driver API where its structures differ from the runtime's, or add to them.
#include "core/graph.h"
#include "driver/driver.h"

namespace scale {
namespace {

CUresult set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p) {
  if (!node || node->type != cudaGraphNodeTypeKernel || !p || !p->func) return CUDA_ERROR_INVALID_VALUE;
  keep_kernel(*node, *p->func, {dim3(p->gridDimX, p->gridDimY, p->gridDimZ), dim3(p->blockDimX, p->blockDimY, p->blockDimZ), p->sharedMemBytes, nullptr, false},
              p->kernelParams, p->extra);
  return CUDA_SUCCESS;
}

CUgraphNode clone(CUgraphExec exec, CUgraphNode node) {
  if (!exec || !node) return nullptr;
  auto at = exec->clones.find(node);
  return at == exec->clones.end() ? nullptr : at->second;
}

cudaMemsetParams fill_of(const CUDA_MEMSET_NODE_PARAMS &p) { return {drv::pointer(p.dst), p.pitch, p.value, p.elementSize, p.width, p.height}; }

}  // namespace

CUresult drv::GraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p) { return set_kernel(node, p); }
CUresult drv::GraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p) { return set_kernel(clone(exec, node), p); }
CUresult drv::GraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *p) {
  if (!node || node->type != cudaGraphNodeTypeKernel || !p) return CUDA_ERROR_INVALID_VALUE;
  node->argument_pointers.clear();
  for (auto &argument : node->arguments) node->argument_pointers.push_back(argument.data());
  const LaunchShape &s = node->shape;
  *p = {node->function, s.grid.x, s.grid.y, s.grid.z, s.block.x, s.block.y, s.block.z, static_cast<unsigned>(s.shared), node->argument_pointers.data(), nullptr, nullptr, nullptr};
  return CUDA_SUCCESS;
}
CUresult drv::GraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) { return from_runtime(rt::GraphKernelNodeCopyAttributes(from, to)); }

CUresult drv::GraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *p) {
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  cudaMemsetParams fill = fill_of(*p);
  return from_runtime(rt::GraphMemsetNodeSetParams(node, &fill));
}
CUresult drv::GraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *p, CUcontext) {
  return drv::GraphMemsetNodeSetParams(clone(exec, node), p);
}
CUresult drv::GraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *p) {
  cudaMemsetParams fill;
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t error = rt::GraphMemsetNodeGetParams(node, &fill)) return from_runtime(error);
  *p = {address(fill.dst), fill.pitch, fill.value, fill.elementSize, fill.width, fill.height};
  return CUDA_SUCCESS;
}

CUresult drv::GraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *p) {
  return from_runtime(rt::GraphHostNodeSetParams(node, reinterpret_cast<const cudaHostNodeParams *>(p)));
}
CUresult drv::GraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *p) {
  return from_runtime(rt::GraphHostNodeGetParams(node, reinterpret_cast<cudaHostNodeParams *>(p)));
}
CUresult drv::GraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *p) {
  return from_runtime(rt::GraphExecHostNodeSetParams(exec, node, reinterpret_cast<const cudaHostNodeParams *>(p)));
}
CUresult drv::GraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) { return from_runtime(rt::GraphChildGraphNodeGetGraph(node, graph)); }
CUresult drv::GraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
  return from_runtime(rt::GraphExecChildGraphNodeSetParams(exec, node, child));
}
CUresult drv::GraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event) { return from_runtime(rt::GraphEventRecordNodeGetEvent(node, event)); }
CUresult drv::GraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event) { return from_runtime(rt::GraphEventRecordNodeSetEvent(node, event)); }
CUresult drv::GraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event) { return from_runtime(rt::GraphEventWaitNodeGetEvent(node, event)); }
CUresult drv::GraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event) { return from_runtime(rt::GraphEventWaitNodeSetEvent(node, event)); }
CUresult drv::GraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
  return from_runtime(rt::GraphExecEventRecordNodeSetEvent(exec, node, event));
}
CUresult drv::GraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
  return from_runtime(rt::GraphExecEventWaitNodeSetEvent(exec, node, event));
}
CUresult drv::GraphAddMemFreeNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *d, size_t n, CUdeviceptr address) {
  return from_runtime(rt::GraphAddMemFreeNode(out, graph, d, n, pointer(address)));
}
CUresult drv::GraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address) { return from_runtime(rt::GraphMemFreeNodeGetParams(node, address)); }
CUresult drv::GraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n) { return from_runtime(rt::GraphGetEdges(graph, from, to, n)); }
CUresult drv::GraphNodeFindInClone(CUgraphNode *out, CUgraphNode node, CUgraph copy) { return from_runtime(rt::GraphNodeFindInClone(out, node, copy)); }
CUresult drv::GraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned enabled) { return from_runtime(rt::GraphNodeSetEnabled(exec, node, enabled)); }
CUresult drv::GraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned *enabled) { return from_runtime(rt::GraphNodeGetEnabled(exec, node, enabled)); }

}  // namespace scale
