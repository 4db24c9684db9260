# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's own CUDA toolkit, where one is installed: what code for NVIDIA GPUs is linked with, and `ptxas`."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from scale.cuda_version import VARIABLE, CudaVersion, cuda_version

MARK = "__SCALE_NVIDIA__"
"""By which our headers know that the code is for NVIDIA's GPUs and runtime library."""
VARIABLES = ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")
OWN_MARK = ".scale-toolkit"
"""In our own toolkit folders, which these variables may name too."""
_USUAL = ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit")
_SYSTEM = Path("/usr")
"""Debian has the headers and libraries there."""
_RELEASE = re.compile(r"^#define\s+(?:CUDART_VERSION|CUDA_VERSION)\s+(\d+)", re.MULTILINE)
_TARGET = re.compile(r"sm_\d+[a-z]?")
_LIBDEVICE = ("nvvm/libdevice/libdevice.10.bc", "lib/libdevice.10.bc")
_INCLUDE = ("include", "targets/x86_64-linux/include")
_LIBRARIES = ("lib64", "lib", "targets/x86_64-linux/lib", "lib/x86_64-linux-gnu")
_HEADER = "cuda_runtime_api.h"


@dataclass(frozen=True)
class NvidiaToolkit:
    """An installation: one folder, or several where wheels brought it in parts (`nvidia/cuda_runtime`, triton's copies)."""

    places: tuple[Path, ...]

    def _first(self, names: Iterable[str], holds: str = "") -> Path | None:
        found = (place / name for place in self.places for name in names)
        return next((path for path in found if any(path.glob(holds) if holds else (path.is_file(),))), None)

    @property
    def root(self) -> Path:
        """The folder by which it is known."""
        return self.places[0]

    @property
    def include(self) -> Path | None:
        """Where `cuda_runtime_api.h` is."""
        return self._first(_INCLUDE, _HEADER)

    @property
    def libraries(self) -> tuple[Path, ...]:
        """Where its libraries are, that of `libcudart` first; nothing where there is none."""
        first = self._first(_LIBRARIES, "libcudart*")
        if first is None:
            return ()
        others = (place / name for place in self.places if place != _SYSTEM for name in _LIBRARIES)
        return (first, *(path for path in others if path.is_dir() and path.resolve() != first.resolve()))

    @property
    def libdevice(self) -> Path | None:
        """The bitcode of NVIDIA's mathematical functions."""
        return self._first(_LIBDEVICE)

    @property
    def ptxas(self) -> Path | None:
        """NVIDIA's assembler; the one on PATH where the installation has none."""
        own = self._first(("bin/ptxas",))
        if own is not None:
            return own
        found = shutil.which("ptxas")
        return Path(found) if found and not _is_ours(Path(found).resolve().parent.parent) else None

    @property
    def programs(self) -> tuple[Path, ...]:
        """Its programs."""
        folders = [place / "bin" for place in self.places if place != _SYSTEM and (place / "bin").is_dir()]
        return tuple(path for folder in folders for path in sorted(folder.iterdir()) if path.is_file())

    @cached_property
    def release(self) -> CudaVersion | None:
        """The CUDA release, from its headers."""
        for name in (_HEADER, "cuda.h"):
            if self.include is not None and (self.include / name).is_file():
                found = _RELEASE.search((self.include / name).read_text(encoding="utf-8", errors="replace"))
                if found:
                    return CudaVersion(int(found[1]) // 1000, int(found[1]) % 1000 // 10)
        return None


def _is_ours(folder: Path) -> bool:
    return (folder / OWN_MARK).exists()


def is_nvidia(target: str) -> bool:
    """Whether a target is one of NVIDIA's GPUs."""
    return _TARGET.fullmatch(target) is not None


def release_for(targets: Iterable[str]) -> CudaVersion:
    """The CUDA release that code for `targets` is written against: for NVIDIA's GPUs that of the installed toolkit, whose libraries stay.

    `SCALE_CUDA_VERSION` comes before either.

    Raises:
        UsageError: the variable's value is not a release.
    """
    if not os.environ.get(VARIABLE) and any(map(is_nvidia, targets)):
        toolkit = nvidia_toolkit()
        if toolkit is not None and toolkit.release is not None:
            return toolkit.release
    return cuda_version()


def _candidates() -> Iterator[tuple[Path, ...]]:
    """Folders that may be an installation, each with those that complete it."""
    for variable in VARIABLES:
        if folder := os.environ.get(variable):
            yield (Path(folder),)
    for program in ("nvcc", "ptxas"):
        if found := shutil.which(program):
            yield _whole(Path(found).resolve().parent.parent)
    yield from (_whole(Path(folder)) for folder in _USUAL)
    yield _wheels(_packages())


def _packages() -> Path:
    import sysconfig

    return Path(sysconfig.get_paths()["purelib"])


def _whole(folder: Path) -> tuple[Path, ...]:
    return (folder, _SYSTEM) if folder.is_relative_to("/usr/lib") else (folder,)


def _wheels(packages: Path) -> tuple[Path, ...]:
    """NVIDIA's wheels, in one folder from CUDA 13 on, and what triton brings, which a torch for CUDA depends on."""
    parts = sorted((packages / "nvidia").glob("cu[0-9]*"), reverse=True) + sorted((packages / "nvidia").glob("*/"))
    return (*dict.fromkeys(parts), packages / "triton" / "backends" / "nvidia")


@cache
def nvidia_toolkit() -> NvidiaToolkit | None:
    """The first installation that has libdevice; None where there is none."""
    for places in _candidates():
        toolkit = NvidiaToolkit(places)
        if not _is_ours(places[0]) and toolkit.libdevice is not None:
            return toolkit
    return None
