# SPDX-License-Identifier: Apache-2.0
"""Two of PTX's products with the same A fill one matrix instruction, which has 16 rows where B's columns are 8."""

from __future__ import annotations

import re
from dataclasses import replace

from scale.compiler.ir.text import LOCAL_NAME, Call, Function, label_of, parse_call

from ..context import Context
from ..matrix.layout import PAIRS, extraction, inner_type, insertion, outer_type
from ..matrix.product import DO, IN, OUT
from ..matrix.units import Product, choose, product_of_key

DEBUG = re.compile(r", !dbg !\d+")


def join(function: Function, context: Context) -> bool:
    """Replace pairs of products in a block by one product of both."""
    found: dict[int, tuple[int, Call, Call]] = {}
    waiting: dict[tuple[str, ...], list[tuple[int, Call]]] = {}
    used: set[str] = set()
    for at, line in enumerate(function.body):
        if label_of(line) is not None:
            waiting, used = {}, set()
            continue
        call = parse_call(line) if f"@{DO}" in line else None
        if " = phi " not in line:  # those read what the block before gave
            used |= set(LOCAL_NAME.findall(line.partition(" = ")[2] if " = " in line else line))
        if call is None or call.name is None or call.result is None or not _fits(product_of_key(call.name[len(DO) :]), context):
            continue
        product = product_of_key(call.name[len(DO) :])
        key = (call.name, *call.values()[: product.m // 8 * product.registers])
        others = waiting.setdefault(key, [])
        other = next((other for other in others if other[1].result not in used), None)
        if other is None:
            others.append((at, call))
        else:
            others.remove(other)
            found[at] = (other[0], other[1], call)
    gone = {other for other, _, _ in found.values()}
    body: list[str] = []
    for at, line in enumerate(function.body):
        if at in found:
            place = match[0] if (match := DEBUG.search(line)) else ""
            body += _joined(found[at][1], found[at][2], f"%scale.pair.{at}", place, context)
        elif at not in gone:
            body.append(line)
    function.body = body
    return bool(found)


def _fits(product: Product, context: Context) -> bool:
    """Whether the instruction has room: on wave64 the two products change places with the two warps, which banks of lanes do."""
    choice = choose(product, context.processor.generation.name)
    if choice is None or product.m != 16 or product.two or choice.unit.result == "double":
        return False
    return not context.wave64 or (choice.placement.rows[0] == "any" and product.c != "f16")


def _joined(first: Call, second: Call, prefix: str, place: str, context: Context) -> list[str]:
    """The lines for both products, where the second one was."""
    assert first.name is not None
    wave64 = context.wave64
    product = product_of_key(first.name[len(DO) :])
    kind = PAIRS["i32" if product.c == "s32" else "float"]
    outer, inner = outer_type(kind, wave64), inner_type(kind, wave64)
    rows = product.m // 8 * product.registers
    words = [f"i32 {value}" for value in (*first.values()[:-1], *second.values()[rows:-1])]
    both = replace(product, two=True)
    return [
        f"  {prefix}.c0 = {insertion(kind, wave64, 'poison', first.values()[-1], 0)}",
        f"  {prefix}.c1 = {insertion(kind, wave64, f'{prefix}.c0', second.values()[-1], 1)}",
        f"  {prefix}.c = call {inner} @{IN}{kind}({outer} {prefix}.c1){place}",
        f"  {prefix}.d = call {inner} @{DO}{both.key}({', '.join(words)}, {inner} {prefix}.c){place}",
        f"  {prefix}.out = call {outer} @{OUT}{kind}({inner} {prefix}.d){place}",
        f"  {first.result} = {extraction(kind, wave64, f'{prefix}.out', 0)}",
        f"  {second.result} = {extraction(kind, wave64, f'{prefix}.out', 1)}",
    ]
