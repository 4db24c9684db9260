# SPDX-License-Identifier: Apache-2.0
"""Names that a CUDA source may use without including anything, since nvcc's own headers bring them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

NAMES = """
memcpy(a,b,1) strlen("x") exit malloc(1) rand() INT_MAX CHAR_BIT clock() time(0) isdigit('3') tolower('A') std::abs(-1) std::move(a)
std::pair<int,int>() sizeof(size_t) sizeof(ptrdiff_t) sizeof(cudaStream_t) sizeof(uint3) std::forward<int>(1) M_PI NAN max(1,2) min(1u,2u)
"""
"""Expressions, each of which nvcc 13 takes in an otherwise empty source."""


def test_names_without_include(tmp_path: Path) -> None:
    source = tmp_path / "bare.cu"
    lines = "".join(f"  (void)({name});\n" for name in NAMES.split())
    source.write_text(f"int main() {{\n  char a[2] = {{}}, b[2] = {{}};\n{lines}}}\n")
    done = subprocess.run(["scale-nvcc", "-arch=cpu", "-c", source, "-o", tmp_path / "bare.o"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("header", ["cuda_pipeline.h", "cooperative_groups.h", "curand_kernel.h"])
def test_integers_of_a_width_come_with_some_headers(tmp_path: Path, header: str) -> None:
    """As nvcc 13's headers bring `<stdint.h>`, and those of groups and random numbers `<float.h>`."""
    source = tmp_path / "some.cu"
    more = "" if header == "cuda_pipeline.h" else "float most = FLT_MAX; std::uint64_t wide;\n"
    source.write_text(
        f"#include <{header}>\n{more}uint32_t word; uintptr_t address; __global__ void k(int8_t *p) {{ *p = (int8_t)(uint16_t)3; }}\n"
    )
    done = subprocess.run(["scale-nvcc", "-arch=cpu", "-c", source, "-o", tmp_path / "some.o"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
