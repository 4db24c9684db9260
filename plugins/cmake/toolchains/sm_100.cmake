# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for sm_100.
set(CMAKE_CUDA_COMPILER "scale-nvcc-sm_100")
