# SPDX-License-Identifier: Apache-2.0
# The version of CCCL's package of the name that is asked for. CMake looks further where the CUDA compiler isn't scale's, or no CCCL is
# installed.
set(_scale_name ${PACKAGE_FIND_NAME})
include("${CMAKE_CURRENT_LIST_DIR}/cccl.cmake")
if(_scale_package)
  include("${_scale_package}/${_scale_lower}-config-version.cmake")
else()
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
