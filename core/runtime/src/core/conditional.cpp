// SPDX-License-Identifier: Apache-2.0
// Conditional nodes of graphs: bodies that run if, while, or which, a number says that kernels have set.
#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/copy.h"
#include "core/graph.h"

namespace scale {
namespace {

std::mutex mutex;
// Handles by value: a node may name a number that belongs to a graph around its own.
std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>> &known() {
  static auto *all = new std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>>;
  return *all;
}

cudaGraphConditionalHandle handle_of(const Condition &condition) { return reinterpret_cast<uintptr_t>(condition.on_device); }

}  // namespace

Condition::~Condition() {
  {
    std::lock_guard lock(mutex);
    known().erase(handle_of(*this));
  }
  if (value) hip().hipHostFree(value);
}

cudaError_t make_condition(CUgraph_st &graph, unsigned initial, unsigned flags, cudaGraphConditionalHandle *handle) {
  if (!handle || (flags & ~static_cast<unsigned>(cudaGraphCondAssignDefault))) return cudaErrorInvalidValue;
  auto condition = std::make_shared<Condition>();
  void *memory = nullptr, *device = nullptr;
  if (cudaError_t error = from_hip(hip().hipHostMalloc(&memory, sizeof(unsigned), cudaHostAllocMapped))) return error;
  condition->value = static_cast<unsigned *>(memory);
  if (cudaError_t error = from_hip(hip().hipHostGetDevicePointer(&device, memory, 0))) return error;
  condition->on_device = static_cast<unsigned *>(device);
  *condition->value = condition->initial = initial;
  condition->assigned = flags != 0;
  std::lock_guard lock(mutex);
  known()[handle_of(*condition)] = condition;
  *handle = handle_of(*condition);
  graph.conditions.push_back(std::move(condition));
  return cudaSuccess;
}

cudaError_t make_conditional(CUgraphNode_st &node, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned bodies) {
  if (type < cudaGraphCondTypeIf || type > cudaGraphCondTypeSwitch || bodies == 0) return cudaErrorInvalidValue;
  if ((type == cudaGraphCondTypeIf && bodies > 2) || (type == cudaGraphCondTypeWhile && bodies > 1)) return cudaErrorInvalidValue;
  auto made = std::make_unique<Conditional>();
  {
    std::lock_guard lock(mutex);
    auto at = known().find(handle);
    if (at == known().end() || !(made->condition = at->second.lock())) return cudaErrorInvalidValue;
  }
  made->type = type;
  for (unsigned i = 0; i < bodies; ++i) {
    made->owned.push_back(std::make_unique<CUgraph_st>());
    made->bodies.push_back(made->owned.back().get());
  }
  node.conditional = std::move(made);
  return cudaSuccess;
}

std::unique_ptr<Conditional> clone_conditional(const Conditional &from) {
  auto copy = std::make_unique<Conditional>();
  copy->condition = from.condition;
  copy->type = from.type;
  for (const auto &body : from.owned) {
    copy->owned.push_back(clone_graph(*body, nullptr));
    copy->bodies.push_back(copy->owned.back().get());
  }
  return copy;
}

cudaError_t run_conditional(const Conditional &conditional, cudaStream_t stream) {
  for (;;) {
    if (cudaError_t error = from_hip(hip().hipStreamSynchronize(to_hip(stream)))) return error;
    unsigned now = reinterpret_cast<std::atomic<unsigned> *>(conditional.condition->value)->load();
    size_t which = now;
    if (conditional.type == cudaGraphCondTypeIf) which = now ? 0 : 1;
    if (conditional.type == cudaGraphCondTypeWhile) which = now ? 0 : conditional.owned.size();
    if (which >= conditional.owned.size()) return cudaSuccess;
    if (cudaError_t error = run_graph(*conditional.owned[which], stream)) return error;
    if (conditional.type != cudaGraphCondTypeWhile) return cudaSuccess;
  }
}

cudaError_t reset_conditions(const CUgraph_st &graph, cudaStream_t stream) {
  for (const auto &condition : graph.conditions) {
    if (!condition->assigned) continue;
    cudaMemsetParams fill{condition->on_device, 0, condition->initial, sizeof(unsigned), 1, 1};
    if (cudaError_t error = fill_rows(fill, stream)) return error;
  }
  for (const auto &node : graph.nodes) {
    if (node->child)
      if (cudaError_t error = reset_conditions(*node->child, stream)) return error;
    if (!node->conditional) continue;
    for (const auto &body : node->conditional->owned)
      if (cudaError_t error = reset_conditions(*body, stream)) return error;
  }
  return cudaSuccess;
}

namespace {

bool names(const CUgraph_st &graph, const Condition *condition) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto &node) {
    if (!node->conditional) return false;
    if (node->conditional->condition.get() == condition) return true;
    const auto &bodies = node->conditional->owned;
    return std::any_of(bodies.begin(), bodies.end(), [&](const auto &body) { return names(*body, condition); });
  });
}

}  // namespace

bool conditions_used(const CUgraph_st &graph) {
  return std::all_of(graph.conditions.begin(), graph.conditions.end(), [&](const auto &condition) { return names(graph, condition.get()); });
}

}  // namespace scale
