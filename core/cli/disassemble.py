# SPDX-License-Identifier: Apache-2.0
"""Machine code as text, by an `llvm-objdump` that is on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scale.compiler.targets.target import Image, ImageKind
from scale.errors import MissingTool

TIME_LIMIT = 120.0
PACKAGES = "Debian's and Ubuntu's package llvm (llvm-objdump), or ROCm's rocm-llvm"


def _candidates(image: Image) -> Iterator[str]:
    rocm = Path(os.environ.get("ROCM_PATH", "/opt/rocm")) / "llvm" / "bin" / "llvm-objdump"
    if rocm.is_file():
        yield str(rocm)
    for name in ("llvm-objdump", *(f"llvm-objdump-{number}" for number in range(24, 14, -1))):
        found = shutil.which(name)
        if found:
            yield found
    if image.kind == ImageKind.CPU_OBJECT and (plain := shutil.which("objdump")):
        yield plain


def _command(tool: str, image: Image, kernel: str | None, file: str) -> list[str]:
    words = [tool, "-d"]
    if image.kind == ImageKind.CODE_OBJECT:
        words.append(f"--mcpu={image.target.partition(':')[0]}")
    if kernel is not None:
        llvm = "llvm-objdump" in Path(tool).name
        words.append(f"--disassemble-symbols={kernel}" if llvm else f"--disassemble={kernel}")
    return [*words, file]


def disassemble(image: Image, kernel: str | None) -> str:
    """The text of an image, or of one kernel.

    Raises:
        MissingTool: no tool on this machine knows the image's target.
    """
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        file = Path(folder, "image")
        file.write_bytes(image.data)
        for tool in _candidates(image):
            command = _command(tool, image, kernel, str(file))
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
            if done.returncode == 0 and re.search(r"^\s*[0-9a-f]+ ?<.*>:|^\s+\w+.*//", done.stdout, re.MULTILINE):
                return done.stdout.replace(str(file), image.target).strip("\n")
    raise MissingTool(f"no llvm-objdump that knows {image.target} was found", hint=f"install {PACKAGES}")
