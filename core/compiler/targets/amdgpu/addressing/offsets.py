# SPDX-License-Identifier: Apache-2.0
"""Addresses `base + index` with a 64-bit vector sum become a scalar base with a 32-bit vector offset.

AMD's global memory instructions add a scalar register pair and an unsigned 32-bit vector register. LLVM uses that form only where it can
see that the offset is a zero-extended number, which an `int` index is not. Where the interval analysis knows that an index is not
negative and that its bytes stay below 4 GiB, the offset is computed in 32 bits: one shift instead of a sign extension, a 64-bit shift
and a 64-bit addition for each pointer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, Module, matching_end, parse_operand, split_top

from ..flow import Block, blocks_in_loops
from .intervals import BOUNDED, Interval, Intervals, range_nodes

_GEP = re.compile(
    rf"^\s+(%{NAME}) = getelementptr ((?:inbounds |nuw |nusw )*)(\[[^\]]*\]|<[^>]*>|%{NAME}|\w+), "
    rf"ptr addrspace\(1\) (%{NAME}), i64 (%{NAME})(,.*)?$"
)
_EXTENSION = re.compile(rf"^\s+%{NAME} = (sext|zext)(?: nneg)? i32 (%{NAME}) to i64(?:,|$)")
_SUM = re.compile(rf"^\s+%{NAME} = (?:add|or disjoint)(?: nuw| nsw)* i(\d+) (%{NAME}), (-?\d+)(?:,|$)")
_DEFINED = re.compile(rf"^\s+(%{NAME}) = (.*)$")
_NAMES = re.compile(rf"%{NAME}")
_SIZES = {"i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4, "i64": 8, "double": 8, "ptr": 8, "i128": 16}
_UNIFORM = re.compile(
    r"(?:add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|sdiv|urem|srem|sext|zext|trunc|getelementptr|addrspacecast|bitcast|ptrtoint|inttoptr|"
    r"freeze|insertvalue|extractvalue|extractelement)\b"
)
_UNIFORM_CALL = re.compile(
    r"(?:tail )?call [^@]*@(?:llvm\.amdgcn\.(?:workgroup\.id\.|implicitarg\.ptr|readfirstlane|kernarg|dispatch)|scale\.bounded)"
)
_STEP = re.compile(rf"^\s+(%{NAME}) = getelementptr (?:inbounds |nuw |nusw )*i8, ptr addrspace\(1\) (%{NAME}), i64 (-?\d+)(?:,|$)")
_POINTER = re.compile(rf"ptr addrspace\(1\) (%{NAME})")
_MEMORY = re.compile(rf"^\s+(?:store |%{NAME} = (?:load |atomicrmw |cmpxchg ))")
_LIMIT = 1 << 32
LOOP_WEIGHT = 4
_FARTHEST = 4095
"""Bytes that every generation's instructions add to an address by themselves."""


_STRUCT = re.compile(rf"^(%{NAME}) = type \{{ (.*) \}}$")


def read_structs(header: list[str]) -> dict[str, tuple[int, int]]:
    """Size and alignment in bytes of a module's named structs, as far as their members are known here."""
    found: dict[str, tuple[int, int]] = {}
    waiting = {match[1]: split_top(match[2]) for line in header if (match := _STRUCT.match(line))}
    for _ in range(4):  # structs in structs
        for name, members in waiting.items():
            parts = [layout_of(member.strip(), found) for member in members]
            if name in found or not all(parts):
                continue
            end, alignment = 0, 1
            for size, align in (part for part in parts if part):
                end, alignment = (end + align - 1) // align * align + size, max(alignment, align)
            found[name] = ((end + alignment - 1) // alignment * alignment, alignment)
    return found


def layout_of(type_text: str, structs: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
    """Bytes and alignment of an element type; None for what this does not know."""
    if type_text in structs:
        return structs[type_text]
    if match := re.fullmatch(r"\[(\d+) x (.*)\]", type_text):
        inner = layout_of(match[2], structs)
        return None if inner is None else (inner[0] * int(match[1]), inner[1])
    if match := re.fullmatch(r"<(\d+) x (\w+)>", type_text):
        size = int(match[1]) * _SIZES.get(match[2], 0)
        return (size, size) if size and size & (size - 1) == 0 and size <= 16 else None
    size = _SIZES.get(type_text, 0)
    return (size, size) if size else None


@dataclass(frozen=True)
class Facts:
    """What a module says beside its functions: bounds of loads and sizes of structs."""

    ranges: Mapping[str, Interval]
    structs: Mapping[str, tuple[int, int]]


def facts_of(module: Module) -> Facts:
    return Facts(range_nodes(module.metadata), read_structs(module.header))


@dataclass(frozen=True)
class _Place:
    """An address: where it is made, its scalar base, its 32-bit offset, and a constant number of bytes."""

    block: str
    base: str
    offset: str
    constant: int


class Offsets:
    """What can be rewritten in one kernel."""

    def __init__(self, function: Function, facts: Facts, given: Mapping[str, Interval] | None = None) -> None:
        self._function = function
        self._structs = facts.structs
        self._intervals = Intervals(function, facts.ranges, given)
        self._places: dict[str, _Place] = {}
        self._numbers = {name: number for number, name in enumerate(self._intervals.blocks)}
        self._loops = blocks_in_loops(self._intervals.blocks)
        self._definitions: dict[str, str] = {}
        for line in function.body:
            if match := _DEFINED.match(line):
                self._definitions[match[1]] = line
        kernel = " amdgpu_kernel " in function.header
        self._scalars = {name: True for name, _ in parameters(function)} if kernel else {}

    def count(self) -> int:
        """How many addresses would get the shorter form; those in loops count several times."""
        return sum(
            LOOP_WEIGHT if block.name in self._loops else 1
            for block in self._intervals.blocks.values()
            for line in block.lines
            if " = getelementptr " in line and self._address(line, block) is not None
        )

    def rewrite(self) -> int:
        """Rewrite the function's addresses; returns how many there were."""
        self._places = {}
        new: dict[int, list[str]] = {}
        places = {id(line): index for index, line in enumerate(self._function.body)}
        for block in self._intervals.blocks.values():
            for line in block.lines:
                if " = getelementptr " in line and (lines := self._address(line, block)):
                    new[places[id(line)]] = lines
        done = len(new)
        if done:
            for number, (block, line) in enumerate(self._far_uses()):
                index = places[id(line)]
                new[index] = self._sunk(new.get(index, [line]), block, number)
            self._function.body = [part for index, line in enumerate(self._function.body) for part in new.get(index, [line])]
        return done

    def _far_uses(self) -> list[tuple[Block, str]]:
        """Memory operations in other blocks than their address: instruction selection sees one block at a time."""
        for block in self._intervals.blocks.values():  # constant steps from a rewritten address
            for line in block.lines:
                if (match := _STEP.match(line)) and (place := self._places.get(match[2])):
                    self._places.setdefault(match[1], _Place(place.block, place.base, place.offset, place.constant + int(match[3])))
        found: list[tuple[Block, str]] = []
        for block in self._intervals.blocks.values():
            for line in block.lines:
                if (match := _POINTER.search(line)) and _MEMORY.match(line):
                    place = self._places.get(match[1])
                    if place is not None and place.block != block.name:
                        found.append((block, line))
        return found

    def _sunk(self, lines: list[str], block: Block, number: int) -> list[str]:
        """The operation with its address made anew in front of it."""
        line = lines[-1]
        match = _POINTER.search(line)
        assert match is not None
        place = self._places[match[1]]
        stem = f"%at.far.{number}"
        made = [
            *self._extended(f"{stem}.z", f"{stem}.e", place.offset, block),
            f"  {stem}.p = getelementptr i8, ptr addrspace(1) {place.base}, i64 {stem}.z",
        ]
        last = f"{stem}.p"
        if place.constant:
            made.append(f"  {stem}.c = getelementptr i8, ptr addrspace(1) {stem}.p, i64 {place.constant}")
            last = f"{stem}.c"
        return [*lines[:-1], *made, line[: match.start(1)] + last + line[match.end(1) :]]

    def _address(self, line: str, block: Block) -> list[str] | None:
        match = _GEP.match(line)
        if match is None:
            return None
        result, flags, kind, base, index, rest = match.groups()
        layout = layout_of(kind.strip(), self._structs)
        size = layout[0] if layout else 0
        if not size or not self._uniform(base) or self._uniform(index):
            return None
        found = self._index(index, size, block)
        if found is None:
            return None
        root, bits, constant = found
        stem = f"%at.{result[1:]}" if result[1] != '"' else f'%"at.{result[2:]}'
        end = '"' if stem.endswith('"') else ""
        stem = stem.removesuffix('"')
        lines: list[str] = []
        if bits == 64:
            lines.append(f"  {stem}.n{end} = trunc i64 {root} to i32")
            root = f"{stem}.n{end}"
        if size == 1:
            offset = root
        else:
            how = f"shl nuw i32 {root}, {size.bit_length() - 1}" if size & (size - 1) == 0 else f"mul nuw i32 {root}, {size}"
            offset = f"{stem}.o{end}"
            lines.append(f"  {offset} = {how}")
        self._places[result] = _Place(block.name, base, offset, constant * size)
        lines += self._extended(f"{stem}.z{end}", f"{stem}.e{end}", offset, block)
        place = f"{stem}.p{end}" if constant else result
        kept = "inbounds " if "inbounds" in flags and not constant else ""
        lines.append(f"  {place} = getelementptr {kept}i8, ptr addrspace(1) {base}, i64 {stem}.z{end}{rest or ''}")
        if constant:
            lines.append(f"  {result} = getelementptr i8, ptr addrspace(1) {place}, i64 {constant * size}{rest or ''}")
        return lines

    def _extended(self, result: str, own: str, offset: str, block: Block) -> list[str]:
        """The offset in 64 bits, which instruction selection must find in the block of the memory operation.

        The `expect` is different in every block, so that LLVM does not join two extensions to one in a block further up, nor replace an
        offset that a loop counts up by a pointer.
        """
        number = self._numbers[block.name]
        return [f"  {own} = call i32 @llvm.expect.i32(i32 {offset}, i32 {number})", f"  {result} = zext i32 {own} to i64"]

    def _index(self, index: str, size: int, block: Block) -> tuple[str, int, int] | None:
        """The variable part of an index, its width, and the constant that is added to it."""
        bits, constant = 64, 0
        best: tuple[str, int, int] | None = None
        name = index
        for _ in range(6):
            low, high = self._intervals.of(name, block.name, bits)
            if low >= 0 and (high + 1) * size <= _LIMIT and abs(constant * size) <= _FARTHEST:
                best = (name, bits, constant)
            line = self._definitions.get(name, "")
            if bits == 64 and (extension := _EXTENSION.match(line)):
                if extension[1] == "zext" and self._intervals.of(extension[2], block.name, 32)[0] < 0:
                    break
                name, bits = extension[2], 32
            elif (total := _SUM.match(line)) and int(total[1]) == bits:
                # the sum must not have wrapped: its terms' bounds say so
                before = self._intervals.of(total[2], block.name, bits)
                added = int(total[3])
                least, most = -(1 << bits - 1), (1 << bits - 1) - 1
                if before[0] < 0 or before[0] + added < least or before[1] + added > most:
                    break
                name, constant = total[2], constant + added
            else:
                break
        return best

    def _uniform(self, name: str) -> bool:
        """Whether all lanes hold the same, by what the value is made of."""
        if name in self._scalars:
            return self._scalars[name]
        self._scalars[name] = False  # a loop's own value
        line = self._definitions.get(name, "")
        text = line.partition(" = ")[2].split(", !", 1)[0]
        if _UNIFORM_CALL.match(text) or _UNIFORM.match(text):
            operands = _NAMES.findall(text)
        elif text.startswith("load ") and "ptr addrspace(4) %" in text:
            operands = [text.partition("ptr addrspace(4) ")[2].split(",")[0]]
        else:
            return False
        result = all(self._uniform(operand) for operand in operands)
        self._scalars[name] = result
        return result


def parameters(function: Function) -> list[tuple[str, str]]:
    """Names and types of a function's parameters."""
    start = function.header.index(f"@{function.name}(") + len(function.name) + 1
    inner = function.header[start + 1 : matching_end(function.header, start) - 1]
    operands = [parse_operand(part) for part in split_top(inner)] if inner.strip() else []
    return [(operand.value or f"%{index}", operand.type) for index, operand in enumerate(operands)]


def finish(function: Function, facts: Facts) -> int:
    """Rewrite a kernel's addresses and drop the markers; returns the number of addresses."""
    done = Offsets(function, facts).rewrite() if " amdgpu_kernel " in function.header else 0
    body: list[str] = []
    for line in function.body:
        if BOUNDED in line:
            result = line.partition(" = ")[0].strip()
            operand = re.findall(rf"i32 (?:noundef )?({_NAMES.pattern}|-?\d+)\)", line)[-1]
            body.append(f"  {result} = or i32 {operand}, 0")
        else:
            body.append(line)
    function.body = body
    return done
