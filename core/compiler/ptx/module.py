# SPDX-License-Identifier: Apache-2.0
"""Whole PTX modules, as programs load them at run time, to device IR.

State spaces become address spaces 1, 3 and 4; parameters and local memory are stack slots; registers are stack slots that the
optimiser promotes. Kernels are `ptx_kernel` functions with the parameters as PTX lists them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scale.compiler.ir.call_types import FROM_PTX
from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body, Scope, Symbol, Unsupported
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.carry import resolve as resolve_carry
from scale.compiler.ptx.parser import PtxSyntaxError, parse_module
from scale.compiler.ptx.types import TYPES, PtxType, llvm_bits
from scale.compiler.ptx.variables import define, quoted, size_of
from scale.errors import CompileError

_HEADER = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""
_SECTION = re.compile(r"\.section\s+\S+\s*\{[^}]*\}")
_TEMPORARY = re.compile(r"%~(\d+)")

_SERVICES = {"vprintf": ("ptr", "ptr"), "__assertfail": ("ptr", "ptr", "i32", "ptr", "i64"), "malloc": ("i64",), "free": ("ptr",)}
"""Functions of docs/device-ir.md whose parameters are pointers there and 64-bit numbers in PTX."""
_SERVICE_RESULTS = {"vprintf": "i32", "malloc": "ptr", "__assertfail": "void", "free": "void"}

_BOUNDS = {"maxntid": "nvvm.maxntid", "reqntid": "nvvm.reqntid", "minnctapersm": "nvvm.minctasm", "maxnreg": "nvvm.maxnreg"}


def translate_ptx(text: str, name: str = "<ptx>") -> str:
    """A PTX file as a device module in text form.

    Args:
        text: PTX ISA text, without the terminating NUL.
        name: what error messages call the file.

    Raises:
        CompileError: not PTX, or an instruction or declaration that is not supported; `location` is `name:line`.
    """
    import scale.compiler.ptx.rules  # noqa: F401  (fills the instruction table)

    text = _SECTION.sub(lambda found: "\n" * found[0].count("\n"), text)
    try:
        return resolve_carry(_Module(parse_module(text)).render(), reads=False)
    except PtxSyntaxError as error:
        raise CompileError(str(error), location=f"{name}:{error.line}") from None
    except Unsupported as error:
        raise CompileError(error.message, location=f"{name}:{error.line}") from None


@dataclass(frozen=True)
class Signature:
    """A PTX function from outside: LLVM types of its result (None for none) and parameters."""

    name: str
    result: str | None
    parameters: tuple[str, ...]


def parameter_type(declaration: ast.Declaration) -> str:
    """A scalar's LLVM type, or `[N x i8]` for an array of bytes."""
    ptx = _element(declaration)
    variable = declaration.variables[0]
    if variable.dimensions:
        return f"[{size_of(ptx, variable)} x i8]"
    if "ptr" in declaration.words:
        return "ptr"
    return ptx.llvm if ptx.llvm in ("float", "double") else "i32" if ptx.bits < 32 and "reg" in declaration.words else ptx.int_llvm


def _element(declaration: ast.Declaration) -> PtxType:
    for word in declaration.words:
        if word in TYPES:
            return TYPES[word]
    raise Unsupported(f"the declaration '.{' .'.join(declaration.words)}' is not supported", declaration.line)


def _signature(function: ast.Function | ast.Prototype) -> Signature:
    name = function.name
    if name in _SERVICES:
        service = _SERVICE_RESULTS[name]
        return Signature(name, None if service == "void" else service, _SERVICES[name])
    result = parameter_type(function.returns[0]) if function.returns else None
    return Signature(name, result, tuple(parameter_type(parameter) for parameter in function.parameters))


class _Module:
    def __init__(self, module: ast.Module) -> None:
        self.statements = module.statements
        self.signatures = {s.name: _signature(s) for s in module.statements if isinstance(s, ast.Function)}
        self.defined = {s.name for s in module.statements if isinstance(s, ast.Function) and s.body is not None}
        self.symbols: dict[str, Symbol] = {}
        self.globals: dict[str, str] = {}
        self.functions: list[str] = []
        self.declarations: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.called: set[str] = set()

    def render(self) -> str:
        for name in self.signatures:  # what an operand or an initialiser takes the address of
            self.symbols[name] = Symbol(Value("ptr", f"@{quoted(name)}"), "function")
        for statement in self.statements:
            if isinstance(statement, ast.Declaration):
                for symbol in define(statement, self.signatures):
                    self.globals[symbol.name] = symbol.line
                    self.symbols[symbol.name] = Symbol(Value(symbol.pointer_type, f"@{quoted(symbol.name)}"), symbol.space)
        for statement in self.statements:
            if isinstance(statement, ast.Function) and statement.body is not None:
                self.functions.append(_FunctionBuilder(self, statement).render())
        texts = (*self.globals.values(), *self.functions)
        self.called.update(name for name in self.signatures.keys() - self.defined if any(f"@{quoted(name)} " in text for text in texts))
        for name in sorted(self.called - self.defined):
            signature = self.signatures[name]
            self.declarations[name] = f"declare {signature.result or 'void'} @{quoted(name)}({', '.join(signature.parameters)})"
        for text in self.helpers.values():
            for name in re.findall(r"^define [^@]*@([\w.$]+)\(", text, re.M):
                self.declarations.pop(name, None)
        parts = [_HEADER, *self.globals.values(), "", *self.functions, *self.helpers.values(), *self.declarations.values(), FROM_PTX]
        return "\n".join(parts) + "\n"


class _FunctionBuilder:
    """One function; also what `ret`, `exit` and `call` mean in it."""

    def __init__(self, module: _Module, function: ast.Function) -> None:
        self.module = module
        self.source = function
        self.kernel = "entry" in function.words
        self.signature = module.signatures[function.name]
        self.body = Body(Builder(), True)
        self.body.language = "PTX"
        self.body.function = self
        self.body.unique = re.sub(r"\W", "_", function.name)
        self.result: Symbol | None = None

    def render(self) -> str:
        body, source = self.body, self.source
        body.scopes = [Scope(dict(self.module.symbols), {})]
        parameters = []
        for index, (declaration, llvm) in enumerate(zip(source.parameters, self.signature.parameters, strict=True)):
            parameters.append(self._parameter(declaration, llvm, f"%a{index}"))
        for declaration in source.returns:
            self.result = self._slot(declaration, self.signature.result or "i32")
        assert source.body is not None
        body.block(source.body.statements)
        body.finish()
        self.leave(body)
        result = "void" if self.kernel else self.signature.result or "void"
        linkage = "" if self.kernel or "visible" in source.words else "internal "
        convention = "ptx_kernel " if self.kernel else ""
        bounds = "".join(
            f' "{_BOUNDS[name]}"="{",".join(map(str, numbers))}"' for name, numbers in source.directives if name in _BOUNDS and numbers
        )
        head = f"define {linkage}{convention}{result} @{quoted(source.name)}({', '.join(parameters)}) convergent nounwind{bounds} {{"
        lines = [_TEMPORARY.sub(r"%t\1", line) for line in (*body.entry, *body.b.lines)]
        self.module.globals.update(body.globals)
        self.module.helpers.update(body.b.helpers)
        for name, line in body.b.declarations.items():
            self.module.declarations.setdefault(name, line)
        return "\n".join([head, "entry:", *lines, "}"])

    def _parameter(self, declaration: ast.Declaration, llvm: str, name: str) -> str:
        """Puts a parameter where `ld.param` finds it; gives its text in the function's head."""
        variable = declaration.variables[0]
        align = declaration.align or _element(declaration).bits // 8
        if "reg" in declaration.words:
            self.body.scopes[-1].names[variable.name] = self.body.new_register(llvm, Value(llvm, name))
            return f"{llvm} {name}"
        if llvm.startswith("[") and self.kernel:
            self.body.scopes[-1].names[variable.name] = Symbol(Value("ptr", name), "param")
            return f"ptr byval({llvm}) align {align} {name}"
        symbol = self._slot(declaration, llvm)
        self.body.entry.append(f"  store {llvm} {name}, {symbol.pointer}")
        return f"{llvm} {name}"

    def _slot(self, declaration: ast.Declaration, llvm: str) -> Symbol:
        body = self.body
        pointer = Value("ptr", body.b.temporary())
        align = max(declaration.align or 1, _element(declaration).bits // 8)
        body.entry.append(f"  {pointer.text} = alloca {llvm}, align {align}")
        variable = declaration.variables[0]
        symbol = Symbol(pointer, "param")
        if "reg" in declaration.words:
            register = body.new_register(llvm)
            register.slot = pointer
            body.scopes[-1].names[variable.name] = register
        else:
            body.scopes[-1].names[variable.name] = symbol
        return symbol

    # --- what instructions of functions mean --------------------------------------------------------
    def leave(self, body: Body) -> None:
        if self.kernel or self.result is None or self.signature.result is None:
            body.terminate("ret void")
            return
        llvm = self.signature.result
        body.terminate(f"ret {body.b.op(llvm, f'load {llvm}, {self.result.pointer}')}")

    def exit(self, body: Body) -> None:
        if self.kernel:
            body.terminate("ret void")
            return
        body.b.call("void", "__scale_exit")

    def call(self, body: Body, operands: tuple[ast.Operand, ...]) -> None:
        rest = list(operands)
        returns = rest.pop(0).parts if isinstance(rest[0], ast.Parens) else ()  # type: ignore[union-attr]
        callee = rest.pop(0)
        arguments = rest.pop(0).parts if rest and isinstance(rest[0], ast.Parens) else ()  # type: ignore[union-attr]
        signature, function = self._callee(body, callee, rest)
        if len(arguments) != len(signature.parameters):
            raise body.error(f"'{signature.name}' takes {len(signature.parameters)} arguments")
        values = [self._argument(body, operand, llvm) for operand, llvm in zip(arguments, signature.parameters, strict=True)]
        text = f"call {signature.result or 'void'} {function}({', '.join(map(str, values))})"
        if signature.result is None:
            body.b.line(text)
            return
        result = body.b.op(signature.result, text)
        if not returns:
            return
        target = returns[0]
        found = body.lookup(target.text) if isinstance(target, ast.Name) else None
        if isinstance(found, Symbol):
            body.b.line(f"store {result}, {found.pointer}")
        else:
            register = body.register(target)
            body.put(register, body.b.bitcast(result, register.type))

    def _callee(self, body: Body, callee: ast.Operand, rest: list[ast.Operand]) -> tuple[Signature, str]:
        if isinstance(callee, ast.Name) and callee.text in self.module.signatures:
            self.module.called.add(callee.text)
            return self.module.signatures[callee.text], f"@{quoted(callee.text)}"
        prototype = body.table(rest[0]) if rest else None
        if not isinstance(prototype, ast.Prototype):
            raise body.error("a call of a function that is not declared")
        return _signature(prototype), body.b.bitcast(body.any(callee), "ptr").text

    def _argument(self, body: Body, operand: ast.Operand, llvm: str) -> Value:
        found = body.lookup(operand.text) if isinstance(operand, ast.Name) else None
        if isinstance(found, Symbol):
            return body.b.op(llvm, f"load {llvm}, {found.pointer}")
        bits = llvm_bits(llvm)
        return body.b.bitcast(body.read(operand, TYPES[f"b{bits}"]), llvm)


@dataclass
class Entry:
    """What a loader asks of a module: a kernel and its parameters as (size, alignment)."""

    name: str
    parameters: list[tuple[int, int]] = field(default_factory=list)


def entries(text: str) -> list[Entry]:
    """The kernels of a PTX file."""
    found = []
    for statement in parse_module(_SECTION.sub("", text)).statements:
        if isinstance(statement, ast.Function) and "entry" in statement.words:
            entry = Entry(statement.name)
            for declaration in statement.parameters:
                size = size_of(_element(declaration), declaration.variables[0])
                entry.parameters.append((size, declaration.align or min(size, 16)))
            found.append(entry)
    return found
