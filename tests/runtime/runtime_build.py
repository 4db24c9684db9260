# SPDX-License-Identifier: Apache-2.0
"""Helpers of the runtime's tests."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

from scale import paths
from scale.runtime.apigen import tables

PROGRAMS = Path(__file__).parent / "programs"
INCLUDE = paths.package_root() / "runtime" / "include"
HIP5_LACKS = {"hipGetDevicePropertiesR0600", "hipDeviceSetLimit", "hipLaunchHostFunc", "scaleFuncGetParamInfo", "scaleCheckRange"}
HIP5_LACKS |= {"hipModuleLaunchCooperativeKernel"}
HIP5_OWN = {"hipPointerGetAttributes", "hipStreamAddCallback", "hipGetDeviceProperties"}


def container(images: list[tuple[str, int, int, bytes]]) -> bytes:
    """A fat binary of (target, kind, level, bytes), as `scale/fatbin.h` describes it."""
    offset = -(-(32 + 64 * len(images)) // 64) * 64
    entries, body = b"", b""
    for target, kind, level, data in images:
        entries += struct.pack("<32sIIQQQ", target.encode(), kind, level, offset + len(body), len(data), 0)
        body += data + bytes(-len(data) % 64)
    header = struct.pack("<8sIIQQ", b"SCALEFB", 1, len(images), offset + len(body), 0)
    return (header + entries).ljust(offset, b"\0") + body


def compile_and_link(command: list[str | Path]) -> None:
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr


def fake_hip(folder: Path, version: int) -> str:
    """`libamdhip64.so.VERSION` in a folder: our CPU provider behind HIP's names."""
    names = [f.name for f in tables.functions("hip")]
    exported = [name for name in names if version > 5 or name not in HIP5_LACKS | HIP5_OWN]
    listed = [f"-D{macro}={' '.join(f'X({n})' for n in group)}" for macro, group in (("NAMES", names), ("EXPORTED", exported))]
    options = ["-DHIP5"] if version == 5 else []
    compile_and_link(
        ["g++", "-O1", "-std=c++17", "-shared", "-fPIC", "-I", INCLUDE, *listed, *options, PROGRAMS / "fake_hip.cpp", "-o",
         folder / f"libamdhip64.so.{version}", "-L", paths.library_folder(), "-lcudart_static", "-lpthread", "-ldl"]
    )  # fmt: skip
    return str(folder)
