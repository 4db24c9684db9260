# SPDX-License-Identifier: Apache-2.0
"""The AMD target: device IR to HSA code objects."""

from __future__ import annotations

from scale.compiler.targets.target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target

from .processors import find_processor


class AmdTarget(Target):
    """One AMD processor (`gfx942`, `gfx90a:xnack-`, …)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor, self.features = find_processor(name)

    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        from .codegen import emit, link_code_object
        from .pipeline import lower

        context, module, machine = lower(device_ir, self.name, options)
        data = link_code_object(emit(module, machine, context.longest_block, scalar_dpp=context.processor.scalar_dpp))
        image = Image(self.name, ImageKind.CODE_OBJECT, data)
        if options.verbose_resources:
            from .resources import resource_lines, spill_warnings

            kernels = self.describe(image)
            context.report += resource_lines(kernels, context.processor)
            context.diagnostics += spill_warnings(kernels, context.processor)
        return CompileResult([image], context.diagnostics, context.report)

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        from .codegen import emit
        from .pipeline import lower

        context, module, machine = lower(device_ir, self.name, options)
        text: str = emit(module, machine, context.longest_block, assembly=True, scalar_dpp=context.processor.scalar_dpp)
        return text

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image.data)


def make(name: str) -> AmdTarget:
    """The target of a name that `names()` lists."""
    return AmdTarget(name)
