# SPDX-License-Identifier: Apache-2.0
"""Small CUDA sources to device IR to AMD code, without headers: the sources name NVVM builtins directly."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from scale.compiler.ir.reach import finish_module
from scale.compiler.ir.text import parse_module
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.backend import make

PRELUDE = """
#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
"""


@lru_cache(maxsize=256)
def device_ir(source: str, flags: tuple[str, ...] = ()) -> str:
    """Device IR of CUDA text, finished as the driver finishes it."""
    command = [
        str(Path(sys.executable).with_name("clang-22")),
        *("-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-O2"),
        *("-Xclang", "-disable-llvm-passes", "-Wno-unknown-cuda-version", "-fno-strict-aliasing", "-emit-llvm", "-S"),
        *flags,
        *("-o", "-", "-"),
    ]
    done = subprocess.run(command, input=PRELUDE + source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    module = parse_module(done.stdout)
    finish_module(module)
    return module.render()


def assembly_text(source: str, target: str, flags: tuple[str, ...] = (), **options: object) -> str:
    """AMD assembly of CUDA text."""
    return make(target).assembly(device_ir(source, flags), DeviceOptions(**options))  # type: ignore[arg-type]
