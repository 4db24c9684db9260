# SPDX-License-Identifier: Apache-2.0
"""The container's bytes, against the layout of docs/fatbin.md."""

from __future__ import annotations

import random
import struct
import zlib

import pytest
from scale.compiler.fatbin import BadContainer, from_text, read_all, read_container, to_text, write_container
from scale.compiler.fatbin.compression import SMALLEST
from scale.compiler.targets.target import Image, ImageKind

IMAGES = [
    Image("gfx942", ImageKind.CODE_OBJECT, b"\x7fELF-amd" * 9),
    Image("cpu", ImageKind.CPU_OBJECT, b"\x7fELF-cpu", level=3),
]


def test_layout_by_hand() -> None:
    data = write_container(IMAGES)
    assert data[:8] == b"SCALEFB\0"
    assert struct.unpack_from("<IIQQ", data, 8) == (2, 2, len(data), 0)
    assert data[32:64] == b"gfx942" + bytes(26)
    kind, level, offset, size, reserved = struct.unpack_from("<IIQQQ", data, 64)
    assert (kind, level, offset, size, reserved) == (1, 0, 192, 72, 0)
    assert data[offset : offset + size] == IMAGES[0].data
    kind, level, offset, size, _ = struct.unpack_from("<IIQQQ", data, 96 + 32)
    assert (kind, level, offset % 64, size) == (2, 3, 0, 8)


def test_read_back() -> None:
    assert read_container(write_container(IMAGES) + b"what follows") == IMAGES
    assert read_container(write_container([])) == []


def test_several_in_one_section() -> None:
    section = write_container(IMAGES) + bytes(8) + write_container(IMAGES[1:])
    assert list(read_all(section)) == [IMAGES, IMAGES[1:]]


def test_text_form_has_no_zero_and_stops_at_one() -> None:
    text = to_text(write_container(IMAGES))
    assert text.startswith(b"//SCALE-IMAGE base64\n")
    assert b"\0" not in text
    assert read_container(from_text(text + b"\0AAAA")) == IMAGES


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cut short"),
        (b"ELF" + bytes(40), "not a fat binary"),
        (write_container(IMAGES)[:-1], "cut short"),
        (write_container(IMAGES)[:8] + b"\x09" + write_container(IMAGES)[9:], "version 9"),
    ],
)
def test_broken_containers_are_named(data: bytes, message: str) -> None:
    with pytest.raises(BadContainer, match=message):
        read_container(data)


def test_large_finished_images_are_zlib_streams_with_their_size() -> None:
    content = bytes(range(256)) * 1024
    images = [Image("cpu", ImageKind.CPU_OBJECT, content, level=2), Image("cpu", ImageKind.DEVICE_IR, content), *IMAGES]
    data = write_container(images, "default")
    _, _, offset, size, full = struct.unpack_from("<IIQQQ", data, 64)
    assert full == len(content)
    assert size < len(content) // 50
    assert zlib.decompress(data[offset : offset + size]) == content
    assert [struct.unpack_from("<QQ", data, 32 + 64 * i + 48) for i in (1, 2)] == [(len(content), 0), (72, 0)]
    assert read_container(data) == images
    assert write_container(images, "none") == write_container(images)
    broken = data[:offset] + b"no zlib stream" + data[offset + 14 :]
    with pytest.raises(BadContainer, match="a compressed image is damaged"):
        read_container(broken)


def test_images_that_compression_does_not_shrink_stay() -> None:
    noise = random.Random(7).randbytes(SMALLEST)
    assert read_container(write_container([Image("cpu", ImageKind.CPU_OBJECT, noise)], "size"))[0].data == noise
    assert noise in write_container([Image("cpu", ImageKind.CPU_OBJECT, noise)], "size")
