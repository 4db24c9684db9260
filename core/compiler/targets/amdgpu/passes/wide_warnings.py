# SPDX-License-Identifier: Apache-2.0
"""Warnings of `--scale-warp-size=64`: where a source takes a warp for 32 lanes.

Looked for in device IR with local variables in registers: masks squeezed into 32 bits, `& 31`, `/ 32` and their like on thread numbers, a
shuffle's width of 32, loops over distances that begin or end for 32 lanes, and inline PTX, which knows no other warps. A finding in
one of our own headers is reported at the line that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import llvmlite.binding as llvm
from scale.compiler.ir.text import NAME, Function, parse_call, parse_module
from scale.compiler.targets.target import Diagnostic

from ..codegen import target_machine
from ..context import Context
from ..library.wave import PREFIX
from .places import Places

WIDTH = "32 is taken for the width of a warp here, which has 64 lanes: warpSize is its name"
SQUEEZED = "the mask of a warp's 64 lanes is squeezed into 32 bits: cudaLaneMask_t holds it whole"
LOW_HALF = "a mask of 32 bits names only the low 32 lanes of a warp of 64: cudaLaneMask_t(-1) or __activemask() names all"
SEGMENT = "a width of 32 is half a warp of 64 lanes: warpSize is the whole"
DISTANCES = "these distances reach 32 lanes of a warp of 64: loops over them begin at warpSize / 2, or end at warpSize"
PTX = "inline PTX knows warps of 32 lanes only: each half of the wavefront is one to it"

_V = rf"%{NAME}"
_DEFINES = re.compile(rf"^\s+({_V}) = (?:tail )?(\S+) (.*)$")
_THREAD = re.compile(r"@llvm\.nvvm\.read\.ptx\.sreg\.tid\.[xyz]\(")
_MASKS = re.compile(rf"@{PREFIX}(?:ballot|active|match_\w+)\(")
_PTX = re.compile(r"@llvm\.nvvm\.(?:shfl\.|vote\.|match\.|redux\.|activemask|read\.ptx\.sreg\.(?:laneid|lanemask))")
_KEEPS_MASK = ("and", "or", "xor", "phi", "select", "freeze", "sub", "add", "shl")
_KEEPS_THREAD = ("add", "mul", "or", "zext", "sext", "trunc", "freeze", "phi", "shl")
_AS_WIDTH = {"and": (31, -32), "urem": (32,), "srem": (32,), "udiv": (32,), "sdiv": (32,), "lshr": (5,), "ashr": (5,)}
_FOREIGN = re.compile(r' "target-(?:cpu|features)"="[^"]*"')
_WIDE_CALL = f"@{PREFIX}"
_ALL_32 = (1 << 32) - 1
_ROUNDS = 4
"""How often a function is gone through until values that come around loops are known."""


def find(device_ir: str, context: Context) -> None:
    """Add a warning for each line that takes a warp for 32 lanes."""
    if _WIDE_CALL not in device_ir and not _PTX.search(device_ir):
        return
    module = parse_module(_in_registers(device_ir, context))
    places = Places(module.metadata)
    for function in module.functions.values():
        for message, line in _findings(function):
            place = places.user(line)
            warning = Diagnostic("warning", message, place)
            if place is not None and warning not in context.diagnostics:
                context.diagnostics.append(warning)


def without_debug(text: str) -> str:
    """The module without the line tables that only the warnings needed."""
    text = re.sub(r",? !dbg !\d+", "", text)
    located = set(re.findall(r"^(!\d+) = (?:distinct )?!DILocation\(", text, re.MULTILINE))

    def unlocated(loop: re.Match[str]) -> str:
        return f"{loop[1]}{', '.join(part for part in loop[2].split(', ') if part not in located)}}}"

    text = re.sub(r"^(!\d+ = distinct !\{)(.*)\}$", unlocated, text, flags=re.MULTILINE)
    text = re.sub(r"^(!\d+) = (?:distinct )?!DI\w+\(.*$", r"\1 = !{}", text, flags=re.MULTILINE)
    return re.sub(r"^!llvm\.dbg\.cu = .*\n|^\s+#dbg_\w+\(.*\n", "", text, flags=re.MULTILINE)


def _in_registers(device_ir: str, context: Context) -> str:
    machine = target_machine(context.processor, "", 1)
    module = llvm.parse_assembly(_FOREIGN.sub("", device_ir))
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    inline = llvm.create_new_module_pass_manager()
    inline.add_always_inliner_pass()
    inline.add_sroa_pass()
    inline.run(module, builder)
    return str(module)


def _findings(function: Function) -> Iterator[tuple[str, str]]:
    """(message, line of IR) of one function."""
    masks, threads, narrow, loops = _values(function)
    distances: dict[str, dict[int, str]] = {}
    for line in function.body:
        if _PTX.search(line):
            yield PTX, line
            continue
        call = parse_call(line) if _WIDE_CALL in line else None
        if call is not None and call.name is not None:
            operation, values = call.name.removeprefix(PREFIX), call.values()
            if values and (values[0] in narrow or values[0] == str(_ALL_32)):
                yield LOW_HALF, line
            if operation.startswith("shfl_"):
                _, _, b, width = values
                if width == "32":
                    yield SEGMENT, line
                elif width == "64" and operation != "shfl_idx":
                    if b in loops:
                        yield DISTANCES, line
                    elif b.isdigit():
                        distances.setdefault(operation, {})[int(b)] = line
            continue
        match = _DEFINES.match(line)
        if match is None:
            continue
        opcode, rest = match[2], match[3]
        if opcode == "trunc" and rest.startswith("i64 ") and " to i32" in rest and _first_value(rest) in masks:
            yield SQUEEZED, line
        elif opcode in _AS_WIDTH and _first_value(rest) in threads and _literal(rest) in _AS_WIDTH[opcode]:
            yield WIDTH, line
    for found in distances.values():
        if 16 in found and 8 in found and 32 not in found:
            yield DISTANCES, found[16]


def _values(function: Function) -> tuple[set[str], set[str], set[str], set[str]]:
    """Values that hold a warp's mask, thread numbers, 32-bit values made 64 bits wide, and distances of loops made for 32 lanes."""
    masks: set[str] = set()
    threads: set[str] = set()
    narrow: set[str] = set()
    loops: set[str] = set()
    halved: set[str] = set()
    doubled: set[str] = set()
    lines = [(match, line) for line in function.body if (match := _DEFINES.match(line))]
    for _ in range(_ROUNDS):
        before = len(masks) + len(threads)
        for match, _line in lines:
            result, opcode, rest = match[1], match[2], match[3]
            if _MASKS.search(rest):
                masks.add(result)
            elif _THREAD.search(rest):
                threads.add(result)
            elif opcode in _KEEPS_MASK and any(value in masks for value in re.findall(_V, rest)):
                masks.add(result)
            elif opcode in _KEEPS_THREAD and any(value in threads for value in re.findall(_V, rest)):
                threads.add(result)
        if len(masks) + len(threads) == before:
            break
    for match, _line in lines:
        result, opcode, rest = match[1], match[2], match[3]
        if opcode in ("zext", "sext") and "i32 " in rest and " to i64" in rest:
            narrow.add(result)
        elif (opcode in ("ashr", "lshr") and _literal(rest) == 1) or (opcode in ("sdiv", "udiv") and _literal(rest) == 2):
            halved.add(result)
        elif (opcode == "shl" and _literal(rest) == 1) or (opcode == "mul" and _literal(rest) == 2):
            doubled.add(result)
    limited = {
        value
        for match, _line in lines
        if match[2] == "icmp" and _literal(match[3]) in (31, 32) and (value := _first_value(match[3])) is not None
    }
    for match, _line in lines:
        if match[2] != "phi":
            continue
        starts, values = re.findall(r"\[ (-?\d+),", match[3]), set(re.findall(rf"\[ ({_V}),", match[3]))
        if ("16" in starts and values & halved) or ("1" in starts and values & doubled and match[1] in limited):
            loops.add(match[1])
    return masks, threads, narrow, loops


def _first_value(rest: str) -> str | None:
    found = re.search(_V, rest)
    return found[0] if found else None


def _literal(rest: str) -> int | None:
    """The last operand where it is a number."""
    found = re.search(r", (-?\d+)(?:, !.*)?$", rest)
    return int(found[1]) if found else None
