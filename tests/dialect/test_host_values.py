# SPDX-License-Identifier: Apache-2.0
"""Host functions in expressions of code for both sides: device code compiles, and a kernel that comes there ends."""

from __future__ import annotations

from pathlib import Path

import pytest

HEAD = "#include <chrono>\n#include <cstdlib>\n#include <memory>\n#include <string>\n#include <vector>\n"
EXPRESSIONS = {
    "initialiser": "float r = rand(); return r;",
    "return": "return rand() % 10;",
    "conditional": "return x > 0 ? x : rand();",
    "loops": "for (int i = rand(); i < rand(); i += rand()) x += i; while (rand() > x) x++; do x--; while (rand() < 0); return x;",
    "switch": "switch (rand()) { case 1: x = 3; } return x;",
    "list": "int a[2] = {rand(), 1}; return a[1] + abs((int)strtol(getenv(\"A\"), nullptr, rand()));",
    "macro": "float r = RANDOM(x), s = RANDOM(rand()); return r + s;",
    "lambda": "auto l = [] { return rand(); }; return l();",
    "qualified": "return std::rand() + ::rand();",
    "member": "auto t = std::chrono::steady_clock::now(); return t.time_since_epoch().count();",
    "variables": "std::string s(\"a\"); s += \"b\"; std::vector<int> v(x); v.push_back(3); return s.size() + v.size();",
    "without a body": "Made m(x); return elsewhere(x) + m.get() + Made::all;",
    "pointer": "std::unique_ptr<int> p(new int(x)); return *p;",
}  # fmt: skip


@pytest.mark.parametrize("name", list(EXPRESSIONS))
def test_an_expression_that_only_the_host_can_evaluate(front_end, tmp_path: Path, name: str) -> None:
    file = tmp_path / "user.cu"
    text = (
        f"{HEAD}#define RANDOM(x) (rand() / (float)(x))\nint elsewhere(int);\n"
        "struct Made { Made(int); ~Made(); int get() const; enum { all }; };\n"
        f"__host__ __device__ int f(int x) {{ {EXPRESSIONS[name]} }}\n"
        "__global__ void k(int *p) { *p = f(*p); }\nint h() { return f(3); }\n"
    )
    file.write_text(text)
    status, said = front_end(file, "device", std="c++17")
    assert status == 0, said
    assert "user.cu:9:" in said and "which device code cannot run, ends a kernel that calls it" in said
    assert front_end(file, "host", std="c++17") == (0, "")


RUNS = r"""
#include <cstdio>
#include <cstdlib>
struct Seed { int v = rand(); __host__ __device__ Seed() {} __host__ __device__ Seed(int x) : v(x) {} };
template <class T> __host__ __device__ T pick(T x) { T r = x > 0 ? x : rand(); return r + Seed(x).v; }
__global__ void k(int *p) { *p = pick(*p); }
int main() {
  int *p;
  cudaMallocManaged(&p, 4);
  *p = 4;
  k<<<1, 1>>>(p);
  std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d\n", *p);
  *p = -1;
  k<<<1, 1>>>(p);
  std::printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
}
"""


def test_what_stays_away_from_the_host_function_runs(program_on_cpu) -> None:
    said, printed = program_on_cpu(RUNS)
    assert "user.cu:5:72: warning: as nvcc does: host function 'rand'" in said
    assert printed == "cudaSuccess 8\n1\n"


def test_code_for_the_device_alone_stays_an_error(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("#include <cstdlib>\n__global__ void k(int *p) {\n  float r = rand();\n  *p = r;\n}\n")
    status, said = front_end(file, "device", std="c++17")
    assert status == 1 and "user.cu:3:13: error: " in said and "__scale" not in said


def test_one_round_repairs_more_than_clang_prints(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    calls = "\n".join("  s += rand();" for _ in range(30))
    more = "\n".join(f"void f{i}() {{ nosuch{i}(); }}" for i in range(30))
    code = f"#include <cstdlib>\n__host__ __device__ int f() {{\n  int s = 0;\n{calls}\n  return s;\n}}\n"
    code += "__global__ void k(int *p) { *p = f(); }\n"
    file.write_text(code)
    status, said = front_end(file, "device", std="c++17")
    assert status == 0 and said.count("host function 'rand'") == 30
    file.write_text(code + more)
    status, said = front_end(file, "device", std="c++17")
    assert status == 1 and said.count("error: use of undeclared") == 20 and said.count("too many errors") == 1
