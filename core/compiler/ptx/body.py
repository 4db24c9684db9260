# SPDX-License-Identifier: Apache-2.0
"""Turns parsed PTX statements into LLVM IR: registers, scopes, predicates and control flow.

A body without control flow is straight: each register is the value last written to it, and a predicated instruction that has
no other effect is a `select`. Everything else is branching: registers are stack slots, which the optimiser promotes, and
predicated instructions and labels become basic blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from scale.compiler.ptx import ast, table
from scale.compiler.ptx.builder import Builder, Value, imm
from scale.compiler.ptx.parser import NotConstant, evaluate
from scale.compiler.ptx.special import special_register
from scale.compiler.ptx.types import TYPES, PtxType, llvm_bits


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
_SINK = Register("void")


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


class Body:
    """Translates statements into a Builder."""

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
        self.reads_carry = False
        """The carry flag is read before it is written here."""
        self.writes_carry = False
        self.line = 0
        self.opcode = ""
        self.unique = "0"
        self.language = "inline PTX"
        self.function: FunctionHooks | None = None
        """Set while a whole function is translated: what `ret`, `exit` and `call` mean there."""
        self._carry: Register | None = None
        self._predicate: Value | None = None
        self._labels = 0
        self._terminated = False

    # --- statements -------------------------------------------------------------------------------
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

    # --- registers --------------------------------------------------------------------------------
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
                return _SINK
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

    # --- operands ---------------------------------------------------------------------------------
    def error(self, message: str) -> Unsupported:
        return Unsupported(message, self.line)

    def constant(self, operand: ast.Operand) -> int:
        """An operand that must be a constant expression, or a register that holds a literal."""
        try:
            return evaluate(operand)
        except NotConstant:
            pass
        if isinstance(operand, (ast.Slot, ast.Name)):
            number = self.get(self.register(operand)).constant if not self.branching else None
            if number is not None:
                return number
        raise self.error(f"an operand of '{self.opcode}' must be a constant")

    def read(self, operand: ast.Operand, ptx: PtxType) -> Value:
        """An operand as a value of a PTX type."""
        literal = self._literal(operand, ptx)
        if literal is not None:
            return literal
        if isinstance(operand, ast.Unary) and operand.op == "!":
            return self.b.not_(self.read(operand.operand, ptx))
        if isinstance(operand, ast.Vector) and ptx.bits % max(len(operand.parts), 1) == 0:
            return self.coerce(self.pack(operand, ptx.bits), ptx)
        return self.coerce(self.any(operand), ptx)

    def _literal(self, operand: ast.Operand, ptx: PtxType) -> Value | None:
        negative = isinstance(operand, ast.Unary) and operand.op == "-"
        inner = operand.operand if isinstance(operand, ast.Unary) and negative else operand
        if isinstance(inner, ast.Number) and inner.float_bits:
            return self._float_literal(inner, negative, ptx)
        try:
            number = evaluate(operand)
        except NotConstant:
            return None
        if ptx.llvm in ("float", "double", "half", "bfloat"):
            return self.b.const(ptx.llvm, float(number))
        return self.b.bitcast(imm(ptx, number), ptx.llvm)

    def _float_literal(self, number: ast.Number, negative: bool, ptx: PtxType) -> Value:
        import struct

        bits = number.value ^ (negative << number.float_bits - 1)
        if not ptx.is_float and ptx.bits == number.float_bits:
            return imm(ptx, bits)
        if number.float_bits == ptx.bits:
            return imm(ptx, bits)
        if number.float_bits == 64 and ptx.llvm == "float":
            return self.b.const("float", struct.unpack(">f", struct.pack(">f", _double(bits)))[0])
        if number.float_bits == 64 and not ptx.is_float:
            return imm(ptx, bits)
        raise self.error(f"a floating-point literal does not fit the type .{ptx.name}")

    def any(self, operand: ast.Operand) -> Value:
        """An operand in whatever type it has."""
        if isinstance(operand, ast.Name):
            found = self.lookup(operand.text)
            if isinstance(found, Symbol):
                return found.pointer
            if found is None:
                special = special_register(self.b, operand.text)
                if special is not None:
                    return special
        if isinstance(operand, ast.Parens) and len(operand.parts) == 1:
            return self.any(operand.parts[0])
        if isinstance(operand, ast.Binary) and operand.op in "+-":
            base = self.b.bitcast(self.any(operand.left), "i64")
            offset = self.b.const("i64", self.constant(operand.right))
            return self.b.add(base, offset) if operand.op == "+" else self.b.sub(base, offset)
        register = self.register(operand)
        if register is _SINK:
            raise self.error("'_' is not a source")
        return self.get(register)

    def coerce(self, value: Value, ptx: PtxType) -> Value:
        """A value as a PTX type: the same bits, or the low bits of a wider register."""
        if value.type == ptx.llvm:
            return value
        bits = llvm_bits(value.type)
        if (bits == 1) != (ptx.bits == 1):
            raise self.error(f"'{self.opcode}' takes a {'predicate' if ptx.bits == 1 else 'register'} here")
        if bits < ptx.bits:
            raise self.error(f"an operand of '{self.opcode}' has {bits} bits where {ptx.bits} are needed")
        if bits > ptx.bits:
            value = self.b.trunc(self.b.bitcast(value, f"i{bits}"), ptx.int_llvm)
        return self.b.bitcast(value, ptx.llvm)

    def write(self, operand: ast.Operand, value: Value, ptx: PtxType) -> None:
        """Writes a result; wider registers get it extended by the sign of its type."""
        if isinstance(operand, ast.Vector):
            self.unpack(operand, value)
            return
        if isinstance(operand, ast.Binary) and operand.op == "|":
            operand = operand.left
        register = self.register(operand)
        if register is _SINK:
            return
        bits = llvm_bits(register.type)
        width = llvm_bits(value.type)
        if (bits == 1) != (width == 1):
            raise self.error(f"'{self.opcode}' writes a {'predicate' if width == 1 else 'register'}")
        if bits < width:
            raise self.error(f"the destination of '{self.opcode}' has {bits} bits where {width} are needed")
        if bits > width:
            value = self.b.extend(self.b.bitcast(value, f"i{width}"), f"i{bits}", ptx.signed)
        self.put(register, self.b.bitcast(value, register.type))

    def parts(self, operand: ast.Operand) -> tuple[ast.Operand, ...]:
        """The members of `{a, b}`, of a vector register, or the operand alone."""
        if isinstance(operand, ast.Vector):
            return operand.parts
        if isinstance(operand, ast.Name):
            found = self.lookup(operand.text)
            if isinstance(found, list):
                return tuple(ast.Name(f"{operand.text}.{letter}") for letter, _ in zip("xyzw", found, strict=False))
        return (operand,)

    def pack(self, operand: ast.Vector, bits: int) -> Value:
        """`{a, b}` as one integer, a in the low bits."""
        width = bits // len(operand.parts)
        kind = TYPES[f"b{width}"]
        whole = None
        for index, part in enumerate(operand.parts):
            wide = self.b.extend(self.b.bitcast(self.read(part, kind), f"i{width}"), f"i{bits}", False)
            if index:
                wide = self.b.shl(wide, self.b.const(f"i{bits}", index * width))
            whole = wide if whole is None else self.b.or_(whole, wide)
        assert whole is not None
        return whole

    def unpack(self, operand: ast.Vector, value: Value) -> None:
        """Writes the slices of an integer to `{a, b}`."""
        bits = llvm_bits(value.type)
        width = bits // len(operand.parts)
        whole = self.b.bitcast(value, f"i{bits}")
        for index, part in enumerate(operand.parts):
            shifted = self.b.lshr(whole, self.b.const(f"i{bits}", index * width)) if index else whole
            if not (isinstance(part, ast.Name) and part.text == "_"):
                self.write(part, self.b.trunc(shifted, f"i{width}"), TYPES[f"b{width}"])

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


def _double(bits: int) -> float:
    import struct

    value: float = struct.unpack(">d", struct.pack(">Q", bits))[0]
    return value


def _wants_body(function: object) -> bool:
    return bool(getattr(function, "wants_body", False))


def with_body(function: table.Emit) -> table.Emit:
    """Marks a rule's function that takes the Body instead of the Builder (carry flag, control flow)."""
    function.wants_body = True  # type: ignore[attr-defined]
    return function
