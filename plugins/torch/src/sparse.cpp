// SPDX-License-Identifier: Apache-2.0
// What a sparse CUDA tensor is made of, by torch's own functions for any device: these must not go through the CPU, since the
// fallback itself asks for it.
#include <ATen/NativeFunctions.h>
#include <torch/library.h>

namespace {

TORCH_LIBRARY_IMPL(aten, SparseCUDA, library) {
  library.impl("values", at::native::values_sparse);
  library.impl("indices", at::native::indices_sparse);
  library.impl("_values", at::native::_values_sparse);
  library.impl("_indices", at::native::_indices_sparse);
  library.impl("_nnz", at::native::_nnz_sparse);
  library.impl("sparse_dim", at::native::sparse_dim_sparse);
  library.impl("_dimI", at::native::sparse_dim_sparse);
  library.impl("dense_dim", at::native::dense_dim_sparse);
  library.impl("_dimV", at::native::dense_dim_sparse);
  library.impl("is_coalesced", at::native::is_coalesced_sparse);
}

TORCH_LIBRARY_IMPL(aten, SparseCsrCUDA, library) {
  library.impl("values", at::native::values_sparse_csr);
  library.impl("crow_indices", at::native::crow_indices_sparse_csr);
  library.impl("col_indices", at::native::col_indices_sparse_csr);
  library.impl("_nnz", at::native::_nnz_sparse_csr);
  library.impl("sparse_dim", at::native::sparse_dim_sparse_csr);
  library.impl("dense_dim", at::native::dense_dim_sparse_csr);
}

}  // namespace
