# SPDX-License-Identifier: Apache-2.0
"""Helpers of the runtime's tests."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"


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
