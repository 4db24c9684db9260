# SPDX-License-Identifier: Apache-2.0
"""Variables get AMD's address spaces, linkage and initial values."""

from __future__ import annotations

import re

from scale.compiler.ir.reach import is_host_visible
from scale.compiler.ir.text import GLOBAL_NAME, NAME, split_type
from scale.compiler.ir.unresolved import unresolved_variable

from ..context import Context

_HEAD = re.compile(
    rf"^@{NAME} = (?P<linkage>(?:(?:private|internal|external|extern_weak|linkonce_odr|linkonce|weak_odr|weak|common|appending|dso_local|"
    r"dso_preemptable|protected|hidden|default|unnamed_addr|local_unnamed_addr) )*)(?P<space>(?:addrspace\(\d+\) )?)"
    r"(?P<external>(?:externally_initialized )?)(?P<kind>global|constant) "
)
_SHARED_INITIALISER = re.compile(r" (?:undef|poison|zeroinitializer)(?=,|$)")


def run(context: Context) -> None:
    module = context.module
    generic: dict[str, str] = {}
    for name, line in module.globals.items():
        match = _HEAD.match(line)
        if match is None:
            continue
        linkage, space, external, kind = match["linkage"], match["space"], match["external"], match["kind"]
        if not space:
            space = "addrspace(4) " if kind == "constant" else "addrspace(1) "
            generic[f"@{name}"] = f"addrspacecast (ptr {space}@{name} to ptr)"
        rest = line[match.end() :]
        if space == "addrspace(3) ":
            if "external" not in linkage.split():
                linkage, rest = "internal ", _wide_alignment(_SHARED_INITIALISER.sub(" poison", rest, count=1))
        elif {"external", "extern_weak"} & set(linkage.split()):
            raise unresolved_variable(name, module)
        elif is_host_visible(line):
            linkage = "protected "
        module.globals[name] = f"@{name} = {linkage}{space}{external}{kind} {rest}"
    if generic:
        _use_casts(context, generic)


_ALIGN = re.compile(r", align (\d+)")
_ARRAY = re.compile(r"^\[(\d+) x (.*)\]$")
_SCALAR_SIZES = {"i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4, "i64": 8, "double": 8, "ptr": 8}
VECTOR_ACCESS = 16
"""Bytes of the widest LDS access (`ds_read_b128`), which needs as much alignment."""


def _wide_alignment(rest: str) -> str:
    """Give a shared array of 16 bytes or more the alignment that lets LLVM join its accesses."""
    kind, _ = split_type(rest)
    align = _ALIGN.search(rest)
    if align is None or int(align[1]) >= VECTOR_ACCESS or _array_size(kind) < VECTOR_ACCESS:
        return rest
    return rest[: align.start()] + f", align {VECTOR_ACCESS}" + rest[align.end() :]


def _array_size(kind: str) -> int:
    """Bytes of an array of scalars; structures count as 16 an element, which only decides their alignment."""
    match = _ARRAY.match(kind)
    return int(match[1]) * _array_size(match[2]) if match else _SCALAR_SIZES.get(kind, VECTOR_ACCESS if kind.startswith("%") else 0)


def _use_casts(context: Context, generic: dict[str, str]) -> None:
    """Every use of a variable that had no address space goes through a cast to a generic pointer."""

    def replace(match: re.Match[str]) -> str:
        return generic.get(match[0], match[0])

    for function in context.module.functions.values():
        function.body = [GLOBAL_NAME.sub(replace, line) if "@" in line else line for line in function.body]
    for name, line in context.module.globals.items():
        start = len(name) + 1
        context.module.globals[name] = line[:start] + GLOBAL_NAME.sub(replace, line[start:])
