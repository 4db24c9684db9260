# SPDX-License-Identifier: Apache-2.0
"""Writes LLVM IR instructions as text, one typed value at a time."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from scale.compiler.ptx.types import PtxType, llvm_bits


@dataclass(frozen=True)
class Value:
    """An LLVM operand: its type and its text (`%~3`, `42`)."""

    type: str
    text: str

    def __str__(self) -> str:
        return f"{self.type} {self.text}"

    @property
    def bits(self) -> int:
        return llvm_bits(self.type)

    @property
    def constant(self) -> int | None:
        """The number, where the operand is a literal integer."""
        return int(self.text) if re.fullmatch(r"-?\d+", self.text) else None


_MANGLED = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}


def mangle(llvm: str) -> str:
    """The suffix of an overloaded intrinsic: `float` f32, `<2 x half>` v2f16."""
    if llvm.startswith("<"):
        count, element = llvm[1:-1].split(" x ")
        return f"v{count}{mangle(element)}"
    return _MANGLED.get(llvm, llvm)


def element(llvm: str) -> str:
    """The element type of a vector type, else the type itself."""
    return llvm[1:-1].split(" x ")[1] if llvm.startswith("<") else llvm


def like(llvm: str, scalar: str) -> str:
    """`scalar` with as many elements as `llvm` has."""
    return f"<{llvm[1:-1].split(' x ')[0]} x {scalar}>" if llvm.startswith("<") else scalar


class Builder:
    """Collects the lines of one straight or branching body. Temporaries are `%~N`: whoever places the body renames them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declarations: dict[str, str] = {}
        """name → `declare …` line of every function called."""
        self.helpers: dict[str, str] = {}
        """name → text of a function that the module must hold."""
        self._count = 0

    # --- ground -----------------------------------------------------------------------------------
    def temporary(self) -> str:
        self._count += 1
        return f"%~{self._count}"

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def op(self, result: str, text: str) -> Value:
        """Writes `%~N = text`."""
        name = self.temporary()
        self.lines.append(f"  {name} = {text}")
        return Value(result, name)

    def call(self, result: str, name: str, *arguments: Value, attributes: str = "") -> Value:
        """Calls a function, declaring it; the value is meaningless for `void`."""
        types = ", ".join(argument.type for argument in arguments)
        tail = f" {attributes}" if attributes else ""
        self.declarations.setdefault(name, f"declare {result} @{name}({types}){tail}")
        text = f"call {result} @{name}({', '.join(map(str, arguments))})"
        if result == "void":
            self.line(text)
            return Value("void", "")
        return self.op(result, text)

    def intrinsic(self, name: str, first: Value, *rest: Value) -> Value:
        """`llvm.<name>.<type of first>` with the type of the first operand as its result."""
        return self.call(first.type, f"llvm.{name}.{mangle(first.type)}", first, *rest)

    # --- constants --------------------------------------------------------------------------------
    def const(self, llvm: str, value: int | float) -> Value:
        """A literal; vectors get it in every element; floats take Python numbers."""
        if llvm.startswith("<"):
            count, scalar = llvm[1:-1].split(" x ")
            one = self.const(scalar, value)
            return Value(llvm, f"<{', '.join([str(one)] * int(count))}>")
        if llvm in _MANGLED:
            return Value(llvm, float_literal(llvm, float(value)))
        bits = llvm_bits(llvm)
        number = int(value) & ((1 << bits) - 1)
        if llvm == "i1":
            return Value(llvm, "true" if number else "false")
        return Value(llvm, str(number))

    # --- two-operand instructions -----------------------------------------------------------------
    def binary(self, name: str, a: Value, b: Value) -> Value:
        return self.op(a.type, f"{name} {a}, {b.text}")

    def add(self, a: Value, b: Value) -> Value:
        return self.binary("add", a, b)

    def sub(self, a: Value, b: Value) -> Value:
        return self.binary("sub", a, b)

    def mul(self, a: Value, b: Value) -> Value:
        return self.binary("mul", a, b)

    def and_(self, a: Value, b: Value) -> Value:
        return self.binary("and", a, b)

    def or_(self, a: Value, b: Value) -> Value:
        return self.binary("or", a, b)

    def xor(self, a: Value, b: Value) -> Value:
        return self.binary("xor", a, b)

    def shl(self, a: Value, b: Value) -> Value:
        return self.binary("shl", a, b)

    def lshr(self, a: Value, b: Value) -> Value:
        return self.binary("lshr", a, b)

    def ashr(self, a: Value, b: Value) -> Value:
        return self.binary("ashr", a, b)

    def not_(self, a: Value) -> Value:
        return self.xor(a, Value(a.type, "true") if a.type == "i1" else self.const(a.type, -1))

    def neg(self, a: Value) -> Value:
        return self.sub(self.const(a.type, 0), a)

    def icmp(self, predicate: str, a: Value, b: Value) -> Value:
        return self.op(like(a.type, "i1"), f"icmp {predicate} {a}, {b.text}")

    def fcmp(self, predicate: str, a: Value, b: Value) -> Value:
        return self.op(like(a.type, "i1"), f"fcmp {predicate} {a}, {b.text}")

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        return self.op(a.type, f"select {condition}, {a}, {b}")

    # --- conversions ------------------------------------------------------------------------------
    def convert(self, name: str, a: Value, llvm: str) -> Value:
        return a if a.type == llvm else self.op(llvm, f"{name} {a} to {llvm}")

    def trunc(self, a: Value, llvm: str) -> Value:
        return self.convert("trunc", a, llvm)

    def extend(self, a: Value, llvm: str, signed: bool) -> Value:
        return self.convert("sext" if signed else "zext", a, llvm)

    def resize(self, a: Value, llvm: str, signed: bool = False) -> Value:
        """An integer brought to another integer width."""
        return self.trunc(a, llvm) if llvm_bits(element(llvm)) < llvm_bits(element(a.type)) else self.extend(a, llvm, signed)

    def bitcast(self, a: Value, llvm: str) -> Value:
        """The same bits as another type, pointers included."""
        if a.type == llvm:
            return a
        if llvm.startswith("ptr"):
            return self.op(llvm, f"inttoptr {self.bitcast(a, 'i64')} to {llvm}")
        if a.type.startswith("ptr"):
            return self.bitcast(self.op("i64", f"ptrtoint {a} to i64"), llvm)
        number = a.constant
        if number is not None and llvm in ("float", "double", "half", "bfloat"):
            return Value(llvm, float_bits_literal(llvm, number))
        return self.op(llvm, f"bitcast {a} to {llvm}")

    # --- aggregates -------------------------------------------------------------------------------
    def extract(self, a: Value, index: int, llvm: str | None = None) -> Value:
        """Element of a vector, or field of a struct whose type is given."""
        if a.type.startswith("<"):
            return self.op(element(a.type), f"extractelement {a}, i32 {index}")
        assert llvm is not None
        return self.op(llvm, f"extractvalue {a}, {index}")

    def vector(self, parts: list[Value]) -> Value:
        """A vector of the parts, the first at index 0."""
        llvm = f"<{len(parts)} x {parts[0].type}>"
        whole = Value(llvm, "poison")
        for index, part in enumerate(parts):
            whole = self.op(llvm, f"insertelement {whole}, {part}, i32 {index}")
        return whole

    # --- memory -----------------------------------------------------------------------------------
    def load(self, llvm: str, pointer: Value, align: int, *, volatile: bool = False, metadata: str = "") -> Value:
        head = "load volatile" if volatile else "load"
        return self.op(llvm, f"{head} {llvm}, {pointer}, align {align}{metadata}")

    def store(self, value: Value, pointer: Value, align: int, *, volatile: bool = False, metadata: str = "") -> None:
        head = "store volatile" if volatile else "store"
        self.line(f"{head} {value}, {pointer}, align {align}{metadata}")

    # --- what PTX needs often ---------------------------------------------------------------------
    def clamp_shift(self, amount: Value, bits: int) -> Value:
        """A 32-bit shift amount held to `bits`, as PTX shifts do."""
        return self.call("i32", "llvm.umin.i32", amount, self.const("i32", bits))

    def flush(self, a: Value) -> Value:
        """Subnormal floats become zero of the same sign (`.ftz`)."""
        scalar = element(a.type)
        smallest = {"float": 2.0**-126, "half": 2.0**-14, "bfloat": 2.0**-126, "double": 2.0**-1022}[scalar]
        small = self.fcmp("olt", self.intrinsic("fabs", a), self.const(a.type, smallest))
        zero = self.call(a.type, f"llvm.copysign.{mangle(a.type)}", self.const(a.type, 0.0), a)
        return self.select(small, zero, a)

    def saturate(self, a: Value) -> Value:
        """Floats held to [0, 1]; NaN and -0 become +0 (`.sat`)."""
        positive = self.select(self.fcmp("ogt", a, self.const(a.type, 0.0)), a, self.const(a.type, 0.0))
        return self.select(self.fcmp("olt", positive, self.const(a.type, 1.0)), positive, self.const(a.type, 1.0))

    def relu(self, a: Value) -> Value:
        """Negative floats become +0, NaN the canonical NaN (`.relu`)."""
        positive = self.select(self.fcmp("olt", a, self.const(a.type, 0.0)), self.const(a.type, 0.0), a)
        return self.select(self.fcmp("oeq", positive, self.const(a.type, 0.0)), self.const(a.type, 0.0), positive)


def float_literal(llvm: str, value: float) -> str:
    """The exact LLVM literal of a number that the type can hold."""
    if llvm == "half":
        return "0xH" + struct.pack(">e", value).hex().upper()
    if llvm == "bfloat":
        return "0xR" + struct.pack(">f", value)[:2].hex().upper()
    return "0x" + struct.pack(">d", value).hex().upper()


def float_bits_literal(llvm: str, bits: int) -> str:
    """The literal of the float with these bits, NaN payloads kept."""
    if llvm == "half":
        return f"0xH{bits & 0xFFFF:04X}"
    if llvm == "bfloat":
        return f"0xR{bits & 0xFFFF:04X}"
    if llvm == "double":
        return f"0x{bits & 0xFFFFFFFFFFFFFFFF:016X}"
    bits &= 0xFFFFFFFF
    sign, exponent, mantissa = bits >> 31, bits >> 23 & 0xFF, bits & 0x7FFFFF
    if exponent == 0xFF:
        return f"0x{(sign << 63) | (0x7FF << 52) | (mantissa << 29):016X}"
    return float_literal("float", struct.unpack(">f", struct.pack(">I", bits))[0])


def imm(ptx: PtxType, bits: int) -> Value:
    """An immediate of a PTX type, given its bits."""
    if ptx.kind == "p":
        return Value("i1", "true" if bits else "false")
    if ptx.llvm in ("half", "bfloat", "float", "double"):
        return Value(ptx.llvm, float_bits_literal(ptx.llvm, bits))
    return Value(ptx.int_llvm, str(bits & ((1 << ptx.bits) - 1)))
