# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""Device math: errors in ulp against double precision or mpmath within CUDA's bounds; rounding modes; integer functions."""

from __future__ import annotations

import struct
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest
from cpu_device import build, clang
from scale.compiler.targets.cpu.device import build as device_build

N = 4096
SPECIAL = np.array(
    [0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-45, -1e-45, 88.7, 88.8, -103.9, -104, 128, -149, -150, 1e38, 0.55, -9.1], np.float32
)

FLOATS = {
    "exp": (np.exp, 1.0), "exp2": (np.exp2, 2.0), "exp10": (lambda v: 10.0**v, 2.0), "log": (np.log, 1.0), "log2": (np.log2, 1.0),
    "log10": (np.log10, 2.0), "sin": (np.sin, 2.0), "cos": (np.cos, 2.0), "tanh": (np.tanh, 2.0), "tan": (np.tan, 4.0), "sqrt": (np.sqrt, 0.5),
    "rsqrt": (lambda v: 1 / np.sqrt(v), 2.0), "cbrt": (np.cbrt, 1.0), "expm1": (np.expm1, 1.0), "log1p": (np.log1p, 1.0), "atan": (np.arctan, 2.0),
}  # fmt: skip
"""CUDA's documented largest errors in ulp (CUDA C++ Programming Guide, Mathematical Functions)."""


@pytest.fixture(scope="module")
def floats():  # type: ignore[no-untyped-def]
    declared = "".join(f"__device__ float __nv_{f}f(float);" for f in FLOATS)
    kernels = "".join(
        f"KERNEL k_{f}(const float *x, float *y, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = __nv_{f}f(x[i]); }}"
        for f in FLOATS
    )
    return build(f'extern "C" {{ {declared} __device__ float __nv_powf(float, float); }} {kernels}'
                 "KERNEL k_pow(const float *x, const float *z, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
                 "if (i < n) y[i] = __nv_powf(x[i], z[i]); }")  # fmt: skip


def errors(result: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Distance in units in the last place of the exact result; infinities and NaN must agree."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(np.float32)
        error = np.abs(result.astype(np.float64) - exact) / np.spacing(np.abs(rounded)).astype(np.float64)
    same = (result == rounded) | (np.isnan(result) & np.isnan(rounded))
    error[same & ~np.isfinite(rounded)] = 0
    return error


@pytest.mark.parametrize("name", FLOATS)
def test_float_functions_keep_cudas_bounds(name: str, floats) -> None:  # type: ignore[no-untyped-def]
    model, bound = FLOATS[name]
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 1 << 32, N, dtype=np.uint32).view(np.float32)
    for x in (bits, rng.uniform(-20, 20, N).astype(np.float32), np.resize(SPECIAL, N)):
        out = np.zeros(N, np.float32)
        floats.launch(f"k_{name}", N // 256, 256, x, out, np.int32(N))
        with np.errstate(all="ignore"):
            error = errors(out, model(x.astype(np.float64)))
        worst = int(np.argmax(np.where(np.isnan(error), np.inf, error)))
        assert error[worst] <= bound, (x[worst], out[worst])


def test_powf(floats) -> None:  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(2)
    bits = rng.integers(0, 1 << 32, N, dtype=np.uint32).view(np.float32)
    pairs = [(np.abs(bits), rng.uniform(-5, 5, N).astype(np.float32)), (bits, np.round(rng.uniform(-6, 6, N)).astype(np.float32)),
             (np.resize(SPECIAL, N), np.resize(np.repeat(SPECIAL, len(SPECIAL)), N))]  # fmt: skip
    for x, z in pairs:
        out = np.zeros(N, np.float32)
        floats.launch("k_pow", N // 256, 256, x, z, out, np.int32(N))
        with np.errstate(all="ignore"):
            error = errors(out, np.power(x.astype(np.float64), z.astype(np.float64)))
        assert np.nanmax(error) <= 4 and not np.isnan(error).any()


DOUBLES = {
    "sinpi": (lambda x: mpmath.sin(mpmath.pi * x), -3, 3, 2), "cospi": (lambda x: mpmath.cos(mpmath.pi * x), -3, 3, 2),
    "rcbrt": (lambda x: 1 / mpmath.cbrt(x), 0.1, 50, 2), "erfcx": (lambda x: mpmath.exp(x * x) * mpmath.erfc(x), -3, 30, 4),
    "erfinv": (mpmath.erfinv, -0.999, 0.999, 5), "erfcinv": (lambda x: mpmath.erfinv(1 - x), 0.0001, 1.9, 6),
    "normcdf": (mpmath.ncdf, -20, 5, 5), "cyl_bessel_i0": (lambda x: mpmath.besseli(0, x), -30, 90, 6),
    "cyl_bessel_i1": (lambda x: mpmath.besseli(1, x), -30, 90, 6), "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 0.1, 90, 1),
    "exp": (mpmath.exp, -300, 300, 1), "tgamma": (mpmath.gamma, 0.1, 20, 10),
}  # fmt: skip


@pytest.mark.parametrize("name", DOUBLES)
def test_double_functions(name: str) -> None:
    model, low, high, bound = DOUBLES[name]
    device = build(f'extern "C" {{ {"".join(f"__device__ double __nv_{f}(double);" for f in DOUBLES)} }}'
                   + "".join(f"KERNEL k_{f}(const double *x, double *y) {{ y[threadIdx.x] = __nv_{f}(x[threadIdx.x]); }}" for f in DOUBLES))  # fmt: skip
    x = np.random.default_rng(3).uniform(low, high, 200)
    out = np.zeros(200)
    device.launch(f"k_{name}", 1, 200, x, out)
    with mpmath.workdps(60):
        worst = max(
            abs(mpmath.mpf(float(y)) - model(mpmath.mpf(float(v)))) / mpmath.mpf(float(np.spacing(abs(y))))
            for v, y in zip(x, out, strict=True)
        )
    assert worst <= bound


def _directed(exact: Fraction, mode: str, kind: type) -> float:
    """The exact value rounded towards zero, up or down."""
    with np.errstate(all="ignore"):
        near = kind(float(exact)) if kind is np.float64 else kind(np.float64(float(exact)))
    if Fraction(float(near)) == exact:
        return float(near)
    up = near if Fraction(float(near)) > exact else np.nextafter(near, kind(np.inf))
    down = near if Fraction(float(near)) < exact else np.nextafter(near, kind(-np.inf))
    return float({"ru": up, "rd": down, "rz": down if exact > 0 else up}[mode])


@pytest.mark.parametrize("mode", ["rz", "ru", "rd"])
def test_rounding_modes(mode: str) -> None:
    nvvm = {"rz": "rz", "ru": "rp", "rd": "rm"}[mode]
    device = build(f"KERNEL f(const float *x, float *y) {{ int t = threadIdx.x; float a = x[3 * t], b = x[3 * t + 1], c = x[3 * t + 2];"
                   f"y[4 * t] = __nvvm_add_{nvvm}_f(a, b); y[4 * t + 1] = __nvvm_mul_{nvvm}_f(a, b); y[4 * t + 2] = __nvvm_fma_{nvvm}_f(a, b, c);"
                   f"y[4 * t + 3] = __nvvm_ll2f_{nvvm}((long long)(a * 1e12f) + 12345); }}"
                   f"KERNEL d(const double *x, double *y) {{ int t = threadIdx.x; double a = x[3 * t], b = x[3 * t + 1], c = x[3 * t + 2];"
                   f"y[4 * t] = __nvvm_add_{nvvm}_d(a, b); y[4 * t + 1] = __nvvm_mul_{nvvm}_d(a, b); y[4 * t + 2] = __nvvm_fma_{nvvm}_d(a, b, c);"
                   f"y[4 * t + 3] = __nvvm_div_{nvvm}_d(a, b); }}")  # fmt: skip
    rng = np.random.default_rng(4)
    for name, kind in (("f", np.float32), ("d", np.float64)):
        x = rng.uniform(-10, 10, 3 * 64).astype(kind)
        out = np.zeros(4 * 64, kind)
        device.launch(name, 1, 64, x, out)
        for t in range(64):
            a, b, c = (Fraction(float(v)) for v in x[3 * t : 3 * t + 3])
            last = a / b if name == "d" else Fraction(int(np.float32(x[3 * t] * np.float32(1e12))) + 12345)
            expected = [_directed(v, mode, kind) for v in (a + b, a * b, a * b + c, last)]
            assert out[4 * t : 4 * t + 4].tolist() == expected


def test_integer_functions() -> None:
    device = build('extern "C" { __device__ int __nv_clz(int); __device__ int __nv_ffs(int); __device__ int __nv_popc(int); __device__ int __nv_brev(int);'
                   "__device__ int __nv_mulhi(int, int); __device__ u32 __nv_umulhi(u32, u32); __device__ u32 __nv_byte_perm(u32, u32, u32);"
                   "__device__ int __nv_mul24(int, int); __device__ int __nv_rhadd(int, int); __device__ u32 __nv_usad(u32, u32, u32); }"
                   "KERNEL k(const int *x, int *y) { int t = threadIdx.x, a = x[2 * t], b = x[2 * t + 1]; int *o = y + 10 * t; o[0] = __nv_clz(a); o[1] = __nv_ffs(a);"
                   "o[2] = __nv_popc(a); o[3] = __nv_brev(a); o[4] = __nv_mulhi(a, b); o[5] = __nv_umulhi(a, b); o[6] = __nv_byte_perm(a, b, 0x7b04);"
                   "o[7] = __nv_mul24(a, b); o[8] = __nv_rhadd(a, b); o[9] = __nv_usad(a, b, 7); }")  # fmt: skip
    x = np.random.default_rng(5).integers(-(2**31), 2**31, 128, dtype=np.int64).astype(np.int32)
    x[:4] = [0, -1, 1, 2**31 - 1]
    out = np.zeros(640, np.int32)
    device.launch("k", 1, 64, x, out)

    def signed(v: int) -> int:
        return struct.unpack("<i", struct.pack("<I", v & 0xFFFFFFFF))[0]

    def low24(v: int) -> int:
        return ((v & 0xFFFFFF) ^ 0x800000) - 0x800000

    for t in range(64):
        a, b = int(x[2 * t]), int(x[2 * t + 1])
        ua, ub = a & 0xFFFFFFFF, b & 0xFFFFFFFF
        both = ua.to_bytes(4, "little") + ub.to_bytes(4, "little")
        sign = 255 if both[3] & 128 else 0  # selector 11 repeats the sign of byte 3
        expected = [32 - ua.bit_length(), (ua & -ua).bit_length(), bin(ua).count("1"), signed(int(f"{ua:032b}"[::-1], 2)), (a * b) >> 32,
                    signed((ua * ub) >> 32), signed(int.from_bytes(bytes([both[4], both[0], sign, both[7]]), "little")),
                    signed(low24(a) * low24(b)), (a + b + 1) >> 1, signed(abs(ua - ub) + 7)]  # fmt: skip
        assert out[10 * t : 10 * t + 10].tolist() == expected


def test_device_library_is_current() -> None:
    """`python -m scale.compiler.targets.cpu.device.build` makes the kept file."""
    if device_build.OUTPUT.read_text() != device_build.make(clang()):
        raise AssertionError(f"{Path(device_build.OUTPUT).name} is not what its sources give; make it again")
