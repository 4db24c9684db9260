# SPDX-License-Identifier: Apache-2.0
"""Compares results with a case's model: wrong exact results, and errors in ulp against CUDA's bounds."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np

from .cases import Case
from .formats import BF16, FLOAT, HALF, Bits, Floating, Integer, as_fraction
from .signatures import Value


@dataclass
class Verdict:
    """What was found of one function on one device."""

    checked: int = 0
    error: float = 0.0
    """Largest distance from the real value, in ulp."""
    steps: float = 0
    """Largest distance from the correctly rounded value, in ulp: the measure of CUDA's bounds."""
    wrong: int = 0
    """Results outside CUDA's bound, or other than the exact ones."""
    example: str = ""

    def add(self, other: Verdict) -> None:
        self.checked += other.checked
        self.error, self.steps = max(self.error, other.error), max(self.steps, other.steps)
        self.wrong += other.wrong
        self.example = self.example or other.example


@dataclass(frozen=True)
class Bound:
    """One row of bounds.tsv: `amount` counts where `when` holds."""

    when: str
    unit: str
    amount: str
    source: str


@cache
def bounds() -> dict[tuple[str, str], list[Bound]]:
    """By type and function."""
    found: dict[tuple[str, str], list[Bound]] = {}
    with (Path(__file__).parent / "bounds.tsv").open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            for name in row["functions"].split():
                found.setdefault((row["type"], name), []).append(Bound(row["when"], row["unit"], row["bound"], row["source"]))
    return found


def bounds_of(case: Case) -> list[Bound]:
    table = bounds()
    return table.get((case.bound_type, case.bound_name)) or table.get((case.bound_type, "*")) or []


_NAMES = {
    "abs": abs,
    "pi": math.pi,
    "floor": lambda x: math.floor(x) if math.isfinite(x) else math.inf,
    "ceil": lambda x: math.ceil(x) if math.isfinite(x) else math.inf,
}


@cache
def _code(text: str) -> Any:
    return compile(text, "bounds.tsv", "eval")


def _limit(rows: list[Bound], arguments: list[Any]) -> tuple[str, float] | None:
    names = dict(_NAMES)
    if len(arguments) > 1 and isinstance(arguments[0], int):
        names |= {"n": arguments[0], "x": arguments[1]}
    else:
        names |= dict(zip("xyzw", arguments, strict=False))
    for row in rows:
        if eval(_code(row.when), {"__builtins__": {}}, names):
            return row.unit, float(eval(_code(row.amount), {"__builtins__": {}}, names))
    return None


def _components(value: Value, bits: Bits, raw: bool) -> list[Any]:
    """Values of one column; tuples where the type is a vector."""
    assert value.format is not None
    flat = [int(each) for each in bits] if raw else value.format.decode(bits)
    return flat if value.count == 1 else list(zip(*(flat[k :: value.count] for k in range(value.count)), strict=True))


def _encode(format_: Any, value: Any) -> int:
    if isinstance(format_, Integer):
        return int(value) & ((1 << format_.bits) - 1)
    with np.errstate(all="ignore"):
        if format_ is HALF:
            return int(np.float16(value).view(np.uint16))
        if format_ is BF16:
            return int(np.float32(value).view(np.uint32)) >> 16
        return int(np.float32(value).view(np.uint32)) if format_ is FLOAT else int(np.float64(value).view(np.uint64))


def judge(case: Case, inputs: list[Bits], outputs: list[Bits]) -> Verdict:
    """Judges all calls of one function; columns as samples.columns makes them."""
    return _judge_exact(case, inputs, outputs) if case.exact else _judge_real(case, inputs, outputs)


def _judge_exact(case: Case, inputs: list[Bits], outputs: list[Bits]) -> Verdict:
    arguments = [_components(v, bits, case.raw) for v, bits in zip(case.inputs, inputs, strict=True)]
    got = [_components(v, bits, True) for v, bits in zip(case.outputs, outputs, strict=True)]
    verdict, count = Verdict(), len(got[0])
    assert case.exact is not None
    for row in range(count):
        source = row if case.whole_warp is None else row - row % 32 + case.whole_warp(row % 32)
        given = [column[source] for column in arguments]
        expected = case.exact(*given)
        wanted = expected if isinstance(expected, tuple) and len(case.outputs) > 1 else (expected,)
        for value, column, want in zip(case.outputs, got, wanted, strict=True):
            verdict.checked += 1
            if not _agrees(value, column[row], want, case.raw):
                verdict.wrong += 1
                verdict.error = verdict.steps = math.inf
                verdict.example = verdict.example or f"{case.function.name}{tuple(given)}: {_show(value, column[row])}, expected {want}"
    return verdict


def _show(value: Value, bits: Any) -> str:
    assert value.format is not None
    parts = bits if isinstance(bits, tuple) else (bits,)
    return str([value.format.decode(np.array([part], value.format.storage))[0] for part in parts])


def _agrees(value: Value, bits: Any, want: Any, raw: bool) -> bool:
    if want is None:
        return True
    if isinstance(bits, tuple):
        return all(_agrees(Value(value.c_name, value.format), part, each, raw) for part, each in zip(bits, want, strict=True))
    if callable(want):
        assert isinstance(value.format, Integer)
        return bool(want(value.format.wrap(bits)))
    wanted = int(want) if raw else _encode(value.format, want)
    return bits == wanted or (isinstance(value.format, Floating) and _is_nan(value.format, bits) and _is_nan(value.format, wanted))


def _is_nan(format_: Floating, bits: int) -> bool:
    width = int(format_.storage[1:]) * 8
    return bits & ((1 << (width - 1)) - 1) > (((1 << (width - format_.precision)) - 1) << (format_.precision - 1))


def _judge_real(case: Case, inputs: list[Bits], outputs: list[Bits]) -> Verdict:
    rows, verdict = bounds_of(case), Verdict()
    flat = [v.format.decode(bits) for v, bits in zip(case.inputs, inputs, strict=True) if v.format]
    for value, bits, real in zip(case.outputs, outputs, case.real * (len(case.outputs) if len(case.real) == 1 else 1), strict=True):
        format_ = value.format
        assert isinstance(format_, Floating)
        for row, got in enumerate(format_.decode(bits)):
            given = [column[row] for column in flat]
            verdict.checked += 1
            _one(case, verdict, rows, format_, given, got, real(*given))
    return verdict


def _distance(format_: Floating, got: float, real: mpmath.mpf) -> tuple[float, float]:
    """In ulp: from the real value, and from the correctly rounded one."""
    if got != got:
        return math.inf, math.inf
    near = float(real)
    if format_.precision < 53 and near != 0 and not math.isinf(near) and abs(near) < format_.limit and not math.isinf(got):
        # a double's 53 bits tell enough of an error in 24 bits
        unit = math.ldexp(1.0, max(math.frexp(near)[1] - 1, format_.emin) - format_.precision + 1)
        error = abs(got - near) / unit
        return error, max(0.0, math.ceil(error - 0.5 - 1e-6))
    exact = as_fraction(real)
    steps = abs(format_.ordinal(got) - format_.ordinal(format_.round(exact)))
    if math.isinf(got):
        return (0.5 if steps == 0 else math.inf), steps
    return float(min(abs(Fraction(got) - exact) / format_.spacing(exact), Fraction(10) ** 300)), steps


def _one(case: Case, verdict: Verdict, rows: list[Bound], format_: Floating, given: list[Any], got: float, real: Any) -> None:
    limit = _limit(rows, given)
    inside = True
    if isinstance(real, float):
        same = (got == real and math.copysign(1, got) == math.copysign(1, real)) or (got != got and real != real)
        if limit is not None and not same:
            if limit[0] == "ulp" or not math.isfinite(real):
                inside = case.bound_type == "intrinsic" and real == 0 == got
            else:
                inside = abs(got - real) <= limit[1]
        elif limit is None and case.bound_type != "intrinsic" and not same:
            inside = not (got != got) ^ (real != real)
    else:
        error, steps = _distance(format_, got, real)
        if limit is None:
            inside = got == got or case.bound_type == "intrinsic"
        elif limit[0] == "ulp":
            verdict.error, verdict.steps = max(verdict.error, error), max(verdict.steps, steps)
            inside = steps <= limit[1]
        elif math.isfinite(got):
            distance = abs(mpmath.mpf(got) - real)
            inside = steps == 0 or distance <= limit[1] * (abs(real) if limit[0] == "relative" else 1)
        else:
            inside = steps == 0
    if not inside:
        verdict.wrong += 1
        if not verdict.example:
            expected = real if isinstance(real, float) else mpmath.nstr(real, 20)
            verdict.example = f"{case.function.name}({', '.join(map(repr, given))}): {got!r}, expected {expected}"
