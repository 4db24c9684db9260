# SPDX-License-Identifier: Apache-2.0
"""Keep what kernels and host-visible variables reach, and give everything the linkage of a finished image."""

from __future__ import annotations

import re

from .c_math import name_c_math
from .c_strings import define_c_strings
from .device_runtime import define_device_runtime
from .text import Function, Module, referenced_globals
from .variadic import lower_variadic

_LINKAGE = r"(?:private|internal|linkonce|linkonce_odr|weak|weak_odr|common|available_externally|external|extern_weak)"
_DEFINE_HEAD = re.compile(rf"^define (?:{_LINKAGE} )?(?:dso_local |dso_preemptable )?(?:hidden |protected |default )?")
_GLOBAL_HEAD = re.compile(rf"^(@\S+ = )({_LINKAGE} )?(?:dso_local |dso_preemptable )?(?:hidden |protected |default )?")
_COMDAT_SUFFIX = re.compile(r",? comdat(?:\(\$[^)]*\))?")
_ADDRESS_SPACE = re.compile(r"addrspace\((\d+)\)")
_LLVM_LISTS = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"}


def finish_module(module: Module) -> None:
    """Make `module` a whole program: kernels and device variables are visible, all other functions internal, the unreached gone.

    Static variables of the host's side (`__device__ static`) were made visible by the front end already.
    """
    define_device_runtime(module)
    name_c_math(module)
    define_c_strings(module)
    lower_variadic(module)
    module.comdats.clear()
    for name in _LLVM_LISTS & module.globals.keys():
        del module.globals[name]
    for function in module.functions.values():
        function.header = _finish_function(function)
    for name, line in module.globals.items():
        module.globals[name] = _finish_global(line)
    _drop_unreached(module)
    _define_abi_functions(module)


_TRAPPING = ("__cxa_pure_virtual", "__cxa_deleted_virtual")
"""What vtables name for functions that must never be called (Itanium C++ ABI, "Pure Virtual Function API")."""


def _define_abi_functions(module: Module) -> None:
    for name in _TRAPPING:
        if name in module.declarations:
            del module.declarations[name]
            body = ["  call void @llvm.trap()", "  unreachable"]
            module.functions[name] = Function(name, f"define internal void @{name}() noreturn nounwind", body)
            module.declare("declare void @llvm.trap()")


def _finish_function(function: Function) -> str:
    linkage = "" if function.is_kernel else "internal "
    header = _DEFINE_HEAD.sub(f"define {linkage}", function.header, count=1)
    return _COMDAT_SUFFIX.sub("", header)


def _finish_global(line: str) -> str:
    line = _COMDAT_SUFFIX.sub("", line)
    match = _GLOBAL_HEAD.match(line)
    if match is None:
        return line
    linkage = (match[2] or "").strip()
    if linkage in {"external", "extern_weak", "private", "internal", "common"} or " alias " in line:
        return line
    space = _ADDRESS_SPACE.search(line)
    keep = "internal " if space is not None and space[1] == "3" else ""
    return f"{match[1]}{keep}{line[match.end() :]}"


def is_host_visible(line: str) -> bool:
    """Is this global a `__device__` or `__constant__` variable that the host can ask for by name?"""
    match = _GLOBAL_HEAD.match(line)
    space = _ADDRESS_SPACE.search(line)
    return match is not None and match[2] is None and space is not None and space[1] in {"1", "4"} and "externally_initialized" in line


def _drop_unreached(module: Module) -> None:
    roots = [function.name for function in module.kernels()]
    roots += [name for name, line in module.globals.items() if is_host_visible(line)]
    reached: set[str] = set()
    while roots:
        name = roots.pop()
        if name in reached:
            continue
        reached.add(name)
        if name in module.functions:
            function = module.functions[name]
            roots.extend(referenced_globals([function.header, *function.body]) - reached)
        elif name in module.globals:
            roots.extend(referenced_globals([module.globals[name]]) - reached)
    module.functions = {name: function for name, function in module.functions.items() if name in reached}
    module.globals = {name: line for name, line in module.globals.items() if name in reached}
    module.declarations = {name: line for name, line in module.declarations.items() if name in reached}
