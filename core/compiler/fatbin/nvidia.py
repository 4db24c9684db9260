# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's own fat binary, which its runtime library and driver read: a header, then each image behind a header of its own."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

from scale.compiler.targets.target import Image, ImageKind

MAGIC = 0xBA55ED50
_VERSION = 1
_HEADER = struct.Struct("<IHHQ")
"""Magic, version, size of this header, size of all that follows."""
_ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
"""Kind, version, size of this header, padded size of the image, compressed size, where this header tells of options, minor and major
version, architecture, offset and length of a name, flags, two that are zero."""
_OPTIONS = struct.Struct("<QQ")
"""Behind the header of PTX: where the options of its assembler are, and those: none."""
_ABI_VERSION = 8
"""In machine code, the byte whose value is the minor version."""
_ENTRY_VERSION = 0x101
_PTX, _ELF = 1, 2
_FLAGS = 0x11
"""A 64-bit image for Linux."""
_ALIGNMENT = 8
_PTX_VERSION = re.compile(r"^\.version (\d+)\.(\d+)", re.MULTILINE)
_NUMBER = re.compile(r"\d+")


def is_for_nvidia(images: Sequence[Image]) -> bool:
    """Whether a fat binary of `images` is one that NVIDIA's runtime reads."""
    return bool(images) and all(image.kind in (ImageKind.PTX, ImageKind.CUBIN) for image in images)


def write_fatbin(images: Sequence[Image]) -> bytes:
    """The bytes of NVIDIA's fat binary with these images, in their order."""
    body = b"".join(map(_entry, images))
    return _HEADER.pack(MAGIC, _VERSION, _HEADER.size, len(body)) + body


def is_fatbin(data: bytes) -> bool:
    """Whether bytes are a fat binary of NVIDIA's."""
    return data.startswith(MAGIC.to_bytes(4, "little"))


def joined(parts: Sequence[bytes]) -> bytes:
    """One fat binary with the images of several, in their order."""
    body = b"".join(part[_HEADER.size :] for part in parts)
    return _HEADER.pack(MAGIC, _VERSION, _HEADER.size, len(body)) + body


def _entry(image: Image) -> bytes:
    number = _NUMBER.search(image.target)
    assert number is not None
    data = image.data
    if image.kind == ImageKind.PTX:
        data = data.rstrip(b"\0") + b"\0"
        found = _PTX_VERSION.search(data.decode(errors="replace"))
        major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
        kind, options = _PTX, _OPTIONS.pack(_ENTRY.size + 8, 0)
    else:
        major, minor = 1, data[_ABI_VERSION]
        kind, options = _ELF, b""
    data += bytes(-len(data) % _ALIGNMENT)
    size = _ENTRY.size + len(options)
    at = _ENTRY.size if options else 0
    head = _ENTRY.pack(kind, _ENTRY_VERSION, size, len(data), 0, at, minor, major, int(number[0]), 0, 0, _FLAGS, 0, 0)
    return head + options + data
