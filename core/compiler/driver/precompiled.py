# SPDX-License-Identifier: Apache-2.0
"""Headers, precompiled: the implicit one, which takes most of the time that clang needs for a small source, and behind it what a
source names first, where that is large (CUB, Thrust, torch).

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
LARGEST = 1 << 30
"""Bytes of all of them together."""
HEAVY = 1.0
"""Processor seconds of a front end from which on it is worth it to precompile what the source names first."""
HEADS = 40
"""Heads that are remembered for one set of flags."""
SUSPICIOUS = re.compile(r"redefin|redeclar|previous|already|multiple|ambiguous|specialization|\.pch")
"""Errors that may come from a header which is read twice where it was meant to be: then the run is repeated without."""
STALE_LOCK = 120.0
_SEARCH_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_WITH_VALUE = frozenset(("-o", "-MF", "-MT", "-MQ"))
_ALONE = frozenset(("-MD", "-MMD", "-MP", "-fcolor-diagnostics", "-fno-color-diagnostics"))
_NOT_THEN = frozenset(("-v", "-E", "-M", "-MM", "-g"))
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
    user: list[str] = field(default_factory=list)
    """Folders of `-I`."""
    system: list[str] = field(default_factory=list)
    more: bool = False
    """Other headers are read before the source, or looked for in other ways."""

    @property
    def searched(self) -> list[str]:
        """All folders in which headers are looked for, in order."""
        return [*self.user, *self.system]


@dataclass(frozen=True)
class Head:
    """What a source names first, for `note`."""

    memory: str
    entries: tuple[str, ...]

    def note(self, seconds: float) -> None:
        """Remember the head of a run that took so many processor seconds."""
        if seconds < HEAVY:
            return
        import json

        with suppress(OSError):
            known = Path(self.memory).read_text(encoding="utf-8").splitlines() if os.path.exists(self.memory) else []  # noqa: PTH110
            line = json.dumps(self.entries)
            if line not in known:
                Path(self.memory).write_text("".join(f"{each}\n" for each in [*known, line][-HEADS:]), encoding="utf-8")


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
    words, build, _ = apply_with_head(argv, folder)
    return words, build


def apply_with_head(argv: Sequence[str], folder: Path) -> tuple[list[str], Build | None, Head | None]:
    """The same, and what to tell the time of the run to."""
    words = list(argv)
    flags = _sort(words)
    if not flags.usable or any(os.environ.get(name) for name in _SEARCH_VARIABLES):
        return words, None, None
    head = _head(words[-1], flags, folder)
    if head is not None:
        used, build = _apply_head(words, flags, head)
        if used is not None:
            return used, build, head
        if build is not None:
            return words, build, head
    return *_apply_implicit(words, flags, folder), head


def _head(source: str, flags: _Flags, folder: Path) -> Head | None:
    if flags.more:
        return None
    from .heads import read_head

    entries = read_head(source, flags.searched)
    if not entries:
        return None
    here = () if all(os.path.isabs(each) for each in flags.searched) else (os.getcwd(),)  # noqa: PTH109, PTH117
    key = _key([*flags.kept, *flags.searched, *here])
    return Head(str(folder / f"{key}.heads"), tuple(entries))


def _apply_head(words: list[str], flags: _Flags, head: Head) -> tuple[list[str] | None, Build | None]:
    """The longest part of the head that is precompiled, and the run that makes a longer one which an earlier source shares."""
    stem = head.memory.removesuffix(".heads")

    def base_of(length: int) -> str:
        return f"{stem}-{_key(list(head.entries[:length]))}"

    used: list[str] | None = None
    best = 0
    for length in range(len(head.entries), 0, -1):
        base = base_of(length)
        if "<" in head.entries[length - 1] and os.path.exists(f"{base}.pch"):  # noqa: PTH110
            names = _valid_names(base, whole=True)
            if names is None or _shadowed(flags.searched, names):
                for suffix in (".pch", ".txt"):
                    with suppress(OSError):
                        os.unlink(base + suffix)  # noqa: PTH108
                with suppress(OSError):
                    os.unlink(head.memory)  # noqa: PTH108
                continue
            at = words.index(IMPLICIT_HEADER)
            used, best = [*words[: at - 1], "-include-pch", f"{base}.pch", *words[at + 1 :]], length
            with suppress(OSError):
                os.utime(f"{base}.pch")
            break
    shared = _shared(head)
    if shared <= best or (best and not any("/" in entry and "<" in entry for entry in head.entries[best:shared])):
        return used, None
    base = base_of(shared)
    if not _locked(base):
        return used, None
    main = f"{base}.scale-head.h"
    try:
        Path(main).write_text("".join(f"{entry}\n" for entry in head.entries[:shared]), encoding="latin-1")
    except OSError:
        return used, None
    folders = [f"-I{each}" for each in flags.user]
    return used, Build((*_making([flags.kept[0], *folders, *flags.kept[1:]], base), main), base)


def _shared(head: Head) -> int:
    """How many entries some earlier source began with too, up to an `#include <x>`."""
    import json

    most = 0
    with suppress(OSError, ValueError):
        for line in Path(head.memory).read_text(encoding="utf-8").splitlines():
            equal = 0
            for mine, other in zip(head.entries, json.loads(line), strict=False):
                if mine != other:
                    break
                equal += 1
            while equal and "<" not in head.entries[equal - 1]:
                equal -= 1
            most = max(most, equal)
    return most


def _apply_implicit(words: list[str], flags: _Flags, folder: Path) -> tuple[list[str], Build | None]:
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
    if not used or not SUSPICIOUS.search(said):
        return False
    for path in (used[0], f"{used[0].removesuffix('.pch').rpartition('-')[0]}.heads"):
        with suppress(OSError):
            os.unlink(path)  # noqa: PTH108
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
            else:
                flags.more = True
        elif word == "-isystem":
            value = next(rest, "")
            flags.system.append(value)
            own = own or os.path.exists(f"{value}/{IMPLICIT_HEADER}")  # noqa: PTH110
            flags.kept += [word, value]
            if not own:
                flags.folders.append(value)
        elif word.startswith("-I"):
            flags.folders.append(word[2:])
            flags.user.append(word[2:])
        elif word in _NOT_THEN or word.startswith("-ggdb"):
            return flags
        elif word not in _ALONE and not word.startswith(_PREFIXES):
            flags.more = flags.more or word == "-iquote"
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


def _valid_names(base: str, *, whole: bool = False) -> set[str] | None:
    """How the files of a precompiled header are named in `#include` (or their whole paths); None when there is none, or one is not as it
    was."""
    if not os.path.exists(f"{base}.pch"):  # noqa: PTH110
        return None
    names: set[str] = set()
    try:
        for line in Path(f"{base}.txt").read_text(encoding="utf-8").splitlines():
            path = line.split(" ", 2)[2]
            if _fingerprint(path) != line:
                return None
            names.add(path if whole else _ROOT.sub("", os.path.normpath(path)))
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


def _shadowed(folders: Sequence[str], paths: set[str]) -> bool:
    """Whether a folder now holds what a later one was asked for."""
    listed: list[tuple[str, set[str]]] = []
    for folder in folders:
        inside = folder.rstrip("/") + "/"
        names = {path[len(inside) :] for path in paths if path.startswith(inside)}
        firsts = {name.partition("/")[0] for name in names}
        for earlier, entries in listed:
            common = entries & firsts
            if common and any(name.partition("/")[0] in common and os.path.exists(f"{earlier}/{name}") for name in names):  # noqa: PTH110
                return True
        try:
            listed.append((folder, set(os.listdir(folder or "."))))  # noqa: PTH208
        except OSError:
            continue
    return False


def _wanted(kept: list[str], base: str, folder: Path) -> Build | None:
    """The run that makes the header, when a run with the same flags was there before and nobody else is at it."""
    try:
        if not os.path.exists(f"{base}.seen"):  # noqa: PTH110
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            Path(f"{base}.seen").touch()
            return None
    except OSError:
        return None
    return Build((*_making(kept, base), EMPTY), base) if _locked(base) else None


def _locked(base: str) -> bool:
    """Whether nobody else is making this header; then others are kept from it."""
    lock = f"{base}.lock"
    try:
        if os.path.exists(lock) and time.time() - os.stat(lock).st_mtime > STALE_LOCK:  # noqa: PTH110, PTH116
            os.unlink(lock)  # noqa: PTH108
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True


def _making(kept: Sequence[str], base: str) -> tuple[str, ...]:
    return (*kept, "-Xclang", "-emit-pch", "-MD", "-MF", f"{base}.d", "-o", f"{base}.new")


def _prune(folder: Path) -> None:
    found = sorted(folder.glob("*.pch"), key=lambda path: path.stat().st_mtime, reverse=True)
    room = LARGEST
    for number, old in enumerate(found):
        room -= old.stat().st_size
        if number and (number >= MOST or room < 0):
            for suffix in (".pch", ".txt", ".seen", ".scale-head.h"):
                with suppress(OSError):
                    old.with_suffix(suffix).unlink()
