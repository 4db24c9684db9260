# SPDX-License-Identifier: Apache-2.0
"""The NVIDIA target: device IR to PTX, and to machine code where `ptxas` is installed."""

from __future__ import annotations

from scale.compiler.targets.target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target

from .processors import find_processor


class NvidiaTarget(Target):
    """One NVIDIA processor (`sm_80`, `sm_90a`, …)."""

    keeps_inline_ptx = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor = find_processor(name)

    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        from .assembler import assembled
        from .pipeline import ptx_text

        text = ptx_text(device_ir, self.processor, options)
        code, diagnostics, report = assembled(text, self.name, options)
        images = [Image(self.name, ImageKind.CUBIN, code)] if code is not None else []
        return CompileResult([*images, Image(self.name, ImageKind.PTX, text.encode())], diagnostics, report)

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        from .pipeline import ptx_text

        return ptx_text(device_ir, self.processor, options)

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image)


def make(name: str) -> NvidiaTarget:
    """The target of a name that `names()` lists."""
    return NvidiaTarget(name)
