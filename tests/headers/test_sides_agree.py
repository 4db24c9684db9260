# SPDX-License-Identifier: Apache-2.0
"""What names and layouts depend on is the same on both sides."""

from __future__ import annotations

CHECK = """
#if __CUDACC__ != 1 || __NVCC__ != 1 || __CUDA_ARCH_LIST__ != 800 || __CUDACC_VER_MAJOR__ < 11
#error "macros"
#endif
struct Pair { float4 a; double b; };
static_assert(sizeof(Pair) == 32 && alignof(float4) == 16 && sizeof(dim3) == 12, "");
"""


def test_macros_and_layouts(device_ir, host_compiles) -> None:
    device_ir(CHECK + "#if __CUDA_ARCH__ != 800\n#error device\n#endif\n")
    host_compiles(CHECK + "#ifdef __CUDA_ARCH__\n#error host\n#endif\n")
