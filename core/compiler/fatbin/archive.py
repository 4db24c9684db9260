# SPDX-License-Identifier: Apache-2.0
"""Members of `ar` archives (System V names, as GNU and LLVM write them)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scale.errors import ScaleError

MAGIC = b"!<arch>\n"
THIN_MAGIC = b"!<thin>\n"
_HEADER_SIZE = 60


class BadArchive(ScaleError):
    """Not a whole archive."""


def members(data: bytes, folder: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each member, without the symbol table and the table of long names.

    Args:
        folder: where the archive is; the members of a thin one are files with names relative to it.

    Raises:
        BadArchive: no archive, one that is cut short, or a thin one whose members are not there.
    """
    thin = data[:8] == THIN_MAGIC
    if data[:8] != MAGIC and not thin:
        raise BadArchive("not an archive")
    long_names = b""
    at = len(MAGIC)
    while at + _HEADER_SIZE <= len(data):
        name = data[at : at + 16].rstrip()
        size_text = data[at + 48 : at + 58].strip()
        if data[at + 58 : at + 60] != b"`\n" or not size_text.isdigit():
            raise BadArchive("an archive is damaged")
        own = name in (b"/", b"//", b"/SYM64/")
        size = int(size_text) if own or not thin else 0
        body = data[at + _HEADER_SIZE : at + _HEADER_SIZE + size]
        if len(body) < size:
            raise BadArchive("an archive is cut short")
        at += _HEADER_SIZE + size + size % 2
        if name == b"//":
            long_names = body
        elif not own:
            member = _member_name(name, long_names)
            yield member, _outside(member, folder) if thin else bytes(body)
    if at < len(data):
        raise BadArchive("an archive is cut short")


def _outside(member: str, folder: Path | None) -> bytes:
    """A thin archive's member."""
    try:
        return ((folder or Path()) / member).read_bytes()
    except OSError as error:
        raise BadArchive(f"a thin archive's member '{member}' cannot be read: {error.strerror}") from error


def _member_name(name: bytes, long_names: bytes) -> str:
    if name.startswith(b"/") and name[1:].isdigit():
        start = int(name[1:])
        name = long_names[start : long_names.find(b"\n", start)]
    return name.rstrip(b"/").decode(errors="replace")
