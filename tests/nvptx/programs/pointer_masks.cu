// Pointers that are rounded up: those of va_arg in functions that are inlined, and those into shared memory.
#include <cstdio>

__device__ int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; ++i) s += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return s;
}
__device__ double products(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double factor = __builtin_va_arg(list, double);
    s += factor * __builtin_va_arg(list, int);
  }
  __builtin_va_end(list);
  return s;
}
__global__ void use(int *p, double *d) {
  extern __shared__ char dynamic[];
  __shared__ char fixed[200];
  float4 *a = (float4 *)__builtin_align_up(fixed + 5, 16), *b = (float4 *)__builtin_align_up(dynamic + 3, 16);
  a[threadIdx.x] = make_float4(1, 2, 3, (float)threadIdx.x);
  b[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x) return;
  p[0] = sum(3, 1, 2, p[1]);
  d[0] = products(2, 1.5, 2, 2.5, 4);
  p[2] = (int)b[3].w;
}
int main() {
  int *p;
  double *d;
  cudaMallocManaged(&p, 12);
  cudaMallocManaged(&d, 8);
  p[1] = 7;
  use<<<1, 8, 400>>>(p, d);
  cudaDeviceSynchronize();
  printf("%d %g %d\n", p[0], d[0], p[2]);
  return !(p[0] == 10 && d[0] == 13 && p[2] == 3);
}
