// SPDX-License-Identifier: Apache-2.0
// Global alignment of two sequences (Needleman and Wunsch): the score table is filled in 32 x 32 tiles, one kernel launch
// for each diagonal of tiles, and inside a tile diagonal by diagonal with a barrier between them.
#include <algorithm>
#include <vector>

#include "example.h"

constexpr int kTile = 32;
constexpr int kGap = -2;

__host__ __device__ int similarity(char a, char b) { return a == b ? 3 : -1; }

// `scores` has (n + 1) x (n + 1) entries; n is a multiple of kTile.
__global__ void fill_diagonal(const char *a, const char *b, int *scores, int n, int diagonal, int first_row) {
  __shared__ int tile[kTile + 1][kTile + 1];
  __shared__ char part_a[kTile], part_b[kTile];
  const int tile_row = first_row + blockIdx.x;
  const int tile_column = diagonal - tile_row;
  const int row = tile_row * kTile;  // the tile's own cells begin one further down and right
  const int column = tile_column * kTile;
  const int pitch = n + 1;
  const int t = threadIdx.x;
  part_a[t] = a[row + t];
  part_b[t] = b[column + t];
  tile[t + 1][0] = scores[(row + t + 1) * pitch + column];
  tile[0][t + 1] = scores[row * pitch + column + t + 1];
  if (t == 0) tile[0][0] = scores[row * pitch + column];
  __syncthreads();
  for (int d = 0; d < 2 * kTile - 1; ++d) {
    const int i = t, j = d - t;
    if (j >= 0 && j < kTile) {
      const int take_both = tile[i][j] + similarity(part_a[i], part_b[j]);
      tile[i + 1][j + 1] = max(take_both, max(tile[i][j + 1], tile[i + 1][j]) + kGap);
    }
    __syncthreads();
  }
  for (int i = 0; i < kTile; ++i) scores[(row + i + 1) * pitch + column + t + 1] = tile[i + 1][t + 1];
}

int main(int argc, char **argv) {
  const int length = option_size(argc, argv, 1000);
  const int n = blocks_for(length, kTile) * kTile;
  const int pitch = n + 1;
  const size_t count = static_cast<size_t>(pitch) * pitch;
  std::vector<char> a(n), b(n);
  Random random(14);
  for (int i = 0; i < n; ++i) a[i] = "ACGT"[random.below(4)];
  for (int i = 0; i < n; ++i) b[i] = random.below(4) == 0 ? "ACGT"[random.below(4)] : a[(i + i / 50) % n];

  std::vector<int> expected(count, 0);
  for (int i = 0; i <= n; ++i) expected[static_cast<size_t>(i) * pitch] = expected[i] = i * kGap;
  std::vector<int> scores(expected);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) {
      const size_t at = static_cast<size_t>(i) * pitch + j;
      expected[at] = std::max(expected[at - pitch - 1] + similarity(a[i - 1], b[j - 1]),
                              std::max(expected[at - pitch], expected[at - 1]) + kGap);
    }

  char *device_a, *device_b;
  int *device_scores;
  CUDA_CHECK(cudaMalloc(&device_a, n));
  CUDA_CHECK(cudaMalloc(&device_b, n));
  CUDA_CHECK(cudaMalloc(&device_scores, sizeof(int) * count));
  CUDA_CHECK(cudaMemcpy(device_a, a.data(), n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_b, b.data(), n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_scores, scores.data(), sizeof(int) * count, cudaMemcpyHostToDevice));
  const int tiles = n / kTile;
  for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
    const int first_row = std::max(0, diagonal - tiles + 1);
    const int last_row = std::min(diagonal, tiles - 1);
    fill_diagonal<<<last_row - first_row + 1, kTile>>>(device_a, device_b, device_scores, n, diagonal, first_row);
    CUDA_CHECK_LAUNCH();
  }
  CUDA_CHECK(cudaMemcpy(scores.data(), device_scores, sizeof(int) * count, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_a));
  CUDA_CHECK(cudaFree(device_b));
  CUDA_CHECK(cudaFree(device_scores));

  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong += scores[i] != expected[i];
  return verdict("needleman_wunsch", wrong == 0, "%d x %d letters, best score %d, %zu cells differ", n, n, expected[count - 1], wrong);
}
