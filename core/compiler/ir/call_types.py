# SPDX-License-Identifier: Apache-2.0
"""Calls between units of different origin: PTX passes an address or a half as a number of its size, C++ by its type.

Such a call links, yet LLVM takes it for a call through a pointer: it is not inlined, and may be thought undefined. Arguments and
results are converted at the call.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .text import Call, FreshNames, Function, Module, Operand, parse_call, parse_operand, parse_parameters, split_type

FROM_PTX = "!scale.from_ptx = !{}"
"""Says of a module, also after it was linked, that calls between its functions may differ in types and `match_call_types` is needed."""

_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "ptr": 64}
_LINKAGE = r"(?:internal|private|weak|weak_odr|linkonce|linkonce_odr|hidden|protected|dso_local|local_unnamed_addr|unnamed_addr)"
_RESULT = re.compile(rf"^define (?:{_LINKAGE} )*(?P<words>.*?)@")
_DIRECT_CALL = re.compile(r"\bcall [^@(]*(?:\([^@]*\))?[^@(]*@")


def match_call_types(module: Module) -> None:
    """Convert at each direct call whose types are not those of the function that `module` defines."""
    known: dict[str, tuple[str, tuple[str, ...]]] = {}
    for name, function in module.functions.items():
        known[name] = _result_type(function), tuple(each.type for each in parse_parameters(function.header))
    for function in module.functions.values():
        fresh = FreshNames("scale.passed")
        body: list[str] = []
        for line in function.body:
            call = parse_call(line) if _DIRECT_CALL.search(line) else None
            body += [line] if call is None or call.name not in known else _converted(call, line, *known[call.name], fresh)
        function.body = body


def _result_type(function: Function) -> str:
    match = _RESULT.match(function.header)
    # Read as a call's head, which knows the attributes of results, once linkage and visibility are gone.
    call = parse_call(f"  call {match['words']}@f()") if match else None
    return call.return_type if call is not None else "void"


def _converted(call: Call, line: str, result: str, parameters: tuple[str, ...], fresh: FreshNames) -> list[str]:
    """The call in the function's own types, or `line` where the types agree or cannot be made to."""
    if (call.return_type, tuple(each.type for each in call.arguments)) == (result, parameters) or len(parameters) != len(call.arguments):
        return [line]
    before: list[str] = []
    arguments: list[Operand] = []
    for argument, wanted in zip(call.arguments, parameters, strict=True):
        if argument.type == wanted:
            arguments.append(argument)
            continue
        value = _convert(argument.value, argument.type, wanted, None, fresh, before)
        if value is None:
            return [line]
        arguments.append(parse_operand(f"{wanted} {value}"))
    after: list[str] = []
    inner = call.result
    if call.result is not None and result != call.return_type:
        inner = fresh()
        if _convert(inner, result, call.return_type, call.result, fresh, after) is None:
            return [line]
    elif call.result is None and result != "void":
        inner = fresh()
    elif call.result is not None and result == "void":
        return [line]
    prefix = _without_attributes(call.prefix)
    new = replace(call, result=inner, return_type=result, function_type=None, arguments=tuple(arguments), prefix=prefix)
    return [*before, new.render(), *after]


def _without_attributes(prefix: str) -> str:
    """Calling conventions only: attributes of a result hold for its old type."""
    return " ".join(word for word in prefix.split() if word in {"fastcc", "coldcc", "ccc", "ptx_device"})


def _bits(kind: str) -> int | None:
    if kind in _BITS:
        return _BITS[kind]
    if re.fullmatch(r"i\d+", kind):
        return int(kind[1:])
    if match := re.fullmatch(r"<(\d+) x (.+)>", kind):
        element = _bits(split_type(match[2])[0])
        return None if element is None else int(match[1]) * element
    return None


def _convert(value: str, have: str, want: str, name: str | None, fresh: FreshNames, lines: list[str]) -> str | None:
    """Append the instructions that make `value` a `want` (called `name` where it matters), or None if there are none."""
    sizes = _bits(have), _bits(want)
    if sizes[0] is None or sizes[1] is None:
        return None
    steps: list[tuple[str, str]] = []
    kind = have
    if not re.fullmatch(r"i\d+", kind):
        kind = f"i{sizes[0]}"
        steps.append(("ptrtoint" if have == "ptr" else "bitcast", kind))
    if sizes[0] != sizes[1]:
        kind = f"i{sizes[1]}"
        steps.append(("zext" if sizes[0] < sizes[1] else "trunc", kind))
    if kind != want:
        steps.append(("inttoptr" if want == "ptr" else "bitcast", want))
    source = have
    for index, (operation, target) in enumerate(steps):
        new = name if name is not None and index == len(steps) - 1 else fresh()
        lines.append(f"  {new} = {operation} {source} {value} to {target}")
        value, source = new, target
    return value
