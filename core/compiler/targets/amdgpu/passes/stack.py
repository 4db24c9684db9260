# SPDX-License-Identifier: Apache-2.0
"""Local variables move to AMD's private address space 5, and structs passed by value become copies that the caller makes."""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Call, Function, Operand, label_of, matching_end, parse_call

from ..context import Context
from .kernels import size_of

_ALLOCA = re.compile(rf"^(\s+)(%{NAME}) = alloca (.*)$")
_LIFETIME = re.compile(rf"@llvm\.lifetime\.(start|end)\.p0\((?:i64 [^,]+, )?ptr [^%]*(%{NAME})\)")
_DECLARE = re.compile(rf"^(\s+#dbg_declare\()ptr (%{NAME}),")
_DEBUG = re.compile(r", !dbg !\d+")
_BYVAL = re.compile(r"byval\(")
_SRET = re.compile(r"sret\(")


def run(context: Context) -> None:
    for function in context.module.functions.values():
        _rewrite(function)
    declarations = context.module.declarations
    for name in ("llvm.lifetime.start.p0", "llvm.lifetime.end.p0"):
        declarations.pop(name, None)


def private_name(name: str) -> str:
    """The name of a local variable's slot in address space 5."""
    return f'%"private.{name[2:]}' if name.startswith('%"') else f"%private.{name[1:]}"


def _rewrite(function: Function) -> None:
    if not function.is_kernel and (_BYVAL.search(function.header) or _SRET.search(function.header)):
        function.header = _drop_attributes(function.header)
    slots: set[str] = set()
    entry: list[str] = []
    body: list[str] = []
    copies = 0
    for line in function.body:
        if " = alloca " in line and (match := _ALLOCA.match(line)):
            indent, name, rest = match.groups()
            slots.add(name)
            where, separator, metadata = rest.partition(", !")
            body.append(f"{indent}{private_name(name)} = alloca {where}, addrspace(5){separator}{metadata}")
            body.append(f"{indent}{name} = addrspacecast ptr addrspace(5) {private_name(name)} to ptr")
            continue
        if "@llvm.lifetime." in line and (match := _LIFETIME.search(line)):
            if match[2] in slots:
                new = f"@llvm.lifetime.{match[1]}.p5(ptr addrspace(5) {private_name(match[2])})"
                body.append(line[: match.start()] + new + line[match.end() :])
            continue
        match = _DECLARE.match(line) if "#dbg_declare" in line else None
        if match and match[2] in slots:
            line = f"{match[1]}ptr addrspace(5) {private_name(match[2])},{line[match.end() :]}"
        elif match and not function.is_kernel:  # a struct that came by value: its address gets a slot, since registers change hands
            slot = f"%private.debug.{len(entry)}"
            entry.append(f"  {slot} = alloca ptr, align 8, addrspace(5)")
            body.append(f"  store ptr {match[2]}, ptr addrspace(5) {slot}, align 8")
            rest = line[match.end() :].replace("!DIExpression()", "!DIExpression(DW_OP_deref)", 1)
            line = f"{match[1]}ptr addrspace(5) {slot},{rest}"
        elif ("byval(" in line or "sret(" in line) and (call := parse_call(line)):
            copies = _copy_arguments(call, copies, entry, body)
            continue
        body.append(line)
    at = 1 if body and label_of(body[0]) is not None else 0
    function.body = body[:at] + entry + body[at:]


def _copy_arguments(call: Call, copies: int, entry: list[str], body: list[str]) -> int:
    arguments: list[Operand] = []
    for argument in call.arguments:
        byval = next((text[6:-1] for text in argument.attributes if text.startswith("byval(")), None)
        value = argument.value
        if byval is not None:
            slot = f"%byval.{copies}"
            copies += 1
            align = next((text for text in argument.attributes if text.startswith("align ")), "align 8")
            entry.append(f"  %private.{slot[1:]} = alloca {byval}, {align}, addrspace(5)")
            entry.append(f"  {slot} = addrspacecast ptr addrspace(5) %private.{slot[1:]} to ptr")
            size = size_of(byval)
            body.append(f"  call void @llvm.memcpy.p0.p0.i64(ptr {align} {slot}, ptr {align} {value}, i64 {size}, i1 false){_debug(call)}")
            value = slot
        attributes = tuple(text for text in argument.attributes if not text.startswith(("byval(", "sret(")))
        arguments.append(Operand(argument.type, attributes, value))
    new = Call(
        call.indent,
        call.result,
        call.opcode.replace("tail ", "") if copies else call.opcode,
        call.prefix,
        call.return_type,
        call.function_type,
        call.callee,
        tuple(arguments),
        call.suffix,
    )
    body.append(new.render())
    return copies


def _debug(call: Call) -> str:
    """The `, !dbg !n` of a call."""
    match = _DEBUG.search(call.suffix)
    return match[0] if match else ""


def _drop_attributes(header: str) -> str:
    for word in ("byval(", "sret("):
        while (start := header.find(word)) >= 0:
            end = matching_end(header, start + len(word) - 1)
            header = header[:start] + header[end:].lstrip(" ")
    return header
