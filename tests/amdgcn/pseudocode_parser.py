# SPDX-License-Identifier: Apache-2.0
"""The ISA documents' pseudocode as nested tuples."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from .pseudocode_values import Unsupported, Value, round_to

_TOKEN = re.compile(
    r"\s*(?://[^\n]*\n?\s*)*(?P<t>\d+'[A-Z](?![A-Za-z0-9])|\d+'-?(?:0x[0-9a-fA-F]+|\d+\.?\d*)[A-Z]*|0x[0-9a-fA-F]+(?:ULL|LL|U)?|\d+\.\d+F?|\d+(?:ULL|LL|U|F)?"
    r"|[A-Za-z_]\w*|\*\*|<>|<<|>>|\+:|[<>=!+\-*|&^]=|&&|\|\||\.|[-+*/%<>=!~&|^?:;,(){}\[\]])"
)
_PRECEDENCE = [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!=", "<>"],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
    ["**"],
]
_LEVEL = {op: level for level, ops in enumerate(_PRECEDENCE) for op in ops}


class _Parser:
    """Pseudocode to nested tuples."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        position, text = 0, re.sub(r"//[^\n]*", "", text)
        while position < len(text.rstrip()):
            found = _TOKEN.match(text, position)
            if not found:
                raise Unsupported(text[position : position + 30])
            self.tokens.append(found["t"])
            position = found.end()
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def next(self, expected: str | None = None) -> str:
        token = self.peek()
        if expected is not None and token != expected:
            raise Unsupported(f"expected {expected}, found {token} after {' '.join(self.tokens[max(0, self.at - 8) : self.at])}")
        self.at += 1
        return token

    def block(self, *ends: str) -> list[Any]:
        out = []
        while self.peek() and self.peek() not in ends:
            if self.peek() == ";":
                self.next()
                continue
            out.append(self.statement())
        return out

    def statement(self) -> Any:
        token = self.peek()
        if token == "if":
            branches = []
            while True:
                keyword = self.next()
                if keyword == "else":
                    branches.append((None, self.block("endif")))
                else:
                    condition = self.expression()
                    self.next("then")
                    branches.append((condition, self.block("elsif", "else", "endif")))
                if self.peek() == "endif":
                    self.next()
                    return ("if", branches)
        if token == "for":
            self.next()
            name = self.next()
            self.next("in")
            low = self.expression()
            self.next(":")
            high = self.expression()
            self.next("do")
            body = self.block("endfor")
            self.next("endfor")
            return ("for", name, low, high, body)
        if token == "declare":
            self.next()
            name = self.next()
            self.next(":")
            kind = self.next()
            size = None
            if self.peek() == "[":
                self.next()
                size = self.expression()
                self.next("]")
            return ("declare", name, kind, size)
        if token == "break":
            self.next()
            return ("break",)
        if token == "eval" or token == "return":
            raise Unsupported(token)
        target = self.expression()
        operator = self.peek()
        if operator in ("=", "+=", "-=", "*=", "|=", "&=", "^="):
            self.next()
            if self.peek() == "lambda":
                self.next()
                self.next("(")
                names = []
                while self.peek() != ")":
                    names.append(self.next())
                    if self.peek() == ",":
                        self.next()
                self.next(")")
                self.next("(")
                body = self.expression()
                self.next(")")
                return ("lambda", target, names, body)
            value = self.expression()
            if operator != "=":
                value = ("binary", operator[0], target, value)
            targets = [target]
            while self.peek() == "=":  # a = b = value
                self.next()
                targets.append(value)
                value = self.expression()
            return ("assign", targets, value)
        return ("do", target)

    def expression(self) -> Any:
        condition = self.binary(0)
        if self.peek() == "?":
            self.next()
            yes = self.expression()
            self.next(":")
            return ("select", condition, yes, self.expression())
        return condition

    def binary(self, level: int) -> Any:
        if level == len(_PRECEDENCE):
            return self.unary()
        left = self.binary(level + 1)
        while _LEVEL.get(self.peek()) == level:
            operator = self.next()
            left = ("binary", operator, left, self.binary(level + 1))
        return left

    def unary(self) -> Any:
        if self.peek() in ("-", "!", "~", "+"):
            return ("unary", self.next(), self.unary())
        return self.postfix()

    def postfix(self) -> Any:
        node = self.primary()
        while True:
            if self.peek() == ".":
                self.next()
                node = ("as", node, self.next())
            elif self.peek() == "[":
                self.next()
                first = self.expression()
                if self.peek() == ":":
                    self.next()
                    node = ("slice", node, first, self.expression())
                elif self.peek() == "+:":
                    self.next()
                    node = ("span", node, first, self.expression())
                else:
                    node = ("index", node, first)
                self.next("]")
            else:
                return node

    def primary(self) -> Any:
        token = self.next()
        if token == "(":
            node = self.expression()
            self.next(")")
            return node
        if token == "{":
            parts = [self.expression()]
            while self.peek() == ",":
                self.next()
                parts.append(self.expression())
            self.next("}")
            return ("concat", parts)
        cast = re.fullmatch(r"(\d+)'([A-Z])", token)
        if cast:
            self.next("(")
            node = self.expression()
            self.next(")")
            return ("cast", int(cast[1]), {"B": "b", "U": "u", "I": "i", "F": "f"}[cast[2]], node)
        if token[0].isdigit():
            return ("literal", literal(token))
        if self.peek() == "(":
            self.next()
            arguments = []
            while self.peek() != ")":
                arguments.append(self.expression())
                if self.peek() == ",":
                    self.next()
            self.next(")")
            return ("call", token, arguments)
        return ("name", token)


def literal(token: str) -> Value:
    width = None
    if "'" in token:
        size, token = token.split("'")
        width = int(size)
    if "." in token or (token.endswith("F") and not token.startswith("0x")):
        width = width or (32 if token.endswith("F") else 64)
        return Value(round_to(float(token.rstrip("F")), width), "f", width)
    kind = "u" if "U" in token else "i"
    width = width or (64 if "LL" in token else 32)
    number = int(token.rstrip("UL"), 0)
    if not token.rstrip("0123456789abcdefABCDEFx") and token.startswith("0x") and number >> 32:
        width = 64
    return Value(number & ((1 << width) - 1), kind, width)


@lru_cache(maxsize=2048)
def parse(text: str) -> Any:
    """The statements of an instruction's pseudocode.

    Raises:
        Unsupported: the text uses syntax that the parser lacks.
    """
    parser = _Parser(text)
    body = parser.block()
    if parser.peek():
        raise Unsupported(parser.peek())
    return body
