# SPDX-License-Identifier: Apache-2.0
"""Every AMD processor that the bundled LLVM makes code for, from gfx900 on: one row each.

Facts are LLVM 22's (AMDGPU usage guide, `-mcpu=help`) and the measured table of legal cross-lane controls in
`docs/amd-target.md`. Passes ask a row; none of them parses a name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from scale.errors import CompileError


@dataclass(frozen=True)
class Generation:
    """What processors of one instruction-set generation share."""

    name: str
    wave_size: int
    simds: int
    """SIMD units that share one block's waves: per compute unit, or per work-group processor from gfx10 on."""
    max_waves: int
    """Waves that one SIMD holds."""
    vgprs: int
    """32-bit vector registers a lane that one SIMD divides among its waves."""
    row_broadcast: bool = False
    """DPP `row_bcast:15`, `row_bcast:31` and the whole-wave shifts."""
    row_share: bool = False
    row_xmask: bool = False
    permlanex16: bool = False
    permlane64: bool = False
    permlane_swap: bool = False
    """`v_permlane16_swap` and `v_permlane32_swap`."""
    dpp8: bool = False
    packed_f32: bool = False
    kernarg_preload: bool = False
    """Kernels can start with their first arguments in scalar registers."""
    matrix: str = ""
    """`mfma`, `wmma` or none."""


# Each generation by what it has beyond the one before it.
_GFX9 = Generation("gfx9", wave_size=64, simds=4, max_waves=10, vgprs=256, row_broadcast=True)
_GFX908 = replace(_GFX9, name="gfx908", matrix="mfma")
_GFX90A = replace(_GFX908, name="gfx90a", max_waves=8, vgprs=512, row_share=True, packed_f32=True)
_GFX940 = replace(_GFX90A, name="gfx940", kernarg_preload=True)
_GFX950 = replace(_GFX940, name="gfx950", permlane_swap=True)
_GFX10 = Generation("gfx10", wave_size=32, simds=4, max_waves=20, vgprs=1024, row_share=True, row_xmask=True, permlanex16=True, dpp8=True)
_GFX103 = replace(_GFX10, name="gfx10.3", max_waves=16)
_GFX11 = replace(_GFX103, name="gfx11", permlane64=True, matrix="wmma")
_GFX12 = replace(_GFX11, name="gfx12")
_GFX1250 = replace(_GFX12, name="gfx1250", max_waves=10, permlane64=False)


@dataclass(frozen=True)
class Processor:
    """One row: a processor, or a generic one that runs on a family."""

    name: str
    generation: Generation
    isa: int
    """AMD's number of the instruction set, `__oclc_ISA_version`: major * 1000 + minor * 100 + stepping."""
    xnack: bool = False
    """The page-fault replay mode can be chosen (`:xnack+`, `:xnack-`)."""
    sramecc: bool = False

    @property
    def generic(self) -> bool:
        return self.name.endswith("-generic")

    @property
    def wave_size(self) -> int:
        return self.generation.wave_size

    @property
    def scalar_dpp(self) -> bool:
        """Instructions of three operands with a DPP move take a scalar as second one (`dpp_scalars.py`): all but gfx11.0 that have them."""
        return not 11000 <= self.isa < 11500

    @property
    def code_object_version(self) -> int:
        """5, which ROCm 5.7 and later load; generic processors exist from version 6 (ROCm 6.3) on."""
        return 6 if self.generic else 5


PROCESSORS: tuple[Processor, ...] = (
    Processor("gfx900", _GFX9, 9000, xnack=True),
    Processor("gfx902", _GFX9, 9002, xnack=True),
    Processor("gfx904", _GFX9, 9004, xnack=True),
    Processor("gfx906", _GFX9, 9006, xnack=True, sramecc=True),
    Processor("gfx908", _GFX908, 9008, xnack=True, sramecc=True),
    Processor("gfx909", _GFX9, 9009, xnack=True),
    Processor("gfx90a", _GFX90A, 9010, xnack=True, sramecc=True),
    Processor("gfx90c", _GFX9, 9012, xnack=True),
    Processor("gfx942", _GFX940, 9402, xnack=True, sramecc=True),
    Processor("gfx950", _GFX950, 9500, xnack=True, sramecc=True),
    Processor("gfx1010", _GFX10, 10100, xnack=True),
    Processor("gfx1011", _GFX10, 10101, xnack=True),
    Processor("gfx1012", _GFX10, 10102, xnack=True),
    Processor("gfx1013", _GFX10, 10103, xnack=True),
    Processor("gfx1030", _GFX103, 10300),
    Processor("gfx1031", _GFX103, 10301),
    Processor("gfx1032", _GFX103, 10302),
    Processor("gfx1033", _GFX103, 10303),
    Processor("gfx1034", _GFX103, 10304),
    Processor("gfx1035", _GFX103, 10305),
    Processor("gfx1036", _GFX103, 10306),
    Processor("gfx1100", _GFX11, 11000),
    Processor("gfx1101", _GFX11, 11001),
    Processor("gfx1102", _GFX11, 11002),
    Processor("gfx1103", _GFX11, 11003),
    Processor("gfx1150", _GFX11, 11500),
    Processor("gfx1151", _GFX11, 11501),
    Processor("gfx1152", _GFX11, 11502),
    Processor("gfx1153", _GFX11, 11503),
    Processor("gfx1200", _GFX12, 12000),
    Processor("gfx1201", _GFX12, 12001),
    Processor("gfx1250", _GFX1250, 12500),
    Processor("gfx1251", _GFX1250, 12501),
    Processor("gfx9-generic", _GFX9, 9000, xnack=True),
    Processor("gfx9-4-generic", _GFX940, 9400, xnack=True, sramecc=True),
    Processor("gfx10-1-generic", _GFX10, 10100, xnack=True),
    Processor("gfx10-3-generic", _GFX103, 10300),
    Processor("gfx11-generic", _GFX11, 11000),
    Processor("gfx12-generic", _GFX12, 12000),
)


@cache
def _by_name() -> dict[str, Processor]:
    return {row.name: row for row in PROCESSORS}


def find_processor(target: str) -> tuple[Processor, str]:
    """The row of a target name such as `gfx90a:xnack-:sramecc+`, and LLVM's feature string for its suffixes.

    Raises:
        KeyError: no such processor.
    """
    base, *suffixes = target.split(":")
    features = ",".join(f"{suffix[-1]}{suffix[:-1]}" for suffix in suffixes)
    return _by_name()[base], features


WAVE32_ONLY = ("gfx1250",)
"""Generations without wavefronts of 64 lanes."""


def with_wave64(processor: Processor) -> Processor:
    """The processor in its mode of 64 lanes a wavefront.

    Raises:
        CompileError: it has no such mode.
    """
    generation = processor.generation
    if generation.name in WAVE32_ONLY:
        raise CompileError(f"--scale-warp-size=64: {processor.name} has wavefronts of 32 lanes only")
    if generation.wave_size == 64:
        return processor
    return replace(processor, generation=replace(generation, wave_size=64, vgprs=generation.vgprs // 2))


def with_wave_size(processor: Processor, features: str) -> str:
    """LLVM's feature string, with the wavefront's size where it is not the processor's usual one."""
    if processor.wave_size == find_processor(processor.name)[0].wave_size:
        return features
    return ",".join(filter(None, (features, "+wavefrontsize64")))
