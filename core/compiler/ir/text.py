# SPDX-License-Identifier: Apache-2.0
"""A light reader of LLVM IR as text: enough structure to rewrite a module line by line, call site by call site.

LLVM prints one instruction a line; the exceptions (`switch` tables, the second lines of `invoke` and `landingpad`) are
kept as they are. Lines that a pass does not touch come out byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

NAME = r'(?:[-a-zA-Z$._0-9]+|"(?:[^"\\]|\\.)*")'
GLOBAL_NAME = re.compile(rf"@{NAME}")
LOCAL_NAME = re.compile(rf"%{NAME}")
_DEFINE_NAME = re.compile(rf"@({NAME})\(")
_GLOBAL_LINE = re.compile(rf"^@({NAME}) = ")
_COMDAT_LINE = re.compile(rf"^\$({NAME}) = comdat")
_LABEL_LINE = re.compile(rf"^({NAME}):")
_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass
class Function:
    """A function definition: its `define` line (without the brace) and its body lines, labels included."""

    name: str
    header: str
    body: list[str] = field(default_factory=list)

    @property
    def is_kernel(self) -> bool:
        return " ptx_kernel " in self.header or " amdgpu_kernel " in self.header

    def render(self) -> str:
        return "\n".join([self.header + " {", *self.body, "}"])


@dataclass
class Module:
    """A module: everything in print order, by kind. Names carry no `@` and no `%`; quoted names keep their quotes."""

    header: list[str] = field(default_factory=list)
    """`source_filename`, `target …`, module asm, type definitions."""
    comdats: dict[str, str] = field(default_factory=dict)
    globals: dict[str, str] = field(default_factory=dict)
    """Variables, aliases and ifuncs by name, each its whole line."""
    functions: dict[str, Function] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)
    attributes: list[str] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)

    def kernels(self) -> Iterator[Function]:
        return (function for function in self.functions.values() if function.is_kernel)

    def declare(self, line: str) -> None:
        """Add a `declare …` line unless the function is there already."""
        match = _DEFINE_NAME.search(line)
        if match is None:
            raise ValueError(f"not a declaration: {line}")
        if match[1] not in self.functions:
            self.declarations.setdefault(match[1], line)

    def render(self) -> str:
        parts = [
            "\n".join(self.header),
            "\n".join(self.comdats.values()),
            "\n".join(self.globals.values()),
            "\n\n".join(function.render() for function in self.functions.values()),
            "\n".join(self.declarations.values()),
            "\n".join(self.attributes),
            "\n".join(self.metadata),
        ]
        return "\n\n".join(part for part in parts if part) + "\n"


def parse_module(text: str) -> Module:
    """Read the text of a module as LLVM prints it (comments on lines of their own are dropped)."""
    module = Module()
    current: Function | None = None
    for line in text.splitlines():
        if current is not None:
            if line == "}":
                current = None
            else:
                current.body.append(line)
            continue
        if not line or line.startswith(";"):
            continue
        first = line[0]
        if first == "d" and line.startswith("define "):
            name = define_name(line)
            current = Function(name, line.removesuffix("{").rstrip())
            module.functions[name] = current
        elif first == "d" and line.startswith("declare "):
            module.declarations[define_name(line)] = line
        elif first == "@" and (match := _GLOBAL_LINE.match(line)):
            module.globals[match[1]] = line
        elif first == "$" and (match := _COMDAT_LINE.match(line)):
            module.comdats[match[1]] = line
        elif first == "a" and line.startswith("attributes "):
            module.attributes.append(line)
        elif first == "!":
            module.metadata.append(line)
        else:
            module.header.append(line)
    return module


_NUMBERED = re.compile(r"^\s+%(\d+) = ")


def name_moved_values(function: Function) -> None:
    """Give names to a function's numbered values where a pass has moved lines: LLVM reads numbers in ascending order only."""
    numbers = [int(match[1]) for line in function.body if (match := _NUMBERED.match(line))]
    if all(first < second for first, second in pairwise(numbers)):
        return
    defined = set(map(str, numbers))
    function.body = [
        re.sub(r"%(\d+)\b(?!\.)", lambda found: f"%moved.{found[1]}" if found[1] in defined else found[0], line) if "%" in line else line
        for line in function.body
    ]


def define_name(line: str) -> str:
    """The function's name in a `define` or `declare` line."""
    match = _DEFINE_NAME.search(line)
    if match is None:
        raise ValueError(f"no function name in: {line}")
    return match[1]


def label_of(line: str) -> str | None:
    """The label that this body line opens a block with, or None."""
    match = _LABEL_LINE.match(line)
    return match[1] if match else None


def mentioned_globals(line: str) -> list[str]:
    """Names (without `@`) of the globals and functions that a line mentions, one entry a mention."""
    return [name[1:] for name in GLOBAL_NAME.findall(line)]


def referenced_globals(lines: Iterable[str]) -> set[str]:
    """Names (without `@`) of all globals and functions that the lines mention."""
    found: set[str] = set()
    for line in lines:
        if "@" in line:
            found.update(mentioned_globals(line))
    return found


_NESTING = re.compile(r'["()\[\]{}<>]')
_OPENING = re.compile(r'["(\[{<]')


def matching_end(text: str, start: int) -> int:
    """Index just behind the bracket that closes the one at `start`; quoted strings are skipped."""
    stack = [_CLOSERS[text[start]]]
    index = start + 1
    while stack:
        found = _NESTING.search(text, index)
        if found is None:
            raise IndexError(f"no end of the bracket at: {text[start : start + 60]}")
        char, index = found[0], found.end()
        if char == '"':
            index = _string_end(text, index - 1)
        elif char in _CLOSERS:
            stack.append(_CLOSERS[char])
        elif char == stack[-1]:
            stack.pop()
    return index


def _string_end(text: str, start: int) -> int:
    return text.index('"', start + 1) + 1


def split_top(text: str, separator: str = ",") -> list[str]:
    """Split at separators outside of brackets and quotes; parts are stripped; an empty text gives no part."""
    parts: list[str] = []
    begin = index = 0
    while (opening := _OPENING.search(text, index)) is not None:
        while (at := text.find(separator, index, opening.start())) >= 0:
            parts.append(text[begin:at].strip())
            begin = index = at + 1
        index = _string_end(text, opening.start()) if opening[0] == '"' else matching_end(text, opening.start())
    while (at := text.find(separator, index)) >= 0:
        parts.append(text[begin:at].strip())
        begin = index = at + 1
    tail = text[begin:].strip()
    if tail or parts:
        parts.append(tail)
    return parts


_SIMPLE_TYPE = re.compile(
    rf"(?:i\d+|half|bfloat|float|double|fp128|x86_fp80|ppc_fp128|void|label|metadata|token|ptr(?: addrspace\(\d+\))?|%{NAME})"
)


def split_type(text: str) -> tuple[str, str]:
    """Split `text` into the type it starts with and the rest (stripped)."""
    text = text.lstrip()
    if text and text[0] in "[{<":
        end = matching_end(text, 0)
    elif match := _SIMPLE_TYPE.match(text):
        end = match.end()
    elif text.startswith("target("):
        end = matching_end(text, 6)
    else:
        raise ValueError(f"no type at: {text[:60]}")
    while text.startswith(" (", end):
        end = matching_end(text, end + 1)
    return text[:end], text[end:].strip()


_PARAMETER_ATTRIBUTE = re.compile(
    r"(?:noundef|nonnull|signext|zeroext|noext|inreg|returned|noalias|nocapture|readonly|readnone|writeonly|immarg|nofree|nest|"
    r"swiftself|swifterror|swiftasync|dead_on_unwind|dead_on_return|writable|allocptr|allocalign|align \d+|"
    r'"[^"]*"(?:="[^"]*")?)(?= |$)'
)
_PARAMETER_ATTRIBUTE_CALL = re.compile(
    r"(?:byval|byref|sret|inalloca|preallocated|elementtype|dereferenceable|dereferenceable_or_null|captures|range|nofpclass|"
    r"initializes|align|alignstack|dead_on_return)(?=\()"
)


@dataclass(frozen=True)
class Operand:
    """One argument of a call or one parameter of a definition."""

    type: str
    attributes: tuple[str, ...]
    value: str
    """`%x`, `@f`, a constant or constant expression; empty for an unnamed parameter of a declaration."""

    def render(self) -> str:
        return " ".join(part for part in (self.type, *self.attributes, self.value) if part)


def parse_operand(text: str) -> Operand:
    """Read `type attributes… value`."""
    if text == "...":
        return Operand("...", (), "")
    kind, rest = split_type(text)
    attributes: list[str] = []
    while rest:
        if match := _PARAMETER_ATTRIBUTE.match(rest):
            end = match.end()
        elif match := _PARAMETER_ATTRIBUTE_CALL.match(rest):
            end = matching_end(rest, match.end())
        else:
            break
        attributes.append(rest[:end])
        rest = rest[end:].lstrip()
    return Operand(kind, tuple(attributes), rest)


@dataclass(frozen=True)
class Call:
    """A `call` or `invoke` line taken apart; `render` puts it together again."""

    indent: str
    result: str | None
    """`%x`, or None when nothing is assigned."""
    opcode: str
    """`call`, `tail call`, `invoke`, …"""
    prefix: str
    """Fast-math flags, calling convention, return attributes: all between the opcode and the return type."""
    return_type: str
    function_type: str | None
    """The whole function type where LLVM prints one (variadic callees), else None."""
    callee: str
    """`@name`, `%pointer`, or `asm …` with its two strings."""
    arguments: tuple[Operand, ...]
    suffix: str
    """All behind the argument list: attribute groups, bundles, `, !dbg !7`."""

    @property
    def name(self) -> str | None:
        """The called function's name without `@`, or None for indirect calls and asm."""
        return self.callee[1:] if self.callee.startswith("@") else None

    def values(self) -> list[str]:
        return [argument.value for argument in self.arguments]

    def metadata(self) -> str:
        """The `, !kind !n` part of the suffix."""
        index = self.suffix.find(", !")
        return self.suffix[index:] if index >= 0 else ""

    def render(self) -> str:
        head = f"{self.indent}{self.result} = " if self.result else self.indent
        words = [self.opcode, self.prefix, self.function_type or self.return_type]
        inner = ", ".join(argument.render() for argument in self.arguments)
        return f"{head}{' '.join(word for word in words if word)} {self.callee}({inner}){self.suffix}"


_CALL_HEAD = re.compile(rf"^(\s*)(?:(%{NAME}) = )?((?:(?:tail|musttail|notail) )?call|invoke) ")
_CALL_PREFIX = re.compile(
    r"(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|fastcc|coldcc|ccc|cc \d+|ptx_device|ptx_kernel|amdgpu_kernel|noundef|nonnull|"
    r"signext|zeroext|noext|inreg|noalias|align \d+|addrspace\(\d+\))(?= )"
)


def parse_call(line: str) -> Call | None:
    """Take a `call` or `invoke` line apart; None for any other line."""
    head = _CALL_HEAD.match(line)
    if head is None:
        return None
    rest = line[head.end() :]
    prefix: list[str] = []
    while True:
        if match := _CALL_PREFIX.match(rest):
            end = match.end()
        elif match := _PARAMETER_ATTRIBUTE_CALL.match(rest):
            end = matching_end(rest, match.end())
        else:
            break
        prefix.append(rest[:end])
        rest = rest[end:].lstrip()
    kind, rest = split_type(rest)
    function_type = None
    if kind.endswith(")") and not kind.startswith(("ptr addrspace", "target(")):
        function_type = kind
        kind = split_type(kind[: kind.index(" (")])[0] if " (" in kind else kind
    if rest.startswith("asm "):
        first = rest.index('"')
        second = rest.index('"', _string_end(rest, first))
        end = _string_end(rest, second)
    elif match := re.match(rf"[@%]{NAME}", rest):
        end = match.end()
    else:
        end = rest.index("(")
        end = matching_end(rest, end)
    callee, rest = rest[:end].rstrip(), rest[end:]
    close = matching_end(rest, 0)
    arguments = tuple(parse_operand(part) for part in split_top(rest[1 : close - 1]))
    return Call(
        indent=head[1],
        result=head[2],
        opcode=head[3],
        prefix=" ".join(prefix),
        return_type=kind,
        function_type=function_type,
        callee=callee,
        arguments=arguments,
        suffix=rest[close:],
    )


def parse_parameters(header: str) -> list[Operand]:
    """The parameters of a `define` or `declare` line."""
    match = _DEFINE_NAME.search(header)
    if match is None:
        raise ValueError(f"no function name in: {header}")
    start = match.end() - 1
    return [parse_operand(part) for part in split_top(header[start + 1 : matching_end(header, start) - 1])]


class FreshNames:
    """Hands out local names that do not occur in a function: `%prefix.0`, `%prefix.1`, …"""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._next = 0

    def __call__(self) -> str:
        name = f"%{self._prefix}.{self._next}"
        self._next += 1
        return name
