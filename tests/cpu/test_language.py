# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""What kernels may be written with: calls that stay calls, memory of all kinds, atomics, half types, services; and clear errors."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_device import LEVEL, build, device_ir
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.cpu.backend import make
from scale.errors import CompileError


def run(source: str, n: int = 64, optimization: int = 3, level: int = LEVEL, block: tuple[int, ...] | int = 64) -> np.ndarray:
    out = np.zeros(n, np.int32)
    build(source, optimization, level=level).launch("k", 1, block, out)
    return out


@pytest.mark.parametrize("optimization", [0, 3])
def test_recursion(optimization: int) -> None:
    out = run(
        "__device__ __noinline__ int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); } KERNEL k(int *out) { out[threadIdx.x] = f(threadIdx.x % 12); }",
        optimization=optimization,
    )
    fib = [1, 1]
    while len(fib) < 12:
        fib.append(fib[-1] + fib[-2])
    np.testing.assert_array_equal(out, [fib[t % 12] for t in range(64)])


@pytest.mark.parametrize("optimization", [0, 3])
def test_function_pointers_read_the_thread_index(optimization: int) -> None:
    out = run(
        "__device__ int a(int x) { return x + threadIdx.x; } __device__ int b(int x) { return x * blockDim.x; }"
        "typedef int (*F)(int); __device__ F table[2] = {a, b}; KERNEL k(int *out) { out[threadIdx.x] = table[threadIdx.x & 1](100); }",
        optimization=optimization,
    )
    np.testing.assert_array_equal(out, [100 + t if t % 2 == 0 else 6400 for t in range(64)])


def test_virtual_functions() -> None:
    out = run(
        "struct A { __device__ virtual int f() const { return 1; } }; struct B : A { int x; __device__ int f() const override { return x + threadIdx.x; } };"
        "KERNEL k(int *out) { A a; B b; b.x = 7; const A *p = threadIdx.x % 2 ? (const A *)&a : &b; out[threadIdx.x] = p->f(); }"
    )
    np.testing.assert_array_equal(out, [7 + t if t % 2 == 0 else 1 for t in range(64)])


def test_recursion_with_shared_memory_and_barriers_around() -> None:
    out = run(
        "__device__ __noinline__ int sum(const int *s, int n) { return n ? s[n - 1] + sum(s, n - 1) : 0; }"
        "KERNEL k(int *out) { __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = sum(s, threadIdx.x); }"
    )
    np.testing.assert_array_equal(out, [t * (t - 1) // 2 for t in range(64)])


def test_restricted_pointers_of_what_a_recursive_function_calls() -> None:
    """Inlining leaves calls whose operand is metadata, which is dropped from functions that stay as from kernels."""
    out = run(
        "__device__ void swap(int *__restrict__ a, int *__restrict__ b) { int x = *a; *a = *b + 1; *b = x; }"
        "__device__ __noinline__ int f(int n, int *p, int *q) { swap(p, q); return n ? f(n - 1, p, q) : *p * 100 + *q; }"
        "KERNEL k(int *out) { int a = threadIdx.x, b = 50; out[threadIdx.x] = f(2, &a, &b); }"
    )
    np.testing.assert_array_equal(out, [5200 + t + 1 for t in range(64)])


def test_shared_variable_named_in_a_recursive_function() -> None:
    out = run(
        "__shared__ int first[3]; __shared__ int s[64]; __device__ __noinline__ int sum(int n) { return n ? s[n - 1] + sum(n - 1) + first[1] : 0; }"
        "KERNEL k(int *out) { s[threadIdx.x] = 1; first[1] = 2; __syncthreads(); out[threadIdx.x] = sum(threadIdx.x); }"
    )
    np.testing.assert_array_equal(out, 3 * np.arange(64))


def test_constant_expressions_over_shared_addresses() -> None:
    """In kernels, as operands of warp operations, and in functions that stay, where a phi has one."""
    out = run(
        "__device__ int other[8]; __shared__ int a[64], b[64]; extern __shared__ int dyn[];"
        "__device__ __noinline__ int sum(int i, int *g) { int *p = i & 1 ? a + 3 : b; if (i == 4) p = g;"
        "  return p[i] + (int)(((long)(b + 4) ^ (long)(a + 2)) & 3) + (i > 20 ? sum(i - 15, g) : 0); }"
        "KERNEL k(int *out) { int t = threadIdx.x; a[t] = t; b[t] = 100 + t; __syncthreads();"
        "  int x = ((long)&a[1] ^ (long)&a[2]) + ((long)&a[5] - (long)&a[0]) + (((long)&a[3] ^ (long)other) & 3);"
        "  unsigned same = 0; if (t >= 32) same = __nvvm_match_any_sync_i64(__activemask(), (unsigned long long)&a[1]);"
        "  out[t] = sum(t % 40, out) * 1000 + x + (same == 0xffffffffu ? 500 : 0); if (t % 40 == 4) out[t] = 0; }"
    )

    def plain(i: int) -> int:
        return (i + 3 if i & 1 else 100 + i) + (plain(i - 15) if i > 20 else 0)

    expected = [plain(t % 40) * 1000 + (4 ^ 8) + 20 + (500 if t >= 32 else 0) if t % 40 != 4 else 0 for t in range(64)]
    np.testing.assert_array_equal(out, expected)


def test_built_in_functions_of_c() -> None:
    """`__builtin_logb` and its kin, which libcu++ calls, are C's names in device IR."""
    calls = [
        "logb(x)",
        "tan(x)",
        "asinh(x)",
        "scalbln(x, 3L)",
        "remquo(x, 3.0, &e)",
        "modf(-x, &m)",
        "powi(x, 3)",
        "atan2(x, 2.0)",
        "lround(x)",
    ]
    lines = "".join(f"r += (int)(__builtin_{call} * 1000.0) * {n + 1};" for n, call in enumerate(calls))
    out = run(
        f"KERNEL k(int *out) {{ int e = 0, r = 0; double m = 0, x = threadIdx.x * 0.37 + 0.5; {lines} out[threadIdx.x] = r + e + (int)m; }}"
    )
    expected = []
    for t in range(64):
        x = t * 0.37 + 0.5
        nearest = int(np.rint(x / 3))
        rest = [
            np.floor(np.log2(x)),
            np.tan(x),
            np.arcsinh(x),
            x * 8,
            x - 3 * nearest,
            -(x - np.floor(x)),
            x * x * x,
            np.arctan2(x, 2),
            np.floor(x + 0.5),
        ]
        expected.append(sum(int(value * 1000) * (n + 1) for n, value in enumerate(rest)) + (nearest & 7) - int(x))
    assert np.abs(out - expected).max() <= 40  # thousandths may be cut on either side


def test_barrier_behind_recursion_is_an_error_at_its_line() -> None:
    source = (
        "__device__ __noinline__ int f(int n) {\n if (n) f(n - 1);\n __syncthreads();\n return n; }\nKERNEL k(int *out) { *out = f(3); }"
    )
    with pytest.raises(CompileError) as caught:
        make("cpu").compile(device_ir(source, "-gline-tables-only"), DeviceOptions())
    assert "recursion" in caught.value.message
    assert caught.value.location is not None and caught.value.location.endswith("test.cu:4:2")


def test_unknown_function_is_named_with_its_line() -> None:
    source = 'extern "C" __device__ int nowhere(int);\nKERNEL k(int *out) {\n *out = nowhere(1); }'
    with pytest.raises(CompileError) as caught:
        make("cpu").compile(device_ir(source, "-gline-tables-only"), DeviceOptions())
    assert "'nowhere'" in caught.value.message
    assert caught.value.location is not None and caught.value.location.endswith("test.cu:4:9")


def test_constant_and_device_variables_are_in_the_table() -> None:
    device = build(
        "__constant__ int c[4]; __device__ int d = 5; KERNEL k(int *out) { out[threadIdx.x] = c[threadIdx.x % 4] + d; } KERNEL w() { d = 9; }"
    )
    constant = device.variable("c")
    assert (constant.size, constant.flags, device.variable("d").flags) == (16, 1, 0)
    np.ctypeslib.as_array((np.ctypeslib.ctypes.c_int32 * 4).from_address(constant.address))[:] = [1, 2, 3, 4]
    out = np.zeros(4, np.int32)
    device.launch("k", 1, 4, out)
    np.testing.assert_array_equal(out, [6, 7, 8, 9])
    device.launch("w", 1, 1)
    assert np.ctypeslib.ctypes.c_int32.from_address(device.variable("d").address).value == 9


def test_dynamic_shared_memory_follows_the_static_part() -> None:
    device = build(
        "extern __shared__ int dynamic[]; KERNEL k(int *out, int n) { __shared__ int fixed[5]; fixed[threadIdx.x % 5] = 7; __syncthreads();"
        "dynamic[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = dynamic[n - 1 - threadIdx.x] + fixed[threadIdx.x % 5]; }"
    )
    assert device.kernel("k").static_shared == 32
    out = np.zeros(100, np.int32)
    device.launch("k", 1, 100, out, np.int32(100), shared=400)
    np.testing.assert_array_equal(out, 99 - np.arange(100) + 7)


def test_struct_argument_is_the_threads_own() -> None:
    device = build(
        "struct S { char a; int b[5]; double c; }; KERNEL k(int *out, S s, short x) { s.b[threadIdx.x % 5] += threadIdx.x;"
        "int sum = 0; for (int i = 0; i < 5; i++) sum += s.b[i]; out[threadIdx.x] = sum + (int)s.c + s.a + x; }"
    )
    kernel = device.kernel("k")
    assert [(kernel.arguments[i].offset, kernel.arguments[i].size) for i in range(3)] == [(0, 8), (8, 32), (40, 2)]
    data = np.zeros(1, np.dtype([("a", "i1"), ("b", "i4", 5), ("c", "f8")], align=True))
    data["a"], data["b"], data["c"] = 1, [1, 2, 3, 4, 5], 100.0
    out = np.zeros(64, np.int32)
    device.launch("k", 1, 64, out, data.tobytes(), np.int16(1000))
    np.testing.assert_array_equal(out, 15 + np.arange(64) + 1101)


@pytest.mark.parametrize("block", [1, 2, 31, 33, 64, 100, (3, 5, 7), (1, 1, 9), (64, 2)])
@pytest.mark.parametrize("n", [0, 1, 17, 64, 105, 1000])
def test_guards_of_all_kinds(block: tuple[int, ...] | int, n: int) -> None:
    """Comparisons with the thread index, of which the innermost loop is split: signed, unsigned, wrapping, negated, behind an extension."""
    tests = [
        "t < n",
        "t <= n",
        "n > t",
        "n >= t",
        "t > n",
        "t >= n",
        "(u32)t < (u32)n",
        "(u32)t - 3u < 5u",
        "(long long)t < (long long)n",
        "t - 10 < n - 12",
        "t >= 5 && t < n",
        "(u32)(t - n) < 7u",
        "t != n",
        "!(t < n)",
        "t + 2147483600 > 0",
        "t < -1",
        "(u32)t < 0xffffffffu",
        "(long long)(int)(t + 2147483600u) < 0ll",
        "(u64)(t + 4294967290u) < 20ull",
        "t - 2147483648 < 5",
    ]
    body = "".join(f"if ({test}) out[{k} * 128 + i] = i + 1; else out[{k} * 128 + i] = -i - 1;" for k, test in enumerate(tests))
    kernels = "".join(
        f"KERNEL k{k}(int *out, int n) {{ int t = threadIdx.x; int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + t;"
        f"if ({test}) out[i] = i + 1; else out[i] = -i - 1; }}"
        for k, test in enumerate(tests)
    )
    device = build(kernels)
    shape = (block, 1, 1) if isinstance(block, int) else (*block, 1)[:3]
    threads = shape[0] * shape[1] * shape[2]
    index = np.arange(threads)
    t = index % shape[0]
    wrap = (t + 2147483600 + 2**31) % 2**32 - 2**31
    models = [
        t < n,
        t <= n,
        n > t,
        n >= t,
        t > n,
        t >= n,
        t < n,
        (t - 3) % 2**32 < 5,
        t < n,
        t - 10 < n - 12,
        (t >= 5) & (t < n),
        (t - n) % 2**32 < 7,
        t != n,
        t >= n,
        None,
        t < -1,
        t < 2**32 - 1,
        wrap < 0,
        (t + 4294967290) % 2**32 < 20,
        t - 2147483648 < 5,
    ]
    assert body
    for k, model in enumerate(models):
        if model is None:
            continue  # signed overflow: no meaning in C++
        out = np.zeros(threads, np.int32)
        device.launch(f"k{k}", 1, block, out, np.int32(n))
        np.testing.assert_array_equal(out, np.where(model, index + 1, -index - 1), err_msg=tests[k])


ATOMICS = {
    "add_s32": ("int", [("__scale_atomic_add_s32(p, t, 0, 3)", 100 + 2016)]),
    "min_s32": ("int", [("__scale_atomic_min_s32(p, 50 - t, 0, 3)", -13)]),
    "max_u32": ("u32", [("__scale_atomic_max_u32(p, t * 10, 0, 3)", 630)]),
    "inc_u32": ("u32", [("__scale_atomic_inc_u32(p, 200, 0, 3)", 164)]),
    "dec_u32": ("u32", [("__scale_atomic_dec_u32(p, 200, 0, 3)", 36)]),
    "xor_u64": ("u64", [("__scale_atomic_xor_u64(p, (u64)t << 33, 0, 3)", 100)]),
    "add_f32": ("float", [("__scale_atomic_add_f32(p, 0.5f, 0, 3)", 132.0)]),
    "add_f64": ("double", [("__scale_atomic_add_f64(p, t, 0, 3)", 2116.0)]),
    "max_f64": ("double", [("__scale_atomic_max_f64(p, t * 2.0, 0, 3)", 126.0)]),
    "or_s64": ("long long", [("__scale_atomic_or_s64(p, 1ll << t, 0, 3)", -1)]),
}


@pytest.mark.parametrize("name", ATOMICS)
def test_atomics(name: str) -> None:
    kind, [(call, expected)] = ATOMICS[name]
    declared = f'extern "C" __device__ {kind} __scale_atomic_{name}({kind} *, {kind}, int, int);\n'
    if name in ("add_s32", "add_f32", "add_f64"):
        declared = ""
    device = build(f"{declared}KERNEL k({kind} *p) {{ int t = threadIdx.x; {call}; }}")
    dtype = {"int": np.int32, "u32": np.uint32, "u64": np.uint64, "float": np.float32, "double": np.float64, "long long": np.int64}[kind]
    value = np.array([100], dtype)
    device.launch("k", 1, 64, value)
    assert value[0] == expected


def test_compare_and_swap_loop_and_exchange() -> None:
    out = run(
        'extern "C" __device__ int __scale_atomic_cas_s32(int *, int, int, int, int); extern "C" __device__ int __scale_atomic_exch_s32(int *, int, int, int);'
        "KERNEL k(int *out) { int old = out[0], seen; do { seen = old; old = __scale_atomic_cas_s32(out, seen + threadIdx.x, seen, 0, 3); } while (old != seen);"
        "if (threadIdx.x == 5) out[1] = __scale_atomic_exch_s32(out + 2, 77, 0, 3); }"
    )
    assert out[0] == 2016 and out[1] == 0 and out[2] == 77


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("kind", ["_Float16", "__bf16"])
def test_half_arithmetic_at_every_level(kind: str, level: int) -> None:
    device = build(
        f"KERNEL k({kind} *x, float *y) {{ int t = threadIdx.x; {kind} v = x[t]; v = v * v + ({kind})1.5f; x[t] = v; y[t] = (float)v; }}"
        if kind == "_Float16"
        else f"KERNEL k({kind} *x, float *y) {{ int t = threadIdx.x; float v = (float)x[t]; v = v * v + 1.5f; x[t] = ({kind})v; y[t] = (float)x[t]; }}",
        level=level,
    )
    values = np.linspace(-8, 8, 64).astype(np.float32)
    if kind == "_Float16":
        data = values.astype(np.float16)
        expected = ((data * data).astype(np.float16) + np.float16(1.5)).astype(np.float32)
        stored = data.view(np.uint16).copy()
    else:
        stored = (values.view(np.uint32) >> 16).astype(np.uint16)
        exact = (stored.astype(np.uint32) << 16).view(np.float32)
        product = (exact * exact + np.float32(1.5)).view(np.uint32)
        expected = (((product + 0x7FFF + (product >> 16 & 1)) >> 16) << 16).astype(np.uint32).view(np.float32)
    out = np.zeros(64, np.float32)
    device.launch("k", 1, 64, stored, out)
    np.testing.assert_allclose(out, expected, rtol=2e-3 if kind == "_Float16" else 0)


def test_printf_gives_the_packed_buffer() -> None:
    device = build(
        'KERNEL k(int *out) { struct { int a; double b; } args = {(int)threadIdx.x, 2.5}; if (threadIdx.x == 3) out[0] = vprintf("%d %f", &args); }'
    )
    out = np.ones(1, np.int32)
    device.launch("k", 1, 8, out)
    text, data = device.printed[0]
    assert text == "%d %f" and len(device.printed) == 1 and out[0] == 0
    assert np.frombuffer(data, np.int32, 1)[0] == 3 and np.frombuffer(data, np.float64, 1, 8)[0] == 2.5


def test_failed_assert_names_block_and_thread() -> None:
    device = build(
        'extern "C" __device__ void __assertfail(const char *, const char *, u32, const char *, u64);'
        'KERNEL k(int *out) { if (threadIdx.x == 3 && threadIdx.y == 1 && blockIdx.x == 2) __assertfail("x < 3", "f.cu", 7, "k", 1); }'
    )
    device.launch("k", 3, (8, 2), np.zeros(1, np.int32))
    assert device.failed == [("x < 3", (2, 0, 0), (3, 1, 0))]


def test_device_malloc_clock_and_nanosleep() -> None:
    out = run(
        'extern "C" { __device__ void *malloc(u64); __device__ void free(void *); } KERNEL k(int *out) { int *p = (int *)malloc(16);'
        "p[1] = threadIdx.x; __syncthreads(); long long c = __nvvm_read_ptx_sreg_clock64(); __nvvm_nanosleep(1); out[threadIdx.x] = p[1] + (c == 12345);"
        "free(p); }"
    )
    np.testing.assert_array_equal(out, np.arange(64) + 1)


def test_named_barrier_of_a_part_of_the_block() -> None:
    out = run(
        "KERNEL k(int *out) { __shared__ int s[64]; int t = threadIdx.x; if (t < 32) { s[t] = t; __nvvm_barrier_sync_cnt(1, 64); out[t] = s[t + 32]; }"
        "else { s[t] = 2 * t; __nvvm_barrier_sync_cnt(1, 64); out[t] = s[t - 32]; } }"
    )
    np.testing.assert_array_equal(out, [2 * (t + 32) if t < 32 else t - 32 for t in range(64)])


def test_producer_arrives_at_barriers_and_consumer_waits() -> None:
    out = run(
        'extern "C" { __device__ void arrive(int, int) __asm__("llvm.nvvm.barrier.cta.arrive.aligned.count"); }'
        "KERNEL k(int *out) { __shared__ int s[2][32]; int t = threadIdx.x & 31; if (threadIdx.x < 32) for (int i = 0; i < 6; ++i) {"
        "if (i >= 2) __nvvm_barrier_sync_cnt(3 + (i & 1), 64); s[i & 1][t] = 100 * i + t; arrive(1 + (i & 1), 64); }"
        "else { int sum = 0; for (int i = 0; i < 6; ++i) { __nvvm_barrier_sync_cnt(1 + (i & 1), 64); sum = sum * 3 + s[i & 1][31 - t];"
        "if (i < 4) arrive(3 + (i & 1), 64); } out[t] = sum; } }"
    )
    expected = [sum((100 * i + 31 - t) * 3 ** (5 - i) for i in range(6)) for t in range(32)]
    np.testing.assert_array_equal(out[:32], expected)


def test_who_arrives_at_a_barrier_goes_on() -> None:
    out = run(
        'extern "C" { __device__ void arrive(int, int) __asm__("llvm.nvvm.barrier.cta.arrive.count"); }'
        "KERNEL k(int *out) { __shared__ int s[32]; int t = threadIdx.x & 31; if (threadIdx.x < 32) { arrive(1, 64); s[t] = t + 7;"
        "__nvvm_barrier_sync_cnt(2, 64); } else { __nvvm_barrier_sync_cnt(2, 64); __nvvm_barrier_sync_cnt(1, 64); out[t] = s[31 - t]; } }"
    )
    np.testing.assert_array_equal(out[:32], 38 - np.arange(32))


def test_conversion_saturates_as_on_the_gpu() -> None:
    device = build("KERNEL k(const float *x, int *i, u32 *u) { int t = threadIdx.x; i[t] = (int)x[t]; u[t] = (u32)x[t]; }")
    x = np.array([1e20, -1e20, np.nan, -1.0, 3e9, 2.9], np.float32)
    i, u = np.zeros(6, np.int32), np.zeros(6, np.uint32)
    device.launch("k", 1, 6, x, i, u)
    assert i.tolist() == [2**31 - 1, -(2**31), 0, -1, 2**31 - 1, 2]
    assert u.tolist() == [2**32 - 1, 0, 0, 0, 3000000000, 2]


def test_many_blocks_in_three_dimensions() -> None:
    device = build(
        "KERNEL k(int *out) { int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;"
        "out[b * 6 + threadIdx.y * 3 + threadIdx.x] = blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z + 1000 * threadIdx.x + 10000 * threadIdx.y; }"
    )
    out = np.zeros(3 * 4 * 2 * 6, np.int32)
    device.launch("k", (3, 4, 2), (3, 2), out)
    expected = [
        x + 10 * y + 100 * z + 1000 * tx + 10000 * ty
        for z in range(2)
        for y in range(4)
        for x in range(3)
        for ty in range(2)
        for tx in range(3)
    ]
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(
    "body",
    [
        "out[t] = in[t + 1] + 1;",
        "__shared__ int s[8]; s[t] = in[t + 1] + 1; __syncthreads(); out[t] = s[t];",
        "int v = in[t + 1]; v = __shfl_xor_sync(~0u, v, 0); out[t] = v + 1;",
    ],
)
def test_checked_entry_reports_each_access(body: str) -> None:
    device = build(f"KERNEL k(const int *in, int *out) {{ int t = threadIdx.x; {body} }}", level=2)
    data, out = np.arange(9, dtype=np.int32), np.zeros(8, np.int32)
    device.launch("k", 1, 8, data, out, checked=True)
    np.testing.assert_array_equal(out, data[1:] + 1)
    seen = set(device.accesses)
    for t in range(8):
        assert (data.ctypes.data + 4 * t + 4, 4, 1, 0, t) in seen
        assert (out.ctypes.data + 4 * t, 4, 2, 0, t) in seen


@pytest.mark.parametrize("optimization", [0, 3])
def test_shared_atomics(optimization: int) -> None:
    declared = "".join(
        f'extern "C" __device__ {k} __scale_atomic_{n}({k} *, {k}, int, int);'
        for k, n in (("int", "min_s32"), ("u32", "inc_u32"), ("u32", "dec_u32"), ("float", "max_f32"), ("int", "exch_s32"))
    )
    declared += 'extern "C" __device__ int __scale_atomic_cas_s32(int *, int, int, int, int);'
    out = run(
        declared
        + "KERNEL k(int *out) { __shared__ int h[8]; __shared__ u32 u[2]; __shared__ float f; int t = threadIdx.x; if (t < 8) h[t] = 100; if (t < 2) u[t] = 5;"
        "if (t == 0) f = 0; __syncthreads(); atomicAdd(&h[t & 1], t); __scale_atomic_min_s32(&h[2], 90 - t, 0, 3); __scale_atomic_inc_u32(&u[0], 20, 0, 3);"
        "__scale_atomic_dec_u32(&u[1], 20, 0, 3); __scale_atomic_max_f32(&f, t * 0.5f, 0, 3); int old = __scale_atomic_cas_s32(&h[3], t, 100, 0, 3);"
        "if (old == 100) atomicAdd(&h[4], 1); __syncthreads(); if (t == 0) { for (int i = 0; i < 5; i++) out[i] = h[i]; out[5] = u[0]; out[6] = u[1];"
        "out[7] = f * 2; } }",
        optimization=optimization,
    )
    value_inc, value_dec = 5, 5
    for _ in range(64):
        value_inc = 0 if value_inc >= 20 else value_inc + 1
        value_dec = 20 if value_dec == 0 or value_dec > 20 else value_dec - 1
    assert out[:8].tolist() == [100 + 992, 100 + 1024, 27, 0, 101, value_inc, value_dec, 63]


def test_variable_arguments_and_stack_of_a_size_known_at_run_time() -> None:
    out = run(
        "typedef __builtin_va_list L; struct S { char c; double d; };"
        "__device__ __noinline__ int sum(int n, ...) { L l; __builtin_va_start(l, n); double s = 0;"
        "  for (int i = 0; i < n; ++i) s += __builtin_va_arg(l, int) + __builtin_va_arg(l, double) + __builtin_va_arg(l, S).d; __builtin_va_end(l); return s; }"
        "__device__ int ends(int r) { long long *a = (long long *)__builtin_alloca(r * 8); for (int i = 0; i < r; ++i) a[i] = i * r; return a[r - 1] + a[r / 2]; }"
        "__device__ int vla(int n) { int s = 0; for (int r = 1; r <= n; ++r) s += ends(r); return s; }"
        "KERNEL k(int *out) { int t = threadIdx.x; int *p = (int *)__builtin_alloca((t + 1) * 4); for (int i = 0; i <= t; ++i) p[i] = i * t;"
        "  __syncthreads(); S s = {1, 0.5}; int v = sum(2, t, 2.5, s, 4, 8.0, s); __syncthreads(); out[t] = p[t] + v * 100000 + vla(t % 5); }"
    )
    vla = [sum((r - 1) * r + r // 2 * r for r in range(1, n + 1)) for n in range(5)]
    np.testing.assert_array_equal(out, [t * t + (t + 4 + 11) * 100000 + vla[t % 5] for t in range(64)])
