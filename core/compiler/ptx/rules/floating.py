# SPDX-License-Identifier: Apache-2.0
"""Floating-point arithmetic for f16, bf16, f32, f64 (PTX ISA, "Floating Point", "Half Precision Floating Point").

Round to nearest is plain LLVM IR; the other rounding modes are the NVVM intrinsics of docs/device-ir.md, which each target maps
to its own means.
"""

from __future__ import annotations

from scale.compiler.ptx.builder import Builder, Value, element, mangle
from scale.compiler.ptx.table import Match, add, rule

_LETTER = {"float": "f", "double": "d"}


def _rounded(b: Builder, m: Match, name: str, plain: str, *operands: Value) -> Value:
    """One of add, mul, fma, div, sqrt in the rounding mode; `.ftz` flushes operands and result here, whatever a target's mode is."""
    if m.has("ftz"):
        operands = tuple(b.flush(operand) for operand in operands)
    first = operands[0]
    mode = m.get("rnd", "rn")
    if first.type == "<2 x float>" and mode != "rn":
        pairs = [[b.extract(operand, index) for operand in operands] for index in (0, 1)]
        result = b.vector([b.call("float", f"llvm.nvvm.{name}.{mode}.f", *pair) for pair in pairs])
    elif first.type in _LETTER and mode != "rn":
        result = b.call(first.type, f"llvm.nvvm.{name}.{mode}.{_LETTER[first.type]}", *operands)
    elif plain in ("fma", "sqrt"):
        result = b.intrinsic(plain, *operands)
    else:
        result = b.binary(plain, *operands)
    return b.flush(result) if m.has("ftz") else result


def _finished(b: Builder, m: Match, value: Value) -> Value:
    if m.has("sat"):
        return b.saturate(value)
    return b.relu(value) if m.has("relu") else value


def _add(b: Builder, m: Match, x: Value, y: Value) -> Value:
    if m.opcode.startswith("sub"):
        if m.get("rnd", "rn") == "rn" and not m.has("ftz"):
            return _finished(b, m, b.binary("fsub", x, y))
        y = b.op(y.type, f"fneg {y}")
    return _finished(b, m, _rounded(b, m, "add", "fadd", x, y))


def _mul(b: Builder, m: Match, x: Value, y: Value) -> Value:
    return _finished(b, m, _rounded(b, m, "mul", "fmul", x, y))


def _fma(b: Builder, m: Match, x: Value, y: Value, z: Value) -> Value:
    return _finished(b, m, _rounded(b, m, "fma", "fma", x, y, z))


for _op, _function in (("add", _add), ("sub", _add), ("mul", _mul)):
    add(f"{_op} rnd?=@rnd ftz? sat? t=f32", "t <- t t", _function, summary="single precision")
    add(f"{_op} rnd?=@rnd t=f64", "t <- t t", _function, summary="double precision")
    add(f"{_op} rnd?=rn ftz? sat? t=f16|f16x2", "t <- t t", _function, summary="half precision")
    add(f"{_op} rnd?=rn t=bf16|bf16x2", "t <- t t", _function, summary="bfloat16")
    add(f"{_op} rnd?=@rnd ftz? t=f32x2", "t <- t t", _function, summary="two singles")
add("fma rnd=@rnd ftz? sat? t=f32", "t <- t t t", _fma, summary="single precision, one rounding")
add("fma rnd=@rnd t=f64", "t <- t t t", _fma, summary="double precision, one rounding")
add("fma rnd=rn ftz? sat? t=f16|f16x2", "t <- t t t", _fma, summary="half precision, one rounding")
add("fma rnd=rn ftz? relu t=f16|f16x2", "t <- t t t", _fma, summary="half precision, negative results to 0")
add("fma rnd=rn relu? t=bf16|bf16x2", "t <- t t t", _fma, summary="bfloat16, one rounding")
add("fma rnd=@rnd ftz? t=f32x2", "t <- t t t", _fma, summary="two singles, one rounding")
add("mad rnd?=@rnd ftz? sat? t=f32", "t <- t t t", _fma, summary="as fma")
add("mad rnd=@rnd t=f64", "t <- t t t", _fma, summary="as fma")


@rule("div rnd=@rnd ftz? t=f32", "t <- t t")
@rule("div rnd=@rnd t=f64", "t <- t t")
def div(b: Builder, m: Match, x: Value, y: Value) -> Value:
    """Correctly rounded quotient."""
    return _rounded(b, m, "div", "fdiv", x, y)


@rule("div kind=approx|full ftz? f32", "f32 <- f32 f32")
def div_fast(b: Builder, m: Match, x: Value, y: Value) -> Value:
    """Quotient within 2 ulp."""
    ftz = ".ftz" if m.has("ftz") else ""
    name = f"div.approx{ftz}.f" if m["kind"] == "approx" else f"div.full{ftz}"
    return b.call("float", f"llvm.nvvm.{name}", x, y)


@rule("sqrt rnd=@rnd ftz? t=f32", "t <- t")
@rule("sqrt rnd=@rnd t=f64", "t <- t")
def sqrt(b: Builder, m: Match, x: Value) -> Value:
    """Correctly rounded square root."""
    return _rounded(b, m, "sqrt", "sqrt", x)


@rule("rcp rnd=@rnd ftz? t=f32", "t <- t")
@rule("rcp rnd=@rnd t=f64", "t <- t")
def rcp(b: Builder, m: Match, x: Value) -> Value:
    """Correctly rounded reciprocal."""
    return _rounded(b, m, "div", "fdiv", b.const(x.type, 1.0), x)


@rule("rcp approx ftz? f32", "f32 <- f32")
def rcp_fast(b: Builder, m: Match, x: Value) -> Value:
    """Reciprocal within 1 ulp."""
    if m.has("ftz"):
        return b.call("float", "llvm.nvvm.rcp.approx.ftz.f", x)
    return b.binary("fdiv", b.const("float", 1.0), x)


@rule("rcp approx ftz f64", "f64 <- f64")
def rcp_fast_double(b: Builder, m: Match, x: Value) -> Value:
    """A coarse reciprocal from the upper word."""
    return b.call("double", "llvm.nvvm.rcp.approx.ftz.d", x)


# opcode → (intrinsic stem, suffix): `sin.approx.ftz.f32` is llvm.nvvm.sin.approx.ftz.f
_APPROXIMATE = {
    "sqrt": ("sqrt.approx", "f"),
    "rsqrt": ("rsqrt.approx", "f"),
    "sin": ("sin.approx", "f"),
    "cos": ("cos.approx", "f"),
    "lg2": ("lg2.approx", "f"),
    "ex2": ("ex2.approx", "f32"),
}


def _approximate(b: Builder, m: Match, x: Value) -> Value:
    stem, suffix = _APPROXIMATE[m.opcode.split(".")[0]]
    return b.call("float", f"llvm.nvvm.{stem}{'.ftz' if m.has('ftz') else ''}.{suffix}", x)


for _op in _APPROXIMATE:
    add(f"{_op} approx ftz? f32", "f32 <- f32", _approximate, summary="fast approximation")


@rule("rsqrt approx ftz? f64", "f64 <- f64")
def rsqrt_double(b: Builder, m: Match, x: Value) -> Value:
    """Reciprocal square root."""
    return b.call("double", f"llvm.nvvm.rsqrt.approx{'.ftz' if m.has('ftz') else ''}.d", x)


@rule("tanh approx f32", "f32 <- f32")
def tanh(b: Builder, m: Match, x: Value) -> Value:
    """Hyperbolic tangent, here to full precision."""
    return b.call("float", "__nv_tanhf", x)


def _by_single(b: Builder, x: Value, name: str) -> Value:
    """A half-precision function through a single-precision one, per element."""
    if x.type.startswith("<"):
        return b.vector([_by_single(b, b.extract(x, index), name) for index in (0, 1)])
    return b.convert("fptrunc", b.call("float", name, b.convert("fpext", x, "float")), x.type)


@rule("tanh approx t=f16|f16x2|bf16|bf16x2", "t <- t")
def tanh_half(b: Builder, m: Match, x: Value) -> Value:
    """Hyperbolic tangent of halves."""
    return _by_single(b, x, "__nv_tanhf")


@rule("ex2 approx t=f16|f16x2", "t <- t")
@rule("ex2 approx ftz t=bf16|bf16x2", "t <- t")
def ex2_half(b: Builder, m: Match, x: Value) -> Value:
    """2 to the power of halves."""
    if m.has("ftz"):
        return b.flush(_by_single(b, b.flush(x), "llvm.nvvm.ex2.approx.f32"))
    return _by_single(b, x, "llvm.nvvm.ex2.approx.f32")


# --- minimum, maximum, sign -----------------------------------------------------------------------
def _min_max(b: Builder, m: Match, x: Value, *rest: Value) -> Value:
    """NaN gives the other operand, with `.NaN` NaN; -0 is below +0; `.xorsign.abs` compares magnitudes."""
    name = {"min": "minimum", "max": "maximum"}[m.opcode[:3]] + ("" if m.has("NaN") else "num")
    if m.has("ftz"):
        x, *others = (b.flush(value) for value in (x, *rest))
        rest = tuple(others)
    operands = [b.intrinsic("fabs", value) for value in (x, *rest)] if m.has("abs") else [x, *rest]
    result = operands[0]
    for other in operands[1:]:
        result = b.call(x.type, f"llvm.{name}.{mangle(x.type)}", result, other)
    if m.has("xorsign"):
        width = {"half": "i16", "bfloat": "i16", "float": "i32"}[element(x.type)]
        integer = f"<2 x {width}>" if x.type.startswith("<") else width
        signs = b.xor(b.bitcast(x, integer), b.bitcast(rest[0], integer))
        result = b.call(x.type, f"llvm.copysign.{mangle(x.type)}", result, b.bitcast(signs, x.type))
    return result


for _op in ("min", "max"):
    add(f"{_op} ftz? NaN? t=f32", "t <- t t t?", _min_max, summary="of singles")
    add(f"{_op} ftz? NaN? xorsign abs t=f32", "t <- t t", _min_max, summary="of magnitudes, sign of the product")
    add(f"{_op} ftz? NaN? abs t=f32", "t <- t t t", _min_max, summary="of magnitudes")
    add(f"{_op} t=f64", "t <- t t", _min_max, summary="of doubles")
    add(f"{_op} ftz? NaN? t=f16|f16x2", "t <- t t", _min_max, summary="of halves")
    add(f"{_op} ftz? NaN? xorsign abs t=f16|f16x2", "t <- t t", _min_max, summary="of magnitudes of halves")
    add(f"{_op} NaN? t=bf16|bf16x2", "t <- t t", _min_max, summary="of bfloats")
    add(f"{_op} NaN? xorsign abs t=bf16|bf16x2", "t <- t t", _min_max, summary="of magnitudes of bfloats")


@rule("abs ftz? t=f32|f16|f16x2", "t <- t")
@rule("abs t=f64|bf16|bf16x2", "t <- t")
def abs_(b: Builder, m: Match, x: Value) -> Value:
    """Magnitude."""
    result = b.intrinsic("fabs", x)
    return b.flush(result) if m.has("ftz") else result


@rule("neg ftz? t=f32|f16|f16x2", "t <- t")
@rule("neg t=f64|bf16|bf16x2", "t <- t")
def neg(b: Builder, m: Match, x: Value) -> Value:
    """The other sign."""
    result = b.op(x.type, f"fneg {x}")
    return b.flush(result) if m.has("ftz") else result


@rule("copysign t=f32|f64", "t <- t t")
def copysign(b: Builder, m: Match, sign: Value, magnitude: Value) -> Value:
    """The second operand with the sign of the first."""
    return b.call(sign.type, f"llvm.copysign.{mangle(sign.type)}", magnitude, sign)
