// SPDX-License-Identifier: Apache-2.0
// cublasLtMatmul and cublasLtMatrixTransform on the CPU device. Semantics: cuBLAS documentation, "cublasLtMatmul()" and "cublasLtEpilogue_t".
#include <cmath>

#include "../common/device_kind.h"
#include "../cublas/typed.h"
#include "descriptors.h"
#include "hipblaslt.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

struct cublasLtContext {
  std::uint32_t magic;
};

namespace scale::cublaslt {
namespace {

using cublas::cpu::element_size;
using cublas::cpu::load;
using cublas::cpu::store;
using Value = std::complex<double>;

constexpr std::uint32_t kLtMagic = 0x5ca1eb17;

cudaDataType type_of(const Layout &matrix) { return static_cast<cudaDataType>(matrix.type); }

// Index of an element in a column- or row-major matrix of one batch.
std::int64_t place(const Layout &matrix, std::int64_t row, std::int64_t column) {
  return matrix.order == CUBLASLT_ORDER_ROW ? row * matrix.ld + column : row + column * matrix.ld;
}

bool supported(const Layout &matrix) {
  return (matrix.order == CUBLASLT_ORDER_COL || matrix.order == CUBLASLT_ORDER_ROW) && matrix.batch_mode == CUBLASLT_BATCH_MODE_STRIDED &&
         element_size(type_of(matrix)) != 0;
}

bool well_formed(const Layout &matrix) {
  const std::uint64_t least = matrix.order == CUBLASLT_ORDER_ROW ? matrix.columns : matrix.rows;
  return matrix.ld >= static_cast<std::int64_t>(least) && matrix.batch_count >= 1;
}

template <class Pointer>
Pointer batch(Pointer base, const Layout &matrix, std::int64_t index) {
  using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<Pointer>>, const char, char>;
  return static_cast<Pointer>(static_cast<Byte *>(base) + index * matrix.batch_stride * static_cast<std::int64_t>(element_size(type_of(matrix))));
}

// op(matrix), dense and column-major.
template <class M>
std::vector<M> operand(const Layout &matrix, cublasOperation_t op, const void *base) {
  const std::int64_t rows = static_cast<std::int64_t>(op == CUBLAS_OP_N ? matrix.rows : matrix.columns);
  const std::int64_t columns = static_cast<std::int64_t>(op == CUBLAS_OP_N ? matrix.columns : matrix.rows);
  std::vector<M> dense(static_cast<std::size_t>(rows * columns));
  for (std::int64_t column = 0; column < columns; ++column)
    for (std::int64_t row = 0; row < rows; ++row) {
      Value value = load(type_of(matrix), base, op == CUBLAS_OP_N ? place(matrix, row, column) : place(matrix, column, row));
      if (op == CUBLAS_OP_C) value = std::conj(value);
      M &element = dense[static_cast<std::size_t>(row + column * rows)];
      if constexpr (cublas::blas::is_complex<M>) element = M(static_cast<typename M::value_type>(value.real()), static_cast<typename M::value_type>(value.imag()));
      else element = static_cast<M>(value.real());
    }
  return dense;
}

// The tanh form that cuBLASLt documents for its GELU.
double gelu(double x) { return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }

struct Call {
  Matmul descriptor;
  Layout a, b, c, d;
  const void *A, *B, *C;
  void *D;
};

double scale_factor(const void *pointer) { return pointer != nullptr ? *static_cast<const float *>(pointer) : 1.0; }

template <class M>
void multiply(const Call &call, Value alpha, Value beta) {
  const auto opa = static_cast<cublasOperation_t>(call.descriptor.transa), opb = static_cast<cublasOperation_t>(call.descriptor.transb);
  const int m = static_cast<int>(call.d.rows), n = static_cast<int>(call.d.columns);
  const int k = static_cast<int>(opa == CUBLAS_OP_N ? call.a.columns : call.a.rows);
  const std::uint32_t epilogue = call.descriptor.epilogue;
  const auto d_type = type_of(call.d);
  const auto bias_type = call.descriptor.bias_type >= 0 ? static_cast<cudaDataType>(call.descriptor.bias_type) : d_type;
  const auto aux_type = call.descriptor.aux_type >= 0 ? static_cast<cudaDataType>(call.descriptor.aux_type) : d_type;
  const Value factor = alpha * scale_factor(call.descriptor.a_scale) * scale_factor(call.descriptor.b_scale);
  for (std::int64_t index = 0; index < call.d.batch_count; ++index) {
    const std::vector<M> left = operand<M>(call.a, opa, batch(call.A, call.a, index)), right = operand<M>(call.b, opb, batch(call.B, call.b, index));
    std::vector<M> product(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
    cublas::cpu::gemm_now<M>(CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, M(1), left.data(), std::max(m, 1), right.data(), std::max(k, 1), M(0),
                             product.data(), std::max(m, 1));
    const void *source = beta == 0.0 ? nullptr : batch(call.C, call.c, index);
    void *target = batch(call.D, call.d, index);
    const std::int64_t aux_base = index * call.descriptor.aux_stride;
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = 0; row < m; ++row) {
        Value value = factor * Value(product[static_cast<std::size_t>(row + column * m)]);
        if (source != nullptr) value += beta * scale_factor(call.descriptor.c_scale) * load(type_of(call.c), source, place(call.c, row, column));
        if ((epilogue & CUBLASLT_EPILOGUE_BIAS) != 0) value += load(bias_type, call.descriptor.bias, row + index * call.descriptor.bias_stride);
        const bool relu = (epilogue & CUBLASLT_EPILOGUE_RELU) != 0, gelu_wanted = (epilogue & CUBLASLT_EPILOGUE_GELU) != 0;
        if ((epilogue & 128) != 0) {  // auxiliary output: the GELU input, or one bit per element for ReLU
          const std::int64_t at = aux_base + row + column * call.descriptor.aux_ld;
          if (gelu_wanted) {
            store(aux_type, call.descriptor.aux, at, value);
          } else {
            auto *bits = static_cast<unsigned char *>(call.descriptor.aux);
            const auto mask = static_cast<unsigned char>(1u << (at % 8));
            bits[at / 8] = static_cast<unsigned char>(value.real() > 0 ? bits[at / 8] | mask : bits[at / 8] & ~mask);
          }
        }
        if (relu) value = value.real() > 0 || std::isnan(value.real()) ? value.real() : 0.0;
        if (gelu_wanted) value = gelu(value.real());
        store(d_type, target, place(call.d, row, column), value * scale_factor(call.descriptor.d_scale));
      }
  }
}

constexpr std::uint32_t kKnownEpilogues[] = {
    CUBLASLT_EPILOGUE_DEFAULT,   CUBLASLT_EPILOGUE_RELU,      CUBLASLT_EPILOGUE_RELU_AUX,  CUBLASLT_EPILOGUE_BIAS,
    CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_GELU,  CUBLASLT_EPILOGUE_GELU_AUX,
    CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX_BIAS};

cublasStatus_t check(const Call &call) {
  const Matmul &descriptor = call.descriptor;
  for (const Layout *matrix : {&call.a, &call.b, &call.c, &call.d}) {
    if (!supported(*matrix)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!well_formed(*matrix) || matrix->batch_count != call.d.batch_count) return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (!cublas::cpu::all_valid(static_cast<cublasOperation_t>(descriptor.transa), static_cast<cublasOperation_t>(descriptor.transb)))
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool plain_a = descriptor.transa == CUBLAS_OP_N, plain_b = descriptor.transb == CUBLAS_OP_N;
  const std::uint64_t m = plain_a ? call.a.rows : call.a.columns, k = plain_a ? call.a.columns : call.a.rows;
  if (k != (plain_b ? call.b.rows : call.b.columns) || m != call.d.rows || (plain_b ? call.b.columns : call.b.rows) != call.d.columns ||
      call.c.rows != call.d.rows || call.c.columns != call.d.columns)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!cublas::cpu::fit(m, k, call.d.columns)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (descriptor.transc != CUBLAS_OP_N || descriptor.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!cublas::cpu::combination_exists(static_cast<cublasComputeType_t>(descriptor.compute_type), type_of(call.a), type_of(call.b), type_of(call.d)))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  bool known = false;
  for (const std::uint32_t epilogue : kKnownEpilogues) known = known || epilogue == descriptor.epilogue;
  if (!known) return CUBLAS_STATUS_NOT_SUPPORTED;
  if ((descriptor.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0 && descriptor.bias == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if ((descriptor.epilogue & 128) != 0 && descriptor.aux == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

cublasContext context_for(int pointer_mode, cudaStream_t stream) {
  cublasContext context{};
  context.pointer_mode = pointer_mode == CUBLASLT_POINTER_MODE_HOST ? CUBLAS_POINTER_MODE_HOST : CUBLAS_POINTER_MODE_DEVICE;
  context.stream = stream;
  return context;
}

}  // namespace
}  // namespace scale::cublaslt

using namespace scale::cublaslt;  // NOLINT: this file is the C interface of the namespace

SCALE_API cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!(scale::device_is_rocm() ? hip::available() : scale::cublas::blas::library().available())) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) cublasLtContext{kLtMagic};
  return *handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
SCALE_API cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  if (handle == nullptr || handle->magic != kLtMagic) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->magic = 0;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

// A cublasHandle_t is accepted as a cublasLtHandle_t (cuBLAS documentation, "cublasLtHandle_t"), so the handle itself is only asked to be there.
SCALE_API cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor, const void *alpha, const void *A,
                                        cublasLtMatrixLayout_t a, const void *B, cublasLtMatrixLayout_t b, const void *beta, const void *C,
                                        cublasLtMatrixLayout_t c, void *D, cublasLtMatrixLayout_t d, const cublasLtMatmulAlgo_t *algorithm,
                                        void *workspace, size_t workspace_size, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (descriptor == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr || alpha == nullptr || beta == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (scale::device_is_rocm())
    return hip::multiply({matmul(descriptor), layout(a), layout(b), layout(c), layout(d)}, alpha, A, B, beta, C, D, algorithm, workspace, workspace_size, stream);
  const Call call{matmul(descriptor), layout(a), layout(b), layout(c), layout(d), A, B, C, D};
  if (const cublasStatus_t status = check(call); status != CUBLAS_STATUS_SUCCESS) return status;
  cublasContext context = context_for(call.descriptor.pointer_mode, stream);
  const auto scale_type = static_cast<cudaDataType>(call.descriptor.scale_type);
  using scale::cublas::cpu::RawScalar;
  return scale::cublas::cpu::submit(context, [=, first = RawScalar(context, alpha, scale_type), second = RawScalar(context, beta, scale_type)] {
    const Value factor = load(scale_type, first.get(), 0), kept = load(scale_type, second.get(), 0);
    const cudaDataType type = type_of(call.d), input = type_of(call.a);
    if (input == CUDA_R_64F || input == CUDA_R_8I) multiply<double>(call, factor, kept);
    else if (input == CUDA_C_64F) multiply<std::complex<double>>(call, factor, kept);
    else if (scale::cublas::cpu::is_complex_type(type)) multiply<std::complex<float>>(call, factor, kept);
    else multiply<float>(call, factor, kept);
  });
}

SCALE_API cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t descriptor, const void *alpha,
                                                 const void *A, cublasLtMatrixLayout_t a, const void *beta, const void *B,
                                                 cublasLtMatrixLayout_t b, void *C, cublasLtMatrixLayout_t c, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (descriptor == nullptr || a == nullptr || c == nullptr || alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Transform fields = transform(descriptor);
  if (scale::device_is_rocm())
    return hip::transform(fields, alpha, A, layout(a), beta, B, b != nullptr ? &layout(b) : nullptr, C, layout(c), stream);
  const Layout from = layout(a), second = b != nullptr ? layout(b) : layout(a), to = layout(c);
  for (const Layout *matrix : {&from, &second, &to}) {
    if (!supported(*matrix)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!well_formed(*matrix)) return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto shape_matches = [&](const Layout &matrix, int op) {
    return op == CUBLAS_OP_N ? matrix.rows == to.rows && matrix.columns == to.columns : matrix.columns == to.rows && matrix.rows == to.columns;
  };
  if (!shape_matches(from, fields.transa) || (b != nullptr && !shape_matches(second, fields.transb))) return CUBLAS_STATUS_INVALID_VALUE;
  cublasContext context = context_for(fields.pointer_mode, stream);
  const auto scale_type = static_cast<cudaDataType>(fields.scale_type);
  const bool both = B != nullptr && b != nullptr && beta != nullptr;
  using scale::cublas::cpu::RawScalar;
  return scale::cublas::cpu::submit(context, [=, first = RawScalar(context, alpha, scale_type), other = RawScalar(context, both ? beta : alpha, scale_type)] {
    const Value factor = load(scale_type, first.get(), 0), kept = both ? load(scale_type, other.get(), 0) : 0.0;
    const auto element = [](const Layout &matrix, int op, const void *base, std::int64_t row, std::int64_t column) {
      const Value value = load(type_of(matrix), base, op == CUBLAS_OP_N ? place(matrix, row, column) : place(matrix, column, row));
      return op == CUBLAS_OP_C ? std::conj(value) : value;
    };
    for (std::int64_t index = 0; index < to.batch_count; ++index)
      for (std::int64_t row = 0; row < static_cast<std::int64_t>(to.rows); ++row)
        for (std::int64_t column = 0; column < static_cast<std::int64_t>(to.columns); ++column) {
          Value value = factor * element(from, fields.transa, batch(A, from, index), row, column);
          if (both && kept != 0.0) value += kept * element(second, fields.transb, batch(B, second, index), row, column);
          store(type_of(to), batch(C, to, index), place(to, row, column), value);
        }
  });
}

namespace {

cublasLtMatmulAlgo_t only_algorithm() {
  cublasLtMatmulAlgo_t algorithm{};
  Algorithm fields{};
  fields.split_k = 1;
  std::memcpy(&algorithm, &fields, sizeof fields);
  return algorithm;
}

}  // namespace

SCALE_API cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor, cublasLtMatrixLayout_t a,
                                                 cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                                 const cublasLtMatmulAlgo_t *algorithm, cublasLtMatmulHeuristicResult_t *result) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (descriptor == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr || result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (scale::device_is_rocm()) {
    int found = 0;
    return hip::heuristic({matmul(descriptor), layout(a), layout(b), layout(c), layout(d)}, SIZE_MAX, 1, result, &found);
  }
  Call call{matmul(descriptor), layout(a), layout(b), layout(c), layout(d), nullptr, nullptr, nullptr, nullptr};
  call.descriptor.bias = call.descriptor.bias != nullptr ? call.descriptor.bias : descriptor;  // heuristics are asked before pointers are set
  call.descriptor.aux = call.descriptor.aux != nullptr ? call.descriptor.aux : descriptor;
  const cublasStatus_t status = check(call);
  *result = {};
  result->algo = algorithm != nullptr ? *algorithm : only_algorithm();
  result->state = status;
  result->wavesCount = 1;
  return status;
}

SCALE_API cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor, cublasLtMatrixLayout_t a,
                                                        cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                                        cublasLtMatmulPreference_t preference, int wanted,
                                                        cublasLtMatmulHeuristicResult_t *results, int *found) {
  if (results == nullptr || found == nullptr || wanted < 1) return CUBLAS_STATUS_INVALID_VALUE;
  *found = 0;
  if (scale::device_is_rocm()) {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (descriptor == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const std::uint64_t workspace = preference != nullptr ? reinterpret_cast<const Preference *>(preference)->max_workspace : 0;
    return hip::heuristic({matmul(descriptor), layout(a), layout(b), layout(c), layout(d)}, workspace, wanted, results, found);
  }
  const cublasStatus_t status = cublasLtMatmulAlgoCheck(handle, descriptor, a, b, c, d, nullptr, results);
  if (status == CUBLAS_STATUS_SUCCESS) *found = 1;
  return status;
}

SCALE_API cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t, cudaDataType_t a,
                                                  cudaDataType_t b, cudaDataType_t, cudaDataType_t d, int wanted, int ids[], int *found) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (wanted < 1 || ids == nullptr || found == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const bool exists = scale::cublas::cpu::combination_exists(compute, a, b, d);
  *found = exists ? 1 : 0;
  if (exists) ids[0] = 0;
  return exists ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

SCALE_API cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t, cudaDataType_t a,
                                                cudaDataType_t b, cudaDataType_t, cudaDataType_t d, int id, cublasLtMatmulAlgo_t *algorithm) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (algorithm == nullptr || id != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!scale::cublas::cpu::combination_exists(compute, a, b, d)) return CUBLAS_STATUS_NOT_SUPPORTED;
  *algorithm = only_algorithm();
  return CUBLAS_STATUS_SUCCESS;
}
