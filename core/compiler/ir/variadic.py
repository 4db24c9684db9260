# SPDX-License-Identifier: Apache-2.0
"""Functions with variable arguments: the arguments go into a block on the caller's stack, whose address is passed.

The front end reads them in NVPTX's way (each at its natural alignment, `va_list` is an address); the targets' own lowerings pack
them otherwise, or have none.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .layout import size_align
from .text import Call, FreshNames, Function, Module, Operand, parse_call, split_top, split_type

_VARIADIC = re.compile(r"(?:\(|, )\.\.\.\)")
_LIST = re.compile(r"^\s*call void @llvm\.va_(?P<what>start|end|copy)(?:\.p0)?\((?P<arguments>[^)]*)\)")
_LABEL = re.compile(r'^(?:[-a-zA-Z$._0-9]+|"[^"]*"):')
_BLOCK = "%scale.varargs"


def lower_variadic(module: Module) -> None:
    """Rewrite definitions with `...` and all calls that pass variable arguments, except to functions that `module` only declares."""
    if not any(_VARIADIC.search(function.header) for function in module.functions.values()):
        return
    types = {name: body for name, separator, body in (line.partition(" = type ") for line in module.header) if separator}
    for function in module.functions.values():
        if _VARIADIC.search(function.header):
            function.header = _VARIADIC.sub(lambda found: f"{found[0][: -len('...)')]}ptr {_BLOCK})", function.header)
            function.body = [_list_operation(line) for line in function.body]
        if any("...) " in line for line in function.body):
            _rewrite_calls(function, module, types)


def _list_operation(line: str) -> str:
    match = _LIST.match(line)
    if match is None:
        return line
    values = [split_type(argument.strip())[1].split()[-1] for argument in match["arguments"].split(",")]
    if match["what"] == "start":
        return f"  store ptr {_BLOCK}, ptr {values[0]}, align 8"
    if match["what"] == "copy":
        return f"  call void @llvm.memcpy.p0.p0.i64(ptr {values[0]}, ptr {values[1]}, i64 8, i1 false)"
    return f"  ; va_end of {values[0]}"


def _rewrite_calls(function: Function, module: Module, types: dict[str, str]) -> None:
    fresh = FreshNames("scale.passed.on")
    blocks: list[str] = []
    body: list[str] = []
    for line in function.body:
        call = parse_call(line) if "...) " in line else None
        if call is None or call.function_type is None or call.name in module.declarations:
            body.append(line)
            continue
        body += _call(call, fresh, blocks, types)
    at = 1 if body and _LABEL.match(body[0]) else 0
    function.body = [*body[:at], *blocks, *body[at:]]
    module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg)")


def _call(call: Call, fresh: FreshNames, blocks: list[str], types: dict[str, str]) -> list[str]:
    assert call.function_type is not None
    fixed = len(split_top(call.function_type[call.function_type.rindex("(") + 1 : -1])) - 1
    given, more = call.arguments[:fixed], call.arguments[fixed:]
    if not more:
        return [replace(call, function_type=None, arguments=(*given, Operand("ptr", (), "null"))).render()]
    block = fresh()
    kinds = [_by_value(argument) or argument.type for argument in more]
    layout = f"{{ {', '.join(kinds)} }}"
    blocks.append(f"  {block} = alloca {layout}, align 16")
    lines: list[str] = []
    for index, (argument, kind) in enumerate(zip(more, kinds, strict=True)):
        slot = fresh()
        lines.append(f"  {slot} = getelementptr inbounds {layout}, ptr {block}, i32 0, i32 {index}")
        if _by_value(argument):
            size, _ = size_align(kind, types)
            lines.append(f"  call void @llvm.memcpy.p0.p0.i64(ptr {slot}, ptr {argument.value}, i64 {size}, i1 false)")
        else:
            lines.append(f"  store {kind} {argument.value}, ptr {slot}")
    arguments = (*given, Operand("ptr", (), block))
    return [*lines, replace(call, function_type=None, arguments=arguments).render()]


def _by_value(argument: Operand) -> str | None:
    """The type of a struct that is passed by value."""
    return next((word[len("byval(") : -1] for word in argument.attributes if word.startswith("byval(")), None)
