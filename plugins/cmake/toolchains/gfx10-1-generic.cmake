# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx10-1-generic.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx10-1-generic")
