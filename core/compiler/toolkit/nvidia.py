# SPDX-License-Identifier: Apache-2.0
"""A toolkit folder whose compiler is ours and all of whose libraries and other programs are those of NVIDIA's installation."""

from __future__ import annotations

from pathlib import Path

from scale.errors import MissingTool
from scale.nvidia_toolkit import MARK, NvidiaToolkit, nvidia_toolkit
from scale.paths import library_folder

COMPILERS = frozenset(("nvcc", "nvcc.profile", "cudafe++", "cicc", "crt"))
"""Programs of NVIDIA's that ours stand for."""

DEVICE_RUNTIME = "libcudadevrt.a"


def installed(target: str) -> NvidiaToolkit:
    """NVIDIA's installation.

    Raises:
        MissingTool: there is none with the runtime library.
    """
    toolkit = nvidia_toolkit()
    if toolkit is None or not toolkit.libraries:
        raise MissingTool(
            f"programs for {target} are linked with NVIDIA's CUDA runtime, which is not installed",
            hint="install NVIDIA's CUDA toolkit; CUDA_HOME names a folder that is not found by itself",
        )
    return toolkit


def libraries(folder: Path, target: str) -> None:
    """Links to NVIDIA's libraries; the short names that linkers look for come after.

    Raises:
        MissingTool: they are not installed.
    """
    folder.mkdir()
    for source in installed(target).libraries:
        shared = source.is_relative_to("/usr/lib/x86_64-linux-gnu")
        for entry in sorted(source.glob("lib*cu*") if shared else source.iterdir()):
            if entry.name not in ("cmake", "pkgconfig") and not (folder / entry.name).exists():
                (folder / entry.name).symlink_to(entry.resolve())
    if not (folder / "stubs").exists():
        (folder / "stubs").mkdir()
    _add_openmp(folder)


def _add_openmp(folder: Path) -> None:
    """Behind NVIDIA's device runtime comes what clang's OpenMP code calls, which lies in our library of that name: one linker script."""
    theirs = folder / DEVICE_RUNTIME
    files = [str(path.resolve()) for path in (theirs, library_folder() / DEVICE_RUNTIME) if path.exists()]
    theirs.unlink(missing_ok=True)
    theirs.write_text(f"/* NVIDIA's device runtime, and OpenMP for host code */\nGROUP({' '.join(files)})\n", encoding="utf-8")


def mark(header: Path) -> None:
    """Tells sources without device code, too, whose runtime library this is."""
    header.write_text(f"#ifndef {MARK}\n#define {MARK} 1\n#endif\n{header.read_text(encoding='utf-8')}", encoding="utf-8")


def parts(root: Path, target: str) -> None:
    """Links to NVIDIA's libdevice, to its programs, and to the headers that we have none for."""
    toolkit = installed(target)
    assert toolkit.libdevice is not None
    (root / "nvvm" / "libdevice").mkdir(parents=True)
    (root / "nvvm" / "libdevice" / toolkit.libdevice.name).symlink_to(toolkit.libdevice)
    for program in toolkit.programs:
        if program.name not in COMPILERS and not (root / "bin" / program.name).exists():
            (root / "bin" / program.name).symlink_to(program.resolve())
    if toolkit.include is None or toolkit.include == Path("/usr/include"):
        return
    for entry in sorted(toolkit.include.iterdir()):
        place = root / "include" / entry.name
        if not place.exists():
            place.symlink_to(entry.resolve())
