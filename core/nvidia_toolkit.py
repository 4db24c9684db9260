# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's own CUDA toolkit, where one is installed: what code for NVIDIA GPUs is linked with, and `ptxas`."""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scale.cuda_version import VARIABLE, CudaVersion, cuda_version

VARIABLES = ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")
OWN_MARK = ".scale-toolkit"
"""In our own toolkit folders, which these variables may name too."""
_USUAL = ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit")
_LIBRARY_FOLDERS = ("lib64", "lib", "targets/x86_64-linux/lib")
_RELEASE = re.compile(r"^#define\s+(?:CUDART_VERSION|CUDA_VERSION)\s+(\d+)", re.MULTILINE)
_SYSTEM_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu")


_TARGET = re.compile(r"sm_\d+[a-z]?")


@dataclass(frozen=True)
class NvidiaToolkit:
    """An installation: a toolkit's folder, or one that wheels made (`nvidia/cu13`)."""

    root: Path

    @property
    def include(self) -> Path | None:
        """Where `cuda_runtime_api.h` is."""
        places = (self.root / "include", self.root / "targets" / "x86_64-linux" / "include", Path("/usr/include"))
        return next((folder for folder in places if (folder / "cuda_runtime_api.h").is_file()), None)

    @property
    def libraries(self) -> Path | None:
        """Where `libcudart` is; Debian has it in the system's folder."""
        folders = [self.root / name for name in _LIBRARY_FOLDERS]
        if self.root.is_relative_to("/usr/lib"):
            folders.append(_SYSTEM_LIBRARIES)
        return next((folder for folder in folders if any(folder.glob("libcudart*"))), None)

    @property
    def libdevice(self) -> Path | None:
        """The bitcode of NVIDIA's mathematical functions."""
        file = self.root / "nvvm" / "libdevice" / "libdevice.10.bc"
        return file if file.is_file() else None

    @property
    def ptxas(self) -> Path | None:
        """NVIDIA's assembler; the one on PATH where the installation has none."""
        own = self.root / "bin" / "ptxas"
        if own.is_file():
            return own
        found = shutil.which("ptxas")
        return Path(found) if found and not (Path(found).resolve().parent.parent / OWN_MARK).exists() else None

    @property
    def release(self) -> CudaVersion | None:
        """The CUDA release, from its headers."""
        for name in ("cuda_runtime_api.h", "cuda.h"):
            if self.include is not None and (self.include / name).is_file():
                found = _RELEASE.search((self.include / name).read_text(encoding="utf-8", errors="replace"))
                if found:
                    return CudaVersion(int(found[1]) // 1000, int(found[1]) % 1000 // 10)
        return None


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


def _candidates() -> Iterator[Path]:
    for variable in VARIABLES:
        if folder := os.environ.get(variable):
            yield Path(folder)
    for program in ("nvcc", "ptxas"):
        if found := shutil.which(program):
            yield Path(found).resolve().parent.parent
    yield from map(Path, _USUAL)
    wheels = Path(sysconfig.get_paths()["purelib"]) / "nvidia"
    yield from sorted(wheels.glob("cu[0-9]*"), reverse=True)
    yield wheels / "cuda_nvcc"


@cache
def nvidia_toolkit() -> NvidiaToolkit | None:
    """The first installation that has libdevice; None where there is none."""
    for folder in _candidates():
        toolkit = NvidiaToolkit(folder)
        if not (folder / OWN_MARK).exists() and toolkit.libdevice is not None:
            return toolkit
    return None
