# SPDX-License-Identifier: Apache-2.0
"""Macros of a build (-DN=1024, -Dreal=double, #define unused …) do not reach into the headers, whose own names are reserved ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEADERS = (
    "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "cooperative_groups.h", "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h", "mma.h", "cuda_pipeline.h", "cuda_awbarrier.h", "cuComplex.h",
    "curand_kernel.h", "nvfunctional",
)  # fmt: skip
NAMES = """
A B C D E F G H K L M N O P R S V W Count Kind Op Order Size Type SIZE WIDTH HEIGHT DIM BLOCK_SIZE TILE WARP_SIZE DEBUG EPS LANES INDEX
axis before bits big block_threads clamp col cols drop element exponent high k kept label lane lanes largest last lead list low m magnitude
mantissa matrix_size mine negative number operation order out pack parity period pool q r rank_of real rest root row rows saturate seed
shared_memory shuffle sign slot square step sum table take term tile tiles two unpack update values votes want warp weight within word words
"""
# Attributes: defined in the source alone, since clang's own headers, which come before it, name them plainly.
ATTRIBUTES = ["always_inline", "unused", "nothrow", "noreturn", "weak", "pure", "packed", "convergent"]


@pytest.mark.parametrize("options", [(), ("-std=c++20", "-arch=sm_90"), ("--scale-warp-size=64",)], ids=["plain", "c++20", "64 lanes"])
def test_macros_of_the_build(tmp_path: Path, options: tuple[str, ...]) -> None:
    target = "gfx942" if "64" in str(options) else "cpu"
    headers = [name for name in HEADERS if not (name == "mma.h" and target == "gfx942")]
    lines = [*(f"#define {name} )" for name in ATTRIBUTES), *(f"#include <{name}>" for name in headers)]
    (tmp_path / "a.cu").write_text("\n".join([*lines, "__global__ void kernel(int *x) { *x = 1; }", ""]))
    command = [sys.executable, "-m", "scale.compiler.driver.main", *options, *(f"-D{name}=)" for name in NAMES.split()), "-c", "a.cu"]
    done = subprocess.run(
        command, cwd=tmp_path, env=dict(os.environ, SCALE_TARGETS=target), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[:3000]
