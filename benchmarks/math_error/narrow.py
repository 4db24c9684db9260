# SPDX-License-Identifier: Apache-2.0
"""Half and bfloat16 functions: models of one lane, and which functions work lane by lane."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from . import exact
from .formats import BF16, HALF, S8, S16, S32, S64, U8, U16, U32, U64, Floating
from .references import REFERENCES, cached

Model = Callable[..., Any]
_INTEGERS = {"int": S32, "uint": U32, "short": S16, "ushort": U16, "ll": S64, "ull": U64, "char": S8, "uchar": U8}
_TRANSCENDENTAL = "rsqrt rcp exp exp2 exp10 log log2 log10 sin cos tanh"
_INTEGRAL = {"ceil": "ru", "floor": "rd", "trunc": "rz", "rint": "rn"}
_RELATIONS: dict[str, Model] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a < b or a > b, "lt": lambda a, b: a < b, "gt": lambda a, b: a > b,
    "le": lambda a, b: a <= b, "ge": lambda a, b: a >= b,
    "equ": lambda a, b: not (a < b or a > b), "neu": lambda a, b: a != b, "ltu": lambda a, b: not a >= b, "gtu": lambda a, b: not a <= b,
    "leu": lambda a, b: not a > b, "geu": lambda a, b: not a < b,
}  # fmt: skip


def _relu(x: float) -> float:
    return x if x != x else x if x > 0 else 0.0


def _nan_aware(choose: Model) -> Model:
    return lambda a, b: math.nan if a != a or b != b else choose(a, b)


def _isinf(x: float) -> int:
    return int(math.copysign(1, x)) if math.isinf(x) else 0


def lane_models(format_: Floating) -> dict[str, Model]:
    """Models of functions by their name on scalars; results in the same format, or bool and integers."""
    found: dict[str, Model] = {}
    for name in ("add", "sub", "mul"):
        plain = exact.arithmetic(name, format_)
        found[f"__h{name}"] = found[f"__h{name}_rn"] = plain
        found[f"__h{name}_sat"] = lambda a, b, plain=plain: exact.saturate(plain(a, b))
    found["__hdiv"] = exact.arithmetic("div", format_)
    fused = exact.arithmetic("fma", format_)
    found["__hfma"] = fused
    found["__hfma_sat"] = lambda a, b, c: exact.saturate(fused(a, b, c))
    found["__hfma_relu"] = lambda a, b, c: _relu(fused(a, b, c))
    found["__habs"], found["__hneg"] = abs, lambda x: -x
    found["__hmax"], found["__hmin"] = exact.largest, exact.smallest
    found["__hmax_nan"], found["__hmin_nan"] = _nan_aware(exact.largest), _nan_aware(exact.smallest)
    found["__hisnan"], found["__hisinf"] = math.isnan, _isinf
    for name, relation in _RELATIONS.items():
        found[f"__h{name}"] = relation
    for name, mode in _INTEGRAL.items():
        found[f"h{name}"] = exact.integral(mode)
    found["hsqrt"] = exact.arithmetic("sqrt", format_)
    return found


def scalar_name(name: str) -> str | None:
    """The scalar twin of a pair function: `__hadd2_sat` is `__hadd_sat` on both, `h2exp` is `hexp`, `__h2div` is `__hdiv`."""
    if name == "__h2div":
        return "__hdiv"
    if match := re.fullmatch(r"h2(\w+)", name):
        return f"h{match[1]}"
    if match := re.fullmatch(r"(__h[a-z]+)2(_\w+)?", name):
        return match[1] + (match[2] or "")
    return None


def reference(name: str) -> tuple[str, Model] | None:
    """mpmath's function behind `hexp`, `htanh_approx`, …"""
    stem = name[1:] if name.startswith("h") else ""
    if stem == "tanh_approx":
        return stem, _KNOWN["tanh"]
    return (stem, _KNOWN[stem]) if stem in _KNOWN else None


_KNOWN = {name: cached(REFERENCES[name]) for name in _TRANSCENDENTAL.split()}


def conversions(format_: Floating) -> dict[str, Model]:
    """Conversions with numbers of one component."""
    word = {"half": "half", "bf16": "bfloat16"}[format_.name]
    found: dict[str, Model] = {}
    for mode in ("rn", "rz", "ru", "rd"):
        found[f"__float2{word}_{mode}"] = exact.narrow(format_, mode)
        for integer, integer_format in _INTEGERS.items():
            found[f"__{word}2{integer}_{mode}"] = exact.to_integer(format_, integer_format, mode)
            found[f"__{integer}2{word}_{mode}"] = exact.from_integer(format_, mode)
    found[f"__float2{word}"] = found[f"__double2{word}"] = exact.narrow(format_, "rn")
    found[f"__{word}2float"] = lambda x: x
    return found


def shuffles_of_lanes(format_: Floating) -> dict[str, Model]:
    """Functions that only move lanes, and conversions of pairs; pairs are tuples."""
    one, two = {"half": ("half", "half2"), "bf16": ("bfloat16", "bfloat162")}[format_.name]
    narrow = exact.narrow(format_, "rn")
    return {
        f"__low2{one}": lambda v: v[0], f"__high2{one}": lambda v: v[1],
        f"__low2{two}": lambda v: (v[0], v[0]), f"__high2{two}": lambda v: (v[1], v[1]),
        f"__lows2{two}": lambda a, b: (a[0], b[0]), f"__highs2{two}": lambda a, b: (a[1], b[1]),
        "__lowhigh2highlow": lambda v: (v[1], v[0]),
        f"__halves2{two}": lambda a, b: (a, b), f"make_{two}": lambda a, b: (a, b), f"__{one}2{two}": lambda v: (v, v),
        "__low2float": lambda v: v[0], "__high2float": lambda v: v[1], f"__{two}2float2": lambda v: v, f"__{two}2float": lambda v: v,
        f"__float2{two}_rn": lambda x: (narrow(x), narrow(x)), f"__floats2{two}_rn": lambda a, b: (narrow(a), narrow(b)),
        f"__float22{two}_rn": lambda v: (narrow(v[0]), narrow(v[1])), "__half22float2": lambda v: v, "__bfloat1622float2": lambda v: v,
        "__hcmadd": _complex_fma(format_),
    }  # fmt: skip


def _complex_fma(format_: Floating) -> Model:
    fused = exact.arithmetic("fma", format_)

    def model(a: Any, b: Any, c: Any) -> Any:
        return (fused(-a[1], b[1], fused(a[0], b[0], c[0])), fused(a[1], b[0], fused(a[0], b[1], c[1])))

    return model


FORMATS = (HALF, BF16)
