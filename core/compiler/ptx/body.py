# SPDX-License-Identifier: Apache-2.0
"""Turns parsed PTX statements into LLVM IR: scopes, predicates and instructions.

Predicated instructions with effects and labels become basic blocks; see registers.py for what a register is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from scale.compiler.ptx import ast, table
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.flow import Flow
from scale.compiler.ptx.registers import Register, Scope, Symbol, Unsupported
from scale.compiler.ptx.types import TYPES


class FunctionHooks(Protocol):
    """What a whole PTX function adds to a body."""

    def leave(self, body: Body) -> None:
        """`ret`."""

    def exit(self, body: Body) -> None:
        """`exit`."""

    def call(self, body: Body, operands: tuple[ast.Operand, ...]) -> None:
        """`call (returns), callee, (arguments), prototype`."""


def needs_branches(statements: Iterable[ast.Statement]) -> bool:
    """Whether labels, or predicated instructions with effects, are in the text."""
    for statement in statements:
        if isinstance(statement, ast.Label):
            return True
        if isinstance(statement, ast.Block) and needs_branches(statement.statements):
            return True
        if isinstance(statement, ast.Instruction) and statement.guard is not None:
            found = table.find(statement.opcode)
            if found is None or not found[0].pure:
                return True
    return False


class Body(Flow):
    """Translates statements into a Builder."""

    def __init__(self, builder: Builder, branching: bool) -> None:
        super().__init__(builder, branching)
        self.language = "inline PTX"
        self.function: FunctionHooks | None = None
        """Set while a whole function is translated: what `ret`, `exit` and `call` mean there."""

    def block(self, statements: Iterable[ast.Statement]) -> None:
        """One scope."""
        scope = Scope({}, {})
        statements = tuple(statements)
        for statement in statements:
            if isinstance(statement, ast.Label):
                self._labels += 1
                scope.labels[statement.name] = f"L{self._labels}." + re.sub(r"[^\w.]", "_", statement.name)
        self.scopes.append(scope)
        for statement in statements:
            self.statement(statement)
        self.scopes.pop()

    def statement(self, statement: ast.Statement) -> None:
        if isinstance(statement, ast.Instruction):
            self.instruction(statement)
        elif isinstance(statement, ast.Block):
            self.block(statement.statements)
        elif isinstance(statement, ast.Label):
            self.start_block(self.scopes[-1].labels[statement.name])
        elif isinstance(statement, (ast.Prototype, ast.Targets)):
            self.scopes[-1].tables[statement.name] = statement
        elif isinstance(statement, ast.Declaration):
            self.line = statement.line
            self.declare(statement)
        else:
            raise Unsupported("a function inside a PTX block is not supported", self.line)

    def instruction(self, statement: ast.Instruction) -> None:
        self.line, self.opcode = statement.line, statement.opcode
        if self._terminated:  # code behind a jump that no label leads to
            self.b.lines.append(f"{self.new_label('dead')}:")
            self._terminated = False
        found = table.find(statement.opcode)
        if found is None:
            raise Unsupported(f"{self.language} instruction '{statement.opcode}' is not supported", statement.line)
        rule, match = found
        if statement.guard is None:
            self.execute(rule, match, statement)
            return
        condition = self.read(statement.guard, TYPES["pred"])
        if statement.negated:
            condition = self.b.not_(condition)
        if not self.branching:
            self._predicate = condition
            self.execute(rule, match, statement)
            self._predicate = None
            return
        if statement.opcode.split(".")[0] == "bra":
            after = self.new_label("next")
            target = self.label(statement.operands[0])
            self.b.line(f"br {condition}, label %{target}, label %{after}")
        else:
            inside, after = self.new_label("then"), self.new_label("next")
            self.b.line(f"br {condition}, label %{inside}, label %{after}")
            self._terminated = True
            self.start_block(inside)
            self.execute(rule, match, statement)
            self.jump(after)
        self._terminated = True
        self.start_block(after)

    def execute(self, rule: table.Rule, match: table.Match, statement: ast.Instruction) -> None:
        """Reads the sources, makes the instruction, writes the results."""
        shape = rule.shape
        if shape is None:
            rule.emit(self, match, *statement.operands)
            return
        destinations, sources = shape
        operands = list(statement.operands)
        targets = operands[: len(destinations)]
        values: list[Value] = []
        given = operands[len(destinations) :]
        required = sum(1 for kind in sources if not kind.endswith("?"))
        if len(targets) < len(destinations) or not required <= len(given) <= len(sources):
            raise self.error(f"'{statement.opcode}' takes {len(destinations) + len(sources)} operands")
        for kind, operand in zip(sources, given, strict=False):
            values.append(self.source(kind.rstrip("?"), match, operand))
        results = rule.emit(self.b, match, *values) if not _wants_body(rule.emit) else rule.emit(self, match, *values)
        if not isinstance(results, tuple):
            results = (results,) if results is not None else ()
        for kind, operand, value in zip(destinations, targets, results, strict=False):
            if kind == "p|q":
                parts = (operand.left, operand.right) if isinstance(operand, ast.Binary) else (operand,)
                for part, one in zip(parts, results, strict=False):
                    self.write(part, one, TYPES["pred"])
            else:
                self.write(operand, value, match.type(kind))

    def source(self, kind: str, match: table.Match, operand: ast.Operand) -> Value:
        if kind == "i":
            return Value("i32", str(self.constant(operand)))
        return self.read(operand, match.type(kind))


def _wants_body(function: object) -> bool:
    return bool(getattr(function, "wants_body", False))


def with_body(function: table.Emit) -> table.Emit:
    """Marks a rule's function that takes the Body instead of the Builder (carry flag, control flow)."""
    function.wants_body = True  # type: ignore[attr-defined]
    return function


__all__ = ["Body", "FunctionHooks", "Register", "Scope", "Symbol", "Unsupported", "needs_branches", "with_body"]
