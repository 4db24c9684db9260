# SPDX-License-Identifier: Apache-2.0
"""The NVIDIA target: device IR to PTX, and to machine code where `ptxas` is installed."""

from __future__ import annotations

import re

from scale.compiler.ir.locate import location_of_line
from scale.compiler.ir.text import parse_module
from scale.compiler.targets.target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target
from scale.errors import CompileError

from .processors import find_processor


class NvidiaTarget(Target):
    """One NVIDIA processor (`sm_80`, `sm_90a`, …)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor = find_processor(name)

    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        from .assembler import Refused
        from .pipeline import ptx_text

        try:
            return images_of(ptx_text(device_ir, self.processor, options), self.name, options)
        except Refused as refused:
            place = place_of_statement(device_ir, refused.statement)
            raise CompileError(refused.message, location=place) from None

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        from .pipeline import ptx_text

        return ptx_text(device_ir, self.processor, options)

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image)


def place_of_statement(device_ir: str, statement: str) -> str | None:
    """The user's line of the inline PTX with a statement's instruction in it, where the module has line tables."""
    words = [word for word in statement.split() if not word.startswith("@")]
    module = parse_module(device_ir)
    for function in module.functions.values() if words else ():
        for line in function.body:
            if " asm " in line and re.search(rf"{re.escape(words[0])}(?![\w.])", line):
                return location_of_line(module.metadata, line)
    return None


def images_of(text: str, target: str, options: DeviceOptions) -> CompileResult:
    """Machine code, where `ptxas` is installed, and the PTX, which newer GPUs take.

    Raises:
        CompileError: `ptxas` refuses the text.
    """
    from .assembler import assembled

    code, diagnostics, report = assembled(text, target, options)
    images = [Image(target, ImageKind.CUBIN, code)] if code is not None else []
    return CompileResult([*images, Image(target, ImageKind.PTX, text.encode())], diagnostics, report)


def make(name: str) -> NvidiaTarget:
    """The target of a name that `names()` lists."""
    return NvidiaTarget(name)
