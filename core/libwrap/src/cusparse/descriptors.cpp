// SPDX-License-Identifier: Apache-2.0
// Handles and descriptors: cuSPARSE documentation, "cuSPARSE Management API" and "cuSPARSE Generic APIs".
#include "descriptors.h"

#include <new>

#include "../common/dynamic_library.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace

namespace {

template <class Object>
cusparseStatus_t made(Object **result, const Object &object, bool holds) {
  if (result == nullptr || !holds) return CUSPARSE_STATUS_INVALID_VALUE;
  *result = new (std::nothrow) Object(object);
  return *result != nullptr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
template <class Object>
cusparseStatus_t destroyed(const Object *object) {
  delete object;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t sparse(cusparseSpMatDescr_t *result, cusparseFormat_t format, std::int64_t rows, std::int64_t columns, std::int64_t count, const void *offsets,
                        const void *indices, const void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                        cudaDataType type) {
  if (element_size(type) == 0) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return made(result,
              {format, rows, columns, count, const_cast<void *>(offsets), const_cast<void *>(indices), const_cast<void *>(values), offset_type, index_type, base, type,
               CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, 1, 0, 0},
              rows >= 0 && columns >= 0 && count >= 0);
}

// Everything that a getter was given a place for.
template <class T, class U>
void tell(T *place, U value) {
  if (place != nullptr) *place = static_cast<T>(value);
}
template <class T>
void tell_pointer(T **place, void *value) {
  if (place != nullptr) *place = value;
}

}  // namespace

SCALE_API cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *handle = nullptr;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return made(handle, {kMagic, nullptr, CUSPARSE_POINTER_MODE_HOST}, true);
}
SCALE_API cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  cudaStreamSynchronize(handle->stream);
  handle->magic = 0;
  return destroyed(handle);
}
SCALE_API cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  tell(stream, handle->stream);
  return when(stream != nullptr);
}
SCALE_API cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (mode != CUSPARSE_POINTER_MODE_HOST && mode != CUSPARSE_POINTER_MODE_DEVICE) return CUSPARSE_STATUS_INVALID_VALUE;
  handle->pointer_mode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  tell(mode, handle->pointer_mode);
  return when(mode != nullptr);
}
SCALE_API cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  tell(version, CUSPARSE_VERSION);
  return when(version != nullptr);
}
SCALE_API cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value) {
  tell(value, type == MAJOR_VERSION ? CUSPARSE_VER_MAJOR : type == MINOR_VERSION ? CUSPARSE_VER_MINOR : CUSPARSE_VER_PATCH);
  return when(value != nullptr && type <= PATCH_LEVEL);
}

SCALE_API const char *cusparseGetErrorName(cusparseStatus_t status) {
  switch (status) {
#define SCALE_NAME(name) \
  case name: return #name;
    SCALE_NAME(CUSPARSE_STATUS_SUCCESS)
    SCALE_NAME(CUSPARSE_STATUS_NOT_INITIALIZED)
    SCALE_NAME(CUSPARSE_STATUS_ALLOC_FAILED)
    SCALE_NAME(CUSPARSE_STATUS_INVALID_VALUE)
    SCALE_NAME(CUSPARSE_STATUS_ARCH_MISMATCH)
    SCALE_NAME(CUSPARSE_STATUS_MAPPING_ERROR)
    SCALE_NAME(CUSPARSE_STATUS_EXECUTION_FAILED)
    SCALE_NAME(CUSPARSE_STATUS_INTERNAL_ERROR)
    SCALE_NAME(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
    SCALE_NAME(CUSPARSE_STATUS_ZERO_PIVOT)
    SCALE_NAME(CUSPARSE_STATUS_NOT_SUPPORTED)
    SCALE_NAME(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef SCALE_NAME
  }
  return "unrecognized error code";
}
SCALE_API const char *cusparseGetErrorString(cusparseStatus_t status) {
  switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return "success";
    case CUSPARSE_STATUS_NOT_INITIALIZED: return "initialization error";
    case CUSPARSE_STATUS_ALLOC_FAILED: return "out of memory";
    case CUSPARSE_STATUS_INVALID_VALUE: return "invalid value";
    case CUSPARSE_STATUS_ARCH_MISMATCH: return "architecture mismatch";
    case CUSPARSE_STATUS_MAPPING_ERROR: return "texture memory mapping failure";
    case CUSPARSE_STATUS_EXECUTION_FAILED: return "kernel launch failure";
    case CUSPARSE_STATUS_INTERNAL_ERROR: return "internal error";
    case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: return "matrix type not supported";
    case CUSPARSE_STATUS_ZERO_PIVOT: return "zero pivot";
    case CUSPARSE_STATUS_NOT_SUPPORTED: return "operation not supported";
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES: return "insufficient resources";
  }
  return "unrecognized error code";
}

// ---- Descriptors of the older interface
SCALE_API cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *result) {
  return made(result, {CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_INDEX_BASE_ZERO}, true);
}
SCALE_API cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) { return destroyed(descriptor); }
#define SCALE_FIELD(Name, Type, field)                                                           \
  SCALE_API cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t descriptor, Type value) {   \
    if (descriptor == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                             \
    descriptor->field = value;                                                                   \
    return CUSPARSE_STATUS_SUCCESS;                                                              \
  }                                                                                              \
  SCALE_API Type cusparseGetMat##Name(const cusparseMatDescr_t descriptor) { return descriptor->field; }
SCALE_FIELD(Type, cusparseMatrixType_t, type)
SCALE_FIELD(FillMode, cusparseFillMode_t, fill)
SCALE_FIELD(DiagType, cusparseDiagType_t, diag)
SCALE_FIELD(IndexBase, cusparseIndexBase_t, base)

// ---- Generic descriptors; each creator and getter has a form for constant data
#define SCALE_CREATORS(Const, Q)                                                                                                                       \
  SCALE_API cusparseStatus_t cusparseCreate##Const##Csr(cusparse##Const##SpMatDescr_t *result, int64_t rows, int64_t columns, int64_t count,           \
                                                        Q void *offsets, Q void *indices, Q void *values, cusparseIndexType_t offset_type,             \
                                                        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {                 \
    return sparse(const_cast<cusparseSpMatDescr_t *>(result), CUSPARSE_FORMAT_CSR, rows, columns, count, offsets, indices, values, offset_type,        \
                  index_type, base, type);                                                                                                             \
  }                                                                                                                                                    \
  SCALE_API cusparseStatus_t cusparseCreate##Const##Csc(cusparse##Const##SpMatDescr_t *result, int64_t rows, int64_t columns, int64_t count,           \
                                                        Q void *offsets, Q void *indices, Q void *values, cusparseIndexType_t offset_type,             \
                                                        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {                 \
    return sparse(const_cast<cusparseSpMatDescr_t *>(result), CUSPARSE_FORMAT_CSC, rows, columns, count, offsets, indices, values, offset_type,        \
                  index_type, base, type);                                                                                                             \
  }                                                                                                                                                    \
  SCALE_API cusparseStatus_t cusparseCreate##Const##Coo(cusparse##Const##SpMatDescr_t *result, int64_t rows, int64_t columns, int64_t count,           \
                                                        Q void *row_indices, Q void *indices, Q void *values, cusparseIndexType_t index_type,          \
                                                        cusparseIndexBase_t base, cudaDataType type) {                                                 \
    return sparse(const_cast<cusparseSpMatDescr_t *>(result), CUSPARSE_FORMAT_COO, rows, columns, count, row_indices, indices, values, index_type,     \
                  index_type, base, type);                                                                                                             \
  }                                                                                                                                                    \
  SCALE_API cusparseStatus_t cusparseCreate##Const##DnVec(cusparse##Const##DnVecDescr_t *result, int64_t size, Q void *values, cudaDataType type) {    \
    return made(const_cast<cusparseDnVecDescr_t *>(result), {size, const_cast<void *>(values), type}, size >= 0 && element_size(type) != 0);           \
  }                                                                                                                                                    \
  SCALE_API cusparseStatus_t cusparseCreate##Const##DnMat(cusparse##Const##DnMatDescr_t *result, int64_t rows, int64_t columns, int64_t ld,            \
                                                          Q void *values, cudaDataType type, cusparseOrder_t order) {                                  \
    const int64_t least = order == CUSPARSE_ORDER_COL ? rows : columns;                                                                                \
    return made(const_cast<cusparseDnMatDescr_t *>(result), {rows, columns, ld, const_cast<void *>(values), type, order, 1, 0},                        \
                rows >= 0 && columns >= 0 && ld >= least && element_size(type) != 0);                                                                  \
  }                                                                                                                                                    \
  SCALE_API cusparseStatus_t cusparseCreate##Const##SpVec(cusparse##Const##SpVecDescr_t *result, int64_t size, int64_t count, Q void *indices,         \
                                                          Q void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base,                    \
                                                          cudaDataType type) {                                                                         \
    return made(const_cast<cusparseSpVecDescr_t *>(result),                                                                                            \
                {size, count, const_cast<void *>(indices), const_cast<void *>(values), index_type, base, type},                                        \
                size >= 0 && count >= 0 && element_size(type) != 0);                                                                                   \
  }
SCALE_CREATORS(, )
SCALE_CREATORS(Const, const)

#define SCALE_COMPRESSED_GETTER(Prefix, Name, Handle, Q)                                                                                      \
  SCALE_API cusparseStatus_t cusparse##Prefix##Name##Get(Handle m, int64_t *rows, int64_t *columns, int64_t *count, Q void **offsets,         \
                                                         Q void **indices, Q void **values, cusparseIndexType_t *offset_type,                 \
                                                         cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type) {    \
    if (m == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                   \
    tell(rows, m->rows), tell(columns, m->columns), tell(count, m->count), tell(offset_type, m->offset_type);                                 \
    tell(index_type, m->index_type), tell(base, m->base), tell(type, m->type);                                                                \
    tell_pointer(offsets, m->offsets), tell_pointer(indices, m->indices), tell_pointer(values, m->values);                                    \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                           \
  }
SCALE_COMPRESSED_GETTER(, Csr, cusparseSpMatDescr_t, )
SCALE_COMPRESSED_GETTER(Const, Csr, cusparseConstSpMatDescr_t, const)
SCALE_COMPRESSED_GETTER(, Csc, cusparseSpMatDescr_t, )
SCALE_COMPRESSED_GETTER(Const, Csc, cusparseConstSpMatDescr_t, const)

#define SCALE_GETTERS(Const, Q)                                                                                                                \
  SCALE_API cusparseStatus_t cusparse##Const##CooGet(cusparse##Const##SpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *count,         \
                                                     Q void **row_indices, Q void **indices, Q void **values, cusparseIndexType_t *index_type, \
                                                     cusparseIndexBase_t *base, cudaDataType *type) {                                          \
    if (m == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                    \
    tell(rows, m->rows), tell(columns, m->columns), tell(count, m->count), tell(index_type, m->index_type), tell(base, m->base);               \
    tell(type, m->type);                                                                                                                       \
    tell_pointer(row_indices, m->offsets), tell_pointer(indices, m->indices), tell_pointer(values, m->values);                                 \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                            \
  }                                                                                                                                            \
  SCALE_API cusparseStatus_t cusparse##Const##DnVecGet(cusparse##Const##DnVecDescr_t v, int64_t *size, Q void **values, cudaDataType *type) {  \
    if (v == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                    \
    tell(size, v->size), tell(type, v->type), tell_pointer(values, v->values);                                                                 \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                            \
  }                                                                                                                                            \
  SCALE_API cusparseStatus_t cusparse##Const##DnMatGet(cusparse##Const##DnMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *ld,          \
                                                       Q void **values, cudaDataType *type, cusparseOrder_t *order) {                          \
    if (m == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                    \
    tell(rows, m->rows), tell(columns, m->columns), tell(ld, m->ld), tell(type, m->type), tell(order, m->order);                               \
    tell_pointer(values, m->values);                                                                                                           \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                            \
  }                                                                                                                                            \
  SCALE_API cusparseStatus_t cusparse##Const##SpVecGet(cusparse##Const##SpVecDescr_t v, int64_t *size, int64_t *count, Q void **indices,       \
                                                       Q void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base,            \
                                                       cudaDataType *type) {                                                                   \
    if (v == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                    \
    tell(size, v->size), tell(count, v->count), tell(index_type, v->index_type), tell(base, v->base), tell(type, v->type);                     \
    tell_pointer(indices, v->indices), tell_pointer(values, v->values);                                                                        \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                            \
  }
SCALE_GETTERS(, )
SCALE_GETTERS(Const, const)

// The values of each kind: get, get constant, set; and the end of its descriptors.
#define SCALE_VALUES(Kind)                                                                                              \
  SCALE_API cusparseStatus_t cusparse##Kind##GetValues(cusparse##Kind##Descr_t d, void **values) {                      \
    if (d == nullptr || values == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                        \
    *values = d->values;                                                                                                \
    return CUSPARSE_STATUS_SUCCESS;                                                                                     \
  }                                                                                                                     \
  SCALE_API cusparseStatus_t cusparseConst##Kind##GetValues(cusparseConst##Kind##Descr_t d, const void **values) {      \
    if (d == nullptr || values == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                        \
    *values = d->values;                                                                                                \
    return CUSPARSE_STATUS_SUCCESS;                                                                                     \
  }                                                                                                                     \
  SCALE_API cusparseStatus_t cusparse##Kind##SetValues(cusparse##Kind##Descr_t d, void *values) {                       \
    if (d == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                             \
    d->values = values;                                                                                                 \
    return CUSPARSE_STATUS_SUCCESS;                                                                                     \
  }                                                                                                                     \
  SCALE_API cusparseStatus_t cusparseDestroy##Kind(cusparseConst##Kind##Descr_t d) { return destroyed(d); }
SCALE_VALUES(SpVec)
SCALE_VALUES(DnVec)
SCALE_VALUES(SpMat)
SCALE_VALUES(DnMat)

SCALE_API cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t v, cusparseIndexBase_t *base) {
  if (v == nullptr || base == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *base = v->base;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t m, cusparseIndexBase_t *base) {
  if (m == nullptr || base == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *base = m->base;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t m, cusparseFormat_t *format) {
  if (m == nullptr || format == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *format = m->format;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *count) {
  if (m == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  tell(rows, m->rows), tell(columns, m->columns), tell(count, m->count);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t set_pointers(cusparseSpMatDescr_t m, cusparseFormat_t format, void *offsets, void *indices, void *values) {
  if (m == nullptr || m->format != format) return CUSPARSE_STATUS_INVALID_VALUE;
  m->offsets = offsets, m->indices = indices, m->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values) {
  return set_pointers(m, CUSPARSE_FORMAT_CSR, offsets, indices, values);
}
SCALE_API cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values) {
  return set_pointers(m, CUSPARSE_FORMAT_CSC, offsets, indices, values);
}
SCALE_API cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t m, void *rows, void *indices, void *values) {
  return set_pointers(m, CUSPARSE_FORMAT_COO, rows, indices, values);
}
static cusparseStatus_t set_batch(cusparseSpMatDescr_t m, int count, int64_t offsets, int64_t values) {
  if (m == nullptr || count < 1) return CUSPARSE_STATUS_INVALID_VALUE;
  m->batch_count = count, m->offset_stride = offsets, m->value_stride = values;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t m, int count, int64_t offsets, int64_t values) { return set_batch(m, count, offsets, values); }
SCALE_API cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t m, int count, int64_t stride) { return set_batch(m, count, stride, stride); }
SCALE_API cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t m, int *count) {
  if (m == nullptr || count == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *count = m->batch_count;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t m, int count, int64_t stride) {
  if (m == nullptr || count < 1) return CUSPARSE_STATUS_INVALID_VALUE;
  m->batch_count = count, m->batch_stride = stride;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t m, int *count, int64_t *stride) {
  if (m == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  tell(count, m->batch_count), tell(stride, m->batch_stride);
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size) {
  if (m == nullptr || data == nullptr || size != sizeof(int)) return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) m->fill = *static_cast<cusparseFillMode_t *>(data);
  else m->diag = *static_cast<cusparseDiagType_t *>(data);
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data, size_t size) {
  if (m == nullptr || data == nullptr || size != sizeof(int)) return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) *static_cast<cusparseFillMode_t *>(data) = m->fill;
  else *static_cast<cusparseDiagType_t *>(data) = m->diag;
  return CUSPARSE_STATUS_SUCCESS;
}
