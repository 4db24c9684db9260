# SPDX-License-Identifier: Apache-2.0
"""Wrong programs that nvcc refuses and clang takes: an error at the user's line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REFUSED = {
    "ellipsis": ("__global__ void k(int n, ...) {}\n", "1:17", "a kernel cannot take variable arguments"),
    "rvalue reference": (
        "namespace n { template <class T> struct S {}; }\n__global__ void k(n::S<n::S<int>> *p, const int &&x, int) {}\n",
        "2:17",
        "cannot be an rvalue reference",
    ),
    "initializer list": (
        "#include <initializer_list>\n__global__ void k(int a, std::initializer_list<int> l) {}\n",
        "2:17",
        "cannot be a std::initializer_list",
    ),
    "operator": ("struct S {};\n__global__ void operator+(S a, S b) {}\n", "2:17", "an operator cannot be a kernel"),
    "many parameters": (
        "struct B { char c[16384]; };\n__global__ void k(B b, short s, B c, int *o) { *o = b.c[5] + c.c[s]; }\n",
        "2:17",
        f"the parameters of a kernel have at most 32764 bytes; these have {16384 + 2 + 16384 + 6 + 8}",
    ),
    "local type": (
        "template <class T>\n__global__ void k(T t) {}\nint main() { struct Local { int a; }; k<<<1, 1>>>((Local *)nullptr); }\n",
        "2:17",
        "'Local' is a type inside main",
    ),
    "unnamed type": (
        "enum { A };\ntemplate <class T> __global__ void k(T t) {}\nint main() { k<<<1, 1>>>(A); }\n",
        "2:36",
        "a type without a name cannot be a template argument",
    ),
    "deduced return type": ("template <class T> __global__ auto k(T) {}\nvoid f() { k<<<1, 1>>>(1); }\n", "1:36", "a kernel returns void"),
    "pack in front": (
        "template <class... T, class U = int>\n__global__ void k(T... t) {}\nvoid f() { k<<<1, 1>>>(1, 2); }\n",
        "2:17",
        "a pack among the template parameters of a kernel has to be the last",
    ),
    "address of a label": (
        "__device__ int f(int x) {\n  static const void *t[] = {&&a, &&b};\n  goto *t[x];\na: return 1;\nb: return 2;\n}\n",
        "1:16",
        "device code cannot take the address of a label",
    ),
    "main of the device": ("__host__ __device__ int main() { return 0; }\n", "1:25", "main is the host's"),
    "launch bounds": ("__device__ __launch_bounds__(64) int f() { return 1; }\n", "1:38", "__launch_bounds__ is for kernels"),
    "float as integer": (
        '__device__ int f(float a) {\n  int r;\n  asm("mov.b32 %0, %1;" : "=r"(r) : "r"(a));\n  return r;\n}\n'
        "__global__ void k(int *o) { *o = f(*o); }\n",
        "3:3",
        "an asm operand that is float does not fit the constraint 'r'",
    ),
    "integer as float": (
        '__global__ void k(long long *o) {\n  asm("mov.b64 %0, 1;" : "=d"(*o));\n}\n',
        "2:3",
        "an asm operand that is an integer of 64 bits does not fit the constraint 'd'",
    ),
}

TAKEN = """\
#include <type_traits>
template <class... A> __global__ void forwarded(A &&...a) {}
template <class T> __global__ void one(T t) {}
template <int N> __global__ void number(int (*f)(int &&), int &r) {}
template <class T> struct W { T t; };
template <class T> __global__ void wrapped(W<T> *, T &&t, const T &&, typename std::remove_cv<T>::type &&) {}
template <class T> __global__ void calls(T t) { t({3}); }
namespace named { struct O { int a; }; struct E {}; }
struct O { int a; };
__global__ void takes(O, int, named::O, int (*)[6], O, int (*)[4], O, int) {}
namespace named { __global__ void O(int, E, O, int) {} __global__ void N(struct O, int); }
enum { A };
struct __launch_bounds__(64) Bounded { int a; };
#define OF_A_MACRO(n) __launch_bounds__(n)
OF_A_MACRO(64) int bounded_variable;
typedef struct { int a; } Named;
namespace { struct Hidden {}; }
__host__ __device__ inline auto made() { struct Local { int a; }; return Local{3}; }
struct Most { int c[8188]; };
__global__ void most(Most m, int *, int) {}
template <class T> __global__ void __launch_bounds__(128, 2) bounded(T) {}
template <> __global__ void __launch_bounds__(64) bounded<int>(int) {}
extern "C" __global__ __launch_bounds__(32) void mainly(float *p) { asm("mov.b64 %0, %0;" : "+l"(p)); }
template <class T> __device__ T of_a_template = 3;
namespace { inline __device__ int hidden = 3; }
static inline __device__ int internal = 3;
inline constexpr int of_the_host = 3;
inline __device__ int *statics() { static int x = 3; return &x + internal + hidden + of_a_template<int> + of_the_host; }
__global__ void uses(int **o) {
#pragma unroll (4)
  for (int i = 0; i < 8; ++i) o[i] = statics();
}
int goes(int x) { static void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 5; }
template <class... A> struct L {};
template <class T, class... A> __global__ auto packs(L<A...>, T, L<T, A...>, A...) -> void {}
struct Friends { friend __global__ void of_friends(Friends f); };
__global__ void of_friends(Friends f) {}
int main() {
  int x = 1;
  packs<<<1, 1>>>(L<int, L<char>>{}, 1.0f, L<float, int, L<char>>{}, 3, L<char>{});
  forwarded<<<1, 1>>>(x);
  one<<<1, 1>>>(Named{});
  one<<<1, 1>>>(Hidden{});
  one<<<1, 1>>>(made());
  number<A><<<1, 1>>>(nullptr, x);
  one<<<1, 1>>>(W<W<int>>{});
  wrapped<int &><<<1, 1>>>(nullptr, x, x, x);
  struct Local { int a; };
  calls<<<1, 1>>>([=] __device__ (Local l) { return l.a; });
}
"""


def _compile(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "user.cu").write_text(text)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-std=c++17", "--extended-lambda", "-c", "user.cu", "-o", "user.o"]
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False)


@pytest.mark.parametrize("name", list(REFUSED))
def test_wrong_program_is_an_error_at_its_line(tmp_path: Path, name: str) -> None:
    text, place, message = REFUSED[name]
    built = _compile(tmp_path, text)
    assert built.returncode != 0
    assert f"user.cu:{place}: error: " in built.stderr and message in built.stderr


def test_what_looks_like_it_and_is_allowed(tmp_path: Path) -> None:
    built = _compile(tmp_path, TAKEN)
    assert built.returncode == 0
    said = "warning: as nvcc does: __launch_bounds__ on what is no function is ignored\n"
    assert built.stderr == f"user.cu:13:8: {said}user.cu:15:1: {said}"
