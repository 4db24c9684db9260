# SPDX-License-Identifier: Apache-2.0
"""Import hooks that let build tools and torch find scale's compiler and runtime.

This folder is put on PYTHONPATH by `scale build` and `scale env`. It must work in any environment, isolated build environments
included, so it needs the standard library alone and learns where the toolkit is from CUDA_HOME. Until one of the hooked
modules is imported it costs one entry in `sys.meta_path`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

HOOKS = {
    "pip._internal.build_env": ("pip_isolation", None, "after"),
    "setuptools.command.build_ext": ("setuptools_cu", None, "after"),
    "torch": ("torch_device", "before", None),
    "torch._C": ("torch_primitives", None, "add"),
    "torch.storage": ("torch_storage", None, "after"),
    "torch.version": ("torch_device", None, "set_version"),
    "torch.utils.cpp_extension": ("torch_extension", None, "after"),
}
"""Imported module to the module here that handles it, its function to call before, and the one to call after the import."""

TOOLKIT_MARK = ".scale-toolkit"


def toolkit() -> Path | None:
    """The toolkit folder in use, or None when CUDA_HOME is not one of ours."""
    home = os.environ.get("CUDA_HOME")
    return Path(home) if home and (Path(home) / TOOLKIT_MARK).is_file() else None


class _Finder:
    """Lets the other finders find a hooked module and wraps its loader."""

    def __init__(self) -> None:
        self._busy: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in HOOKS or name in self._busy or toolkit() is None:
            return None
        from importlib.util import find_spec

        self._busy.add(name)
        try:
            spec = find_spec(name)
        finally:
            self._busy.discard(name)
        if spec is None or spec.loader is None:
            return None
        from importlib import import_module

        handler, before, after = HOOKS[name]
        module = import_module(f"{__name__}.{handler}")
        execute = spec.loader.exec_module

        def exec_module(loaded: ModuleType) -> None:
            if before:
                getattr(module, before)(spec)
            execute(loaded)
            if after:
                getattr(module, after)(loaded)

        try:
            spec.loader.exec_module = exec_module  # type: ignore[method-assign, assignment]
        except AttributeError:  # a loader that takes no attributes: leave the module as it is
            return None
        return spec


def install() -> None:
    """Adds the hooks, once."""
    if not any(type(finder).__name__ == "_Finder" and type(finder).__module__ == __name__ for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
