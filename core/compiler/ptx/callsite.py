# SPDX-License-Identifier: Apache-2.0
"""Finds and takes apart the calls of inline assembly in the text of an LLVM module."""

from __future__ import annotations

import re
from dataclasses import dataclass

MARK = " asm "
"""Every call of inline assembly holds this; a module without it has none."""

_QUOTED = r'"((?:[^"\\]|\\[0-9A-Fa-f]{2}|\\\\)*)"'
_CALL = re.compile(
    r"^\s*(?:(?P<result>%[-\w.$]+|%\"[^\"]*\") = )?(?P<call>(?:(?:tail|musttail|notail) )?call|callbr|invoke) "
    r"(?P<before>[^\"@]*?)\basm (?P<flags>(?:sideeffect |alignstack |inteldialect |unwind )*)"
    + _QUOTED.replace("(", "(?P<text>", 1)
    + ", "
    + _QUOTED.replace("(", "(?P<constraints>", 1)
    + r"(?P<rest>\(.*)$"
)
_FAST_MATH = ("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
_FLAGS = frozenset((*_FAST_MATH, "noundef", "nonnull", "noalias", "zeroext", "signext", "inreg", "ptx_device", "fastcc"))
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|\\)")
_PIECE = re.compile(r"\$(?:\$|(\d+)|\{(\d*):?([^}]*)\}|([(|)]))")


@dataclass(frozen=True)
class Argument:
    type: str
    text: str


@dataclass(frozen=True)
class AsmCall:
    """One call site."""

    result: str | None
    """`%12`, or None for a call without a value."""
    type: str
    """`void`, one type, or a struct `{ i32, float }`."""
    text: str
    constraints: str
    sideeffect: bool
    arguments: tuple[Argument, ...]
    debug: str | None
    """Number of the `!dbg` node."""
    source_offsets: str | None
    """Number of the `!srcloc` node."""

    @property
    def result_types(self) -> tuple[str, ...]:
        if self.type == "void":
            return ()
        if self.type.startswith("{"):
            return tuple(split_commas(self.type[1:-1]))
        return (self.type,)


class NotACall(Exception):
    """The line holds inline assembly in a form that cannot be taken apart."""


def split_commas(text: str) -> list[str]:
    """Splits at the commas that no bracket encloses."""
    parts: list[str] = []
    depth = start = 0
    quoted = False
    for index, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def _closing(text: str) -> int:
    """Index of the bracket that closes the one at 0."""
    depth = 0
    quoted = False
    for index, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                return index
    raise NotACall(text)


def _strip_attributes(text: str) -> str:
    words = text.split()
    while words and (words[0] in _FLAGS or words[0].startswith(("align(", "range(", "nofpclass(", "dereferenceable"))):
        words.pop(0)
    return " ".join(words)


def parse(line: str) -> AsmCall | None:
    """The call of inline assembly in a line, or None if there is none.

    Raises:
        NotACall: it is one, in a form that is not known (`callbr`, `invoke`).
    """
    if MARK not in line:
        return None
    found = _CALL.match(line)
    if found is None:
        if re.search(r"\b(call|invoke|callbr) [^\"]*\basm ", line):
            raise NotACall(line.strip())
        return None
    if not found["call"].endswith("call"):
        raise NotACall(line.strip())
    rest = found["rest"]
    end = _closing(rest)
    arguments = []
    for part in split_commas(rest[1:end]):
        arguments.append(_argument(part))
    tail = rest[end + 1 :]
    debug = re.search(r"!dbg !(\d+)", tail)
    offsets = re.search(r"!srcloc !(\d+)", tail)
    return AsmCall(
        found["result"],
        _strip_attributes(found["before"]),
        found["text"],
        found["constraints"],
        "sideeffect" in found["flags"],
        tuple(arguments),
        debug[1] if debug else None,
        offsets[1] if offsets else None,
    )


_TYPE = re.compile(r"(<[^>]*>|\{[^}]*\}|\[[^\]]*\]|ptr addrspace\(\d+\)|[\w.]+)\s+")


def _argument(text: str) -> Argument:
    found = _TYPE.match(text)
    if found is None:
        raise NotACall(text)
    value = text[found.end() :]
    while True:
        attribute = re.match(
            r"(noundef|nonnull|noalias|zeroext|signext|inreg|align \d+|(elementtype|dereferenceable|nofpclass|range)\([^)]*\)) ",
            value,
        )
        if attribute is None:
            return Argument(found[1], value)
        value = value[attribute.end() :]


def unescape(text: str) -> str:
    r"""The characters of an LLVM string (`\0A` is a newline)."""
    raw = _ESCAPE.sub(lambda found: "\\" if found[1] == "\\" else chr(int(found[1], 16)), text)
    try:
        return raw.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return raw


@dataclass(frozen=True)
class AsmOperand:
    """One numbered operand of the statement."""

    index: int
    constraint: str
    """`r`, `l`, `f`, …"""
    output: int | None
    """Position among the results, or None for an input."""
    argument: int | None
    """Position among the arguments of its (initial) value; None for a pure output."""
    immediate: bool


@dataclass(frozen=True)
class Constraints:
    operands: tuple[AsmOperand, ...]
    memory: bool
    """The statement is a barrier for the compiler's memory accesses."""


def parse_constraints(text: str) -> Constraints:
    """Operands in the order of their numbers: outputs, then inputs; tied inputs share the register of their output.

    Raises:
        NotACall: a constraint that no PTX has (memory operands, alternatives).
    """
    outputs: list[str] = []
    tied: dict[int, int] = {}
    inputs: list[tuple[str, int]] = []
    memory = False
    arguments = 0
    order: list[int | None] = []
    for item in re.findall(r"(?:\{[^}]*\}|[^,])+", text):
        if item.startswith("~"):
            memory = memory or item == "~{memory}"
        elif item.startswith("="):
            outputs.append(item[1:].lstrip("&"))
        else:
            if item.isdigit():
                tied[int(item)] = arguments
                order.append(int(item))
            else:
                inputs.append((item, arguments))
                order.append(None)
            arguments += 1
    operands = [AsmOperand(i, c, i, tied.get(i), False) for i, c in enumerate(outputs)]
    fresh = iter(inputs)
    for target in order:
        index = len(operands)
        if target is not None:
            operands.append(AsmOperand(index, outputs[target], target, tied[target], False))
        else:
            constraint, argument = next(fresh)
            operands.append(AsmOperand(index, constraint, None, argument, constraint in ("n", "i", "I", "s")))
    for operand in operands:
        if operand.constraint.startswith("*") or not re.fullmatch(r"[a-zA-Z]", operand.constraint):
            raise NotACall(f"constraint '{operand.constraint}'")
    return Constraints(tuple(operands), memory)


def substitute(text: str, immediates: dict[int, str], unique: str) -> str:
    """The PTX text: `$3` becomes `§3`, or the number itself for an immediate; `${:uid}` the unique text; `$$` a `$`."""

    def piece(found: re.Match[str]) -> str:
        if found[0] == "$$":
            return "$"
        if found[4]:
            return {"(": "{", ")": "}"}.get(found[4], "|")
        if found[2] == "" and found[3] == "uid":
            return unique
        if found[2] == "" and found[1] is None:
            return ""
        number = int(found[1] or found[2])
        return immediates.get(number, f"§{number}")

    return _PIECE.sub(piece, text)
