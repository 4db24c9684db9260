# SPDX-License-Identifier: Apache-2.0
"""Define what device IR calls: the last text pass, which leaves only AMD's and LLVM's own intrinsics undefined."""

from __future__ import annotations

import re
from collections.abc import Callable

from scale.compiler.ir.atomic_markers import with_literals_named
from scale.compiler.ir.locate import location_of
from scale.compiler.ir.text import GLOBAL_NAME, define_name, parse_module
from scale.compiler.ir.unresolved import OTHER_FILE
from scale.errors import CompileError

from ..context import Context
from ..device_libraries import controls
from ..matrix.product import declaration as matrix_marker
from ..passes.attributes import denormal_attributes
from . import arithmetic, atomics, barriers, bits, libdevice, registers, services, warp, wave
from .ir import PREFIX
from .masks import IDENTITIES

PROVIDERS: tuple[Callable[[str, Context], str | None], ...] = (
    registers.provide,
    warp.provide,
    wave.provide,
    barriers.provide,
    atomics.provide,
    arithmetic.provide,
    libdevice.provide,
    services.provide,
    bits.provide,
)
_PURE = "convergent nocallback nofree nounwind willreturn memory(none)"
MARKERS = {f"scale.shfl.{mode}": f"declare i32 @scale.shfl.{mode}(i32, i32, i32) {_PURE}" for mode in warp.MODES}
MARKERS |= {f"scale.wide.{mode}": f"declare i32 @scale.wide.{mode}(i32, i32, i32) {_PURE}" for mode in wave.MODES}
MARKERS |= {f"scale.redux.{name}": f"declare i32 @scale.redux.{name}(i32, i32) {_PURE}" for name in IDENTITIES}
MARKERS["__scale_exit"] = "declare void @__scale_exit() convergent nounwind"
"""Calls that stay until their distances are constants."""
_LIBRARIES = {"__ocml_": "ocml", "__ockl_": "ockl"}


def run(context: Context) -> None:
    module = context.module
    _rename(context)
    wanted = [name for name in _mentioned(context) if name not in module.functions]
    texts: list[str] = []
    done: set[str] = set(module.functions) | set(module.globals)
    declarations: list[str] = []
    while wanted:
        name = wanted.pop()
        if name in done:
            continue
        done.add(name)
        text = define_call(name, context)
        if text is not None:
            texts.append(text)
            wanted.extend(found[1:] for found in GLOBAL_NAME.findall(text))
        elif marker := MARKERS.get(name) or matrix_marker(name, context):
            declarations.append(marker)
        elif library := _LIBRARIES.get(name[:7]):
            context.device_libraries.add(library)
            declarations.append(_declaration(name, texts))
        elif not name.startswith("llvm.") or name.startswith(f"llvm.{'nvvm'}."):
            raise _unresolved(name, context)
    attributes = denormal_attributes(context)
    if attributes:
        texts = [text.replace(" convergent nounwind {", f" convergent nounwind{attributes} {{") for text in texts]
    addition = parse_module("\n".join(texts))
    module.functions.update(addition.functions)
    module.globals.update(addition.globals)
    # LLVM declares its intrinsics from their first use
    module.declarations = {define_name(line): line for line in declarations}
    if context.device_libraries:
        module.header.append(controls(context))


def _rename(context: Context) -> None:
    """`llvm.nvvm.` gets a prefix that we may define; literal order and scope of an atomic go into its name."""
    for function in context.module.functions.values():
        body = function.body
        for index, line in enumerate(body):
            if "@llvm.nvvm." in line:
                body[index] = line.replace("@llvm.nvvm.", f"@{PREFIX}")
            elif "@__scale_atomic_" in line:
                body[index] = with_literals_named(line)


def _mentioned(context: Context) -> list[str]:
    """What the functions call or name, but for their own."""
    found: dict[str, None] = {}
    for function in context.module.functions.values():
        for line in function.body:
            if "@" in line:
                for name in GLOBAL_NAME.findall(line):
                    found[name[1:]] = None
    return [name for name in found if name not in context.module.globals]


def define_call(name: str, context: Context) -> str | None:
    """The definition of one function that device IR may call, or None for an unknown name."""
    for provide in PROVIDERS:
        text = provide(name, context)
        if text is not None:
            return text
    return None


def _declaration(name: str, texts: list[str]) -> str:
    """A `declare` line made from the first call in our own bodies."""
    pattern = re.compile(rf"call ([^@]+?) @{re.escape(name)}\(([^)]*(?:\([^)]*\)[^)]*)*)\)")
    for text in texts:
        if match := pattern.search(text):
            types = ", ".join(part.strip().rpartition(" ")[0] for part in match[2].split(",")) if match[2] else ""
            return f"declare {match[1]} @{name}({types})"
    raise CompileError(f"the device library's function {name} may not be called directly")


def _unresolved(name: str, context: Context) -> CompileError:
    shown = name.replace(PREFIX, "llvm.nvvm.")
    place = location_of(context.module, f"@{name}")
    if shown.startswith("llvm.nvvm."):
        return CompileError(f"{context.processor.name} has no counterpart for the intrinsic '{shown}'", location=place)
    return CompileError(f"unresolved extern function '{shown}'", location=place, hint=OTHER_FILE)
