# SPDX-License-Identifier: Apache-2.0
"""What is done with each function: its inputs, the statement that calls it, and the model of its results."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import exact, integers, narrow
from .formats import BF16, DOUBLE, FLOAT, HALF, S32, S64, U32, U64, Floating, Integer
from .references import REFERENCES, cached
from .signatures import Function, Value

Model = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """One function's test.

    `exact` gives all results of a call, one per output: tuples for vectors, None where anything is right, a predicate for several right
    values; `real` gives the real value of one component, for functions with an error bound under `bound_type` and `bound_name`.
    """

    function: Function
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    code: str
    exact: Model | None = None
    real: tuple[Model, ...] = ()
    bound_type: str = ""
    bound_name: str = ""
    raw: bool = False
    """The model sees bits instead of values."""
    whole_warp: Model | None = field(default=None, compare=False)
    """The source lane of lane i, for shuffles."""


_FLOATS = {FLOAT.name: FLOAT, DOUBLE.name: DOUBLE, HALF.name: HALF, BF16.name: BF16}
_EXACT = {f.name: exact.functions(f) for f in (FLOAT, DOUBLE)}
_REAL = {name: cached(reference) for name, reference in REFERENCES.items()}
_LANES = {f.name: narrow.lane_models(f) for f in narrow.FORMATS}
_NARROW = {f.name: {**narrow.conversions(f), **narrow.shuffles_of_lanes(f)} for f in narrow.FORMATS}
_ROUNDED = re.compile(r"__(?:[fd](add|sub|mul|div|rcp|sqrt|rsqrt)|(fma)f?(?:_ieee)?)_(rn|rz|ru|rd)")
_ROUNDED_PAIR = re.compile(r"__f(add|mul|fma)2_(rn|rz|ru|rd)")
_WORDS: dict[str, Any] = {"int": S32, "uint": U32, "ll": S64, "ull": U64, "float": FLOAT, "double": DOUBLE}
_CONVERSION = re.compile(r"__(int|uint|ll|ull|float|double)2(int|uint|ll|ull|float|double)_(rn|rz|ru|rd)")
_FAST = {"__sinf", "__cosf", "__tanf", "__expf", "__exp10f", "__logf", "__log2f", "__log10f", "__powf", "__fdividef", "__tanhf"}


def _call(function: Function, inputs: tuple[Value, ...], outputs: tuple[Value, ...]) -> str:
    """`r0 = f(a0, a1, &r1)`: pointers take the results in order."""
    taken, given = iter(range(len(inputs))), iter(range(0 if function.result.format is None else 1, len(outputs)))
    words = [f"&r{next(given)}" if value.pointer else f"a{next(taken)}" for value in function.arguments]
    call = f"{function.name}({', '.join(words)})"
    return f"{call};" if function.result.format is None else f"r0 = {call};"


def case(function: Function) -> Case | None:
    """The case of a function; None where no model is known."""
    special = _memory(function) or _shuffle(function) or _vector_norm(function) or _other(function)
    if special:
        return special
    inputs = tuple(value for value in function.arguments if not value.pointer)
    results = [] if function.result.format is None else [function.result]
    outputs = (*results, *(Value(v.c_name.rstrip("* "), v.format, v.count) for v in function.arguments if v.pointer))
    code = _call(function, inputs, outputs)
    found = _floating(function) or _narrow(function) or _integral(function)
    if found is None:
        return None
    return Case(function, inputs, outputs, code, **found)


def _stem(function: Function) -> tuple[str, Floating] | None:
    """The name without the `f` of float forms, and the format."""
    format_ = next((v.format for v in (*function.arguments, function.result) if isinstance(v.format, Floating)), None)
    if format_ is DOUBLE:
        return function.name, DOUBLE
    if format_ is FLOAT:
        name = function.name
        return (name[:-1] if name.endswith("f") and name not in ("isinf",) else name), FLOAT
    return None


def _floating(function: Function) -> dict[str, Any] | None:
    name = function.name
    if match := _ROUNDED.fullmatch(name):
        format_ = function.result.format
        assert isinstance(format_, Floating)
        return {"exact": exact.arithmetic(match[1] or match[2], format_, match[3])}
    if match := _ROUNDED_PAIR.fullmatch(name):
        model = exact.arithmetic(match[1], FLOAT, match[2])
        return {"exact": lambda *v: tuple(model(*lane) for lane in zip(*v, strict=True))}
    if match := _CONVERSION.fullmatch(name):
        source, target = _WORDS[match[1]], _WORDS[match[2]]
        if isinstance(target, Integer):
            return {"exact": exact.to_integer(source, target, match[3])}
        return {"exact": exact.narrow(target, match[3]) if isinstance(source, Floating) else exact.from_integer(target, match[3])}
    if name in ("__saturatef",):
        return {"exact": exact.saturate}
    if name in _FAST:
        stem = name.removeprefix("__").removesuffix("f").replace("fdivide", "fdividef")
        return {"real": (_REAL[stem],), "bound_type": "intrinsic", "bound_name": stem}
    if name == "__sincosf":
        return {"real": (_REAL["sin"], _REAL["cos"]), "bound_type": "intrinsic", "bound_name": "sin"}
    found = _stem(function)
    if found is None or "__" in name:
        return None
    stem, format_ = found
    if name == "fdividef":
        return {"exact": exact.arithmetic("div", FLOAT)}
    if stem in ("sincos", "sincospi"):
        parts = (_REAL["sin"], _REAL["cos"]) if stem == "sincos" else (_REAL["sinpi"], _REAL["cospi"])
        return {"real": parts, "bound_type": format_.name, "bound_name": stem.replace("cos", "", 1)}
    if stem in _EXACT[format_.name]:
        return {"exact": _EXACT[format_.name][stem]}
    return {"real": (_REAL[stem],), "bound_type": format_.name, "bound_name": stem} if stem in _REAL else None


def _narrow(function: Function) -> dict[str, Any] | None:
    formats = [v.format for v in (*function.arguments, function.result) if v.format in (HALF, BF16)]
    if not formats:
        return None
    format_ = formats[0]
    assert isinstance(format_, Floating)
    name, lanes, kind = function.name, _LANES[format_.name], format_.name
    if re.fullmatch(r"__\w+_as_\w+", name):
        return {"exact": lambda bits: bits, "raw": True}
    if name in _NARROW[kind]:
        return {"exact": _NARROW[kind][name]}
    if name in lanes:
        return {"exact": lanes[name]}
    if found := narrow.reference(name):
        return {"real": (found[1],), "bound_type": kind, "bound_name": found[0]}
    if match := re.fullmatch(r"__hb(\w+)2", name):
        relation = lanes[f"__h{match[1]}"]
        return {"exact": lambda a, b: relation(a[0], b[0]) and relation(a[1], b[1])}
    if match := re.fullmatch(r"__h(\w+)2_mask", name):
        relation = lanes[f"__h{match[1]}"]
        return {"exact": lambda a, b: relation(a[0], b[0]) * 0xFFFF | relation(a[1], b[1]) * 0xFFFF0000}
    scalar = narrow.scalar_name(name)
    if scalar in lanes:
        model = lanes[scalar]
        return {"exact": lambda *v: tuple(float(model(*lane)) for lane in zip(*v, strict=True))}
    if scalar and (found := narrow.reference(scalar)):
        return {"real": (found[1],), "bound_type": kind, "bound_name": found[0]}
    return None


def _integral(function: Function) -> dict[str, Any] | None:
    if re.fullmatch(r"__\w+_as_\w+", function.name):
        return {"exact": lambda bits: bits, "raw": True}
    if function.name in integers.BIT_CASTS:
        return {"exact": integers.BIT_CASTS[function.name], "raw": True}
    if any(isinstance(v.format, Floating) for v in (*function.arguments, function.result)):
        return None
    model = integers.model(function)
    return {"exact": model} if model else None


def _memory(function: Function) -> Case | None:
    """Cached loads and stores, atomic additions."""
    value = next((v for v in function.arguments if v.pointer), None)
    if value is None or value.format not in (HALF, BF16):
        return None
    plain = Value(value.c_name.rstrip("* "), value.format, value.count)
    if function.name.startswith("__ld"):
        return Case(function, (plain,), (plain,), f"r0 = {function.name}(p0 + i);", exact=lambda v: v)
    if function.name.startswith("__st"):
        return Case(function, (plain,), (plain,), f"{function.name}(&r0, a0);", exact=lambda v: v)
    if function.name == "atomicAdd":
        assert isinstance(value.format, Floating)
        add = exact.arithmetic("add", value.format)

        def model(old: Any, new: Any) -> Any:
            total = tuple(add(a, b) for a, b in zip(old, new, strict=True)) if isinstance(old, tuple) else add(old, new)
            return total, old

        return Case(function, (plain, plain), (plain, plain), "q0[i] = a0; r1 = atomicAdd(q0 + i, a1); r0 = q0[i];", exact=model)
    return None


def _shuffle(function: Function) -> Case | None:
    """Whole warps: lane i gets the value of another lane of its 32."""
    sources: dict[str, tuple[str, Model]] = {
        "__shfl_sync": ("(int)((i + 7) & 31)", lambda i: (i + 7) & 31), "__shfl_xor_sync": ("11", lambda i: i ^ 11),
        "__shfl_up_sync": ("3u", lambda i: i - 3 if i >= 3 else i), "__shfl_down_sync": ("5u", lambda i: i + 5 if i < 27 else i),
    }  # fmt: skip
    if function.name not in sources:
        return None
    word, source = sources[function.name]
    value = function.result
    return Case(function, (value,), (value,), f"r0 = {function.name}(0xffffffffu, a0, {word}, 32);", exact=lambda v: v, whole_warp=source)


def _vector_norm(function: Function) -> Case | None:
    stem = function.name.removesuffix("f")
    if stem not in ("norm", "rnorm"):
        return None
    kind = function.result.c_name
    return Case(function, (function.result,) * 3, (function.result,), f"{kind} v[3] = {{a0, a1, a2}}; r0 = {function.name}(3, v);",
                real=(_REAL[stem],), bound_type=function.result.format.name if function.result.format else "", bound_name=stem)  # fmt: skip


def _other(function: Function) -> Case | None:
    if function.name in ("nan", "nanf"):
        return Case(function, (function.result,), (function.result,), f'r0 = {function.name}("");', exact=lambda x: float("nan"))
    if function.name == "__fns":
        unsigned, signed = function.arguments[0], function.arguments[2]

        def model(mask: int, base: int, offset: int) -> int:
            return int(integers._fns(mask, base & 31, offset % 41 - 20))

        code = "int o = (int)((long long)a2 - 41ll * (a2 >= 0 ? a2 / 41 : -((40 - (long long)a2) / 41))) - 20; r0 = __fns(a0, a1 & 31u, o);"
        return Case(function, (unsigned, unsigned, signed), (unsigned,), code, exact=model)
    return None
