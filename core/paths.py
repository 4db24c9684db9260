# SPDX-License-Identifier: Apache-2.0
"""Where the package's own files are, in a wheel, in an editable install and in a checkout."""

from __future__ import annotations

import os
import stat
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


def working_folders() -> tuple[str, ...]:
    """Names of the working folder: its real one and, where the shell came through a link, that of PWD, by which clang calls it."""
    real, given = str(Path.cwd()), os.environ.get("PWD", "")
    try:
        same = given != real and Path(given).is_absolute() and Path(given).samefile(real)
    except OSError:
        same = False
    return (real, given) if same else (real,)


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
    existing = next((each for each in (base / "scale", base, *base.parents) if each.exists()), base)
    if base.is_absolute() and os.access(existing, os.W_OK):
        return base / "scale"
    return _private_folder(Path(os.environ.get("TMPDIR") or "/tmp"))


def _private_folder(shared: Path) -> Path:
    """A folder of this user's in one that all may write to, where others may have taken the name: what lies in it is run."""
    folder = shared / f"scale-{os.getuid()}"
    for number in range(1, 100):
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
                folder = shared / f"scale-{os.getuid()}-{number}"
                continue
        except OSError:
            pass  # who writes there says it
        break
    return folder
