# SPDX-License-Identifier: Apache-2.0
"""Helpers of the runtime's tests."""

from __future__ import annotations

import struct


def container(images: list[tuple[str, int, int, bytes]]) -> bytes:
    """A fat binary of (target, kind, level, bytes), as `scale/fatbin.h` describes it."""
    offset = -(-(32 + 64 * len(images)) // 64) * 64
    entries, body = b"", b""
    for target, kind, level, data in images:
        entries += struct.pack("<32sIIQQQ", target.encode(), kind, level, offset + len(body), len(data), 0)
        body += data + bytes(-len(data) % 64)
    header = struct.pack("<8sIIQQ", b"SCALEFB", 1, len(images), offset + len(body), 0)
    return (header + entries).ljust(offset, b"\0") + body
