# SPDX-License-Identifier: Apache-2.0
"""Found by Python at start-up through PYTHONPATH; puts scale's import hooks in place, then runs the site's own sitecustomize."""

import sys
from pathlib import Path


def _run_next_sitecustomize(own: Path) -> None:
    """Runs the `sitecustomize` that this one hides, if there is one."""
    from importlib.machinery import PathFinder

    others = [entry for entry in sys.path if Path(entry or ".").resolve() != own]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        from importlib.util import module_from_spec

        spec.loader.exec_module(module_from_spec(spec))


try:
    import scale_startup  # type: ignore[import-not-found]

    scale_startup.install()
finally:
    _run_next_sitecustomize(Path(__file__).resolve().parent)
