// SPDX-License-Identifier: Apache-2.0
// Curves tessellated as finely as each is bent, with memory from the device's heap; and an LU decomposition by one thread that launches the
// steps: a block's column, the row swaps, the triangular solve, the update.
#include <cmath>
#include <cstdio>
#include <vector>

// --- curves
constexpr int kMost = 32;
struct Curve {
  float2 control[3];
  float2 *points;
  int count;
};
__forceinline__ __device__ float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__forceinline__ __device__ float2 operator*(float s, float2 a) { return {s * a.x, s * a.y}; }
__device__ float bend(const float2 *c) {
  const float2 middle = 0.5f * (c[0] + c[2]);
  const float dx = c[1].x - middle.x, dy = c[1].y - middle.y, lx = c[2].x - c[0].x, ly = c[2].y - c[0].y;
  return sqrtf(dx * dx + dy * dy) / sqrtf(lx * lx + ly * ly);
}
__global__ void points_of(int index, Curve *curves, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float u = float(i) / float(count - 1), v = 1 - u;
  Curve &c = curves[index];
  c.points[i] = v * v * c.control[0] + 2 * u * v * c.control[1] + u * u * c.control[2];
}
__global__ void tessellate(Curve *curves, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curves[i].count = min(max(int(bend(curves[i].control) * 16), 4), kMost);
  if (cudaMalloc((void **)&curves[i].points, curves[i].count * sizeof(float2)) != cudaSuccess) return;
  points_of<<<(curves[i].count + 31) / 32, 32>>>(i, curves, curves[i].count);
}
__global__ void gather(const Curve *curves, float2 *out, int n) {
  for (int i = threadIdx.x; i < n * kMost; i += blockDim.x)
    out[i] = i % kMost < curves[i / kMost].count ? curves[i / kMost].points[i % kMost] : float2{0, 0};
}
__global__ void release(Curve *curves, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cudaFree(curves[i].points);
}

// --- LU with partial pivoting, right-looking, column-major
__global__ void find_pivot(const double *a, int n, int k, int *pivot) {
  __shared__ double best[64];
  __shared__ int where[64];
  const int t = threadIdx.x;
  best[t] = -1, where[t] = k;
  for (int i = k + t; i < n; i += 64)
    if (fabs(a[i + k * n]) > best[t]) best[t] = fabs(a[i + k * n]), where[t] = i;
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (t < s && (best[t + s] > best[t] || (best[t + s] == best[t] && where[t + s] < where[t]))) best[t] = best[t + s], where[t] = where[t + s];
    __syncthreads();
  }
  if (t == 0) pivot[k] = where[0];
}
__global__ void swap_rows(double *a, int n, int k, const int *pivot) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, p = pivot[k];
  if (j < n && p != k) {
    const double v = a[k + j * n];
    a[k + j * n] = a[p + j * n];
    a[p + j * n] = v;
  }
}
__global__ void scale_column(double *a, int n, int k) {
  const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i + k * n] /= a[k + k * n];
}
__global__ void update(double *a, int n, int k) {
  const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, j = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) a[i + j * n] -= a[i + k * n] * a[k + j * n];
}
// Each matrix has its block; its thread launches the steps, which run in their order.
__global__ void decompose(double *matrices, int n, int *pivots, int *info) {
  double *a = matrices + blockIdx.x * n * n;
  int *pivot = pivots + blockIdx.x * n;
  if (threadIdx.x != 0) return;
  for (int k = 0; k < n; ++k) {
    find_pivot<<<1, 64>>>(a, n, k, pivot);
    swap_rows<<<(n + 31) / 32, 32>>>(a, n, k, pivot);
    const int rest = n - k - 1;
    if (rest == 0) break;
    scale_column<<<(rest + 31) / 32, 32>>>(a, n, k);
    update<<<dim3((rest + 7) / 8, (rest + 7) / 8), dim3(8, 8)>>>(a, n, k);
  }
  info[blockIdx.x] = cudaGetLastError();
}

int main() {
  const int n = 60;
  std::vector<Curve> curves(n);
  unsigned state = 3;
  auto next = [&] { return state = state * 1664525u + 1013904223u, (state >> 8) / 16777216.0f; };
  for (auto &c : curves)
    for (auto &p : c.control) p.x = next(), p.y = next();
  Curve *on_device;
  float2 *out;
  cudaMalloc(&on_device, n * sizeof(Curve)), cudaMalloc(&out, n * kMost * sizeof(float2));
  cudaMemcpy(on_device, curves.data(), n * sizeof(Curve), cudaMemcpyHostToDevice);
  tessellate<<<(n + 63) / 64, 64>>>(on_device, n);
  gather<<<1, 64>>>(on_device, out, n);
  release<<<(n + 63) / 64, 64>>>(on_device, n);
  std::vector<Curve> made(n);
  std::vector<float2> got(n * kMost);
  cudaMemcpy(made.data(), on_device, n * sizeof(Curve), cudaMemcpyDeviceToHost);
  cudaMemcpy(got.data(), out, n * kMost * sizeof(float2), cudaMemcpyDeviceToHost);
  double worst = 0;
  int fine = 0;
  for (int i = 0; i < n; ++i) {
    fine += made[i].count > 4;
    for (int k = 0; k < made[i].count; ++k) {
      const double u = double(k) / (made[i].count - 1), v = 1 - u;
      const float2 *c = curves[i].control;
      worst = std::fmax(worst, std::fabs(v * v * c[0].x + 2 * u * v * c[1].x + u * u * c[2].x - got[i * kMost + k].x));
      worst = std::fmax(worst, std::fabs(v * v * c[0].y + 2 * u * v * c[1].y + u * u * c[2].y - got[i * kMost + k].y));
    }
  }
  printf("curves: %s, %s\n", worst < 1e-6 && fine > 10 ? "right" : "wrong", cudaGetErrorString(cudaGetLastError()));

  const int size = 24, count = 3;
  std::vector<double> matrices(size * size * count), lu(matrices.size());
  for (auto &x : matrices) x = next() - 0.5;
  double *a;
  int *pivots, *info;
  cudaMalloc(&a, matrices.size() * 8);
  cudaMallocManaged(&pivots, size * count * sizeof(int)), cudaMallocManaged(&info, count * sizeof(int));
  cudaMemcpy(a, matrices.data(), matrices.size() * 8, cudaMemcpyHostToDevice);
  decompose<<<count, 32>>>(a, size, pivots, info);
  cudaMemcpy(lu.data(), a, lu.size() * 8, cudaMemcpyDeviceToHost);
  double error = 0;
  int swaps = 0;
  for (int m = 0; m < count; ++m) {
    double *original = matrices.data() + m * size * size;
    const double *f = lu.data() + m * size * size;
    error += info[m];
    for (int k = 0; k < size; ++k) {
      const int p = pivots[m * size + k];
      swaps += p != k;
      for (int j = 0; j < size; ++j) std::swap(original[k + j * size], original[p + j * size]);
    }
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        double sum = 0;
        for (int k = 0; k <= std::min(i, j); ++k) sum += (k == i ? 1 : f[i + k * size]) * f[k + j * size];
        error = std::fmax(error, std::fabs(sum - original[i + j * size]));
      }
  }
  printf("decomposition: %s, %s\n", error < 1e-12 && swaps > 20 ? "right" : "wrong", cudaGetErrorString(cudaGetLastError()));
}
