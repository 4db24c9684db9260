# SPDX-License-Identifier: Apache-2.0
"""Flags that `-Xcompiler` hands to GCC and clang, which compiles the host side, does not know or warns of."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scale.compiler.frontend.gcc_only import without_gcc_only
from scale.compiler.frontend.quiet import without_noise

GCC = ("g++",)


def test_flags_of_gccs_optimiser_are_left_out() -> None:
    flags = (
        "-O3",
        "-fPIC",
        "-fno-lifetime-dse",
        "-fno-gcse",
        "-fipa-pta",
        "-fabi-version=2",
        "--param=max-inline-insns-single=100",
        "-fwrapv",
    )
    kept = without_gcc_only(flags, GCC)
    assert kept[:2] == ("-O3", "-fPIC") and kept[-1] == "-fwrapv"
    assert not {"-fno-lifetime-dse", "-fipa-pta", "-fabi-version=2"} & set(kept)


def test_a_flag_that_neither_knows_stays_for_the_error() -> None:
    assert without_gcc_only(("-fno-lifetime-dse", "-fno-such-thing"), GCC) == ("-fno-such-thing",)


def test_usual_flags_ask_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", None)
    flags = ("-fPIC", "-fopenmp", "-fvisibility=hidden", "-fno-exceptions", "-march=native", "-mavx2", "-m64", "-Wall", "-DX", "-flto=auto")
    assert without_gcc_only(flags, GCC) == flags


def test_an_object_comes_out_without_a_word(tmp_path: Path) -> None:
    """Options of a released makefile (`-Ofast`), and of distributions' package builds."""
    (tmp_path / "a.cu").write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n")
    flags = "-Ofast -fno-gcse -fno-var-tracking-assignments -fno-lifetime-dse -ffat-lto-objects -flto=auto -fcf-protection"
    line = ["scale-nvcc-gfx942", "-c", "a.cu", "-o", "a.o", "-Xcompiler", flags]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert (tmp_path / "a.o").read_bytes()[:4] == b"\x7fELF"


WARNED = """template <class T> void f(T *);
template <> void f<int>(int *) {}
template void f<int>(int *);
struct B { virtual void g(); virtual void h(); };
struct D : B { void g() override; void h(); };
struct A { int x[2][2]; };
A a = {1, 2, 3, 4};
class P { int unused_; };
__global__ void k(float *p, int n) {
  while (p[3] > n);
#pragma unroll
  for (int i = 0; i < n; ++i) { if (p[i] > 3) break; p[i] += 1; __syncthreads(); }
}
"""


def test_warnings_of_clang_alone_break_no_build(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(WARNED)
    line = ["scale-nvcc-gfx942", "-c", "a.cu", "-o", "a.o", "-Xcompiler", "-Wall,-Wextra,-Werror"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_a_warning_asked_for_by_name_stays() -> None:
    options = without_noise(("-Wall", "-Wmissing-braces"))
    assert "-Wno-missing-braces" not in options and "-Wno-pass-failed" in options and "-Wno-unused-private-field" in options
    assert "-Wno-unused-private-field" not in without_noise()


@pytest.mark.parametrize("way", ["-D_FORTIFY_SOURCE=2", "-Xcompiler=-D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS"])
def test_packagers_flags(way: str, tmp_path: Path) -> None:
    """glibc's checked functions are for GCC's built-ins; CUDA sources do without them."""
    (tmp_path / "a.cu").write_text(
        "#include <cstdio>\n#include <cstring>\n"
        "__global__ void k(char *p, int n) { char t[8]; memset(t, 3, n); memcpy(p, t, 8); }\n"
        "int main() { char *p, h[8], text[9]; cudaMalloc(&p, 8); k<<<1, 1>>>(p, 8); cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);\n"
        '  std::snprintf(text, 9, "%d", h[7]); std::printf("%s\\n", text); }\n'
    )
    done = subprocess.run(["scale-nvcc-cpu", "-O2", way, "a.cu", "-run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")
