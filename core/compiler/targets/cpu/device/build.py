# SPDX-License-Identifier: Apache-2.0
"""Makes `device.ll` from the C sources of this folder: `python -m scale.compiler.targets.cpu.device.build`.

The result is kept in the repository, so that no compiler is needed for it at run time; a test checks that it is current.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
INLINED = ("math32.c",)
"""Sources whose functions are always inlined, so that loops over them vectorise."""
APART = ("matrix.c",)
"""Sources whose functions stay calls: large, and used through one entry."""
OUTPUT = HERE / "device.ll"
SOURCES = ("services.c", "warp.c", "math32.c", "math64.c", "rounding.c", "half.c", "matrix.c")
_FLAGS = [
    "-O1",
    "-std=c11",
    "-ffreestanding",
    "-fno-math-errno",
    "-ffp-contract=on",
    "-fno-builtin",
    "-fno-stack-protector",
    "-fno-ident",
    "-Wall",
    "-Wextra",
    "-Wno-unused-parameter",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-asynchronous-unwind-tables",
    "-S",
    "-emit-llvm",
]


def make(clang: str) -> str:
    """The text of the device library.

    Args:
        clang: path of clang 22.
    """
    include = HERE.parents[3] / "runtime" / "include"
    parts = ["; SPDX-License-Identifier: Apache-2.0", "; Made by build.py from the C files beside it."]
    seen: set[str] = set()
    for number, source in enumerate(SOURCES):
        if not (HERE / source).is_file():
            continue
        command = [clang, "--target=x86_64-unknown-linux-gnu", *_FLAGS, "-I", str(include), source, "-o", "-"]
        text = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout
        attributes = "alwaysinline nounwind" if source in INLINED else "noinline optsize nounwind" if source in APART else "nounwind"
        for line in _cleaned(text, number, attributes).splitlines():
            if line.startswith(("declare", "%struct", "%union")):
                if line in seen:
                    continue
                seen.add(line)
            parts.append(line)
    return "\n".join(parts) + "\n"


def _cleaned(text: str, number: int, attributes: str) -> str:
    """Only types, globals, functions and declarations, without attribute groups and metadata."""
    lines = []
    for line in text.splitlines():
        if not line or line.startswith((";", "source_filename", "target ", "attributes", "!")):
            continue
        line = re.sub(r"(?:, ![\w.]+ !\d+)+$", "", line)
        line = re.sub(r" #\d+", "", line)
        line = line.replace(" dso_local ", " ").replace(" local_unnamed_addr", "")
        line = re.sub(r"@(\.str|switch\.table)([\w.]*)", rf"@scale.{number}\1\2", line)
        if line.startswith("define "):
            linkage = "define hidden " if "@__" in line else "define internal "  # LLVM finds the former by name
            line = re.sub(r"^define (?:internal )?", linkage, line).removesuffix("{") + attributes + " {"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    OUTPUT.write_text(make(sys.argv[1] if len(sys.argv) > 1 else "clang-22"))
