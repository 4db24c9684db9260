// SPDX-License-Identifier: Apache-2.0
// The kernels whose executed AMD instructions are counted. One source for both sides: CUDA for scale, HIP through hip.h.
#define FULL 0xffffffffu
#define KERNEL extern "C" __global__ void
#define INDEX int(blockIdx.x * blockDim.x + threadIdx.x)

// ---- cross-lane

KERNEL warp_sum(float4 *out, const float *in) {  // the first four moments of each frame of 32 samples
  const float x = in[INDEX], xx = x * x;
  float sums[4] = {x, xx, xx * x, xx * xx};
  for (int d = 16; d > 0; d >>= 1)
    for (int k = 0; k < 4; ++k) sums[k] += __shfl_xor_sync(FULL, sums[k], d);
  if ((threadIdx.x & 31) == 0) out[INDEX >> 5] = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

KERNEL warp_min_max(float *low, float *high, const float *points) {  // the bounding box of 32 points
  float a[3], b[3];
  for (int k = 0; k < 3; ++k) a[k] = b[k] = points[3 * INDEX + k];
  for (int d = 16; d > 0; d >>= 1)
    for (int k = 0; k < 3; ++k) {
      a[k] = fminf(a[k], __shfl_down_sync(FULL, a[k], d));
      b[k] = fmaxf(b[k], __shfl_down_sync(FULL, b[k], d));
    }
  if ((threadIdx.x & 31) == 0)
    for (int k = 0; k < 3; ++k) low[3 * (INDEX >> 5) + k] = a[k], high[3 * (INDEX >> 5) + k] = b[k];
}

KERNEL warp_scan(int *out, const int *in) {
  int v = in[INDEX];
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(FULL, v, d);
    if (lane >= d) v += other;
  }
  out[INDEX] = v;
}

KERNEL softmax_row(float *out, const float *in, int columns) {  // rows of at most 32 columns, two a warp
  const int row = (INDEX >> 5) * 2, lane = threadIdx.x & 31;
  float values[2], top[2], sum[2];
  for (int k = 0; k < 2; ++k) top[k] = values[k] = lane < columns ? in[(row + k) * columns + lane] : -3.4e38f;
  for (int d = 16; d > 0; d >>= 1)
    for (int k = 0; k < 2; ++k) top[k] = fmaxf(top[k], __shfl_xor_sync(FULL, top[k], d));
  for (int k = 0; k < 2; ++k) sum[k] = values[k] = __expf(values[k] - top[k]);
  for (int d = 16; d > 0; d >>= 1)
    for (int k = 0; k < 2; ++k) sum[k] += __shfl_xor_sync(FULL, sum[k], d);
  if (lane < columns)
    for (int k = 0; k < 2; ++k) out[(row + k) * columns + lane] = __fdividef(values[k], sum[k]);
}

KERNEL layer_norm_row(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ gain,
                      const float *__restrict__ bias) {  // rows of 32 features, four a warp
  const int warp = INDEX >> 5, lane = threadIdx.x & 31;
  const float g = gain[lane], b = bias[lane];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int at = (warp * 4 + k) * 32 + lane;
    const float v = in[at];
    float sum = v;
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(FULL, sum, d);
    const float off = v - sum / 32.f;
    float squares = off * off;
    for (int d = 16; d > 0; d >>= 1) squares += __shfl_xor_sync(FULL, squares, d);
    out[at] = off * rsqrtf(squares / 32.f + 1e-5f) * g + b;
  }
}

KERNEL bitonic_warp(int4 *data) {  // four columns of 32 keys
  const int4 row = data[INDEX];
  int v[4] = {row.x, row.y, row.z, row.w};
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int size = 2; size <= 32; size <<= 1)
#pragma unroll
    for (int d = size >> 1; d > 0; d >>= 1) {
      const bool up = (lane & size) == 0 || size == 32, lower = (lane & d) == 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int other = __shfl_xor_sync(FULL, v[k], d);
        v[k] = up == lower ? min(v[k], other) : max(v[k], other);
      }
    }
  data[INDEX] = make_int4(v[0], v[1], v[2], v[3]);
}

KERNEL ballot_compact(int *out, int *counts, const int *in) {
  const int v = in[INDEX], lane = threadIdx.x & 31;
  const unsigned mask = __ballot_sync(FULL, v > 0);
  const int place = __popc(mask & ((1u << lane) - 1u));
  if (v > 0) out[(INDEX & ~31) + place] = v;
  if (lane == 0) counts[INDEX >> 5] = __popc(mask);
}

KERNEL dot_product(float *out, const float *a, const float *b, int n) {  // a.b, a.a and b.b of a block, as for a cosine
  __shared__ float parts[3][32];
  float v[3] = {0.f, 0.f, 0.f};
  for (int i = INDEX; i < n; i += int(gridDim.x * blockDim.x)) v[0] += a[i] * b[i], v[1] += a[i] * a[i], v[2] += b[i] * b[i];
  for (int d = 16; d > 0; d >>= 1)
    for (int k = 0; k < 3; ++k) v[k] += __shfl_down_sync(FULL, v[k], d);
  if ((threadIdx.x & 31) == 0)
    for (int k = 0; k < 3; ++k) parts[k][threadIdx.x >> 5] = v[k];
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < 3; ++k) v[k] = threadIdx.x < blockDim.x / 32 ? parts[k][threadIdx.x] : 0.f;
    for (int d = 16; d > 0; d >>= 1)
      for (int k = 0; k < 3; ++k) v[k] += __shfl_down_sync(FULL, v[k], d);
    if (threadIdx.x == 0)
      for (int k = 0; k < 3; ++k) out[3 * blockIdx.x + k] = v[k];
  }
}

KERNEL arg_max(float *best, int *where, const float *in) {
  float v = in[INDEX];
  int at = INDEX;
  for (int d = 16; d > 0; d >>= 1) {
    const float other = __shfl_xor_sync(FULL, v, d);
    const int place = __shfl_xor_sync(FULL, at, d);
    if (other > v || (other == v && place < at)) v = other, at = place;
  }
  if ((threadIdx.x & 31) == 0) best[INDEX >> 5] = v, where[INDEX >> 5] = at;
}

KERNEL segmented_scan(int *out, const int *in, const int *heads) {
  int v = in[INDEX], flag = heads[INDEX];
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(FULL, v, d), mark = __shfl_up_sync(FULL, flag, d);
    if (lane >= d && !flag) v += other;
    if (lane >= d) flag |= mark;
  }
  out[INDEX] = v;
}

KERNEL transpose_shuffle(int *out, const int *in) {  // 8 x 8 blocks held by 8 lanes, three exchange steps
  int r[8];
  const int lane = threadIdx.x & 7, base = (INDEX >> 3) * 64;
#pragma unroll
  for (int k = 0; k < 8; ++k) r[k] = in[base + k * 8 + lane];
#pragma unroll
  for (int d = 4; d > 0; d >>= 1)
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if ((k & d) == 0) {
        const bool upper = lane & d;
        const int give = upper ? r[k] : r[k + d], got = __shfl_xor_sync(FULL, give, d);
        if (upper) r[k] = got;
        else r[k + d] = got;
      }
#pragma unroll
  for (int k = 0; k < 8; ++k) out[base + k * 8 + lane] = r[k];
}

// ---- not cross-lane

KERNEL vector_add(float *c, const float *a, const float *b, int n) {
  const int i = INDEX;
  if (i < n) c[i] = a[i] + b[i];
}

KERNEL saxpy(float *y, const float *x, float a, int n) {
  for (int i = INDEX; i < n; i += int(gridDim.x * blockDim.x)) y[i] = a * x[i] + y[i];
}

KERNEL matmul_tiled(float *c, const float *a, const float *b, int n) {
  __shared__ float s[16][16], t[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0.f;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = a[row * n + k + x];
    t[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[y][j] * t[j][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

KERNEL reduce_shared(float *out, const float *in) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[INDEX];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

KERNEL scan_shared(int *out, const int *in) {
  __shared__ int s[2][256];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[INDEX];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[INDEX] = s[from][t];
}

KERNEL stencil_2d(float *out, const float *in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

KERNEL histogram_shared(unsigned *bins, const unsigned char *in, int n) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += int(gridDim.x * blockDim.x)) atomicAdd(&s[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

KERNEL histogram_float(float *bins, const int *keys, const float *weights, int n) {
  const int i = INDEX;
  if (i < n) atomicAdd(&bins[keys[i]], weights[i]);
}

KERNEL n_body(float4 *force, const float4 *bodies, int n) {
  const float4 me = bodies[INDEX];
  float x = 0.f, y = 0.f, z = 0.f;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), pull = other.w * inverse * inverse * inverse;
    x += pull * dx, y += pull * dy, z += pull * dz;
  }
  force[INDEX] = make_float4(x, y, z, 0.f);
}

KERNEL black_scholes(float *call, const float *price, const float *strike, const float *years) {
  const int i = INDEX;
  const float s = price[i], k = strike[i], t = years[i], rate = 0.02f, spread = 0.3f;
  const float root = sqrtf(t), d1 = (logf(s / k) + (rate + 0.5f * spread * spread) * t) / (spread * root), d2 = d1 - spread * root;
  const float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
  call[i] = s * n1 - k * expf(-rate * t) * n2;
}

KERNEL k_means_assign(int *label, const float *points, const float *centres, int clusters) {
  const float x = points[2 * INDEX], y = points[2 * INDEX + 1];
  float best = 3.4e38f;
  int at = 0;
  for (int c = 0; c < clusters; ++c) {
    const float dx = x - centres[2 * c], dy = y - centres[2 * c + 1], distance = dx * dx + dy * dy;
    if (distance < best) best = distance, at = c;
  }
  label[INDEX] = at;
}

KERNEL convolve_row(float *out, const float *in, const float *taps, int n) {
  __shared__ float s[256 + 16];
  const int i = INDEX, t = threadIdx.x;
  s[t + 8] = in[i];
  if (t < 8) {
    s[t] = i >= 8 ? in[i - 8] : 0.f;
    s[t + 264] = i + 256 < n ? in[i + 256] : 0.f;
  }
  __syncthreads();
  float sum = 0.f;
  for (int k = 0; k <= 16; ++k) sum += taps[k] * s[t + k];
  out[i] = sum;
}

KERNEL transpose_shared(float *out, const float *in, int n) {
  __shared__ float s[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) s[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(v + k) * n + u] = s[threadIdx.x][threadIdx.y + k];
}

KERNEL mandelbrot(int *out, int width, float step) {
  const int i = INDEX;
  const float cx = -2.f + step * (i % width), cy = -1.f + step * (i / width);
  float x = 0.f, y = 0.f;
  int k = 0;
  for (; k < 100 && x * x + y * y < 4.f; ++k) {
    const float next = x * x - y * y + cx;
    y = 2.f * x * y + cy;
    x = next;
  }
  out[i] = k;
}

KERNEL hash_mix(unsigned long long *out, const unsigned long long *in) {
  unsigned long long h = in[INDEX];
  for (int k = 0; k < 4; ++k) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 29;
    h = (h << 13) | (h >> 51);
  }
  out[INDEX] = h;
}

KERNEL spmv_csr(float *y, const int *rows, const int *columns, const float *values, const float *x, int n) {
  const int i = INDEX;
  if (i >= n) return;
  float sum = 0.f;
  for (int k = rows[i]; k < rows[i + 1]; ++k) sum += values[k] * x[columns[k]];
  y[i] = sum;
}

KERNEL grey_scale(unsigned char *out, const uchar4 *in, int n) {
  const int i = INDEX;
  if (i >= n) return;
  const uchar4 p = in[i];
  out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}

KERNEL divide_64(long long *out, const long long *a, const long long *b) { out[INDEX] = a[INDEX] / b[INDEX] + a[INDEX] % b[INDEX]; }

KERNEL double_poly(double *out, const double *in) {
  const double x = in[INDEX];
  double sum = 1.0;
  for (int k = 12; k > 0; --k) sum = sum * x / k + 1.0;
  out[INDEX] = sum / (1.0 + x * x);
}
