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


def _command(tool: str, image: Image, kernel: str | None, file: str, lines: bool) -> list[str]:
    words = [tool, "-d", *(["-l"] if lines else [])]
    if image.kind == ImageKind.CODE_OBJECT:
        words.append(f"--mcpu={image.target.partition(':')[0]}")
    if kernel is not None and image.kind != ImageKind.CPU_OBJECT:
        words.append(f"--disassemble-symbols={kernel}")
    return [*words, file]


def disassemble(image: Image, kernel: str | None, *, lines: bool = False) -> str:
    """The text of an image, or of one kernel, with the source's lines where asked for and known.

    Raises:
        MissingTool: no tool on this machine knows the image's target.
    """
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        file = Path(folder, "image")
        file.write_bytes(image.data)
        for tool in _candidates(image):
            command = _command(tool, image, kernel, str(file), lines)
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
            if done.returncode == 0 and re.search(r"^\s*[0-9a-f]+ ?<.*>:|^\s+\w+.*//", done.stdout, re.MULTILINE):
                text = done.stdout.replace(str(file), image.target).strip("\n")
                return _with_names(text, image.data, kernel) if image.kind == ImageKind.CPU_OBJECT else text
    raise MissingTool(f"no llvm-objdump that knows {image.target} was found", hint=f"install {PACKAGES}")


def _with_names(text: str, image: bytes, kernel: str | None) -> str:
    """A CPU image's text with the names of kernels, which it has in its own table only; one kernel's lines where one is asked for."""
    from scale.compiler.targets.cpu.describe import entry_points

    names = entry_points(image)
    lines: list[str] = []
    inside: str | None = None
    for line in text.splitlines():
        address = re.match(r"\s*([0-9a-f]+):", line)
        name = names.get(int(address[1], 16)) if address else None
        if name is not None:
            inside = name
            if kernel in (None, name):
                lines.append(f"\n{int(address[1], 16) if address else 0:016x} <{name}>:")
        if kernel in (None, inside):
            lines.append(line)
    return "\n".join(lines).strip("\n")
