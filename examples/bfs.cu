// SPDX-License-Identifier: Apache-2.0
// Breadth-first search, one kernel launch a level, on a graph read from a text file. `--graph FILE` names the file:
// first line `NODES EDGES`, then one line `FROM TO` an edge. Without it a random graph of `--size` nodes is written to a
// temporary file and read back.
#include <unistd.h>

#include <queue>
#include <string>
#include <vector>

#include "example.h"

struct Graph {  // edges of node i: targets[offsets[i] … offsets[i + 1])
  std::vector<int> offsets;
  std::vector<int> targets;
};

Graph read_graph(const char *path) {
  FILE *file = std::fopen(path, "r");
  int nodes = 0, edges = 0;
  if (file == nullptr || std::fscanf(file, "%d %d", &nodes, &edges) != 2 || nodes < 1 || edges < 0) {
    std::fprintf(stderr, "%s: cannot read a graph\n", path);
    std::exit(2);
  }
  std::vector<int> from(edges), to(edges);
  Graph graph;
  graph.offsets.assign(nodes + 1, 0);
  graph.targets.resize(edges);
  for (int e = 0; e < edges; ++e) {
    if (std::fscanf(file, "%d %d", &from[e], &to[e]) != 2 || from[e] < 0 || from[e] >= nodes || to[e] < 0 || to[e] >= nodes) {
      std::fprintf(stderr, "%s: edge %d is not a pair of nodes\n", path, e);
      std::exit(2);
    }
    ++graph.offsets[from[e] + 1];
  }
  std::fclose(file);
  for (int i = 0; i < nodes; ++i) graph.offsets[i + 1] += graph.offsets[i];
  std::vector<int> next(graph.offsets.begin(), graph.offsets.end() - 1);
  for (int e = 0; e < edges; ++e) graph.targets[next[from[e]]++] = to[e];
  return graph;
}

// A chain with random short cuts, and some nodes that nothing leads to.
void write_graph(FILE *file, int nodes) {
  Random random(12);
  const int reachable = nodes - nodes / 10;
  std::string lines;
  int edges = 0;
  for (int i = 0; i < nodes; ++i) {
    if (i + 1 < reachable && i % 7 == 0) lines += std::to_string(i) + " " + std::to_string(i + 1) + "\n", ++edges;
    for (int k = 0; k < 3; ++k) {
      lines += std::to_string(i) + " " + std::to_string(random.below(reachable)) + "\n";
      ++edges;
    }
  }
  std::fprintf(file, "%d %d\n%s", nodes, edges, lines.c_str());
}

__global__ void expand(const int *offsets, const int *targets, int *level, int nodes, int current, int *found) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || level[node] != current) return;
  for (int e = offsets[node]; e < offsets[node + 1]; ++e) {
    const int other = targets[e];
    if (atomicCAS(&level[other], -1, current + 1) == -1) *found = 1;  // all writers write the same
  }
}

int main(int argc, char **argv) {
  const int size = option_size(argc, argv, 30000);
  Graph graph;
  if (const char *path = option_text(argc, argv, "--graph")) {
    graph = read_graph(path);
  } else {
    const char *folder = std::getenv("TMPDIR");
    std::string name = std::string(folder != nullptr ? folder : "/tmp") + "/bfs-XXXXXX";
    const int descriptor = mkstemp(&name[0]);
    FILE *file = descriptor < 0 ? nullptr : fdopen(descriptor, "w");
    if (file == nullptr) {
      std::fprintf(stderr, "%s: cannot be written\n", name.c_str());
      return 2;
    }
    write_graph(file, size);
    std::fclose(file);
    graph = read_graph(name.c_str());
    unlink(name.c_str());
  }
  const int nodes = static_cast<int>(graph.offsets.size()) - 1;
  const int edges = static_cast<int>(graph.targets.size());

  int *offsets, *targets, *level, *found;
  CUDA_CHECK(cudaMalloc(&offsets, sizeof(int) * (nodes + 1)));
  CUDA_CHECK(cudaMalloc(&targets, sizeof(int) * (edges + 1)));
  CUDA_CHECK(cudaMalloc(&level, sizeof(int) * nodes));
  CUDA_CHECK(cudaMalloc(&found, sizeof(int)));
  CUDA_CHECK(cudaMemcpy(offsets, graph.offsets.data(), sizeof(int) * (nodes + 1), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(targets, graph.targets.data(), sizeof(int) * edges, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(level, 0xff, sizeof(int) * nodes));
  CUDA_CHECK(cudaMemset(level, 0, sizeof(int)));  // the search starts at node 0
  int more = 1, levels = 0;
  for (; more != 0; ++levels) {
    CUDA_CHECK(cudaMemset(found, 0, sizeof(int)));
    expand<<<blocks_for(nodes, 256), 256>>>(offsets, targets, level, nodes, levels, found);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&more, found, sizeof(int), cudaMemcpyDeviceToHost));
  }
  std::vector<int> result(nodes);
  CUDA_CHECK(cudaMemcpy(result.data(), level, sizeof(int) * nodes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(offsets));
  CUDA_CHECK(cudaFree(targets));
  CUDA_CHECK(cudaFree(level));
  CUDA_CHECK(cudaFree(found));

  std::vector<int> expected(nodes, -1);
  std::queue<int> queue;
  expected[0] = 0;
  queue.push(0);
  while (!queue.empty()) {
    const int node = queue.front();
    queue.pop();
    for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; ++e)
      if (expected[graph.targets[e]] < 0) {
        expected[graph.targets[e]] = expected[node] + 1;
        queue.push(graph.targets[e]);
      }
  }
  int wrong = 0, reached = 0;
  for (int i = 0; i < nodes; ++i) {
    wrong += result[i] != expected[i];
    reached += result[i] >= 0;
  }
  return verdict("bfs", wrong == 0, "%d nodes, %d edges, %d reached in %d levels, %d differ", nodes, edges, reached, levels, wrong);
}
