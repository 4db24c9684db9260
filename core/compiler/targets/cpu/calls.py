# SPDX-License-Identifier: Apache-2.0
"""Functions that stay functions: recursion, calls through pointers, and what `inlining.py` chose.

They get a hidden first argument, the thread's context, from which they read what kernels have at hand: thread and block index, the launch,
shared memory. What cannot be had behind such a call (barriers, warp operations) is an error at its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count

from scale.compiler.ir.copies import LARGE
from scale.compiler.ir.locate import Locations
from scale.compiler.ir.text import Module, parse_call
from scale.errors import CompileError

from .expressions import hoist
from .sync import SREG, sync_of

CONTEXT_TYPE = "{ [3 x i32], [3 x i32], i32, ptr, ptr, ptr }"
"""threadIdx, blockIdx, linear thread index, launch, shared memory, dynamic shared memory."""
_LABEL = re.compile(r'^("[^"]*"|[\w.$-]+):')
_OFFSETS = {"tid": 0, "ctaid": 12}
_LINEAR, _LAUNCH, _SHARED, _DYNAMIC = 24, 32, 40, 48
_LAUNCH_OFFSETS = {"nctaid": 0, "ntid": 12}
_SERVICES = {
    "@vprintf": "@scale_vprintf",
    "@malloc": "@scale_malloc",
    "@free": "@scale_free",
    "@llvm.trap": "@scale_trap",
    "@nvvm.nanosleep": "@scale_nanosleep",
}


@dataclass
class SharedPlace:
    """Where a shared variable lies: at `offset`, or in the dynamic part."""

    offset: int
    dynamic: bool


def add_context(module: Module, kernels: set[str], shared: dict[str, SharedPlace], locations: Locations | None, source: str) -> set[str]:
    """Give every remaining function its context argument; returns their names.

    Raises:
        CompileError: a barrier or warp operation lies behind such a call.
    """
    remaining = {name for name in module.functions if name not in kernels and not LARGE.fullmatch(name)}
    for name in remaining:
        function = module.functions[name]
        if "..." in function.header:
            raise CompileError(f"the cpu target does not have functions with variable arguments ('{name}')")
        open_at = function.header.index("(", function.header.index("@"))
        empty = function.header[open_at + 1] == ")"
        function.header = function.header[: open_at + 1] + "ptr %scale.ctx" + ("" if empty else ", ") + function.header[open_at + 1 :]
        body: list[str] = []
        for number, line in enumerate(_shared_addresses(function.body, shared)):
            if "@scale.at(" in line:
                continue
            body += _line(line, number, remaining, name, locations, source)
        function.body = body
    return remaining


def _line(line: str, number: int, remaining: set[str], owner: str, locations: Locations | None, source: str) -> list[str]:
    before: list[str] = []

    def load(kind: str, base: str, offset: int, hint: str) -> str:
        result = f"%scale.{hint}.{number}.{len(before)}"
        before.append(f"  {result}.at = getelementptr inbounds i8, ptr {base}, i64 {offset}")
        before.append(f"  {result} = load {kind}, ptr {result}.at")
        return result

    call = parse_call(line) if "call " in line else None
    if call is None:
        return [*before, line]
    name = call.callee
    if sync_of(name):
        raise CompileError(
            f"a barrier or warp operation in '{owner}', which is called by recursion or through a pointer, is not supported by "
            "the cpu target",
            location=_place(owner, name, locations, source),
        )
    register = SREG.fullmatch(name[1:])
    if register:
        kind, _, dimension = register.group(1).partition(".")
        if kind in _OFFSETS:
            value = load("i32", "%scale.ctx", _OFFSETS[kind] + 4 * "xyz".index(dimension), "register")
        elif kind in _LAUNCH_OFFSETS:
            launch = load("ptr", "%scale.ctx", _LAUNCH, "launch")
            value = load("i32", launch, _LAUNCH_OFFSETS[kind] + 4 * "xyz".index(dimension), "register")
        elif kind in ("laneid", "warpid"):
            linear = load("i32", "%scale.ctx", _LINEAR, "linear")
            value = f"%scale.{kind}.{number}"
            before.append(f"  {value} = {'and' if kind == 'laneid' else 'lshr'} i32 {linear}, {31 if kind == 'laneid' else 5}")
        elif kind.startswith(("clock", "globaltimer")):
            launch = load("ptr", "%scale.ctx", _LAUNCH, "launch")
            function = "scale_globaltimer" if kind.startswith("globaltimer") else "scale_clock"
            value = f"%scale.time.{number}"
            before.append(f"  {value} = call i64 @{function}(ptr {launch})")
            if call.return_type == "i32":
                before.append(f"  {value}.t = trunc i64 {value} to i32")
                value += ".t"
        else:
            value = {"warpsize": "32"}.get(kind, "0")
        return [*before, f"  {call.result} = add {call.return_type} {value}, 0"]
    if name in _SERVICES:
        launch = load("ptr", "%scale.ctx", _LAUNCH, "launch")
        arguments = ", ".join([f"ptr {launch}", *(a.render() for a in call.arguments)])
        head = f"{call.result} = " if call.result else ""
        return [*before, f"  {head}call {call.return_type} {_SERVICES[name]}({arguments})"]
    if name == "@__assertfail":
        launch = load("ptr", "%scale.ctx", _LAUNCH, "launch")
        where = [load("i32", "%scale.ctx", base + 4 * k, "at") for base in (12, 0) for k in range(3)]
        arguments = ", ".join([f"ptr {launch}", *(a.render() for a in call.arguments[:4]), *(f"i32 {w}" for w in where)])
        return [*before, f"  call void @scale_assert_fail({arguments})"]
    if name == "@__scale_device_runtime":
        launch = load("ptr", "%scale.ctx", _LAUNCH, "launch")
        where = [load("i32", "%scale.ctx", base + 4 * k, "at") for base in (12, 0) for k in range(3)]
        arguments = ", ".join([f"ptr {launch}", *(a.render() for a in call.arguments), *(f"i32 {w}" for w in where)])
        return [*before, f"  {call.result} = call i64 @scale_device_runtime({arguments})"]
    if name.startswith("%") or name[1:] in remaining:
        return [*before, with_context(line, name, "%scale.ctx")]
    return [*before, line]


def _shared_addresses(body: list[str], shared: dict[str, SharedPlace]) -> list[str]:
    """`body` with the addresses of shared variables, and constant expressions over them, computed at its start."""
    used = [name for name in shared if re.search(rf"@{re.escape(name)}(?![\w.$-])", "\n".join(body))]
    if not used:
        return body
    pattern = re.compile(r"@(" + "|".join(sorted(map(re.escape, used), key=len, reverse=True)) + r")(?![\w.$-])")
    bases: dict[str, str] = {}
    start: list[str] = []
    for number, name in enumerate(used):
        place = shared[name]
        base = f"%scale.shared.{number}"
        start.append(f"{base}.at = getelementptr inbounds i8, ptr %scale.ctx, i64 {_DYNAMIC if place.dynamic else _SHARED}")
        start.append(f"{base} = load ptr, ptr {base}.at")
        if place.offset and not place.dynamic:
            start.append(f"{base}.v = getelementptr inbounds i8, ptr {base}, i64 {place.offset}")
            base += ".v"
        bases[name] = base
    names = (f"%scale.expr.{number}" for number in count())
    rest = [hoist(line, pattern, names, start) if "@" in line else line for line in body]
    label = 1 if rest and _LABEL.match(rest[0]) else 0
    lines = [*rest[:label], *(f"  {line}" for line in start), *rest[label:]]
    return [pattern.sub(lambda match: bases[match[1]], line) for line in lines]


def with_context(line: str, callee: str, context: str) -> str:
    """A call's text with the context as first argument."""
    at = line.index(f"{callee}(") + len(callee)
    empty = line[at + 1] == ")"
    return line[: at + 1] + f"ptr {context}" + ("" if empty else ", ") + line[at + 1 :]


def _place(owner: str, callee: str, locations: Locations | None, source: str) -> str | None:
    if locations is None:
        return None
    inside = False
    wanted = callee.replace("@nvvm.", "@llvm.nvvm.")
    for line in source.splitlines():
        if line.startswith("define "):
            inside = f"@{owner}(" in line
        elif inside and f"{wanted}(" in line:
            return locations.of(line)
    return None


def fill_lines(suffix: str, registers: dict[str, str]) -> list[str]:
    """Stores that make `%scale.ctx` this thread's context."""
    lines = []
    for kind, base in _OFFSETS.items():
        for k, d in enumerate("xyz"):
            pointer = f"%ctx.{kind}.{d}.{suffix}"
            lines.append(f"  {pointer} = getelementptr inbounds i8, ptr %scale.ctx, i64 {base + 4 * k}")
            lines.append(f"  store i32 {registers[f'{kind}.{d}']}, ptr {pointer}")
    lines.append(f"  %ctx.linear.{suffix} = getelementptr inbounds i8, ptr %scale.ctx, i64 {_LINEAR}")
    lines.append(f"  %ctx.index.{suffix} = trunc i64 {registers['index']} to i32")
    lines.append(f"  store i32 %ctx.index.{suffix}, ptr %ctx.linear.{suffix}")
    return lines


def launch_lines(static: int) -> list[str]:
    """Stores of the context's part that is the same for the whole launch."""
    return [
        f"  %ctx.launch = getelementptr inbounds i8, ptr %scale.ctx, i64 {_LAUNCH}",
        "  store ptr %launch, ptr %ctx.launch",
        f"  %ctx.shared = getelementptr inbounds i8, ptr %scale.ctx, i64 {_SHARED}",
        "  store ptr %shared, ptr %ctx.shared",
        f"  %ctx.dynamic = getelementptr inbounds i8, ptr %scale.ctx, i64 {_DYNAMIC}",
        f"  %ctx.dynamic.at = getelementptr inbounds i8, ptr %shared, i64 {static}",
        "  store ptr %ctx.dynamic.at, ptr %ctx.dynamic",
    ]


__all__ = ["CONTEXT_TYPE", "SharedPlace", "add_context", "fill_lines", "launch_lines", "with_context"]
