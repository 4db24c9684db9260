# SPDX-License-Identifier: Apache-2.0
"""Real-valued functions by mpmath: arguments are Python floats (exact, with infinities, NaN and signed zeros).

A reference returns an `mpf` (the exact value to at least twice a double's digits) or a `float` where the result itself is exact:
infinities, NaN, zeros with their sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import numpy as np
import scipy.special
from mpmath import mp, mpf

Real = mpf | float
Reference = Callable[..., Real]
INF, NAN = math.inf, math.nan
BITS = 140
"""Working precision."""
mp.prec = BITS
_HUGE, _TINY = mpf(2) ** 4000, mpf(2) ** -4000


def _odd(function: Reference, at_infinity: float) -> Reference:
    """NaN stays, zeros stay with their sign, infinities give `at_infinity` with their sign."""

    def whole(x: float) -> Real:
        if x == 0 or x != x:
            return x
        return math.copysign(at_infinity, x) if math.isinf(x) else function(mpf(x))

    return whole


def _plain(function: Reference, at_minus: float, at_plus: float, at_zero: float | None = None) -> Reference:
    def whole(x: float) -> Real:
        if x != x:
            return x
        if math.isinf(x):
            return at_plus if x > 0 else at_minus
        if x == 0 and at_zero is not None:
            return at_zero
        return function(mpf(x))

    return whole


def _exp(x: mpf) -> mpf:
    return _HUGE if x > 2500 else _TINY if x < -2500 else mp.exp(x)


def _power_of(base: int) -> Reference:
    scale = 1 if base == 2 else 4

    def function(x: mpf) -> mpf:
        return _HUGE if x > 3000 / scale else _TINY if x < -3000 / scale else mp.power(base, x)

    return _plain(function, 0.0, INF)


def _expm1(x: float) -> Real:
    return -1.0 if x == -INF else _odd(lambda v: _HUGE if v > 2500 else mp.expm1(v), INF)(x)


def _log(function: Reference) -> Reference:
    def whole(x: float) -> Real:
        if x != x or x < 0:
            return NAN
        if x == 0:
            return -INF
        if x == 1:
            return 0.0
        return x if math.isinf(x) else function(mpf(x))

    return whole


def _log1p(x: float) -> Real:
    if x != x or x < -1:
        return NAN
    if x == 0 or math.isinf(x):
        return x
    return -INF if x == -1 else mp.log1p(mpf(x))


def _inverse(function: Reference, low: float, high: float, odd: bool) -> Reference:
    """Functions defined between `low` and `high`."""

    def whole(x: float) -> Real:
        if x != x or x < low or x > high:
            return NAN
        if odd and x == 0:
            return x
        return function(mpf(x))

    return whole


def _acosh(x: float) -> Real:
    if x != x or x < 1:
        return NAN
    return x if math.isinf(x) else 0.0 if x == 1 else mp.acosh(mpf(x))


def _atanh(x: float) -> Real:
    if x != x or abs(x) > 1:
        return NAN
    return x if x == 0 else math.copysign(INF, x) if abs(x) == 1 else mp.atanh(mpf(x))


def _sinh(x: mpf) -> mpf:
    return mp.sign(x) * _HUGE if abs(x) > 2500 else mp.sinh(x)


def _sinpi(x: float) -> Real:
    if not math.isfinite(x):
        return NAN
    turns = math.fmod(x, 2.0)
    if turns == 0 or abs(turns) == 1:
        return math.copysign(0.0, x)
    return mp.sinpi(mpf(turns))


def _cospi(x: float) -> Real:
    if not math.isfinite(x):
        return NAN
    turns = abs(math.fmod(x, 2.0))
    return 0.0 if turns in (0.5, 1.5) else mp.cospi(mpf(turns))


def _erfc(x: mpf) -> mpf:
    return _TINY if x > 150 else mp.erfc(x)


def _erfcx(x: mpf) -> mpf:
    if x < -100:
        return _HUGE
    if x > 1e5:
        w = 1 / (2 * x * x)
        return (1 - w + 3 * w * w - 15 * w**3) / (x * mp.sqrt(mp.pi))
    return mp.exp(x * x) * mp.erfc(x)


def _erfcinv(y: mpf) -> mpf:
    """Halley's iteration from SciPy's value."""
    x = mpf(float(scipy.special.erfcinv(float(y)))) if y > 1e-300 else mp.sqrt(-mp.log(y * 47))
    for _ in range(4):
        step = (mp.erfc(x) - y) / (2 / mp.sqrt(mp.pi) * mp.exp(-x * x))
        x += step / (1 - x * step)
    return x


def _erfinv(y: mpf) -> mpf:
    if abs(y) < mpf(2) ** -60:
        return y * mp.sqrt(mp.pi) / 2
    if abs(y) > 0.5:
        return mp.sign(y) * _erfcinv(1 - abs(y))
    x = mpf(float(scipy.special.erfinv(float(y))))
    for _ in range(3):
        step = (mp.erf(x) - y) / (2 / mp.sqrt(mp.pi) * mp.exp(-x * x))
        x -= step / (1 + x * step)
    return x


def _normcdfinv(p: float) -> Real:
    if p in (0, 0.5, 1):
        return {0: -INF, 0.5: 0.0, 1: INF}[p]
    return _inverse(lambda v: -mp.sqrt(2) * _erfcinv(2 * v), 0, 1, False)(p)


def _lgamma(x: float) -> Real:
    if x != x:
        return x
    if math.isinf(x) or (x <= 0 and x == math.floor(x)):
        return INF
    if x in (1, 2):
        return 0.0
    with mp.workprec(300):
        if x > 0:
            return mp.loggamma(mpf(x))
        if abs(x) < 100:
            return mp.log(abs(mp.gamma(mpf(x))))
        return mp.log(mp.pi / abs(mp.sinpi(mpf(x)))) - mp.loggamma(1 - mpf(x))


def _tgamma(x: float) -> Real:
    if x != x or x == -INF or (x < 0 and x == math.floor(x)):
        return NAN
    if x == 0:
        return math.copysign(INF, x)
    if x > 300:
        return INF
    if x < -300:
        return _TINY if math.floor(x) % 2 == 0 else -_TINY
    return mp.gamma(mpf(x))


def _bessel(function: str, order: int) -> Reference:
    def whole(x: float) -> Real:
        if x != x:
            return x
        if function == "y":
            if x < 0:
                return NAN
            if x == 0:
                return -INF
        if math.isinf(x):
            return 0.0
        if function == "j" and x == 0:
            return 1.0 if order == 0 else x if order % 2 else 0.0
        v = mpf(x)
        if abs(x) > 1e4:  # two terms of the asymptotic series are exact enough for the absolute bounds there
            with mp.workprec(BITS + 1100):
                phase = abs(v) - (2 * order + 1) * mp.pi / 4
                bend = mpf(4 * order * order - 1) / (8 * abs(v))
                wave = mp.cos(phase) - bend * mp.sin(phase) if function == "j" else mp.sin(phase) + bend * mp.cos(phase)
            return (-1 if x < 0 and order % 2 else 1) * mp.sqrt(2 / (mp.pi * abs(v))) * wave
        if function == "y" and v < mpf(2) ** -100:
            if order == 0:
                return 2 / mp.pi * (mp.log(v / 2) + mp.euler)
            return -mp.factorial(order - 1) / mp.pi * (2 / v) ** order
        return (mp.besselj if function == "j" else mp.bessely)(order, v)

    return whole


def bessel_n(function: str) -> Reference:
    def whole(n: int, x: float) -> Real:
        return NAN if n < 0 else _bessel(function, n)(x)

    return whole


def _bessel_i(order: int) -> Reference:
    def whole(x: float) -> Real:
        if x != x:
            return x
        if math.isinf(x):
            return INF if order == 0 else x
        if x == 0:
            return x if order else 1.0
        return _HUGE * (-1 if x < 0 and order else 1) if abs(x) > 5000 else mp.besseli(order, mpf(x))

    return whole


def _pow(x: float, y: float) -> Real:
    if not (math.isfinite(x) and math.isfinite(y)) or x == 0 or y == 0 or x == 1:
        with np.errstate(all="ignore"):
            return float(np.power(np.float64(x), np.float64(y)))
    whole = y == math.floor(y)
    if x < 0 and not whole:
        return NAN
    sign = -1 if x < 0 and whole and math.fmod(y, 2.0) != 0 else 1
    if abs(x) == 1:
        return float(sign)
    return sign * _exp(mpf(y) * mp.log(abs(mpf(x))))


def _atan2(y: float, x: float) -> Real:
    if y != y or x != x:
        return NAN
    if y == 0 or not (math.isfinite(x) and math.isfinite(y)):
        special = math.atan2(y, x)
        if special == 0:
            return special
        quarters = round(special / (math.pi / 4))
        return quarters * mp.pi / 4
    return mp.atan2(mpf(y), mpf(x))


def norm(*parts: float) -> Real:
    if any(math.isinf(part) for part in parts):
        return INF
    if any(part != part for part in parts):
        return NAN
    if not any(parts):
        return 0.0
    return mp.sqrt(sum(mpf(part) ** 2 for part in parts))


def rnorm(*parts: float) -> Real:
    length = norm(*parts)
    if isinstance(length, float):
        return INF if length == 0 else 0.0 if math.isinf(length) else NAN
    return 1 / length


def _rsqrt(x: float) -> Real:
    if x != x or x < 0:
        return NAN
    return math.copysign(INF, x) if x == 0 else 0.0 if math.isinf(x) else 1 / mp.sqrt(mpf(x))


def _rcbrt(x: float) -> Real:
    if x != x:
        return x
    if x == 0:
        return math.copysign(INF, x)
    return math.copysign(0.0, x) if math.isinf(x) else mp.sign(mpf(x)) / mp.cbrt(abs(mpf(x)))


def _divide(x: float, y: float) -> Real:
    if x == 0 or y == 0 or not (math.isfinite(x) and math.isfinite(y)):
        with np.errstate(all="ignore"):
            return float(np.float64(x) / np.float64(y))
    return mpf(x) / mpf(y)


def _sqrt(x: float) -> Real:
    return x if x == 0 or x == INF else NAN if not x > 0 else mp.sqrt(mpf(x))


SIN, COS = _plain(mp.sin, NAN, NAN), _plain(mp.cos, NAN, NAN)
SIN = _odd(mp.sin, NAN)
SINPI, COSPI = _sinpi, _cospi

REFERENCES: dict[str, Reference] = {
    "sqrt": _sqrt, "rsqrt": _rsqrt, "rcp": lambda x: _divide(1.0, x), "fdividef": _divide,
    "exp": _plain(_exp, 0.0, INF), "exp2": _power_of(2), "exp10": _power_of(10), "expm1": _expm1,
    "log": _log(mp.log), "log2": _log(lambda x: mp.log(x) / mp.log(2)), "log10": _log(mp.log10), "log1p": _log1p,
    "sin": SIN, "cos": COS, "tan": _odd(mp.tan, NAN), "sinpi": SINPI, "cospi": COSPI,
    "asin": _inverse(mp.asin, -1, 1, True), "acos": _inverse(mp.acos, -1, 1, False),
    "atan": lambda x: x if x != x or x == 0 else math.copysign(1, x) * mp.pi / 2 if math.isinf(x) else mp.atan(mpf(x)),
    "sinh": _odd(_sinh, INF), "cosh": _plain(lambda x: _HUGE if abs(x) > 2500 else mp.cosh(x), INF, INF), "tanh": _odd(mp.tanh, 1.0),
    "asinh": _odd(mp.asinh, INF), "acosh": _acosh, "atanh": _atanh,
    "cbrt": _odd(lambda x: mp.sign(x) * mp.cbrt(abs(x)), INF), "rcbrt": _rcbrt,
    "erf": _odd(mp.erf, 1.0), "erfc": _plain(_erfc, 2.0, 0.0), "erfcx": _plain(_erfcx, INF, 0.0),
    "erfinv": lambda x: math.copysign(INF, x) if abs(x) == 1 else _inverse(_erfinv, -1, 1, True)(x),
    "erfcinv": lambda x: INF if x == 0 else -INF if x == 2 else 0.0 if x == 1 else _inverse(_erfcinv, 0, 2, False)(x),
    "normcdf": _plain(lambda x: _erfc(-x / mp.sqrt(2)) / 2, 0.0, 1.0),
    "normcdfinv": _normcdfinv,
    "lgamma": _lgamma, "tgamma": _tgamma,
    "j0": _bessel("j", 0), "j1": _bessel("j", 1), "y0": _bessel("y", 0), "y1": _bessel("y", 1),
    "cyl_bessel_i0": _bessel_i(0), "cyl_bessel_i1": _bessel_i(1), "jn": bessel_n("j"), "yn": bessel_n("y"),
    "pow": _pow, "atan2": _atan2, "hypot": norm, "rhypot": rnorm, "norm3d": norm, "rnorm3d": rnorm, "norm4d": norm, "rnorm4d": rnorm,
    "norm": norm, "rnorm": rnorm,
}  # fmt: skip


def cached(reference: Reference) -> Reference:
    """Remembers results by argument, NaN and the sign of zero included."""
    known: dict[tuple[str, ...], Real] = {}

    def look_up(*arguments: float) -> Real:
        key = tuple(each.hex() if isinstance(each, float) else str(each) for each in arguments)
        if key not in known:
            try:
                known[key] = reference(*arguments)
            except mpmath.libmp.NoConvergence:
                known[key] = NAN
        return known[key]

    return look_up
