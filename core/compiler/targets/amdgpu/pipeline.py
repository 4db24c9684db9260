# SPDX-License-Identifier: Apache-2.0
"""The order of things: device IR in, an optimised AMDGPU module out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scale.compiler.ir.text import parse_module
from scale.compiler.ir.waiting import lower_yields
from scale.compiler.targets.callees_first import planned
from scale.compiler.targets.llvm_module import drop_dead_code
from scale.compiler.targets.local_arrays import unroll_local_arrays
from scale.compiler.targets.target import DeviceOptions

from . import codegen, device_libraries
from .context import Context
from .library import resolve
from .passes import (
    accumulators,
    attributes,
    conditions,
    constant_writes,
    crosslane,
    device_runtime,
    exits,
    kernels,
    lane_locks,
    matrix,
    precision,
    reach,
    spin,
    stack,
    unroll,
    warp_barriers,
    wide_warnings,
)
from .passes import globals as variables
from .processors import find_processor, with_wave64, with_wave_size

TEXT_PASSES: tuple[tuple[str, Callable[[Context], None]], ...] = (
    ("device-runtime", device_runtime.run),
    ("reach", reach.run),
    ("spin", spin.run),
    ("unroll", unroll.run),
    ("conditions", conditions.run),
    ("variables", variables.run),
    ("stack", stack.run),
    ("kernels", kernels.run),
    ("precision", precision.run),
    ("attributes", attributes.run),
    ("matrix", matrix.run),
    ("library", resolve.run),
)
"""Device IR to valid AMDGPU IR, on text."""


class Dumps:
    """`--keep`: the module after each pass as `<prefix>.<target>.<nn>-<pass>.ll`."""

    def __init__(self, prefix: str | None, target: str, done: int = 0) -> None:
        self._prefix = f"{prefix}.{target.replace(':', '-')}" if prefix else None
        self._count = done

    def __call__(self, name: str, text: Callable[[], str]) -> None:
        if self._prefix is None:
            return
        Path(f"{self._prefix}.{self._count:02}-{name}.ll").write_text(text())
        self._count += 1


def lower_text(device_ir: str, target: str, options: DeviceOptions) -> Context:
    """The passes on text: the context's module is valid AMDGPU IR afterwards, and may be parted (`parts.py`)."""
    processor, features = find_processor(target)
    if options.warp_size == 64:
        processor = with_wave64(processor)
    context = Context(processor, with_wave_size(processor, features), options, parse_module(lower_yields(device_ir, in_turn=False)))
    if options.warp_size == 64:
        wide_warnings.find(device_ir, context)
    dump = Dumps(options.keep_prefix, target)
    for name, run in TEXT_PASSES:
        run(context)
        dump(name, context.module.render)
    return context


def optimized(context: Context, target: str) -> tuple[Any, Any]:
    """Everything else but code generation.

    Returns:
        llvmlite's module, and the target machine.
    """
    options, processor = context.options, context.processor
    dump = Dumps(options.keep_prefix, target, len(TEXT_PASSES))
    level = options.optimization
    machine = codegen.target_machine(processor, context.features, min(level, 3))
    plan = planned(context.module) if level > 0 else None
    text = context.module.render()
    if options.warp_size == 64 and not (options.debug or options.line_info):
        text = wide_warnings.without_debug(text)
    module = codegen.parse(text)
    device_libraries.link(module, context, machine)
    if plan is not None:
        plan.run(module, machine)
    drop_dead_code(module, machine)
    if "__scale_exit" in (function.name for function in module.functions):
        module = codegen.parse(exits.run(str(module), context) or "")
    dump("linked", lambda: str(module))
    if level > 0:
        if level > 1:
            unroll_local_arrays(module, machine)
        codegen.optimize(module, machine, min(level, 3))
        dump("optimized", lambda: str(module))
    text = str(module)
    unwritten = constant_writes.run(text, context) if level > 0 else None
    if unwritten is not None:
        module, text = codegen.parse(unwritten), unwritten
        dump("constant-writes", lambda: unwritten)
    held = lane_locks.run(text, context)
    if held is not None:
        module = codegen.parse(held)
        dump("lane-locks", lambda: held)
    if context.two_warps and any(function.name == "llvm.amdgcn.s.barrier" for function in module.functions):
        warp_barriers.check(str(module), context)
    return cross_lanes(module, context, machine, dump), machine


def cross_lanes(module: Any, context: Context, machine: Any, dump: Dumps) -> Any:
    """Lower what exchanges values between lanes, now that distances are constants, and optimise what came of it."""
    products = accumulators.run(str(module), context)
    text = crosslane.run(products or str(module), context) or products
    level = context.options.optimization
    if text is not None:
        lowered = text
        dump("crosslane", lambda: lowered)
        module = codegen.parse(lowered)
        drop_dead_code(module, machine)
        if level > 0:
            codegen.optimize(module, machine, min(level, 3))
    if level > 0:
        before = str(module)
        text = crosslane.finish_addresses(before, context)
        if text is not None:
            module = codegen.parse(text)
        context.longest_block = codegen.longest_block(text or before)
    dump("final", lambda: str(module))
    return module
