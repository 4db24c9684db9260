// SPDX-License-Identifier: Apache-2.0
// Stream capture with CUDA's rules: the origin stream owns the capture, others join and leave through events, what must not be done
// invalidates it, and ending it always leaves streams that can be used.
#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "core/copy.h"
#include "core/graph.h"
#include "core/pool.h"
#include "implementations.h"

namespace scale {
namespace {

using Nodes = std::vector<CUgraphNode_st *>;

struct Capture {
  std::unique_ptr<CUgraph_st> own;  // empty where the user gave the graph
  CUgraph_st *graph = nullptr;
  uint64_t id = 0;
  hipStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  bool invalid = false;
  std::map<hipStream_t, Nodes> last;  // by stream: what its next node depends on
};

struct CapturedEvent {
  Capture *capture;
  Nodes nodes;
};

struct Captures {
  std::recursive_mutex mutex;
  std::vector<std::unique_ptr<Capture>> list;
  std::map<hipStream_t, Capture *> streams;
  std::map<cudaEvent_t, CapturedEvent> events;
  uint64_t next_id = 1;
};

Captures &captures() {
  static Captures *one = new Captures;
  return *one;
}

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

Capture *of(cudaStream_t stream) {
  auto at = captures().streams.find(to_hip(stream));
  return at == captures().streams.end() ? nullptr : at->second;
}

void unite(Nodes &to, const Nodes &more) {
  for (auto *node : more)
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

// The legacy stream waits for blocking streams: using it while one of them is captured would be a hidden dependency.
bool implicit(cudaStream_t stream, cudaError_t *result) {
  if (to_hip(stream)) return false;
  bool hit = false;
  for (auto &capture : captures().list) {
    for (auto &[captured, nodes] : capture->last) {
      unsigned flags = 0;
      hip().hipStreamGetFlags(captured, &flags);
      if (flags & hipStreamNonBlocking) continue;
      capture->invalid = true;
      hit = true;
    }
  }
  if (hit) *result = cudaErrorStreamCaptureImplicit;
  return hit;
}

// Adds a node behind what the stream did last; false where nothing is captured.
template <class Fill>
bool add(cudaStream_t stream, cudaGraphNodeType type, cudaError_t *result, Fill fill) {
  std::lock_guard lock(captures().mutex);
  Capture *capture = of(stream);
  if (!capture) return implicit(stream, result);
  if (capture->invalid) return *result = cudaErrorStreamCaptureInvalidated, true;
  auto *node = new_node(*capture->graph, type);
  auto &last = capture->last[to_hip(stream)];
  node->dependencies = last;
  fill(*node);
  last = {node};
  *result = cudaSuccess;
  return true;
}

void dissolve(Capture *capture) {
  auto &all = captures();
  for (auto at = all.streams.begin(); at != all.streams.end();) at = at->second == capture ? all.streams.erase(at) : std::next(at);
  for (auto at = all.events.begin(); at != all.events.end();) at = at->second.capture == capture ? all.events.erase(at) : std::next(at);
  auto owner = std::find_if(all.list.begin(), all.list.end(), [&](const auto &one) { return one.get() == capture; });
  all.list.erase(owner);
  --active_captures;
}

// Every stream that joined must have been joined back by an event.
bool unjoined(const Capture &capture) {
  std::set<const CUgraphNode_st *> reached;
  Nodes open = capture.last.at(capture.origin);
  while (!open.empty()) {
    auto *node = open.back();
    open.pop_back();
    if (!reached.insert(node).second) continue;
    open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  for (const auto &[stream, nodes] : capture.last) {
    if (stream == capture.origin) continue;
    for (auto *node : nodes)
      if (!reached.count(node)) return true;
  }
  return false;
}

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, CUgraph_st *graph, const Nodes &first) {
  SCALE_READY();
  if (mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  if (!to_hip(stream)) return cudaErrorStreamCaptureUnsupported;
  auto &all = captures();
  std::lock_guard lock(all.mutex);
  if (of(stream)) return cudaErrorIllegalState;
  auto capture = std::make_unique<Capture>();
  if (!graph) capture->own = std::make_unique<CUgraph_st>();
  capture->graph = graph ? graph : capture->own.get();
  capture->id = all.next_id++;
  capture->origin = to_hip(stream);
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->last[capture->origin] = first;
  all.streams[capture->origin] = capture.get();
  all.list.push_back(std::move(capture));
  ++active_captures;
  return cudaSuccess;
}

cudaError_t info(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                 const cudaGraphEdgeData **edges, size_t *count) {
  SCALE_READY();
  if (!status) return cudaErrorInvalidValue;
  std::lock_guard lock(captures().mutex);
  if (id) *id = 0;
  if (graph) *graph = nullptr;
  if (nodes) *nodes = nullptr;
  if (edges) *edges = nullptr;
  if (count) *count = 0;
  Capture *capture = of(stream);
  if (!capture) {
    cudaError_t result = cudaSuccess;
    *status = cudaStreamCaptureStatusNone;
    implicit(stream, &result);
    return result;
  }
  *status = capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  if (id) *id = capture->id;
  if (capture->invalid) return cudaSuccess;
  if (graph) *graph = capture->graph;
  auto &last = capture->last[to_hip(stream)];
  if (nodes) *nodes = last.data();
  if (count) *count = last.size();
  return cudaSuccess;
}

}  // namespace

bool capture_kernel(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra, cudaError_t *result) {
  return add(shape.stream, cudaGraphNodeTypeKernel, result, [&](CUgraphNode_st &node) { keep_kernel(node, function, shape, arguments, extra); });
}

bool capture_copy(const cudaMemcpy3DParms &copy, cudaStream_t stream, cudaError_t *result) {
  return add(stream, cudaGraphNodeTypeMemcpy, result, [&](CUgraphNode_st &node) { node.copy = copy; });
}

bool capture_fill(const cudaMemsetParams &fill, cudaStream_t stream, cudaError_t *result) {
  return add(stream, cudaGraphNodeTypeMemset, result, [&](CUgraphNode_st &node) { node.fill = fill; });
}

bool capture_host(cudaHostFn_t function, void *data, cudaStream_t stream, cudaError_t *result) {
  return add(stream, cudaGraphNodeTypeHost, result, [&](CUgraphNode_st &node) { node.host = {function, data}; });
}

bool capture_graph(const CUgraph_st &graph, cudaStream_t stream, cudaError_t *result) {
  return add(stream, cudaGraphNodeTypeGraph, result, [&](CUgraphNode_st &node) { node.child = clone_graph(graph, nullptr); });
}

bool capture_allocation(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream, cudaError_t *result) {
  {
    std::lock_guard lock(captures().mutex);
    if (!of(stream)) return implicit(stream, result);
  }
  std::shared_ptr<GraphMemory> memory;
  cudaError_t error = make_graph_memory(&memory, size, pool);
  *pointer = error ? nullptr : memory->pointer;
  return add(stream, cudaGraphNodeTypeMemAlloc, result,
             [&](CUgraphNode_st &node) {
               node.allocation.bytesize = size;
               node.allocation.dptr = *pointer;
               node.memory = memory;
             }) &&
         (error ? (*result = error, true) : true);
}

bool capture_free(void *pointer, cudaStream_t stream, cudaError_t *result) {
  return add(stream, cudaGraphNodeTypeMemFree, result, [&](CUgraphNode_st &node) {
    node.freed = pointer;
    free_graph_memory(pointer);
  });
}

bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t *result) {
  auto &all = captures();
  std::lock_guard lock(all.mutex);
  Capture *capture = of(stream);
  if (!capture) {
    all.events.erase(event);
    return implicit(stream, result);
  }
  if (capture->invalid) return *result = cudaErrorStreamCaptureInvalidated, true;
  all.events[event] = {capture, capture->last[to_hip(stream)]};
  *result = cudaSuccess;
  return true;
}

bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t *result) {
  auto &all = captures();
  std::lock_guard lock(all.mutex);
  Capture *capture = of(stream);
  auto at = all.events.find(event);
  if (at == all.events.end()) {
    if (!capture) return implicit(stream, result);
    // A dependency on work outside of the capture.
    capture->invalid = true;
    *result = cudaErrorStreamCaptureIsolation;
    return true;
  }
  Capture *other = at->second.capture;
  if (capture && capture != other) {
    capture->invalid = other->invalid = true;
    *result = cudaErrorStreamCaptureMerge;
    return true;
  }
  if (other->invalid) return *result = cudaErrorStreamCaptureInvalidated, true;
  if (!to_hip(stream)) {
    other->invalid = true;
    *result = cudaErrorStreamCaptureImplicit;
    return true;
  }
  all.streams[to_hip(stream)] = other;
  unite(other->last[to_hip(stream)], at->second.nodes);
  *result = cudaSuccess;
  return true;
}

bool capture_forbids(cudaStream_t stream, cudaError_t *result) {
  std::lock_guard lock(captures().mutex);
  Capture *capture = of(stream);
  if (!capture) return implicit(stream, result);
  capture->invalid = true;
  *result = cudaErrorStreamCaptureUnsupported;
  return true;
}

cudaError_t capture_unsafe_call() {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  std::lock_guard lock(captures().mutex);
  cudaError_t result = cudaSuccess;
  for (auto &capture : captures().list) {
    bool mine = capture->thread == std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed;
    bool global = capture->mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal;
    if (!mine && !global) continue;
    capture->invalid = true;
    result = cudaErrorStreamCaptureUnsupported;
  }
  return result;
}

bool capture_forbids_event(cudaEvent_t event, cudaError_t *result) {
  std::lock_guard lock(captures().mutex);
  auto at = captures().events.find(event);
  if (at == captures().events.end()) return false;
  at->second.capture->invalid = true;
  *result = cudaErrorCapturedEvent;
  return true;
}

void capture_forget_event(cudaEvent_t event) {
  std::lock_guard lock(captures().mutex);
  captures().events.erase(event);
}

void capture_forget_stream(cudaStream_t stream) {
  std::lock_guard lock(captures().mutex);
  Capture *capture = of(stream);
  if (!capture) return;
  if (capture->origin == to_hip(stream)) return dissolve(capture);
  capture->invalid = true;
  captures().streams.erase(to_hip(stream));
  capture->last.erase(to_hip(stream));
}

cudaError_t rt::StreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) { return begin(stream, mode, nullptr, {}); }

cudaError_t rt::StreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *nodes, const cudaGraphEdgeData *, size_t count,
                                          cudaStreamCaptureMode mode) {
  if (!graph || (count && !nodes)) return cudaErrorInvalidValue;
  return begin(stream, mode, graph, Nodes(nodes, nodes + count));
}

cudaError_t rt::StreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  if (cudaError_t error = present()) return error;
  auto &all = captures();
  std::lock_guard lock(all.mutex);
  if (graph) *graph = nullptr;
  Capture *capture = of(stream);
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != to_hip(stream)) return capture->invalid = true, cudaErrorStreamCaptureUnmatched;
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id()) return cudaErrorStreamCaptureWrongThread;
  cudaError_t result = capture->invalid ? cudaErrorStreamCaptureInvalidated : unjoined(*capture) ? cudaErrorStreamCaptureUnjoined : cudaSuccess;
  if (!result && graph) *graph = capture->own ? capture->own.release() : capture->graph;
  dissolve(capture);
  return result;
}

cudaError_t rt::StreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  if (status && active_captures.load(std::memory_order_relaxed) == 0) {  // the libraries ask before every call
    SCALE_READY();
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
  }
  return info(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t rt::StreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **nodes, size_t *count) {
  return info(stream, status, id, graph, nodes, nullptr, count);
}

cudaError_t rt::StreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges, size_t *count) {
  return info(stream, status, id, graph, nodes, edges, count);
}

cudaError_t rt::StreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count, unsigned flags) {
  SCALE_READY();
  std::lock_guard lock(captures().mutex);
  Capture *capture = of(stream);
  if (!capture || (count && !nodes)) return capture ? cudaErrorInvalidValue : cudaErrorIllegalState;
  auto &last = capture->last[to_hip(stream)];
  if (flags == cudaStreamSetCaptureDependencies) last.clear();
  unite(last, Nodes(nodes, nodes + count));
  return cudaSuccess;
}

cudaError_t rt::StreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *, size_t count, unsigned flags) {
  return rt::StreamUpdateCaptureDependencies(stream, nodes, count, flags);
}

cudaError_t rt::ThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  if (!mode || *mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  std::swap(*mode, thread_mode);
  return cudaSuccess;
}

}  // namespace scale
