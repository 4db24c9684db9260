# SPDX-License-Identifier: Apache-2.0
"""The order of things: device IR in, PTX out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.ir.locate import location_of
from scale.compiler.ir.managed import SECTION
from scale.compiler.ir.text import Module, parse_module
from scale.compiler.ir.unresolved import MISSING, OTHER_FILE, unresolved_variable
from scale.compiler.targets import llvm_start
from scale.compiler.targets.llvm_module import drop_dead_code, parsed
from scale.compiler.targets.local_arrays import unroll_local_arrays
from scale.compiler.targets.target import DeviceOptions
from scale.cuda_version import cuda_version
from scale.errors import CompileError

from . import libdevice
from .copies import MEMCPY, widen_copies
from .grid_constants import has_tensor_maps, mark_grid_constants
from .inlining import inline_users_of_arrays
from .markers import define_markers
from .pointer_masks import lower_pointer_masks
from .processors import Processor, ptx_version
from .wide_conversions import define_wide_conversions

TRIPLE = "nvptx64-nvidia-cuda"
_PROCESSOR = re.compile(r' "(?:target-cpu|target-features)"="[^"]*"')
_FTZ = ' "denormal-fp-math-f32"="preserve-sign,preserve-sign"'
_KEEPS_DENORMALS, _FLUSHES_DENORMALS = (f'!"nvvm-reflect-ftz", i32 {value}' for value in (0, 1))
"""The front end's flag by which libdevice's functions choose their instructions."""
_MANAGED = f', section "{SECTION}"'
_DYNAMIC_SHARED = re.compile(r" = external (?:dso_local )?addrspace\(3\) global \[0 x ")
_ALIGN = re.compile(r", align (\d+)")
_ANNOTATIONS = "!nvvm.annotations"
_NODE = re.compile(r"!(\d+) = ")
_GROUP_END = re.compile(r" \}$")


def ptx_text(device_ir: str, processor: Processor, options: DeviceOptions) -> str:
    """PTX for one processor.

    Raises:
        CompileError: the code holds what the target lacks.
        MissingTool: it needs NVIDIA's libdevice, and there is none.
    """
    module = parse_module(device_ir)
    _retarget(module, options)
    define_markers(module, processor)
    define_wide_conversions(module)
    lower_pointer_masks(module)
    machine = target_machine(processor, options)
    if options.optimization > 1:
        inline_users_of_arrays(module)
    made = parsed(module.render(), "NVIDIA")
    libdevice.link(made, processor)
    with _precision(options):
        drop_dead_code(made, machine)
        _check_whole(made, module)
        if options.optimization > 0:
            _optimize(made, machine, min(options.optimization, 3))
            made = _finished(made, device_ir)
        text: str = machine.emit_assembly(made)
    return text


def _finished(made: Any, device_ir: str) -> Any:
    """What is done to optimised code, as far as there is something to do; a module goes through its text for that."""
    maps = has_tensor_maps(device_ir)
    copies = any(function.name.startswith(MEMCPY) for function in made.functions)
    if not maps and not copies:
        return made
    module = parse_module(str(made))
    changed = [mark_grid_constants(module) if maps else False, widen_copies(module) if copies else False]
    return parsed(module.render(), "NVIDIA") if any(changed) else made


def target_machine(processor: Processor, options: DeviceOptions) -> Any:
    """LLVM's target machine for a processor and the CUDA release."""
    llvm_start.start()
    version = ptx_version(processor, cuda_version())
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=processor.name, features=f"+ptx{version}", opt=min(options.optimization, 3))


def _retarget(module: Module, options: DeviceOptions) -> None:
    """The processor is the target machine's; what the front end wrote is the one that it was run for."""
    module.attributes = [_PROCESSOR.sub("", line) for line in module.attributes]
    module.header = [f'target triple = "{TRIPLE}"' if line.startswith("target triple") else line for line in module.header]
    module.globals = {name: _aligned(line) for name, line in module.globals.items()}
    _mark_managed(module)
    if options.ftz:
        module.attributes = [_GROUP_END.sub(f"{_FTZ} }}", line) for line in module.attributes]
        module.metadata = [line.replace(_KEEPS_DENORMALS, _FLUSHES_DENORMALS) for line in module.metadata]


def _aligned(line: str) -> str:
    """Dynamic shared memory begins at a multiple of 16, whatever its declared type, as with nvcc: sources lay wider types over it."""
    if not _DYNAMIC_SHARED.search(line):
        return line
    return _ALIGN.sub(lambda match: f", align {max(int(match[1]), 16)}", line)


def _mark_managed(module: Module) -> None:
    """`__managed__` variables as PTX has them; LLVM takes the attribute from an annotation."""
    managed = [name for name, line in module.globals.items() if _MANAGED in line]
    if not managed:
        return
    first = 1 + max((int(found[1]) for line in module.metadata if (found := _NODE.match(line))), default=-1)
    nodes: list[str] = []
    for number, name in enumerate(managed, first):
        module.globals[name] = module.globals[name].replace(_MANAGED, "")
        module.metadata.append(f'!{number} = !{{ptr addrspace(1) @{name}, !"managed", i32 1}}')
        nodes.append(f"!{number}")
    index = next((i for i, line in enumerate(module.metadata) if line.startswith(_ANNOTATIONS)), None)
    if index is None:
        module.metadata.append(f"{_ANNOTATIONS} = !{{{', '.join(nodes)}}}")
    else:
        module.metadata[index] = module.metadata[index].replace("!{", f"!{{{', '.join(nodes)}, ", 1)


SERVICES = frozenset(("vprintf", "__assertfail", "malloc", "free"))
"""Functions that NVIDIA's driver has for device code (CUDA C++ Programming Guide, "Formatted Output", "Dynamic Global Memory")."""


def _check_whole(made: Any, module: Module) -> None:
    """All that the code names is there.

    Raises:
        CompileError: a function or variable is in no file of this program; names the user's line.
    """
    for name, line in module.globals.items():
        if MISSING.search(line):
            raise unresolved_variable(name, module)
    for function in made.functions:
        name = function.name
        if function.is_declaration and not name.startswith("llvm.") and name not in SERVICES and name in module.declarations:
            raise CompileError(f"unresolved extern function '{name}'", location=location_of(module, f"@{name}"), hint=OTHER_FILE)


def _optimize(module: Any, machine: Any, level: int) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization = False  # vector units are the lanes already
    if level > 1:
        unroll_local_arrays(module, machine)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


@contextmanager
def _precision(options: DeviceOptions) -> Iterator[None]:
    """`-prec-div` and `-prec-sqrt`, which LLVM has as options of the whole process.

    libdevice's functions ask for the second by `__nvvm_reflect`, to which LLVM's answer is no unless it is told.
    """
    settings = [("-nvptx-prec-divf32", 1, 2)] if not options.prec_div else []
    settings += [("-nvptx-prec-sqrtf32", 0, 1)] if not options.prec_sqrt else []
    for option, fast, _ in settings:
        llvm.set_option("", f"{option}={fast}")
    llvm.set_option("", f"-nvvm-reflect-add=__CUDA_PREC_SQRT={int(options.prec_sqrt)}")
    try:
        yield
    finally:
        for option, _, precise in settings:
            llvm.set_option("", f"{option}={precise}")
