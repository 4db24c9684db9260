# SPDX-License-Identifier: Apache-2.0
"""`wmma` (PTX ISA, "Warp Level Matrix Instructions using wmma"), on the fragments and functions of `mma`.

The contents of wmma fragments are not defined, so ours are those of mma: a product is cut into products of 16x8 (8x8 where mma
has that), with zeros where the rows of m8n32 end. Registers that PTX asks for beyond that hold zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.rules.matrix import ELEMENTS, Shape, lane_id, mma_function
from scale.compiler.ptx.rules.memory import address
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, TYPES, PtxType


@dataclass(frozen=True)
class Tiling:
    """How a wmma shape is made of mma shapes."""

    m: int
    n: int
    k: int
    element: str

    @property
    def tile_rows(self) -> int:
        """Rows of one mma."""
        return 8 if self.element in ("f64", "s4", "u4", "b1") else 16

    @property
    def row_tiles(self) -> int:
        return max(self.m // self.tile_rows, 1)

    @property
    def column_tiles(self) -> int:
        return self.n // 8

    @property
    def used_rows(self) -> int:
        """Rows of a tile that the shape has, in eights."""
        return min(self.m, self.tile_rows) // 8

    @property
    def per_register(self) -> int:
        return 1 if self.element == "f64" else 32 // ELEMENTS[self.element].bits

    @property
    def steps(self) -> int:
        """Registers along k in a tile of B."""
        return self.k // self.per_register // 4

    def registers(self, matrix: str, kind: str) -> int:
        """Registers of a fragment in PTX."""
        if matrix in "ab":
            if self.element == "f16":
                return 8
            return self.used_rows * self.row_tiles * self.steps if matrix == "a" else self.column_tiles * self.steps
        elements = self.m * self.n // 32
        return elements // 2 if kind == "f16" else elements

    def a_places(self) -> Iterator[tuple[int, int]]:
        """(first row, first chunk of k) of each register of A, added to the lane's own."""
        for tile in range(self.row_tiles):
            for step in range(self.steps):
                for half in range(self.used_rows):
                    yield tile * 16 + half * 8, step * 4

    def b_places(self) -> Iterator[tuple[int, int]]:
        """(first column, first chunk of k) of each register of B."""
        for tile in range(self.column_tiles):
            for step in range(self.steps):
                yield tile * 8, step * 4

    def c_places(self) -> Iterator[tuple[int, int]]:
        """(first row, first column) of each pair of elements of C, added to the lane's own."""
        for tile in range(self.row_tiles):
            for column in range(self.column_tiles):
                for half in range(self.used_rows):
                    yield tile * 16 + half * 8, column * 8


def _tiling(m: Match, element: str) -> Tiling:
    rows, columns, depth = (int(number) for number in m["shape"][1:].replace("n", " ").replace("k", " ").split())
    return Tiling(rows, columns, depth, element)


_STORAGE = {"f16": "i16", "bf16": "i16", "tf32": "i32", "f32": "i32", "f64": "i64", "s8": "i8", "u8": "i8", "s32": "i32"}
"""Integer of an element in memory; narrower ones lie in words."""


class _Memory:
    """A matrix in memory: base, leading dimension, layout."""

    def __init__(self, body: Body, m: Match, operand: ast.Operand, stride: ast.Operand | None, kind: str, standard: int) -> None:
        self.b = body.b
        self.pointer = address(body, operand, m.get("space"))
        self.row_major = m["layout"] == "row"
        self.kind = kind
        self.stride = self.b.const("i32", standard) if stride is None else body.read(stride, B32)

    def place(self, row: Value, column: Value) -> Value:
        """Pointer to an element."""
        b = self.b
        line, inside = (row, column) if self.row_major else (column, row)
        index = b.extend(b.add(b.mul(line, self.stride), inside), "i64", True)
        if self.kind in ("s4", "u4", "b1"):  # words of a line, whose length is in elements
            bits = b.mul(index, b.const("i64", ELEMENTS[self.kind].bits))
            return b.op(self.pointer.type, f"getelementptr i8, {self.pointer}, i64 {b.lshr(bits, b.const('i64', 3)).text}")
        return b.op(self.pointer.type, f"getelementptr {_STORAGE[self.kind]}, {self.pointer}, {index}")

    def load(self, row: Value, column: Value) -> Value:
        llvm = _STORAGE.get(self.kind, "i32")
        return self.b.load(llvm, self.place(row, column), int(llvm[1:]) // 8)


def _lane(body: Body) -> tuple[Value, Value]:
    """(lane / 4, lane % 4)."""
    b = body.b
    lane = lane_id(b)
    return b.lshr(lane, b.const("i32", 2)), b.and_(lane, b.const("i32", 3))


def _offset(body: Body, value: Value, number: int) -> Value:
    return body.b.add(value, body.b.const("i32", number)) if number else value


def _register_type(kind: str) -> PtxType:
    return {"f32": TYPES["f32"], "f64": TYPES["f64"]}.get(kind, B32)


def load_operand(body: Body, m: Match, target: ast.Operand, source: ast.Operand, *rest: ast.Operand) -> None:
    """A fragment of A or B from memory."""
    kind, b = m["t"], body.b
    tiling = _tiling(m, kind)
    is_a = m["matrix"] == "a"
    lines, depth = (tiling.m if is_a else tiling.n), tiling.k
    standard = depth if (m["layout"] == "row") == is_a else lines
    memory = _Memory(body, m, source, rest[0] if rest else None, kind, standard)
    group, inside = _lane(body)
    registers: list[Value] = []
    for line, chunk in tiling.a_places() if is_a else tiling.b_places():
        first = b.mul(_offset(body, inside, chunk), b.const("i32", tiling.per_register))
        number = _offset(body, group, line)

        def element(k: Value, number: Value = number) -> Value:
            return memory.load(number, k) if is_a else memory.load(k, number)

        if kind in ("f64", "tf32", "s4", "u4", "b1"):
            registers.append(b.bitcast(element(first), "double" if kind == "f64" else "i32"))
            continue
        parts = [element(_offset(body, first, index)) for index in range(tiling.per_register)]
        registers.append(b.bitcast(b.vector(parts), "i32"))
    _write_all(body, m, target, registers, tiling.registers(m["matrix"], kind), kind)


def _write_all(body: Body, m: Match, target: ast.Operand, values: list[Value], count: int, kind: str) -> None:
    parts = body.parts(target)
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' takes {count} registers")
    values = values + [body.b.const("i32", 0)] * (count - len(values))
    for part, value in zip(parts, values, strict=True):
        body.write(part, body.b.bitcast(value, _register_type(kind).llvm), _register_type(kind))


def load_accumulator(body: Body, m: Match, target: ast.Operand, source: ast.Operand, *rest: ast.Operand) -> None:
    """A fragment of C from memory."""
    kind, b = m["t"], body.b
    tiling = _tiling(m, _operand_of(m))
    memory = _Memory(body, m, source, rest[0] if rest else None, kind, tiling.n if m["layout"] == "row" else tiling.m)
    group, inside = _lane(body)
    column = b.shl(inside, b.const("i32", 1))
    values: list[Value] = []
    for row, first in tiling.c_places():
        pair = [memory.load(_offset(body, group, row), _offset(body, column, first + index)) for index in (0, 1)]
        values += [b.bitcast(b.vector(pair), "i32")] if kind == "f16" else pair
    _write_all(body, m, target, values, tiling.registers("c", kind), kind)


def _operand_of(m: Match) -> str:
    """A type of A that gives the tiling of an accumulator's shape."""
    return {"m8n8k4": "f64", "m8n8k32": "s4", "m8n8k128": "b1", "m16n16k8": "tf32"}.get(m["shape"], "bf16")


def store_accumulator(body: Body, m: Match, target: ast.Operand, source: ast.Operand, *rest: ast.Operand) -> None:
    """A fragment of D to memory."""
    kind, b = m["t"], body.b
    tiling = _tiling(m, _operand_of(m))
    memory = _Memory(body, m, target, rest[0] if rest else None, kind, tiling.n if m["layout"] == "row" else tiling.m)
    parts = body.parts(source)
    if len(parts) != tiling.registers("c", kind):
        raise body.error(f"'{m.opcode}' takes {tiling.registers('c', kind)} registers")
    llvm = _STORAGE[kind]
    values: list[Value] = []
    for part in parts:
        value = body.read(part, _register_type(kind))
        if kind == "f16":
            pair = b.bitcast(value, "<2 x i16>")
            values += [b.extract(pair, 0), b.extract(pair, 1)]
        else:
            values.append(b.bitcast(value, llvm))
    group, inside = _lane(body)
    column = b.shl(inside, b.const("i32", 1))
    for index, (row, first) in enumerate(tiling.c_places()):
        for half in (0, 1):
            place = memory.place(_offset(body, group, row), _offset(body, column, first + half))
            b.store(values[2 * index + half], place, int(llvm[1:]) // 8)


def product(body: Body, m: Match, *operands: ast.Operand) -> None:
    """D = A·B + C, as several mma."""
    b = body.b
    element = m.get("a", "f16")
    d, c = m["d"], m["c"]
    tiling = _tiling(m, element)
    shape = Shape(
        tiling.tile_rows, 8, tiling.k, d, element, m.get("b", "f16"), c, m.get("op"), m.has("satfinite") and element not in ("f16",)
    )
    groups = [body.parts(operand) for operand in operands]
    counts = [tiling.registers("c", d), tiling.registers("a", element), tiling.registers("b", element), tiling.registers("c", c)]
    if [len(group) for group in groups] != counts:
        raise body.error(f"'{m.opcode}' takes {', '.join(map(str, counts))} registers")
    kind_ab = TYPES["f64"] if element == "f64" else B32
    left, right = ([body.read(part, kind_ab) for part in group] for group in groups[1:3])
    start = [body.read(part, _register_type(c)) for part in groups[3]]
    text, declarations = mma_function(shape)
    b.helpers[shape.name] = text
    for name, line in declarations.items():
        b.declarations.setdefault(name, line)
    c_type, c_count = shape.accumulator(c)
    d_type, d_count = shape.accumulator(d)
    result = "{ " + ", ".join([d_type] * d_count) + " }"
    # registers of C for one tile: those that the shape has, then zeros
    per_tile = c_count * tiling.used_rows // (tiling.tile_rows // 8)
    kept = d_count * tiling.used_rows // (tiling.tile_rows // 8)
    outputs: list[Value] = []
    zero = b.const("i32", 0)
    for tile in range(tiling.row_tiles):
        a: list[Value] = []
        for step in range(tiling.steps):
            at = (tile * tiling.steps + step) * tiling.used_rows
            a += left[at : at + tiling.used_rows] + [zero] * (tiling.tile_rows // 8 - tiling.used_rows)
        for column in range(tiling.column_tiles):
            at = (tile * tiling.column_tiles + column) * per_tile
            totals = start[at : at + per_tile] + [b.const(c_type, 0)] * (c_count - per_tile)
            arguments = [*a, *right[column * tiling.steps : (column + 1) * tiling.steps], *totals]
            whole = b.op(result, f"call {result} @{shape.name}({', '.join(map(str, arguments))})")
            outputs += [b.extract(whole, index, d_type) for index in range(kept)]
    for part, value in zip(groups[0], outputs, strict=True):
        body.write(part, value, _register_type(d))


_FULL = "m16n16k16|m8n32k16|m32n8k16"
_SPACE = "space?=global|shared|shared::cta"
_HEAD = "sync aligned"
for _matrix in ("a", "b"):
    for _shape, _types in ((_FULL, "f16|bf16|s8|u8"), ("m16n16k8", "tf32"), ("m8n8k4", "f64"), ("m8n8k32", "s4|u4"), ("m8n8k128", "b1")):
        add(f"wmma load matrix={_matrix} {_HEAD} layout=row|col shape={_shape} {_SPACE} t={_types}", "*", load_operand, pure=False)
for _shape, _types in ((_FULL, "f16|f32|s32"), ("m16n16k8", "f32"), ("m8n8k4", "f64"), ("m8n8k32|m8n8k128", "s32")):
    add(f"wmma load c {_HEAD} layout=row|col shape={_shape} {_SPACE} t={_types}", "*", load_accumulator, pure=False)
    add(f"wmma store d {_HEAD} layout=row|col shape={_shape} {_SPACE} t={_types}", "*", store_accumulator, pure=False)
_LAYOUTS = "al=row|col bl=row|col"
add(f"wmma mma {_HEAD} {_LAYOUTS} shape={_FULL} d=f16|f32 c=f16|f32 satfinite?", "*", product, pure=False)
_PRODUCTS = [(_FULL, "f32", "bf16"), ("m16n16k8", "f32", "tf32"), (_FULL, "s32", "s8"), (_FULL, "s32", "u8")]
_PRODUCTS += [("m8n8k32", "s32", "s4"), ("m8n8k32", "s32", "u4")]
for _shape, _d, _ab in _PRODUCTS:
    add(f"wmma mma {_HEAD} {_LAYOUTS} shape={_shape} d={_d} a={_ab} b={_ab} c={_d} satfinite?", "*", product, pure=False)
add(f"wmma mma {_HEAD} {_LAYOUTS} shape=m8n8k4 rnd?=rn d=f64 a=f64 b=f64 c=f64", "*", product, pure=False)
add(f"wmma mma op=xor|and popc {_HEAD} {_LAYOUTS} shape=m8n8k128 d=s32 a=b1 b=b1 c=s32", "*", product, pure=False)
