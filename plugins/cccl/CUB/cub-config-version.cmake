# SPDX-License-Identifier: Apache-2.0
# CMake looks further where the CUDA compiler isn't scale's, or no CCCL is installed.
set(_scale_name CUB)
include("${CMAKE_CURRENT_LIST_DIR}/../Scale/cccl.cmake")
if(_scale_package)
  include("${_scale_package}/cub-config-version.cmake")
else()
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
