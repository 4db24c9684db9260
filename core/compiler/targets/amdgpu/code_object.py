# SPDX-License-Identifier: Apache-2.0
"""Relocatable ELFs, one a part of a module, to the code object that is loaded: `ld.lld`, and one note for all kernels."""

from __future__ import annotations

import io
import struct
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scale.errors import CompileError

from .describe import NT_AMDGPU_METADATA
from .tools import linker

_NOTE = ".note"
_KERNELS = "amdhsa.kernels"
_OWNER = b"AMDGPU\0"
_SHF_EXCLUDE = 0x80000000
_FLAGS, _OFFSET, _SIZE = 8, 24, 32
"""Where these stand in an Elf64_Shdr."""


def link_code_object(relocatables: Sequence[bytes]) -> bytes:
    """The loadable code object (ELF shared object) of relocatable ELFs.

    Raises:
        MissingTool: no `ld.lld`.
        CompileError: the linker refuses, for instance over an undefined function.
    """
    if len(relocatables) > 1:
        relocatables = with_one_note(relocatables)
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        sources = [Path(folder) / f"{number}.o" for number in range(len(relocatables))]
        for source, data in zip(sources, relocatables, strict=True):
            source.write_bytes(data)
        result = Path(folder) / "code.hsaco"
        command = [linker(), "-shared", "--no-undefined", "--eh-frame-hdr", "-o", str(result), *map(str, sources)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if "error:" in line]
            raise CompileError(said[0].split("error: ", 1)[1] if said else f"ld.lld failed with status {done.returncode}")
        return result.read_bytes()


def with_one_note(relocatables: Sequence[bytes]) -> list[bytes]:
    """The same ELFs, but that the first one's note tells of the kernels of all, and the linker leaves out those of the others.

    LLVM's "User Guide for AMDGPU Backend", section "Code Object Metadata", knows one note a code object; a linker strings them together.
    """
    import msgpack

    whole: dict[str, Any] = {}
    for data in relocatables:
        metadata = msgpack.unpackb(_note(data)[1])
        if whole:
            whole[_KERNELS] = whole.get(_KERNELS, []) + metadata.get(_KERNELS, [])
        else:
            whole = metadata
    packed = msgpack.packb(whole)
    note = struct.pack("<III", len(_OWNER), len(packed), NT_AMDGPU_METADATA) + _padded(_OWNER) + _padded(packed)
    first = bytearray(_padded(relocatables[0]))
    header = _note(relocatables[0])[0]
    struct.pack_into("<Q", first, header + _OFFSET, len(first))
    struct.pack_into("<Q", first, header + _SIZE, len(note))
    return [bytes(first) + note, *map(_without_note, relocatables[1:])]


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _note(relocatable: bytes) -> tuple[int, bytes]:
    """Where the section header of the note is, and what the note says."""
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(relocatable))
    index: Any = elf.get_section_index(_NOTE)
    data = elf.get_section(index).data()
    owner, size, _ = struct.unpack_from("<III", data)
    start = 12 + owner + -owner % 4
    return int(elf["e_shoff"] + index * elf["e_shentsize"]), data[start : start + size]


def _without_note(relocatable: bytes) -> bytes:
    data = bytearray(relocatable)
    at = _note(relocatable)[0] + _FLAGS
    struct.pack_into("<Q", data, at, struct.unpack_from("<Q", data, at)[0] | _SHF_EXCLUDE)
    return bytes(data)
