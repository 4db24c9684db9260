# SPDX-License-Identifier: Apache-2.0
"""How the images of a fat binary are compressed (`--compress-mode`, docs/fatbin.md)."""

from __future__ import annotations

import zlib

from scale.compiler.targets.target import Image, ImageKind

MODES = {"default": 1, "speed": 1, "balance": 6, "size": 9, "none": 0}
"""zlib's level of each of nvcc's modes; 0: images stay as they are."""
SMALLEST = 1 << 16
"""Images below so many bytes stay as they are: most programs then load without zlib and without inflating."""
_KINDS = (ImageKind.CODE_OBJECT, ImageKind.CPU_OBJECT)
"""What devices run. Device IR and PTX are read by the compiler, which would have to inflate them again and again."""


def deflated(image: Image, mode: str) -> bytes | None:
    """The zlib stream to store for `image`, or None where its own bytes are stored."""
    level = MODES[mode]
    if not level or image.kind not in _KINDS or len(image.data) < SMALLEST:
        return None
    stream = zlib.compress(image.data, level)
    return stream if len(stream) < len(image.data) else None


def inflated(stream: bytes, size: int) -> bytes | None:
    """The `size` bytes that `stream` stands for; None where it is damaged."""
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(stream, size)
    except zlib.error:
        return None
    return data if len(data) == size else None
