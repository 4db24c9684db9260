# SPDX-License-Identifier: Apache-2.0
"""Where the package's own files are, in a wheel, in an editable install and in a checkout."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_RUNTIME = "libcudart_static.a"


@cache
def package_root() -> Path:
    """Folder of the Python package (`core/` in a checkout): sources, tables and hand-written headers."""
    return Path(__file__).resolve().parent


@cache
def built_root() -> Path:
    """Folder that CMake installed into: holds `lib/` and `include/` (headers made from the API tables).

    In a wheel this is the package itself; in an editable install the sources stay in the
    checkout while built files lie in site-packages.

    Raises:
        FileNotFoundError: no built runtime is there.
    """
    if (package_root() / "lib" / _RUNTIME).is_file():
        return package_root()
    import sysconfig

    root = Path(sysconfig.get_path("platlib")) / "scale"
    if (root / "lib" / _RUNTIME).is_file():
        return root
    raise FileNotFoundError("scale's runtime libraries are not built; install the package with pip, or run ./dev demo")


def hand_written_include() -> Path:
    """Folder of the CUDA headers that are written by hand."""
    return package_root() / "compiler" / "include"


def generated_include() -> Path:
    """Folder of the CUDA headers that were made from the API tables."""
    return built_root() / "include"


def library_folder() -> Path:
    """Folder of `libcudart.so.*`, `libcudart_static.a` and their kin."""
    return built_root() / "lib"


def cache_folder() -> Path:
    """`SCALE_CACHE`, else the user's cache folder, else a private folder for temporary files."""
    chosen = os.environ.get("SCALE_CACHE")
    if chosen:
        return Path(chosen).absolute()
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    base = Path(home)
    existing = next((each for each in (base, *base.parents) if each.exists()), base)
    if base.is_absolute() and os.access(existing, os.W_OK):
        return base / "scale"
    return Path(os.environ.get("TMPDIR") or "/tmp", f"scale-{os.getuid()}")
