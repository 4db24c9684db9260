# SPDX-License-Identifier: Apache-2.0
"""Bodies of PTX's product functions on matrix units.

A product is `scale.matrix.in` on C, `scale.matrix.do` (the moves of A and B, and the instructions), `scale.matrix.out` on D. They stay
calls until the code is optimised, so that what one product gives out and the next takes in needs no moves (`passes/accumulators.py`).

Matrix instructions take no notice of EXEC: they read and write all lanes. Where all lanes of a wavefront are known to be active
(`whole`), and on wave32, where a product is by its definition for all lanes of the warp, nothing needs be done. Else (`any`) operands of
the lanes that are not there are zero, and moves and instructions are in LLVM's whole-wave mode, with registers of their own.
"""

from __future__ import annotations

from scale.compiler.ir.text import parse_parameters

from ..context import Context
from .layout import PAIRS, Moves, accumulator_function, inner_type, outer_type
from .lines import Lines
from .units import Choice, Product, choose, product_of_key
from .widen import widen

PREFIX = "scale.matrix."
IN, OUT, DO = (f"{PREFIX}{word}." for word in ("in", "out", "do"))
_PURE = "convergent nocallback nofree nounwind willreturn memory(none)"
_KINDS = {"f16": "v2i32", "f32": "v4f32", "s32": "v4i32", "f64": "v4f64"}
"""C's and D's types to accumulators in markers."""


def _kind(product: Product, element: str) -> str:
    return _KINDS[element] if product.m == 16 else {"s32": "m8i32", "f64": "m8f64"}[element]


def _word(product: Product) -> str:
    return "double" if product.a == "f64" else "i32"


def _total(product: Product, wave64: bool) -> str:
    """LLVM type of the sums that go into the instructions and come out."""
    if product.two:
        return inner_type(PAIRS["i32" if product.c == "s32" else "float"], wave64)
    return inner_type(_kind(product, "f32" if product.c == "f16" else product.c), wave64)


def _counts(product: Product) -> tuple[int, int]:
    """Registers of A and B."""
    return product.m // 8 * product.registers, product.registers * (2 if product.two else 1)


def declaration(name: str, context: Context) -> str | None:
    """The declaration of a marker, or None for another name."""
    if name.startswith((IN, OUT)):
        kind = name.rpartition(".")[2]
        types = outer_type(kind, context.wave64), inner_type(kind, context.wave64)
        result, operand = types if name.startswith(OUT) else types[::-1]
        return f"declare {result} @{name}({operand}) {_PURE}"
    if not name.startswith(DO):
        return None
    product = product_of_key(name[len(DO) :])
    total = _total(product, context.wave64)
    return f"declare {total} @{name}({', '.join([_word(product)] * sum(_counts(product)) + [total])}) {_PURE}"


def definition(name: str, context: Context) -> str:
    """The function that a marker becomes: `scale.matrix.<whole|any>.<in|out|do>.…`."""
    mode, what, key = name[len(PREFIX) :].split(".", 2)
    if what != "do":
        return accumulator_function(name, key, context.wave64, mode == "whole", what == "in")
    product = product_of_key(key)
    choice = choose(product, context.processor.generation.name)
    assert choice is not None, name
    return instructions(name, product, choice, context.wave64, mode == "whole")


def body_of(product: Product, header: str, wave64: bool) -> list[str]:
    """The lines of the function whose header PTX's translator wrote."""
    lines = Lines()
    names = [parameter.value for parameter in parse_parameters(header)]
    operands = sum(_counts(product))
    c = names[operands:]
    kind = _kind(product, product.c)
    outer, inner, total = outer_type(kind, wave64), inner_type(kind, wave64), _total(product, wave64)
    start = lines.vector(c, outer.split()[-1].rstrip(">"))
    value = lines.op(f"call {inner} @{IN}{kind}({outer} {start})")
    halves = total.replace("float", "half")
    if product.c == "f16":
        value = lines.op(f"fpext {halves} {lines.cast(value, inner, halves)} to {total}")
    arguments = ", ".join([f"{_word(product)} {name}" for name in names[:operands]] + [f"{total} {value}"])
    value = lines.op(f"call {total} @{DO}{product.key}({arguments})")
    kind = _kind(product, product.d)
    outer, inner = outer_type(kind, wave64), inner_type(kind, wave64)
    if product.d == "f16":
        value = lines.cast(lines.op(f"fptrunc {total} {value} to {halves}"), halves, inner)
    value = lines.op(f"call {outer} @{OUT}{kind}({inner} {value})")
    count, element = int(outer[1:].split()[0]), outer.split()[-1].rstrip(">")
    structure = "{ " + ", ".join([element] * count) + " }"
    whole = "poison"
    for index, part in enumerate(lines.elements(value, element, count)):
        whole = lines.op(f"insertvalue {structure} {whole}, {element} {part}, {index}")
    return [*lines.text, f"  ret {structure} {whole}"]


def instructions(name: str, product: Product, choice: Choice, wave64: bool, whole: bool) -> str:
    """The function behind `scale.matrix.do.<key>`."""
    lines = Lines()
    unit, registers = choice.unit, choice.placement.registers
    total = _total(product, wave64)
    element = total.split()[-1].rstrip(">")
    names, words = _operand_words(lines, product, guarded=not whole)
    lane = lines.op("call i32 @scale.lane()") if whole else _every_lane(lines)
    operands = _moved(lines, product, choice, words, Moves(lines, wave64, lane))
    accumulator = f"<{registers} x {unit.result}>"
    direct = whole and not (product.saturating or choice.shift or choice.through_float)
    given = lines.elements("%c", element, int(total[1:].split()[0]))
    results: list[list[str]] = []
    size = 8 if product.two and not wave64 else 4
    for warp, (left, right) in enumerate(operands):
        value = lines.vector(given[4 * warp : 4 * warp + size], unit.result, registers) if direct else "zeroinitializer"
        for x, y in zip(right, left, strict=True):  # the instruction's rows are B's columns
            value = lines.op(_instruction(product, choice, x, y, accumulator, value))
        results.append(lines.elements(value, unit.result, size, registers))
    if not whole and wave64:
        results = [_present(lines, results, unit.result, lane)]
    sums: list[str] = []
    for warp, result in enumerate(results):
        values = result if direct else _added(lines, product, choice, given[4 * warp : 4 * warp + size], result)
        sums += values
    parameters = ", ".join([f"{_word(product)} {parameter}" for parameter in names] + [f"{total} %c"])
    return lines.function(total, name, parameters, lines.vector(sums, element, len(given)))


def _operand_words(lines: Lines, product: Product, guarded: bool) -> tuple[list[str], list[list[str]]]:
    """Names of the parameters of A and B, and each one's 32-bit words."""
    counts = _counts(product)
    names = [f"%{letter}{index}" for letter, count in zip("ab", counts, strict=True) for index in range(count)]
    words = []
    for name in names:
        parts = [name] if _word(product) == "i32" else lines.elements(lines.cast(name, "double", "<2 x i32>"), "i32", 2)
        if guarded:
            parts = [lines.op(f"call i32 @llvm.amdgcn.set.inactive.i32(i32 {part}, i32 0)") for part in parts]
        words.append(parts)
    return names, words


def _moved(lines: Lines, product: Product, choice: Choice, words: list[list[str]], moves: Moves) -> list[tuple[list[str], list[str]]]:
    """(A, B) as operands of the instructions, for each warp of a wavefront."""
    wave64 = moves.wave64
    rows, steps = product.m // 8, product.registers
    b = words[rows * steps :]
    moved: list[list[list[str]]] = []
    for part in range(len(words[0])):
        a = [word[part] for word in words[: rows * steps]]
        left = [moves.rows(a[q * rows], a[q * rows + 1] if rows == 2 else "0", choice.placement.copied) for q in range(steps)]
        if product.two:
            right = [moves.pairs_of_columns(b[q][part], b[steps + q][part], choice.placement) for q in range(steps)]
        else:
            right = [moves.columns(word[part], choice.placement) for word in b]
        moved.append([_flat(side, warp, wave64) for side in (left, right) for warp in range(2 if wave64 else 1)])
    sides = []
    for number, lists in enumerate(zip(*moved, strict=True)):
        letter, wide = ((product.a, choice.widen[0]), (product.b, choice.widen[1]))[number * 2 // len(moved[0])]
        if len(lists) == 2:
            pairs = zip(*lists, strict=True)
            sides.append([lines.cast(lines.vector(list(pair), "i32"), "<2 x i32>", "double") for pair in pairs])
        else:
            sides.append(_packed(lines, widen(lines, list(lists[0]), letter, wide), choice))
    half = len(sides) // 2
    return [(sides[warp], sides[half + warp]) for warp in range(half)]


def _flat(side: list[list[str]], warp: int, wave64: bool) -> list[str]:
    """The words of one side in the order of k."""
    return [word[warp] for word in side] if wave64 else [word for step in side for word in step]


def _packed(lines: Lines, words: list[str], choice: Choice) -> list[str]:
    """Words as operands of the instruction, the last one filled up with zeros."""
    size, operand = choice.unit.words, choice.unit.operand
    words = words + ["0"] * (-len(words) % size)
    groups = [words[at : at + size] for at in range(0, len(words), size)]
    return [
        lines.cast(lines.vector(group, "i32"), f"<{size} x i32>", operand) if size > 1 else lines.cast(group[0], "i32", operand)
        for group in groups
    ]


def _every_lane(lines: Lines) -> str:
    """The lane's number in lanes that are not there too. It begins with an operation that LLVM neither moves to another block nor shares
    with one: it keeps a register of whole-wave mode for one block only."""
    nothing = lines.op("call i32 @llvm.amdgcn.set.inactive.i32(i32 0, i32 0)")
    low = lines.op(f"call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 {nothing})")
    return lines.op(f"call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 {low})")


def _present(lines: Lines, results: list[list[str]], element: str, lane: str) -> list[str]:
    """The sums of each lane's own warp, for the lanes that are there."""
    second = lines.op(f"icmp ugt i32 {lane}, 31")
    found = []
    suffix = {"float": "f32", "double": "f64", "i32": "i32"}[element]
    for low, high in zip(*results, strict=True):
        own = lines.op(f"select i1 {second}, {element} {high}, {element} {low}")
        found.append(lines.op(f"call {element} @llvm.amdgcn.strict.wwm.{suffix}({element} {own})"))
    return found


def _added(lines: Lines, product: Product, choice: Choice, start: list[str], values: list[str]) -> list[str]:
    """C plus sums that began at zero."""
    kind, before = ("i32" if product.d == "s32" else choice.unit.result), choice.unit.result
    found = []
    for old, value in zip(start, values, strict=True):
        if choice.through_float:
            value = lines.op(f"fptosi {before} {value} to i32")
        if choice.shift:
            value = lines.op(f"ashr i32 {value}, {choice.shift}")
        if product.saturating:
            found.append(lines.op(f"call i32 @llvm.sadd.sat.i32(i32 {old}, i32 {value})"))
        else:
            found.append(lines.op(f"{'add' if kind == 'i32' else 'fadd'} {kind} {old}, {value}"))
    return found


def _instruction(product: Product, choice: Choice, x: str, y: str, accumulator: str, total: str) -> str:
    unit = choice.unit
    head = f"call {accumulator} @llvm.amdgcn.{unit.intrinsic}("
    if unit.form == "iu":
        signs = ["true" if element in ("s8", "s4") else "false" for element in (product.b, product.a)]
        return f"{head}i1 {signs[0]}, {unit.operand} {x}, i1 {signs[1]}, {unit.operand} {y}, {accumulator} {total}, i1 false)"
    tail = ", i32 0, i32 0, i32 0)" if unit.form == "mfma" else ")"
    return f"{head}{unit.operand} {x}, {unit.operand} {y}, {accumulator} {total}{tail}"
