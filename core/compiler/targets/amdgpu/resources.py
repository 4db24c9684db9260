# SPDX-License-Identifier: Apache-2.0
"""Occupancy from a kernel's resources, and the lines that `-Xptxas -v` adds to the driver's."""

from __future__ import annotations

from scale.compiler.targets.target import Diagnostic, KernelDescription

from .processors import Processor

_LDS_BYTES = {"gfx950": 163840, "gfx1250": 327680}
"""LDS of a compute unit (of a work-group processor from gfx10 on); 64 KiB elsewhere on gfx9, twice that for the pair."""


def occupancy(kernel: KernelDescription, processor: Processor) -> tuple[int, str]:
    """Waves that fit one SIMD at the kernel's largest block, and what sets that number."""
    generation = processor.generation
    limits = [(generation.max_waves, "the hardware's maximum")]
    registers = (kernel.vgprs or 1) + (kernel.agprs or 0 if generation.name in ("gfx90a", "gfx940", "gfx950") else 0)
    granule = 8 if generation.vgprs >= 512 else 4
    granule = 16 if generation.wave_size == 32 and generation.name.startswith(("gfx11", "gfx12")) else granule
    allotted = -(-registers // granule) * granule
    limits.append((generation.vgprs // allotted, "vector registers"))
    if kernel.lds_bytes:
        block_waves = -(-(kernel.max_threads or 1024) // processor.wave_size)
        room = _LDS_BYTES.get(generation.name, 65536 if generation.wave_size == 64 else 131072)
        blocks = room // kernel.lds_bytes
        limits.append((max(1, blocks * block_waves // generation.simds), "shared memory"))
    waves, reason = min(limits)
    return max(1, waves), reason


def resource_lines(kernels: list[KernelDescription], processor: Processor) -> list[str]:
    """One line a kernel, in the words that readers of `ptxas info` look for."""
    lines = []
    for kernel in kernels:
        waves, reason = occupancy(kernel, processor)
        lines.append(
            f"ptxas info    : Function properties for '{kernel.name}' on {processor.name}: {kernel.scratch_bytes or 0} bytes stack frame, "
            f"occupancy {waves} of {processor.generation.max_waves} waves a SIMD, set by {reason}"
        )
    return lines


def spill_warnings(kernels: list[KernelDescription], processor: Processor) -> list[Diagnostic]:
    """A warning for each kernel whose registers did not suffice."""
    return [
        Diagnostic(
            "warning",
            f"kernel '{kernel.name}' spills {kernel.vgpr_spills} vector registers to scratch memory on {processor.name}; "
            "a smaller __launch_bounds__ block or fewer blocks per multiprocessor leaves it more",
        )
        for kernel in kernels
        if kernel.vgpr_spills
    ]
