# SPDX-License-Identifier: Apache-2.0
"""Clean functions up before they are inlined into their callers, callees first.

CUTLASS computes layouts by thousands of functions of a few lines that fold to nothing. The lines that the front end writes for them,
each inlined as it is into all its callers up to the kernel, are a hundred million for one attention kernel's file; cleaned up on the way,
a quarter of a million.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.ir.call_graph import callees_first, calls_of, inlined_lines, on_cycles
from scale.compiler.ir.copies import LARGE
from scale.compiler.ir.text import Module, parse_module

from . import llvm_start

MANY_LINES = 200_000
"""Lines of a module's kernels, with all that they call, from which on this is worth its time."""
SMALL = 50
"""Instructions up to which a cleaned function is inlined although nothing asks for it."""
_RUNS = 16
"""Runs of a pass builder: each leaves callbacks behind, which the next ones call too."""
_PROCESSOR = re.compile(r' "(?:target-cpu|target-features)"="[^"]*"')
_STAYS = re.compile(r" (?:noinline|optnone)\b")
_ALWAYS = re.compile(r" alwaysinline\b")


class CalleesFirst:
    """What is to be inlined in one module, in which order.

    Args:
        module: loses its `alwaysinline`; `run` gives each function that is to be inlined its own when its turn has come.
    """

    def __init__(self, module: Module, calls: dict[str, list[str]], order: list[str]) -> None:
        always, stays = _marked(module, _ALWAYS), _marked(module, _STAYS)
        texture_reads = {name for name in module.functions if LARGE.fullmatch(name)}
        left = on_cycles(calls) | texture_reads | stays | {function.name for function in module.kernels()}
        self._always = always - left
        self._perhaps = module.functions.keys() - always - left
        self._last = always & left - stays
        level: dict[str, int] = {}
        for name in order:
            level[name] = 1 + max((level.get(called, -1) for called in calls[name]), default=-1)
        # What is inlined nowhere gets the target's own passes: cleaned up here, its loops would lose shapes that those look for.
        inlined = sorted((name for name in order if name not in left), key=level.__getitem__)
        self._levels = [list(names) for _, names in groupby(inlined, level.__getitem__)]
        module.attributes = [_ALWAYS.sub("", line) for line in module.attributes]
        for function in module.functions.values():
            function.header = _ALWAYS.sub("", function.header)

    def run(self, module: Any, machine: Any) -> None:
        """Clean and inline; what nothing calls any more is left to the caller.

        Args:
            module: llvmlite's module of the text that this was made from; it may have been linked with others.
            machine: a target machine that takes the processors its functions name.
        """
        promote, tidy = _passes("sroa", "simplify_cfg", "sccp"), _passes("simplify_cfg", "aggressive_dce")
        # Not for functions with arrays: it makes one store through a chosen address of two to elements of one.
        combine = _passes("instruction_combine")
        inliner = llvm.create_new_module_pass_manager()
        inliner.add_always_inliner_pass()
        for names in self._levels:
            functions = {name: module.get_function(name.strip('"')) for name in names}
            rest = iter(functions.values())
            while some := list(islice(rest, _RUNS)):
                builder = _builder(machine)
                for function in some:
                    promote.run(function, builder)
                    if not _has_local_memory(function):
                        combine.run(function, builder)
                    tidy.run(function, builder)
            chosen = [
                function
                for name, function in functions.items()
                if name in self._always or (name in self._perhaps and len(list(islice(_instructions(function), SMALL + 1))) <= SMALL)
            ]
            for function in chosen:
                function.add_function_attribute("alwaysinline")
            if chosen:
                inliner.run(module, _builder(machine))
        for name in self._last:
            module.get_function(name.strip('"')).add_function_attribute("alwaysinline")


def planned(module: Module) -> CalleesFirst | None:
    """The plan for a whole program's module that inlining would make large; None for others."""
    calls = calls_of(module)
    order = callees_first(calls)
    lines = inlined_lines({name: len(function.body) for name, function in module.functions.items()}, calls, order)
    return CalleesFirst(module, calls, order) if sum(lines[function.name] for function in module.kernels()) >= MANY_LINES else None


def cleaned(module: Module) -> Module:
    """Device IR as the front end made it, or with all `alwaysinline` functions and small ones inlined where they would make it large."""
    plan = planned(module)
    if plan is None:
        return module
    llvm_start.start()
    module.attributes = [_PROCESSOR.sub("", line) for line in module.attributes]  # NVIDIA's, which no other target machine takes
    made, machine = llvm.parse_assembly(module.render()), llvm.Target.from_default_triple().create_target_machine()
    plan.run(made, machine)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(made, _builder(machine))
    return parse_module(str(made))


def _builder(machine: Any) -> Any:
    return llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))


def _passes(*names: str) -> Any:
    passes = llvm.create_new_function_pass_manager()
    for name in names:
        getattr(passes, f"add_{name}_pass")()
    return passes


def _marked(module: Module, attribute: re.Pattern[str]) -> set[str]:
    groups = {line.split(" ", 2)[1] for line in module.attributes if attribute.search(line)}
    return {
        name
        for name, function in module.functions.items()
        if attribute.search(function.header) or not groups.isdisjoint(re.findall(r"#\d+", function.header))
    }


def _instructions(function: Any) -> Iterator[Any]:
    for block in function.blocks:
        yield from block.instructions


def _has_local_memory(function: Any) -> bool:
    """Are there local variables that are no registers yet? They come first in a function."""
    return bool(next(_instructions(function)).opcode == "alloca")
