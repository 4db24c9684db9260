# SPDX-License-Identifier: Apache-2.0
"""Sections of 64-bit ELF files: read by name, replaced or added at the end of the file. Format facts: the ELF specification."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from scale.errors import ScaleError

ELF_MAGIC = b"\x7fELF"
EM_X86_64, EM_CUDA, EM_AMDGPU = 62, 190, 224
"""Values of `e_machine`."""
EXCLUDE = 0x8000_0000
"""SHF_EXCLUDE: a final link leaves the section out."""
ALLOC = 0x2
_PROGBITS, _SYMTAB, _NOBITS, _SYMTAB_SHNDX = 1, 2, 8, 18
_SYMBOL = struct.Struct("<IBBHQQ")
_GLOBAL = 1 << 4
"""STB_GLOBAL in the place of a symbol's binding; type and section index zero make it undefined."""
_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_EXTENDED_INDEX = 0xFFFF


class BadElf(ScaleError):
    """Not a whole 64-bit little-endian ELF file."""


@dataclass(frozen=True)
class Section:
    """A section header with its name; the fields are the specification's."""

    name: str
    index: int
    kind: int
    flags: int
    offset: int
    size: int


@dataclass(frozen=True)
class _Table:
    offset: int
    count: int
    names: int


def _table(data: bytes) -> _Table:
    if len(data) < _HEADER.size or data[:6] != ELF_MAGIC + b"\x02\x01":
        raise BadElf("not a 64-bit little-endian ELF file")
    fields = _HEADER.unpack_from(data)
    offset, size, count, names = fields[6], fields[11], fields[12], fields[13]
    if offset == 0:
        return _Table(0, 0, 0)
    if size != _SECTION.size or offset + size > len(data):
        raise BadElf("an ELF file is cut short")
    if count == 0:
        count = _SECTION.unpack_from(data, offset)[5]
    if names == _EXTENDED_INDEX:
        names = _SECTION.unpack_from(data, offset)[6]
    if offset + count * size > len(data) or names >= count:
        raise BadElf("an ELF file is cut short")
    return _Table(offset, count, names)


def machine(data: bytes) -> int:
    """`e_machine`: what the code in the file is for.

    Raises:
        BadElf: the header is cut short, or not that of a 64-bit little-endian file.
    """
    if len(data) < _HEADER.size or data[:6] != ELF_MAGIC + b"\x02\x01":
        raise BadElf("not a 64-bit little-endian ELF file")
    return int(_HEADER.unpack_from(data)[2])


def sections(data: bytes) -> list[Section]:
    """All sections, in the file's order.

    Raises:
        BadElf: the bytes are no ELF file, or not all of one.
    """
    table = _table(data)
    if table.count == 0:
        return []
    rows = [_SECTION.unpack_from(data, table.offset + i * _SECTION.size) for i in range(table.count)]
    start = rows[table.names][4]
    found: list[Section] = []
    for index, row in enumerate(rows):
        at = start + row[0]
        end = data.find(b"\0", at)
        found.append(Section(bytes(data[at:end]).decode(errors="replace"), index, row[1], row[2], row[4], row[5]))
    return found


def section_bytes(data: bytes, name: str) -> list[bytes]:
    """Contents of each section of this name."""
    return [bytes(data[each.offset : each.offset + each.size]) for each in sections(data) if each.name == name and each.kind != _NOBITS]


def replace_section(data: bytes, name: str, content: bytes) -> bytes | None:
    """The object file with the section's bytes exchanged; None when it has no such section.

    The new bytes go to the end of the file, so nothing else moves. For object files only: segments are not looked at.
    """
    chosen = next((each for each in sections(data) if each.name == name), None)
    if chosen is None:
        return None
    out = bytearray(data)
    _pad(out, 64)
    header = _table(data).offset + chosen.index * _SECTION.size
    row = list(_SECTION.unpack_from(data, header))
    row[4], row[5] = len(out), len(content)
    _SECTION.pack_into(out, header, *row)
    out += content
    return bytes(out)


def add_undefined(data: bytes, name: str) -> bytes:
    """The object file with one more symbol, undefined and global: a link takes the archive member that defines it.

    No relocation refers to it, so a link without a definition does not fail.
    """
    table = _table(data)
    rows = [list(_SECTION.unpack_from(data, table.offset + i * _SECTION.size)) for i in range(table.count)]
    symbols = next((row for row in rows if row[1] == _SYMTAB), None)
    if symbols is None:
        return data
    index = rows.index(symbols)
    strings = rows[symbols[6]]
    out = bytearray(data)

    def grow(row: list[int], more: bytes) -> None:
        _pad(out, 8)
        start, size = row[4], row[5]
        row[4], row[5] = len(out), size + len(more)
        out.extend(data[start : start + size] + more)

    entry = _SYMBOL.pack(strings[5], _GLOBAL, 0, 0, 0, 0)
    grow(strings, name.encode() + b"\0")
    grow(symbols, entry)
    for row in rows:
        if row[1] == _SYMTAB_SHNDX and row[6] == index:
            grow(row, bytes(4))
    for i, row in enumerate(rows):
        _SECTION.pack_into(out, table.offset + i * _SECTION.size, *row)
    return bytes(out)


def add_section(data: bytes, name: str, content: bytes, flags: int, alignment: int = 64) -> bytes:
    """The object file with one more section."""
    table = _table(data)
    rows = [list(_SECTION.unpack_from(data, table.offset + i * _SECTION.size)) for i in range(table.count)]
    names_row = rows[table.names]
    names = bytes(data[names_row[4] : names_row[4] + names_row[5]])
    out = bytearray(data)
    _pad(out, alignment)
    content_at = len(out)
    out += content
    names_row[4], names_row[5] = len(out), len(names) + len(name) + 1
    out += names + name.encode() + b"\0"
    rows.append([len(names), _PROGBITS, flags, 0, content_at, len(content), 0, 0, alignment, 0])
    _pad(out, 8)
    fields = list(_HEADER.unpack_from(data))
    fields[6] = len(out)
    if fields[12] == 0 or len(rows) >= 0xFF00:
        fields[12], rows[0][5] = 0, len(rows)
    else:
        fields[12] = len(rows)
    for row in rows:
        out += _SECTION.pack(*row)
    _HEADER.pack_into(out, 0, *fields)
    return bytes(out)


def _pad(out: bytearray, alignment: int) -> None:
    out += bytes(-len(out) % alignment)
