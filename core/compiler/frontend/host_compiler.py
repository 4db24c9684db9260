# SPDX-License-Identifier: Apache-2.0
"""What the host side must know of the compiler that links the program: whose libstdc++, and which version of GCC."""

from __future__ import annotations

import os
import shutil
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

from scale.paths import cache_folder

NEWEST_GNUC = 12
"""clang claims no newer GCC in C++: from 13 on, glibc's headers take it that the compiler has `_Float32` and its kin."""


@cache
def gcc_flags(command: tuple[str, ...]) -> tuple[str, ...]:
    """clang's flags that make it agree with `command`; none where that is no GCC.

    The answer is remembered in the cache folder for as long as the program is the same: asking takes two processes.
    """
    memory = _memory(command)
    if memory is not None:
        with suppress(OSError):
            remembered = memory.read_text(encoding="utf-8").splitlines()
            if all(Path(flag.partition("=")[2]).is_dir() for flag in remembered if flag.startswith("--gcc-install-dir")):
                return tuple(remembered)
    flags = _asked(command)
    if memory is not None:
        with suppress(OSError):
            memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = memory.with_name(f"{memory.name}.{os.getpid()}")
            new.write_text("".join(f"{flag}\n" for flag in flags), encoding="utf-8")
            new.replace(memory)
    return flags


def _memory(command: tuple[str, ...]) -> Path | None:
    program = shutil.which(command[0])
    if program is None:
        return None
    facts = Path(program).resolve().stat()
    text = "\0".join((*command, program, str(facts.st_mtime_ns), str(facts.st_size), str(NEWEST_GNUC)))
    return cache_folder() / "host-compilers" / f"{zlib.crc32(text.encode(errors='surrogateescape')):08x}"


def _asked(command: tuple[str, ...]) -> tuple[str, ...]:
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
    import subprocess

    try:
        done = subprocess.run([*command, question], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    answer = done.stdout.strip()
    return answer if done.returncode == 0 and answer else None
