# SPDX-License-Identifier: Apache-2.0
"""Entry points of the compiler's names that carry a target: `scale-nvcc-gfx9-4-generic` calls `gfx9_4_generic()` of this module.

Were all the installed scripts alike, a compiler cache that looks at a compiler's content and not at its name (sccache) would take
one target's results for another's.
"""

from __future__ import annotations

from collections.abc import Callable


def __getattr__(name: str) -> Callable[[], int]:
    """The entry point whose name is a target's, with `_` for `-`; NVIDIA's (`sm_80`) have none of the latter."""
    if name.startswith("_"):
        raise AttributeError(name)

    def entry() -> int:
        from .main import main

        target = name if name.startswith("sm_") else name.replace("_", "-")
        return main(program=f"scale-nvcc-{target}")

    return entry
