# SPDX-License-Identifier: Apache-2.0
"""Folders of intermediate files: their names, and what killed runs left of them.

A run that is ended by SIGKILL, as where memory is short, cannot remove its folder. A later run of the same user does. Whoever has the
folder holds a lock on it, which the system takes back with the process, in whatever container that runs.
"""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress

_NAME = re.compile(r"scale-(?P<process>\d+)-[0-9a-f]{8}")
YOUNG = 60.0
"""Seconds for which a folder is left alone: its owner may not have locked it yet."""
MOST = 8
"""Folders that one run removes at most."""


def base_folder() -> str:
    """Where the folders lie."""
    return os.environ.get("TMPDIR") or "/tmp"


def new_name() -> str:
    """A name for a folder; nobody has it yet."""
    return f"{base_folder()}/scale-{os.getpid()}-{os.urandom(4).hex()}"


def hold(folder: str) -> None:
    """Lock a folder as long as this process is alive."""
    import fcntl

    with suppress(OSError):
        fcntl.flock(os.open(folder, os.O_RDONLY | os.O_DIRECTORY), fcntl.LOCK_SH | fcntl.LOCK_NB)


def clear(base: str) -> None:
    """Remove what this user's killed runs left in a folder. What cannot be removed stays, without a word."""
    try:
        with os.scandir(base) as entries:
            found = [(entry.path, int(match["process"])) for entry in entries if (match := _NAME.fullmatch(entry.name))]
    except OSError:
        return
    removed = 0
    for path, process in found:
        if removed < MOST and not _alive(process) and _clear(path):
            removed += 1


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _clear(path: str) -> bool:
    """Remove a folder that is this user's, not young, and held by nobody; whether it was one."""
    import fcntl
    import shutil

    with suppress(OSError):
        facts = os.lstat(path)
        if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid() or time.time() - facts.st_mtime < YOUNG:
            return False
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
            return True
        finally:
            os.close(folder)
    return False
