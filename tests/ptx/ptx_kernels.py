# SPDX-License-Identifier: Apache-2.0
"""Statements as kernels, for the targets: thread i works on row i of the operands' columns."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
from ptx_harness import CONSTRAINTS, Statement, _array
from scale.compiler.ir.reach import finish_module
from scale.compiler.ir.text import parse_module
from scale.compiler.ptx import translate_module
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.registry import make_target

TESTS = Path(__file__).parent.parent
HEADER = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


def kernel(statement: Statement, name: str) -> str:
    """Device IR of one kernel: pointers to the columns, outputs first."""
    outputs, inputs = ([CONSTRAINTS[letter][0] for letter in letters] for letters in (statement.outputs, statement.inputs))
    result = "void" if not outputs else outputs[0] if len(outputs) == 1 else "{ " + ", ".join(outputs) + " }"
    text = re.sub(r"%%", "\0", statement.asm)
    text = re.sub(r"%(\d+)", r"$\1", text).replace("%=", "${:uid}").replace("\0", "%").replace("\n", "\\0A").replace("\t", "\\09")
    constraints = ",".join([f"={letter}" for letter in statement.outputs] + list(statement.inputs))
    parameters = [f"ptr %o{i}" for i in range(len(outputs))] + [f"ptr %i{i}" for i in range(len(inputs))]
    lines = [f"define ptx_kernel void @{name}({', '.join(parameters)}) convergent {{"]
    lines += ["  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "  %i = zext i32 %t to i64"]
    for index, llvm in enumerate(inputs):
        lines += [f"  %p{index} = getelementptr {llvm}, ptr %i{index}, i64 %i", f"  %v{index} = load {llvm}, ptr %p{index}"]
    arguments = ", ".join(f"{llvm} %v{index}" for index, llvm in enumerate(inputs))
    lines += [f'  {"%r = " if outputs else ""}call {result} asm sideeffect "{text}", "{constraints}"({arguments})']
    for index, llvm in enumerate(outputs):
        value = "%r"
        if len(outputs) > 1:
            value = f"%e{index}"
            lines += [f"  {value} = extractvalue {result} %r, {index}"]
        lines += [f"  %q{index} = getelementptr {llvm}, ptr %o{index}, i64 %i", f"  store {llvm} {value}, ptr %q{index}"]
    return "\n".join([*lines, "  ret void", "}", ""])


def device_ir(statements: Sequence[Statement]) -> str:
    text = HEADER + "".join(kernel(statement, f"k{index}") for index, statement in enumerate(statements))
    module = parse_module(translate_module(text)[0])
    finish_module(module)
    return module.render()


def _helper(folder: str, name: str) -> ModuleType:
    """A test helper of another area."""
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    spec = importlib.util.spec_from_file_location(f"ptx_{name}", TESTS / folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def execute(target: str, statements: Sequence[Statement]) -> list[list[list[int]]]:
    """The statements on a target; a column of bits per output. All columns are of one length, the size of the block."""
    results = []
    if target == "cpu":
        cpu = _helper("cpu", "cpu_device")
        device = cpu.load(make_target("cpu").compile(device_ir(statements), DeviceOptions(), levels=(cpu.LEVEL,)).images[0].data)
        for index, statement in enumerate(statements):
            outputs, arrays = _arrays(statement)
            device.launch(f"k{index}", 1, len(arrays[0]), *outputs, *arrays)
            results.append([array.tolist() for array in outputs])
        return results
    _helper("amdgpu", "conftest")
    from amdgcn import Emulator

    (image,) = make_target(target).compile(device_ir(statements), DeviceOptions()).images
    emulator = Emulator(target)
    module = emulator.load(image.data)
    for index, statement in enumerate(statements):
        outputs, arrays = _arrays(statement)
        buffers = [emulator.upload(array) for array in (*outputs, *arrays)]
        module.kernel(f"k{index}").launch(1, len(arrays[0]), buffers)
        results.append([buffer.download().tolist() for buffer in buffers[: len(outputs)]])
        for buffer in buffers:
            buffer.free()
    return results


def _arrays(statement: Statement) -> tuple[list[np.ndarray], list[np.ndarray]]:
    arrays = [_array(letter, list(column)) for letter, column in zip(statement.inputs, statement.columns, strict=True)]
    outputs = [np.zeros(len(arrays[0]), CONSTRAINTS[letter][1]) for letter in statement.outputs]
    return outputs, arrays
