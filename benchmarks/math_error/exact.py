# SPDX-License-Identifier: Apache-2.0
"""Floating-point functions whose result is fully specified: rounding modes, conversions, classification, remainders."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from .formats import DOUBLE, FLOAT, Floating, Integer, as_fraction, root

INF, NAN = math.inf, math.nan
Model = Callable[..., Any]


def _ieee(operation: str, values: tuple[float, ...]) -> float | None:
    """The result where an operand is not finite or the result is not decided by rounding alone; None else."""
    with np.errstate(all="ignore"):
        x = [np.float64(value) for value in values]
        if all(math.isfinite(value) for value in values):
            if operation == "div" and values[1] == 0:
                return float(x[0] / x[1])
            if operation == "sqrt" and values[0] < 0:
                return NAN
            return None
        if operation == "sqrt":
            return float(np.sqrt(x[0]))
        if operation == "fma":
            product = x[0] * x[1] if not (math.isfinite(values[0]) and math.isfinite(values[1])) else np.float64(0)
            return float(product + x[2])
        return float(
            {"add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1], "mul": lambda: x[0] * x[1], "div": lambda: x[0] / x[1]}[operation]()
        )


def arithmetic(operation: str, format_: Floating, mode: str = "rn") -> Model:
    """`add`, `sub`, `mul`, `div`, `rcp`, `sqrt`, `rsqrt`, `fma` in a rounding mode (IEEE 754, signed zeros included)."""

    def model(*given: float) -> float:
        name, values = operation, given
        if name == "rcp":
            name, values = "div", (1.0, *given)
        if name == "rsqrt":
            return _rsqrt(given[0], format_)
        special = _ieee(name, values)
        if special is not None:
            return special
        exact = [Fraction(value) for value in values]
        sign = [math.copysign(1.0, value) for value in values]
        if name in ("add", "sub"):
            second = exact[1] if name == "add" else -exact[1]
            total, signs = exact[0] + second, (sign[0], sign[1] if name == "add" else -sign[1])
            return format_.round(total, mode) if total else _zero_sum(signs, mode)
        if name == "fma":
            product = exact[0] * exact[1]
            total, signs = product + exact[2], (sign[0] * sign[1], sign[2])
            return format_.round(total, mode) if total else _zero_sum(signs, mode, product != 0)
        if name == "sqrt":
            return values[0] if values[0] == 0 else format_.round(root(exact[0]), mode)
        result = exact[0] * exact[1] if name == "mul" else exact[0] / exact[1]
        return format_.round(result, mode) if result else math.copysign(0.0, sign[0] * sign[1])

    return model


def _zero_sum(signs: tuple[float, float], mode: str, cancelled: bool = False) -> float:
    if signs[0] == signs[1] and not cancelled:
        return math.copysign(0.0, signs[0])
    return -0.0 if mode == "rd" else 0.0


def _rsqrt(x: float, format_: Floating) -> float:
    if x != x or x < 0:
        return NAN
    if x == 0:
        return math.copysign(INF, x)
    return 0.0 if math.isinf(x) else format_.round(root(1 / Fraction(x)))


def to_integer(source: Floating, target: Integer, mode: str) -> Model:
    """Saturating; NaN as PTX's `cvt` has it: 0, but the top bit alone where source or target have 64 bits."""

    def model(x: float) -> int:
        if x != x:
            if source is DOUBLE or target.bits == 64:
                return target.low if target.signed else 1 << (target.bits - 1)
            return 0
        if math.isinf(x):
            return target.high if x > 0 else target.low
        whole = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}[mode](x)
        return target.clamp(whole)

    return model


def from_integer(target: Floating, mode: str) -> Model:
    return lambda n: target.round(Fraction(n), mode)


def narrow(target: Floating, mode: str) -> Model:
    """From a wider format; zeros, infinities and NaN stay what they are."""
    return lambda x: x if x != x or math.isinf(x) or x == 0 else target.round(Fraction(x), mode)


def saturate(x: float) -> float:
    return 0.0 if not x > 0 else min(x, 1.0)


def largest(a: float, b: float) -> float:
    if a != a or b != b:
        return b if a != a else a
    if a == b:
        return a if math.copysign(1, a) >= math.copysign(1, b) else b
    return max(a, b)


def smallest(a: float, b: float) -> float:
    return -largest(-a, -b)


def _round_half_away(x: float) -> float:
    if not math.isfinite(x) or x == 0:
        return x
    size = Fraction(abs(x))
    return math.copysign(float(math.floor(size + Fraction(1, 2))), x)


def integral(mode: str) -> Model:
    def model(x: float) -> float:
        if not math.isfinite(x):
            return x
        if mode == "away":
            return _round_half_away(x)
        return math.copysign(float({"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}[mode](x)), x)

    return model


def _fmod(x: float, y: float) -> float:
    if x != x or y != y or math.isinf(x) or y == 0:
        return NAN
    return math.fmod(x, y)


def _remainder(x: float, y: float) -> float:
    if x != x or y != y or math.isinf(x) or y == 0:
        return NAN
    return math.remainder(x, y)


def _remquo(x: float, y: float) -> tuple[float, Any]:
    """The quotient counts by its sign and its low three bits."""
    rest = _remainder(x, y)
    if rest != rest:
        return rest, None
    if math.isinf(y):
        return rest, lambda q: q == 0
    whole = (Fraction(x) - Fraction(rest)) / Fraction(y)
    quotient = int(whole)

    def agrees(q: int) -> bool:
        return abs(q) % 8 == abs(quotient) % 8 and (q == 0 or (q < 0) == (quotient < 0))

    return rest, agrees


def _frexp(x: float) -> tuple[float, Any]:
    if not math.isfinite(x):
        return x, None
    return math.frexp(x)


def _modf(x: float) -> tuple[float, float]:
    if x != x:
        return x, x
    if math.isinf(x):
        return math.copysign(0.0, x), x
    whole = math.copysign(float(math.trunc(x)), x)
    return math.copysign(float(Fraction(x) - Fraction(whole)), x), whole


def _ldexp(format_: Floating) -> Model:
    def model(x: float, n: int) -> float:
        if not math.isfinite(x) or x == 0:
            return x
        n = max(min(n, 5000), -5000)
        return format_.round(Fraction(x) * Fraction(2) ** n)

    return model


def _logb(x: float) -> float:
    if x == 0:
        return -INF
    return abs(x) if not math.isfinite(x) else float(math.frexp(x)[1] - 1)


def _ilogb(x: float) -> int:
    if x == 0 or x != x:
        return -(1 << 31)
    return (1 << 31) - 1 if math.isinf(x) else math.frexp(x)[1] - 1


def _fdim(format_: Floating) -> Model:
    subtract = arithmetic("sub", format_)

    def model(x: float, y: float) -> float:
        if x != x or y != y:
            return NAN
        return float(subtract(x, y)) if x > y else 0.0

    return model


def _nextafter(format_: Floating) -> Model:
    kind = np.float32 if format_ is FLOAT else np.float64

    def model(x: float, y: float) -> float:
        with np.errstate(all="ignore"):
            return float(np.nextafter(kind(x), kind(y)))

    return model


def functions(format_: Floating) -> dict[str, Model]:
    """Exactly specified functions of `float` and `double` by their name without the `f`."""
    long = Integer("s64", 64, True)
    whole = {"rn": to_integer(format_, long, "rn")}

    def rounded_away(x: float) -> int:
        return int(whole["rn"](_round_half_away(x)))

    return {
        "ceil": integral("ru"), "floor": integral("rd"), "trunc": integral("rz"), "rint": integral("rn"), "nearbyint": integral("rn"),
        "round": integral("away"), "fabs": abs, "copysign": math.copysign, "fdim": _fdim(format_), "fmax": largest, "fmin": smallest,
        "max": largest, "min": smallest, "fmod": _fmod, "remainder": _remainder, "remquo": _remquo, "frexp": _frexp, "modf": _modf,
        "ldexp": _ldexp(format_), "scalbn": _ldexp(format_), "scalbln": _ldexp(format_), "logb": _logb, "ilogb": _ilogb,
        "nextafter": _nextafter(format_), "fma": arithmetic("fma", format_), "isfinite": math.isfinite, "isinf": math.isinf,
        "isnan": math.isnan, "signbit": lambda x: math.copysign(1, x) < 0, "lrint": whole["rn"], "llrint": whole["rn"],
        "lround": rounded_away, "llround": rounded_away, "nan": lambda: NAN, "sqrt": arithmetic("sqrt", format_),
    }  # fmt: skip


def correctly_rounded(reference: Callable[..., Any], format_: Floating) -> Model:
    def model(*arguments: float) -> float:
        value = reference(*arguments)
        return format_.round(as_fraction(value)) if isinstance(value, mpmath.mpf) else value

    return model
