# SPDX-License-Identifier: Apache-2.0
"""The one interface that every target implements, and the values that cross it.

To add a target is to add a folder beside `amdgpu/` and `cpu/` and a row in `registry.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import IntEnum


class ImageKind(IntEnum):
    """What the bytes of an image are; the numbers are part of the container format (docs/fatbin.md)."""

    CODE_OBJECT = 1
    """AMD code object (ELF, HSA)."""
    CPU_OBJECT = 2
    """x86-64 ELF shared object with a `scale_cpu_image` symbol (core/runtime/include/scale/cpu_image.h)."""
    DEVICE_IR = 3
    """LLVM bitcode of relocatable device code, NVPTX flavour; waits for a device link."""
    PTX = 4
    CUBIN = 5


@dataclass(frozen=True)
class Image:
    """One target's machine code."""

    target: str
    kind: ImageKind
    data: bytes
    level: int = 0
    """For `cpu`: the x86-64 micro-architecture level (2, 3, 4) that the code needs; 0 elsewhere."""


@dataclass(frozen=True)
class DeviceOptions:
    """What the command line says about device code; the same for every target."""

    optimization: int = 3
    warp_size: int = 32
    fmad: bool = True
    ftz: bool = False
    prec_div: bool = True
    prec_sqrt: bool = True
    fast_math: bool = False
    debug: bool = False
    line_info: bool = False
    max_registers: int | None = None
    safe_atomics: bool = False
    relocatable: bool = False
    report: bool = False
    verbose_resources: bool = False
    keep_prefix: str | None = None
    """Write the module after each pass to `<prefix>.<target>.<nn>-<pass>.ll` (`--keep`)."""
    cuda_arch: int = 80
    ptxas_words: str = ""
    """What is handed on to NVIDIA's `ptxas`, a word a line."""
    arch_suffix: str = ""
    """`a` or `f` behind the architecture's number, for code that only that processor or its family runs."""


@dataclass(frozen=True)
class KernelArgument:
    """One kernel argument as it lies in the kernarg block."""

    name: str
    offset: int
    size: int
    kind: str
    """`value` or `pointer`; hidden arguments are not listed."""


@dataclass(frozen=True)
class KernelDescription:
    """What `scale objdump` and `-Xptxas -v` tell of a kernel; None where a target has no such thing."""

    name: str
    arguments: tuple[KernelArgument, ...] = ()
    kernarg_size: int = 0
    vgprs: int | None = None
    agprs: int | None = None
    sgprs: int | None = None
    lds_bytes: int | None = None
    scratch_bytes: int | None = None
    vgpr_spills: int | None = None
    sgpr_spills: int | None = None
    max_threads: int | None = None


@dataclass(frozen=True)
class Diagnostic:
    """A message about device code, with the user's place where it is known."""

    severity: str
    """`error`, `warning` or `remark`."""
    message: str
    location: str | None = None


@dataclass
class CompileResult:
    """What a target makes of one device module."""

    images: list[Image] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    report: list[str] = field(default_factory=list)
    """Lines of `--scale-report`."""


class Target(ABC):
    """A processor that device code is made for. Called in the code-generation child only, except `name` and `describe`."""

    name: str

    @abstractmethod
    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        """Machine code for a device module.

        Args:
            device_ir: text of the linked module, NVPTX flavour, inline PTX already translated.

        Raises:
            CompileError: the module needs what the target lacks; `location` names the user's line.
        """

    @abstractmethod
    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        """The assembly text of the same code (`-S`)."""

    @abstractmethod
    def describe(self, image: Image) -> list[KernelDescription]:
        """The kernels of an image, read from the image alone."""
