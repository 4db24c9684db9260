# SPDX-License-Identifier: Apache-2.0
"""What declared functions become: a table from names to LLVM text, for all that needs no cutting."""

from __future__ import annotations

import re
from collections.abc import Callable

from scale.compiler.ir.text import parse_parameters

from .sync import SREG, SYNC_OPS

ALIASES: dict[str, str] = {
    "nvvm.fabs.f": "llvm.fabs.f32",
    "nvvm.fabs.ftz.f": "llvm.fabs.f32",
    "nvvm.fabs.d": "llvm.fabs.f64",
    "nvvm.fabs.f32": "llvm.fabs.f32",
    "nvvm.fabs.ftz.f32": "llvm.fabs.f32",
    "nvvm.fabs.f64": "llvm.fabs.f64",
    "__nv_sqrtf": "llvm.sqrt.f32",
    "__nv_sqrt": "llvm.sqrt.f64",
    "__nv_fabsf": "llvm.fabs.f32",
    "__nv_fabs": "llvm.fabs.f64",
}
"""Functions with the same arguments as an LLVM intrinsic."""

SERVICES = frozenset({"vprintf", "malloc", "free", "__assertfail", "nvvm.nanosleep", "llvm.trap", "__scale_dynamic_shared_size", "__scale_exit",
                      "__scale_is_shared", "__scale_is_global", "__scale_is_constant", "__scale_is_local"})
LIBC = frozenset({"memcpy", "memmove", "memset"})
CONSTANT_REGISTERS = re.compile(r"nvvm\.read\.ptx\.sreg\.(?!clock|globaltimer)")


def is_special(name: str) -> bool:
    """Is this lowered when the kernel is cut?"""
    return name in SYNC_OPS or name in SERVICES or bool(SREG.fullmatch(name)) or name.startswith("scale.shared.")


def attributes_of(name: str) -> str:
    """The attribute group of a special function's declaration."""
    pure = CONSTANT_REGISTERS.match(name) or name.startswith(("scale.shared.", "__scale_dynamic", "__scale_is_"))
    return "#93" if pure else "#92"


def definition(name: str, declaration: str) -> str | None:
    """The text of a function that `declaration` asks for, or None when the tables do not have it."""
    kind, names = _signature(declaration)
    parameters = ", ".join(f"{k} %a{n}" for n, k in enumerate(names))
    target = ALIASES.get(name)
    if target:
        return (f"declare {kind} @{target}({', '.join(names)})\ndefine internal {kind} @{name}({parameters}) #90 {{\n"
                f"  %r = call {kind} @{target}({parameters})\n  ret {kind} %r\n}}")
    return None


def _signature(declaration: str) -> tuple[str, list[str]]:
    names = [p.type for p in parse_parameters(declaration)]
    before = declaration[: declaration.index("@")].removeprefix("declare ")
    words = re.sub(r"\b(?:dso_local|noundef|range\([^)]*\)|signext|zeroext|local_unnamed_addr|noalias|nonnull|extern_weak)\b\s*", "", before)
    return words.strip(), names


BODIES: dict[str, Callable[[str, list[str]], str]] = {}
