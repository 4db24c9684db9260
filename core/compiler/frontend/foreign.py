# SPDX-License-Identifier: Apache-2.0
"""Folders of another CUDA toolkit, which build files and shells name by habit: ours are searched before them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from scale.paths import generated_include, hand_written_include, library_folder

from .host_words import SEARCH, pairs

HEADERS = ("cuda_runtime_api.h", "cuda_fp16.h")
"""Some projects carry a toolkit's half-precision headers alone (CuPy, numba-cuda), for NVRTC."""
LIBRARIES = ("libcudart.so", "libcudart_static.a")


def other_headers(folder: str) -> bool:
    """Whether a folder holds another toolkit's headers."""
    return _other(folder, HEADERS, (hand_written_include(), *_generated()))


def other_libraries(folder: str) -> bool:
    """Whether a folder holds another toolkit's libraries."""
    from scale.compiler.toolkit.releases import NOTE

    real = [path.resolve() for name in LIBRARIES if (path := Path(folder, name)).exists()]
    return any(not (path.is_relative_to(library_folder()) or (path.parent / NOTE).is_file()) for path in real[:1])


def _generated() -> tuple[Path, ...]:
    try:
        return (generated_include(),)
    except FileNotFoundError:
        return ()


def _other(folder: str, names: Sequence[str], own: Sequence[Path]) -> bool:
    if (Path(folder) / ".scale-toolkit").exists():
        return False
    real = [path.resolve() for name in names if (path := Path(folder, name)).exists()]
    return any(not any(path.is_relative_to(place) for place in own) for path in real)


def without_other_headers(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """A compiler's words without folders of another toolkit's headers, and those folders."""
    kept: list[str] = []
    folders: list[str] = []
    for name, value, taken in pairs(words):
        if name in SEARCH and other_headers(value):
            folders.append(value)
        else:
            kept.extend(taken)
    return kept, folders


def search_path_without_other_headers(text: str) -> tuple[str, list[str]]:
    """A search path such as CPATH without folders of another toolkit's headers, and those folders."""
    entries = text.split(os.pathsep)
    folders = [entry for entry in entries if entry and other_headers(entry)]
    return os.pathsep.join(entry for entry in entries if entry not in folders), folders
