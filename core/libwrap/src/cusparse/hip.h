// SPDX-License-Identifier: Apache-2.0
// hipSPARSE, opened at run time. Its enums and status codes have cuSPARSE's numbers (hipSPARSE API reference, "hipSPARSE types"); descriptors are its own.
#pragma once

#include <cusparse.h>

#include "../common/forward.h"

namespace scale::forward {

inline DynamicLibrary &library() {
  static DynamicLibrary hipsparse("hipSPARSE (libhipsparse.so)", "install ROCm's hipsparse package or set SCALE_HIPSPARSE to the library's path",
                                  "SCALE_HIPSPARSE", {"libhipsparse.so.4", "libhipsparse.so.1", "libhipsparse.so.0", "libhipsparse.so"});
  return hipsparse;
}

constexpr cusparseStatus_t kAbsent = CUSPARSE_STATUS_NOT_INITIALIZED, kUnknown = CUSPARSE_STATUS_NOT_SUPPORTED;

inline int word(cusparseFormat_t format) { return format == CUSPARSE_FORMAT_BSR ? 7 : static_cast<int>(format); }

template <class Result>
Result result(int status) {
  return static_cast<Result>(status);
}

}  // namespace scale::forward
