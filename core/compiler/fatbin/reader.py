# SPDX-License-Identifier: Apache-2.0
"""The images in any file that can hold some: fat binary, text image, bare code object, host object, program, library, archive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scale.compiler.targets.target import Image, ImageKind
from scale.errors import ScaleError

from . import archive, container, elf

SECTIONS = (".nv_fatbin", ".scale_device_ir")
NVIDIAS = b"\x50\xed\x55\xba"
"""How a fat binary of NVIDIA's begins (little endian)."""
CPU_SYMBOL = b"\0scale_cpu_image\0"
BITCODE = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
"""How LLVM bitcode begins, bare and wrapped."""


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
    try:
        found = _whole(data)
        images = None if found is None else list(found)
    except ScaleError as error:
        raise ScaleError(f"{path}: {error.message}", hint=error.hint) from error
    if images is None:
        raise ScaleError(f"{path} is neither a fat binary nor an object, program, library or archive")
    return images


def is_ptx(data: bytes) -> bool:
    """Whether a file is the text of a PTX module, whoever made it; comments may stand in front of its first directive."""
    return b"\0" not in data[:256] and re.search(rb"^\s*\.version\s+\d", data[:65536], re.MULTILINE) is not None and b".target" in data


def is_container(data: bytes) -> bool:
    """Whether a file is a fat binary of ours, in either form."""
    return data.startswith((container.MAGIC, container.TEXT_HEAD))


def _whole(data: bytes) -> Iterator[Found] | None:
    if data.startswith(container.MAGIC):
        return (Found("", image) for image in container.read_container(data))
    if data.startswith(container.TEXT_HEAD):
        return (Found("", image) for image in container.read_container(container.from_text(data)))
    if data.startswith(NVIDIAS):
        raise _nvidias()
    if data.startswith(archive.MAGIC):
        return _archive(data)
    if data.startswith(elf.ELF_MAGIC):
        return _elf(data)
    if is_ptx(data):
        target = re.search(rb"\.target\s+(\w+)", data)
        return iter([Found("", Image(target[1].decode() if target else "nvidia", ImageKind.PTX, data))])
    return None


def _nvidias() -> ScaleError:
    return ScaleError("its device code is for NVIDIA's GPUs", hint="NVIDIA's cuobjdump reads it")


def _archive(data: bytes) -> Iterator[Found]:
    for name, body in archive.members(data):
        if body.startswith(elf.ELF_MAGIC):
            for found in _elf(body):
                yield Found(f"{name} {found.origin}".strip(), found.image)


def _elf(data: bytes) -> Iterator[Found]:
    machine = elf.machine(data)
    if machine == elf.EM_AMDGPU:
        yield Found("", Image(code_object_target(data), ImageKind.CODE_OBJECT, data))
        return
    if machine == elf.EM_CUDA:
        yield Found("", Image("nvidia", ImageKind.CUBIN, data))
        return
    if machine == elf.EM_X86_64 and CPU_SYMBOL in data and not any(name.encode() + b"\0" in data for name in SECTIONS):
        yield Found("", Image("cpu", ImageKind.CPU_OBJECT, data))
        return
    for name in SECTIONS:
        for content in elf.section_bytes(data, name):
            if content.startswith(NVIDIAS):
                raise _nvidias()
            for images in container.read_all(content):
                for image in images:
                    yield Found(name, image)


def code_object_target(data: bytes) -> str:
    """The target of a bare code object, from its metadata note (`amdgcn-amd-amdhsa--gfx942:xnack-`)."""
    from scale.compiler.targets.amdgpu.describe import metadata

    name = str(metadata(data).get("amdhsa.target", ""))
    return name.rpartition("--")[2] or "amdgpu"
