# SPDX-License-Identifier: Apache-2.0
"""PTX text to the values of `ast`, through the grammar in `grammar.lark`."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from scale.compiler.ptx import ast


class PtxSyntaxError(Exception):
    """The text is not PTX; `line` counts from 1 in the text that was given."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def parse_fragment(text: str) -> ast.Block:
    """The statements of one asm statement's text, in which `§3` stands for its operand 3."""
    parsed: ast.Block = _parse(text, "fragment")
    return parsed


def parse_module(text: str) -> ast.Module:
    """A PTX file."""
    parsed: ast.Module = _parse(text, "module")
    return parsed


@lru_cache(maxsize=2)
def _parser(start: str) -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, start=start, parser="lalr", transformer=_Build(), maybe_placeholders=False)


def _parse(text: str, start: str) -> Any:
    try:
        return _parser(start).parse(text)
    except UnexpectedInput as error:
        line = error.line if isinstance(error.line, int) and error.line > 0 else text.count("\n") + 1
        lines = text.split("\n")
        what = "inline PTX" if start == "fragment" else "PTX"
        shown = lines[line - 1].strip() if line <= len(lines) else ""
        raise PtxSyntaxError(f"cannot parse the {what} near '{_readable(shown)}'", line) from None


def _readable(text: str) -> str:
    return text.replace("§", "%")


def _number(text: str) -> ast.Number:
    head = text[:2].lower()
    if head == "0f" and len(text) == 10:
        return ast.Number(int(text[2:], 16), 32)
    if head == "0d" and len(text) == 18:
        return ast.Number(int(text[2:], 16), 64)
    text = text.rstrip("U")
    if head == "0x":
        return ast.Number(int(text, 16))
    if head == "0b":
        return ast.Number(int(text, 2))
    if any(letter in text for letter in ".eE"):
        return ast.Number(struct.unpack(">Q", struct.pack(">d", float(text)))[0], 64)
    return ast.Number(int(text, 8) if len(text) > 1 and text[0] == "0" else int(text))


def _words(items: list[Any]) -> tuple[tuple[str, ...], int | None, list[Any]]:
    """(`.a.b` `.c` as words, alignment, what follows)."""
    words: list[str] = []
    align: int | None = None
    rest: list[Any] = []
    for item in items:
        if isinstance(item, Token) and item.type == "DOT":
            words.extend(item[1:].split("."))
        elif isinstance(item, Token) and item.type == "NUMBER":
            align = _number(item).value
        else:
            rest.append(item)
    return tuple(word for word in words if word != "align"), align, rest


class _Build(Transformer[Token, Any]):
    """One method per rule of the grammar."""

    def fragment(self, items: list[Any]) -> ast.Block:
        return ast.Block(tuple(item for item in items if item is not None))

    block = fragment

    def module(self, items: list[Any]) -> ast.Module:
        return ast.Module([item for item in items if item is not None])

    def nothing(self, items: list[Any]) -> None:
        return None

    def label(self, items: list[Any]) -> ast.Label:
        return ast.Label(str(items[0]), items[0].line)

    def prototype(self, items: list[Any]) -> ast.Prototype:
        lists = {item[0]: item[1] for item in items if isinstance(item, tuple)}
        return ast.Prototype(str(items[0]), tuple(lists.get("returns", ())), tuple(lists.get("parameters", ())))

    def targets(self, items: list[Any]) -> ast.Targets:
        return ast.Targets(str(items[0]), tuple(str(item) for item in items[1:]))

    def generic(self, items: list[Any]) -> ast.Generic:
        return ast.Generic(items[1])

    def guard(self, items: list[Any]) -> tuple[ast.Operand, bool]:
        return _register(items[0]), False

    def not_guard(self, items: list[Any]) -> tuple[ast.Operand, bool]:
        return _register(items[0]), True

    def instruction(self, items: list[Any]) -> ast.Instruction:
        guard, negated = items.pop(0) if isinstance(items[0], tuple) else (None, False)
        opcode = items[0]
        operands: tuple[ast.Operand, ...] = ()
        text = str(opcode)
        for item in items[1:]:
            if isinstance(item, Token):
                text += item
            else:
                operands = tuple(item)
        return ast.Instruction(text, operands, guard, negated, opcode.line)

    def operands(self, items: list[Any]) -> list[Any]:
        return items

    def name(self, items: list[Any]) -> ast.Name:
        return ast.Name(str(items[0]))

    def slot(self, items: list[Any]) -> ast.Slot:
        return _slot(items[0])

    def number(self, items: list[Any]) -> ast.Number:
        return _number(str(items[0]))

    def vector(self, items: list[Any]) -> ast.Vector:
        return ast.Vector(tuple(items))

    def address(self, items: list[Any]) -> ast.Address:
        return ast.Address(tuple(items))

    def parens(self, items: list[Any]) -> ast.Parens:
        return ast.Parens(tuple(items))

    def variable(self, items: list[Any]) -> ast.Variable:
        count = None
        dimensions: list[int] = []
        initializer = None
        for item in items[1:]:
            if isinstance(item, Token):
                count = _number(item).value
            elif isinstance(item, list):
                dimensions.append(evaluate(item[0]) if item else 0)
            else:
                initializer = item
        return ast.Variable(str(items[0]), count, tuple(dimensions), initializer)

    def extent(self, items: list[Any]) -> list[Any]:
        return items

    def declaration(self, items: list[Any]) -> ast.Declaration:
        line = items[0].line
        words, align, variables = _words(items)
        return ast.Declaration(words, align, tuple(variables), line)

    def loc_tail(self, items: list[Any]) -> None:
        return None

    parameter = declaration

    def returns(self, items: list[Any]) -> tuple[str, list[Any]]:
        return "returns", items

    def parameters(self, items: list[Any]) -> tuple[str, list[Any]]:
        return "parameters", items

    def bound(self, items: list[Any]) -> tuple[str, tuple[int, ...]]:
        return str(items[0])[1:], tuple(_number(item).value for item in items[1:])

    def function(self, items: list[Any]) -> ast.Function:
        words: list[str] = []
        name, line = "", 0
        lists: dict[str, list[Any]] = {"returns": [], "parameters": []}
        bounds: list[tuple[str, tuple[int, ...]]] = []
        body = None
        for item in items:
            if isinstance(item, Token):
                if item.type == "WORD":
                    name, line = str(item), item.line or 0
                else:
                    words.extend(item[1:].split("."))
            elif isinstance(item, ast.Block):
                body = item
            elif item[0] in lists:
                lists[item[0]] = item[1]
            else:
                bounds.append(item)
        return ast.Function(tuple(words), name, tuple(lists["returns"]), tuple(lists["parameters"]), tuple(bounds), body, line)

    def op_or(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("|", items[0], items[1])

    def op_xor(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("^", items[0], items[1])

    def op_and(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("&", items[0], items[1])

    def op_shl(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("<<", items[0], items[1])

    def op_shr(self, items: list[Any]) -> ast.Operand:
        return ast.Binary(">>", items[0], items[1])

    def op_add(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("+", items[0], items[1])

    def op_sub(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("-", items[0], items[1])

    def op_mul(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("*", items[0], items[1])

    def op_div(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("/", items[0], items[1])

    def op_rem(self, items: list[Any]) -> ast.Operand:
        return ast.Binary("%", items[0], items[1])

    def minus(self, items: list[Any]) -> ast.Operand:
        return ast.Unary("-", items[0])

    def plus(self, items: list[Any]) -> Any:
        return items[0]

    def invert(self, items: list[Any]) -> ast.Operand:
        return ast.Unary("!", items[0])

    def complement(self, items: list[Any]) -> ast.Operand:
        return ast.Unary("~", items[0])


def _register(token: Token) -> ast.Operand:
    return _slot(token) if token.type == "SLOT" else ast.Name(str(token))


def _slot(token: Token) -> ast.Slot:
    number, _, part = token[1:].partition(".")
    return ast.Slot(int(number), part)


class NotConstant(Exception):
    """An operand that is not a constant expression."""


def evaluate(operand: ast.Operand) -> int:
    """The value of an integer constant expression.

    Raises:
        NotConstant: a register or a symbol is in it.
    """
    if isinstance(operand, ast.Number) and not operand.float_bits:
        return operand.value
    if isinstance(operand, ast.Parens) and len(operand.parts) == 1:
        return evaluate(operand.parts[0])
    if isinstance(operand, ast.Name) and operand.text == "WARP_SZ":
        return 32
    if isinstance(operand, ast.Unary):
        inner = evaluate(operand.operand)
        return {"-": -inner, "~": ~inner, "!": int(not inner)}[operand.op]
    if isinstance(operand, ast.Binary):
        left, right = evaluate(operand.left), evaluate(operand.right)
        if operand.op in "/%":
            if right == 0:
                raise NotConstant
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return quotient if operand.op == "/" else left - quotient * right
        functions = {
            "+": int.__add__,
            "-": int.__sub__,
            "*": int.__mul__,
            "&": int.__and__,
            "|": int.__or__,
            "^": int.__xor__,
            "<<": int.__lshift__,
            ">>": int.__rshift__,
        }
        return functions[operand.op](left, right)
    raise NotConstant
