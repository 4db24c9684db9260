# SPDX-License-Identifier: Apache-2.0
"""Sources with `__managed__` variables, whose host side is compiled in two steps with a rewriting of its IR between them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from scale.errors import CompileError
from scale.nvidia_toolkit import MARK

MANAGED = "-D__SCALE_MANAGED__=1"
NVIDIA = f"-D{MARK}=1"
MANAGED_ERROR = "scale: managed variable"
"""What the headers say where a variable is managed, unless `MANAGED` is given (`crt/host_defines.h`)."""
_KEPT = ("-O", "-f", "-m", "-g", "--target")
_NOT_KEPT = ("-fcuda", "-fgpu", "-fopenmp", "-fsyntax-only")


def makes_host_code(words: Sequence[str]) -> bool:
    """Whether a run of clang writes an object or assembly of the host side."""
    return "--cuda-host-only" in words and "-o" in words and ("-c" in words or "-S" in words) and "-emit-llvm" not in words


def compile_with_managed(words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Do what `words` asks for, by way of IR."""
    at = len(words) - 1 - words[::-1].index("-o")
    middle = folder / "host-with-managed.ll"
    kind = "-S" if "-S" in words else "-c"
    to_ir = [word for word in [*words[: at + 1], str(middle), *words[at + 2 :]] if word != "-c"]
    done = _run([*to_ir, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"])
    if done.returncode:
        return done
    try:
        middle.write_text(_lowered(middle.read_text(encoding="utf-8"), words), encoding="utf-8")
    except CompileError as error:
        return subprocess.CompletedProcess(words, 1, done.stdout, f"{done.stderr}{error.render('scale-nvcc')}\n")
    kept = [word for word in words if word.startswith(_KEPT) and not word.startswith(_NOT_KEPT)]
    last = _run([words[0], "-x", "ir", *kept, "-Wno-override-module", kind, "-o", words[at + 1], str(middle)])
    last.stderr = done.stderr + last.stderr
    return last


def _lowered(text: str, words: Sequence[str]) -> str:
    from scale.compiler.ir.managed import lower_managed

    return lower_managed(text, host=True, nvidia=NVIDIA in words)


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
