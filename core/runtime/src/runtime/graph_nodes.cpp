// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs by kind: adding, reading, changing them, also in executable graphs.
#include <algorithm>

#include "core/copy.h"
#include "core/graph.h"
#include "core/pool.h"
#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

using Node = CUgraphNode_st;

bool holds(const CUgraph_st &graph, const Node *node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto &one) { return one.get() == node; });
}

// A new node behind `count` others.
cudaError_t add(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaGraphNodeType type) {
  SCALE_READY();
  if (!out || !graph || (count && !dependencies)) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (!holds(*graph, dependencies[i])) return cudaErrorInvalidValue;
  Node *node = new_node(*graph, type);
  node->dependencies.assign(dependencies, dependencies + count);  // `out` may be one of these
  return *out = node, cudaSuccess;
}

cudaError_t set_kernel(Node &node, const cudaKernelNodeParams &p) {
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(p.func, &function)) return error;
  node.stub = p.func;
  keep_kernel(node, *function, {p.gridDim, p.blockDim, p.sharedMemBytes, nullptr, false}, p.kernelParams, p.extra);
  return cudaSuccess;
}

// The node of an executable graph that stands for `node`, if it has this type.
Node *clone_of(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type) {
  if (!exec || !node) return nullptr;
  auto at = exec->clones.find(node);
  return at != exec->clones.end() && at->second->type == type ? at->second : nullptr;
}

bool is(cudaGraphNode_t node, cudaGraphNodeType type) { return node && node->type == type; }

// Symbols are resolved when the node is made: one copy of a variable a device, and a graph belongs to a device.
cudaError_t symbol_copy(cudaMemcpy3DParms *copy, const void *symbol, void *other, size_t count, size_t offset, cudaMemcpyKind kind, bool to_symbol) {
  void *address = nullptr;
  size_t size = 0;
  if (cudaError_t error = registered_variable(symbol, &address, &size)) return error;
  if (offset > size || count > size - offset) return cudaErrorInvalidValue;
  address = static_cast<char *>(address) + offset;
  *copy = to_symbol ? linear_copy(address, other, count, kind) : linear_copy(other, address, count, kind);
  return cudaSuccess;
}


}  // namespace

cudaError_t rt::GraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n) {
  return add(out, graph, d, n, cudaGraphNodeTypeEmpty);
}

cudaError_t rt::GraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, const cudaKernelNodeParams *p) {
  SCALE_READY();
  if (!p) return cudaErrorInvalidValue;
  Node probe;
  if (cudaError_t error = set_kernel(probe, *p)) return error;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeKernel)) return error;
  return set_kernel(**out, *p);
}

cudaError_t rt::GraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *p) {
  if (!is(node, cudaGraphNodeTypeKernel) || !p) return cudaErrorInvalidValue;
  node->argument_pointers.clear();
  for (auto &argument : node->arguments) node->argument_pointers.push_back(argument.data());
  *p = {const_cast<void *>(node->stub), node->shape.grid, node->shape.block, static_cast<unsigned>(node->shape.shared), node->argument_pointers.data(), nullptr};
  return cudaSuccess;
}

cudaError_t rt::GraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *p) {
  return is(node, cudaGraphNodeTypeKernel) && p ? set_kernel(*node, *p) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *p) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeKernel);
  return clone && p ? set_kernel(*clone, *p) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to) {
  if (!is(from, cudaGraphNodeTypeKernel) || !is(to, cudaGraphNodeTypeKernel)) return cudaErrorInvalidValue;
  to->shape.cooperative = from->shape.cooperative;
  return cudaSuccess;
}

cudaError_t rt::GraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value) {
  if (!is(node, cudaGraphNodeTypeKernel) || !value) return cudaErrorInvalidValue;
  if (id == cudaLaunchAttributeCooperative) node->shape.cooperative = value->cooperative != 0;
  return cudaSuccess;
}

cudaError_t rt::GraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value) {
  if (!is(node, cudaGraphNodeTypeKernel) || !value) return cudaErrorInvalidValue;
  *value = {};
  if (id == cudaLaunchAttributeCooperative) value->cooperative = node->shape.cooperative;
  return cudaSuccess;
}

cudaError_t rt::GraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, const cudaMemcpy3DParms *p) {
  if (!p) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemcpy)) return error;
  return (*out)->copy = *p, cudaSuccess;
}

cudaError_t rt::GraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, void *to, const void *from, size_t count,
                                     cudaMemcpyKind kind) {
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemcpy)) return error;
  return (*out)->copy = linear_copy(to, from, count, kind), cudaSuccess;
}

cudaError_t rt::GraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, const void *symbol, const void *from,
                                           size_t count, size_t offset, cudaMemcpyKind kind) {
  SCALE_READY();
  cudaMemcpy3DParms copy;
  if (cudaError_t error = symbol_copy(&copy, symbol, const_cast<void *>(from), count, offset, kind, true)) return error;
  return rt::GraphAddMemcpyNode(out, graph, d, n, &copy);
}

cudaError_t rt::GraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, void *to, const void *symbol,
                                             size_t count, size_t offset, cudaMemcpyKind kind) {
  SCALE_READY();
  cudaMemcpy3DParms copy;
  if (cudaError_t error = symbol_copy(&copy, symbol, to, count, offset, kind, false)) return error;
  return rt::GraphAddMemcpyNode(out, graph, d, n, &copy);
}

cudaError_t rt::GraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *p) {
  if (!is(node, cudaGraphNodeTypeMemcpy) || !p) return cudaErrorInvalidValue;
  return *p = node->copy, cudaSuccess;
}
cudaError_t rt::GraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *p) {
  if (!is(node, cudaGraphNodeTypeMemcpy) || !p) return cudaErrorInvalidValue;
  return node->copy = *p, cudaSuccess;
}
cudaError_t rt::GraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t count, cudaMemcpyKind kind) {
  if (!is(node, cudaGraphNodeTypeMemcpy)) return cudaErrorInvalidValue;
  return node->copy = linear_copy(to, from, count, kind), cudaSuccess;
}
cudaError_t rt::GraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *p) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeMemcpy);
  return clone && p ? (clone->copy = *p, cudaSuccess) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t count, cudaMemcpyKind kind) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeMemcpy);
  return clone ? (clone->copy = linear_copy(to, from, count, kind), cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, const cudaMemsetParams *p) {
  if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemset)) return error;
  return (*out)->fill = *p, cudaSuccess;
}
cudaError_t rt::GraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *p) {
  if (!is(node, cudaGraphNodeTypeMemset) || !p) return cudaErrorInvalidValue;
  return *p = node->fill, cudaSuccess;
}
cudaError_t rt::GraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *p) {
  if (!is(node, cudaGraphNodeTypeMemset) || !p) return cudaErrorInvalidValue;
  return node->fill = *p, cudaSuccess;
}
cudaError_t rt::GraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *p) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeMemset);
  return clone && p ? (clone->fill = *p, cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, const cudaHostNodeParams *p) {
  if (!p || !p->fn) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeHost)) return error;
  return (*out)->host = *p, cudaSuccess;
}
cudaError_t rt::GraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *p) {
  if (!is(node, cudaGraphNodeTypeHost) || !p) return cudaErrorInvalidValue;
  return *p = node->host, cudaSuccess;
}
cudaError_t rt::GraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *p) {
  if (!is(node, cudaGraphNodeTypeHost) || !p) return cudaErrorInvalidValue;
  return node->host = *p, cudaSuccess;
}
cudaError_t rt::GraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *p) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeHost);
  return clone && p ? (clone->host = *p, cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, cudaGraph_t child) {
  if (!child) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeGraph)) return error;
  return (*out)->child = clone_graph(*child, nullptr), cudaSuccess;
}
cudaError_t rt::GraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
  if (!is(node, cudaGraphNodeTypeGraph) || !graph) return cudaErrorInvalidValue;
  return *graph = node->child.get(), cudaSuccess;
}
cudaError_t rt::GraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeGraph);
  return clone && child ? (clone->child = clone_graph(*child, nullptr), cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, cudaEvent_t event) {
  if (!event) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeEventRecord)) return error;
  return (*out)->event = event, cudaSuccess;
}
cudaError_t rt::GraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, cudaEvent_t event) {
  if (!event) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeWaitEvent)) return error;
  return (*out)->event = event, cudaSuccess;
}
cudaError_t rt::GraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
  if (!is(node, cudaGraphNodeTypeEventRecord) || !event) return cudaErrorInvalidValue;
  return *event = node->event, cudaSuccess;
}
cudaError_t rt::GraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
  if (!is(node, cudaGraphNodeTypeWaitEvent) || !event) return cudaErrorInvalidValue;
  return *event = node->event, cudaSuccess;
}
cudaError_t rt::GraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return is(node, cudaGraphNodeTypeEventRecord) && event ? (node->event = event, cudaSuccess) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return is(node, cudaGraphNodeTypeWaitEvent) && event ? (node->event = event, cudaSuccess) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeEventRecord);
  return clone && event ? (clone->event = event, cudaSuccess) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  Node *clone = clone_of(exec, node, cudaGraphNodeTypeWaitEvent);
  return clone && event ? (clone->event = event, cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t rt::GraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, cudaMemAllocNodeParams *p) {
  SCALE_READY();
  if (!p) return cudaErrorInvalidValue;
  std::shared_ptr<GraphMemory> memory;
  if (cudaError_t error = make_graph_memory(&memory, p->bytesize, nullptr)) return error;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemAlloc)) return error;
  p->dptr = memory->pointer;
  (*out)->memory = std::move(memory);
  return (*out)->allocation = *p, cudaSuccess;
}
cudaError_t rt::GraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *p) {
  if (!is(node, cudaGraphNodeTypeMemAlloc) || !p) return cudaErrorInvalidValue;
  return *p = node->allocation, cudaSuccess;
}
cudaError_t rt::GraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, void *pointer) {
  if (!pointer) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemFree)) return error;
  free_graph_memory(pointer);
  return (*out)->freed = pointer, cudaSuccess;
}
cudaError_t rt::GraphMemFreeNodeGetParams(cudaGraphNode_t node, void *out) {
  if (!is(node, cudaGraphNodeTypeMemFree) || !out) return cudaErrorInvalidValue;
  return *static_cast<void **>(out) = node->freed, cudaSuccess;
}
cudaError_t rt::DeviceGraphMemTrim(int) { return ready(); }

// What graphs reserve is what they use: each node's memory is there while its graph is.
cudaError_t rt::DeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void *value) {
  SCALE_READY();
  if (!value || which > cudaGraphMemAttrReservedMemHigh) return cudaErrorInvalidValue;
  if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
  bool most = which == cudaGraphMemAttrUsedMemHigh || which == cudaGraphMemAttrReservedMemHigh;
  GraphMemoryUse use = graph_memory_use(device);
  return *static_cast<uint64_t *>(value) = most ? use.most : use.now, cudaSuccess;
}
// Only the two greatest values can be set, and only to 0, which means from now on.
cudaError_t rt::DeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void *value) {
  SCALE_READY();
  if (!value || (which != cudaGraphMemAttrUsedMemHigh && which != cudaGraphMemAttrReservedMemHigh)) return cudaErrorInvalidValue;
  if (*static_cast<uint64_t *>(value)) return cudaErrorInvalidValue;
  if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
  forget_most_graph_memory(device);
  return cudaSuccess;
}

cudaError_t rt::GraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from, size_t count, size_t offset, cudaMemcpyKind kind) {
  SCALE_READY();
  if (!is(node, cudaGraphNodeTypeMemcpy)) return cudaErrorInvalidValue;
  return symbol_copy(&node->copy, symbol, const_cast<void *>(from), count, offset, kind, true);
}
cudaError_t rt::GraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  SCALE_READY();
  if (!is(node, cudaGraphNodeTypeMemcpy)) return cudaErrorInvalidValue;
  return symbol_copy(&node->copy, symbol, to, count, offset, kind, false);
}
cudaError_t rt::GraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const void *symbol, const void *from, size_t count,
                                                     size_t offset, cudaMemcpyKind kind) {
  return rt::GraphMemcpyNodeSetParamsToSymbol(clone_of(exec, node, cudaGraphNodeTypeMemcpy), symbol, from, count, offset, kind);
}
cudaError_t rt::GraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *symbol, size_t count,
                                                       size_t offset, cudaMemcpyKind kind) {
  return rt::GraphMemcpyNodeSetParamsFromSymbol(clone_of(exec, node, cudaGraphNodeTypeMemcpy), to, symbol, count, offset, kind);
}

namespace {

// The one structure that holds every kind of node.
cudaError_t set_any(Node &node, cudaGraphNodeParams &p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return set_kernel(node, {p.kernel.func, p.kernel.gridDim, p.kernel.blockDim, p.kernel.sharedMemBytes, p.kernel.kernelParams, p.kernel.extra});
    case cudaGraphNodeTypeMemcpy: return node.copy = p.memcpy.copyParams, cudaSuccess;
    case cudaGraphNodeTypeMemset:
      return node.fill = {p.memset.dst, p.memset.pitch, p.memset.value, p.memset.elementSize, p.memset.width, p.memset.height}, cudaSuccess;
    case cudaGraphNodeTypeHost: return node.host = {p.host.fn, p.host.userData}, cudaSuccess;
    case cudaGraphNodeTypeGraph: return node.child = clone_graph(*p.graph.graph, nullptr), cudaSuccess;
    case cudaGraphNodeTypeEmpty: return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent: return node.event = p.eventWait.event, cudaSuccess;
    case cudaGraphNodeTypeEventRecord: return node.event = p.eventRecord.event, cudaSuccess;
    case cudaGraphNodeTypeMemAlloc:
      node.allocation.bytesize = p.alloc.bytesize;
      if (cudaError_t error = make_graph_memory(&node.memory, p.alloc.bytesize, nullptr)) return error;
      return node.allocation.dptr = p.alloc.dptr = node.memory->pointer, cudaSuccess;
    case cudaGraphNodeTypeMemFree: free_graph_memory(p.free.dptr); return node.freed = p.free.dptr, cudaSuccess;
    case cudaGraphNodeTypeConditional:
      if (node.conditional) return cudaErrorInvalidValue;  // there is nothing to change
      if (cudaError_t error = make_conditional(node, p.conditional.handle, p.conditional.type, p.conditional.size)) return error;
      return p.conditional.phGraph_out = node.conditional->bodies.data(), cudaSuccess;
    default: return cudaErrorNotSupported;
  }
}

}  // namespace

cudaError_t rt::GraphAddNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, cudaGraphNodeParams *p) {
  if (!p) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, p->type)) return error;
  cudaError_t error = set_any(**out, *p);
  if (error) rt::GraphDestroyNode(*out);
  return error;
}
cudaError_t rt::GraphAddNode_v2(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, const cudaGraphEdgeData *, size_t n, cudaGraphNodeParams *p) {
  return rt::GraphAddNode(out, graph, d, n, p);
}
cudaError_t rt::GraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *p) {
  return node && p && node->type == p->type ? set_any(*node, *p) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams *p) {
  Node *clone = p ? clone_of(exec, node, p->type) : nullptr;
  return clone ? set_any(*clone, *p) : cudaErrorInvalidValue;
}

}  // namespace scale
