# SPDX-License-Identifier: Apache-2.0
# cmake --toolchain THIS: CUDA for cpu.
set(CMAKE_CUDA_COMPILER "scale-nvcc-cpu")
