# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx11-generic.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx11-generic")
