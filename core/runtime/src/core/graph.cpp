// SPDX-License-Identifier: Apache-2.0
// Nodes and graphs: making, copying, ordering, running.
#include "core/graph.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "core/copy.h"
#include "core/pool.h"

CUgraph_st::CUgraph_st() = default;
CUgraph_st::~CUgraph_st() {
  for (auto [object, count] : objects) {
    if (object->references.fetch_sub(static_cast<int>(count)) == static_cast<int>(count)) {
      object->destroy(object->object);
      delete object;
    }
  }
}

namespace scale {
namespace {

std::atomic<uint64_t> next_id{1};

}  // namespace

CUgraphNode_st *new_node(CUgraph_st &graph, cudaGraphNodeType type) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->type = type;
  node->graph = &graph;
  node->id = next_id++;
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

void keep_kernel(CUgraphNode_st &node, CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra) {
  node.function = &function;
  node.shape = shape;
  node.arguments.clear();
  node.packed.clear();
  if (arguments) {
    std::vector<Argument> layout;
    function_arguments(function, &layout);
    for (size_t i = 0; i < layout.size(); ++i) {
      const auto *from = static_cast<const unsigned char *>(arguments[i]);
      node.arguments.emplace_back(from, from + layout[i].size);
    }
  } else if (extra) {
    const void *buffer = nullptr;
    size_t size = 0;
    for (void **at = extra; *at; at += 2) {
      if (at[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = at[1];
      else if (at[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *static_cast<size_t *>(at[1]);
    }
    const auto *from = static_cast<const unsigned char *>(buffer);
    if (from) node.packed.assign(from, from + size);
  }
}

static void copy_contents(CUgraphNode_st &to, const CUgraphNode_st &from) {
  to.function = from.function;
  to.stub = from.stub;
  to.shape = from.shape;
  to.arguments = from.arguments;
  to.packed = from.packed;
  to.copy = from.copy;
  to.fill = from.fill;
  to.host = from.host;
  to.event = from.event;
  to.allocation = from.allocation;
  to.memory = from.memory;
  to.freed = from.freed;
  if (from.child) to.child = clone_graph(*from.child, nullptr);
  if (from.conditional) to.conditional = clone_conditional(*from.conditional);
}

std::unique_ptr<CUgraph_st> clone_graph(const CUgraph_st &graph, std::map<const CUgraphNode_st *, CUgraphNode_st *> *clones) {
  auto copy = std::make_unique<CUgraph_st>();
  std::map<const CUgraphNode_st *, CUgraphNode_st *> own;
  for (const auto &node : graph.nodes) {
    auto *twin = new_node(*copy, node->type);
    copy_contents(*twin, *node);
    own[node.get()] = twin;
  }
  for (const auto &node : graph.nodes)
    for (auto *dependency : node->dependencies) own[node.get()]->dependencies.push_back(own[dependency]);
  copy->conditions = graph.conditions;
  copy->objects = graph.objects;
  for (auto [object, count] : copy->objects) object->references += static_cast<int>(count);
  if (clones) *clones = std::move(own);
  return copy;
}

bool order_nodes(const CUgraph_st &graph, std::vector<CUgraphNode_st *> *order) {
  // Nodes in the order of their making, as far as dependencies allow.
  std::unordered_map<const CUgraphNode_st *, size_t> open;
  std::unordered_map<const CUgraphNode_st *, std::vector<CUgraphNode_st *>> dependents;
  auto younger = [](const CUgraphNode_st *a, const CUgraphNode_st *b) { return a->id > b->id; };
  std::vector<CUgraphNode_st *> ready;
  for (const auto &node : graph.nodes) {
    open[node.get()] = node->dependencies.size();
    if (node->dependencies.empty()) ready.push_back(node.get());
    for (auto *dependency : node->dependencies) dependents[dependency].push_back(node.get());
  }
  std::make_heap(ready.begin(), ready.end(), younger);
  order->clear();
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), younger);
    auto *node = ready.back();
    ready.pop_back();
    order->push_back(node);
    for (auto *next : dependents[node]) {
      if (--open[next]) continue;
      ready.push_back(next);
      std::push_heap(ready.begin(), ready.end(), younger);
    }
  }
  return order->size() == graph.nodes.size();
}

cudaError_t run_graph(const CUgraph_st &graph, cudaStream_t stream) {
  std::vector<CUgraphNode_st *> order;
  if (!order_nodes(graph, &order)) return cudaErrorInvalidValue;
  for (auto *node : order)
    if (cudaError_t error = run_node(*node, stream)) return error;
  return cudaSuccess;
}

cudaError_t run_node(CUgraphNode_st &node, cudaStream_t stream) {
  if (!node.enabled) return cudaSuccess;
  switch (node.type) {
    case cudaGraphNodeTypeKernel: {
      LaunchShape shape = node.shape;
      shape.stream = stream;
      if (!node.packed.empty()) {
        size_t size = node.packed.size();
        void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, node.packed.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
        return launch(*node.function, shape, nullptr, extra);
      }
      std::vector<void *> pointers;
      for (auto &argument : node.arguments) pointers.push_back(argument.data());
      pointers.push_back(nullptr);
      return launch(*node.function, shape, pointers.data(), nullptr);
    }
    case cudaGraphNodeTypeMemcpy: return copy_3d(node.copy, stream, Mode::Async);
    case cudaGraphNodeTypeMemset: return fill_rows(node.fill, stream);
    case cudaGraphNodeTypeHost: return from_hip(host_function(to_hip(stream), node.host.fn, node.host.userData));
    case cudaGraphNodeTypeEventRecord: return from_hip(hip().hipEventRecord(to_hip(node.event), to_hip(stream)));
    case cudaGraphNodeTypeWaitEvent: return from_hip(hip().hipStreamWaitEvent(to_hip(stream), to_hip(node.event), 0));
    case cudaGraphNodeTypeGraph: return run_graph(*node.child, stream);
    case cudaGraphNodeTypeConditional: return run_conditional(*node.conditional, stream);
    case cudaGraphNodeTypeMemAlloc:
      if (node.memory) node.memory->launched = true;
      return cudaSuccess;
    case cudaGraphNodeTypeMemFree:
    case cudaGraphNodeTypeEmpty: return cudaSuccess;
    default: return cudaErrorNotSupported;
  }
}

}  // namespace scale
