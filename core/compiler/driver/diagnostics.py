# SPDX-License-Identifier: Apache-2.0
"""Messages of several runs over the same source, each shown once."""

from __future__ import annotations

import re
import sys

_ESCAPES = r"(?:\x1b\[[0-9;]*[mK])*"
_PLACE = r"[^\s:][^:\n]*:\d+(?::\d+)?: "
_START = re.compile(
    rf"^{_ESCAPES}(?:In file included from |{_PLACE}{_ESCAPES}(?:fatal )?(?:error|warning|remark)"
    r"|\w[\w+-]*: (?:error|warning))"
)
_COUNT = re.compile(r"^\d+ (?:errors?|warnings?)(?: and \d+ errors?)? generated(?: when compiling for [\w-]+)?\.$")
_CRASH = re.compile(r"^(?:PLEASE submit a bug report|Stack dump:).*?(?=^error: |\Z)", re.MULTILINE | re.DOTALL)
"""What LLVM prints when it dies; the driver says so in one line instead. It survives a file over the limit of sizes."""
_NOT_FOUND = re.compile(rf"fatal error: {_ESCAPES}'?([^':\n]+)(?:' file not found|: No such file or directory)")
"""As clang says it, and GCC."""
_NO_LIBRARY = re.compile(r"(?:cannot find -l|unable to find library -l)([\w+-]+)")
"""As GNU's linkers say it, and LLVM's."""
_CCCL = re.compile("(?:thrust|cub|cuda)/")
_NO_PLACE = re.compile(rf"^{_ESCAPES}(?=(?:fatal )?error: |warning: )", re.MULTILINE)
"""What clang says of no line of the source, without a name before it: build systems and editors look for one."""
_TOO_MANY = "too many errors emitted, stopping now"


_WHERE = re.compile(r"^[1-9]\d*\.\t(.+)$", re.MULTILINE)


def without_dump(text: str) -> str:
    """What a program said, without LLVM's account of its own death."""
    return _CRASH.sub("", text)


def crash_place(text: str) -> str | None:
    """What a program of LLVM's was at when it died, by its own account: a place in the source if it names one; None if it did not die."""
    dump = _CRASH.search(text)
    if dump is None:
        return None
    steps: list[str] = _WHERE.findall(dump[0])
    return next((step for step in steps if re.match(_PLACE, step)), steps[-1] if steps else "")


class Shown:
    """What has been shown of each group so far."""

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}
        self._hinted: set[str] = set()

    def select(self, group: str, text: str) -> str:
        """The part of `text` that no earlier text of the same group had; clang's counts at the end are left out."""
        text = _NO_PLACE.sub("scale-nvcc: ", without_dump(text))
        if not group:
            return text
        seen = self._seen.setdefault(group, set())
        kept: list[str] = []
        for part in _parts(text):
            if _COUNT.match(part.strip()) or (_TOO_MANY in part and part in seen):
                continue
            starts = _START.match(part) is not None
            if starts and part in seen:
                continue
            if starts:
                seen.add(part)
            kept.append(part)
        missing = [_hint(name) for part in kept for name in _NOT_FOUND.findall(part)]
        missing += [_library_hint(name) for part in kept for name in _NO_LIBRARY.findall(part)]
        for hint in dict.fromkeys(missing):
            if hint and hint not in self._hinted:
                self._hinted.add(hint)
                kept.append(hint)
        return "".join(kept)

    def show(self, group: str, text: str) -> None:
        """Print what is new on standard error."""
        if text:
            sys.stderr.write(self.select(group, text))
            sys.stderr.flush()


def _hint(header: str) -> str:
    """Where a header comes from that NVIDIA's toolkit has and ours has not; empty for any other one."""
    from scale.compiler.frontend.absent import owner
    from scale.compiler.frontend.cccl import HINT, cccl_include
    from scale.cuda_version import cuda_version

    library = owner(header)
    if library is not None:
        return f"scale-nvcc: note: '{header}' is a header of {library} (NVIDIA), which scale has no counterpart of yet\n"
    if not _CCCL.match(header) or cccl_include(cuda_version().major) is not None:
        return ""
    return f"scale-nvcc: note: Thrust, CUB and libcu++ are a package of their own: {HINT}\n"


def _library_hint(name: str) -> str:
    """Whose a library is that NVIDIA's toolkit has and ours has not; empty for any other one."""
    from scale.compiler.frontend.absent import library_owner

    library = library_owner(name)
    return f"scale-nvcc: note: '-l{name}' is {library} (NVIDIA), which scale has no counterpart of yet\n" if library else ""


def _parts(text: str) -> list[str]:
    """Diagnostics with their notes and source lines; other lines one by one."""
    parts: list[str] = []
    including = False
    in_diagnostic = False
    for line in text.splitlines(keepends=True):
        begins = _START.match(line) is not None
        if _COUNT.match(line.strip()):
            parts.append(line)
            in_diagnostic = including = False
        elif begins and not including:
            parts.append(line)
            in_diagnostic = True
            including = "In file included from " in line
        elif in_diagnostic:
            parts[-1] += line
            including = "In file included from " in line
        else:
            parts.append(line)
    return parts
