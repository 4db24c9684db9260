# SPDX-License-Identifier: Apache-2.0
"""Data movement between registers: mov, prmt, cvta, isspacep (PTX ISA, "Data Movement and Conversion")."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.table import Match, add, rule
from scale.compiler.ptx.types import PRED, TYPES

SPACES = {"global": 1, "shared": 3, "const": 4}
"""State space → LLVM address space. Local addresses and parameters are generic here."""


@rule("mov t=b16|b32|b64|b128|@int|f16|bf16|f32|f64|f16x2|bf16x2|pred", "*")
def mov(body: Body, m: Match, *operands: ast.Operand) -> None:
    """A register, constant, address, special register; `{a, b}` packs and unpacks."""
    if len(operands) != 2:
        raise body.error("'mov' takes two operands")
    target, source = operands
    ptx = m.type()
    if isinstance(target, ast.Vector) and isinstance(source, ast.Vector):
        for one, other in zip(target.parts, source.parts, strict=True):
            body.write(one, body.read(other, ptx), ptx)
        return
    if isinstance(source, ast.Name) and not isinstance(target, ast.Vector) and ptx is not PRED:
        parts, into = body.parts(source), body.parts(target)
        if len(parts) > 1 and len(parts) == len(into):
            for one, other in zip(into, parts, strict=True):
                body.write(one, body.read(other, ptx), ptx)
            return
    if isinstance(source, (ast.Slot, ast.Name)) and not isinstance(target, ast.Vector):
        value = body.any(source)
        if value.type.startswith("ptr"):
            # a pointer stays one, so that its address space can be inferred; addresses of variables are those of their space
            if value.type != "ptr":
                value = body.b.op(ptx.int_llvm, f"ptrtoint {value} to {ptx.int_llvm}")
            body.write(target, value, ptx)
            return
        if isinstance(source, ast.Name) and body.lookup(source.text) is None and value.bits > 1:
            value = body.b.resize(value, ptx.int_llvm)  # special registers may be read as 32 or 64 bits
        body.write(target, body.coerce(value, ptx), ptx)
        return
    body.write(target, body.read(source, ptx), ptx)


@rule("mov vec=v2|v4 t=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "*")
def mov_vector(body: Body, m: Match, target: ast.Operand, source: ast.Operand) -> None:
    """Vectors, and the special registers that are ones (`%tid`)."""
    ptx = m.type()
    into, parts = body.parts(target), body.parts(source)
    if len(parts) != len(into) and isinstance(source, ast.Name):
        parts = tuple(ast.Name(f"{source.text}.{letter}") for letter in "xyzw"[: len(into)])
    for one, value in zip(into, [body.read(part, ptx) for part in parts], strict=True):
        body.write(one, value, ptx)


# Selector nibbles of prmt's modes by the low two bits of the third operand, most significant byte first.
_MODES = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543),
    "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    "rc8": (0x0000, 0x1111, 0x2222, 0x3333),
    "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    "ecr": (0x0000, 0x1110, 0x2210, 0x3210),
    "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}


def _permute(b: Builder, low: Value, high: Value, selector: Value) -> Value:
    """Byte i of the result is byte `selector[4i+2:4i]` of high:low, or its sign if selector bit 4i+3 is set."""
    pair = b.or_(b.shl(b.extend(high, "i64", False), b.const("i64", 32)), b.extend(low, "i64", False))
    number = selector.constant
    total = None
    for index in range(4):
        if number is not None:
            nibble = number >> 4 * index & 15
            byte = b.trunc(b.lshr(pair, b.const("i64", 8 * (nibble & 7))), "i8")
            if nibble & 8:
                byte = b.ashr(byte, b.const("i8", 7))
        else:
            shifted = b.lshr(selector, b.const("i32", 4 * index)) if index else selector
            place = b.shl(b.and_(shifted, b.const("i32", 7)), b.const("i32", 3))
            byte = b.trunc(b.lshr(pair, b.extend(place, "i64", False)), "i8")
            spread = b.and_(b.lshr(shifted, b.const("i32", 3)), b.const("i32", 1))
            byte = b.ashr(byte, b.trunc(b.mul(spread, b.const("i32", 7)), "i8"))
        wide = b.extend(byte, "i32", False)
        if index:
            wide = b.shl(wide, b.const("i32", 8 * index))
        total = wide if total is None else b.or_(total, wide)
    assert total is not None
    return total


@rule("prmt b32", "b32 <- b32 b32 b32")
def prmt(b: Builder, m: Match, low: Value, high: Value, selector: Value) -> Value:
    """Any four of eight bytes, or their signs."""
    return _permute(b, low, high, selector)


@rule("prmt b32 mode=f4e|b4e|rc8|ecl|ecr|rc16", "b32 <- b32 b32 b32")
def prmt_mode(b: Builder, m: Match, low: Value, high: Value, selector: Value) -> Value:
    """Four of eight bytes by a named pattern."""
    choice = b.and_(selector, b.const("i32", 3))
    patterns = _MODES[m["mode"]]
    nibbles = b.const("i32", patterns[3])
    for index in (2, 1, 0):
        nibbles = b.select(b.icmp("eq", choice, b.const("i32", index)), b.const("i32", patterns[index]), nibbles)
    return _permute(b, low, high, nibbles)


def as_pointer(b: Builder, value: Value, llvm: str) -> Value:
    """A register with an address as a pointer: a pointer is cast, an integer of 32 or 64 bits becomes one."""
    if value.type == llvm:
        return value
    if value.type.startswith("ptr"):
        return b.op(llvm, f"addrspacecast {value} to {llvm}")
    return b.op(llvm, f"inttoptr {b.bitcast(value, f'i{value.bits}')} to {llvm}")


_CVTA = "global|shared|shared::cta|shared::cluster|local|const|param"


@rule(f"cvta space={_CVTA} t=u32|u64", "*")
def cvta(body: Body, m: Match, *operands: ast.Operand) -> None:
    """An address in a space to a generic address."""
    target, source = operands
    space = m["space"].split("::")[0]
    value = body.any(source)
    if space in SPACES:
        pointer = as_pointer(body.b, value, f"ptr addrspace({SPACES[space]})")
        value = body.b.op("ptr", f"addrspacecast {pointer} to ptr")
    body.write(target, as_pointer(body.b, value, "ptr"), TYPES["u64"])


@rule(f"cvta to space={_CVTA} t=u32|u64", "*")
def cvta_to(body: Body, m: Match, *operands: ast.Operand) -> None:
    """A generic address to an address in a space."""
    target, source = operands
    space = m["space"].split("::")[0]
    b = body.b
    value = as_pointer(b, body.any(source), "ptr")
    if space in SPACES:
        llvm = f"ptr addrspace({SPACES[space]})"
        value = b.op("i64", f"ptrtoint {b.op(llvm, f'addrspacecast {value} to {llvm}')} to i64")
    body.write(target, value, TYPES["u64"])


@rule("isspacep space=global|shared|shared::cta|shared::cluster|local|const|param", "*")
def isspacep(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Whether a generic address is in a space."""
    target, source = operands
    space = m["space"].split("::")[0]
    name = {"const": "constant", "param": "constant"}.get(space, space)
    pointer = as_pointer(body.b, body.any(source), "ptr")
    body.write(target, body.b.call("i1", f"__scale_is_{name}", pointer), PRED)


@rule("mapa t=u32|u64", "*")
@rule("mapa space=shared::cluster t=u32|u64", "*")
def mapa(body: Body, m: Match, *operands: ast.Operand) -> None:
    """The address in another block of the cluster: a cluster is one block here."""
    ptx = m.type()
    body.write(operands[0], body.read(operands[1], ptx), ptx)


@rule("getctarank t=u32|u64", "*")
@rule("getctarank space=shared::cluster t=u32|u64", "*")
def getctarank(body: Body, m: Match, *operands: ast.Operand) -> None:
    """The block of an address in the cluster: a cluster is one block here."""
    body.write(operands[0], body.b.const("i32", 0), TYPES["u32"])


def _nothing(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Has no effect that a program can see."""


for _pattern in (
    "prefetch space?=global|local level=L1|L2|L2::evict_last|L2::evict_normal",
    "prefetchu L1",
    "applypriority space?=global level=L2::evict_normal",
    "discard space?=global L2",
    "pmevent mask?",
    "griddepcontrol action=launch_dependents|wait",
    "setmaxnreg action=inc|dec sync aligned u32",
):
    add(_pattern, "*", _nothing, summary="a hint: has no effect here")


@rule(
    "createpolicy kind=fractional|range level1=L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged "
    "level2?=L2::evict_first|L2::evict_unchanged b64",
    "*",
)
@rule(
    "createpolicy kind=range global level1=L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged "
    "level2?=L2::evict_first|L2::evict_unchanged b64",
    "*",
)
@rule("createpolicy cvt L2 b64", "*")
def createpolicy(body: Body, m: Match, *operands: ast.Operand) -> None:
    """A cache policy: an opaque word that nothing looks at here."""
    body.write(operands[0], body.b.const("i64", 0), TYPES["b64"])
