# SPDX-License-Identifier: Apache-2.0
"""Registers, variables and scopes of a PTX body.

A body without control flow is straight: each register is the value last written to it, and a predicated instruction that has
no other effect is a `select`. Everything else is branching: registers are stack slots, which the optimiser promotes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scale.compiler.ptx import ast
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.types import TYPES, PtxType


class Unsupported(Exception):
    """An instruction or operand that has no translation; `line` counts in the PTX text."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass
class Register:
    """One PTX register. In a straight body `value` is what it holds; else `slot` points to it."""

    type: str
    value: Value | None = None
    slot: Value | None = None


_COMPONENTS = {"x": 0, "y": 1, "z": 2, "w": 3, "r": 0, "g": 1, "b": 2, "a": 3}
SINK = Register("void")


@dataclass
class Symbol:
    """A variable in memory: its address and its state space."""

    pointer: Value
    space: str


@dataclass
class Scope:
    names: dict[str, Register | list[Register] | Symbol]
    labels: dict[str, str]
    tables: dict[str, ast.Prototype | ast.Targets] = field(default_factory=dict)


class Registers:
    """What names mean while statements are translated."""

    def __init__(self, builder: Builder, branching: bool) -> None:
        self.b = builder
        self.branching = branching
        self.slots: list[Register] = []
        """Operands of the asm statement by number."""
        self.scopes: list[Scope] = [Scope({}, {})]
        self.entry: list[str] = []
        """`alloca` lines of a branching body."""
        self.globals: dict[str, str] = {}
        """Module-level definitions (shared variables declared in the text)."""
        self.line = 0
        self.opcode = ""
        self.unique = "0"
        self._predicate: Value | None = None

    def error(self, message: str) -> Unsupported:
        return Unsupported(message, self.line)

    def new_register(self, llvm: str, initial: Value | None = None) -> Register:
        if not self.branching:
            return Register(llvm, initial)
        slot = Value("ptr", self.b.temporary())
        self.entry.append(f"  {slot.text} = alloca {llvm}")
        register = Register(llvm, None, slot)
        if initial is not None:
            self.entry.append(f"  store {initial}, {slot}")
        return register

    def declare(self, declaration: ast.Declaration) -> None:
        """`.reg`, and variables in shared or local memory."""
        words = declaration.words
        types = [TYPES[word] for word in words if word in TYPES]
        if not types:
            raise self.error(f"the declaration '.{' .'.join(words)}' is not supported")
        if words[0] == "reg":
            lanes = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 0)
            llvm = types[0].llvm if types[0].llvm in ("float", "double", "i1") else types[0].int_llvm
            for variable in declaration.variables:
                names = [variable.name]
                if variable.count is not None:
                    names = [f"{variable.name}{index}" for index in range(variable.count)]
                for name in names:
                    made = [self.new_register(llvm) for _ in range(lanes)] if lanes else self.new_register(llvm)
                    self.scopes[-1].names[name] = made
            return
        self.declare_memory(declaration, types[0])

    def declare_memory(self, declaration: ast.Declaration, element: PtxType) -> None:
        space = declaration.words[0]
        for variable in declaration.variables:
            count = 1
            for extent in variable.dimensions:
                count *= extent
            size = count * element.bits // 8
            align = declaration.align or max(element.bits // 8, 1)
            if space == "shared":
                name = f"__scale_ptx_shared.{self.unique}.{re.sub(r'[^A-Za-z0-9_.]', '_', variable.name)}"
                self.globals[name] = f"@{name} = internal addrspace(3) global [{size} x i8] undef, align {align}"
                pointer = Value("ptr addrspace(3)", f"@{name}")
            elif space in ("local", "param") and self.branching:
                pointer = Value("ptr", self.b.temporary())
                self.entry.append(f"  {pointer.text} = alloca [{size} x i8], align {align}")
            else:
                raise self.error(f"a '.{space}' variable in inline PTX is not supported")
            self.scopes[-1].names[variable.name] = Symbol(pointer, space)

    def lookup(self, name: str) -> Register | list[Register] | Symbol | None:
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        stem, dot, component = name.rpartition(".")
        if dot and component in _COMPONENTS:
            whole = self.lookup(stem)
            if isinstance(whole, list) and _COMPONENTS[component] < len(whole):
                return whole[_COMPONENTS[component]]
        return None

    def register(self, operand: ast.Operand) -> Register:
        """The register that an operand names."""
        if isinstance(operand, ast.Slot):
            if operand.index < len(self.slots):
                return self.slots[operand.index]
            raise self.error(f"the asm statement has no operand %{operand.index}")
        if isinstance(operand, ast.Name):
            if operand.text == "_":
                return SINK
            found = self.lookup(operand.text)
            if isinstance(found, Register):
                return found
            raise self.error(f"'{operand.text}' is not a register")
        raise self.error(f"an operand of '{self.opcode}' is not a register")

    def get(self, register: Register) -> Value:
        """What a register holds, in its own type; 0 if nothing was written."""
        if register.slot is not None:
            return self.b.op(register.type, f"load {register.type}, {register.slot}")
        if register.value is None:
            zero = "null" if register.type.startswith("ptr") else "zeroinitializer"
            if register.type in ("float", "double", "half", "bfloat") or register.type.startswith("i"):
                return self.b.const(register.type, 0)
            return Value(register.type, zero)
        return register.value

    def put(self, register: Register, value: Value) -> None:
        """Writes a value of the register's own type, under the predicate of the instruction."""
        if register.slot is not None:
            self.b.line(f"store {value}, {register.slot}")
            return
        if self._predicate is not None and register.value is not None:
            value = self.b.select(self._predicate, value, register.value)
        register.value = value
