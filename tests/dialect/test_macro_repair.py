# SPDX-License-Identifier: Apache-2.0
"""What macros with parameters write is repaired as if it stood in the source."""

from __future__ import annotations

from pathlib import Path

from scale.compiler.frontend.repair.macros import Macro, Macros

SHARED = r"""
#include <cstdio>
struct P { int x; __device__ P() : x(-1) {} __device__ P(int v) : x(v) {} };
template <class T> struct V { T v; __device__ V() : v(5) {} };
#define ARRAY(T, name, count) __shared__ T name[count]
#define NESTED(T, name, count) ARRAY(T, name, (count) + 1);
#define PASTED(T, name) __shared__ T s_##name[8]
#define TWO(T) __shared__ T first[8]; __shared__ T second[8]
#define ANY(...) __shared__ __VA_ARGS__
#define ALIGNED(T, name, count) __shared__ __align__(16) T name[count]
#define ARRAY2 no
#define KERNEL(name, T) __global__ void name(int *o) { __shared__ T s[8]; \
  s[threadIdx.x] = T(threadIdx.x); \
  __syncthreads(); o[threadIdx.x] += s[7 - threadIdx.x].x; }
__global__ void arrays(int *o) {
  ARRAY(P, /* name, comment */ a,
        8);
  NESTED(P, b, 7) PASTED(P, c); TWO(P); ANY(V<int> d[8], e); ALIGNED(P, f, 8);
  int t = threadIdx.x;
  a[t] = P(t); b[t] = P(t * 10); s_c[t] = P(100); first[t] = P(1000); second[t] = P(t * 10000); d[t].v = 100000;
  if (t == 0) e.v = 1000000;
  f[t] = P((size_t)f & 15);
  __syncthreads();
  int u = 7 - t;
  o[t] = a[u].x + b[u].x + s_c[u].x + first[u].x + second[u].x + d[u].v + e.v + f[u].x;
}
template <class T> __global__ void in_template(T *o) { ARRAY(P, s, sizeof(T)); s[0] = P(7); o[0] += s[0].x; }
KERNEL(whole, P)
int main() {
  int *o;
  cudaMallocManaged(&o, 32);
  arrays<<<1, 8>>>(o); whole<<<1, 8>>>(o); in_template<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", o[0], o[7]);
}
"""


def test_shared_variables_that_macros_declare(program_on_cpu) -> None:
    said, printed = program_on_cpu(SHARED)
    assert "user.cu:16:" in said and "the constructor of a __shared__ variable is not run" in said
    assert printed == f"{7 + 70 + 100 + 1000 + 70000 + 100000 + 1000000 + 7 + 7} {1101100}\n"


def test_expansion_is_the_preprocessors() -> None:
    assert Macro("m", ("a", "b..."), 'f(#a, a ## 1, b) "a"').expand(['x "y"', "p", " q"]) == r'f("x \"y\"", x "y"1, p, q) "a"'
    assert Macro("m", ("a", "..."), "f(a, ##__VA_ARGS__)").expand(["x"]) == "f(x)"
    assert Macro("m", ("a",), "m(a)").expand(["1"]) is None  # the preprocessor stops there
    assert Macro("m", ("a", "b"), "a").expand(["1"]) is None
    assert Macro("m", (), "x").expand([""]) == "x"


def test_a_macro_is_what_it_was_at_the_line_of_its_use() -> None:
    macros = Macros('# 1 "a.cu"\n#define M(x) one x\nM(1)\n#undef M\n#define M(x, y) two\nM(1)\n# 1 "b.h" 1\n#define N 3\n# 7 "a.cu" 2\n\n')
    assert macros.at("a.cu", 2)["M"].body == "one x"
    assert macros.at("a.cu", 5)["M"].parameters == ("x", "y") and "N" not in macros.at("a.cu", 5)
    assert macros.at("a.cu", 7)["N"].parameters is None


LAUNCHES = """
#include <cstdio>
#define LAUNCH(KERNEL, COUNT, ARGUMENTS) do { if (COUNT) KERNEL<<<1, COUNT>>>ARGUMENTS; } while (0)
namespace shapes {
struct Square { int side; };
__global__ void area(Square s, int *out) { out[threadIdx.x] = s.side * s.side + threadIdx.x; }
}
int main() {
  shapes::Square square = {5};
  int *out, got[2] = {};
  cudaMalloc(&out, sizeof got);
  LAUNCH(area, 1, (square, out));
  area<<<1, 2>>>(square, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", got[0], got[1]);
}
"""


def test_kernels_are_looked_for_in_the_namespaces_of_their_arguments(program_on_cpu) -> None:
    said, printed = program_on_cpu(LAUNCHES)
    assert printed == "25 26\n"
    assert said.count("kernel 'area' is taken from namespace 'shapes'") == 2


def test_other_undeclared_names_stay_errors(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("namespace n { int count; }\n#define USE(X) (X)\nint f() { return USE(count); }\n")
    status, said = front_end(file, "host")
    assert status == 1
    assert "user.cu:3:22: error: use of undeclared identifier 'count'" in said
