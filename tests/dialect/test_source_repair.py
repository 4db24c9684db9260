# SPDX-License-Identifier: Apache-2.0
"""Repairs say what they did, leave the user's file alone, and keep lines and names in later messages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.frontend.repair.diagnostics import read_errors
from scale.compiler.frontend.repair.source import Source

CASES = {
    "braces in a launch": ("__global__ void k(int *p) {}\nvoid f() { k<<<{1, 2}, {3}>>>(nullptr); }\n", "taken as dim3"),
    "spaces in a launch": ("__global__ void k(int *p) {}\nvoid f() { k<< <1, 2>> >(nullptr); }\n", "spaces inside"),
    "constructor of shared": (
        "struct S { int a; __device__ S() : a(3) {} };\n"
        "__global__ void k(int *p) { __shared__ S one, many[4]; many[1].a = one.a; *p = many[1].a; }\n",
        "is not run",
    ),
    "empty constructor in a template": (
        'template <int N> struct T { __device__ T() { static_assert(N > 0, ""); } int x; };\n'
        "__global__ void k() { __shared__ T<2> t; t.x = 1; }\n",
        "is not run",
    ),
    "host constructor of shared": (
        "struct E { E() {} int x; };\n__global__ void k() { __shared__ E e; e.x = 1; }\n",
        "is not run",
    ),
    "commented shared": (
        "struct S { int a{}; };\n// structs; in shared { memory\n__global__ void k() {\n"
        '  const char *t = "; {"; /* one; of */ __shared__ S s /* } */ [2], // two; here\n      u;\n  s[1].a = t[0]; u = s[1];\n}\n',
        "the constructor of a __shared__ variable is not run",
    ),
    "call of what only the host can run": (
        "#include <string>\nvoid fail(const std::string &);\n#define CHECK(c) if (!(c)) fail(#c)\n"
        "template <class T> __host__ __device__ T at(T *p, int i) {\n  CHECK(i > 0);\n  return p[i];\n}\n"
        "__global__ void k(int *p) { *p = at(p, 1); }\n",
        "host function 'fail', which device code cannot run, ends a kernel that calls it",
    ),
    "body that only the host can run": (
        "static int n;\nint count() { return ++n; }\ntemplate <class T> __host__ __device__ T f(T x) { return x ? x : count(); }\n"
        "__global__ void k(int *p) { *p = f(*p); }\n",
        "host function 'count', which device code cannot run, ends a kernel that calls it",
    ),
    "member of a type completed later": (
        "struct Q; template <class T> __device__ int g(Q *q, T) { return q->n; }\nstruct Q { int n; };\n",
        "when they are instantiated",
    ),
    "global name that no device code uses": (
        "namespace host { template <class T> T arg(T x) { return x; } }\n"
        "template <class T> struct A {\n  __host__ __device__ static T run(T x) {\n"
        "#ifdef __CUDA_ARCH__\n    using ::arg;\n#else\n    using host::arg;\n#endif\n    return arg(x);\n  }\n};\n"
        "float f() { return A<float>::run(1.0f); }\n",
        "until device code uses the template, it is 'host::arg'",
    ),
    "global name in a template that nobody uses": (
        "template <class T> __host__ __device__ T run(T x) {\n#ifdef __CUDA_ARCH__\n  using ::zyxwv;\n  return zyxwv(x);\n#endif\n}\n",
        "when they are instantiated",
    ),
    "side of a parameter": (
        "#define P __device__\nvoid f(__device__ int a, P int b) {}\n"
        "__global__ void k(__constant__ int c, __managed__ float *p) { *p = c; }\n",
        "__device__ on a parameter is ignored",
    ),
    "template that is defined outside its class": (
        "template <class T, class U> struct Two {};\ntemplate <class T> struct A { static void run(T *p); };\n"
        "template <class T>\nvoid A<T>::run(T *p) {}\n"
        "template <class T> __host__ __device__ void f(T *p) {\n  A<\n    Two<T, Two<int, T>>>\n    ::run(nullptr);\n}\n"
        "__global__ void k(int *p) { f(p); }\n",
        "host function 'run' is used in device code; it is compiled for the device too",
    ),
    "side of a deduction guide": (
        "template <class T> struct G { G(T) {} };\ntemplate <class T>\n__host__ G(T *) -> G<T>;\n",
        "deduction guide is ignored",
    ),
    "volatile outside of functions": ('asm volatile(".globl x; x = 1");\n', "volatile on asm outside a function"),
    "attribute": ("namespace n {\n__device__ [[noreturn]] void f() { while (1); }\n}\n", "[[noreturn]] behind a side is taken"),
    "typeof": ("__device__ int t(int x) { typeof(x) y = x; return y; }\n", "typeof is a keyword"),
    "lone % in asm": (
        '__device__ int f(int a) {\n  asm("{ .reg .u32 %tmp; "\n      "mov.u32 %tmp, %%laneid; add.u32 %0, %tmp, %0; }" : "+r"(a));\n'
        "  return a;\n}\n",
        "taken as %%",
    ),
    "shared scalar": ("extern __shared__ int s;\n__global__ void k(int *p) { *p = s; }\n", "treated as a static definition"),
    "unroll before a block": ("__global__ void k(int *p) {\n#pragma unroll\n  { p[0] = 1; }\n}\n", "no loop"),
    "definition without sides": ("struct S { __device__ int f(int); };\nint S::f(int a) { return a; }\n", "sides of its declaration"),
}


@pytest.mark.parametrize("name", list(CASES))
def test_repair_is_said_once_and_file_is_kept(front_end, tmp_path: Path, name: str) -> None:
    source, sentence = CASES[name]
    file = tmp_path / "user.cu"
    file.write_text(source)
    status, said = front_end(file, "device", std="c++17")
    assert status == 0, said
    assert "user.cu:" in said and "warning: as nvcc does:" in said and sentence in said
    assert len(said.splitlines()) == len(set(said.splitlines()))
    assert file.read_text() == source


ONLY_ON_DEVICE = """\
#ifdef __CUDA_ARCH__
__device__ long long atomicAdd(long long *p, long long v) { return atomicAdd((unsigned long long *)p, (unsigned long long)v); }
__device__ int only(int v) { return v; }
#endif
#define KERNEL_ATTRIBUTES __launch_bounds__(128) __global__
template <class T> struct Agent { T *p; __device__ void store() { atomicAdd(p, T{1}); } };
template <class T> KERNEL_ATTRIBUTES void kernel(T *p) { Agent<T> a{p}; if (p) { a.store(); } p->own(); }
template <class T> __device__ T twice(T v) { return only(v); }
__device__ int value(int v) { return twice(v); }
__device__ auto deduced(int v) { return twice(v); }
template <class T> __host__ __device__ T both(T v) { return only(v); }
__global__ void uses(int *p) { *p = value(*p) + deduced(2) + both(3); }
struct L {
  long long v;
#ifdef __CUDA_ARCH__
  __device__ void own() {}
#endif
};
__device__ void atomicAdd(L *p, L) {}
void launch(L *p) { kernel<<<1, 1>>>(p); }
"""


def test_host_side_leaves_out_device_bodies_that_only_the_device_can_instantiate(front_end, tmp_path: Path) -> None:
    """As nvcc, whose host side instantiates nothing that only device code uses."""
    file = tmp_path / "user.cu"
    file.write_text(ONLY_ON_DEVICE)
    assert front_end(file, "device", std="c++17") == (0, "")
    assert front_end(file, "host", std="c++17") == (0, "")
    file.write_text(file.read_text() + "template <class T> int f(T v) { return only(v); }\nint g() { return f(3); }\n")
    status, said = front_end(file, "host", std="c++17")
    assert status != 0 and f"user.cu:{len(ONLY_ON_DEVICE.splitlines()) + 1}:40: error: use of undeclared identifier 'only'" in said
    assert "__scale" not in said


def test_no_warnings_where_none_are_wanted(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text(CASES["spaces in a launch"][0])
    assert front_end(file, "device", common_flags=("-w",)) == (0, "")


def test_launch_from_device_code_asks_for_relocatable_code(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("__global__ void c() {}\n__global__ void k() {\n  c<<<1, 1>>>();\n  auto l = [] { c<<<1, 1>>>(); };\n  l();\n}\n")
    for side in ("device", "host"):
        assert front_end(file, side, relocatable=True, cuid="1") == (0, "")
    status, said = front_end(file, "device")
    assert status == 1
    wanted = "error: a kernel launch from device code (dynamic parallelism) needs relocatable device code: compile with -rdc=true"
    assert f"user.cu:3:4: {wanted}" in said and f"user.cu:4:18: {wanted}" in said
    assert said.count("error: ") == 2 and "cudaPushCallConfiguration" not in said


def test_waiting_for_launched_kernels_is_refused_in_plain_words(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("__global__ void k() {\n  cudaDeviceSynchronize();\n}\n")
    status, said = front_end(file, "device", relocatable=True, cuid="1")
    assert status == 1
    assert "user.cu:2:3: error: device code cannot wait for the kernels that it launched, as since CUDA 12" in said
    assert "note" not in said


OVERLOADS = """\
#ifdef __CUDA_ARCH__
__device__ int fetch(volatile int *p, int v) { return atomicAdd((int *)p, v); }
__device__ unsigned fetch(volatile unsigned *p, unsigned v) { return atomicAdd((unsigned *)p, v); }
template <class T> __device__ T swap(T *p, T v) { return atomicExch(p, v); }
#else
int fetch(volatile int *p, int v) { return *p += v; }
unsigned fetch(volatile unsigned *p, unsigned v) { return *p += v; }
template <class T> T swap(T *p, T v) { return *p = v; }
#endif
__device__ unsigned next(unsigned *p) { return fetch(p, 2u) + swap(p, 40u); }
__global__ void k(unsigned *p) { p[1] = next(p) + fetch(p, 1u); }
int host(int *p) { return fetch(p, 3) + swap(p, 50); }
"""


@pytest.mark.parametrize("side", ["device", "host"])
def test_overloads_of_one_run_serve_code_that_it_only_checks(front_end, tmp_path: Path, side: str) -> None:
    """Kokkos has its atomics behind `#if __CUDA_ARCH__`: nvcc looks for the right side only where it makes the code."""
    file = tmp_path / "user.cu"
    file.write_text(OVERLOADS)
    assert front_end(file, side, std="c++17") == (0, "")


OPERATOR_OF_THE_DEVICE = """\
#include <cuda_fp16.h>
namespace e {
struct half : __half_raw {
  __host__ __device__ half(__half_raw h) : __half_raw(h) {}
  __host__ __device__ half(__half h) : __half_raw(h) {}
  template <class T> __host__ __device__ explicit half(T v) : __half_raw(__half(float(v))) {}
  __host__ __device__ operator float() const { return float(__half(*this)); }
};
#ifdef __CUDA_ARCH__
__device__ half operator-(const half &a, const half &b) { return __hsub(a, b); }
#else
half operator-(const half &a, const half &b) { return half(float(a) - float(b)); }
#endif
}
e::half random(const e::half &x, const e::half &y) { return y - x; }
__global__ void k(e::half *p) { p[0] = p[1] - p[2]; }
"""


@pytest.mark.parametrize("side", ["device", "host"])
def test_an_operator_of_the_other_side_is_not_replaced_by_conversions(front_end, tmp_path: Path, side: str) -> None:
    """Eigen's half converts to both `float` and `__half`, and its operators are the device's there."""
    file = tmp_path / "user.cu"
    file.write_text(OPERATOR_OF_THE_DEVICE)
    assert front_end(file, side, std="c++17") == (0, "")


def test_what_is_ambiguous_in_code_of_this_run_stays_an_error(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("__device__ int f(float);\n__device__ int f(long);\n__global__ void k(int *p) { *p = f(1); }\n")
    status, said = front_end(file, "device", std="c++17")
    assert status == 1 and "user.cu:3:34: error: call to 'f' is ambiguous" in said


@pytest.mark.parametrize(
    ("side", "text"),
    [
        ("host", "__device__ int d(int) { return 1; }\nint f() { return d(1); }\n"),
        ("device", "int h(int);\n__device__ int f() { return h(1); }\n"),
    ],
)
def test_calls_to_the_other_side_stay_errors(front_end, tmp_path: Path, side: str, text: str) -> None:
    file = tmp_path / "user.cu"
    file.write_text(text)
    status, said = front_end(file, side, std="c++17")
    assert status == 1 and "user.cu:2:" in said and "error: no matching function for call" in said


def test_what_is_left_is_reported_at_the_users_line(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("__global__ void k(int *p) {\n#pragma unroll\n  { p[0] = 1; }\n  nosuch(1);\n}\n")
    status, said = front_end(file, "device")
    assert status == 1
    assert "user.cu:4:3: error: use of undeclared identifier 'nosuch'" in said
    assert "repaired" not in said


def test_line_directives_of_generated_sources(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text(
        '__global__ void k(int *p) {}\n#line 40 "grammar.y"\nvoid f() { k<< <1, 2>> >(nullptr); }\n'
        '# 7 "other.y"\nvoid g() { k<<<1, {3}>>>(0); }\n'
    )
    status, said = front_end(file, "host")
    assert status == 0, said
    assert "grammar.y:40:24: warning: as nvcc does: spaces inside" in said and "other.y:7:" in said


@pytest.mark.parametrize("name", ["user.cu", "../outside.cu"])
def test_a_working_folder_reached_through_a_link(tmp_path: Path, name: str) -> None:
    """clang calls it by PWD, which is not the name that the system gives it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "place").mkdir()
    (tmp_path / "place" / "link").symlink_to(tmp_path / "real")
    folder = tmp_path / "place" / "link"
    (folder / name).write_text("__global__ void k(int *p) {}\nvoid f() { k<< <1, 2>> >(nullptr); }\n")
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-c", name, "-o", "user.o"]
    environment = {**os.environ, "SCALE_TARGETS": "cpu", "SCALE_CACHE": "", "PWD": str(folder)}
    built = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert built.returncode == 0, built.stderr
    assert f"{name}:2:24: warning: as nvcc does: spaces inside" in built.stderr


def test_a_definition_of_cudas_own_function_is_not_used(program_on_cpu) -> None:
    """nvcc's code generator knows these functions: it takes a definition with the same parameters, and calls stay CUDA's own."""
    text = (
        "#include <cstdio>\n#define inline_device static __device__ inline\n"
        "inline_device int __popc(unsigned) { return 100; }\n__device__ __forceinline__ float __saturatef(float x) { return x; }\n"
        "__device__ int __popc(unsigned char x) { return 10 + x; }\n"
        "__global__ void k(int *p) { *p = __popc(7u) + (int)__saturatef(5.0f) + __popc((unsigned char)5); }\n"
        'int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); std::printf("%d\\n", *p); }\n'
    )
    said, printed = program_on_cpu(text)
    assert "user.cu:3:19: warning: as nvcc does: '__popc' is CUDA's own" in said
    assert printed == f"{3 + 1 + 15}\n"


def test_using_declarations_of_dependent_types(program_on_cpu) -> None:
    """clang wants `typename` behind `using`; g++ and nvcc see what the name is where the template is instantiated."""
    text = (
        "#include <cstdio>\ntemplate <class T> struct Size {\n"
        "  using type = T;\n  enum class E { two = 2 };\n  static constexpr int n = 7;\n};\n"
        "#define TYPES(base) using base::n, base::type; \\\n  using base::E\n"
        "template <class T, class U> struct Info : Size<T>, U {\n  typedef Size<T> Base;\n  TYPES(Base);\n"
        "  using U::operator(), U::word;\n};\n"
        "template <class T> struct One : Size<T> { using Size<T>::n; using /* of Size */ Size<T>::type; };\n"
        "struct W { typedef short word; __host__ __device__ int operator()() { return 5; } };\nusing I = Info<signed char, W>;\n"
        "__global__ void k(int *p) { I i; p[0] = I::type(300) + I::n; p[1] = I::word(70000) + i(); p[2] = (int)I::E::two; }\n"
        "int main() { int *p; cudaMallocManaged(&p, 12); k<<<1, 1>>>(p); cudaDeviceSynchronize();\n"
        '  std::printf("%d %d %d %d\\n", p[0], p[1], p[2], One<unsigned char>::type(258) + One<char>::n); }\n'
    )
    said, printed = program_on_cpu(text)
    assert "user.cu:14:90: warning: as nvcc does: missing 'typename' is added" in said
    assert printed == "51 4469 2 9\n"


def test_two_definitions_of_the_user_stay_an_error(front_end, tmp_path: Path) -> None:
    file = tmp_path / "user.cu"
    file.write_text("__device__ int own(int) { return 1; }\n__device__ int own(int) { return 2; }\n")
    status, said = front_end(file, "device")
    assert status == 1 and "user.cu:2:16: error: redefinition of 'own'" in said


def test_errors_are_read_with_their_notes_and_colours() -> None:
    errors = read_errors("\x1b[1ma.cu:3:5: \x1b[0m\x1b[0;1;31merror: \x1b[0mone\na.cu:1:2: note: two\nb.h:4:1: warning: three\n")
    assert [(each.place.line, each.text, len(each.notes)) for each in errors] == [(3, "one", 1)]


def test_edits_keep_the_number_of_lines() -> None:
    source = Source("a.cu", "int\na;\nint b;\n")
    source.replace(0, 6, "long a;")
    assert source.text == "long a;\n\nint b;\n"


def test_lambdas_of_host_functions_launch_kernels_in_relocatable_code(program_on_cpu) -> None:
    """clang takes them for code of both sides, and looks for what a device would launch with."""
    text = (
        "#include <cstdio>\n__global__ void k(int *p, int v) { *p += v; }\ntemplate <class F> void call(F f) { f(); }\n"
        "int main() { int *p; cudaMallocManaged(&p, 4); *p = 1; call([&] { k<<<1, 1>>>(p, 2); }); [&] { k<<<1, 1>>>(p, 30); }();\n"
        '  cudaDeviceSynchronize(); std::printf("%d\\n", *p); }\n'
    )
    _, printed = program_on_cpu(text, "-rdc=true")
    assert printed == "33\n"


def test_host_variable_in_code_for_both_sides_stays_an_error(front_end, tmp_path: Path) -> None:
    """As with nvcc: only calls of host functions are taken."""
    file = tmp_path / "user.cu"
    body = "template <class T> __host__ __device__ T f(T x) { return x + n; }"
    file.write_text(f"static int n;\n{body}\n__global__ void k(int *p) {{ *p = f(*p); }}\n")
    status, said = front_end(file, "device")
    assert status != 0 and "user.cu:2:62: error: reference to __host__ variable 'n'" in said


INCOMPLETE = {
    "user.cu": (
        "namespace n { inline namespace v { struct P; } struct Out { struct In; }; template <class T> struct W; union U; }\n"
        "template <bool A> __global__ void k(const n::P p, n::Out::In *);\n"
        "extern template __global__ void k<true>(const n::P, n::Out::In *);\n"
        "__global__ void other(n::Out::In, n::W<int>, const n::U);\n"
        "struct Handles { void *one, *two; } handles;\n"
        "void fill() { handles = {(void *)k<true>, (void *)other}; }\n"
    ),
    "owner.cu": (
        "#include <cstdio>\nnamespace n { inline namespace v { struct P { int a[3]; }; } struct Out { struct In { int x; }; };\n"
        "template <class T> struct W { T t; }; union U { int i; float f; }; }\n"
        "template <bool A> __global__ void k(const n::P p, n::Out::In *o) { o->x = p.a[2] + A; }\n"
        "template __global__ void k<true>(const n::P, n::Out::In *);\n"
        '__global__ void other(n::Out::In i, n::W<int> w, const n::U u) { printf("%d\\n", i.x + w.t + u.i); }\n'
        "struct Handles { void *one, *two; }; extern Handles handles; void fill();\n"
        "int main() {\n  fill();\n  n::Out::In *out;\n  cudaMallocManaged(&out, sizeof *out);\n  n::P p{{1, 2, 40}};\n"
        "  void *first[] = {&p, &out};\n  cudaLaunchKernel(handles.one, 1, 1, first, 0, 0);\n  cudaDeviceSynchronize();\n"
        "  n::W<int> w{100}; n::U u{1000};\n  void *second[] = {out, &w, &u};\n"
        "  cudaLaunchKernel(handles.two, 1, 1, second, 0, 0);\n  return cudaDeviceSynchronize();\n}\n"
    ),
}


def test_address_of_a_kernel_whose_parameters_are_never_completed(tmp_path: Path) -> None:
    for name, text in INCOMPLETE.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-std=c++17", "-rdc=true", *INCOMPLETE, "-o", "program"]
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    built = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    ran = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)
    assert (ran.returncode, ran.stdout) == (0, f"{43 - 2 + 100 + 1000}\n")
