# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for gfx9-generic.
set(CMAKE_CUDA_COMPILER "scale-nvcc-gfx9-generic")
