# SPDX-License-Identifier: Apache-2.0
"""`mma.sp`: A has at most two of four numbers in each chunk of a row, stored without the zeros (PTX ISA, "Sparse matrix storage").

A's zeros are put back, which makes of its fragment that of a dense product, and the product is the dense one. A chunk has four units: an
f16 or bf16 or 8-bit element each, two 4-bit elements, half of a tf32. Its four bits of metadata are the places of the two units that are
stored, the first one's in the lower bits (tf32: of the halves of the one element). Word w along k of a row, which lane t = w % 4 of four
holds, is a chunk of bytes, or half a chunk of 16-bit units; either way it comes of the stored word w / 2.

Which lane of four holds which metadata, with f the sparsity selector; rows g and g + 8, h the second of them:

    row bits    lane of four      bits
    16          f                 16 h on
    32, 16-bit  2 f + chunk / 4   16 h on
    32, bytes   2 f + h           all
    64          h + 2 (chunk / 8) all
"""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.rules.matrix import ELEMENTS, Shape, lane_id, multiply, shuffle_all
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32


def _place(b: Builder, unit: Value, nibble: Value, which: int, bits: int) -> Value:
    """A stored unit at its place in a chunk of 4 x `bits`."""
    place = b.and_(b.lshr(nibble, b.const("i32", 2 * which)), b.const("i32", 3))
    wide = f"i{4 * bits}"
    return b.shl(b.extend(unit, wide, False), b.extend(b.mul(place, b.const("i32", bits)), wide, False))


class _Expansion:
    """Puts A's zeros back."""

    def __init__(self, b: Builder, shape: Shape, stored: list[Value], metadata: Value, selector: Value) -> None:
        self.b, self.shape, self.stored, self.metadata, self.selector = b, shape, stored, metadata, selector
        self.bytes = ELEMENTS[shape.a].bits <= 8
        self.chunks = shape.chunks if self.bytes else shape.chunks // 2
        lane = lane_id(b)
        self.quad = b.and_(lane, b.const("i32", -4))
        self.inside = b.and_(lane, b.const("i32", 3))
        self.pair = b.lshr(self.inside, b.const("i32", 1))
        self.odd = b.icmp("ne", b.and_(self.inside, b.const("i32", 1)), b.const("i32", 0))

    def registers(self) -> list[Value]:
        """The registers of the dense A."""
        return [self.word(step, row) for step in range(self.shape.chunks // 4) for row in (0, 1)]

    def word(self, step: int, row: int) -> Value:
        """Word t + 4 step of row g + 8 row."""
        b = self.b
        source = b.add(b.add(self.quad, self.pair), b.const("i32", 2 * (step % 2)))
        stored = shuffle_all(b, self.stored[step // 2 * 2 + row], source)
        nibble = self.nibble(step, row)
        if not self.bytes:
            units = [b.trunc(stored, "i16"), b.trunc(b.lshr(stored, b.const("i32", 16)), "i16")]
            chunk = b.or_(_place(b, units[0], nibble, 0, 16), _place(b, units[1], nibble, 1, 16))
            return b.select(self.odd, b.trunc(b.lshr(chunk, b.const("i64", 32)), "i32"), b.trunc(chunk, "i32"))
        half = b.select(self.odd, b.lshr(stored, b.const("i32", 16)), stored)
        units = [b.trunc(half, "i8"), b.trunc(b.lshr(half, b.const("i32", 8)), "i8")]
        return b.or_(_place(b, units[0], nibble, 0, 8), _place(b, units[1], nibble, 1, 8))

    def nibble(self, step: int, row: int) -> Value:
        """The metadata of that word's chunk, in the lowest four bits."""
        b = self.b
        chunk = b.add(self.inside, b.const("i32", 4 * step))
        if not self.bytes:
            chunk = b.lshr(chunk, b.const("i32", 1))
        first: Value
        if self.chunks == 4:
            lane, first = self.selector, b.const("i32", 16 * row)
        elif self.chunks == 16:
            lane, first = b.const("i32", row + 2 * (step // 2)), b.const("i32", 0)
            chunk = b.and_(chunk, b.const("i32", 7))
        elif self.bytes:
            lane, first = b.add(b.shl(self.selector, b.const("i32", 1)), b.const("i32", row)), b.const("i32", 0)
        else:
            lane = b.add(b.shl(self.selector, b.const("i32", 1)), b.const("i32", step // 2))
            first, chunk = b.const("i32", 16 * row), b.and_(chunk, b.const("i32", 3))
        word = shuffle_all(b, self.metadata, b.add(self.quad, lane))
        return b.lshr(word, b.add(b.shl(chunk, b.const("i32", 2)), first))


def sparse(body: Body, m: Match, *operands: ast.Operand) -> None:
    """D = A·B + C with a sparse A."""
    rows, columns, depth = (int(number) for number in m["shape"][1:].replace("n", " ").replace("k", " ").split())
    shape = Shape(rows, columns, depth, m["d"], m["a"], m["b"], m["c"], "", m.has("satfinite"))
    if len(operands) != 6:
        raise body.error(f"'{m.opcode}' takes six operands")
    groups = [body.parts(operand) for operand in operands[:4]]
    wanted = (shape.accumulator(shape.d)[1], shape.a_registers // 2, shape.b_registers, shape.accumulator(shape.c)[1])
    for name, group, count in zip("DABC", groups, wanted, strict=True):
        if len(group) != count:
            raise body.error(f"'{m.opcode}' takes {count} registers for {name}")
    stored, b = ([body.read(part, B32) for part in group] for group in groups[1:3])
    metadata, selector = (body.read(operand, B32) for operand in operands[4:])
    dense = _Expansion(body.b, shape, stored, metadata, selector).registers()
    multiply(body, shape, groups[0], [*dense, *b], groups[3])


_HEAD = "mma sp=sp|sp::ordered_metadata sync aligned"
for _pattern in (
    "shape=m16n8k16|m16n8k32 row col d=f16|f32 a=f16 b=f16 c=f16|f32",
    "shape=m16n8k16|m16n8k32 row col d=f32 a=bf16 b=bf16 c=f32",
    "shape=m16n8k8|m16n8k16 row col d=f32 a=tf32 b=tf32 c=f32",
    "shape=m16n8k64 row col d=f16|f32 a=e4m3|e5m2 b=e4m3|e5m2 c=f16|f32",
    "shape=m16n8k64 row col kind=kind::f8f6f4 d=f16|f32 a=e4m3|e5m2 b=e4m3|e5m2 c=f16|f32",
    "shape=m16n8k32|m16n8k64 row col satfinite? d=s32 a=u8|s8 b=u8|s8 c=s32",
    "shape=m16n8k64|m16n8k128 row col satfinite? d=s32 a=u4|s4 b=u4|s4 c=s32",
):
    add(f"{_HEAD} {_pattern}", "*", sparse, pure=False, summary="product of a sparse matrix over a warp")
