# SPDX-License-Identifier: Apache-2.0
"""Whether a source tree is still what was fetched, byte for byte."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Changes:
    """What differs between two states of a tree: relative paths."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        """True where a file that was fetched is no longer the same; files that a build put beside them do not count."""
        return bool(self.changed or self.removed)


def digest_tree(root: Path) -> dict[str, str]:
    """For every file and link below `root` its permission bits and a digest of its content."""
    found: dict[str, str] = {}
    for folder, names, files in os.walk(root):
        for name in (*files, *(each for each in names if Path(folder, each).is_symlink())):
            path = Path(folder, name)
            if path.is_symlink():
                found[str(path.relative_to(root))] = f"-> {os.readlink(path)}"  # noqa: PTH115
                continue
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(root))] = f"{path.stat().st_mode & 0o777:o} {content}"
    return found


def compare_trees(before: dict[str, str], after: dict[str, str]) -> Changes:
    """What became of the files of `before`."""
    return Changes(
        changed=tuple(sorted(name for name in before.keys() & after.keys() if before[name] != after[name])),
        removed=tuple(sorted(before.keys() - after.keys())),
        added=tuple(sorted(after.keys() - before.keys())),
    )
