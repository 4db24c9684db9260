// SPDX-License-Identifier: Apache-2.0
#include "hipblaslt.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "../common/device_kind.h"
#include "../common/dynamic_library.h"
#include "../cublas/hipblas.h"

namespace scale::cublaslt::hip {
namespace {

// hipblasLtMatmulAlgo_t and hipblasLtMatmulHeuristicResult_t.
struct Algo {
  std::uint8_t data[16];
  std::size_t max_workspace;
};
struct Result {
  Algo algo;
  std::size_t workspace;
  int state;
  float waves;
  int reserved[4];
};
constexpr std::uint64_t kOurs = 0x5ca1e1ab;  // marks a cublasLtMatmulAlgo_t that holds one of hipBLASLt's

enum LayoutAttribute { kBatchCount = 0, kBatchStride = 1, kOrder = 3 };
enum MatmulAttribute { kTransA = 0, kTransB = 1, kEpilogue = 2, kBiasPointer = 3, kBiasType = 4, kAScale = 5, kBScale = 6, kCScale = 7, kDScale = 8, kAuxScale = 9, kAux = 10,
                       kAuxLd = 11, kAuxStride = 12, kPointerMode = 13, kAmaxD = 14, kAuxType = 22, kBiasStride = 23 };
enum TransformAttribute { kTransformPointerMode = 1, kTransformA = 2, kTransformB = 3 };
constexpr int kMaxWorkspace = 1;  // HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES

DynamicLibrary &library() {
  static DynamicLibrary hipblaslt("hipBLASLt (libhipblaslt.so)", "install ROCm's hipblaslt package or set SCALE_HIPBLASLT to the library's path", "SCALE_HIPBLASLT",
                                  {"libhipblaslt.so.1", "libhipblaslt.so.0", "libhipblaslt.so"});
  return hipblaslt;
}

template <class... Arguments>
cublasStatus_t call(const char *name, Arguments... arguments) {
  void *address = library().symbol(name);
  if (address == nullptr) return library().available() ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_NOT_INITIALIZED;
  return cublas::hip::Function::status(reinterpret_cast<int (*)(Arguments...)>(address)(arguments...));
}

// One handle a device: programs may pass a cublasHandle_t where cuBLASLt's is expected, so theirs is not looked into.
void *handle() {
  static std::mutex lock;
  static std::map<int, void *> handles;
  int device = 0;
  cudaGetDevice(&device);
  const std::lock_guard<std::mutex> guard(lock);
  void *&own = handles[device];
  if (own == nullptr) call("hipblasLtCreate", &own);
  return own;
}

// hipBLASLt's objects for one call; they go when the call ends.
class Objects {
 public:
  Objects() = default;
  Objects(const Objects &) = delete;
  ~Objects() {
    for (const auto &[name, object] : made_) call(name, object);
  }
  void *layout(const Layout &matrix) {
    void *object = nullptr;
    // The last dimension of hipBLASLt's layouts is signed, the others are not.
    keep(call("hipblasLtMatrixLayoutCreate", &object, static_cast<int>(matrix.type), matrix.rows, matrix.columns, matrix.ld), "hipblasLtMatrixLayoutDestroy", object);
    const std::int32_t order = matrix.order == CUBLASLT_ORDER_ROW ? 1 : 0;
    if (matrix.order != CUBLASLT_ORDER_ROW && matrix.order != CUBLASLT_ORDER_COL) status_ = CUBLAS_STATUS_NOT_SUPPORTED;
    set("hipblasLtMatrixLayoutSetAttribute", object, kOrder, order);
    set("hipblasLtMatrixLayoutSetAttribute", object, kBatchCount, matrix.batch_count);
    set("hipblasLtMatrixLayoutSetAttribute", object, kBatchStride, matrix.batch_stride);
    return object;
  }
  void *matmul(const Matmul &fields) {
    void *object = nullptr;
    keep(call("hipblasLtMatmulDescCreate", &object, cublas::hip::word(static_cast<cublasComputeType_t>(fields.compute_type)), static_cast<int>(fields.scale_type)),
         "hipblasLtMatmulDescDestroy", object);
    const char *name = "hipblasLtMatmulDescSetAttribute";
    set(name, object, kTransA, static_cast<std::int32_t>(cublas::hip::word(static_cast<cublasOperation_t>(fields.transa))));
    set(name, object, kTransB, static_cast<std::int32_t>(cublas::hip::word(static_cast<cublasOperation_t>(fields.transb))));
    set(name, object, kPointerMode, fields.pointer_mode);
    set(name, object, kEpilogue, fields.epilogue);
    if (fields.bias != nullptr) {
      set(name, object, kBiasPointer, fields.bias);
      if (fields.bias_type >= 0) set(name, object, kBiasType, fields.bias_type);
      if (fields.bias_stride != 0) set(name, object, kBiasStride, fields.bias_stride);
    }
    if (fields.aux != nullptr) {
      set(name, object, kAux, fields.aux);
      set(name, object, kAuxLd, fields.aux_ld);
      if (fields.aux_stride != 0) set(name, object, kAuxStride, fields.aux_stride);
      if (fields.aux_type >= 0) set(name, object, kAuxType, fields.aux_type);
    }
    const std::pair<int, const void *> pointers[] = {{kAScale, fields.a_scale}, {kBScale, fields.b_scale},     {kCScale, fields.c_scale},
                                                     {kDScale, fields.d_scale}, {kAuxScale, fields.aux_scale}, {kAmaxD, fields.d_amax}};
    for (const auto &[attribute, pointer] : pointers)
      if (pointer != nullptr) set(name, object, attribute, pointer);
    return object;
  }
  void *preference(std::uint64_t max_workspace) {
    void *object = nullptr;
    keep(call("hipblasLtMatmulPreferenceCreate", &object), "hipblasLtMatmulPreferenceDestroy", object);
    set("hipblasLtMatmulPreferenceSetAttribute", object, kMaxWorkspace, max_workspace);
    return object;
  }
  void *transform(const Transform &fields) {
    void *object = nullptr;
    keep(call("hipblasLtMatrixTransformDescCreate", &object, static_cast<int>(fields.scale_type)), "hipblasLtMatrixTransformDescDestroy", object);
    const char *name = "hipblasLtMatrixTransformDescSetAttribute";
    set(name, object, kTransformPointerMode, fields.pointer_mode);
    set(name, object, kTransformA, static_cast<std::int32_t>(cublas::hip::word(static_cast<cublasOperation_t>(fields.transa))));
    set(name, object, kTransformB, static_cast<std::int32_t>(cublas::hip::word(static_cast<cublasOperation_t>(fields.transb))));
    return object;
  }
  cublasStatus_t status() const { return status_; }

 private:
  void keep(cublasStatus_t status, const char *destroy, void *object) {
    if (status != CUBLAS_STATUS_SUCCESS) status_ = status;
    else made_.emplace_back(destroy, object);
  }
  template <class T>
  void set(const char *name, void *object, int attribute, const T &value) {
    if (status_ == CUBLAS_STATUS_SUCCESS) status_ = call(name, object, attribute, static_cast<const void *>(&value), sizeof value);
  }
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  std::vector<std::pair<const char *, void *>> made_;
};

struct Prepared {
  Objects objects;
  void *matmul, *a, *b, *c, *d;
  explicit Prepared(const Problem &problem)
      : matmul(objects.matmul(problem.descriptor)), a(objects.layout(problem.a)), b(objects.layout(problem.b)), c(objects.layout(problem.c)), d(objects.layout(problem.d)) {}
};

cublasStatus_t ask(Prepared &prepared, std::size_t max_workspace, std::vector<Result> &results) {
  void *preference = prepared.objects.preference(max_workspace);
  if (prepared.objects.status() != CUBLAS_STATUS_SUCCESS) return prepared.objects.status();
  int found = 0;
  const cublasStatus_t status = call("hipblasLtMatmulAlgoGetHeuristic", handle(), prepared.matmul, prepared.a, prepared.b, prepared.c, prepared.d, preference,
                                     static_cast<int>(results.size()), results.data(), &found);
  results.resize(static_cast<std::size_t>(std::max(found, 0)));
  return status != CUBLAS_STATUS_SUCCESS ? status : results.empty() ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
}

}  // namespace

bool available() { return library().available(); }

cublasStatus_t heuristic(const Problem &problem, std::size_t max_workspace, int wanted, cublasLtMatmulHeuristicResult_t *results, int *found) {
  *found = 0;
  Prepared prepared(problem);
  std::vector<Result> theirs(static_cast<std::size_t>(wanted));
  if (const cublasStatus_t status = ask(prepared, max_workspace, theirs); status != CUBLAS_STATUS_SUCCESS) return status;
  for (const Result &one : theirs) {
    cublasLtMatmulHeuristicResult_t &out = results[(*found)++];
    out = {};
    std::memcpy(&out.algo.data[4], &one.algo, sizeof one.algo);
    out.algo.data[7] = kOurs;
    out.workspaceSize = one.workspace;
    out.state = cublas::hip::Function::status(one.state);
    out.wavesCount = one.waves;
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t multiply(const Problem &problem, const void *alpha, const void *A, const void *B, const void *beta, const void *C, void *D,
                        const cublasLtMatmulAlgo_t *algorithm, void *workspace, std::size_t size, cudaStream_t stream) {
  Prepared prepared(problem);
  Algo algo{};
  if (algorithm != nullptr && algorithm->data[7] == kOurs) {
    std::memcpy(&algo, &algorithm->data[4], sizeof algo);
  } else {
    std::vector<Result> results(1);
    if (const cublasStatus_t status = ask(prepared, size, results); status != CUBLAS_STATUS_SUCCESS) return status;
    algo = results[0].algo;
  }
  if (prepared.objects.status() != CUBLAS_STATUS_SUCCESS) return prepared.objects.status();
  return call("hipblasLtMatmul", handle(), prepared.matmul, alpha, A, prepared.a, B, prepared.b, beta, C, prepared.c, D, prepared.d, static_cast<const void *>(&algo),
              workspace, size, hip_stream(stream));
}

cublasStatus_t transform(const Transform &fields, const void *alpha, const void *A, const Layout &a, const void *beta, const void *B, const Layout *b, void *C,
                         const Layout &c, cudaStream_t stream) {
  Objects objects;
  void *descriptor = objects.transform(fields), *from = objects.layout(a), *other = b != nullptr ? objects.layout(*b) : nullptr, *to = objects.layout(c);
  if (objects.status() != CUBLAS_STATUS_SUCCESS) return objects.status();
  return call("hipblasLtMatrixTransform", handle(), descriptor, alpha, A, from, beta, B, other, C, to, hip_stream(stream));
}

}  // namespace scale::cublaslt::hip
