// SPDX-License-Identifier: Apache-2.0
// A quadtree over points in the unit square: each grid of four blocks sorts the points of four cells and launches the next level.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  float x0, y0, x1, y1;
  __host__ __device__ Box quarter(int q) const {
    const float xm = 0.5f * (x0 + x1), ym = 0.5f * (y0 + y1);
    return {q & 1 ? xm : x0, q & 2 ? ym : y0, q & 1 ? x1 : xm, q & 2 ? y1 : ym};
  }
  __host__ __device__ bool holds(float2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
};
struct Node {
  Box box;
  int begin, end, id, leaf;
};
struct Settings {
  int deepest, least;
};

// The nodes of one level lie together, by number; `first` is where those of this level start, of which there are `size`.
template <int THREADS>
__global__ void build(Node *nodes, int parent, float2 *from, float2 *to, int depth, Settings settings, float2 *points, int first, int size) {
  constexpr int WARPS = THREADS / 32;
  __shared__ int count[4][WARPS];
  Node &node = nodes[first + 4 * parent + blockIdx.x];
  const int n = node.end - node.begin;
  if (depth >= settings.deepest || n <= settings.least) {
    node.leaf = 1;
    if (from != points)
      for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS) points[i] = from[i];
    return;
  }
  // Each warp has a share of the points; where its points of a quarter go follows from what all warps have.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, share = ((n + WARPS - 1) / WARPS + 31) / 32 * 32;
  const int begin = node.begin + warp * share, end = min(begin + share, node.end);
  int mine[4] = {0, 0, 0, 0};
  for (int i = begin + lane; __any_sync(~0u, i < end); i += 32)
    for (int q = 0; q < 4; ++q) mine[q] += __popc(__ballot_sync(~0u, i < end && node.box.quarter(q).holds(from[min(i, end - 1)])));
  if (lane < 4) count[lane][warp] = mine[lane];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = node.begin;
    for (int q = 0; q < 4; ++q)
      for (int w = 0; w < WARPS; ++w) {
        const int here = count[q][w];
        count[q][w] = sum;
        sum += here;
      }
  }
  __syncthreads();
  int at[4], start[5];
  for (int q = 0; q < 4; ++q) at[q] = count[q][warp], start[q] = count[q][0];
  start[4] = node.end;
  for (int i = begin + lane; __any_sync(~0u, i < end); i += 32) {
    const float2 p = from[min(i, end - 1)];
    for (int q = 0; q < 4; ++q) {
      const bool in = i < end && node.box.quarter(q).holds(p);
      const unsigned votes = __ballot_sync(~0u, in);
      if (in) to[at[q] + __popc(votes & ((1u << lane) - 1))] = p;
      at[q] += __popc(votes);
    }
  }
  __syncthreads();
  if (threadIdx.x == THREADS - 1) {
    Node *children = nodes + first + size + 4 * node.id;
    for (int q = 0; q < 4; ++q) children[q] = {node.box.quarter(q), start[q], start[q + 1], 4 * node.id + q, 0};
    build<THREADS><<<4, THREADS>>>(nodes, node.id, to, from, depth + 1, settings, points, first + size, 4 * size);
  }
}

static bool check(const std::vector<Node> &nodes, const std::vector<float2> &points, int depth, int id, int *seen, Settings s) {
  int first = 0;
  for (int d = 0, size = 1; d < depth; ++d, size *= 4) first += size;
  const Node &node = nodes[first + id];
  if (node.id != id) return false;
  if (node.leaf) {
    for (int i = node.begin; i < node.end; ++i)
      if (!node.box.holds(points[i])) return false;
    *seen += node.end - node.begin;
    return depth == s.deepest || node.end - node.begin <= s.least;
  }
  for (int q = 0; q < 4; ++q)
    if (!check(nodes, points, depth + 1, 4 * id + q, seen, s)) return false;
  return true;
}

int main(int argc, char **argv) {
  const int n = argc > 1 && *argv[1] ? atoi(argv[1]) : 4000;
  const Settings settings = {6, 16};
  int total = 0;
  for (int d = 0, size = 1; d <= settings.deepest; ++d, size *= 4) total += size;
  std::vector<float2> points(n);
  unsigned state = 7;
  double sum = 0, sum_after = 0;
  for (auto &p : points) {
    state = state * 1664525u + 1013904223u;
    p.x = (state >> 8) / 16777216.0f;
    state = state * 1664525u + 1013904223u;
    p.y = (state >> 8) / 16777216.0f;
    p.x *= p.x;  // more on the left
    sum += p.x + p.y;
  }
  float2 *a, *b;
  Node *nodes;
  cudaMalloc(&a, n * sizeof(float2)), cudaMalloc(&b, n * sizeof(float2)), cudaMalloc(&nodes, total * sizeof(Node));
  cudaMemcpy(a, points.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
  cudaMemset(nodes, 0, total * sizeof(Node));
  const Node root = {{0, 0, 1, 1}, 0, n, 0, 0};
  cudaMemcpy(nodes, &root, sizeof root, cudaMemcpyHostToDevice);
  build<128><<<1, 128>>>(nodes, 0, a, b, 0, settings, a, 0, 1);
  std::vector<Node> made(total);
  cudaMemcpy(points.data(), a, n * sizeof(float2), cudaMemcpyDeviceToHost);
  cudaMemcpy(made.data(), nodes, total * sizeof(Node), cudaMemcpyDeviceToHost);
  for (auto &p : points) sum_after += p.x + p.y;
  int seen = 0;
  const bool right = check(made, points, 0, 0, &seen, settings);
  printf("quadtree: %s, %d points, %s\n", right && seen == n && abs(sum - sum_after) < 1e-6 * n ? "right" : "wrong", seen, cudaGetErrorString(cudaGetLastError()));
}
