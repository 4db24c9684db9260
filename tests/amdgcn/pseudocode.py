# SPDX-License-Identifier: Apache-2.0
"""Evaluates the ISA documents' pseudocode of one instruction for one lane: the reference that the emulator is tested against.

Values are typed bit patterns, arithmetic is exact and then rounded, nothing is shared with the C++ core. Constructs that the
evaluator lacks raise `Unsupported`; the tests list what stays uncovered.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from .pseudocode_parser import parse
from .pseudocode_values import _FORMATS, Unsupported, Value, _float, round_to


class _Break(Exception):
    pass


class Lane:
    """The state that pseudocode reads and writes for one lane: `S0`, `S1`, `S2`, `D0`, `D1`, `VCC`, `SCC`, `EXEC`, `laneId`, ..."""

    def __init__(self, library: dict[str, str] | None = None, **names: Value) -> None:
        self.names: dict[str, Any] = dict(names)
        self.library = library or {}

    def run(self, text: str) -> None:
        self._block(parse(text))

    def _block(self, statements: list[Any]) -> None:
        for statement in statements:
            getattr(self, "_s_" + statement[0])(*statement[1:])

    # Statements

    def _s_if(self, branches: list[Any]) -> None:
        for condition, body in branches:
            if condition is None or self.value(condition):
                return self._block(body)
        return None

    def _s_for(self, name: str, low: Any, high: Any, body: list[Any]) -> None:
        first, last = self.value(low), self.value(high)
        try:
            for i in range(first.integer, last.integer + 1):
                self.names[name] = replace(first, bits=i)
                self._block(body)
        except _Break:
            pass

    def _s_break(self) -> None:
        raise _Break

    def _s_declare(self, name: str, kind: str, size: Any) -> None:
        found = re.fullmatch(r"(\d+)'([A-Z])", kind)
        if not found:
            raise Unsupported(kind)
        zero = Value(0, {"B": "b", "U": "u", "I": "i", "F": "f"}[found[2]], int(found[1]))
        if name in ("S",):
            self.names[name] = [self.names.get(f"S{i}", zero) for i in range(3)]
        else:
            self.names[name] = zero if size is None else [zero] * self.value(size).integer

    def _s_lambda(self, target: Any, names: list[str], body: Any) -> None:
        self.names[target[1]] = (names, body)

    def _s_do(self, node: Any) -> None:
        self.value(node)

    def _s_assign(self, targets: list[Any], node: Any) -> None:
        value = self.value(node)
        for target in targets:
            self.assign(target, value)

    def assign(self, target: Any, value: Value) -> None:
        if target[0] == "concat":
            low = 0
            for part in reversed(target[1]):
                width = int(part[2][1:])
                self.assign(part, Value(value.bits >> low, "b", width))
                low += width
            return
        name, low, width, kind, whole = self._place(target)
        if kind in ("f", "i", "u", "g") and value.kind != "b":
            value = self.convert(value, kind, width)
        bits = value.bits & ((1 << width) - 1)
        if whole and not isinstance(name, tuple):
            old = self.names.get(name)
            if isinstance(old, Value) and old.width > width and name[0] in "DVES":
                self.names[name] = replace(old, bits=old.bits & ~((1 << width) - 1) | bits)
            else:
                self.names[name] = Value(bits, kind or value.kind, width) if kind else value
            return
        if isinstance(name, tuple):
            array, index = name
            self.names[array][index] = Value(bits, self.names[array][index].kind, self.names[array][index].width)
            return
        old = self.names.get(name, Value(0, "b", 64))
        mask = (1 << width) - 1
        self.names[name] = replace(old, bits=old.bits & ~(mask << low) | bits << low, width=max(old.width, low + width))

    def _place(self, node: Any) -> tuple[Any, int, int, str, bool]:
        """Variable, first bit, width, kind ('' if untyped) and whether it is all of the variable."""
        if node[0] == "name":
            old = self.names.get(node[1])
            known = isinstance(old, Value) and node[1][0] in "DVES"
            return node[1], 0, old.width if known else 64, "" if not known else old.kind if node[1] == "SCC" else "", True  # type: ignore[union-attr]
        if node[0] == "as":
            name, low, _, _, _ = self._place(node[1])
            kind, width = _type(node[2])
            return name, low, width, kind, node[1][0] == "name"
        if node[0] == "index":
            name, low, _, _, _ = self._place(node[1])
            index = self.value(node[2]).integer
            if isinstance(self.names.get(name), list):
                return (name, index), 0, self.names[name][index].width, self.names[name][index].kind, True
            return name, low + index, 1, "b", False
        if node[0] in ("slice", "span"):
            name, low, _, _, _ = self._place(node[1])
            high, bottom = self.value(node[2]).integer, self.value(node[3]).integer
            if node[0] == "span":
                high, bottom = high + bottom - 1, high
            if high < bottom:
                raise Unsupported("reversed slice")
            return name, low + bottom, high - bottom + 1, "b", False
        raise Unsupported(f"assignment to {node[0]}")

    # Expressions

    def value(self, node: Any) -> Value:
        return getattr(self, "_e_" + node[0])(*node[1:])  # type: ignore[no-any-return]

    def _e_literal(self, value: Value) -> Value:
        return value

    def _e_name(self, name: str) -> Any:
        if name in ("INF", "NAN", "PI", "DENORM", "OVERFLOW_F32", "UNDERFLOW_F32", "OVERFLOW_F64", "UNDERFLOW_F64", "MAX_FLOAT_F32"):
            numbers = {"INF": math.inf, "NAN": math.nan, "PI": math.pi, "OVERFLOW_F32": math.inf, "OVERFLOW_F64": math.inf}
            width = 32 if name.endswith("F32") else 64
            if name.startswith("UNDERFLOW"):
                return Value(0, "f", width)
            if name not in numbers:
                raise Unsupported(name)
            return Value(round_to(numbers[name], width), "f", width)
        if name not in self.names:
            raise Unsupported(f"name {name}")
        return self.names[name]

    def _e_as(self, node: Any, kind: str) -> Value:
        if node == ("name", "INF"):
            return Value(round_to(math.inf, _type(kind)[1]), "f", _type(kind)[1])
        if node == ("name", "NAN"):
            return Value(round_to(math.nan, _type(kind)[1]), "f", _type(kind)[1])
        if node[0] == "name" and node[1] == "WAVE_MODE":
            return self.names[f"MODE.{kind}"]  # type: ignore[no-any-return]
        value = self.value(node)
        letter, width = _type(kind)
        if node[0] == "unary" and value.is_float:
            return self.convert(value, letter, width)
        bits = value.integer if letter in "iu" and value.kind == "i" and value.width < width else value.bits
        return Value(bits & ((1 << width) - 1), letter, width)

    def _e_index(self, node: Any, index: Any) -> Any:
        value, at = self.value(node), self.value(index).integer
        if isinstance(value, list):
            return value[at]
        return Value(value.bits >> at & 1, "u", 1)

    def _e_slice(self, node: Any, high: Any, low: Any) -> Value:
        value, top, bottom = self.value(node), self.value(high).integer, self.value(low).integer
        if top < bottom:  # reversed: bits come out mirrored
            width = bottom - top + 1
            bits = sum((value.bits >> (top + i) & 1) << (width - 1 - i) for i in range(width))
            return Value(bits, "u", width)
        width = top - bottom + 1
        # A slice of a typed value computes in that type's width; an untyped one is as wide as it is.
        return Value(value.bits >> bottom & ((1 << width) - 1), "u", value.width if node[0] == "as" else width)

    def _e_span(self, node: Any, low: Any, count: Any) -> Value:
        value, bottom, width = self.value(node), self.value(low).integer, self.value(count).integer
        return Value(value.bits >> bottom & ((1 << width) - 1), "u", width)

    def _e_concat(self, parts: list[Any]) -> Value:
        bits, width = 0, 0
        for part in parts:
            value = self.value(part)
            bits, width = bits << value.width | value.bits & ((1 << value.width) - 1), width + value.width
        return Value(bits, "b", width)

    def _e_select(self, condition: Any, yes: Any, no: Any) -> Value:
        return self.value(yes if self.value(condition) else no)

    def _e_cast(self, width: int, kind: str, node: Any) -> Value:
        value = self.value(node)
        if kind == "f" and not value.is_float and node[0] == "literal":
            return Value(value.bits, "f", width)  # a bit pattern
        return self.convert(value, kind, width)

    def convert(self, value: Value, kind: str, width: int) -> Value:
        """A value as another type, by number."""
        mask = (1 << width) - 1
        if kind in ("f", "g"):
            like = Value(0, kind, width)
            if value.is_float:
                if value.kind == kind and value.width == width:
                    return value
                return _nan_aware(value, like)
            if value.kind == "b":
                return Value(value.bits & mask, kind, width)
            return _float(Fraction(value.integer), like)
        if value.is_float:
            if kind == "b":
                return Value(value.bits & mask, kind, width)
            number = value.real
            if math.isnan(number):
                return Value(0, kind, width)
            low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if kind == "i" else (0, mask)
            whole = high if number == math.inf else low if number == -math.inf else max(low, min(high, int(number)))
            return Value(whole & mask, kind, width)
        return Value(value.integer & mask, kind, width)

    def _e_unary(self, operator: str, node: Any) -> Value:
        value = self.value(node)
        if operator == "!":
            return Value(int(not value), "u", 1)
        if operator == "~":
            return replace(value, bits=~value.bits & ((1 << value.width) - 1))
        if operator == "+":
            return value
        if value.is_float:
            return replace(value, bits=value.bits ^ 1 << (value.width - 1))
        return Value(-value.integer & ((1 << value.width) - 1), "i" if value.kind == "i" else value.kind, value.width)

    def _e_binary(self, operator: str, left: Any, right: Any) -> Value:
        if operator in ("&&", "||"):
            first = bool(self.value(left))
            return Value(int(first and bool(self.value(right)) if operator == "&&" else first or bool(self.value(right))), "u", 1)
        if operator in ("==", "!=") and right[0] == "as" and right[1] == ("name", "DENORM"):
            return Value(int(_is_denormal(self.value(left), _type(right[2])[1]) == (operator == "==")), "u", 1)
        a, b = self.value(left), self.value(right)
        if operator in ("==", "!=", "<", ">", "<=", ">=", "<>"):
            x, y = a.number, b.number
            results = {"==": x == y, "!=": x != y, "<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y, "<>": x < y or x > y}
            return Value(int(results[operator]), "u", 1)
        if a.is_float or b.is_float:
            return _float_arithmetic(operator, a, b)
        if operator in ("<<", ">>"):
            mask = (1 << a.width) - 1
            shifted = a.integer << b.integer if operator == "<<" else a.integer >> b.integer
            return Value(shifted & mask, a.kind, a.width)
        width = max(a.width, b.width)
        kind = "i" if a.kind == b.kind == "i" else "u" if "u" in (a.kind, b.kind) or "i" in (a.kind, b.kind) else "b"
        x, y = a.integer, b.integer
        results = {
            "+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x // y, "%": lambda: x % y,
            "&": lambda: x & y, "|": lambda: x | y, "^": lambda: x ^ y, "**": lambda: x**y,
        }  # fmt: skip
        return Value(results[operator]() & ((1 << width) - 1), kind, width)

    def _e_call(self, name: str, arguments: list[Any]) -> Value:
        if isinstance(self.names.get(name), tuple):
            parameters, body = self.names[name]
            inner = Lane(self.library, **{**self.names, **dict(zip(parameters, map(self.value, arguments), strict=True))})
            return inner.value(body)
        values = [self.value(a) for a in arguments]
        if name.startswith("v_") and name in self.library:
            inner = Lane(self.library, **{k: v for k, v in self.names.items() if k.startswith("MODE.")})
            for i, value in enumerate(values):
                inner.names[f"S{i}"] = value
            inner.names["D0"] = Value(0, "b", values[0].width)
            inner.run(self.library[name])
            return Value(inner.names["D0"].bits, values[0].kind, values[0].width)
        return call(name, values, self)


def _nan_aware(value: Value, like: Value) -> Value:
    """A float in another width; a NaN keeps its payload's top bits, so that signalling ones stay so in the documents' 64-bit tests."""
    if math.isnan(value.real) and value.kind == like.kind == "f":
        narrow, wide = _FORMATS[value.width], _FORMATS[like.width]
        payload = value.bits & ((1 << narrow[2]) - 1)
        shift = wide[2] - narrow[2]
        payload = payload << shift if shift >= 0 else payload >> -shift | 1 << (wide[2] - 1)
        sign = value.bits >> (value.width - 1) & 1
        return Value(sign << (like.width - 1) | ((1 << wide[3]) - 1) << wide[2] | payload, "f", like.width)
    return _float(value.real, like)


def _is_denormal(value: Value, width: int) -> bool:
    # The documents test an f64 reciprocal for f32 instructions: what matters is the range of the operands' own type.
    del width
    number = abs(value.real)
    smallest = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}[value.width]
    return 0 < number < smallest


def _float_arithmetic(operator: str, a: Value, b: Value) -> Value:
    width = max(v.width for v in (a, b) if v.is_float)
    like = next(v for v in (a, b) if v.is_float and v.width == width)
    x, y = float(a.number), float(b.number)
    if operator == "**":
        return _float(x**y, like)
    if math.isfinite(x) and math.isfinite(y) and not (operator == "/" and y == 0):
        exact = {
            "+": lambda: Fraction(x) + Fraction(y),
            "-": lambda: Fraction(x) - Fraction(y),
            "*": lambda: Fraction(x) * Fraction(y),
            "/": lambda: Fraction(x) / Fraction(y),
        }[operator]()
        if exact == 0:
            zero = {
                "+": x + y,
                "-": x - y,
                "*": math.copysign(1, x) * math.copysign(1, y) * 0.0,
                "/": math.copysign(0.0, x) / y if y else 0.0,
            }[operator]
            return _float(zero, like)
        return _float(exact, like)
    if operator == "/":
        if (x == 0 and y == 0) or math.isnan(x) or math.isnan(y):
            return _float(math.nan, like)
        return _float(math.copysign(math.inf, math.copysign(1, x) * math.copysign(1, y)) if y == 0 else x / y, like)
    try:
        return _float({"+": x + y, "-": x - y, "*": x * y}[operator], like)
    except KeyError as error:
        raise Unsupported(f"float {operator}") from error


def fused(a: Value, b: Value, c: Value) -> Value:
    """a x b + c with one rounding."""
    x, y, z = (float(v.number) for v in (a, b, c))
    if all(map(math.isfinite, (x, y, z))):
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        if exact:
            return _float(exact, a)
        product_sign = math.copysign(1, x) * math.copysign(1, y)
        if x * y == 0 or Fraction(x) * Fraction(y) == 0:
            return _float(product_sign * 0.0 + z, a)
        return _float(0.0, a)
    if math.isfinite(x) and math.isfinite(y):
        return _float(z, a)
    return _float(x * y + z, a)


def _type(name: str) -> tuple[str, int]:
    if name == "bf16":
        return "g", 16
    found = re.fullmatch(r"([uifb])(\d+)", name)
    if not found or (found[1] == "f" and int(found[2]) not in _FORMATS):
        raise Unsupported(f"type {name}")
    return found[1], int(found[2])


def _is_nan(v: Value) -> bool:
    return math.isnan(v.real)


def _signalling(v: Value) -> bool:
    mantissa = _FORMATS[v.width][2]
    return _is_nan(v) and not v.bits >> (mantissa - 1) & 1


def call(name: str, v: list[Value], lane: Lane) -> Value:
    """The documents' helper functions."""
    one = v[0] if v else Value(0)
    conversion = re.fullmatch(r"([uif]|bf)(\d+)_to_([uif]|bf)(\d+)", name)
    if conversion:
        source = "g" if conversion[1] == "bf" else conversion[1]
        kind = "g" if conversion[3] == "bf" else conversion[3]
        value = replace(one, kind=source if one.kind == "b" or not one.is_float else one.kind)
        if name == "f32_to_f16" and lane.names.get("ROUND_MODE") == Value(1):
            return Value(round_to(value.real, 16, toward_zero=True), "f", 16)
        return lane.convert(value, kind, int(conversion[4]))
    mantissa, exponent_bits = _FORMATS.get(one.width, ("", "", 23, 8))[2:]
    simple: dict[str, Any] = {
        "fma": lambda: fused(*v),
        "abs": lambda: replace(one, bits=one.bits & ~(1 << (one.width - 1))) if one.is_float else Value(abs(one.integer), "i", one.width),
        "sign": lambda: Value(one.bits >> (one.width - 1) & 1, "u", 1),
        "exponent": lambda: Value(one.bits >> mantissa & ((1 << exponent_bits) - 1), "i", 32),
        "isNAN": lambda: Value(int(_is_nan(one)), "u", 1),
        "isQuietNAN": lambda: Value(int(_is_nan(one) and not _signalling(one)), "u", 1),
        "isSignalNAN": lambda: Value(int(_signalling(one)), "u", 1),
        "isINF": lambda: Value(int(math.isinf(one.real)), "u", 1),
        "isDENORM": lambda: Value(int(_is_denormal(one, one.width)), "u", 1),
        "cvtToQuietNAN": lambda: replace(one, bits=one.bits | 1 << (mantissa - 1)),
        "signext": lambda: Value(Value(one.bits, "i", one.width).integer & (1 << 64) - 1, "i", 64),
        "isEven": lambda: Value(int(one.real % 2 == 0), "u", 1),
        "trunc": lambda: _float(math.copysign(float(math.trunc(one.real)), one.real) if math.isfinite(one.real) else one.real, one),
        "floor": lambda: _float(math.copysign(float(math.floor(one.real)), one.real) if math.isfinite(one.real) else one.real, one),
        "fract": lambda: _float(one.real - math.floor(one.real), one),
        "sqrt": lambda: _float(math.nan if one.real < 0 else math.sqrt(one.real), one),
        "ldexp": lambda: _float(_ldexp(one.real, v[1].integer), one),
        "min": lambda: min(v, key=lambda x: x.number),
        "max": lambda: max(v, key=lambda x: x.number),
        "signext_from_bit": lambda: _sign_from_bit(one, v[1].integer),
    }
    if name not in simple:
        raise Unsupported(f"function {name}")
    return simple[name]()  # type: ignore[no-any-return]


def _ldexp(x: float, exponent: int) -> Fraction | float:
    return Fraction(x) * Fraction(2) ** max(-5000, min(5000, exponent)) if math.isfinite(x) and x else x


def _sign_from_bit(value: Value, count: int) -> Value:
    if count == 0:
        return replace(value, bits=0)
    count = min(count, value.width)
    low = value.bits & ((1 << count) - 1)
    if low >> (count - 1) & 1:
        low -= 1 << count
    return replace(value, bits=low & ((1 << value.width) - 1))
