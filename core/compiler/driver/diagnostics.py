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
_CRASH = re.compile(r"^(?:PLEASE submit a bug report|Stack dump:).*\Z", re.MULTILINE | re.DOTALL)
"""What LLVM prints when it dies; the driver says so in one line instead."""
_NO_CCCL = re.compile(r"fatal error: '(?:thrust|cub|cuda/std|cuda/experimental)/[^']*' file not found")
_TOO_MANY = "too many errors emitted, stopping now"


class Shown:
    """What has been shown of each group so far."""

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}
        self._hinted = False

    def select(self, group: str, text: str) -> str:
        """The part of `text` that no earlier text of the same group had; clang's counts at the end are left out."""
        text = _CRASH.sub("", text)
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
        if not self._hinted and any(map(_NO_CCCL.search, kept)):
            self._hinted = True
            kept.append(_cccl_hint())
        return "".join(kept)

    def show(self, group: str, text: str) -> None:
        """Print what is new on standard error."""
        if text:
            sys.stderr.write(self.select(group, text))
            sys.stderr.flush()


def _cccl_hint() -> str:
    """Where headers come from that NVIDIA's toolkit has and ours has not."""
    from scale.compiler.frontend.cccl import HINT, cccl_include
    from scale.cuda_version import cuda_version

    if cccl_include(cuda_version().major) is not None:
        return ""
    return f"scale-nvcc: note: Thrust, CUB and libcu++ are a package of their own: {HINT}\n"


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
