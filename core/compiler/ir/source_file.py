# SPDX-License-Identifier: Apache-2.0
"""The file that a `DIFile` node names, as the user can open it."""

from __future__ import annotations

import re
from pathlib import Path

from scale.paths import working_folders

_FIELD = re.compile(r'\b(filename|directory): "((?:[^"\\]|\\.)*)"')


def source_file(node: str) -> str | None:
    """Path of a `!DIFile(filename: …, directory: …)` node; None when it is none.

    clang cuts an absolute path at its common prefix with the working folder and keeps the prefix as `directory`; a path that
    was given relative to this working folder comes back as it was given.
    """
    fields = dict(_FIELD.findall(node))
    name = fields.get("filename")
    folder = fields.get("directory", "")
    if name is None or Path(name).is_absolute() or folder in ("", *working_folders()):
        return name
    return str(Path(folder, name))
