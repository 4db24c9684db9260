# SPDX-License-Identifier: Apache-2.0
"""The environment in which a program built by scale runs its kernels on the emulator."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .core import library_path
from .needs import need_tables


def environment(target: str, counts: Path | None = None) -> dict[str, str]:
    """Variables for `subprocess.run(program, env={**os.environ, **environment("gfx942")})`.

    Args:
        target: the processor to execute; the program's fat binary must hold an image for it.
        counts: a file that gets one line `mnemonic<TAB>executions` for each opcode when the program ends.
    """
    need_tables()
    variables = {
        "SCALE_DEVICE": f"emulate:{target}",
        "SCALE_EMULATOR_LIBRARY": str(library_path()),
        "SCALE_EMULATOR_PYTHON": sys.executable,
        "SCALE_EMULATOR_PATH": os.pathsep.join([str(Path(__file__).resolve().parents[1])]),
    }
    if counts:
        variables["SCALE_EMULATOR_COUNTS"] = str(counts)
    return variables


if __name__ == "__main__":
    for name, value in environment(sys.argv[1] if len(sys.argv) > 1 else "gfx942").items():
        print(f"export {name}={value}")
