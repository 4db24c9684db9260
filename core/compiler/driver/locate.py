# SPDX-License-Identifier: Apache-2.0
"""The user's line for an error of code generation.

Device code is compiled without line tables unless they are asked for, since every build would pay for them. So when code
generation refuses something without a place, the front end runs once more with line tables, and code generation on its result.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

LINES = "-gline-directives-only"
WITHOUT_PLACE = "scale-nvcc: error: "
"""How a message without a place begins."""


def wants_lines(said: str, front_end: Sequence[str]) -> bool:
    """Whether another run could tell more: no place was named, and there were no line tables."""
    return said.startswith(WITHOUT_PLACE) and not {"-g", "-gline-tables-only", LINES}.intersection(front_end)


def run_again(front_end: Sequence[str], codegen: Sequence[str], ir: str, said: str) -> int:
    """Code generation on device IR with line tables; the first message stands where that cannot be had.

    Args:
        front_end: clang's words, which write `ir`.
        codegen: words of the code-generation step, `ir` among them.
        said: what code generation printed the first time.
    """
    from .codegen import main

    located = f"{ir}.lines.ll"
    words = [located if word == ir else word for word in front_end]
    ran = subprocess.run([*words, LINES], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    try:
        if ran.returncode == 0:
            return main([located if word == ir else word for word in codegen])
    finally:
        Path(located).unlink(missing_ok=True)
    sys.stderr.write(said)
    return 1
