# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's open CUDA Core Compute Libraries (Thrust, CUB, libcu++), where the user has installed them.

The wheels `nvidia-cuda-cccl-cu12` and `nvidia-cuda-cccl` hold them, and so does an installation of NVIDIA's toolkit, where its other
headers must not be found. Debian's packages lie in `/usr/include`, which clang searches anyway.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zlib
from functools import cache
from pathlib import Path

from scale.nvidia_toolkit import nvidia_toolkit
from scale.paths import cache_folder

HINT = "pip install nvidia-cuda-cccl-cu12"
_FOLDERS = ("thrust", "cub", "cuda", "nv")
_PACKAGES = ("cccl", "thrust", "cub", "libcudacxx")


@cache
def cccl_include(major: int) -> Path | None:
    """Folder of `thrust/`, `cub/` and `cuda/`: the toolkit folder's own, a wheel (for this CUDA version first), an installation's."""
    linked = _linked_in_toolkit()
    if linked is not None:
        return linked
    wanted = ["cuda_cccl/include", "cu13/include/cccl"]
    if major >= 13:
        wanted.reverse()
    for place in wanted:
        for root in [*_callers_path(), *sys.path]:
            folder = Path(root or ".") / "nvidia" / place
            if (folder / "thrust" / "version.h").is_file():
                return folder
    return _of_installation()


def _of_installation() -> Path | None:
    """Links to those of an installed toolkit of NVIDIA's; its own folder has all else beside them before CUDA 13."""
    toolkit = nvidia_toolkit()
    if toolkit is None or toolkit.include is None or toolkit.include.is_relative_to("/usr/include"):
        return None
    include = next((each for each in (toolkit.include / "cccl", toolkit.include) if (each / "thrust" / "version.h").is_file()), None)
    if include is None:
        return None
    links = {f"include/{name}": include / name for name in _FOLDERS}
    packages = next((place / "cmake" for place in toolkit.libraries if (place / "cmake" / "thrust").is_dir()), None)
    links |= {f"lib/cmake/{path.name}": path for path in packages.iterdir() if path.name in _PACKAGES} if packages else {}
    folder = cache_folder() / f"cccl-{zlib.crc32(str(sorted(links.items())).encode()):08x}"
    try:
        _link(folder, links)
    except OSError:
        if not folder.is_dir():  # another process may have made it just now
            return None
    return folder / "include"


def _link(folder: Path, links: dict[str, Path]) -> None:
    if folder.is_dir():
        return
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as made:
        whole = Path(made) / "whole"
        for name, target in links.items():
            if target.is_dir():
                (whole / name).parent.mkdir(parents=True, exist_ok=True)
                (whole / name).symlink_to(target)
        whole.rename(folder)


def _callers_path() -> list[str]:
    """PYTHONPATH, which programs of this environment start without: where pip puts what an isolated build asks for."""
    return [root for root in os.environ.get("PYTHONPATH", "").split(os.pathsep) if root]


def _linked_in_toolkit() -> Path | None:
    """What the toolkit folder links to whose `bin/nvcc` this process is: that ignores PYTHONPATH, by which the folder's maker found it."""
    toolkit = Path(sys.argv[0]).parent.parent
    thrust = toolkit / "include" / "thrust"
    if (toolkit / ".scale-toolkit").is_file() and (thrust / "version.h").is_file():
        return thrust.readlink().parent if thrust.is_symlink() else thrust.parent
    return None
