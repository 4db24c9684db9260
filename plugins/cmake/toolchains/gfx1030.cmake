# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx1030.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx1030")
