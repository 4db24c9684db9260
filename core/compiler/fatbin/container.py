# SPDX-License-Identifier: Apache-2.0
"""The fat binary container: images of several targets in one block of bytes (docs/fatbin.md, scale/fatbin.h)."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator, Sequence

from scale.compiler.fatbin.compression import deflated, inflated
from scale.compiler.targets.target import Image, ImageKind
from scale.errors import ScaleError

MAGIC = b"SCALEFB\0"
VERSION = 2
_OLDEST = 1
TEXT_HEAD = b"//SCALE-IMAGE base64\n"
ALIGNMENT = 64
_HEADER = struct.Struct("<8sIIQQ")
_ENTRY = struct.Struct("<32sIIQQQ")
_TEXT_COLUMNS = 76


class BadContainer(ScaleError):
    """Bytes that should be a container and are not a whole one."""


def write_container(images: Sequence[Image], compress: str = "none") -> bytes:
    """The bytes of a container with these images, in their order; `compress` is a mode of `--compress-mode`."""
    table = bytearray()
    body = bytearray()
    start = _aligned(_HEADER.size + _ENTRY.size * len(images))
    for image in images:
        name = image.target.encode()
        if len(name) >= 32:
            raise BadContainer(f"target name '{image.target}' is longer than 31 bytes")
        stream = deflated(image, compress)
        stored = image.data if stream is None else stream
        table += _ENTRY.pack(name, image.kind, image.level, start + len(body), len(stored), 0 if stream is None else len(image.data))
        body += stored
        body += bytes(_aligned(len(body)) - len(body))
    head = _HEADER.pack(MAGIC, VERSION, len(images), start + len(body), 0)
    return head + bytes(table) + bytes(start - len(head) - len(table)) + bytes(body)


def read_container(data: bytes) -> list[Image]:
    """The images of the container that begins at the first byte; what follows it is not looked at.

    Raises:
        BadContainer: wrong magic or version, or a size that points outside of `data`.
    """
    if len(data) < _HEADER.size:
        raise BadContainer("a fat binary is cut short")
    magic, version, count, size, _ = _HEADER.unpack_from(data)
    if magic != MAGIC:
        raise BadContainer("not a fat binary of scale")
    if not _OLDEST <= version <= VERSION:
        raise BadContainer(f"fat binary of version {version}; this scale reads version {VERSION}")
    if size > len(data) or _HEADER.size + count * _ENTRY.size > size:
        raise BadContainer("a fat binary is cut short")
    images: list[Image] = []
    for index in range(count):
        name, kind, level, offset, length, full = _ENTRY.unpack_from(data, _HEADER.size + index * _ENTRY.size)
        if offset + length > size:
            raise BadContainer("an image reaches beyond its fat binary")
        target = name.rstrip(b"\0").decode(errors="replace")
        stored = bytes(data[offset : offset + length])
        content = inflated(stored, full) if full else stored
        if content is None:
            raise BadContainer("a compressed image is damaged")
        images.append(Image(target, ImageKind(kind), content, level))
    return images


def container_size(data: bytes, offset: int = 0) -> int:
    """Bytes of the container at `offset`, from its header.

    Raises:
        BadContainer: there is none.
    """
    if data[offset : offset + 8] != MAGIC or len(data) < offset + _HEADER.size:
        raise BadContainer("not a fat binary of scale")
    size: int = _HEADER.unpack_from(data, offset)[3]
    return size


def read_all(data: bytes) -> Iterator[list[Image]]:
    """The images of each container in a section where linkers put several, with zeros between them."""
    offset = data.find(MAGIC)
    while offset >= 0:
        size = container_size(data, offset)
        yield read_container(data[offset : offset + size])
        offset = data.find(MAGIC, offset + size)


def to_text(container: bytes) -> bytes:
    """The text form that `-ptx` writes: no zero byte, safe inside a C string, compresses well."""
    coded = base64.b64encode(container)
    lines = [coded[i : i + _TEXT_COLUMNS] for i in range(0, len(coded), _TEXT_COLUMNS)]
    return TEXT_HEAD + b"\n".join(lines) + b"\n"


def from_text(text: bytes) -> bytes:
    """The container in its text form.

    Raises:
        BadContainer: the first line is another, or the base64 is broken.
    """
    if not text.startswith(TEXT_HEAD):
        raise BadContainer("not a text image of scale")
    try:
        return base64.b64decode(text[len(TEXT_HEAD) :].split(b"\0")[0], validate=False)
    except ValueError as error:
        raise BadContainer("a text image is cut short") from error


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
