# SPDX-License-Identifier: Apache-2.0
"""What the host side must know of the compiler that links the program: whose libstdc++, and which version of GCC."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

NEWEST_GNUC = 12
"""clang claims no newer GCC in C++: from 13 on, glibc's headers take it that the compiler has `_Float32` and its kin."""


@cache
def gcc_flags(command: tuple[str, ...]) -> tuple[str, ...]:
    """clang's flags that make it agree with `command`; none where that is no GCC."""
    archive = _ask(command, "-print-libgcc-file-name")
    if archive is None or not (Path(archive).parent / "crtbegin.o").is_file():
        return ()
    flags = [f"--gcc-install-dir={Path(archive).parent}"]
    version = _ask(command, "-dumpfullversion")
    if version and version[0].isdigit():
        major = int(version.split(".")[0])
        flags.append(f"-fgnuc-version={version if major <= NEWEST_GNUC else f'{NEWEST_GNUC}.9.0'}")
    return tuple(flags)


def _ask(command: tuple[str, ...], question: str) -> str | None:
    try:
        done = subprocess.run([*command, question], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    answer = done.stdout.strip()
    return answer if done.returncode == 0 and answer else None
