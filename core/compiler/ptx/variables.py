# SPDX-License-Identifier: Apache-2.0
"""Variables of PTX modules: `.global`, `.const` and `.shared`, with their initialisers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Unsupported
from scale.compiler.ptx.parser import NotConstant, evaluate
from scale.compiler.ptx.types import TYPES, PtxType

SPACES = {"global": 1, "shared": 3, "const": 4}
OPAQUE = {"texref", "surfref"}
"""Variables that hold an object, which the host puts there (`cuTexRefSetArray` and its kin)."""


@dataclass(frozen=True)
class Variable:
    name: str
    space: str
    """A key of `SPACES`, or `handle` for a texture or surface reference."""
    line: str
    """The definition in LLVM IR."""

    @property
    def pointer_type(self) -> str:
        return f"ptr addrspace({SPACES.get(self.space, SPACES['global'])})"


def quoted(name: str) -> str:
    """A name as LLVM writes it behind `@`."""
    return name if re.fullmatch(r"[A-Za-z_.][\w.$]*", name) else f'"{name}"'


def size_of(ptx: PtxType, variable: ast.Variable) -> int:
    """Size in bytes."""
    count = 1
    for extent in variable.dimensions:
        count *= extent
    return count * ptx.bits // 8


def define(declaration: ast.Declaration, functions: Container[str] = ()) -> Iterator[Variable]:
    """The definitions of a declaration at the top of a module.

    Args:
        functions: names whose address is a function's.

    Raises:
        Unsupported: textures, samplers, initialisers of other kinds.
    """
    words = declaration.words
    if OPAQUE.intersection(words) and all(variable.initializer is None for variable in declaration.variables):
        for variable in declaration.variables:
            yield Variable(variable.name, "handle", f"@{quoted(variable.name)} = addrspace(1) externally_initialized global i64 0, align 8")
        return
    space = next((word for word in words if word in SPACES), None)
    types = [TYPES[word] for word in words if word in TYPES]
    if space is None or not types:
        raise Unsupported(f"the declaration '.{' .'.join(words)}' is not supported", declaration.line)
    ptx = types[0]
    lanes = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 1)
    for variable in declaration.variables:
        size = size_of(ptx, variable) * lanes
        align = declaration.align or ptx.bits // 8 * lanes
        llvm, value = f"[{size} x i8]", "zeroinitializer"
        if variable.initializer is not None:
            llvm, value = _initial(ptx, size, variable.initializer, declaration.line, functions)
        head = f"@{quoted(variable.name)} ="
        place = f"addrspace({SPACES[space]})"
        if "extern" in words:
            line = f"{head} external {place} global {llvm}, align {align}"
        elif space == "shared":
            line = f"{head} internal {place} global {llvm} undef, align {align}"
        elif "visible" in words or "weak" in words or "common" in words:
            kind = "constant" if space == "const" else "global"
            line = f"{head} {place} externally_initialized {kind} {llvm} {value}, align {align}"
        else:
            line = f"{head} internal {place} global {llvm} {value}, align {align}"
        yield Variable(variable.name, space, line)


def _initial(ptx: PtxType, size: int, initializer: ast.Operand, line: int, functions: Container[str]) -> tuple[str, str]:
    """(LLVM type, constant) of an initialiser; missing elements are zero."""
    elements = [_constant(ptx, operand, line, functions) for operand in _flat(initializer)]
    missing = size * 8 // ptx.bits - len(elements)
    elements += [f"{ptx.int_llvm} 0"] * missing
    return f"[{len(elements)} x {ptx.int_llvm}]", "[" + ", ".join(elements) + "]"


def _flat(operand: ast.Operand) -> Iterator[ast.Operand]:
    if isinstance(operand, ast.Vector):
        for part in operand.parts:
            yield from _flat(part)
    else:
        yield operand


def _constant(ptx: PtxType, operand: ast.Operand, line: int, functions: Container[str]) -> str:
    inner: ast.Operand = operand.operand if isinstance(operand, ast.Unary) and operand.op == "-" else operand
    if isinstance(inner, ast.Number) and inner.float_bits:
        if inner.float_bits != ptx.bits:
            raise Unsupported("an initialiser of another width is not supported", line)
        bits = inner.value ^ ((inner is not operand) << ptx.bits - 1)
        return f"{ptx.int_llvm} {bits}"
    try:
        return f"{ptx.int_llvm} {evaluate(operand) & (1 << ptx.bits) - 1}"
    except NotConstant:
        pass
    offset = 0
    if isinstance(operand, ast.Binary) and operand.op == "+":
        offset = evaluate(operand.right)
        operand = operand.left
    generic = isinstance(operand, ast.Generic)
    if isinstance(operand, ast.Generic):
        operand = operand.operand
    if not isinstance(operand, ast.Name) or ptx.bits != 64:
        raise Unsupported("this initialiser is not supported", line)
    # variables of the global space are meant: their generic address is the same number
    pointer = f"ptr addrspace(1) @{quoted(operand.text)}"
    if operand.text in functions:
        pointer = f"ptr @{quoted(operand.text)}"
    elif generic:
        pointer = f"ptr addrspacecast ({pointer} to ptr)"
    address = f"ptrtoint ({pointer} to i64)"
    return f"i64 add (i64 {address}, i64 {offset})" if offset else f"i64 {address}"
