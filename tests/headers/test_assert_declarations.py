# SPDX-License-Identifier: Apache-2.0
"""`assert` in device code beside the declaration that CCCL adds for both sides in builds with NDEBUG, as CMake's Release is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BOTH = """extern "C" {
__host__ __device__ void __assert_fail(const char *, const char *, unsigned, const char *) noexcept __attribute__((noreturn));
}
"""
SOURCE = """
__host__ __device__ inline int checked(int v) { assert(v > 0); return v; }
__global__ void k(int *p, int v) { assert(v < 3); *p = checked(v); }
int main() {
  int *p, h = 0;
  cudaMalloc(&p, sizeof h);
  k<<<1, 1>>>(p, checked(2));
  cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
  k<<<1, 1>>>(p, 5);
  printf("%d %d\\n", h, cudaDeviceSynchronize() == cudaErrorAssert);
}
"""


@pytest.mark.parametrize(("options", "declared", "said"), [(["-DNDEBUG"], BOTH, "2 0\n"), ([], "", "2 1\n")], ids=["NDEBUG", "checked"])
def test_declarations_agree(options: list[str], declared: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(f"#include <cassert>\n#include <cstdio>\n{declared}{SOURCE}")
    line = [sys.executable, "-m", "scale.compiler.driver.main", "-arch", "cpu", *options, "-o", "a", "a.cu"]
    built = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert subprocess.run(["./a"], cwd=tmp_path, capture_output=True, text=True).stdout == said


@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_called_by_its_name(target: str, tmp_path: Path) -> None:
    """xgboost's checks call `__assert_fail` themselves, in Release builds too."""
    call = 'if (v > 3) __assert_fail("v <= 3", __FILE__, __LINE__, __PRETTY_FUNCTION__);'
    (tmp_path / "a.cu").write_text(f"#include <cassert>\n#include <cstdio>\n{BOTH}{SOURCE.replace('assert(v < 3);', call)}")
    line = [sys.executable, "-m", "scale.compiler.driver.main", "-arch", target, "-DNDEBUG", "-o", "a", "a.cu"]
    built = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    if target == "cpu":
        done = subprocess.run(["./a"], cwd=tmp_path, capture_output=True, text=True)
        assert done.stdout == "2 1\n"
        assert "Assertion `v <= 3` failed" in done.stderr
