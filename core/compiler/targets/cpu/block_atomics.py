# SPDX-License-Identifier: Apache-2.0
"""Atomics on shared memory need not be atomic: one worker runs all threads of a block, one after the other.

An `atomicrmw` or `cmpxchg` whose pointer comes from a shared variable becomes a load, the operation and a store.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import split_top, split_type

from .model import Function, Instruction, parse_instruction

_OPERATIONS = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "fadd": "fadd", "fsub": "fsub"}
_COMPARISONS = {"min": "slt", "max": "sgt", "umin": "ult", "umax": "ugt"}
_DERIVED = ("getelementptr", "bitcast", "select", "phi", "freeze")


def relax_shared_atomics(function: Function, shared: set[str], types: dict[str, str]) -> None:
    """Run the pass in place on a normalised kernel."""
    pointers = _shared_pointers(function, shared)
    for block in function.blocks.values():
        if not any(i.op in ("atomicrmw", "cmpxchg") for i in block.instructions):
            continue
        rewritten: list[Instruction] = []
        for i in block.instructions:
            lines = _plain(i, pointers, shared) if i.op in ("atomicrmw", "cmpxchg") else None
            if lines is None:
                rewritten.append(i)
                continue
            for line in lines:
                new = parse_instruction(line, types)
                new.block, new.sequential = block.name, True
                rewritten.append(new)
        block.instructions = rewritten


def _shared_pointers(function: Function, shared: set[str]) -> set[str]:
    """Values that point into shared memory whatever way control takes."""
    names = {f"@{n}" for n in shared}
    candidates = {i.name: i for i in function.instructions() if i.name and i.type == "ptr" and i.op in _DERIVED}

    def sources(i: Instruction) -> list[str]:
        if i.op == "phi":
            return [v for v, _ in i.incoming]
        if i.op == "select":
            return [p.split(" ")[-1] for p in split_top(i.text)[1:3]]
        if i.op == "getelementptr":
            return [split_top(i.text)[1].removeprefix("ptr ").strip()]
        return [i.text.split(" ptr ", 1)[1].split(" to ")[0].strip()] if " ptr " in i.text else [""]

    found = set(candidates)
    changed = True
    while changed:
        changed = False
        for name in list(found):
            if not all(s in names or s.removeprefix("%") in found for s in sources(candidates[name])):
                found.discard(name)
                changed = True
    return found


def _plain(i: Instruction, pointers: set[str], shared: set[str]) -> list[str] | None:
    """The lines of the plain form, or None when the pointer may be to other memory."""
    text = re.sub(r"^(atomicrmw|cmpxchg) (?:weak )?(?:volatile )?", "", i.text)
    parts = split_top(text)
    pointer = parts[0].split("ptr ", 1)[1]
    if pointer.removeprefix("%") not in pointers and pointer.removeprefix("@") not in shared:
        return None
    result = i.name or f"scale.drop.{id(i)}"
    n = f"scale.a.{result}"
    if i.op == "cmpxchg":
        kind, compare = split_type(parts[1])
        value = split_type(parts[2])[1].split(" ")[0]
        return [
            f"%{n}.old = load {kind}, ptr {pointer}",
            f"%{n}.same = icmp eq {kind} %{n}.old, {compare}",
            f"%{n}.new = select i1 %{n}.same, {kind} {value}, {kind} %{n}.old",
            f"store {kind} %{n}.new, ptr {pointer}",
            f"%{n}.pair = insertvalue {{ {kind}, i1 }} poison, {kind} %{n}.old, 0",
            f"%{result} = insertvalue {{ {kind}, i1 }} %{n}.pair, i1 %{n}.same, 1",
        ]
    op = parts[0].split(" ")[0]
    kind, rest = split_type(parts[1])
    value = rest.rsplit(" ", 1)[0]
    lines = [f"%{result} = load {kind}, ptr {pointer}"]
    if op == "xchg":
        return [*lines, f"store {kind} {value}, ptr {pointer}"]
    if op in _OPERATIONS:
        lines.append(f"%{n} = {_OPERATIONS[op]} {kind} %{result}, {value}")
    elif op in _COMPARISONS:
        lines += [
            f"%{n}.c = icmp {_COMPARISONS[op]} {kind} %{result}, {value}",
            f"%{n} = select i1 %{n}.c, {kind} %{result}, {kind} {value}",
        ]
    elif op == "uinc_wrap":
        lines += [
            f"%{n}.c = icmp uge {kind} %{result}, {value}",
            f"%{n}.i = add {kind} %{result}, 1",
            f"%{n} = select i1 %{n}.c, {kind} 0, {kind} %{n}.i",
        ]
    elif op == "udec_wrap":
        lines += [
            f"%{n}.z = icmp eq {kind} %{result}, 0",
            f"%{n}.g = icmp ugt {kind} %{result}, {value}",
            f"%{n}.c = or i1 %{n}.z, %{n}.g",
            f"%{n}.d = sub {kind} %{result}, 1",
            f"%{n} = select i1 %{n}.c, {kind} {value}, {kind} %{n}.d",
        ]
    else:
        return None
    return [*lines, f"store {kind} %{n}, ptr {pointer}"]
