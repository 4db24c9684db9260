# SPDX-License-Identifier: Apache-2.0
"""The AMD target: device IR to HSA code objects."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scale.compiler.ir.text import Module
from scale.compiler.targets import children
from scale.compiler.targets.target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target

from .context import Context
from .processors import find_processor


class AmdTarget(Target):
    """One AMD processor (`gfx942`, `gfx90a:xnack-`, …)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor, self.features = find_processor(name)

    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        from .code_object import link_code_object
        from .parts import parts_of
        from .pipeline import lower_text

        context = lower_text(device_ir, self.name, options)
        parts = parts_of(context.module) if options.optimization > 0 else [context.module]
        if len(parts) == 1:
            codes = [self._relocatable(context)]
        else:
            works = [partial(self._part, context, part, number) for number, part in enumerate(parts, 1)]
            made = children.run(works, self.name)
            codes = [code for code, _ in made]
            for _, part_context in made:
                context.diagnostics += [each for each in part_context.diagnostics if each not in context.diagnostics]
                context.report += part_context.report
        image = Image(self.name, ImageKind.CODE_OBJECT, link_code_object(codes))
        if options.verbose_resources:
            from .resources import resource_lines, spill_warnings

            kernels = self.describe(image)
            context.report += resource_lines(kernels, context.processor)
            context.diagnostics += spill_warnings(kernels, context.processor)
        return CompileResult([image], context.diagnostics, context.report)

    def _relocatable(self, context: Context) -> bytes:
        from .codegen import emit
        from .pipeline import optimized

        module, machine = optimized(context, self.name)
        code: bytes = emit(module, machine, context.longest_block, scalar_dpp=context.processor.scalar_dpp)
        return code

    def _part(self, context: Context, part: Module, number: int) -> tuple[bytes, Context]:
        """Machine code of one part, and a context with what was said of it."""
        options = context.options
        if options.keep_prefix is not None:
            options = replace(options, keep_prefix=f"{options.keep_prefix}.part{number}")
        own = replace(context, module=part, options=options, diagnostics=[], report=[])
        code = self._relocatable(own)
        return code, replace(own, module=Module())

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        from .codegen import emit
        from .pipeline import lower_text, optimized

        context = lower_text(device_ir, self.name, options)
        module, machine = optimized(context, self.name)
        text: str = emit(module, machine, context.longest_block, assembly=True, scalar_dpp=context.processor.scalar_dpp)
        return text

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image.data)


def make(name: str) -> AmdTarget:
    """The target of a name that `names()` lists."""
    return AmdTarget(name)
