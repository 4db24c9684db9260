// A tridiagonal system by conjugate gradients: cuSPARSE's product, cuBLAS's vector operations and a kernel, all on one stream; then the
// same by cuSOLVER's Cholesky. Linked as programs link: -lcublas -lcusparse -lcusolver.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    if (int status = static_cast<int>(call)) {                                 \
      std::printf("%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, status);   \
      return 1;                                                                \
    }                                                                          \
  } while (0)

__global__ void fill(float *values, int n, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = value;
}

int main() {
  const int n = 300;
  std::vector<int> offsets{0}, columns;
  std::vector<float> values;
  for (int row = 0; row < n; ++row) {
    for (int column = row - 1; column <= row + 1; ++column)
      if (column >= 0 && column < n) columns.push_back(column), values.push_back(column == row ? 2.5f : -1.0f);
    offsets.push_back(static_cast<int>(columns.size()));
  }
  int *d_offsets, *d_columns;
  float *d_values, *x, *r, *p, *ap;
  CHECK(cudaMalloc(&d_offsets, sizeof(int) * offsets.size()));
  CHECK(cudaMalloc(&d_columns, sizeof(int) * columns.size()));
  CHECK(cudaMalloc(&d_values, sizeof(float) * values.size()));
  for (float **v : {&x, &r, &p, &ap}) CHECK(cudaMalloc(v, sizeof(float) * n));
  CHECK(cudaMemcpy(d_offsets, offsets.data(), sizeof(int) * offsets.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_columns, columns.data(), sizeof(int) * columns.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_values, values.data(), sizeof(float) * values.size(), cudaMemcpyHostToDevice));
  cudaStream_t stream;
  cublasHandle_t blas;
  cusparseHandle_t sparse;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cublasCreate(&blas));
  CHECK(cublasSetStream(blas, stream));
  CHECK(cusparseCreate(&sparse));
  CHECK(cusparseSetStream(sparse, stream));
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vp, vap;
  CHECK(cusparseCreateCsr(&a, n, n, values.size(), d_offsets, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&vp, n, p, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&vap, n, ap, CUDA_R_32F));
  const float one = 1, zero = 0;
  size_t size = 0;
  void *buffer = nullptr;
  CHECK(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vp, &zero, vap, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
  CHECK(cudaMalloc(&buffer, size));
  fill<<<(n + 127) / 128, 128, 0, stream>>>(x, n, 0);
  fill<<<(n + 127) / 128, 128, 0, stream>>>(r, n, 1);
  CHECK(cublasScopy(blas, n, r, 1, p, 1));
  float rr = 0;
  CHECK(cublasSdot(blas, n, r, 1, r, 1, &rr));
  int steps = 0;
  while (rr > 1e-10f && steps < 200) {
    CHECK(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vp, &zero, vap, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
    float pap = 0;
    CHECK(cublasSdot(blas, n, p, 1, ap, 1, &pap));
    const float alpha = rr / pap, minus = -alpha;
    CHECK(cublasSaxpy(blas, n, &alpha, p, 1, x, 1));
    CHECK(cublasSaxpy(blas, n, &minus, ap, 1, r, 1));
    float next = 0;
    CHECK(cublasSdot(blas, n, r, 1, r, 1, &next));
    const float beta = next / rr;
    CHECK(cublasSscal(blas, n, &beta, p, 1));
    CHECK(cublasSaxpy(blas, n, &one, r, 1, p, 1));
    rr = next;
    ++steps;
  }
  std::vector<float> solution(n), dense(n * n, 0.0f), right(n, 1.0f);
  CHECK(cudaMemcpyAsync(solution.data(), x, sizeof(float) * n, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  for (int row = 0; row < n; ++row)
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) dense[row + columns[k] * n] = values[k];
  float *d_dense, *d_right, *work;
  int *info, lwork = 0, host_info = -1;
  cusolverDnHandle_t solver;
  CHECK(cusolverDnCreate(&solver));
  CHECK(cudaMalloc(&d_dense, sizeof(float) * n * n));
  CHECK(cudaMalloc(&d_right, sizeof(float) * n));
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemcpy(d_dense, dense.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_right, right.data(), sizeof(float) * n, cudaMemcpyHostToDevice));
  CHECK(cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, d_dense, n, &lwork));
  CHECK(cudaMalloc(&work, sizeof(float) * lwork));
  CHECK(cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, d_dense, n, work, lwork, info));
  CHECK(cusolverDnSpotrs(solver, CUBLAS_FILL_MODE_LOWER, n, 1, d_dense, n, d_right, n, info));
  CHECK(cudaMemcpy(&host_info, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(right.data(), d_right, sizeof(float) * n, cudaMemcpyDeviceToHost));
  float difference = 0;
  for (int i = 0; i < n; ++i) difference = std::fmax(difference, std::fabs(right[i] - solution[i]));
  std::printf("%s, info %d, difference %s\n", steps < 60 ? "converged" : "did not converge", host_info, difference < 1e-4f ? "small" : "large");
  return 0;
}
