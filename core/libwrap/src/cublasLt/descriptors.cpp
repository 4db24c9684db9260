// SPDX-License-Identifier: Apache-2.0
// Creating, initialising and reading cuBLASLt's descriptors. Attribute sizes: cuBLAS documentation, "cublasLtMatmulDescAttributes_t" and kin.
#include "descriptors.h"

#include <new>

#define SCALE_API extern "C" __attribute__((visibility("default")))

namespace scale::cublaslt {
namespace {

#define SCALE_ATTRIBUTE(Type, id, field) {id, offsetof(Type, field), sizeof(Type::field)}

const Attribute kLayout[] = {
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_TYPE, type),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_ORDER, order),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_ROWS, rows),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_COLS, columns),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_LD, ld),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch_count),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, batch_stride),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, plane_offset),
    SCALE_ATTRIBUTE(Layout, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, batch_mode),
};

const Attribute kMatmul[] = {
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute_type),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale_type),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_POINTER_MODE, pointer_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_TRANSA, transa),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_TRANSB, transb),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_TRANSC, transc),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_FILL_MODE, fill_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, bias_stride),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_ld),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, sm_count_target),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, a_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, b_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, c_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, d_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, d_amax),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux_type),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, aux_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, aux_amax),
    {CUBLASLT_MATMUL_DESC_FAST_ACCUM, offsetof(Matmul, fast_accumulation), 1},
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, a_scale_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, b_scale_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_C_SCALE_MODE, c_scale_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_D_SCALE_MODE, d_scale_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, aux_scale_mode),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, d_out_scale),
    SCALE_ATTRIBUTE(Matmul, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, d_out_scale_mode),
};

const Attribute kTransform[] = {
    SCALE_ATTRIBUTE(Transform, CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, scale_type),
    SCALE_ATTRIBUTE(Transform, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, pointer_mode),
    SCALE_ATTRIBUTE(Transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, transa),
    SCALE_ATTRIBUTE(Transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, transb),
};

const Attribute kPreference[] = {
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_SEARCH_MODE, search_mode),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, max_workspace),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reduction_mask),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, align_a),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, align_b),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, align_c),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, align_d),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, max_waves),
    SCALE_ATTRIBUTE(Preference, CUBLASLT_MATMUL_PREF_IMPL_MASK, implementation_mask),
};

const Attribute kAlgorithm[] = {
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_ID, id),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, tile),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, split_k),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, reduction),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, swizzling),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, custom),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_STAGES_ID, stages),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, inner_shape),
    SCALE_ATTRIBUTE(Algorithm, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, cluster_shape),
};

// Capabilities of the one algorithm that there is: no split-K, strided batches, out of place, no custom options.
struct Capabilities {
  std::int32_t split_k = 0;
  std::uint32_t reductions = 0, swizzling = 0;
  std::int32_t strided = 1, out_of_place = 1, uplo = 0, custom_max = 0, custom_order = 0;
  std::uint32_t pointer_modes = CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE, epilogues = 0xff;
  std::uint32_t align = 1;
  std::int32_t negative_ld = 0;
};
const Capabilities kCapabilities;
const Attribute kCapability[] = {
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, split_k),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, reductions),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, swizzling),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, strided),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, out_of_place),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_UPLO_SUPPORT, uplo),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, custom_max),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, custom_order),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, pointer_modes),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_EPILOGUE_MASK, epilogues),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_LD_NEGATIVE, negative_ld),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, align),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, align),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, align),
    SCALE_ATTRIBUTE(Capabilities, CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, align),
};

template <class Opaque, class Fields>
cublasStatus_t initialise(Opaque *object, std::size_t size, const Fields &fields) {
  if (object == nullptr || size < sizeof(Fields)) return CUBLAS_STATUS_INVALID_VALUE;
  std::memset(static_cast<void *>(object), 0, size < sizeof(Opaque) ? size : sizeof(Opaque));
  std::memcpy(static_cast<void *>(object), &fields, sizeof fields);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class Fields>
cublasStatus_t create(Opaque **object, const Fields &fields) {
  if (object == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) Opaque;
  return *object == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : initialise(*object, sizeof(Opaque), fields);
}

template <class Opaque>
cublasStatus_t destroy(Opaque *object) {
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}

Layout layout_fields(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t ld) {
  Layout fields{};
  fields.type = type;
  fields.order = CUBLASLT_ORDER_COL;
  fields.rows = rows;
  fields.columns = columns;
  fields.ld = ld;
  fields.batch_count = 1;
  return fields;
}

Matmul matmul_fields(cublasComputeType_t compute, cudaDataType_t scale) {
  Matmul fields{};
  fields.compute_type = compute;
  fields.scale_type = scale;
  fields.fill_mode = CUBLAS_FILL_MODE_FULL;
  fields.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  fields.bias_type = fields.aux_type = -1;  // follow the matrix D
  return fields;
}

Transform transform_fields(cudaDataType scale) {
  Transform fields{};
  fields.scale_type = scale;
  return fields;
}

Preference preference_fields() {
  Preference fields{};
  fields.reduction_mask = CUBLASLT_REDUCTION_SCHEME_MASK;
  fields.align_a = fields.align_b = fields.align_c = fields.align_d = 256;
  fields.implementation_mask = ~std::uint64_t{0};
  return fields;
}

}  // namespace
}  // namespace scale::cublaslt

using namespace scale::cublaslt;  // NOLINT: this file is the C interface of the namespace

#define SCALE_GET_SET(Name, Handle, Attributes, table)                                                                                      \
  SCALE_API cublasStatus_t cublasLt##Name##GetAttribute(Handle object, Attributes id, void *buffer, size_t size, size_t *written) {         \
    return get_attribute(table, object, id, buffer, size, written);                                                                         \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasLt##Name##SetAttribute(Handle object, Attributes id, const void *buffer, size_t size) {                    \
    return set_attribute(table, object, id, buffer, size);                                                                                  \
  }

SCALE_GET_SET(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t, kLayout)
SCALE_GET_SET(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, kMatmul)
SCALE_GET_SET(MatrixTransformDesc, cublasLtMatrixTransformDesc_t, cublasLtMatrixTransformDescAttributes_t, kTransform)
SCALE_GET_SET(MatmulPreference, cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, kPreference)

SCALE_API cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algorithm, cublasLtMatmulAlgoConfigAttributes_t id,
                                                              void *buffer, size_t size, size_t *written) {
  return get_attribute(kAlgorithm, algorithm, id, buffer, size, written);
}
SCALE_API cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algorithm, cublasLtMatmulAlgoConfigAttributes_t id,
                                                              const void *buffer, size_t size) {
  return set_attribute(kAlgorithm, algorithm, id, buffer, size);
}
SCALE_API cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algorithm, cublasLtMatmulAlgoCapAttributes_t id,
                                                           void *buffer, size_t size, size_t *written) {
  return algorithm == nullptr ? CUBLAS_STATUS_INVALID_VALUE : get_attribute(kCapability, &kCapabilities, id, buffer, size, written);
}

SCALE_API cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *object, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
  return create(object, layout_fields(type, rows, cols, ld));
}
SCALE_API cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t object, size_t size, cudaDataType type, uint64_t rows,
                                                           uint64_t cols, int64_t ld) {
  return initialise(object, size, layout_fields(type, rows, cols, ld));
}
SCALE_API cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t object, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
  return initialise(object, sizeof *object, layout_fields(type, rows, cols, ld));
}
SCALE_API cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t object) { return destroy(object); }

SCALE_API cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *object, cublasComputeType_t compute, cudaDataType_t scale) {
  return create(object, matmul_fields(compute, scale));
}
SCALE_API cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t object, size_t size, cublasComputeType_t compute,
                                                         cudaDataType_t scale) {
  return initialise(object, size, matmul_fields(compute, scale));
}
SCALE_API cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t object, cublasComputeType_t compute, cudaDataType_t scale) {
  return initialise(object, sizeof *object, matmul_fields(compute, scale));
}
SCALE_API cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t object) { return destroy(object); }

SCALE_API cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *object, cudaDataType scale) {
  return create(object, transform_fields(scale));
}
SCALE_API cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t object, size_t size, cudaDataType scale) {
  return initialise(object, size, transform_fields(scale));
}
SCALE_API cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t object, cudaDataType scale) {
  return initialise(object, sizeof *object, transform_fields(scale));
}
SCALE_API cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t object) { return destroy(object); }

SCALE_API cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *object) { return create(object, preference_fields()); }
SCALE_API cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t object, size_t size) {
  return initialise(object, size, preference_fields());
}
SCALE_API cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t object) {
  return initialise(object, sizeof *object, preference_fields());
}
SCALE_API cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t object) { return destroy(object); }
