# SPDX-License-Identifier: Apache-2.0
"""Control flow of a PTX body: labels, jumps, and the carry flag that passes from statement to statement."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.operands import Operands
from scale.compiler.ptx.registers import Register


class Flow(Operands):
    """Basic blocks and the carry flag."""

    def __init__(self, builder: Builder, branching: bool) -> None:
        super().__init__(builder, branching)
        self.reads_carry = False
        """The carry flag is read before it is written here."""
        self.writes_carry = False
        self._carry: Register | None = None
        self._labels = 0
        self._terminated = False

    # --- carry ------------------------------------------------------------------------------------
    @property
    def carry(self) -> Value:
        """CC.CF as i1."""
        if self._carry is None:
            self.reads_carry = True
            if self.branching:
                self._carry = self.new_register("i1")
                entry = self.b.temporary()
                self.b.declarations["__scale_cc_get"] = "declare i1 @__scale_cc_get()"
                self.entry.append(f"  {entry} = call i1 @__scale_cc_get()")
                self.entry.append(f"  store i1 {entry}, {self._carry.slot}")
            else:
                self._carry = self.new_register("i1", self.b.call("i1", "__scale_cc_get"))
        return self.get(self._carry)

    def set_carry(self, value: Value) -> None:
        self.writes_carry = True
        if self._carry is None:
            if self._predicate is not None or self.branching:
                _ = self.carry
            else:
                self._carry = self.new_register("i1")
        assert self._carry is not None
        self.put(self._carry, value)

    def finish(self) -> None:
        """Passes the carry flag on to the next asm statement."""
        if self._terminated:
            self.b.lines.append(f"{self.new_label('dead')}:")
            self._terminated = False
        if self.writes_carry and self._carry is not None:
            self.b.call("void", "__scale_cc_set", self.get(self._carry))

    # --- control flow -----------------------------------------------------------------------------
    def new_label(self, stem: str) -> str:
        self._labels += 1
        return f"{stem}{self._labels}"

    def start_block(self, label: str) -> None:
        if not self._terminated:
            self.b.line(f"br label %{label}")
        self.b.lines.append(f"{label}:")
        self._terminated = False

    def jump(self, label: str) -> None:
        """An unconditional branch; what follows is unreachable until the next label."""
        if not self._terminated:
            self.b.line(f"br label %{label}")
        self._terminated = True

    def terminate(self, line: str) -> None:
        """Ends the block with an instruction."""
        self.b.line(line)
        self._terminated = True

    def table(self, operand: ast.Operand) -> ast.Prototype | ast.Targets | None:
        """The prototype or the branch targets of a name."""
        if isinstance(operand, ast.Name):
            for scope in reversed(self.scopes):
                if operand.text in scope.tables:
                    return scope.tables[operand.text]
        return None

    def label(self, operand: ast.Operand) -> str:
        if isinstance(operand, ast.Name):
            for scope in reversed(self.scopes):
                if operand.text in scope.labels:
                    return scope.labels[operand.text]
            raise self.error(f"there is no label '{operand.text}' in this asm statement")
        raise self.error(f"'{self.opcode}' takes a label")
