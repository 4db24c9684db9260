# SPDX-License-Identifier: Apache-2.0
# Sets _scale_package to the folder that holds the CMake package _scale_name (CCCL, Thrust, CUB, libcudacxx) in the toolkit folder of this
# project's CUDA compiler, or to nothing: for another compiler, and where no CCCL is installed.
set(_scale_package "")
string(TOLOWER "${_scale_name}" _scale_lower)
set(_scale_toolkits ${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT} ${CUDAToolkit_ROOT} $ENV{CUDAToolkit_ROOT})
if(CMAKE_CUDA_COMPILER)
  get_filename_component(_scale_bin "${CMAKE_CUDA_COMPILER}" DIRECTORY)
  list(APPEND _scale_toolkits "${_scale_bin}/..")
endif()
foreach(_scale_toolkit IN LISTS _scale_toolkits)
  if(EXISTS "${_scale_toolkit}/.scale-toolkit")
    if(EXISTS "${_scale_toolkit}/lib64/cmake/${_scale_lower}/${_scale_lower}-config.cmake")
      set(_scale_package "${_scale_toolkit}/lib64/cmake/${_scale_lower}")
    endif()
    break()
  endif()
endforeach()
