# SPDX-License-Identifier: Apache-2.0
"""Rounding directions, conversions and integer functions as executed machine code, against exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from amdgpu_run import run

TARGETS = ("gfx942", "gfx1100")
RNG = np.random.default_rng(9)
COUNT = 128
MODES = ("rn", "rz", "rd", "ru")


def rounded(exact: Fraction, dtype: type, mode: str) -> float:
    """The number of `dtype` that an exact value rounds to."""
    if exact == 0:
        return 0.0
    bits, low = (24, -149) if dtype is np.float32 else (53, -1074)
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - bits + 1, low)
    whole, rest = divmod(exact, unit)
    whole = int(whole)
    if rest:
        up = {"rd": False, "ru": True, "rz": exact < 0}.get(mode)
        if up is None:
            up = rest > unit / 2 or (rest == unit / 2 and whole % 2 == 1)
        whole += up
    return float(whole * unit)


def root(value: Fraction, dtype: type, mode: str) -> float:
    """Square root, by trial of the neighbours."""
    near = dtype(float(value) ** 0.5)
    candidates = sorted({float(np.nextafter(near, dtype(0))), float(near), float(np.nextafter(near, dtype(np.inf)))})
    below = max(c for c in candidates if Fraction(c) ** 2 <= value)
    above = min(c for c in candidates if Fraction(c) ** 2 >= value)
    if mode in ("rd", "rz"):
        return below
    if mode == "ru":
        return above
    middle = (Fraction(below) + Fraction(above)) / 2
    return below if value < middle**2 or below == above else above


OPERATIONS = {
    "add": lambda a, b, c: a + b,
    "sub": lambda a, b, c: a - b,
    "mul": lambda a, b, c: a * b,
    "div": lambda a, b, c: a / b,
    "fma": lambda a, b, c: a * b + c,
    "rcp": lambda a, b, c: 1 / a,
}


@pytest.mark.parametrize("kind", ("float", "double"))
@pytest.mark.parametrize("target", TARGETS)
def test_directed_arithmetic(target: str, kind: str) -> None:
    dtype = np.float32 if kind == "float" else np.float64
    letter = "f" if kind == "float" else "d"
    cases = [(name, mode) for name in (*OPERATIONS, "sqrt") for mode in MODES]
    declarations, calls = [], []
    for n, (name, mode) in enumerate(cases):
        count = {"fma": 3, "rcp": 1, "sqrt": 1}.get(name, 2)
        function = f"__nv_fma{'f' if kind == 'float' else ''}_{mode}" if name == "fma" else f"__nv_{letter}{name}_{mode}"
        declarations.append(f'extern "C" __device__ {kind} {function}({", ".join([kind] * count)});')
        arguments = ", ".join(["x" if name != "sqrt" else "(x < 0 ? -x : x)", "y", "z"][:count])
        calls.append(f"r[{n} * {COUNT} + t] = {function}({arguments});")
    source = f"""{chr(10).join(declarations)}
    __global__ void k(const {kind} *a, const {kind} *b, const {kind} *c, {kind} *r) {{
      int t = threadIdx.x; {kind} x = a[t], y = b[t], z = c[t]; {" ".join(calls)}
    }}"""
    a, b, c = ((RNG.standard_normal(COUNT) * 10.0 ** RNG.integers(-3, 4, COUNT)).astype(dtype) for _ in range(3))
    a[:4] = [1, 3, -7, 0.5]
    b[:4] = [3, 3, 2, -0.5]
    *_, got = run(source, target, [a, b, c, np.zeros(len(cases) * COUNT, dtype)], block=COUNT)
    for n, (name, mode) in enumerate(cases):
        for t in range(COUNT):
            x, y, z = (Fraction(float(value[t])) for value in (a, b, c))
            exact = root(abs(x), dtype, mode) if name == "sqrt" else rounded(OPERATIONS[name](x, y, z), dtype, mode)
            assert float(got[n * COUNT + t]) == exact, f"{name}_{mode}({a[t]!r}, {b[t]!r}, {c[t]!r})"


@pytest.mark.parametrize("target", TARGETS)
def test_conversions(target: str) -> None:
    into = [(source, result, mode) for source in ("float", "double") for result in ("int", "uint", "ll", "ull") for mode in MODES]
    outof = [(source, "float", mode) for source in ("int", "uint", "ll", "ull") for mode in MODES]
    outof += [(source, "double", mode) for source in ("ll", "ull") for mode in MODES]
    types = {"int": "int", "uint": "unsigned", "ll": "long long", "ull": "unsigned long long", "float": "float", "double": "double"}
    dtypes = {"int": np.int32, "uint": np.uint32, "ll": np.int64, "ull": np.uint64}
    text, calls = [], []
    for n, (source, result, mode) in enumerate(into):
        text.append(f'extern "C" __device__ {types[result]} __nv_{source}2{result}_{mode}({types[source]});')
        calls.append(f"i[{n} * {COUNT} + t] = (long long)__nv_{source}2{result}_{mode}(({source})d[t]);")
    for n, (source, result, mode) in enumerate(outof):
        text.append(f'extern "C" __device__ {types[result]} __nv_{source}2{result}_{mode}({types[source]});')
        calls.append(f"o[{n} * {COUNT} + t] = __nv_{source}2{result}_{mode}(({types[source]})w[t]);")
    text.append('extern "C" __device__ float __nv_double2float_rn(double), __nv_double2float_rz(double);')
    text.append('extern "C" __device__ float __nv_double2float_rd(double), __nv_double2float_ru(double);')
    for n, mode in enumerate(MODES):
        calls.append(f"o[{(len(outof) + n) * COUNT} + t] = __nv_double2float_{mode}(d[t]);")
    source_text = f"""{chr(10).join(text)}
    __global__ void k(const double *d, const long long *w, long long *i, double *o) {{ int t = threadIdx.x; {chr(10).join(calls)} }}"""
    d = RNG.standard_normal(COUNT) * 10.0 ** RNG.integers(0, 22, COUNT)
    d[:12] = [0.5, 1.5, -0.5, -1.5, 2.5, np.nan, 1e20, -3.5, 4294967295.5, 2147483647.5, -2147483648.5, 1e300]
    w = RNG.integers(-(2**63), 2**63 - 1, COUNT)
    w[:6] = [0, 1, -1, 2**63 - 1, -(2**63), 2**31 - 1]
    arrays = [d, w, np.zeros(len(into) * COUNT, np.int64), np.zeros((len(outof) + 4) * COUNT, np.float64)]
    _, _, integers, floats = run(source_text, target, arrays, block=COUNT)
    rounders = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}
    for n, (source, result, mode) in enumerate(into):
        limits = np.iinfo(dtypes[result])
        for t in range(COUNT):
            with np.errstate(over="ignore"):
                value = float(np.float32(d[t])) if source == "float" else float(d[t])
            if np.isnan(value):
                wanted = 0 if limits.bits == 32 and source == "float" else int(limits.min) or 1 << (limits.bits - 1)
            else:
                whole = rounders[mode](value)
                wanted = limits.max if whole >= limits.max else limits.min if whole <= limits.min else int(whole)
            got = int(integers[n * COUNT + t])
            assert got & (2**64 - 1) == wanted & (2**64 - 1), f"{source}2{result}_{mode}({value!r}) = {got}, not {wanted}"
    for n, (source, result, mode) in enumerate(outof):
        for t in range(COUNT):
            value = int(np.array(w[t]).astype(dtypes[source]))
            wanted = rounded(Fraction(value), np.float32 if result == "float" else np.float64, mode)
            assert floats[n * COUNT + t] == wanted, f"{source}2{result}_{mode}({value})"
    for n, mode in enumerate(MODES):
        for t in range(COUNT):
            if np.isfinite(d[t]) and abs(d[t]) < 3e38:
                wanted = rounded(Fraction(float(d[t])), np.float32, mode)
                assert floats[(len(outof) + n) * COUNT + t] == wanted, f"double2float_{mode}({d[t]!r})"


INTEGER = """
extern "C" __device__ int __nv_clz(int), __nv_clzll(long long), __nv_popc(unsigned), __nv_popcll(unsigned long long), __nv_ffs(int);
extern "C" __device__ int __nv_ffsll(long long), __nv_brev(int), __nv_byte_perm(int, int, int), __nv_mulhi(int, int);
extern "C" __device__ unsigned __nv_umulhi(unsigned, unsigned);
extern "C" __device__ int __nv_sad(int, int, int), __nv_hadd(int, int), __nv_rhadd(int, int), __nv_mul24(int, int);
extern "C" __device__ int __nv_uhadd(unsigned, unsigned);
extern "C" __device__ long long __nv_mul64hi(long long, long long);
extern "C" __device__ unsigned long long __nv_umul64hi(unsigned long long, unsigned long long);
extern "C" __device__ int __nv_vadd4(int, int), __nv_vavgs4(int, int), __nv_vmaxu2(int, int), __nv_vsads4(int, int);
extern "C" __device__ int __nv_vcmpgts2(int, int);
extern "C" __device__ int __nv_vsetltu4(int, int), __nv_vabsss2(int), __nv_vaddus4(int, int), __nv_vabsdiffs2(int, int);
__global__ void k(const int *a, const int *b, long long *r) {
  int t = threadIdx.x, x = a[t], y = b[t];
  long long w = (long long)x << 32 | (unsigned)y, v = (long long)y << 32 | (unsigned)x;
  long long *o = r + t * 32;
  o[0] = __nv_clz(x); o[1] = __nv_clzll(w); o[2] = __nv_popc(x); o[3] = __nv_popcll(w); o[4] = __nv_ffs(x); o[5] = __nv_ffsll(w);
  o[6] = __nv_brev(x); o[7] = __nv_byte_perm(x, y, 0x7531); o[8] = __nv_mulhi(x, y); o[9] = __nv_umulhi(x, y); o[10] = __nv_sad(x, y, 7);
  o[11] = __nv_hadd(x, y); o[12] = __nv_rhadd(x, y); o[13] = __nv_mul24(x, y); o[14] = __nv_uhadd(x, y);
  o[15] = __nv_mul64hi(w, v); o[16] = __nv_umul64hi(w, v);
  o[17] = __nv_vadd4(x, y); o[18] = __nv_vavgs4(x, y); o[19] = __nv_vmaxu2(x, y); o[20] = __nv_vsads4(x, y); o[21] = __nv_vcmpgts2(x, y);
  o[22] = __nv_vsetltu4(x, y); o[23] = __nv_vabsss2(x); o[24] = __nv_vaddus4(x, y); o[25] = __nv_vabsdiffs2(x, y);
}
"""


def s32(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def s64(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def s24(value: int) -> int:
    return (value + 2**23) % 2**24 - 2**23


def lanes(value: int, bits: int, *, signed: bool) -> list[int]:
    parts = [value >> shift & (1 << bits) - 1 for shift in range(0, 32, bits)]
    return [part - (1 << bits) if signed and part >> (bits - 1) else part for part in parts]


def word(parts: list[int], bits: int) -> int:
    return s32(sum((part & (1 << bits) - 1) << bits * n for n, part in enumerate(parts)))


@pytest.mark.parametrize("target", TARGETS)
def test_integer_functions(target: str) -> None:
    a, b = (RNG.integers(-(2**31), 2**31, COUNT).astype(np.int32) for _ in range(2))
    a[:4], b[:4] = [0, -1, 0x7FFFFFFF, -(2**31)], [0, 1, -1, -(2**31)]
    *_, got = run(INTEGER, target, [a, b, np.zeros(COUNT * 32, np.int64)], block=COUNT)
    for t in range(COUNT):
        x, y = int(a[t]), int(b[t])
        ux, uy = x % 2**32, y % 2**32
        uw, uv = ux << 32 | uy, uy << 32 | ux

        def pairs(bits: int, signed: bool, x: int = x, y: int = y) -> list[tuple[int, int]]:
            return list(zip(lanes(x, bits, signed=signed), lanes(y, bits, signed=signed), strict=True))

        wanted = [
            32 - ux.bit_length(),
            64 - uw.bit_length(),
            bin(ux).count("1"),
            bin(uw).count("1"),
            (ux & -ux).bit_length(),
            (uw & -uw).bit_length(),
            s32(int(f"{ux:032b}"[::-1], 2)),
            word([(uy << 32 | ux) >> 8 * n & 255 for n in (1, 3, 5, 7)], 8),
            x * y >> 32,
            ux * uy >> 32,
            s32(abs(x - y) + 7),
            x + y >> 1,
            x + y + 1 >> 1,
            s32(s24(x) * s24(y)),
            s32(ux + uy >> 1),
            s64(s64(uw) * s64(uv) >> 64),
            s64(uw * uv >> 64),
            word([p + q for p, q in pairs(8, False)], 8),
            word([p + q + 1 >> 1 for p, q in pairs(8, True)], 8),
            word([max(p, q) for p, q in pairs(16, False)], 16),
            sum(abs(p - q) for p, q in pairs(8, True)),
            word([-1 if p > q else 0 for p, q in pairs(16, True)], 16),
            word([1 if p < q else 0 for p, q in pairs(8, False)], 8),
            word([min(abs(p), 32767) for p, _ in pairs(16, True)], 16),
            word([min(p + q, 255) for p, q in pairs(8, False)], 8),
            word([abs(p - q) for p, q in pairs(16, True)], 16),
        ]
        row = [int(value) for value in got[t * 32 : t * 32 + len(wanted)]]
        assert row == wanted, (hex(ux), hex(uy), [n for n, (p, q) in enumerate(zip(row, wanted, strict=True)) if p != q])
