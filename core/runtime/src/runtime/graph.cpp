// SPDX-License-Identifier: Apache-2.0
// Graphs: making, instantiating, launching, updating.
#include "core/graph.h"

#include <algorithm>
#include <cstdio>

#include "core/copy.h"
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
  *out = new_node(*graph, type);
  (*out)->dependencies.assign(dependencies, dependencies + count);
  return cudaSuccess;
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

std::vector<Node *> dependents(const Node &node) {
  std::vector<Node *> found;
  for (const auto &other : node.graph->nodes)
    if (std::find(other->dependencies.begin(), other->dependencies.end(), &node) != other->dependencies.end()) found.push_back(other.get());
  return found;
}

// CUDA's way to return lists: null asks for the count, else up to `*count` entries and null for the rest.
cudaError_t list(const std::vector<Node *> &nodes, cudaGraphNode_t *out, size_t *count) {
  if (!count) return cudaErrorInvalidValue;
  if (out) {
    for (size_t i = 0; i < *count; ++i) out[i] = i < nodes.size() ? nodes[i] : nullptr;
    *count = std::min(*count, nodes.size());
    return cudaSuccess;
  }
  return *count = nodes.size(), cudaSuccess;
}

cudaError_t edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *count) {
  if (!graph || !count) return cudaErrorInvalidValue;
  size_t at = 0;
  for (const auto &node : graph->nodes) {
    for (auto *dependency : node->dependencies) {
      if (from && to && at < *count) {
        from[at] = dependency;
        to[at] = node.get();
        if (data) data[at] = {};
      }
      ++at;
    }
  }
  *count = from && to ? std::min(*count, at) : at;
  return cudaSuccess;
}

cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count, bool remove) {
  if (!graph || (count && (!from || !to))) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (!holds(*graph, from[i]) || !holds(*graph, to[i])) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    auto &list = to[i]->dependencies;
    auto at = std::find(list.begin(), list.end(), from[i]);
    if (remove != (at != list.end())) return cudaErrorInvalidValue;
    if (remove) list.erase(at);
    else list.push_back(from[i]);
  }
  return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long flags) {
  SCALE_READY();
  if (!out || !graph) return cudaErrorInvalidValue;
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) return cudaErrorNotSupported;
  auto exec = std::make_unique<CUgraphExec_st>();
  exec->graph = clone_graph(*graph, &exec->clones);
  exec->flags = flags;
  if (!order_nodes(*exec->graph, &exec->order)) return cudaErrorInvalidValue;
  *out = exec.release();
  return cudaSuccess;
}

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

void take(Node &to, const Node &from) {
  to.function = from.function;
  to.shape = from.shape;
  to.arguments = from.arguments;
  to.packed = from.packed;
  to.copy = from.copy;
  to.fill = from.fill;
  to.host = from.host;
  to.event = from.event;
  if (from.child) to.child = clone_graph(*from.child, nullptr);
}

}  // namespace

cudaError_t rt::GraphCreate(cudaGraph_t *graph, unsigned flags) {
  SCALE_READY();
  if (!graph || flags) return cudaErrorInvalidValue;
  *graph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t rt::GraphDestroy(cudaGraph_t graph) {
  if (!graph) return cudaErrorInvalidValue;
  delete graph;
  return cudaSuccess;
}

cudaError_t rt::GraphClone(cudaGraph_t *out, cudaGraph_t graph) {
  if (!out || !graph) return cudaErrorInvalidValue;
  std::map<const Node *, Node *> clones;
  *out = clone_graph(*graph, &clones).release();
  return cudaSuccess;
}

// Clones keep the order of their originals.
cudaError_t rt::GraphNodeFindInClone(cudaGraphNode_t *out, cudaGraphNode_t node, cudaGraph_t clone) {
  if (!out || !node || !clone) return cudaErrorInvalidValue;
  const auto &nodes = node->graph->nodes;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].get() == node && i < clone->nodes.size()) return *out = clone->nodes[i].get(), cudaSuccess;
  return cudaErrorInvalidValue;
}

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
  if (cudaError_t error = pool_allocate_plain(&p->dptr, p->bytesize, nullptr)) return error;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemAlloc)) return error;
  return (*out)->allocation = *p, cudaSuccess;
}
cudaError_t rt::GraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *p) {
  if (!is(node, cudaGraphNodeTypeMemAlloc) || !p) return cudaErrorInvalidValue;
  return *p = node->allocation, cudaSuccess;
}
cudaError_t rt::GraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *d, size_t n, void *pointer) {
  if (!pointer) return cudaErrorInvalidValue;
  if (cudaError_t error = add(out, graph, d, n, cudaGraphNodeTypeMemFree)) return error;
  return (*out)->freed = pointer, cudaSuccess;
}
cudaError_t rt::GraphMemFreeNodeGetParams(cudaGraphNode_t node, void *out) {
  if (!is(node, cudaGraphNodeTypeMemFree) || !out) return cudaErrorInvalidValue;
  return *static_cast<void **>(out) = node->freed, cudaSuccess;
}
cudaError_t rt::DeviceGraphMemTrim(int) { return ready(); }

cudaError_t rt::GraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) {
  if (!node || !type) return cudaErrorInvalidValue;
  return *type = node->type, cudaSuccess;
}

cudaError_t rt::GraphDestroyNode(cudaGraphNode_t node) {
  if (!node) return cudaErrorInvalidValue;
  auto &nodes = node->graph->nodes;
  for (auto &other : nodes) {
    auto &list = other->dependencies;
    list.erase(std::remove(list.begin(), list.end(), node), list.end());
  }
  nodes.erase(std::find_if(nodes.begin(), nodes.end(), [&](const auto &one) { return one.get() == node; }));
  return cudaSuccess;
}

cudaError_t rt::GraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  if (!graph) return cudaErrorInvalidValue;
  std::vector<Node *> all;
  for (const auto &node : graph->nodes) all.push_back(node.get());
  return list(all, nodes, count);
}
cudaError_t rt::GraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  if (!graph) return cudaErrorInvalidValue;
  std::vector<Node *> roots;
  for (const auto &node : graph->nodes)
    if (node->dependencies.empty()) roots.push_back(node.get());
  return list(roots, nodes, count);
}
cudaError_t rt::GraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) { return edges(graph, from, to, nullptr, count); }
cudaError_t rt::GraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *count) {
  return edges(graph, from, to, data, count);
}
cudaError_t rt::GraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *out, size_t *count) {
  return node ? list(node->dependencies, out, count) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *out, cudaGraphEdgeData *data, size_t *count) {
  if (data && count) std::fill_n(data, *count, cudaGraphEdgeData{});
  return rt::GraphNodeGetDependencies(node, out, count);
}
cudaError_t rt::GraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *out, size_t *count) {
  return node ? list(dependents(*node), out, count) : cudaErrorInvalidValue;
}
cudaError_t rt::GraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *out, cudaGraphEdgeData *data, size_t *count) {
  if (data && count) std::fill_n(data, *count, cudaGraphEdgeData{});
  return rt::GraphNodeGetDependentNodes(node, out, count);
}
cudaError_t rt::GraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return change_edges(graph, from, to, count, false);
}
cudaError_t rt::GraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *, size_t count) {
  return change_edges(graph, from, to, count, false);
}
cudaError_t rt::GraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return change_edges(graph, from, to, count, true);
}
cudaError_t rt::GraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *, size_t count) {
  return change_edges(graph, from, to, count, true);
}

cudaError_t rt::GraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) { return instantiate(exec, graph, flags); }
cudaError_t rt::GraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) { return instantiate(exec, graph, flags); }
cudaError_t rt::GraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *p) {
  if (!p) return cudaErrorInvalidValue;
  cudaError_t error = instantiate(exec, graph, p->flags);
  p->errNode_out = nullptr;
  p->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
  return error;
}
cudaError_t rt::GraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
  if (!exec || !flags) return cudaErrorInvalidValue;
  return *flags = exec->flags, cudaSuccess;
}
cudaError_t rt::GraphExecDestroy(cudaGraphExec_t exec) {
  if (!exec) return cudaErrorInvalidValue;
  delete exec;
  return cudaSuccess;
}
cudaError_t rt::GraphUpload(cudaGraphExec_t exec, cudaStream_t) { return exec ? ready() : cudaErrorInvalidValue; }

cudaError_t rt::GraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  SCALE_READY();
  if (!exec) return cudaErrorInvalidValue;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_graph(*exec->graph, stream, &result)) return result;
  for (auto *node : exec->order)
    if (cudaError_t error = run_node(*node, stream)) return error;
  return cudaSuccess;
}

cudaError_t rt::GraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
  if (!exec || !node) return cudaErrorInvalidValue;
  auto at = exec->clones.find(node);
  if (at == exec->clones.end()) return cudaErrorInvalidValue;
  auto type = at->second->type;
  if (type != cudaGraphNodeTypeKernel && type != cudaGraphNodeTypeMemset && type != cudaGraphNodeTypeMemcpy) return cudaErrorInvalidValue;
  return at->second->enabled = enabled != 0, cudaSuccess;
}
cudaError_t rt::GraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
  if (!exec || !node || !enabled) return cudaErrorInvalidValue;
  auto at = exec->clones.find(node);
  if (at == exec->clones.end()) return cudaErrorInvalidValue;
  return *enabled = at->second->enabled, cudaSuccess;
}

cudaError_t rt::GraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
  if (!exec || !graph) return cudaErrorInvalidValue;
  auto fail = [&](cudaGraphExecUpdateResult why, Node *node) {
    if (info) *info = {why, node, nullptr};
    return cudaErrorGraphExecUpdateFailure;
  };
  const auto &old = exec->graph->nodes;
  if (old.size() != graph->nodes.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
  std::map<const Node *, const Node *> twin;
  for (size_t i = 0; i < old.size(); ++i) twin[graph->nodes[i].get()] = old[i].get();
  for (size_t i = 0; i < old.size(); ++i) {
    Node &now = *graph->nodes[i];
    if (now.type != old[i]->type) return fail(cudaGraphExecUpdateErrorNodeTypeChanged, &now);
    if (now.dependencies.size() != old[i]->dependencies.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, &now);
    for (size_t j = 0; j < now.dependencies.size(); ++j)
      if (twin[now.dependencies[j]] != old[i]->dependencies[j]) return fail(cudaGraphExecUpdateErrorTopologyChanged, &now);
  }
  exec->clones.clear();
  for (size_t i = 0; i < old.size(); ++i) {
    take(*old[i], *graph->nodes[i]);
    exec->clones[graph->nodes[i].get()] = old[i].get();
  }
  if (info) *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  return cudaSuccess;
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
      if (cudaError_t error = pool_allocate_plain(&p.alloc.dptr, p.alloc.bytesize, nullptr)) return error;
      return node.allocation.dptr = p.alloc.dptr, cudaSuccess;
    case cudaGraphNodeTypeMemFree: return node.freed = p.free.dptr, cudaSuccess;
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

cudaError_t rt::UserObjectCreate(cudaUserObject_t *out, void *object, cudaHostFn_t destroy, unsigned references, unsigned flags) {
  if (!out || !destroy || !references || flags != cudaUserObjectNoDestructorSync) return cudaErrorInvalidValue;
  *out = new CUuserObject_st{object, destroy, {static_cast<int>(references)}};
  return cudaSuccess;
}
cudaError_t rt::UserObjectRetain(cudaUserObject_t object, unsigned count) {
  if (!object || !count) return cudaErrorInvalidValue;
  return object->references += static_cast<int>(count), cudaSuccess;
}
cudaError_t rt::UserObjectRelease(cudaUserObject_t object, unsigned count) {
  if (!object || !count) return cudaErrorInvalidValue;
  if (object->references.fetch_sub(static_cast<int>(count)) == static_cast<int>(count)) {
    object->destroy(object->object);
    delete object;
  }
  return cudaSuccess;
}
cudaError_t rt::GraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
  if (!graph || !object || !count) return cudaErrorInvalidValue;
  graph->objects[object] += count;
  if (!(flags & cudaGraphUserObjectMove)) object->references += static_cast<int>(count);
  return cudaSuccess;
}
cudaError_t rt::GraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
  if (!graph || !object || graph->objects[object] < count) return cudaErrorInvalidValue;
  graph->objects[object] -= count;
  return rt::UserObjectRelease(object, count);
}

cudaError_t rt::GraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned) {
  if (!graph || !path) return cudaErrorInvalidValue;
  std::FILE *file = std::fopen(path, "we");
  if (!file) return cudaErrorOperatingSystem;
  std::fprintf(file, "digraph graph_1 {\n");
  for (const auto &node : graph->nodes) {
    const char *name = node->function ? node->function->name.c_str() : "";
    std::fprintf(file, "  n%llu [label=\"type %d %s\"];\n", static_cast<unsigned long long>(node->id), node->type, name);
    for (auto *dependency : node->dependencies)
      std::fprintf(file, "  n%llu -> n%llu;\n", static_cast<unsigned long long>(dependency->id), static_cast<unsigned long long>(node->id));
  }
  std::fprintf(file, "}\n");
  return std::fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem;
}

}  // namespace scale
