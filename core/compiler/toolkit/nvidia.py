# SPDX-License-Identifier: Apache-2.0
"""A toolkit folder whose compiler is ours and all of whose libraries and other programs are those of NVIDIA's installation."""

from __future__ import annotations

from pathlib import Path

from scale.errors import MissingTool
from scale.nvidia_toolkit import NvidiaToolkit, nvidia_toolkit

COMPILERS = frozenset(("nvcc", "nvcc.profile", "cudafe++", "cicc", "crt"))
"""Programs of NVIDIA's that ours stand for."""


def installed(target: str) -> NvidiaToolkit:
    """NVIDIA's installation.

    Raises:
        MissingTool: there is none with the runtime library.
    """
    toolkit = nvidia_toolkit()
    if toolkit is None or toolkit.libraries is None:
        raise MissingTool(
            f"programs for {target} are linked with NVIDIA's CUDA runtime, which is not installed",
            hint="install NVIDIA's CUDA toolkit; CUDA_HOME names a folder that is not found by itself",
        )
    return toolkit


def libraries(folder: Path, target: str) -> None:
    """Links to NVIDIA's libraries.

    Raises:
        MissingTool: they are not installed.
    """
    source = installed(target).libraries
    assert source is not None
    folder.mkdir()
    shared = source.is_relative_to("/usr/lib/x86_64-linux-gnu")
    for entry in sorted(source.glob("lib*cu*") if shared else source.iterdir()):
        if entry.name not in ("cmake", "pkgconfig"):
            (folder / entry.name).symlink_to(entry.resolve())
    if not (folder / "stubs").exists():
        (folder / "stubs").mkdir()


def parts(root: Path, target: str) -> None:
    """Links to NVIDIA's libdevice, to its programs, and to the headers that we have none for."""
    toolkit = installed(target)
    if (toolkit.root / "nvvm").is_dir():
        (root / "nvvm").symlink_to(toolkit.root / "nvvm")
    programs = toolkit.root / "bin"
    for entry in sorted(programs.iterdir()) if programs.is_dir() else ():
        if entry.name not in COMPILERS and entry.is_file():
            (root / "bin" / entry.name).symlink_to(entry.resolve())
    if toolkit.include is None or toolkit.include == Path("/usr/include"):
        return
    for entry in sorted(toolkit.include.iterdir()):
        place = root / "include" / entry.name
        if not place.exists():
            place.symlink_to(entry.resolve())
