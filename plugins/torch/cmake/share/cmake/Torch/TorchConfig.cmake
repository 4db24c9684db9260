# SPDX-License-Identifier: Apache-2.0
# find_package(Torch) where scale is active (`Torch_ROOT` leads here): torch's own package, and, for a torch that was built for the
# CPU only, what the package of a CUDA build has besides: CUDA's headers, and libc10_cuda and libtorch_cuda to link with.
get_filename_component(_scale_plugin "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)
get_filename_component(_scale_startup "${_scale_plugin}/../setuptools/startup" ABSOLUTE)
set(_scale_here "${CMAKE_CURRENT_LIST_DIR}")

unset(Torch_DIR CACHE)
unset(Torch_DIR)
find_package(Torch ${Torch_FIND_VERSION} CONFIG QUIET NO_PACKAGE_ROOT_PATH)
set(_scale_found "${Torch_FOUND}")
# A later run of CMake starts here again.
set(Torch_DIR "${_scale_here}" CACHE PATH "The directory containing a CMake configuration file for Torch." FORCE)
if(NOT _scale_found)
  set(Torch_FOUND FALSE)
  set(Torch_NOT_FOUND_MESSAGE "torch's own package was not found: add what `torch.utils.cmake_prefix_path` says to CMAKE_PREFIX_PATH")
  return()
endif()

if(NOT DEFINED ENV{CUDA_HOME} OR NOT EXISTS "${TORCH_INSTALL_PREFIX}/version.py")
  return()
endif()
find_program(_scale_python NAMES python3 python NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH)
execute_process(
  COMMAND "${_scale_python}" -m scale_startup.torch_cmake "${TORCH_INSTALL_PREFIX}"
  WORKING_DIRECTORY "${_scale_startup}" RESULT_VARIABLE _scale_status OUTPUT_VARIABLE _scale_libraries OUTPUT_STRIP_TRAILING_WHITESPACE)
if(_scale_status)
  message(WARNING "this torch stays without a CUDA device")
elseif(_scale_libraries)
  set(TORCH_CUDA_LIBRARIES "${_scale_libraries}/libc10_cuda.so" "${_scale_libraries}/libtorch_cuda.so" "$ENV{CUDA_HOME}/lib64/libcudart.so")
  set(TORCH_INCLUDE_DIRS
      "${_scale_plugin}/cpu_build" ${TORCH_INCLUDE_DIRS} "${_scale_plugin}/include" "$ENV{CUDA_HOME}/include")
  list(APPEND TORCH_LIBRARIES ${TORCH_CUDA_LIBRARIES})
  set_property(TARGET torch PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${TORCH_INCLUDE_DIRS}")
endif()
