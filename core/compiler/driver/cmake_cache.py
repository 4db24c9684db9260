# SPDX-License-Identifier: Apache-2.0
"""A CMake build that compiles with this compiler and links with another toolkit's libraries.

CMake's `find_package(CUDAToolkit)` before `enable_language(CUDA)` takes the first `nvcc` of the machine, whatever compiler is named by
`CMAKE_CUDA_COMPILER`, and keeps what it found. Nothing fails before the program runs, on a runtime that knows nothing of its kernels.
"""

from __future__ import annotations

import re
from pathlib import Path

from scale.compiler.frontend.foreign import other_libraries

LIBRARY = re.compile(r"^CUDA_(?:CUDART|cudart_LIBRARY|CUDART_LIBRARY):[A-Z]+=(/.+)$", re.MULTILINE)
"""Where CMake's two modules keep the runtime library that they found."""
DEPTH = 12
"""Makefiles compile in a folder of the build tree, some levels below its root."""


def other_runtime(folder: Path) -> str | None:
    """The runtime library of another toolkit that the CMake build around a folder has chosen."""
    for place in (folder, *folder.parents)[:DEPTH]:
        try:
            text = (place / "CMakeCache.txt").read_text(errors="replace")
        except OSError:
            continue
        found = (match[1] for match in LIBRARY.finditer(text))
        return next((path for path in found if other_libraries(str(Path(path).parent))), None)
    return None


def advice(library: str) -> str:
    """What to tell about such a build."""
    return (
        f"CMake has found the CUDA libraries of another toolkit ({library}), which cannot run these kernels: configure a new folder by "
        '`scale build -- cmake ...` or with -DCMAKE_CUDA_COMPILER="$(scale config --cuda-home)/bin/nvcc"'
    )
