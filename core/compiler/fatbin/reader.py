# SPDX-License-Identifier: Apache-2.0
"""The images in any file that can hold some: fat binary, text image, bare code object, host object, program, library, archive."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scale.compiler.targets.target import Image, ImageKind
from scale.errors import ScaleError

from . import archive, container, elf

SECTIONS = (".nv_fatbin", ".scale_device_ir")
CPU_SYMBOL = b"\0scale_cpu_image\0"
EM_AMDGPU, EM_CUDA, EM_X86_64 = 224, 190, 62
BITCODE_MAGIC = b"BC\xc0\xde"
_MACHINE = struct.Struct("<H")


@dataclass(frozen=True)
class Found:
    """An image and where in the file it was."""

    origin: str
    """Archive member and section, such as `a.o .nv_fatbin`; empty when the file is the image."""
    image: Image


def read_images(path: Path) -> list[Found]:
    """Every image in a file, in the file's order.

    Raises:
        ScaleError: the file cannot be read, is of no known kind, or holds a broken container.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScaleError(f"cannot read {path}: {error.strerror}") from error
    found = _whole(data)
    if found is None:
        raise ScaleError(f"{path} is neither a fat binary nor an object, program, library or archive")
    return list(found)


def _whole(data: bytes) -> Iterator[Found] | None:
    if data.startswith(container.MAGIC):
        return (Found("", image) for image in container.read_container(data))
    if data.startswith(container.TEXT_HEAD):
        return (Found("", image) for image in container.read_container(container.from_text(data)))
    if data.startswith(archive.MAGIC):
        return _archive(data)
    if data.startswith(elf.ELF_MAGIC):
        return _elf(data)
    if b".version" in data[:4096] and b".target sm_" in data[:4096]:
        start = data.index(b".target sm_") + len(b".target ")
        return iter([Found("", Image(data[start : start + 8].split()[0].decode(), ImageKind.PTX, data))])
    return None


def _archive(data: bytes) -> Iterator[Found]:
    for name, body in archive.members(data):
        if body.startswith(elf.ELF_MAGIC):
            for found in _elf(body):
                yield Found(f"{name} {found.origin}".strip(), found.image)


def _elf(data: bytes) -> Iterator[Found]:
    (machine,) = _MACHINE.unpack_from(data, 18)
    if machine == EM_AMDGPU:
        yield Found("", Image(code_object_target(data), ImageKind.CODE_OBJECT, data))
        return
    if machine == EM_CUDA:
        yield Found("", Image("nvidia", ImageKind.CUBIN, data))
        return
    if machine == EM_X86_64 and CPU_SYMBOL in data and not any(name.encode() + b"\0" in data for name in SECTIONS):
        yield Found("", Image("cpu", ImageKind.CPU_OBJECT, data))
        return
    for name in SECTIONS:
        for content in elf.section_bytes(data, name):
            for images in container.read_all(content):
                for image in images:
                    yield Found(name, image)


def code_object_target(data: bytes) -> str:
    """The target of a bare code object, from its metadata note (`amdgcn-amd-amdhsa--gfx942:xnack-`)."""
    from scale.compiler.targets.amdgpu.describe import metadata

    name = str(metadata(data).get("amdhsa.target", ""))
    return name.rpartition("--")[2] or "amdgpu"
