// SPDX-License-Identifier: Apache-2.0
// Graphs: making, instantiating, launching, updating.
#include "core/graph.h"

#include <algorithm>
#include <cstdio>

#include "implementations.h"

namespace scale {
namespace {

using Node = CUgraphNode_st;

bool holds(const CUgraph_st &graph, const Node *node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto &one) { return one.get() == node; });
}

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
  if (!conditions_used(*graph)) return cudaErrorInvalidValue;
  auto exec = std::make_unique<CUgraphExec_st>();
  exec->graph = clone_graph(*graph, &exec->clones);
  exec->flags = flags;
  if (!order_nodes(*exec->graph, &exec->order)) return cudaErrorInvalidValue;
  *out = exec.release();
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
  if (from.conditional) to.conditional = clone_conditional(*from.conditional);
}

}  // namespace

cudaError_t rt::GraphCreate(cudaGraph_t *graph, unsigned flags) {
  SCALE_READY();
  if (!graph || flags) return cudaErrorInvalidValue;
  *graph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t rt::GraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned initial, unsigned flags) {
  SCALE_READY();
  return graph ? make_condition(*graph, initial, flags, handle) : cudaErrorInvalidValue;
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
  p->result_out = !error ? cudaGraphInstantiateSuccess : graph && !conditions_used(*graph) ? cudaGraphInstantiateConditionalHandleUnused : cudaGraphInstantiateError;
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
  if (cudaError_t error = reset_conditions(*exec->graph, stream)) return error;
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
  for (size_t i = 0; i < old.size(); ++i) {
    take(*old[i], *graph->nodes[i]);
    exec->clones[graph->nodes[i].get()] = old[i].get();
  }
  if (info) *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  return cudaSuccess;
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
