# SPDX-License-Identifier: Apache-2.0
"""Write a region's blocks as LLVM text: new names, values from slots, exits to the schedule's hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .calls import fill_lines
from .checks import check_lines
from .launch_calls import lower_call
from .model import Instruction, substitute
from .normalise import plain
from .regions import Region
from .schedule import Schedule, alloca_size, register_of
from .sync import sync_of

if TYPE_CHECKING:
    from .widening import Widening

_MEMORY = ("load", "store")


@dataclass(eq=False)
class RegionWriter:
    """Writes one copy of one region."""

    schedule: Schedule
    region: Region
    suffix: str
    """Makes the names of this copy unique."""
    group: str | None = None
    """Access group for accesses that belong to different threads without conflict; None: no tags."""
    assumed: dict[str, str] = field(default_factory=dict)
    """Values that are constants in this copy: `true` or `false`."""
    wide: Widening | None = None
    """Writes extended indices as straight lines over the row."""
    before: list[str] = field(default_factory=list)
    """Lines that run once before the loop over threads: loads of scalars, which threads of this very loop may overwrite."""
    prologue: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    _known: dict[str, str] = field(default_factory=dict)
    _operands: dict[str, str] = field(default_factory=dict)
    """Of values that are the same operand at every place."""
    _counter: int = 0

    def fresh(self, hint: str = "t") -> str:
        """A new value name."""
        self._counter += 1
        return f"%t.{hint}{self._counter}.{self.suffix}"

    def label(self, block: str) -> str:
        return f"b.{plain(block)}.{self.suffix}"

    def local(self, value: str) -> str:
        return f"%v.{plain(value)}.{self.suffix}"

    def tag(self) -> str:
        return f", !llvm.access.group {self.group}" if self.group else ""

    # -- values from outside -------------------------------------------------------------------------------------------
    def outside(self, value: str) -> str:
        """The operand for a value as it was when the region started."""
        if value in self.assumed:
            known = self.assumed[value]
            return self.outside(known[1:]) if known.startswith("%") else known
        if value in self._known:
            return self._known[value]
        cut = self.schedule.cut
        i = cut.definitions.get(value)
        if i is None:
            named_type = f"%{value}" in self.schedule.types
            operand = f"%{value}" if named_type else f"%arg.{plain(value)}"
        elif (register := register_of(i)) is not None:
            operand = self.schedule.register(register, self)
        elif i.op == "alloca":
            operand = f"{self.local(value)}.in"
            self.prologue += self.alloca(i, operand)
        elif cut.repeatable(value):
            operand = f"{self.local(value)}.in"
            straight = self.wide and self.wide.replace(i, operand, f"%x64.{self.suffix}")
            if straight:
                self.prologue += straight
            else:
                text = substitute(i.text, self.outside)
                self.prologue.append(f"  {operand} = {self.context(text, i)}")
        else:
            operand = f"{self.local(value)}.in"
            (self.before if self.schedule.scalar(value) else self.prologue).extend(self.slot_load(value, operand))
        self._known[value] = operand
        return operand

    def value(self, name: str, lines: list[str]) -> str:
        """The operand for a value at the present place; may add a load to `lines`."""
        if name in self.assumed:
            known = self.assumed[name]
            return self.value(known[1:], lines) if known.startswith("%") else known
        cut = self.schedule.cut
        i = cut.definitions.get(name)
        if i is not None and name in self.region.defined:
            if name in self.region.exposed:
                result = self.fresh("x")
                lines.append(f"  {result} = load {i.type}, ptr {self.local(name)}.var")
                return result
            register = register_of(i)
            if register is None:
                return self.local(name)
            return self.outside(name)
        return self.outside(name)

    def renamed(self, i: Instruction, lines: list[str]) -> str:
        """An instruction's text in the region's names; most values have the same operand wherever they stand."""
        pieces = i.pieces
        text = pieces.copy()
        for at in range(1, len(pieces), 2):
            name = pieces[at]
            operand = self._operands.get(name)
            if operand is None:
                operand = self.value(name, lines)
                if name not in self.region.exposed:
                    self._operands[name] = operand
            text[at] = operand
        return "".join(text)

    def operand(self, text: str, lines: list[str]) -> str:
        """A constant or value operand in the region's names."""
        return self.context(substitute(text, lambda n: self.value(n, lines)), None)

    # -- slots -----------------------------------------------------------------------------------------------------------
    def slot_pointer(self, value: str, lines: list[str]) -> tuple[str, str]:
        """(pointer, type in memory) of a value's slot."""
        kind = self.schedule.cut.definitions[value].type
        if self.schedule.scalar(value):
            return f"%u.{plain(value)}", kind
        stored = "i8" if kind == "i1" else kind
        return self.schedule.place(self, f"v.{plain(value)}", stored, lines), stored

    def slot_load(self, value: str, result: str) -> list[str]:
        lines: list[str] = []
        pointer, stored = self.slot_pointer(value, lines)
        kind = self.schedule.cut.definitions[value].type
        tag = "" if self.schedule.scalar(value) else self.tag()
        if stored != kind:
            byte = self.fresh("b")
            lines.append(f"  {byte} = load i8, ptr {pointer}{tag}")
            lines.append(f"  {result} = trunc i8 {byte} to i1")
        else:
            lines.append(f"  {result} = load {kind}, ptr {pointer}{tag}")
        return lines

    def slot_store(self, value: str, operand: str, lines: list[str]) -> None:
        pointer, stored = self.slot_pointer(value, lines)
        kind = self.schedule.cut.definitions[value].type
        tag = "" if self.schedule.scalar(value) else self.tag()
        if stored != kind:
            byte = self.fresh("b")
            lines.append(f"  {byte} = zext i1 {operand} to i8")
            operand = byte
        lines.append(f"  store {stored} {operand}, ptr {pointer}{tag}")

    def alloca(self, i: Instruction, result: str) -> list[str]:
        """A thread's own memory: its part of an array in the frame."""
        size = alloca_size(i, self.schedule.types)
        name = f"l.{plain(i.name or '')}"
        self.schedule.frame.array(name, size)
        lines: list[str] = []
        offset = self.fresh("o")
        lines.append(f"  {offset} = mul nuw nsw i64 {self.schedule.thread_index(self)}, {size}")
        lines.append(f"  {result} = getelementptr inbounds i8, ptr %f.{name}, i64 {offset}")
        return lines

    # -- the region --------------------------------------------------------------------------------------------------------
    def write(self) -> None:
        """Fill `lines` with the region's blocks; the first label is the entry block's."""
        cut, region = self.schedule.cut, self.region
        parts: dict[str, tuple[list[str], list[str]]] = {}
        for name in region.blocks:
            lines: list[str] = []
            last: list[str] = []
            for i in cut.function.blocks[name].instructions[:-1]:
                self.instruction(i, name, lines)
            self.terminator(cut.function.blocks[name].terminator, name, lines, last)
            parts[name] = (lines, last)
        body: list[str] = []
        for name, (lines, last) in parts.items():
            if name != region.entry:
                body.append(f"{self.label(name)}:")
            body += [*lines, *self._edge_loads.get(name, ()), *last]
        start: list[str] = []
        for value in sorted(region.exposed):
            if value in self._own_values():
                continue
            start.append(f"  store {cut.definitions[value].type} {self.outside(value)}, ptr {self.local(value)}.var")
        self.lines = [f"{self.label(region.entry)}:", *self.prologue, *start, *body]

    def _own_values(self) -> set[str]:
        return {
            i.name
            for i in self.schedule.cut.function.blocks[self.region.entry].instructions
            if i.name and (i.op == "phi" or sync_of(i.callee))
        }

    def variables(self) -> list[str]:
        """Stack variables that this copy needs in the function's entry block."""
        definitions = self.schedule.cut.definitions
        return [f"  {self.local(v)}.var = alloca {definitions[v].type}" for v in sorted(self.region.exposed)]

    def define(self, i: Instruction, lines: list[str]) -> None:
        """After a definition: keep the value for uses that other paths reach too."""
        if i.name in self.region.exposed:
            lines.append(f"  store {i.type} {self.local(i.name)}, ptr {self.local(i.name)}.var")

    def instruction(self, i: Instruction, block: str, lines: list[str]) -> None:
        region = self.region
        if i.op == "phi":
            if block == region.entry:
                lines += self.slot_load_phi(i)
                self.define(i, lines)
                return
            inside = set(region.blocks)
            parts = []
            for value, source in i.incoming:
                if source in inside:
                    parts.append((value, source))
            incoming = ", ".join(f"[ {self._phi_operand(v, s)}, %{self.label(s)} ]" for v, s in parts)
            lines.append(f"  {self.local(i.name or '')} = phi {i.type} {incoming}")
            if i.name in region.exposed:
                self._after_phis.setdefault(block, []).append(i)
            return
        if block in self._after_phis:
            for phi in self._after_phis.pop(block):
                self.define(phi, lines)
        if i.callee and sync_of(i.callee):
            if i.name:
                lines += self.schedule.sync_result(self, i)
                self.define(i, lines)
            return
        if (i.callee and register_of(i) is not None) or i.name in self.assumed:
            return
        if i.op == "alloca":
            lines += self.alloca(i, self.local(i.name or ""))
            return
        straight = self.wide and self.wide.replace(i, self.local(i.name or ""), f"%x64.{self.suffix}")
        if straight:
            lines += straight
            self.define(i, lines)
            return
        if self.schedule.checks:
            check_lines(self, i, lines)
        text = self.context(self.renamed(i, lines), i)
        if i.op in _MEMORY and self.group and not i.sequential and not _ordered(i):
            text += self.tag()
        head = f"{self.local(i.name)} = " if i.name else ""
        lines.append(f"  {head}{text}")
        self.define(i, lines)

    def __post_init__(self) -> None:
        self._after_phis: dict[str, list[Instruction]] = {}
        self._edge_loads: dict[str, list[str]] = {}

    def _phi_operand(self, value: str, source: str) -> str:
        """A phi's operand; what needs a load is loaded at the end of the source block."""
        lines: list[str] = []
        operand = self.operand(value, lines)
        if lines:
            self._edge_loads.setdefault(source, []).extend(lines)
        return operand

    def slot_load_phi(self, i: Instruction) -> list[str]:
        """A phi of the entry block: its value was stored by the block that came here."""
        return self.slot_load_named(f"p.{plain(i.name or '')}", i, self.local(i.name or ""))

    def slot_load_named(self, key: str, i: Instruction, result: str) -> list[str]:
        lines: list[str] = []
        stored = "i8" if i.type == "i1" else i.type
        pointer = self._named_pointer(key, i, stored, lines)
        tag = "" if self.schedule.scalar(i.name or "") else self.tag()
        if self.schedule.scalar(i.name or ""):
            self.before.append(f"  {result} = load {i.type}, ptr {pointer}")
        elif stored != i.type:
            byte = self.fresh("b")
            lines.append(f"  {byte} = load i8, ptr {pointer}{tag}")
            lines.append(f"  {result} = trunc i8 {byte} to i1")
        else:
            lines.append(f"  {result} = load {i.type}, ptr {pointer}{tag}")
        return lines

    def _named_pointer(self, key: str, i: Instruction, stored: str, lines: list[str]) -> str:
        if self.schedule.scalar(i.name or ""):
            return f"%u.{key}"
        return self.schedule.place(self, key, stored, lines)

    def store_phi(self, i: Instruction, operand: str, lines: list[str]) -> None:
        key = f"p.{plain(i.name or '')}"
        stored = "i8" if i.type == "i1" else i.type
        pointer = self._named_pointer(key, i, stored, lines)
        if self.schedule.scalar(i.name or ""):
            lines.append(f"  store {i.type} {operand}, ptr {pointer}")
            return
        if stored != i.type:
            byte = self.fresh("b")
            lines.append(f"  {byte} = zext i1 {operand} to i8")
            operand = byte
        lines.append(f"  store {stored} {operand}, ptr {pointer}{self.tag()}")

    def store_live_phis(self, source: str, target: str, lines: list[str]) -> None:
        """Phi inputs of the next region."""
        for phi in self.schedule.cut.function.blocks[target].phis():
            for value, origin in phi.incoming:
                if origin == source:
                    self.store_phi(phi, self.operand(value, lines), lines)

    def store_live(self, source: str, target: str, lines: list[str]) -> None:
        """What the next region wants of this one: phi inputs and values that were computed here."""
        cut = self.schedule.cut
        self.store_live_phis(source, target, lines)
        for value in sorted(cut.regions[target].live_in):
            if value in self.region.defined:
                self.slot_store(value, self.value(value, lines), lines)

    def terminator(self, i: Instruction, block: str, lines: list[str], last: list[str]) -> None:
        """Write a block's end; what must come after loads for phis goes to `last`."""
        for phi in self._after_phis.pop(block, []):
            self.define(phi, lines)
        regions = self.schedule.cut.regions
        fork = self.region.fork == block
        if i.op == "ret" or fork or (i.op == "br" and len(i.targets) == 1 and i.targets[0] in regions):
            target = None if i.op == "ret" else block if fork else i.targets[0]
            extra, label = self.schedule.fork(self, block) if fork else self.schedule.exit(self, block, target)
            last += [*extra, f"  br label %{label}"]
            return
        if i.op == "unreachable":
            last.append("  unreachable")
            return
        edges: dict[str, str] = {}
        after: list[str] = []
        for target in dict.fromkeys(i.targets):
            if target in regions:
                edge = f"e.{plain(block)}.to.{plain(target)}.{self.suffix}"
                edges[target] = edge
                extra, label = self.schedule.exit(self, block, target)
                after += [f"{edge}:", *extra, f"  br label %{label}"]
            else:
                edges[target] = self.label(target)
        targets = set(i.targets)
        text = substitute(i.text, lambda n: f"%{edges[n]}" if n in targets else self.value(n, last))
        last.append(f"  {text}")
        last += after

    # -- what needs the launch ------------------------------------------------------------------------------------------
    def context(self, text: str, i: Instruction | None) -> str:
        """Replace shared variables and calls that need the launch."""
        if "@" in text:
            text = self.schedule_shared(text)
        if i is not None and i.op == "call" and i.callee:
            text = lower_call(self, i, text)
        return text

    def once(self, name: str, lines: list[str]) -> str:
        """The region's own value of a register, which these lines make at its start."""
        result = f"%{name}.{self.suffix}"
        if name not in self._known:
            self._known[name] = result
            self.prologue += lines
        return result

    def use_context(self) -> None:
        """Have the thread's context filled at the start of the region."""
        if "context" not in self._known:
            self._known["context"] = "%scale.ctx"
            self.schedule.uses_context = True
            names = [f"{k}.{d}" for k in ("tid", "ctaid") for d in "xyz"]
            registers = {n: self.schedule.register(n, self) for n in names} | {"index": self.schedule.thread_index(self)}
            self.prologue += fill_lines(self.suffix, registers)

    def schedule_shared(self, text: str) -> str:
        pattern = self.schedule.shared_pattern
        if pattern is None:
            return text
        return pattern.sub(lambda f: f"%sh.{plain(f.group()[1:])}", text)


def _ordered(i: Instruction) -> bool:
    return " volatile " in f" {i.text} " or i.text.startswith(("load atomic", "store atomic"))
