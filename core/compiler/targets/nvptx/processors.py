# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's processors and the PTX versions that know them (PTX ISA, "Release Notes")."""

from __future__ import annotations

from dataclasses import dataclass

from scale.cuda_version import CudaVersion
from scale.errors import CompileError

NEWEST_PTX = 90
"""The newest PTX version that LLVM 22 writes, times ten."""
_PTX_OF_RELEASE: tuple[tuple[tuple[int, int], int], ...] = (
    ((11, 8), 78), ((12, 0), 80), ((12, 1), 81), ((12, 2), 82), ((12, 3), 83), ((12, 4), 84), ((12, 5), 85), ((12, 7), 86),
    ((12, 8), 87), ((12, 9), 88), ((13, 0), 90),
)  # fmt: skip
"""From which CUDA release on drivers and `ptxas` take which version, times ten."""
_DROPPED_OLD, _OLDEST_SINCE = 13, 75
"""Since which release which processors are gone (CUDA 13.0 Release Notes, "Deprecated Architectures")."""


@dataclass(frozen=True)
class Processor:
    """One `sm_XX`."""

    name: str
    capability: int
    """Compute capability times ten: `__CUDA_ARCH__` / 10."""
    ptx: int
    """The first PTX version that knows it, times ten."""


def _rows() -> tuple[Processor, ...]:
    plain = {70: 60, 72: 61, 75: 63, 80: 70, 86: 71, 87: 74, 88: 90, 89: 78, 90: 78, 100: 86, 101: 86, 103: 88, 110: 90, 120: 87, 121: 88}
    arch_specific = {90: 80, 100: 86, 101: 86, 103: 88, 110: 90, 120: 87, 121: 88}
    family_specific = {100: 88, 101: 88, 103: 88, 110: 90, 120: 88, 121: 88}
    rows = [Processor(f"sm_{number}", number, ptx) for number, ptx in plain.items()]
    rows += [Processor(f"sm_{number}a", number, ptx) for number, ptx in arch_specific.items()]
    rows += [Processor(f"sm_{number}f", number, ptx) for number, ptx in family_specific.items()]
    return tuple(rows)


PROCESSORS: tuple[Processor, ...] = _rows()
"""From sm_70 on: older ones lack the memory model's atomics and independent thread scheduling."""


def find_processor(name: str) -> Processor:
    """The row of a name that `names()` lists."""
    return next(row for row in PROCESSORS if row.name == name)


def ptx_version(processor: Processor, release: CudaVersion) -> int:
    """The PTX version to write, times ten: the newest that a CUDA release takes.

    Raises:
        CompileError: the release does not know the processor.
    """
    taken = max((ptx for since, ptx in _PTX_OF_RELEASE if since <= (release.major, release.minor)), default=0)
    version = min(taken, NEWEST_PTX)
    if version < processor.ptx:
        needed = next(since for since, ptx in _PTX_OF_RELEASE if ptx >= processor.ptx)
        raise CompileError(f"{processor.name} needs CUDA {needed[0]}.{needed[1]} or newer, this is {release}")
    if release.major >= _DROPPED_OLD and processor.capability < _OLDEST_SINCE:
        raise CompileError(f"CUDA {release} no longer makes code for {processor.name}", hint="CUDA_HOME names an installation of CUDA 12")
    return version
