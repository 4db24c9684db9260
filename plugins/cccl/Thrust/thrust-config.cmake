# SPDX-License-Identifier: Apache-2.0
# find_package(Thrust): the package in scale's toolkit folder. The version file beside this one has turned other compilers away.
set(_scale_name Thrust)
include("${CMAKE_CURRENT_LIST_DIR}/../Scale/cccl.cmake")
include("${_scale_package}/thrust-config.cmake")
