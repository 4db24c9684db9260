# SPDX-License-Identifier: Apache-2.0
"""Members of `ar` archives (System V names, as GNU and LLVM write them)."""

from __future__ import annotations

from collections.abc import Iterator

from scale.errors import ScaleError

MAGIC = b"!<arch>\n"
THIN_MAGIC = b"!<thin>\n"
_HEADER_SIZE = 60


class BadArchive(ScaleError):
    """Not a whole archive."""


def members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each member, without the symbol table and the table of long names.

    Raises:
        BadArchive: no archive, a thin one (its members lie elsewhere), or one that is cut short.
    """
    if data[:8] == THIN_MAGIC:
        raise BadArchive("thin archives are not read")
    if data[:8] != MAGIC:
        raise BadArchive("not an archive")
    long_names = b""
    at = len(MAGIC)
    while at + _HEADER_SIZE <= len(data):
        name = data[at : at + 16].rstrip()
        size_text = data[at + 48 : at + 58].strip()
        if data[at + 58 : at + 60] != b"`\n" or not size_text.isdigit():
            raise BadArchive("an archive is damaged")
        size = int(size_text)
        body = data[at + _HEADER_SIZE : at + _HEADER_SIZE + size]
        at += _HEADER_SIZE + size + size % 2
        if name == b"//":
            long_names = body
        elif name not in (b"/", b"/SYM64/"):
            yield _member_name(name, long_names), bytes(body)


def _member_name(name: bytes, long_names: bytes) -> str:
    if name.startswith(b"/") and name[1:].isdigit():
        start = int(name[1:])
        name = long_names[start : long_names.find(b"\n", start)]
    return name.rstrip(b"/").decode(errors="replace")
