# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx900.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx900")
