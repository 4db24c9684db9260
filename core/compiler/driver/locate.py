# SPDX-License-Identifier: Apache-2.0
"""The user's line for an error of code generation, or for the warning of a lock between lanes.

Device code is compiled without line tables unless they are asked for, since every build would pay for them. So when code
generation refuses something without a place, the front end runs once more with line tables, and code generation on its result.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

LINES = "-gline-directives-only"
WITHOUT_PLACE = "scale-nvcc: error: "
"""How a message without a place begins."""
WARNS_WITHOUT_PLACE = ("scale-nvcc: warning: lanes of one wavefront ", "scale-nvcc: warning: device code cannot write constant memory")
"""The warnings that are about a line; others are about kernels."""


def wants_lines(said: str, front_end: Sequence[str], status: int) -> bool:
    """Whether another run could tell more: no place was named, and there were no line tables."""
    start: str | tuple[str, ...] = WITHOUT_PLACE if status else WARNS_WITHOUT_PLACE
    return said.startswith(start) and not {"-g", "-gline-tables-only", LINES}.intersection(front_end)


def run_again(
    front_end: Sequence[str], codegen: Sequence[str], ir: str, said: str, status: int, repair: Callable[[list[str], str], int]
) -> int:
    """Code generation on device IR with line tables; the first message stands where that cannot be had.

    After a run that only warned, what it wrote stands too.

    Args:
        front_end: clang's words, which write `ir`.
        codegen: words of the code-generation step, `ir` among them.
        said: what code generation printed the first time.
        status: its exit status.
        repair: runs a front end anew with repairs of what it said; the first run may have needed some.
    """
    from .codegen import main

    located = f"{ir}.lines.ll"
    words = [*(located if word == ir else word for word in front_end), LINES]
    ran = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    try:
        if ran.returncode == 0 or _silently(lambda: repair(words, ran.stderr.decode(errors="replace"))) == 0:
            swapped = [located if word == ir else word for word in codegen]
            if status:
                return main(swapped)
            for at in [at for at, word in enumerate(swapped[:-1]) if word in ("-o", "--names")]:
                swapped[at + 1] = f"{ir}.lines{swapped[at]}"
            if main(swapped) == 0:
                return 0
    finally:
        for name in (located, f"{ir}.lines-o", f"{ir}.lines--names"):
            Path(name).unlink(missing_ok=True)
    sys.stderr.write(said)
    return status


def _silently(body: Callable[[], int]) -> int:
    """What `body` gives; what it prints was printed at the first run."""
    sys.stderr.flush()
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
        try:
            return body()
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
