# SPDX-License-Identifier: Apache-2.0
"""A small typed model of one LLVM function, read from its text: blocks, instructions, types, uses.

Instructions keep their text; only what the cutting into regions asks for is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from scale.compiler.ir import text
from scale.compiler.ir.text import Operand, label_of, parse_call, parse_parameters, split_top, split_type

VALUE = re.compile(r'%(?:"[^"]*"|[\w.$-]+)')
_NAME = re.compile(r'%("[^"]*"|[\w.$-]+)')
_FLAGS = re.compile(
    r"(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|inbounds|volatile|atomic"
    r"|weak|tail|musttail|notail)\s+)*"
)


@dataclass(eq=False)
class Instruction:
    """One instruction; `text` is what stands right of `=` (or the whole line)."""

    name: str | None
    op: str
    text: str
    type: str = "void"
    uses: tuple[str, ...] = ()
    callee: str | None = None
    arguments: tuple[Operand, ...] = ()
    incoming: tuple[tuple[str, str], ...] = ()
    """Of a phi: (value text, block name)."""
    targets: tuple[str, ...] = ()
    """Of a terminator: block names, in order, with repeats."""
    block: str = ""
    sequential: bool = False
    """A plain access that threads of a block may make to the same place; never to be run for several at once."""
    _split: tuple[str, list[str]] = ("", [])

    @property
    def pieces(self) -> list[str]:
        """The text in turns of what stands between names, and a `%name` without the sign."""
        if self._split[0] is not self.text:
            self._split = (self.text, _NAME.split(self.text))
        return self._split[1]

    @property
    def terminator(self) -> bool:
        return self.op in ("br", "switch", "ret", "unreachable", "indirectbr")


@dataclass(eq=False)
class Block:
    """A basic block: instructions, the last of them a terminator."""

    name: str
    instructions: list[Instruction] = field(default_factory=list)

    @property
    def terminator(self) -> Instruction:
        return self.instructions[-1]

    @property
    def successors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.terminator.targets))

    def phis(self) -> Iterator[Instruction]:
        for instruction in self.instructions:
            if instruction.op != "phi":
                return
            yield instruction


@dataclass(frozen=True)
class Parameter:
    """A formal parameter."""

    type: str
    name: str
    attributes: str


@dataclass(eq=False)
class Function:
    """A function with blocks in layout order; the first is the entry."""

    name: str
    parameters: list[Parameter]
    blocks: dict[str, Block]
    result: str = "void"

    @property
    def entry(self) -> str:
        return next(iter(self.blocks))

    def instructions(self) -> Iterator[Instruction]:
        for block in self.blocks.values():
            yield from block.instructions

    def predecessors(self) -> dict[str, list[str]]:
        """For each block the blocks that branch to it, each once."""
        found: dict[str, list[str]] = {name: [] for name in self.blocks}
        for block in self.blocks.values():
            for target in block.successors:
                found[target].append(block.name)
        return found

    def definitions(self) -> dict[str, Instruction]:
        """From value name to its instruction."""
        return {i.name: i for i in self.instructions() if i.name}


def strip_metadata(text: str) -> str:
    """Without trailing `, !kind !N` and attribute-group references."""
    text = re.sub(r"(?:,\s*![\w.]+ !\d+|\s+!\d+)+\s*$", "", text)
    return re.sub(r"\s+#\d+(?=$|,|\s)", "", text)


_METADATA_KEPT = re.compile(
    r",\s*!(?:tbaa|dbg|srcloc|noundef|range|nonnull|align|alias\.scope|noalias|tbaa\.struct|"
    r"prof|annotation|heapallocsite|noalias\.addrspace|nontemporal|invariant\.load|fpmath)"
    r" !(?:\d+|\{\})"
)


def _parse_call(i: Instruction, line: str) -> None:
    call = parse_call(line)
    assert call is not None, line
    i.type, i.callee, i.arguments = call.return_type, call.callee, call.arguments


def _element_type(aggregate: str, indices: list[str], types: dict[str, str]) -> str:
    for index in indices:
        while aggregate in types:
            aggregate = types[aggregate]
        body = aggregate.strip()
        if body.startswith("<{"):
            body = body[1:-1]
        aggregate = body[body.index(" x ") + 3 : -1].strip() if body.startswith("[") else split_top(body[1:-1])[int(index)]
    return aggregate


def parse_instruction(line: str, types: dict[str, str]) -> Instruction:
    """Parse one line; `types` maps `%struct.S` to its body."""
    line = line.strip()
    name = None
    text = line
    if line.startswith("%"):
        head, text = line.split(" = ", 1)
        name = head[1:]
    found = re.match(r"(?:tail |musttail |notail )?([a-z_]+)\s*", text)
    assert found, line
    op = found.group(1)
    i = Instruction(name, op, text)
    rest = text[found.end() :]
    rest = rest[(_FLAGS.match(rest) or found).end() if _FLAGS.match(rest) else 0 :]
    if op in ("br", "switch", "indirectbr"):
        i.targets = tuple(t[1:] for t in re.findall(r'label (%(?:"[^"]*"|[\w.$-]+))', text))
    elif op == "phi":
        i.type, rest = split_type(rest)
        pairs = [p for p in split_top(rest) if p.startswith("[")]
        incoming = []
        for pair in pairs:
            value, block = split_top(pair[1:-1])
            incoming.append((value, block[1:]))
        i.incoming = tuple(incoming)
    elif op == "load":
        i.type = split_type(rest)[0]
    elif op in ("icmp", "fcmp"):
        rest = rest.split(" ", 1)[1]
        rest = re.sub(r"^(?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\s+)*", "", text[found.end() :])
        rest = re.sub(r"^samesign ", "", rest).split(" ", 1)[1]
        operand = split_type(rest)[0]
        i.type = f"<{operand[1 : operand.index(' x')]} x i1>" if operand.startswith("<") else "i1"
    elif op in (
        "zext",
        "sext",
        "trunc",
        "fptrunc",
        "fpext",
        "fptoui",
        "fptosi",
        "uitofp",
        "sitofp",
        "ptrtoint",
        "inttoptr",
        "bitcast",
        "addrspacecast",
        "ptrtoaddr",
    ):
        i.type = split_type(text[text.rindex(" to ") + 4 :])[0]
    elif op == "getelementptr":
        operands = split_top(re.sub(r"^(?:(?:inbounds|nuw|nusw|inrange\([^)]*\))\s+)*", "", rest))
        i.type = "ptr"
        for operand in operands[1:]:
            kind = split_type(operand)[0]
            if kind.startswith("<"):
                i.type = f"<{kind[1 : kind.index(' x')]} x ptr>"
    elif op == "alloca":
        i.type = "ptr"
    elif op == "select":
        parts = split_top(rest)
        i.type = split_type(parts[1])[0]
    elif op == "call":
        _parse_call(i, line)
    elif op == "extractvalue":
        kind, rest = split_type(rest)
        i.type = _element_type(kind, split_top(strip_metadata(rest))[1:], types)
    elif op == "extractelement":
        kind = split_type(rest)[0]
        i.type = kind[kind.index(" x ") + 3 : -1]
    elif op == "shufflevector":
        parts = split_top(rest)
        kind, mask = split_type(parts[0])[0], split_type(parts[2])[0]
        i.type = f"<{mask[1 : mask.index(' x')]}{kind[kind.index(' x') :]}"
    elif op == "cmpxchg":
        parts = split_top(rest)
        i.type = f"{{ {split_type(parts[1])[0]}, i1 }}"
    elif op == "atomicrmw":
        rest = re.sub(r"^\w+ ", "", rest)
        i.type = split_type(split_top(rest)[1])[0]
    elif op in ("store", "ret", "unreachable", "fence"):
        pass
    else:  # binary operators, fneg, freeze, insertvalue, insertelement, va_arg
        i.type = split_type(rest)[0]
    labels = {"%" + t for t in i.targets}
    if op == "phi":
        uses = [v for v, _ in i.incoming]
        i.uses = tuple(dict.fromkeys(u[1:] for v in uses for u in VALUE.findall(v)))
    else:
        i.uses = tuple(dict.fromkeys(v[1:] for v in VALUE.findall(text) if v not in labels and v not in types))
    return i


def clean_line(line: str) -> str:
    """Drop metadata and attribute groups that the cut code does not keep."""
    line = _METADATA_KEPT.sub("", line)
    return re.sub(r" #\d+(?=\s*$|,)", "", line)


def parse_function(source: text.Function, types: dict[str, str]) -> Function:
    """Take a function definition apart; `types` maps `%struct.S` to its body."""
    parameters = [Parameter(p.type, p.value[1:], " ".join(p.attributes)) for p in parse_parameters(source.header)]
    blocks: dict[str, Block] = {}
    current: Block | None = None
    first = str(sum(1 for p in parameters if p.name.isdigit()))
    body = iter(source.body)
    for raw in body:
        if not raw or raw.lstrip().startswith(";"):
            continue
        label = label_of(raw)
        if label is not None:
            current = blocks[label] = Block(label)
            continue
        if current is None:
            current = blocks[first] = Block(first)
        line = raw.strip()
        if line.startswith("switch ") and line.endswith("["):
            for more in body:
                line += " " + more.strip()
                if more.strip().startswith("]"):
                    break
        instruction = parse_instruction(clean_line(line), types)
        instruction.block = current.name
        current.instructions.append(instruction)
    result = re.search(r"(\S+|[{\[<].*[}\]>]) $", source.header[: source.header.index("@")])
    return Function(source.name, parameters, blocks, result.group(1) if result else "void")


def substitute(text: str, rename: Callable[[str], str | None]) -> str:
    """Replace each `%name` for which `rename(name)` is not None."""

    def one(found: re.Match[str]) -> str:
        new = rename(found.group()[1:])
        return found.group() if new is None else new

    return VALUE.sub(one, text)
