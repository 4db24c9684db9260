# SPDX-License-Identifier: Apache-2.0
"""The shared libraries under the names of the CUDA release that scale stands in for.

The package's own have CUDA 12's. For another release there are copies in the user's cache folder whose soname, symbol versions and
needed libraries are that release's: what is linked with them asks for `libcudart.so.13` as it would with NVIDIA's, and what was linked
with NVIDIA's finds what it asks for. Layout facts: the ELF specification and its GNU extensions for symbol versions.
"""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from scale.compiler.fatbin import elf
from scale.errors import ScaleError

NUMBERS: dict[int, dict[str, str]] = {
    11: {
        "cudart": "11.0", "cublas": "11", "cublasLt": "11", "cufft": "10", "cufftw": "10", "cusparse": "11", "nvrtc": "11.2",
    },
    13: {
        "cudart": "13", "cublas": "13", "cublasLt": "13", "cufft": "12", "cufftw": "12", "cusolver": "12", "nvrtc": "13",
        "nvJitLink": "13",
    },
}  # fmt: skip
"""By major release, the numbers in the names of NVIDIA's libraries, where they are others than ours, which are those of CUDA 12."""
NOTE = ".scale-package"
"""Beside the copies: where the package's libraries lie (core/runtime/include/scale/own_place.h)."""
ROOM = b"scale_room_"
_NEEDED, _SONAME = 1, 14
_DYNAMIC = struct.Struct("<qQ")
_DEFINED = struct.Struct("<HHHHIII")
_DEFINED_NAME = struct.Struct("<II")
_FILE = struct.Struct("<HHIII")
_VERSION = struct.Struct("<IHHII")


def renames(libraries: Path, release: int) -> dict[str, str]:
    """Our names of shared libraries to the release's, of those that differ."""
    numbers = NUMBERS.get(release, {})
    names = (path.name for path in libraries.glob("lib*.so.*"))
    return {name: f"{stem}.so.{numbers[stem[3:]]}" for name in names if (stem := name.split(".so.")[0])[3:] in numbers}


def release_libraries(libraries: Path, release: int, cache: Path) -> Path:
    """A folder with all shared libraries of the package under the release's names; the package's own where they are the same.

    The caller holds the lock of the cache folder.
    """
    names = renames(libraries, release)
    if not names:
        return libraries
    shared = sorted(libraries.glob("lib*.so.*"))
    facts = "\0".join(f"{path}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in shared)
    folder = cache / f"libraries-{release}-{zlib.crc32(facts.encode()):08x}"
    if folder.is_dir():
        return folder
    new = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        new.mkdir()
        for path in shared:
            copy = new / names.get(path.name, path.name)
            data = renamed(path.read_bytes(), names, path.name)
            if data is None:
                copy.symlink_to(path)
            else:
                copy.write_bytes(data)
                copy.chmod(0o755)
        (new / NOTE).write_text(f"{libraries}\n")
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return folder


def renamed(data: bytes, names: Mapping[str, str], what: str) -> bytes | None:
    """A shared library that says `names`' values wherever it says their keys; None when it says none of them."""
    sections = {each.name: each for each in elf.sections(data)}
    out = bytearray(data)
    strings = _Strings(out, sections[".dynstr"].offset, sections[".dynstr"].size, names, what)
    dynamic = sections[".dynamic"]
    for at in range(dynamic.offset, dynamic.offset + dynamic.size, _DYNAMIC.size):
        tag, value = _DYNAMIC.unpack_from(out, at)
        if tag in (_NEEDED, _SONAME):
            _DYNAMIC.pack_into(out, at, tag, strings.moved(value))
    if ".gnu.version_d" in sections:
        _rename_defined(out, sections[".gnu.version_d"].offset, strings)
    if ".gnu.version_r" in sections:
        _rename_needed(out, sections[".gnu.version_r"].offset, strings)
    return bytes(out) if strings.changed else None


class _Strings:
    """The dynamic table of strings, and the room in it for new ones."""

    def __init__(self, data: bytearray, start: int, size: int, names: Mapping[str, str], what: str) -> None:
        self._data, self._start, self._names, self._what = data, start, names, what
        room = data.find(ROOM, start, start + size)
        # What stays of the room's own name is the name of an empty symbol version.
        self._free = room + len(ROOM) - 1 if room >= 0 else 0
        self._end = data.index(b"\0", room) if room >= 0 else 0
        self._placed: dict[str, int] = {}

    @property
    def changed(self) -> bool:
        """Whether a new string was asked for."""
        return bool(self._placed)

    def text(self, offset: int) -> str:
        """The string at an offset."""
        at = self._start + offset
        return self._data[at : self._data.index(b"\0", at)].decode()

    def moved(self, offset: int) -> int:
        """Where the string stands that the one at `offset` becomes: the same place, unless it is to be renamed."""
        name = self._names.get(self.text(offset))
        if name is None:
            return offset
        if name not in self._placed:
            at, ending = self._free + 1, name.encode() + b"\0"
            if not self._free or at + len(ending) > self._end:
                raise ScaleError(f"{self._what} has no room for the name {name}", hint="it is from another version of this package")
            # The room ends where its last string ends, so that the rest stays one string of its own.
            self._data[self._free : at + len(ending)] = b"\0" + ending
            self._placed[name] = at - self._start
            self._free = at + len(ending) - 1
        return self._placed[name]


def _rename_defined(out: bytearray, at: int, strings: _Strings) -> None:
    """Versions of the library's own symbols."""
    while True:
        revision, flags, index, count, _, names, step = _DEFINED.unpack_from(out, at)
        name, following = _DEFINED_NAME.unpack_from(out, at + names)
        name = strings.moved(name)
        _DEFINED_NAME.pack_into(out, at + names, name, following)
        _DEFINED.pack_into(out, at, revision, flags, index, count, _hash(strings.text(name)), names, step)
        if not step:
            return
        at += step


def _rename_needed(out: bytearray, at: int, strings: _Strings) -> None:
    """Versions of other libraries' symbols."""
    while True:
        revision, count, file, versions, step = _FILE.unpack_from(out, at)
        _FILE.pack_into(out, at, revision, count, strings.moved(file), versions, step)
        version = at + versions
        for _ in range(count):
            _, flags, index, name, following = _VERSION.unpack_from(out, version)
            name = strings.moved(name)
            _VERSION.pack_into(out, version, _hash(strings.text(name)), flags, index, name, following)
            version += following
        if not step:
            return
        at += step


def _hash(name: str) -> int:
    """The ELF specification's hash of a name."""
    value = 0
    for letter in name.encode():
        value = (value << 4) + letter
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high & 0xFFFFFFFF
    return value
