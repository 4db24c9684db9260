# SPDX-License-Identifier: Apache-2.0
# find_package(Scale): choosing targets in a CMakeLists.txt. No project needs this; -DCMAKE_CUDA_COMPILER=scale-nvcc is enough.
#
#   scale_targets(<target>... TARGETS cpu gfx942)   device code of these CMake targets is made for these GPUs
#   Scale_ROOT_TOOLKIT                              the toolkit folder in use, when the CUDA compiler is scale's
#   Scale_IS_COMPILER                               whether it is
include_guard()

get_filename_component(Scale_TOOLCHAINS "${CMAKE_CURRENT_LIST_DIR}/toolchains" ABSOLUTE)
set(Scale_PRESETS "${CMAKE_CURRENT_LIST_DIR}/presets.json")
set(Scale_IS_COMPILER FALSE)
if(CMAKE_CUDA_COMPILER)
  get_filename_component(_scale_name "${CMAKE_CUDA_COMPILER}" NAME)
  if(_scale_name MATCHES "^scale-nvcc" OR EXISTS "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/.scale-toolkit")
    set(Scale_IS_COMPILER TRUE)
    set(Scale_ROOT_TOOLKIT "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}")
  endif()
  unset(_scale_name)
endif()

# Other compilers ignore the call, so that one CMakeLists.txt serves them all.
function(scale_targets)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "TARGETS")
  if(NOT arg_UNPARSED_ARGUMENTS OR NOT arg_TARGETS)
    message(FATAL_ERROR "scale_targets(<target>... TARGETS <gpu>...): a CMake target and a GPU are needed")
  endif()
  if(NOT Scale_IS_COMPILER)
    return()
  endif()
  if(NOT DEFINED SCALE_KNOWN_TARGETS)
    file(GLOB known RELATIVE "${Scale_TOOLCHAINS}" "${Scale_TOOLCHAINS}/*.cmake")
    list(TRANSFORM known REPLACE "\\.cmake$" "")
  else()
    set(known ${SCALE_KNOWN_TARGETS})
  endif()
  set(options)
  foreach(gpu IN LISTS arg_TARGETS)
    string(REGEX REPLACE ":.*" "" plain "${gpu}")
    if(NOT plain IN_LIST known)
      message(FATAL_ERROR "scale_targets: unknown target '${gpu}'; `scale info` lists them")
    endif()
    list(APPEND options "--offload-arch=${gpu}")  # no comma: device link options are split at commas
  endforeach()
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${options}>")
    target_link_options(${target} PRIVATE "$<DEVICE_LINK:${options}>")
    set_target_properties(${target} PROPERTIES SCALE_TARGETS "${arg_TARGETS}")
  endforeach()
endfunction()
