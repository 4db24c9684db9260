# SPDX-License-Identifier: Apache-2.0
"""What each input file is, by its suffix or by `-x`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from .messages import Fatal

SUFFIXES = {
    ".cu": "cu",
    ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".c++": "c++", ".C": "c++", ".cp": "c++", ".ii": "c++",
    ".c": "c", ".i": "c",
    ".s": "assembler", ".S": "assembler",
    ".o": "object", ".obj": "object", ".lo": "object",
    ".a": "archive",
    ".so": "shared",
    ".ptx": "ptx", ".cubin": "cubin", ".fatbin": "fatbin",
}  # fmt: skip
SOURCES = frozenset(("cu", "c++", "c", "assembler"))
DEVICE_FILES = frozenset(("ptx", "cubin", "fatbin"))
"""Device code without a host side."""


@dataclass(frozen=True)
class Input:
    """A file on the command line."""

    path: str
    kind: str
    """`cu`, `c++`, `c`, `assembler`, `object`, `archive`, `shared`, `ptx`, `cubin` or `fatbin`."""

    @property
    def stem(self) -> str:
        """Name without folder and suffix: the start of every file made from it."""
        return PurePath(self.path).stem

    @property
    def is_source(self) -> bool:
        return self.kind in SOURCES

    @property
    def is_device_file(self) -> bool:
        return self.kind in DEVICE_FILES


def classify(path: str, language: str | None) -> Input:
    """The input with its kind.

    Raises:
        Fatal: no rule for this suffix.
    """
    if language is not None:
        return Input(path, language)
    suffix = PurePath(path).suffix
    if suffix in SUFFIXES:
        return Input(path, SUFFIXES[suffix])
    if re.search(r"\.so(\.\d+)+$", path):
        return Input(path, "shared")
    raise Fatal(f"Don't know what to do with '{path}'")
