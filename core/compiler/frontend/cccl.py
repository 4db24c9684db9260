# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's open CUDA Core Compute Libraries (Thrust, CUB, libcu++), where the user has installed them.

The wheels `nvidia-cuda-cccl-cu12` and `nvidia-cuda-cccl` hold them. Debian's packages lie in `/usr/include`, which clang searches
anyway.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

HINT = "pip install nvidia-cuda-cccl-cu12"


@cache
def cccl_include(major: int) -> Path | None:
    """Folder that holds `thrust/`, `cub/` and `cuda/`: the one made for this CUDA version if there, else any."""
    wanted = ["cuda_cccl/include", "cu13/include/cccl"]
    if major >= 13:
        wanted.reverse()
    for place in wanted:
        for root in sys.path:
            folder = Path(root or ".") / "nvidia" / place
            if (folder / "thrust" / "version.h").is_file():
                return folder
    return None
