# SPDX-License-Identifier: Apache-2.0
"""`__managed__` variables: one memory for host and device, also as arrays, structs, statics, templates, and across files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment
from scale.compiler.ir.managed import lower_managed
from scale.compiler.ir.static_names import unify_static_names
from scale.errors import CompileError

ONE = """
#include <cstdio>
struct S { int a; float b; };
__managed__ int x = 3;
__device__ __managed__ float y[4] = {1, 2};
static __managed__ S s = {1, 2.f};
namespace n { __managed__ int z[2][3]; }
template <class T> __managed__ T t = 5;
__global__ void k() {
  x += 1; y[2] = x; s.b = 4; n::z[1][2] = 7; t<int> += 1;
  int *p = blockDim.x > 1 ? &x : &n::z[0][1];
  *p = 4;
}
__global__ void copy(int *o) { *o = n::z[1][1] * 100 + x; }
int *inside() { return &n::z[1][1]; }
int main() {
  x = 10; *inside() = 5; y[3] = 9;
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d %g %g %g %g|%d %d %d|%d %g %d\\n", x, y[0], y[1], y[2], y[3], n::z[1][2], n::z[0][1], n::z[1][1], s.a, s.b, t<int>);
  int *o, v = 42;
  cudaMallocManaged(&o, 4);
  x = 7;
  copy<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  std::printf("%d", *o);
  cudaMemcpyToSymbol(x, &v, 4);
  void *a;
  cudaGetSymbolAddress(&a, x);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, &x);
  std::printf(" %d %d %d %d\\n", x, a == &x, attributes.type == cudaMemoryTypeManaged, (int)sizeof y);
}
"""
SAID = "11 1 2 11 9|7 4 5|1 4 6\n507 42 1 1 16\n"
FIRST = """
#include <cstdio>
struct P { int a, b; };
__managed__ int x = 3;
__managed__ P p{1, 2};
static __managed__ int hidden = 8;
static __device__ int plain = 5;
void other();
int *address();
__global__ void k() { x += 1; hidden *= p.b; plain += x; }
int main() {
  x = 20;
  other();
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  int s;
  cudaMemcpyFromSymbol(&s, plain, 4);
  std::printf("%d %d %d %d\\n", x, *address(), hidden, s);
}
"""
SECOND = """
struct P { int a, b; };
extern __managed__ int x;
extern __managed__ P p;
static __managed__ int hidden = 100;
__global__ void k2() { x += hidden; p.b = 3; }
void other() { p.b = 50; k2<<<1, 1>>>(); cudaDeviceSynchronize(); hidden = 7; }
int *address() { return &x; }
"""


def _build(folder: Path, targets: str, *words: str) -> None:
    command = [sys.executable, "-m", "scale.compiler.driver.main", *words, "-o", "program"]
    done = subprocess.run(command, cwd=folder, env={**os.environ, "SCALE_TARGETS": targets}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr


def _run(folder: Path, more: dict[str, str]) -> str:
    done = subprocess.run([str(folder / "program")], env={**os.environ, **more}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_sides_see_one_memory(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(ONE)
    _build(tmp_path, "cpu;gfx942", "a.cu")
    assert _run(tmp_path, {"SCALE_DEVICE": "cpu"}) == SAID
    assert _run(tmp_path, environment("gfx942")) == SAID


def test_across_files(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(FIRST)
    (tmp_path / "b.cu").write_text(SECOND)
    _build(tmp_path, "cpu", "-rdc=true", "a.cu", "b.cu")
    assert _run(tmp_path, {"SCALE_DEVICE": "cpu"}) == "121 121 24 126\n"


def test_constant_expressions_become_instructions() -> None:
    text = lower_managed(
        '@a = dso_local addrspace(1) externally_initialized global [4 x i32] zeroinitializer, section ".scale.managed", align 4\n'
        "define void @f() {\n"
        "  store i64 ptrtoint (ptr getelementptr inbounds ([4 x i32], "
        "ptr addrspacecast (ptr addrspace(1) @a to ptr), i64 0, i64 2) to i64), ptr null\n"
        "  ret void\n}\n",
        host=False,
    )
    assert "%scale.managed.0 = load ptr, ptr addrspace(1) @__scale_managed_a" in text
    assert "%scale.constant.0 = getelementptr inbounds [4 x i32], ptr %scale.managed.0, i64 0, i64 2" in text
    assert "%scale.constant.1 = ptrtoint ptr %scale.constant.0 to i64" in text
    assert "store i64 %scale.constant.1, ptr null" in text
    assert "@__scale_managed_a = addrspace(1) externally_initialized global ptr null" in text


def test_address_in_an_initializer_is_an_error() -> None:
    with pytest.raises(CompileError, match="the address of __managed__ variable 'x' is not a constant: 'p'"):
        lower_managed('@x = internal global i32 undef, section ".scale.managed", align 4\n@p = global ptr @x, align 8\n', host=True)


def test_constant_as_well_is_an_error() -> None:
    with pytest.raises(CompileError, match="__managed__ variable 'x' cannot be a __constant__ one as well"):
        lower_managed('@x = dso_local addrspace(4) externally_initialized constant i32 0, section ".scale.managed", align 4\n', host=False)


def test_static_variables_of_relocatable_code_have_one_name() -> None:
    text = unify_static_names(
        "@_ZL1v = external addrspace(1) global i32\n@_ZL1v__static__ab12 = addrspace(1) global i32 5\n"
        "define void @f() {\n  store i32 1, ptr @_ZL1v\n}\n"
    )
    assert "@_ZL1v = " not in text and "store i32 1, ptr @_ZL1v__static__ab12" in text


BOTH_SIDES = {
    "a": """
#include <cstdio>
__device__ int a = 3;
__managed__ int m;
extern __device__ int other;
extern __constant__ int more[2];
__host__ __device__ int f() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void k() { if (f() == 9) m = f() + a + other + more[1]; }
int main() {
  int four = 4;
  cudaMemcpyToSymbol(a, &four, 4);
  cudaMemcpyToSymbol(other, &four, 4);
  k<<<2, 5>>>();
  cudaDeviceSynchronize();
  std::printf("%d\\n", m);
  return m == 500 ? f() : 0;
}
""",
    "b": "__device__ int other = 9; __constant__ int more[2] = {1, 7};",
}


def test_relocatable_code_of_which_the_host_side_names_device_variables(tmp_path: Path) -> None:
    """Also threadIdx and its kin, in the host form of a function for both sides."""
    for name, text in BOTH_SIDES.items():
        (tmp_path / f"{name}.cu").write_text(text)
    _build(tmp_path, "cpu", "-rdc=true", "a.cu", "b.cu")
    assert _run(tmp_path, {"SCALE_DEVICE": "cpu"}) == "24\n"
