# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx90a.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx90a")
