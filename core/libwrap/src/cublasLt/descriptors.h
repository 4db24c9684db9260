// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's descriptors: what lies in their opaque words, and one table of attributes for each.
#pragma once

#include <cublasLt.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scale::cublaslt {

struct Layout {
  std::int32_t type, order;
  std::uint64_t rows, columns;
  std::int64_t ld;
  std::int32_t batch_count, batch_mode;
  std::int64_t batch_stride, plane_offset;
};

struct Matmul {
  std::int32_t compute_type, scale_type, pointer_mode, transa, transb, transc, fill_mode, sm_count_target;
  std::uint32_t epilogue;
  std::int32_t bias_type, aux_type, fast_accumulation;
  std::int32_t a_scale_mode, b_scale_mode, c_scale_mode, d_scale_mode, aux_scale_mode, d_out_scale_mode;
  const void *bias;
  std::int64_t bias_stride;
  void *aux;
  std::int64_t aux_ld, aux_stride, alpha_stride;
  const void *a_scale, *b_scale, *c_scale, *d_scale, *aux_scale, *d_out_scale;
  void *d_amax, *aux_amax;
};

struct Transform {
  std::int32_t scale_type, pointer_mode, transa, transb;
};

struct Preference {
  std::uint32_t search_mode;
  std::uint64_t max_workspace;
  std::uint32_t reduction_mask, align_a, align_b, align_c, align_d;
  float max_waves;
  std::uint64_t implementation_mask;
};

struct Algorithm {
  std::int32_t id, tile, split_k, reduction, swizzling, custom, stages;
  std::uint16_t inner_shape, cluster_shape;
};

static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t));
static_assert(sizeof(Matmul) <= sizeof(cublasLtMatmulDescOpaque_t));
static_assert(sizeof(Transform) <= sizeof(cublasLtMatrixTransformDescOpaque_t));
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));
static_assert(sizeof(Algorithm) <= sizeof(cublasLtMatmulAlgo_t));

// Where an attribute lies and how wide it is.
struct Attribute {
  int id;
  std::size_t offset, size;
};

// Reads or writes an attribute by the rules of cublasLt…GetAttribute and …SetAttribute.
template <std::size_t N>
cublasStatus_t get_attribute(const Attribute (&table)[N], const void *object, int id, void *buffer, std::size_t size, std::size_t *written) {
  if (object == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  for (const Attribute &attribute : table)
    if (attribute.id == id) {
      if (written != nullptr) *written = attribute.size;
      if (size == 0) return written != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
      if (buffer == nullptr || size < attribute.size) return CUBLAS_STATUS_INVALID_VALUE;
      std::memcpy(buffer, static_cast<const char *>(object) + attribute.offset, attribute.size);
      return CUBLAS_STATUS_SUCCESS;
    }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

template <std::size_t N>
cublasStatus_t set_attribute(const Attribute (&table)[N], void *object, int id, const void *buffer, std::size_t size) {
  if (object == nullptr || buffer == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  for (const Attribute &attribute : table)
    if (attribute.id == id) {
      if (size != attribute.size) return CUBLAS_STATUS_INVALID_VALUE;
      std::memcpy(static_cast<char *>(object) + attribute.offset, buffer, size);
      return CUBLAS_STATUS_SUCCESS;
    }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

inline const Layout &layout(cublasLtMatrixLayout_t descriptor) { return *reinterpret_cast<const Layout *>(descriptor); }
inline const Matmul &matmul(cublasLtMatmulDesc_t descriptor) { return *reinterpret_cast<const Matmul *>(descriptor); }
inline const Transform &transform(cublasLtMatrixTransformDesc_t descriptor) { return *reinterpret_cast<const Transform *>(descriptor); }

}  // namespace scale::cublaslt
