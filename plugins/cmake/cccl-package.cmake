# SPDX-License-Identifier: Apache-2.0
# find_package(CCCL), Thrust, CUB, libcudacxx: the package in scale's toolkit folder. The version file has turned other compilers away.
set(_scale_name ${CMAKE_FIND_PACKAGE_NAME})
include("${CMAKE_CURRENT_LIST_DIR}/cccl.cmake")
include("${_scale_package}/${_scale_lower}-config.cmake")
