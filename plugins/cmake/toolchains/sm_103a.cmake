# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for sm_103a.
set(CMAKE_CUDA_COMPILER "scale-nvcc-sm_103a")
