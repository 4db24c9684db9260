# SPDX-License-Identifier: Apache-2.0
"""Integer, bit and SIMD-in-a-word functions on Python integers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .formats import U64, Integer
from .signatures import Function

Model = Callable[..., Any]
_WORD = 0xFFFFFFFF


def _ffs(x: int) -> int:
    return (x & -x).bit_length()


def _reverse(bits: int) -> Model:
    return lambda x: int(f"{x:0{bits}b}"[::-1], 2)


def _byte_perm(x: int, y: int, s: int) -> int:
    both = (y << 32 | x).to_bytes(8, "little")
    return int.from_bytes(bytes(both[s >> (4 * k) & 7] for k in range(4)), "little")


def _fns(mask: int, base: int, offset: int) -> int:
    if base > 31:
        return _WORD
    if offset == 0:
        return base if mask >> base & 1 else _WORD
    places = range(base, 32) if offset > 0 else range(base, -1, -1)
    set_bits = [place for place in places if mask >> place & 1]
    return set_bits[abs(offset) - 1] if abs(offset) <= len(set_bits) else _WORD


def _sign24(x: int) -> int:
    return (x & 0xFFFFFF) - ((x & 0x800000) << 1)


def _parts(word: int, bits: int, signed: bool, count: int) -> list[int]:
    values = [word >> (bits * k) & ((1 << bits) - 1) for k in range(count)]
    return [value - (1 << bits) if signed and value >> (bits - 1) else value for value in values]


def _dot(a_bits: int, b_first: int, signed: bool) -> Model:
    def model(a: Any, b: Any, c: int) -> int:
        count = 32 // a_bits
        left = list(a) if isinstance(a, tuple) else _parts(a & _WORD, a_bits, signed, count)
        right = (list(b) if isinstance(b, tuple) else _parts(b & _WORD, 8, signed, 4))[b_first : b_first + count]
        return c + sum(x * y for x, y in zip(left, right, strict=True))

    return model


_PLAIN: dict[str, Model] = {
    "__brev": _reverse(32), "__brevll": _reverse(64), "__byte_perm": _byte_perm, "__fns": _fns,
    "__clz": lambda x: 32 - (x & _WORD).bit_length(), "__clzll": lambda x: 64 - (x & U64.high).bit_length(),
    "__ffs": _ffs, "__ffsll": _ffs, "__popc": lambda x: x.bit_count(), "__popcll": lambda x: x.bit_count(),
    "__funnelshift_l": lambda lo, hi, n: (hi << 32 | lo) << (n & 31) >> 32,
    "__funnelshift_r": lambda lo, hi, n: (hi << 32 | lo) >> (n & 31),
    "__funnelshift_lc": lambda lo, hi, n: (hi << 32 | lo) << min(n, 32) >> 32,
    "__funnelshift_rc": lambda lo, hi, n: (hi << 32 | lo) >> min(n, 32),
    "__hadd": lambda a, b: (a + b) >> 1, "__rhadd": lambda a, b: (a + b + 1) >> 1,
    "__uhadd": lambda a, b: (a + b) >> 1, "__urhadd": lambda a, b: (a + b + 1) >> 1,
    "__mul24": lambda a, b: _sign24(a) * _sign24(b), "__umul24": lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "__mulhi": lambda a, b: (a * b) >> 32, "__umulhi": lambda a, b: (a * b) >> 32,
    "__mul64hi": lambda a, b: (a * b) >> 64, "__umul64hi": lambda a, b: (a * b) >> 64,
    "__sad": lambda a, b, c: abs(a - b) + c, "__usad": lambda a, b, c: abs(a - b) + c,
    "__nv_bswap16": lambda x: int.from_bytes(x.to_bytes(2, "little"), "big"),
    "__nv_bswap32": lambda x: int.from_bytes(x.to_bytes(4, "little"), "big"),
    "__nv_bswap64": lambda x: int.from_bytes(x.to_bytes(8, "little"), "big"),
    "abs": abs, "labs": abs, "llabs": abs,
    **dict.fromkeys(("umax", "llmax", "ullmax"), max), **dict.fromkeys(("umin", "llmin", "ullmin"), min),
}  # fmt: skip


def model(function: Function) -> Model | None:
    """The model of an integer function; results are wrapped to its type by the caller."""
    name = function.name
    signed = isinstance(function.arguments[0].format, Integer) and function.arguments[0].format.signed if function.arguments else False
    if name.startswith("__dp"):
        return _dot(8 if "4a" in name else 16, 2 if name.endswith("hi") else 0, signed)
    if name in ("max", "min"):
        return _mixed(function, max if name == "max" else min)
    return _PLAIN.get(name) or _simd(name) or _fused(name)


def _mixed(function: Function, choose: Model) -> Model:
    """Arguments of mixed signs are compared as the result's type."""
    format_ = function.result.format
    assert isinstance(format_, Integer)
    return lambda a, b: choose(format_.wrap(a), format_.wrap(b))


_COMPARE: dict[str, Model] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "ge": lambda a, b: a >= b, "gt": lambda a, b: a > b,
    "le": lambda a, b: a <= b, "lt": lambda a, b: a < b,
}  # fmt: skip
# by what follows `__v` and precedes sign and lane count: lane result from lane values
_LANE: dict[str, Model] = {
    "abs": abs, "neg": lambda a: -a, "absdiff": lambda a, b: abs(a - b), "add": lambda a, b: a + b, "sub": lambda a, b: a - b,
    "avg": lambda a, b: (a + b + 1) >> 1, "hadd": lambda a, b: (a + b) >> 1, "max": max, "min": min,
}  # fmt: skip


def _simd(name: str) -> Model | None:
    match = re.fullmatch(
        r"__v(sad|cmp(?:eq|ne|ge|gt|le|lt)|set(?:eq|ne|ge|gt|le|lt)|absdiff|abs|neg|add|sub|avg|hadd|max|min)(ss|us|s|u|)([24])", name
    )
    if not match:
        return None
    what, sign, count = match[1], match[2], int(match[3])
    bits = 32 // count
    signed = sign in ("s", "ss") or what in ("abs", "neg")
    lane = Integer("lane", bits, signed)

    def whole(*words: int) -> int:
        rows = list(zip(*(_parts(word, bits, signed, count) for word in words), strict=True))
        if what == "sad":
            return sum(abs(a - b) for a, b in rows)
        results = []
        for row in rows:
            if what[:3] in ("cmp", "set") and what[3:] in _COMPARE:
                value = int(_COMPARE[what[3:]](*row)) * (-1 if what.startswith("cmp") else 1)
            elif what == "avg" and signed:
                total = row[0] + row[1]
                value = (total + (total >= 0)) >> 1  # the half goes away from zero
            else:
                value = _LANE[what](*row)
                value = lane.clamp(value) if sign in ("ss", "us") else value
            results.append(value & ((1 << bits) - 1))
        return sum(value << (bits * k) for k, value in enumerate(results))

    return whole


def _fused(name: str) -> Model | None:
    """`__vimax3_s16x2_relu` and its kin."""
    match = re.fullmatch(r"__vi(addmax|addmin|max3|min3|max|min|bmax|bmin)_([su])(32|16x2)(_relu)?", name)
    if not match:
        return None
    what, relu, pair = match[1], match[4], match[3] == "16x2"
    lane = Integer("lane", 16 if pair else 32, match[2] == "s")
    choose: Model = max if "max" in what else min

    def one(*values: int) -> int:
        if what.startswith("add"):
            values = (lane.wrap(values[0] + values[1]), values[2])
        result = choose(values)
        return max(result, 0) if relu else result

    def whole(*words: int) -> Any:
        if not pair:
            result = one(*words)
            return (result, result == words[0]) if what.startswith("b") else result
        rows = list(zip(*(_parts(word, 16, lane.signed, 2) for word in words), strict=True))
        values = [one(*row) for row in rows]
        word = (values[0] & 0xFFFF) | (values[1] & 0xFFFF) << 16
        return (word, values[1] == rows[1][0], values[0] == rows[0][0]) if what.startswith("b") else word

    return whole


BIT_CASTS: dict[str, Model] = {
    "__double2hiint": lambda bits: bits >> 32, "__double2loint": lambda bits: bits & _WORD,
    "__hiloint2double": lambda high, low: high << 32 | low,
}  # fmt: skip
"""Models from bits to bits."""
