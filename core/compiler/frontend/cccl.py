# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's open CUDA Core Compute Libraries (Thrust, CUB, libcu++), where the user has installed them.

The wheels `nvidia-cuda-cccl-cu12` and `nvidia-cuda-cccl` hold them. Debian's packages lie in `/usr/include`, which clang searches
anyway.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

HINT = "pip install nvidia-cuda-cccl-cu12"


@cache
def cccl_include(major: int) -> Path | None:
    """Folder that holds `thrust/`, `cub/` and `cuda/`: the toolkit folder's own, the one made for this CUDA version, else any."""
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
    return None


def _callers_path() -> list[str]:
    """PYTHONPATH, which programs of this environment start without: where pip puts what an isolated build asks for."""
    return [root for root in os.environ.get("PYTHONPATH", "").split(os.pathsep) if root]


def _linked_in_toolkit() -> Path | None:
    """What the toolkit folder links to whose `bin/nvcc` this process is: that ignores PYTHONPATH, by which the folder's maker found it."""
    toolkit = Path(sys.argv[0]).parent.parent
    thrust = toolkit / "include" / "thrust"
    if (toolkit / ".scale-toolkit").is_file() and (thrust / "version.h").is_file():
        return thrust.resolve().parent
    return None
