# SPDX-License-Identifier: Apache-2.0
"""Device mathematics as executed machine code, within the bounds of CUDA's mathematical functions appendix."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from amdgpu_run import run
from scale.compiler.targets.amdgpu.tools import find

pytestmark = pytest.mark.skipif(find("ocml") is None, reason="AMD's device libraries are not installed")
TARGETS = ("gfx942", "gfx1100")
COUNT = 256
RNG = np.random.default_rng(3)

# name: (mpmath's function, bound in ulp for float and for double, range of arguments)
UNARY: dict[str, tuple[Any, float, float, float, float]] = {
    "sqrt": (mpmath.sqrt, 0.5, 0.5, 0, 1e6),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 2, 1, 1e-6, 1e6),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), 1, 1, -1e4, 1e4),
    "rcbrt": (lambda x: mpmath.sign(x) / mpmath.cbrt(abs(x)), 1, 1, 0.1, 1e4),
    "exp": (mpmath.exp, 2, 1, -80, 80),
    "exp2": (lambda x: mpmath.power(2, x), 2, 1, -120, 120),
    "exp10": (lambda x: mpmath.power(10, x), 2, 1, -35, 35),
    "expm1": (mpmath.expm1, 1, 1.5, -5, 5),  # ocml: 1.3; CUDA says 1
    "log": (mpmath.log, 1.1, 1, 1e-6, 1e6),  # LLVM: 1.04; CUDA says 1
    "log2": (lambda x: mpmath.log(x, 2), 1, 1, 1e-6, 1e6),
    "log10": (mpmath.log10, 2, 1, 1e-6, 1e6),
    "log1p": (mpmath.log1p, 1, 1, -0.9, 100),
    "sin": (mpmath.sin, 2, 2, -1000, 1000),
    "cos": (mpmath.cos, 2, 2, -1000, 1000),
    "tan": (mpmath.tan, 4, 2, -100, 100),
    "sinpi": (lambda x: mpmath.sinpi(x), 1, 2, -9, 9),
    "cospi": (lambda x: mpmath.cospi(x), 1, 2, -9, 9),
    "asin": (mpmath.asin, 2, 2, -1, 1),
    "acos": (mpmath.acos, 2, 2, -1, 1),
    "atan": (mpmath.atan, 2, 2, -100, 100),
    "sinh": (mpmath.sinh, 3, 2, -20, 20),
    "cosh": (mpmath.cosh, 2, 1, -20, 20),
    "tanh": (mpmath.tanh, 2, 1, -5, 5),
    "asinh": (mpmath.asinh, 3, 3, -100, 100),
    "acosh": (mpmath.acosh, 4, 3, 1, 100),
    "atanh": (mpmath.atanh, 3, 2, -0.99, 0.99),
    "erf": (mpmath.erf, 2, 2, -3, 3),
    "erfc": (mpmath.erfc, 4, 5, -3, 8),
    "erfinv": (mpmath.erfinv, 2, 5, -0.99, 0.99),
    "erfcinv": (lambda x: mpmath.erfinv(1 - x), 4, 6, 0.01, 1.9),
    "erfcx": (lambda x: mpmath.exp(x * x) * mpmath.erfc(x), 4, 4, -2, 10),
    "normcdf": (mpmath.ncdf, 5, 5, -5, 5),
    "normcdfinv": (lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), 5, 8, 0.01, 0.99),
    "lgamma": (mpmath.loggamma, 6, 4, 3, 100),
    "tgamma": (mpmath.gamma, 5, 10, 0.5, 30),
    "j0": (lambda x: mpmath.besselj(0, x), 9, 7, 0, 8),
    "j1": (lambda x: mpmath.besselj(1, x), 9, 7, 0, 8),
    "y0": (lambda x: mpmath.bessely(0, x), 9, 7, 1, 8),
    "y1": (lambda x: mpmath.bessely(1, x), 9, 7, 1, 8),
    "cyl_bessel_i0": (lambda x: mpmath.besseli(0, x), 6, 6, -10, 10),
    "cyl_bessel_i1": (lambda x: mpmath.besseli(1, x), 6, 6, -10, 10),
}
NEAR_ZERO = {"j0", "j1", "y0", "y1"}
"""CUDA bounds these by an absolute error near their zeros."""


def unary_kernel(kind: str, suffix: str) -> str:
    declarations = "\n".join(f'extern "C" __device__ {kind} __nv_{name}{suffix}({kind});' for name in UNARY)
    lines = "\n".join(f"r[{n} * {COUNT} + t] = __nv_{name}{suffix}(a[{n} * {COUNT} + t]);" for n, name in enumerate(UNARY))
    return f"{declarations}\n__global__ void k(const {kind} *a, {kind} *r) {{ int t = threadIdx.x; {lines} }}"


def ulps(got: np.ndarray, wanted: list[Any]) -> np.ndarray:
    result = []
    for value, exact in zip(got, wanted, strict=True):
        unit = np.spacing(np.abs(np.array(float(exact)).astype(got.dtype)))
        result.append(float(abs(mpmath.mpf(float(value)) - exact) / mpmath.mpf(float(unit))))
    return np.array(result)


@pytest.mark.parametrize("kind", ("float", "double"))
@pytest.mark.parametrize("target", TARGETS)
def test_functions_of_one_argument(target: str, kind: str) -> None:
    dtype = np.float32 if kind == "float" else np.float64
    values = np.stack([RNG.uniform(low, high, COUNT) for _, _, _, low, high in UNARY.values()]).astype(dtype)
    _, got = run(unary_kernel(kind, "f" if kind == "float" else ""), target, [values, np.zeros_like(values)], block=COUNT)
    bad = []
    with mpmath.workdps(40):
        for row, (name, (function, single, double, _, _)) in enumerate(UNARY.items()):
            some = slice(0, 48)  # mpmath is slow
            exact = [mpmath.re(function(mpmath.mpf(float(x)))) for x in values[row][some]]
            bound = (single if kind == "float" else double) + 0.01
            worst = ulps(got[row][some], exact)
            if name in NEAR_ZERO:
                worst = np.where(np.abs(got[row][some]) < 0.3, 0, worst)
            if worst.max() > bound:
                where = int(worst.argmax())
                bad.append(f"{name}({values[row][where]!r}) = {got[row][where]!r}: {worst.max():.2f} ulp, bound {bound}")
    assert not bad, "\n".join(bad)


BINARY = """
extern "C" __device__ float __nv_powf(float, float), __nv_atan2f(float, float), __nv_fmodf(float, float);
extern "C" __device__ float __nv_hypotf(float, float), __nv_remainderf(float, float), __nv_fdimf(float, float);
extern "C" __device__ float __nv_copysignf(float, float), __nv_nextafterf(float, float), __nv_ldexpf(float, int), __nv_powif(float, int);
extern "C" __device__ float __nv_frexpf(float, int *), __nv_modff(float, float *), __nv_remquof(float, float, int *);
extern "C" __device__ void __nv_sincosf(float, float *, float *), __nv_sincospif(float, float *, float *);
__global__ void k(const float *a, const float *b, float *r, int *e) {
  int t = threadIdx.x;
  float x = a[t], y = b[t], s, c, w;
  r[t] = __nv_powf(__builtin_fabsf(x), y);
  r[256 + t] = __nv_atan2f(x, y);
  r[512 + t] = __nv_fmodf(x, y);
  r[768 + t] = __nv_hypotf(x, y);
  r[1024 + t] = __nv_remainderf(x, y);
  r[1280 + t] = __nv_fdimf(x, y);
  r[1536 + t] = __nv_copysignf(x, y);
  r[1792 + t] = __nv_nextafterf(x, y);
  r[2048 + t] = __nv_ldexpf(x, (int)y);
  r[2304 + t] = __nv_frexpf(x, e + t);
  r[2560 + t] = __nv_modff(x, &w);
  r[2816 + t] = w;
  __nv_sincosf(x, &s, &c);
  r[3072 + t] = s;
  r[3328 + t] = c;
  r[3584 + t] = __nv_remquof(x, y, e + 256 + t);
  r[3840 + t] = __nv_powif(x, (int)y);
}
"""


def remainder(x: float, y: float) -> float:
    return float(mpmath.mpf(x) - y * mpmath.nint(mpmath.mpf(x) / y)) if np.isfinite(x) else np.nan


@pytest.mark.parametrize("target", TARGETS)
def test_functions_of_several_arguments_and_results(target: str) -> None:
    x = RNG.uniform(-20, 20, 256).astype(np.float32)
    y = RNG.uniform(-5, 5, 256).astype(np.float32)
    x[:6] = [0.0, -0.0, np.inf, -np.inf, np.nan, 3.0]
    x64, y64 = x.astype(np.float64), y.astype(np.float64)
    with np.errstate(all="ignore"):
        _, _, got, exponents = run(BINARY, target, [x, y, np.zeros(4096, np.float32), np.zeros(512, np.int32)], block=256)
        got = got.reshape(16, 256)
        mantissa, exponent = np.frexp(x)
        wanted = [
            (np.abs(x64) ** y64, 4),
            (np.arctan2(x64, y64), 3),
            (np.fmod(x64, y64), 0),
            (np.hypot(x64, y64), 3),
            (
                np.array([remainder(p, q) for p, q in zip(x64, y64, strict=True)]),
                0,
            ),
            (np.where(np.isnan(x64), np.nan, np.where(x64 > y64, x64 - y64, 0)), 0),
            (np.copysign(x64, y64), 0),
            (np.nextafter(x, y), 0),
            (np.ldexp(x64, y64.astype(int)), 0),
            (mantissa, 0),
            (np.where(np.isinf(x), np.copysign(0, x), np.modf(x)[0]), 0),
            (np.modf(x)[1], 0),
            (np.sin(x64), 2),
            (np.cos(x64), 2),
        ]
        for row, (value, bound) in enumerate(wanted):
            close = np.abs(got[row].astype(np.float64) - value) <= (bound + 0.51) * np.spacing(np.abs(value).astype(np.float32))
            same = (np.isnan(got[row]) & np.isnan(value)) | (got[row] == value.astype(np.float32))
            assert (close | same).all(), (
                f"row {row}: {x[~(close | same)][:3]} {y[~(close | same)][:3]} gave {got[row][~(close | same)][:3]}"
            )
        finite = np.isfinite(x)
        assert np.array_equal(exponents[:256][finite], exponent[finite])
        quotient = np.array([int(mpmath.nint(mpmath.mpf(p) / q)) if np.isfinite(p) else 0 for p, q in zip(x64, y64, strict=True)])
        assert np.array_equal(np.abs(exponents[256:])[finite] & 7, np.abs(quotient)[finite] & 7)
    assert np.signbit(got[9][1])  # frexp(-0) keeps its sign


@pytest.mark.parametrize("target", TARGETS)
def test_fast_functions_stay_on_the_hardware(target: str) -> None:
    source = """
    extern "C" __device__ float __nv_fast_expf(float), __nv_fast_logf(float), __nv_fast_sinf(float), __nv_fast_powf(float, float);
    extern "C" __device__ float __nv_fast_fdividef(float, float), __nv_fast_cosf(float), __nv_fast_exp10f(float), __nv_fast_log10f(float);
    __global__ void k(const float *a, float *r) {
      int t = threadIdx.x; float x = a[t];
      r[t] = __nv_fast_expf(x); r[64 + t] = __nv_fast_logf(x); r[128 + t] = __nv_fast_sinf(x); r[192 + t] = __nv_fast_cosf(x);
      r[256 + t] = __nv_fast_powf(x, 1.5f); r[320 + t] = __nv_fast_fdividef(x, 3.0f); r[384 + t] = __nv_fast_exp10f(x);
      r[448 + t] = __nv_fast_log10f(x);
    }"""
    x = RNG.uniform(0.01, 3, 64).astype(np.float32)
    _, got = run(source, target, [x, np.zeros(512, np.float32)], block=64)
    d = x.astype(np.float64)
    wanted = np.concatenate([np.exp(d), np.log(d), np.sin(d), np.cos(d), d**1.5, d / 3, 10**d, np.log10(d)])
    assert np.allclose(got, wanted, rtol=4e-6, atol=1e-6)
