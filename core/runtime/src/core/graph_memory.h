// SPDX-License-Identifier: Apache-2.0
// Memory that nodes of graphs allocate: there from the making of the node, owned by its graph, the copies and what was instantiated.
#pragma once
#include <memory>

#include "core/state.h"

namespace scale {

struct GraphMemory {
  ~GraphMemory();
  void *pointer = nullptr;
  size_t size = 0;
  int device = 0;
  bool freed = false;     // by a node of the graph, or by the program
  bool launched = false;  // what nobody has freed outlives its graph
};

cudaError_t make_graph_memory(std::shared_ptr<GraphMemory> *memory, size_t size, cudaMemPool_t pool);
// The program, or a node of some graph, frees this address; true where a graph owns it, which keeps it for its next launch.
bool free_graph_memory(void *pointer);

// Bytes on a device: now, and at most since the number was set back.
struct GraphMemoryUse {
  size_t now, most;
};
GraphMemoryUse graph_memory_use(int device);
void forget_most_graph_memory(int device);

}  // namespace scale
