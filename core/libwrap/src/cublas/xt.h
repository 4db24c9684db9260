// SPDX-License-Identifier: Apache-2.0
// What the generated functions of cublasXt stand on: cuBLAS documentation, "Using the cuBLASXt API". All work goes to the first of the
// selected devices; operands in host memory are copied there and back.
#pragma once

#include <cublasXt.h>

#include <cstdint>
#include <vector>

namespace scale::cublas::xt {

// One call: makes the selected device current while it lives, and holds the copies of the operands.
class Call {
 public:
  explicit Call(cublasXtHandle_t handle);
  ~Call();
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  // The address to compute at, of a column-major matrix; an operand that is not const comes back to its place in `finish`.
  template <class T>
  const T *operand(const T *matrix, std::size_t rows, std::size_t columns, std::size_t leading) {
    return static_cast<const T *>(place(const_cast<T *>(matrix), rows, columns, leading, sizeof(T), false));
  }
  template <class T>
  T *operand(T *matrix, std::size_t rows, std::size_t columns, std::size_t leading) {
    return static_cast<T *>(place(matrix, rows, columns, leading, sizeof(T), true));
  }
  // A packed symmetric matrix, written out into its triangle of a full one with leading dimension `order`.
  template <class T>
  const T *unpacked(cublasFillMode_t uplo, const T *packed, std::size_t order) {
    return static_cast<const T *>(unpack(uplo, packed, order, sizeof(T)));
  }

  bool ready() const { return status_ == CUBLAS_STATUS_SUCCESS; }
  cublasStatus_t status() const { return status_; }
  cublasHandle_t blas() const { return blas_; }
  // Waits for the work, brings results back and gives the call's status.
  cublasStatus_t finish(cublasStatus_t status);

 private:
  struct Copy {
    void *host, *device;
    std::size_t rows, columns, leading, bytes;
    bool comes_back;
  };

  void *place(void *matrix, std::size_t rows, std::size_t columns, std::size_t leading, std::size_t bytes, bool comes_back);
  const void *unpack(cublasFillMode_t uplo, const void *packed, std::size_t order, std::size_t bytes);
  void *reserve(std::size_t bytes);

  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  cublasHandle_t blas_ = nullptr;
  int previous_device_ = -1;
  std::vector<Copy> copies_;
  std::vector<void *> reserved_;
};

inline int64_t word(std::size_t size) { return static_cast<int64_t>(size); }
template <class T>
T word(T value) {
  return value;
}

}  // namespace scale::cublas::xt
