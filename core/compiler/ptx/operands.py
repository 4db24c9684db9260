# SPDX-License-Identifier: Apache-2.0
"""Operands of PTX instructions: literals, registers, vectors, addresses, in the types that an instruction asks for."""

from __future__ import annotations

import struct

from scale.compiler.ptx import ast
from scale.compiler.ptx.builder import Value, imm
from scale.compiler.ptx.parser import NotConstant, evaluate
from scale.compiler.ptx.registers import SINK, Registers, Symbol
from scale.compiler.ptx.special import special_register
from scale.compiler.ptx.types import TYPES, PtxType, llvm_bits


class Operands(Registers):
    """Reads sources and writes destinations."""

    def constant(self, operand: ast.Operand) -> int:
        """An operand that must be a constant expression, or a register that holds a literal."""
        try:
            return evaluate(operand)
        except NotConstant:
            pass
        if isinstance(operand, (ast.Slot, ast.Name)):
            number = self.get(self.register(operand)).constant if not self.branching else None
            if number is not None:
                return number
        raise self.error(f"an operand of '{self.opcode}' must be a constant")

    def read(self, operand: ast.Operand, ptx: PtxType) -> Value:
        """An operand as a value of a PTX type."""
        literal = self._literal(operand, ptx)
        if literal is not None:
            return literal
        if isinstance(operand, ast.Unary) and operand.op == "!":
            return self.b.not_(self.read(operand.operand, ptx))
        if isinstance(operand, ast.Vector) and ptx.bits % max(len(operand.parts), 1) == 0:
            return self.coerce(self.pack(operand, ptx.bits), ptx)
        return self.coerce(self.any(operand), ptx)

    def _literal(self, operand: ast.Operand, ptx: PtxType) -> Value | None:
        negative = isinstance(operand, ast.Unary) and operand.op == "-"
        inner = operand.operand if isinstance(operand, ast.Unary) and negative else operand
        if isinstance(inner, ast.Number) and inner.float_bits:
            return self._float_literal(inner, negative, ptx)
        try:
            number = evaluate(operand)
        except NotConstant:
            return None
        if ptx.llvm in ("float", "double", "half", "bfloat"):
            return self.b.const(ptx.llvm, float(number))
        return self.b.bitcast(imm(ptx, number), ptx.llvm)

    def _float_literal(self, number: ast.Number, negative: bool, ptx: PtxType) -> Value:
        bits = number.value ^ (negative << number.float_bits - 1)
        if not ptx.is_float and ptx.bits == number.float_bits:
            return imm(ptx, bits)
        if number.float_bits == ptx.bits:
            return imm(ptx, bits)
        if number.float_bits == 64 and ptx.llvm == "float":
            return self.b.const("float", struct.unpack(">f", struct.pack(">f", _double(bits)))[0])
        if number.float_bits == 64 and not ptx.is_float:
            return imm(ptx, bits)
        raise self.error(f"a floating-point literal does not fit the type .{ptx.name}")

    def any(self, operand: ast.Operand) -> Value:
        """An operand in whatever type it has."""
        if isinstance(operand, ast.Name):
            found = self.lookup(operand.text)
            if isinstance(found, Symbol):
                return self.b.load("i64", found.pointer, 8) if found.space == "handle" else found.pointer
            if found is None:
                special = special_register(self.b, operand.text)
                if special is not None:
                    return special
        if isinstance(operand, ast.Parens) and len(operand.parts) == 1:
            return self.any(operand.parts[0])
        if isinstance(operand, ast.Binary) and operand.op in "+-":
            base = self.b.bitcast(self.any(operand.left), "i64")
            offset = self.b.const("i64", self.constant(operand.right))
            return self.b.add(base, offset) if operand.op == "+" else self.b.sub(base, offset)
        register = self.register(operand)
        if register is SINK:
            raise self.error("'_' is not a source")
        return self.get(register)

    def coerce(self, value: Value, ptx: PtxType) -> Value:
        """A value as a PTX type: the same bits, or the low bits of a wider register."""
        if value.type == ptx.llvm:
            return value
        bits = llvm_bits(value.type)
        if (bits == 1) != (ptx.bits == 1):
            raise self.error(f"'{self.opcode}' takes a {'predicate' if ptx.bits == 1 else 'register'} here")
        if bits < ptx.bits:
            raise self.error(f"an operand of '{self.opcode}' has {bits} bits where {ptx.bits} are needed")
        if bits > ptx.bits:
            value = self.b.trunc(self.b.bitcast(value, f"i{bits}"), ptx.int_llvm)
        return self.b.bitcast(value, ptx.llvm)

    def write(self, operand: ast.Operand, value: Value, ptx: PtxType) -> None:
        """Writes a result; wider registers get it extended by the sign of its type."""
        if isinstance(operand, ast.Vector):
            self.unpack(operand, value)
            return
        if isinstance(operand, ast.Binary) and operand.op == "|":
            operand = operand.left
        register = self.register(operand)
        if register is SINK:
            return
        bits = llvm_bits(register.type)
        width = llvm_bits(value.type)
        if (bits == 1) != (width == 1):
            raise self.error(f"'{self.opcode}' writes a {'predicate' if width == 1 else 'register'}")
        if bits < width:
            raise self.error(f"the destination of '{self.opcode}' has {bits} bits where {width} are needed")
        if bits > width:
            value = self.b.extend(self.b.bitcast(value, f"i{width}"), f"i{bits}", ptx.signed)
        self.put(register, self.b.bitcast(value, register.type))

    def parts(self, operand: ast.Operand) -> tuple[ast.Operand, ...]:
        """The members of `{a, b}`, of a vector register, or the operand alone."""
        if isinstance(operand, ast.Vector):
            return operand.parts
        if isinstance(operand, ast.Name):
            found = self.lookup(operand.text)
            if isinstance(found, list):
                return tuple(ast.Name(f"{operand.text}.{letter}") for letter, _ in zip("xyzw", found, strict=False))
        return (operand,)

    def pack(self, operand: ast.Vector, bits: int) -> Value:
        """`{a, b}` as one integer, a in the low bits."""
        width = bits // len(operand.parts)
        kind = TYPES[f"b{width}"]
        whole = None
        for index, part in enumerate(operand.parts):
            wide = self.b.extend(self.b.bitcast(self.read(part, kind), f"i{width}"), f"i{bits}", False)
            if index:
                wide = self.b.shl(wide, self.b.const(f"i{bits}", index * width))
            whole = wide if whole is None else self.b.or_(whole, wide)
        assert whole is not None
        return whole

    def unpack(self, operand: ast.Vector, value: Value) -> None:
        """Writes the slices of an integer to `{a, b}`."""
        bits = llvm_bits(value.type)
        width = bits // len(operand.parts)
        whole = self.b.bitcast(value, f"i{bits}")
        for index, part in enumerate(operand.parts):
            shifted = self.b.lshr(whole, self.b.const(f"i{bits}", index * width)) if index else whole
            if not (isinstance(part, ast.Name) and part.text == "_"):
                self.write(part, self.b.trunc(shifted, f"i{width}"), TYPES[f"b{width}"])


def _double(bits: int) -> float:
    value: float = struct.unpack(">d", struct.pack(">Q", bits))[0]
    return value
