# SPDX-License-Identifier: Apache-2.0
"""Keeps scale's hooks alive inside pip's isolated build environments.

pip runs build back ends with a sitecustomize module of its own first on PYTHONPATH, which hides ours. The line
added to it here runs ours after pip's.
"""

from __future__ import annotations

import functools
from pathlib import Path
from types import ModuleType
from typing import Any

STARTUP = Path(__file__).resolve().parent.parent


def after(module: ModuleType) -> None:
    """Wraps `BuildEnvironment` of pip's module."""
    environment = getattr(module, "BuildEnvironment", None)
    if environment is None or not hasattr(environment, "__init__"):
        return
    original = environment.__init__

    @functools.wraps(original)
    def wrapped(self: Any, *arguments: Any, **keywords: Any) -> None:
        original(self, *arguments, **keywords)
        site = getattr(self, "_site_dir", None)
        if site and (file := Path(site) / "sitecustomize.py").is_file():
            with file.open("a") as stream:
                stream.write(f"\nimport sys\nsys.path.append({str(STARTUP)!r})\nimport scale_startup\nscale_startup.install()\n")

    environment.__init__ = wrapped
