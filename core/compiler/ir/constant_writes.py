# SPDX-License-Identifier: Apache-2.0
"""Device code that writes a `__constant__` variable by its name.

As in nvcc, where such a variable is const in device code: an error for a plain variable; the store into an element or a member is left
out, with a warning. Targets read such memory as unchanging.
"""

from __future__ import annotations

import re

from scale.compiler.targets.target import Diagnostic
from scale.errors import CompileError

from .locate import Locations
from .text import NAME, Module, split_type

WARNING = "device code cannot write constant memory: this store into '{}' is left out"
_DEFINED = re.compile(r" addrspace\(4\) (?:externally_initialized )?(?:global|constant) (?P<rest>.*)$")
_DERIVED = re.compile(rf"^\s*(%{NAME}) = (?:getelementptr|addrspacecast|bitcast) ")
_STORE = re.compile(r"^\s*store (?:volatile )?")


def drop_constant_writes(module: Module) -> list[Diagnostic]:
    """Leave the stores out; gives the warnings, at their lines where debug information has them.

    Raises:
        CompileError: a variable that is no array and no class is written; it names the variable.
    """
    types = {name: split_type(found["rest"])[0] for name, line in module.globals.items() if (found := _DEFINED.search(line))}
    if not types:
        return []
    variable = re.compile(rf"ptr addrspace\(4\) @({'|'.join(map(re.escape, types))})(?![-\w$.])")
    locations = Locations(module.metadata)
    said: list[Diagnostic] = []
    for function in module.functions.values():
        if not any(variable.search(line) for line in function.body):
            continue
        derived: dict[str, str] = {}
        kept: list[str] = []
        for line in function.body:
            name = None
            if store := _STORE.match(line):
                _, value = split_type(line[store.end() :])
                name = _named(value.rpartition(", ptr ")[2].partition(", align")[0], variable, derived)
            elif made := _DERIVED.match(line):
                target = _named(line, variable, derived)
                if target is not None:
                    derived[made[1]] = target
            if name is None:
                kept.append(line)
            elif types[name].startswith(("[", "%", "{", "<")):
                said.append(Diagnostic("warning", WARNING.format(name), locations.of(line)))
            else:
                message = f"device code writes the __constant__ variable '{name}'"
                raise CompileError(message, location=locations.of(line), hint="the host sets it: cudaMemcpyToSymbol")
        function.body[:] = kept
    return list(dict.fromkeys(said))


def _named(text: str, variable: re.Pattern[str], derived: dict[str, str]) -> str | None:
    """The constant variable that a pointer's text leads to."""
    found = variable.search(f"ptr {text}" if text.startswith("addrspace") else text)
    return found[1] if found else next((derived[value] for value in re.findall(rf"%{NAME}", text) if value in derived), None)
