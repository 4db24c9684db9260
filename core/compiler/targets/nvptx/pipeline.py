# SPDX-License-Identifier: Apache-2.0
"""The order of things: device IR in, PTX out."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.ir.text import Module, parse_module
from scale.compiler.targets import llvm_start
from scale.compiler.targets.target import DeviceOptions
from scale.cuda_version import cuda_version
from scale.errors import CompileError

from . import libdevice
from .markers import define_markers
from .processors import Processor, ptx_version

TRIPLE = "nvptx64-nvidia-cuda"
_PROCESSOR = re.compile(r' "(?:target-cpu|target-features)"="[^"]*"')
_FTZ = ' "denormal-fp-math-f32"="preserve-sign,preserve-sign"'
_GROUP_END = re.compile(r" \}$")


def ptx_text(device_ir: str, processor: Processor, options: DeviceOptions) -> str:
    """PTX for one processor.

    Raises:
        CompileError: the code holds what the target lacks.
        MissingTool: it needs NVIDIA's libdevice, and there is none.
    """
    module = parse_module(device_ir)
    _retarget(module, options)
    define_markers(module, processor.name)
    machine = target_machine(processor, options)
    made = _parsed(module.render())
    libdevice.link(made, processor, options)
    _optimize(made, machine, options.optimization)
    with _precision(options):
        text: str = machine.emit_assembly(made)
    return text


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
    if options.ftz:
        module.attributes = [_GROUP_END.sub(f"{_FTZ} }}", line) for line in module.attributes]


def _parsed(text: str) -> Any:
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        said = "\n".join(str(error).strip().splitlines()[:10])
        raise CompileError(f"internal error: the NVIDIA passes made invalid IR: {said}") from error
    return module


def _optimize(module: Any, machine: Any, level: int) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=min(level, 3))
    tuning.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    first = llvm.create_new_module_pass_manager()
    first.add_always_inliner_pass()
    first.add_global_dead_code_eliminate_pass()
    first.run(module, builder)
    if level > 0:
        builder.getModulePassManager().run(module, builder)


class _precision:
    """`-prec-div` and `-prec-sqrt`, which LLVM has as options of the whole process."""

    def __init__(self, options: DeviceOptions) -> None:
        self._settings = (("-nvptx-prec-divf32", 2, 1, options.prec_div), ("-nvptx-prec-sqrtf32", 1, 0, options.prec_sqrt))

    def __enter__(self) -> None:
        for option, precise, fast, wanted in self._settings:
            if not wanted:
                llvm.set_option("", f"{option}={fast}")

    def __exit__(self, *_: object) -> None:
        for option, precise, _fast, wanted in self._settings:
            if not wanted:
                llvm.set_option("", f"{option}={precise}")
