// SPDX-License-Identifier: Apache-2.0
// The kernels whose executed AMD instructions are counted. One source for both sides: CUDA for scale, HIP through hip.h.
#define FULL 0xffffffffu
#define KERNEL extern "C" __global__ void
#define INDEX int(blockIdx.x * blockDim.x + threadIdx.x)

// ---- cross-lane

KERNEL warp_sum(float *out, const float *in, int n) {
  float v = 0.f;
  for (int i = INDEX; i < n; i += int(gridDim.x * blockDim.x)) v += in[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(FULL, v, d);
  if ((threadIdx.x & 31) == 0) out[INDEX >> 5] = v;
}

KERNEL warp_min_max(int *low, int *high, const int *in) {
  int a = in[INDEX], b = a;
  for (int d = 16; d > 0; d >>= 1) {
    a = min(a, __shfl_down_sync(FULL, a, d));
    b = max(b, __shfl_down_sync(FULL, b, d));
  }
  if ((threadIdx.x & 31) == 0) low[INDEX >> 5] = a, high[INDEX >> 5] = b;
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

KERNEL softmax_row(float *out, const float *in, int columns) {
  const int row = INDEX >> 5, lane = threadIdx.x & 31;
  float values[4], top = -3.4e38f, sum = 0.f;
  for (int k = 0; k < 4; ++k) {
    const int column = lane + 32 * k;
    values[k] = column < columns ? in[row * columns + column] : -3.4e38f;
    top = fmaxf(top, values[k]);
  }
  for (int d = 16; d > 0; d >>= 1) top = fmaxf(top, __shfl_xor_sync(FULL, top, d));
  for (int k = 0; k < 4; ++k) values[k] = __expf(values[k] - top), sum += values[k];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(FULL, sum, d);
  const float scale = 1.f / sum;
  for (int k = 0; k < 4; ++k)
    if (lane + 32 * k < columns) out[row * columns + lane + 32 * k] = values[k] * scale;
}

KERNEL layer_norm_row(float *out, const float *in, const float *gain, const float *bias) {
  const int row = INDEX >> 5, lane = threadIdx.x & 31;
  float values[4], sum = 0.f, squares = 0.f;
  for (int k = 0; k < 4; ++k) {
    values[k] = in[row * 128 + lane + 32 * k];
    sum += values[k];
    squares += values[k] * values[k];
  }
  for (int d = 16; d > 0; d >>= 1) {
    sum += __shfl_xor_sync(FULL, sum, d);
    squares += __shfl_xor_sync(FULL, squares, d);
  }
  const float mean = sum / 128.f, scale = rsqrtf(squares / 128.f - mean * mean + 1e-5f);
  for (int k = 0; k < 4; ++k) out[row * 128 + lane + 32 * k] = (values[k] - mean) * scale * gain[lane + 32 * k] + bias[lane + 32 * k];
}

KERNEL bitonic_warp(int *data) {
  int v = data[INDEX];
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int size = 2; size <= 32; size <<= 1)
#pragma unroll
    for (int d = size >> 1; d > 0; d >>= 1) {
      const int other = __shfl_xor_sync(FULL, v, d);
      const bool up = (lane & size) == 0 || size == 32, lower = (lane & d) == 0;
      v = up == lower ? min(v, other) : max(v, other);
    }
  data[INDEX] = v;
}

KERNEL ballot_compact(int *out, int *counts, const int *in) {
  const int v = in[INDEX], lane = threadIdx.x & 31;
  const unsigned mask = __ballot_sync(FULL, v > 0);
  const int place = __popc(mask & ((1u << lane) - 1u));
  if (v > 0) out[(INDEX & ~31) + place] = v;
  if (lane == 0) counts[INDEX >> 5] = __popc(mask);
}

KERNEL dot_product(float *out, const float *a, const float *b, int n) {
  __shared__ float parts[32];
  float v = 0.f;
  for (int i = INDEX; i < n; i += int(gridDim.x * blockDim.x)) v += a[i] * b[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(FULL, v, d);
  if ((threadIdx.x & 31) == 0) parts[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.f;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
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
