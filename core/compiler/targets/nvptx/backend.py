# SPDX-License-Identifier: Apache-2.0
"""The NVIDIA target: device IR to PTX, and to machine code where `ptxas` is installed."""

from __future__ import annotations

from scale.compiler.targets.target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target

from .processors import find_processor


class NvidiaTarget(Target):
    """One NVIDIA processor (`sm_80`, `sm_90a`, …)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor = find_processor(name)

    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        from .pipeline import ptx_text

        return images_of(ptx_text(device_ir, self.processor, options), self.name, options)

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        from .pipeline import ptx_text

        return ptx_text(device_ir, self.processor, options)

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image)


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
