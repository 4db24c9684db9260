# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx90c.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx90c")
