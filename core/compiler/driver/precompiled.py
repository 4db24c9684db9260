# SPDX-License-Identifier: Apache-2.0
"""The implicit header, precompiled. Reading it takes most of the time that clang needs for a small source.

A precompiled header serves runs whose other flags are the same to the letter. It is made beside the second such run, so
that a command which is given once never pays for it, and is used only while

* every file that went into it is as it was (size and time of change), and
* no folder that the command searches first holds a file that would now be found instead of one of them.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scale.compiler.frontend.arguments import IMPLICIT_HEADER

from .depfile import read_rule

EMPTY = str(Path(__file__).with_name("precompiled.h"))
"""Main file of the run that makes a precompiled header; the implicit header comes from `-include`."""
MOST = 16
"""Precompiled headers that are kept, some 6 MB each; the oldest go."""
STALE_LOCK = 120.0
_SEARCH_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_WITH_VALUE = frozenset(("-o", "-MF", "-MT", "-MQ"))
_ALONE = frozenset(("-MD", "-MMD", "-MP", "-fcolor-diagnostics", "-fno-color-diagnostics"))
_NOT_THEN = frozenset(("-v", "-E", "-M", "-MM", "-fsyntax-only", "-g"))
"""Runs whose printed text is wanted (CMake reads the list of folders that `-v` prints), and those with full debug information, which comes
out in another order."""
_PREFIXES = ("-cuid=", "-frandom-seed=")
_ROOT = re.compile(r".*/include/(?:x86_64-linux-gnu/)?(?:c\+\+/[\d.]+/)?(?:x86_64-linux-gnu/)?(?:cuda_wrappers/)?")


@dataclass
class _Flags:
    """A command line, sorted by what it means to a precompiled header."""

    kept: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    """Searched before the folder of the implicit header."""
    usable: bool = False


@dataclass(frozen=True)
class Build:
    """The run that makes a precompiled header, and what to call when it has ended."""

    argv: tuple[str, ...]
    base: str

    def finish(self, status: int) -> None:
        """Put the header in its place, with the list of what it was made from."""
        made, rule = f"{self.base}.new", f"{self.base}.d"
        with suppress(OSError):
            if status == 0:
                names = read_rule(Path(rule).read_text(encoding="utf-8"))[1]
                lines = [line for name in names if (line := _fingerprint(name)) is not None]
                if len(lines) == len(names):
                    Path(f"{self.base}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
                    os.replace(made, f"{self.base}.pch")  # noqa: PTH105
                    _prune(Path(self.base).parent)
        for path in (made, rule, f"{self.base}.lock"):
            with suppress(OSError):
                os.unlink(path)  # noqa: PTH108


def apply(argv: Sequence[str], folder: Path) -> tuple[list[str], Build | None]:
    """The command line with the precompiled header if there is one, or the run that makes it if it is worth it now.

    Args:
        argv: clang's command line; the source is its last word.
        folder: where precompiled headers are kept.
    """
    words = list(argv)
    flags = _sort(words)
    if not flags.usable or any(os.environ.get(name) for name in _SEARCH_VARIABLES):
        return words, None
    base = str(folder / _key(flags.kept))
    names = _valid_names(base)
    if names is not None:
        if any(_shadows(each, names) for each in flags.folders):
            return words, None
        at = words.index(IMPLICIT_HEADER)
        words[at - 1 : at + 1] = ["-include-pch", f"{base}.pch"]
        return words, None
    return words, _wanted(flags.kept, base, folder)


def failed_by_it(argv: Sequence[str], said: str) -> bool:
    """Whether a failed run complains of the precompiled header; then it is removed."""
    used = [word for word in argv if word.endswith(".pch")]
    if not used or ".pch" not in said:
        return False
    with suppress(OSError):
        os.unlink(used[0])  # noqa: PTH108
    return True


def _sort(words: list[str]) -> _Flags:
    flags = _Flags()
    rest = iter(words[:-1])
    header = own = False
    for word in rest:
        if word in _WITH_VALUE:
            next(rest, None)
        elif word == "-Xclang":
            value = next(rest, "")
            if value == "-fcuda-include-gpubinary":
                next(rest, None)
                next(rest, None)
            else:
                flags.kept += [word, value]
        elif word == "-include":
            value = next(rest, "")
            if not header:
                header = value == IMPLICIT_HEADER
                if not header:
                    return flags
                flags.kept += [word, value]
        elif word == "-isystem":
            value = next(rest, "")
            own = own or os.path.exists(f"{value}/{IMPLICIT_HEADER}")  # noqa: PTH110
            flags.kept += [word, value]
            if not own:
                flags.folders.append(value)
        elif word.startswith("-I"):
            flags.folders.append(word[2:])
        elif word in _NOT_THEN or word.startswith("-ggdb"):
            return flags
        elif word not in _ALONE and not word.startswith(_PREFIXES):
            flags.kept.append(word)
    flags.usable = header
    return flags


def _key(words: list[str]) -> str:
    import hashlib

    return hashlib.blake2s("\0".join(words).encode(errors="surrogateescape"), digest_size=12).hexdigest()


def _fingerprint(path: str) -> str | None:
    try:
        facts = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return f"{facts.st_mtime_ns} {facts.st_size} {path}"


def _valid_names(base: str) -> set[str] | None:
    """How the files of a precompiled header are named in `#include`; None when there is none, or one is not as it was."""
    if not os.path.exists(f"{base}.pch"):  # noqa: PTH110
        return None
    names: set[str] = set()
    try:
        for line in Path(f"{base}.txt").read_text(encoding="utf-8").splitlines():
            path = line.split(" ", 2)[2]
            if _fingerprint(path) != line:
                return None
            names.add(_ROOT.sub("", os.path.normpath(path)))
    except (OSError, IndexError):
        return None
    return names


def _shadows(folder: str, names: set[str]) -> bool:
    """Whether a folder holds a file under one of these names."""
    try:
        entries = set(os.listdir(folder or "."))  # noqa: PTH208
    except OSError:
        return False
    firsts = {name.partition("/")[0] for name in names}
    if entries.isdisjoint(firsts):
        return False
    return any(os.path.exists(f"{folder}/{name}") for name in names)  # noqa: PTH110


def _wanted(kept: list[str], base: str, folder: Path) -> Build | None:
    """The run that makes the header, when a run with the same flags was there before and nobody else is at it."""
    try:
        if not os.path.exists(f"{base}.seen"):  # noqa: PTH110
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            Path(f"{base}.seen").touch()
            return None
        lock = f"{base}.lock"
        if os.path.exists(lock) and time.time() - os.stat(lock).st_mtime > STALE_LOCK:  # noqa: PTH110, PTH116
            os.unlink(lock)  # noqa: PTH108
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return None
    words = [*kept, "-Xclang", "-emit-pch", "-MD", "-MF", f"{base}.d", "-o", f"{base}.new", EMPTY]
    return Build(tuple(words), base)


def _prune(folder: Path) -> None:
    found = sorted(folder.glob("*.pch"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in found[MOST:]:
        for suffix in (".pch", ".txt", ".seen"):
            with suppress(OSError):
                old.with_suffix(suffix).unlink()
