# SPDX-License-Identifier: Apache-2.0
"""Warp-level matrix instructions (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions").

`mma` calls a function of the module, `__scale_mma_<shape>_<types>`, that does the product by shuffles. A target with matrix
units puts another body in its place (docs/device-ir.md).

All `mma` fragments but that of m8n8k4 halves follow one rule. With g = lane / 4 and t = lane % 4, and e elements a register:
register r of A holds row g + 8·(r mod 2) (m = 16; else row g), columns (t + 4·(r div 2))·e and on; register r of B holds
column g, rows (t + 4·r)·e and on; C and D hold rows g and g + 8, columns 2t and 2t + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.rules.memory import address
from scale.compiler.ptx.rules.minifloat import from_minifloat
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, TYPES


@dataclass(frozen=True)
class Element:
    """An element type of A or B."""

    bits: int
    kind: str
    """`float`, `signed`, `unsigned`, `bits`."""


ELEMENTS = {
    "f16": Element(16, "float"),
    "bf16": Element(16, "float"),
    "tf32": Element(32, "float"),
    "f64": Element(64, "float"),
    "e4m3": Element(8, "float"),
    "e5m2": Element(8, "float"),
    "s8": Element(8, "signed"),
    "u8": Element(8, "unsigned"),
    "s4": Element(4, "signed"),
    "u4": Element(4, "unsigned"),
    "b1": Element(1, "bits"),
}


@dataclass(frozen=True)
class Shape:
    m: int
    n: int
    k: int
    d: str
    a: str
    b: str
    c: str
    operation: str = ""
    """`xor` or `and` for single bits."""
    satfinite: bool = False

    @property
    def name(self) -> str:
        """The name of the function."""
        tail = "".join(f"_{word}" for word in (self.operation, "satfinite" if self.satfinite else "") if word)
        return f"__scale_mma_m{self.m}n{self.n}k{self.k}_{self.d}_{self.a}_{self.b}_{self.c}{tail}"

    @property
    def register(self) -> str:
        """LLVM type of a register of A and B."""
        return "double" if self.a == "f64" else "i32"

    @property
    def per_register(self) -> int:
        return 1 if self.a == "f64" else 32 // ELEMENTS[self.a].bits

    @property
    def chunks(self) -> int:
        """Registers along k."""
        return self.k // self.per_register

    @property
    def a_registers(self) -> int:
        return self.m // 8 * self.chunks // 4

    @property
    def b_registers(self) -> int:
        return self.chunks // 4

    def accumulator(self, which: str) -> tuple[str, int]:
        """(LLVM type, count) of the registers of C or D."""
        elements = self.m // 8 * 2
        return {
            "f32": ("float", elements),
            "f64": ("double", elements),
            "s32": ("i32", elements),
            "f16": ("i32", elements // 2),
        }[which]


def shuffle_all(b: Builder, value: Value, lane: Value) -> Value:
    """A register of another lane of the whole warp."""
    if value.type == "double":
        pair = b.bitcast(value, "<2 x i32>")
        return b.bitcast(b.vector([shuffle_all(b, b.extract(pair, index), lane) for index in (0, 1)]), "double")
    every, clamp = b.const("i32", -1), b.const("i32", 31)
    return b.call("i32", "llvm.nvvm.shfl.sync.idx.i32", every, value, lane, clamp)


def lane_id(b: Builder) -> Value:
    return b.call("i32", "llvm.nvvm.read.ptx.sreg.laneid")


def _floats(b: Builder, register: Value, name: str) -> list[Value]:
    """The elements of a register as singles (doubles for f64), exactly."""
    if name == "f64":
        return [register]
    if name == "tf32":  # the lower 13 bits do not count
        return [b.bitcast(b.and_(register, b.const("i32", 0xFFFFE000)), "float")]
    if name == "bf16":
        low = b.shl(register, b.const("i32", 16))
        high = b.and_(register, b.const("i32", 0xFFFF0000))
        return [b.bitcast(low, "float"), b.bitcast(high, "float")]
    if name == "f16":
        pair = b.bitcast(register, "<2 x half>")
        return [b.convert("fpext", b.extract(pair, index), "float") for index in (0, 1)]
    bytes_ = b.bitcast(register, "<4 x i8>")
    return [b.convert("fpext", from_minifloat(b, b.extract(bytes_, index), name), "float") for index in range(4)]


def _integers(b: Builder, register: Value, element: Element) -> Value:
    """The elements of a register as a vector of i32."""
    count = 32 // element.bits
    narrow = b.bitcast(register, f"<{count} x i{element.bits}>")
    return b.convert("sext" if element.kind == "signed" else "zext", narrow, f"<{count} x i32>")


def _multiply(b: Builder, shape: Shape, total: Value, x: Value, y: Value) -> Value:
    """The total plus the products of one register of A with one of B."""
    kind = ELEMENTS[shape.a].kind
    if kind == "bits":
        both = b.xor(x, y) if shape.operation == "xor" else b.and_(x, y)
        return b.add(total, b.intrinsic("ctpop", both))
    if kind == "float":
        for one, other in zip(_floats(b, x, shape.a), _floats(b, y, shape.b), strict=True):
            total = b.intrinsic("fma", one, other, total)
        return total
    product = b.mul(_integers(b, x, ELEMENTS[shape.a]), _integers(b, y, ELEMENTS[shape.b]))
    total_product = b.call("i32", f"llvm.vector.reduce.add.v{product.type[1:].split()[0]}i32", product)
    return b.add(total, total_product)


def mma_function(shape: Shape) -> tuple[str, dict[str, str]]:
    """(definition, declarations) of the product by shuffles."""
    b = Builder()
    a = [Value(shape.register, f"%a{index}") for index in range(shape.a_registers)]
    bb = [Value(shape.register, f"%b{index}") for index in range(shape.b_registers)]
    c_type, c_count = shape.accumulator(shape.c)
    c = [Value(c_type, f"%c{index}") for index in range(c_count)]
    lane = lane_id(b)
    quad = b.and_(lane, b.const("i32", -4))
    columns = b.shl(b.and_(lane, b.const("i32", 3)), b.const("i32", 3))  # lane of column 2t, times four
    rows = shape.m // 8
    if shape.c == "f16":
        halves = [b.bitcast(value, "<2 x half>") for value in c]
        totals = [b.convert("fpext", b.extract(pair, index), "float") for pair in halves for index in (0, 1)]
    else:
        totals = list(c)
    integer = shape.d == "s32"
    start = totals
    if integer:
        totals = [b.const("i32", 0)] * len(totals)
    for chunk in range(shape.chunks):
        step = b.const("i32", chunk % 4)
        row_lane = b.add(quad, step)
        first = b.add(columns, step)
        second = b.add(first, b.const("i32", 4))
        left = [shuffle_all(b, a[chunk // 4 * rows + row], row_lane) for row in range(rows)]
        right = [shuffle_all(b, bb[chunk // 4], column) for column in (first, second)]
        for row in range(rows):
            for column in (0, 1):
                index = row * 2 + column
                totals[index] = _multiply(b, shape, totals[index], left[row], right[column])
    if integer:
        name = "sadd.sat" if shape.satfinite else ""
        totals = [b.intrinsic(name, x, y) if name else b.add(x, y) for x, y in zip(start, totals, strict=True)]
    d_type, d_count = shape.accumulator(shape.d)
    if shape.d == "f16":
        narrow = [b.convert("fptrunc", value, "half") for value in totals]
        totals = [b.bitcast(b.vector(narrow[index : index + 2]), "i32") for index in range(0, len(narrow), 2)]
    result = "{ " + ", ".join([d_type] * d_count) + " }"
    whole = Value(result, "poison")
    for index, value in enumerate(totals):
        whole = b.op(result, f"insertvalue {whole}, {value}, {index}")
    parameters = ", ".join(str(value) for value in (*a, *bb, *c))
    lines = [line.replace("%~", "%t") for line in b.lines]
    head = f"define internal {result} @{shape.name}({parameters}) alwaysinline convergent nounwind {{"
    text = "\n".join([head, "entry:", *lines, f"  ret {result} {whole.text.replace('%~', '%t')}", "}"])
    return text, b.declarations


def mma(body: Body, m: Match, *operands: ast.Operand) -> None:
    """D = A·B + C over a warp."""
    rows, columns, depth = (int(number) for number in m["shape"][1:].replace("n", " ").replace("k", " ").split())
    shape = Shape(rows, columns, depth, m["d"], m["a"], m["b"], m["c"], m.get("op"), m.has("satfinite"))
    if len(operands) != 4:
        raise body.error(f"'{m.opcode}' takes four operands")
    groups = [body.parts(operand) for operand in operands]
    wanted = (shape.accumulator(shape.d)[1], shape.a_registers, shape.b_registers, shape.accumulator(shape.c)[1])
    for name, group, count in zip("DABC", groups, wanted, strict=True):
        if len(group) != count:
            raise body.error(f"'{m.opcode}' takes {count} registers for {name}")
    register = TYPES["f64"] if shape.a == "f64" else B32
    values = [body.read(part, register) for group in groups[1:3] for part in group]
    multiply(body, shape, groups[0], values, groups[3])


def multiply(body: Body, shape: Shape, targets: Sequence[ast.Operand], values: list[Value], start: Sequence[ast.Operand]) -> None:
    """Call the function of a product on the registers of A and B and on C's operands; write D's."""
    d_type, d_count = shape.accumulator(shape.d)
    c_type, _ = shape.accumulator(shape.c)
    accumulator = {"float": TYPES["f32"], "double": TYPES["f64"], "i32": B32}
    values = values + [body.read(part, accumulator[c_type]) for part in start]
    b = body.b
    if shape.name not in b.helpers:
        text, declarations = mma_function(shape)
        b.helpers[shape.name] = text
        b.declarations.update(declarations)
    result = "{ " + ", ".join([d_type] * d_count) + " }"
    whole = b.op(result, f"call {result} @{shape.name}({', '.join(map(str, values))})")
    for index, part in enumerate(targets):
        body.write(part, b.extract(whole, index, d_type), accumulator[d_type])


def _patterns() -> list[str]:
    head = "mma sync aligned"
    layout = "row col"
    return [
        f"{head} shape=m16n8k8|m16n8k16 {layout} d=f16|f32 a=f16 b=f16 c=f16|f32",
        f"{head} shape=m16n8k8|m16n8k16 {layout} d=f32 a=bf16 b=bf16 c=f32",
        f"{head} shape=m16n8k4|m16n8k8 {layout} d=f32 a=tf32 b=tf32 c=f32",
        f"{head} shape=m16n8k16|m16n8k32 {layout} d=f16|f32 a=e4m3|e5m2 b=e4m3|e5m2 c=f16|f32",
        f"{head} shape=m16n8k16|m16n8k32 {layout} kind=kind::f8f6f4 d=f16|f32 a=e4m3|e5m2 b=e4m3|e5m2 c=f16|f32",
        f"{head} shape=m8n8k4|m16n8k4|m16n8k8|m16n8k16 {layout} rnd?=rn d=f64 a=f64 b=f64 c=f64",
        f"{head} shape=m8n8k16|m16n8k16|m16n8k32 {layout} satfinite? d=s32 a=u8|s8 b=u8|s8 c=s32",
        f"{head} shape=m8n8k32|m16n8k32|m16n8k64 {layout} satfinite? d=s32 a=u4|s4 b=u4|s4 c=s32",
        f"{head} shape=m8n8k128|m16n8k128|m16n8k256 {layout} d=s32 a=b1 b=b1 c=s32 op=xor|and popc",
    ]


for _pattern in _patterns():
    add(_pattern, "*", mma, pure=False, summary="matrix product over a warp")


# --- moving 8x8 matrices ----------------------------------------------------------------------------
def ldmatrix(body: Body, m: Match, target: ast.Operand, source: ast.Operand) -> None:
    """1, 2 or 4 matrices of 8x8 halves from shared memory; lane 8·i + r has the address of row r of matrix i."""
    b = body.b
    parts = body.parts(target)
    count = int(m["num"][1:])
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' writes {count} registers")
    pointer = address(body, source, "shared")
    row_address = b.op("i32", f"ptrtoint {pointer} to i32")
    lane = lane_id(b)
    group, inside = b.lshr(lane, b.const("i32", 2)), b.and_(lane, b.const("i32", 3))
    results = []
    for index in range(count):
        base = b.const("i32", 8 * index)
        if not m.has("trans"):
            row = shuffle_all(b, row_address, b.add(group, base))
            place = b.add(row, b.shl(inside, b.const("i32", 2)))
            results.append(b.load("i32", b.op("ptr addrspace(3)", f"inttoptr {place} to ptr addrspace(3)"), 4))
            continue
        halves = []
        for half in (0, 1):
            line = b.add(b.shl(inside, b.const("i32", 1)), b.const("i32", 8 * index + half))
            row = shuffle_all(b, row_address, line)
            place = b.add(row, b.shl(group, b.const("i32", 1)))
            halves.append(b.load("i16", b.op("ptr addrspace(3)", f"inttoptr {place} to ptr addrspace(3)"), 2))
        results.append(b.bitcast(b.vector(halves), "i32"))
    for part, value in zip(parts, results, strict=True):
        body.write(part, value, B32)


def stmatrix(body: Body, m: Match, target: ast.Operand, source: ast.Operand) -> None:
    """1, 2 or 4 matrices of 8x8 halves to shared memory."""
    b = body.b
    parts = body.parts(source)
    count = int(m["num"][1:])
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' reads {count} registers")
    row_address = b.op("i32", f"ptrtoint {address(body, target, 'shared')} to i32")
    lane = lane_id(b)
    group, inside = b.lshr(lane, b.const("i32", 2)), b.and_(lane, b.const("i32", 3))
    for index, part in enumerate(parts):
        value = body.read(part, B32)
        if not m.has("trans"):
            row = shuffle_all(b, row_address, b.add(group, b.const("i32", 8 * index)))
            place = b.add(row, b.shl(inside, b.const("i32", 2)))
            b.store(value, b.op("ptr addrspace(3)", f"inttoptr {place} to ptr addrspace(3)"), 4)
            continue
        pair = b.bitcast(value, "<2 x i16>")
        for half in (0, 1):
            line = b.add(b.shl(inside, b.const("i32", 1)), b.const("i32", 8 * index + half))
            row = shuffle_all(b, row_address, line)
            place = b.add(row, b.shl(group, b.const("i32", 1)))
            b.store(b.extract(pair, half), b.op("ptr addrspace(3)", f"inttoptr {place} to ptr addrspace(3)"), 2)


def movmatrix(body: Body, m: Match, target: ast.Operand, source: ast.Operand) -> None:
    """An 8x8 matrix of halves, transposed in registers."""
    b = body.b
    value = body.read(source, B32)
    lane = lane_id(b)
    column = b.lshr(lane, b.const("i32", 2))
    inside = b.and_(lane, b.const("i32", 3))
    odd = b.icmp("ne", b.and_(column, b.const("i32", 1)), b.const("i32", 0))
    halves = []
    for half in (0, 1):
        row = b.add(b.shl(inside, b.const("i32", 1)), b.const("i32", half))
        holder = b.add(b.shl(row, b.const("i32", 2)), b.lshr(column, b.const("i32", 1)))
        word = shuffle_all(b, value, holder)
        halves.append(b.select(odd, b.lshr(word, b.const("i32", 16)), b.and_(word, b.const("i32", 0xFFFF))))
    body.write(target, b.or_(halves[0], b.shl(halves[1], b.const("i32", 16))), B32)


_SHARED = "space?=shared|shared::cta"
for _pattern in (
    f"ldmatrix sync aligned m8n8 num=x1|x2|x4 trans? {_SHARED} b16",
    f"ldmatrix sync aligned num=x1|x2|x4 trans? m8n8 {_SHARED} b16",
):
    add(_pattern, "*", ldmatrix, pure=False, summary="8x8 matrices from shared memory")
for _pattern in (
    f"stmatrix sync aligned m8n8 num=x1|x2|x4 trans? {_SHARED} b16",
    f"stmatrix sync aligned num=x1|x2|x4 trans? m8n8 {_SHARED} b16",
):
    add(_pattern, "*", stmatrix, pure=False, summary="8x8 matrices to shared memory")
add("movmatrix sync aligned m8n8 trans b16", "*", movmatrix, pure=False, summary="transposes an 8x8 matrix")
