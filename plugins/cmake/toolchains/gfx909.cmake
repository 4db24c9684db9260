# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx909.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx909")
