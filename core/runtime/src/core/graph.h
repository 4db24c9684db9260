// SPDX-License-Identifier: Apache-2.0
// Graphs and stream capture, in the CUDA layer: CUDA's rules hold on every provider, whatever its own graphs can do. A graph is a list
// of nodes; launching it runs them in dependency order on one stream.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "core/graph_memory.h"
#include "core/module.h"

struct CUgraph_st;

namespace scale {

// What kernels set by cudaGraphSetConditional and conditional nodes read: a number in host memory that devices reach. The handle is its
// address for devices. A graph, its copies and what was instantiated from them share it.
struct Condition {
  ~Condition();
  unsigned *value = nullptr;
  unsigned *on_device = nullptr;
  unsigned initial = 0;
  bool assigned = false;  // `initial` is set at each launch
};

struct Conditional {
  std::shared_ptr<Condition> condition;
  cudaGraphConditionalNodeType type;
  std::vector<std::unique_ptr<CUgraph_st>> owned;
  std::vector<cudaGraph_t> bodies;  // the same, as CUDA gives them
};

}  // namespace scale

struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CUgraph_st *graph = nullptr;
  uint64_t id = 0;
  std::vector<CUgraphNode_st *> dependencies;

  // Kernel: the function and its arguments, copied one by one, or packed.
  CUfunc_st *function = nullptr;
  const void *stub = nullptr;
  scale::LaunchShape shape{};
  std::vector<std::vector<unsigned char>> arguments;
  std::vector<unsigned char> packed;
  // Pointers handed out by GetParams.
  std::vector<void *> argument_pointers;

  cudaMemcpy3DParms copy{};
  cudaMemsetParams fill{};
  cudaHostNodeParams host{};
  cudaEvent_t event = nullptr;
  std::unique_ptr<CUgraph_st> child;
  std::unique_ptr<scale::Conditional> conditional;
  cudaMemAllocNodeParams allocation{};
  std::shared_ptr<scale::GraphMemory> memory;
  void *freed = nullptr;
  bool enabled = true;
};

struct CUuserObject_st {
  void *object;
  cudaHostFn_t destroy;
  std::atomic<int> references;
};

struct CUgraph_st {
  uint64_t id = 0;
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::map<CUuserObject_st *, unsigned> objects;
  std::vector<std::shared_ptr<scale::Condition>> conditions;
  CUgraph_st();
  ~CUgraph_st();
};

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;
  std::vector<CUgraphNode_st *> order;
  // From the nodes that the graph had when it was instantiated.
  std::map<const CUgraphNode_st *, CUgraphNode_st *> clones;
  unsigned long long flags = 0;
};

namespace scale {

// Whether this call must not run now because the stream is being captured (or the legacy stream would wait for a captured one);
// then `*result` is what the API function returns, and the capture has the node or is invalid.
bool capture_kernel(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra, cudaError_t *result);
bool capture_copy(const cudaMemcpy3DParms &copy, cudaStream_t stream, cudaError_t *result);
bool capture_fill(const cudaMemsetParams &fill, cudaStream_t stream, cudaError_t *result);
bool capture_host(cudaHostFn_t function, void *data, cudaStream_t stream, cudaError_t *result);
bool capture_graph(const CUgraph_st &graph, cudaStream_t stream, cudaError_t *result);
bool capture_allocation(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream, cudaError_t *result);
bool capture_free(void *pointer, cudaStream_t stream, cudaError_t *result);
bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t *result);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t *result);
// Calls that a captured stream cannot have (synchronise, query): invalidates the capture.
bool capture_forbids(cudaStream_t stream, cudaError_t *result);
// Calls that are unsafe while a capture in global mode goes on anywhere (allocation, device synchronisation).
cudaError_t capture_unsafe_call();
// Queries of an event that belongs to a capture.
bool capture_forbids_event(cudaEvent_t event, cudaError_t *result);
void capture_forget_event(cudaEvent_t event);
void capture_forget_stream(cudaStream_t stream);

// Conditional nodes (core/conditional.cpp). Running one waits for the stream, to read the number.
cudaError_t make_condition(CUgraph_st &graph, unsigned initial, unsigned flags, cudaGraphConditionalHandle *handle);
cudaError_t make_conditional(CUgraphNode_st &node, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned bodies);
std::unique_ptr<Conditional> clone_conditional(const Conditional &from);
cudaError_t run_conditional(const Conditional &conditional, cudaStream_t stream);
// Sets the numbers that are set at each launch, in stream order.
cudaError_t reset_conditions(const CUgraph_st &graph, cudaStream_t stream);
// Whether each number has its node.
bool conditions_used(const CUgraph_st &graph);

// Runs nodes in order on a stream.
cudaError_t run_graph(const CUgraph_st &graph, cudaStream_t stream);
cudaError_t run_node(CUgraphNode_st &node, cudaStream_t stream);
// Dependency order; false when there is a cycle.
bool order_nodes(const CUgraph_st &graph, std::vector<CUgraphNode_st *> *order);
std::unique_ptr<CUgraph_st> clone_graph(const CUgraph_st &graph, std::map<const CUgraphNode_st *, CUgraphNode_st *> *clones);
CUgraphNode_st *new_node(CUgraph_st &graph, cudaGraphNodeType type);
// Keeps a launch in a node.
void keep_kernel(CUgraphNode_st &node, CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra);

}  // namespace scale
