# SPDX-License-Identifier: Apache-2.0
"""Replaces every call of inline PTX in a device module by LLVM IR in the vocabulary of docs/device-ir.md.

A statement's text is parsed and translated once for each form it is called in. Straight bodies are placed at the call; long
ones and those with control flow become functions that the optimiser inlines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from scale.compiler.ptx import callsite
from scale.compiler.ptx.body import Body, Register, Unsupported, needs_branches
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.parser import PtxSyntaxError, parse_fragment
from scale.compiler.ptx.types import llvm_bits

INLINE_LINES = 40
"""Straight bodies up to this length are placed at the call site."""

_TEMPORARY = re.compile(r"([%$])~(\d+)")
_LOCATED = re.compile(r"  (?:%\S+ = )?(?:call|load|store|fence)\b")
"""Instructions that a target may have to complain about get the user's place."""
_FENCE = '  fence syncscope("singlethread") seq_cst'

_OPERAND_BITS = {"r": 32, "l": 64, "h": 16, "f": 32, "d": 64, "q": 128}


@dataclass
class Template:
    """One statement's translation for one set of operand types: `$~N` is argument N, `%~N` a temporary."""

    lines: list[str]
    results: list[Value]
    branching: bool
    entry: list[str] = field(default_factory=list)
    declarations: dict[str, str] = field(default_factory=dict)
    globals: dict[str, str] = field(default_factory=dict)
    helpers: dict[str, str] = field(default_factory=dict)
    reads_carry: bool = False
    writes_carry: bool = False
    fence: bool = False
    index: int = 0

    @property
    def as_function(self) -> bool:
        return self.branching or len(self.lines) > INLINE_LINES


class UntranslatableAsm(Exception):
    """One asm statement cannot be translated; `line` counts in its text."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@lru_cache(maxsize=4096)
def _parsed(text: str):  # type: ignore[no-untyped-def]
    return parse_fragment(text)


class TemplateCache:
    """Translations by statement and operand types."""

    def __init__(self) -> None:
        self._made: dict[object, Template | UntranslatableAsm] = {}

    def get(self, call: callsite.AsmCall) -> Template:
        """The translation for a call.

        Raises:
            UntranslatableAsm: with the message for the user.
        """
        try:
            constraints = callsite.parse_constraints(call.constraints)
        except callsite.NotACall as error:
            raise UntranslatableAsm(f"inline PTX with {error} is not supported") from None
        immediates = {
            operand.index: call.arguments[operand.argument].text
            for operand in constraints.operands
            if operand.immediate and operand.argument is not None
        }
        types = tuple(argument.type for argument in call.arguments)
        key = (call.text, call.constraints, call.type, types, tuple(immediates.items()))
        if key not in self._made:
            try:
                template = _make(call, constraints, immediates, str(len(self._made)))
                template.index = len(self._made)
                self._made[key] = template
            except UntranslatableAsm as error:
                self._made[key] = error
        found = self._made[key]
        if isinstance(found, UntranslatableAsm):
            raise found
        return found


def _make(call: callsite.AsmCall, constraints: callsite.Constraints, immediates: dict[int, str], unique: str) -> Template:
    import scale.compiler.ptx.rules  # noqa: F401  (fills the instruction table)

    for text in immediates.values():
        if not re.fullmatch(r"-?\d+|0x[0-9A-F]+|true|false", text):
            raise UntranslatableAsm("an immediate operand of inline PTX must be a number")
    immediates = {k: {"true": "1", "false": "0"}.get(v, v) for k, v in immediates.items()}
    try:
        block = _parsed(callsite.substitute(callsite.unescape(call.text), immediates, unique))
        builder = Builder()
        body = Body(builder, needs_branches(block.statements))
        body.unique = unique
        _bind_operands(body, call, constraints)
        body.block(block.statements)
        body.finish()
        results = []
        for operand in constraints.operands:
            if operand.output is not None and operand.index == operand.output:
                results.append(body.get(body.slots[operand.index]))
    except (PtxSyntaxError, Unsupported) as error:
        raise UntranslatableAsm(str(error), error.line) from None
    wanted = call.result_types
    results = [builder.bitcast(value, llvm) for value, llvm in zip(results, wanted, strict=True)]
    fence = constraints.memory and (not builder.lines or any("volatile" in line or "__scale_atomic_" in line for line in builder.lines))
    return Template(
        builder.lines,
        results,
        body.branching,
        body.entry,
        builder.declarations,
        body.globals,
        builder.helpers,
        body.reads_carry,
        body.writes_carry,
        fence,
    )


def _bind_operands(body: Body, call: callsite.AsmCall, constraints: callsite.Constraints) -> None:
    """Gives each numbered operand its register."""
    results = call.result_types
    for operand in constraints.operands:
        if operand.output is not None and operand.index != operand.output:
            body.slots.append(body.slots[operand.output])
            continue
        initial = None
        if operand.argument is not None:
            argument = call.arguments[operand.argument]
            initial = Value(argument.type, f"$~{operand.argument}")
        llvm = results[operand.output] if operand.output is not None else initial.type if initial else "i32"
        if operand.immediate:
            body.slots.append(Register(llvm, initial))
            continue
        needed = _OPERAND_BITS.get(operand.constraint)
        if needed is None:
            raise UntranslatableAsm(f"inline PTX constraint '{operand.constraint}' is not supported")
        if llvm_bits(llvm) != needed:
            raise UntranslatableAsm(f"an asm operand of {llvm_bits(llvm)} bits does not fit the constraint '{operand.constraint}'")
        if (llvm in ("float", "double")) != (operand.constraint in ("f", "d")):
            kind = llvm if llvm in ("float", "double") else f"an integer of {needed} bits"
            raise UntranslatableAsm(f"an asm operand that is {kind} does not fit the constraint '{operand.constraint}'")
        if initial is not None and initial.type != llvm:
            initial = body.b.bitcast(initial, llvm) if not body.branching else initial
            if body.branching and initial.type != llvm:
                llvm = initial.type
        body.slots.append(body.new_register(llvm, initial))


def place(template: Template, call: callsite.AsmCall, site: int) -> list[str]:
    """The lines that stand for a call."""
    arguments = [argument.text for argument in call.arguments]
    if template.as_function:
        return _place_call(template, call, site)

    def rename(found: re.Match[str]) -> str:
        return f"%.p{site}.{found[2]}" if found[1] == "%" else arguments[int(found[2])]

    debug = f", !dbg !{call.debug}" if call.debug is not None else ""
    lines = [_TEMPORARY.sub(rename, line) for line in template.lines]
    if debug:
        lines = [line + debug if _LOCATED.match(line) else line for line in lines]
    results = [Value(value.type, _TEMPORARY.sub(rename, value.text)) for value in template.results]
    if template.fence:
        lines = [_FENCE] if not lines else [_FENCE, *lines, _FENCE]
    if call.result is None or not results:
        return lines
    if not call.type.startswith("{"):
        value = results[0]
        if lines and lines[-1].startswith(f"  {value.text} = "):
            return [*lines[:-1], lines[-1].replace(value.text, call.result, 1)]
        return [*lines, f"  {call.result} = {_identity(value)}"]
    whole = "poison"
    for index, value in enumerate(results):
        last = index == len(results) - 1
        name = call.result if last else f"%.p{site}.r{index}"
        lines.append(f"  {name} = insertvalue {call.type} {whole}, {value}, {index}")
        whole = name
    return lines


def _identity(value: Value) -> str:
    """An instruction whose result is the value."""
    if value.type.startswith("ptr"):
        return f"getelementptr i8, {value}, i64 0"
    return f"bitcast {value} to {value.type}"


def function_name(template: Template) -> str:
    return f"__scale_ptx.{template.index}"


def _place_call(template: Template, call: callsite.AsmCall, site: int) -> list[str]:
    arguments = ", ".join(f"{argument.type} {argument.text}" for argument in call.arguments)
    head = f"  {call.result} = " if call.result is not None else "  "
    debug = f", !dbg !{call.debug}" if call.debug is not None else ""
    line = f"{head}call {call.type} @{function_name(template)}({arguments}){debug}"
    return [_FENCE, line, _FENCE] if template.fence else [line]


def function(template: Template, call: callsite.AsmCall) -> str:
    """The definition that `place` calls."""

    def rename(found: re.Match[str]) -> str:
        return f"%t{found[2]}" if found[1] == "%" else f"%a{found[2]}"

    parameters = ", ".join(f"{argument.type} %a{index}" for index, argument in enumerate(call.arguments))
    lines = [
        f"define internal {call.type} @{function_name(template)}({parameters}) alwaysinline convergent nounwind {{",
        "entry:",
        *(_TEMPORARY.sub(rename, line) for line in template.entry),
        *(_TEMPORARY.sub(rename, line) for line in template.lines),
    ]
    results = [Value(value.type, _TEMPORARY.sub(rename, value.text)) for value in template.results]
    if call.type == "void":
        lines.append("  ret void")
    elif not call.type.startswith("{"):
        lines.append(f"  ret {results[0]}")
    else:
        whole = "poison"
        for index, value in enumerate(results):
            lines.append(f"  %r{index} = insertvalue {call.type} {whole}, {value}, {index}")
            whole = f"%r{index}"
        lines.append(f"  ret {call.type} {whole}")
    return "\n".join([*lines, "}"])
