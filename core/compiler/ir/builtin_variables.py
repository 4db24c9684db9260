# SPDX-License-Identifier: Apache-2.0
"""threadIdx, blockIdx, blockDim and gridDim: from the variables that the headers declare to special-register reads.

`scale/builtin_variables.h` declares them as plain external variables, so that they have exactly CUDA's types (`auto b = blockIdx`,
`decltype(threadIdx)`, template deduction). Here a load of a field becomes the read of its register; any other use (a copy of the whole,
a reference) goes to a local copy that the function fills on entry and that SROA takes apart again.
"""

from __future__ import annotations

import re

from scale.errors import CompileError

REGISTERS = {"threadIdx": "tid", "blockIdx": "ctaid", "blockDim": "ntid", "gridDim": "nctaid"}
_INTRINSIC = "llvm.nvvm.read.ptx.sreg"
_NAMES = "|".join(REGISTERS)
_CAST = rf"addrspacecast \(ptr addrspace\(1\) @(?:{_NAMES}) to ptr\)"
_FIELD = (
    rf"getelementptr (?:inbounds )?(?:nuw )?\((?:%struct\.(?:uint3|dim3)(?:\.\d+)?, ptr {_CAST}, i32 0, i32 (?P<index>[12])"
    rf"|i8, ptr {_CAST}, i64 (?P<bytes>[48]))\)"
)
_USE = re.compile(rf"{_FIELD}|{_CAST}")
_LOAD = re.compile(rf"= load i32, ptr ((?:{_FIELD}|{_CAST})), align 4(?:, !tbaa ![0-9]+)?")
_NAME = re.compile(rf"@({_NAMES})\b")
_DEFINITION = re.compile(rf"^@(?:{_NAMES}) = .*\n", re.MULTILINE)
_USED_BY_HOST = re.compile(r"^@__clang_gpu_used_external = .*\n", re.MULTILINE)
_ENTRY = re.compile(r"ptr (?:addrspacecast \(ptr addrspace\(\d\) @[^ ]+ to ptr\)|@[^ ,\]]+)")
_FUNCTION = re.compile(r"^define [^\n]*\{\n.*?^\}$", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r"(?:[-a-zA-Z$._0-9]+|\"[^\"]*\"):")


def lower_builtin_variables(text: str) -> str:
    """The module with every use of the four variables replaced.

    Raises:
        CompileError: an address is taken outside a function (nvcc refuses that too).
    """
    if not _DEFINITION.search(text):
        return text
    text = _USED_BY_HOST.sub(lambda match: _without_variables(match[0]), _DEFINITION.sub("", text))
    text = _LOAD.sub(lambda match: f"= call i32 {_register(match[1])}", text)
    if _NAME.search(text):
        text = _FUNCTION.sub(lambda match: _with_copies(match[0]), text)
        if left := _NAME.search(text):
            raise CompileError(f"the address of {left[1]} cannot be taken here")
    return text + _declarations(text)


def _without_variables(line: str) -> str:
    """With relocatable code clang lists the variables that host code names too: a function for both sides has the four in its host form."""
    entries = [each for each in _ENTRY.findall(line) if not _NAME.search(each)]
    return f"@__clang_gpu_used_external = internal global [{len(entries)} x ptr] [{', '.join(entries)}]\n"


def _variable_and_field(expression: str) -> tuple[str, int]:
    match = _USE.fullmatch(expression)
    name = _NAME.search(expression)
    if match is None or name is None:
        raise ValueError(expression)
    field = int(match["index"]) if match["index"] else int(match["bytes"] or 0) // 4
    return name[1], field


def _register(expression: str) -> str:
    name, field = _variable_and_field(expression)
    return f"@{_INTRINSIC}.{REGISTERS[name]}.{'xyz'[field]}()"


def _with_copies(function: str) -> str:
    """One function whose remaining uses go to local copies."""
    if not _NAME.search(function):
        return function
    used: set[tuple[str, int]] = set()

    def local(match: re.Match[str]) -> str:
        name, field = _variable_and_field(match[0])
        used.add((name, field))
        return f"%scale.{name}.{field}"

    header, body = function.split("\n", 1)
    body = _USE.sub(local, body)
    lines: list[str] = []
    for name in sorted({name for name, _ in used}):
        lines.append(f"  %scale.{name}.0 = alloca [3 x i32], align 4")
        for field, axis in enumerate("xyz"):
            if field:
                lines.append(f"  %scale.{name}.{field} = getelementptr inbounds i8, ptr %scale.{name}.0, i64 {4 * field}")
            lines.append(f"  %scale.{name}.value.{axis} = call i32 @{_INTRINSIC}.{REGISTERS[name]}.{axis}()")
            lines.append(f"  store i32 %scale.{name}.value.{axis}, ptr %scale.{name}.{field}, align 4")
    first, rest = body.split("\n", 1)
    if _LABEL.match(first):
        return "\n".join([header, first, *lines, rest])
    return "\n".join([header, *lines, body])


def _declarations(text: str) -> str:
    names = sorted(set(re.findall(rf"@({re.escape(_INTRINSIC)}\.(?:{'|'.join(REGISTERS.values())})\.[xyz])\(", text)))
    missing = [name for name in names if not re.search(rf"^declare [^\n]*@{re.escape(name)}\(", text, re.MULTILINE)]
    return "".join(f"\ndeclare i32 @{name}()\n" for name in missing)
