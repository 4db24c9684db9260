# SPDX-License-Identifier: Apache-2.0
"""What the passes of one compilation share."""

from __future__ import annotations

from dataclasses import dataclass, field

from scale.compiler.ir.text import Module
from scale.compiler.targets.target import DeviceOptions, Diagnostic

from .processors import Processor


@dataclass
class Context:
    """One module on its way to one processor."""

    processor: Processor
    features: str
    options: DeviceOptions
    module: Module
    diagnostics: list[Diagnostic] = field(default_factory=list)
    report: list[str] = field(default_factory=list)
    device_libraries: set[str] = field(default_factory=set)
    """Which of `ocml` and `ockl` the module calls."""
    longest_block: int = 0
    """Lines of the longest basic block before code generation."""

    @property
    def wave64(self) -> bool:
        return self.processor.wave_size == 64

    @property
    def two_warps(self) -> bool:
        """A wavefront of 64 lanes holds two warps of 32."""
        return self.wave64 and self.options.warp_size == 32
