# SPDX-License-Identifier: Apache-2.0
"""`mma.sync.m8n8k4` of halves: four products at once, one for each pair of quads, with fragments of their own kind.

Lanes 4q..4q+3 and 4q+16..4q+19 work together. With h = lane / 16: a lane holds four halves of A, in row order row
lane % 4 + 4h, in column order column lane % 4 of rows 4h..4h+3; of B, in column order column lane % 4 + 4h, in row order row
lane % 4 of columns 4h..4h+3. Halves of C are row lane % 4 + 4h; singles i of C are row (lane & 1) + (i & 2) + 4h, column
(i & 4) + (lane & 2) + (i & 1).
"""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.rules.matrix import lane_id, shuffle_all
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, TYPES


class _Product:
    """Builds the function of one layout and type."""

    def __init__(self, a_layout: str, b_layout: str, d: str, c: str) -> None:
        self.a_layout, self.b_layout, self.d, self.c = a_layout, b_layout, d, c
        self.name = f"__scale_mma_m8n8k4_{a_layout}_{b_layout}_{d}_f16_f16_{c}"
        self.b = Builder()
        self.cache: dict[tuple[str, str, int], Value] = {}

    def half(self, registers: list[Value], lane: Value, element: Value) -> Value:
        """One of four halves of another lane, as a single."""
        b = self.b
        low, high = (b.extend(shuffle_all(b, register, lane), "i64", False) for register in registers)
        whole = b.or_(low, b.shl(high, b.const("i64", 32)))
        shift = b.shl(b.extend(element, "i64", False), b.const("i64", 4))
        return b.convert("fpext", b.bitcast(b.trunc(b.lshr(whole, shift), "i16"), "half"), "float")

    def fetch(self, which: str, registers: list[Value], line: Value, k: int, direct: bool) -> Value:
        """A[line][k] or B[k][line]; `direct` layouts hold a line in a lane."""
        key = (which, line.text, k)
        if key not in self.cache:
            b = self.b
            upper = b.shl(b.lshr(line, b.const("i32", 2)), b.const("i32", 4))
            inside, step = b.and_(line, b.const("i32", 3)), b.const("i32", k)
            base = b.or_(self.base, upper)
            lane, element = (b.or_(base, inside), step) if direct else (b.or_(base, step), inside)
            self.cache[key] = self.half(registers, lane, element)
        return self.cache[key]

    def build(self) -> str:
        b = self.b
        a = [Value("i32", f"%a{index}") for index in (0, 1)]
        bb = [Value("i32", f"%b{index}") for index in (0, 1)]
        c_type = "float" if self.c == "f32" else "i32"
        c = [Value(c_type, f"%c{index}") for index in range(8 if self.c == "f32" else 4)]
        lane = lane_id(b)
        self.base = b.and_(lane, b.const("i32", 12))
        upper = b.shl(b.lshr(lane, b.const("i32", 4)), b.const("i32", 2))
        if self.d == "f32":
            first = b.or_(b.and_(lane, b.const("i32", 1)), upper)
            rows = [b.add(first, b.const("i32", offset)) for offset in (0, 2)]
            start = b.and_(lane, b.const("i32", 2))
            columns = [b.add(start, b.const("i32", offset)) for offset in (0, 1, 4, 5)]
            places = [(rows[i >> 1 & 1], columns[(i & 1) + (i >> 2) * 2]) for i in range(8)]
        else:
            row = b.or_(b.and_(lane, b.const("i32", 3)), upper)
            places = [(row, b.const("i32", column)) for column in range(8)]
        if self.c == "f32":
            totals = list(c)
        else:
            pairs = [b.bitcast(value, "<2 x half>") for value in c]
            totals = [b.convert("fpext", b.extract(pair, index), "float") for pair in pairs for index in (0, 1)]
        for index, (row, column) in enumerate(places):
            for k in range(4):
                x = self.fetch("a", a, row, k, self.a_layout == "row")
                y = self.fetch("b", bb, column, k, self.b_layout == "col")
                totals[index] = b.intrinsic("fma", x, y, totals[index])
        if self.d == "f16":
            halves = [b.convert("fptrunc", value, "half") for value in totals]
            totals = [b.bitcast(b.vector(halves[index : index + 2]), "i32") for index in range(0, 8, 2)]
        result = "{ " + ", ".join([totals[0].type] * len(totals)) + " }"
        whole = Value(result, "poison")
        for index, value in enumerate(totals):
            whole = b.op(result, f"insertvalue {whole}, {value}, {index}")
        parameters = ", ".join(str(value) for value in (*a, *bb, *c))
        lines = [line.replace("%~", "%t") for line in b.lines]
        head = f"define internal {result} @{self.name}({parameters}) alwaysinline convergent nounwind {{"
        return "\n".join([head, "entry:", *lines, f"  ret {result} {whole.text.replace('%~', '%t')}", "}"])


def mma_quads(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Four 8x8x4 products of halves, one for each pair of quads."""
    product = _Product(m["al"], m["bl"], m["d"], m["c"])
    groups = [body.parts(operand) for operand in operands]
    counts = (8 if m["d"] == "f32" else 4, 2, 2, 8 if m["c"] == "f32" else 4)
    if tuple(len(group) for group in groups) != counts:
        raise body.error(f"'{m.opcode}' takes {', '.join(map(str, counts))} registers")
    if m["d"] != m["c"]:
        raise body.error(f"inline PTX instruction '{m.opcode}' is not supported")
    types = {"f32": TYPES["f32"], "f16": B32}
    values = [body.read(part, B32) for group in groups[1:3] for part in group]
    values += [body.read(part, types[m["c"]]) for part in groups[3]]
    b = body.b
    b.helpers[product.name] = product.build()
    for name, declaration in product.b.declarations.items():
        b.declarations.setdefault(name, declaration)
    llvm = "float" if m["d"] == "f32" else "i32"
    result = "{ " + ", ".join([llvm] * counts[0]) + " }"
    whole = b.op(result, f"call {result} @{product.name}({', '.join(map(str, values))})")
    for index, part in enumerate(groups[0]):
        body.write(part, b.extract(whole, index, llvm), types[m["d"]])


add("mma sync aligned m8n8k4 al=row|col bl=row|col d=f16|f32 a=f16 b=f16 c=f16|f32", "*", mma_quads, pure=False)
