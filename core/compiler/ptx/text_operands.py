# SPDX-License-Identifier: Apache-2.0
"""The constraint `C` of inline PTX: an operand that is text, of a constant character array (Inline PTX Assembly in CUDA, "Constraints").

clang has no such constraint, so that the front end's repair names it `i`, with which the array's address arrives here. Its text takes the
operand's place in the statement; the operand itself stays, as a number that nothing mentions, and the others keep theirs.
"""

from __future__ import annotations

import re

from scale.compiler.ir.locate import Locations
from scale.compiler.ir.text import NAME, parse_module
from scale.errors import CompileError

from .callsite import MARK, NotACall, parse, parse_constraints

_MAY_BE = re.compile(r'[",]i[",].*\bptr ')
"""A cheap look at a statement's line: an immediate among the constraints, and a pointer among the operands."""
_TEXT = re.compile(rf'^@({NAME}) = [^\n]*\bconstant \[\d+ x i8\] c"((?:[^"\\]|\\[0-9A-Fa-f]{{2}}|\\\\)*)"', re.MULTILINE)
_ARRAY = re.compile(rf"@({NAME})|addrspacecast \(ptr addrspace\(4\) @({NAME}) to ptr\)")
_END = re.compile(r"\\00.*", re.DOTALL)


def substitute_text_operands(module: str) -> str:
    """The module with the text of such operands in its statements.

    Raises:
        CompileError: an operand is the address of something else; names the user's line where it is known.
    """
    lines = module.split("\n")
    texts: dict[str, str] | None = None
    for number, line in enumerate(lines):
        operands = _addresses(line) if MARK in line and _MAY_BE.search(line) else []
        if operands and texts is None:
            texts = {name: _END.sub("", text) for name, text in _TEXT.findall(module)}
        for index, value in operands:
            array = _ARRAY.fullmatch(value)
            text = (texts or {}).get(array[1] or array[2]) if array else None
            if text is None:
                place = Locations(parse_module(module).metadata).of(line)
                raise CompileError(
                    "what an asm operand with the constraint 'C' names is not a constant array of characters", location=place
                )
            lines[number] = _substituted(lines[number], index, value, text)
    return module if texts is None else "\n".join(lines)


def _addresses(line: str) -> list[tuple[int, str]]:
    """Number and value of the operands of a statement that are immediate and addresses."""
    try:
        call = parse(line)
        if call is None:
            return []
        operands = parse_constraints(call.constraints).operands
    except NotACall:
        return []
    immediate = ((each.index, call.arguments[each.argument]) for each in operands if each.immediate and each.argument is not None)
    return [(index, argument.text) for index, argument in immediate if argument.type.startswith("ptr")]


def _substituted(line: str, index: int, value: str, text: str) -> str:
    head, asm, rest = line.partition(MARK)
    start = rest.index('"') + 1
    end = rest.index('"', start)
    statement = text.join(re.split(rf"\$(?:{index}(?!\d)|\{{{index}\}})", rest[start:end]))
    behind = re.sub(rf"ptr(?: addrspace\(\d+\))? (?:\w+ )*{re.escape(value)}", "i32 0", rest[end:], count=1)
    return f"{head}{asm}{rest[:start]}{statement}{behind}"
