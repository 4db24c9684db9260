# SPDX-License-Identifier: Apache-2.0
"""What the driver asks of the front end: one source, one side."""

from __future__ import annotations

from dataclasses import dataclass, field

from scale.compiler.targets.target import DeviceOptions


@dataclass(frozen=True)
class DependencyRequest:
    """A make rule for one source."""

    output: str
    """File that the rule is written to."""
    targets: tuple[str, ...]
    """Left side of the rule, exactly as given (`-MT`)."""
    phony: bool = False
    """`-MP`: an empty rule for each header."""
    system_headers: bool = True
    """False for `-MM` and `-MMD`."""


@dataclass(frozen=True)
class FrontendRequest:
    """One run of clang; both sides of a source are made from the same value with another `output`."""

    source: str
    output: str
    """Device side: ends in `.ll` (text) or `.bc` (bitcode). Host side: an object, or `.s` for assembly."""
    action: str = "compile"
    """`compile`, `preprocess`, `dependencies` (the rule only) or `syntax` (diagnostics only)."""
    language: str = "cu"
    """`cu`, `c++` or `c`."""
    std: str | None = None
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    system_includes: tuple[str, ...] = ()
    preincludes: tuple[str, ...] = ()
    optimization: str | None = None
    """Host level as typed (`0` … `3`, `s`, `fast`), None when absent."""
    debug: bool = False
    """Host `-g`."""
    host_flags: tuple[str, ...] = ()
    """What `-Xcompiler` and forwarding hand to the host compiler, split into words."""
    common_flags: tuple[str, ...] = ()
    """Flags for both sides (`-w`, `-ftemplate-depth=…`, `-fno-exceptions`)."""
    host_compiler: tuple[str, ...] = ("g++",)
    """The `-ccbin` command as words."""
    gpu_binary: str | None = None
    """Host side: file whose bytes go into `.nv_fatbin`."""
    relocatable: bool = False
    cuid: str | None = None
    """The same on both sides of relocatable code, so that names of static device variables agree."""
    extended_lambda: bool = False
    relaxed_constexpr: bool = False
    color: bool = False
    device: DeviceOptions = field(default_factory=DeviceOptions)
    architectures: tuple[int, ...] = ()
    """All that the device side is run for, where it is several; both sides know of them by `__CUDA_ARCH_LIST__`."""
    dependencies: DependencyRequest | None = None
