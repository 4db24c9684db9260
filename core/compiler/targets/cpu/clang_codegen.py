# SPDX-License-Identifier: Apache-2.0
"""Code generation of large parts by clang: the same LLVM as llvmlite's, which has assertions on and takes half as long again."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.frontend.clang import find_clang
from scale.errors import CodegenCrash, MissingTool


@cache
def usable_clang() -> str | None:
    """The clang that reads llvmlite's bitcode and knows x86-64, or None: that is the wheel's; another one may be of another version."""
    try:
        clang = find_clang()
    except MissingTool:
        return None
    same = clang.version.split(".")[0] == str(llvm.llvm_version_info[0])
    return clang.path if same and clang.found_by == "the clang wheel" else None


def emit(clang: str, module: Any, level: int, speed: int, simple_registers: bool) -> bytes:
    """The object file of a module that has been through its passes.

    Args:
        level: of the micro-architecture, x86-64-v`level`.
        speed: 0 to 3.
        simple_registers: allocate registers without splitting live ranges, as `optimise.allocate_registers_simply` does.

    Raises:
        CodegenCrash: clang failed.
    """
    with tempfile.TemporaryDirectory(prefix="scale-cpu-") as folder:
        source, result = Path(folder) / "part.bc", Path(folder) / "part.o"
        source.write_bytes(module.as_bitcode())
        command = [clang, "--no-default-config", "-w", "--target=x86_64-unknown-linux-gnu", f"-march=x86-64-v{level}", "-fPIC"]
        command += [f"-O{min(speed, 3)}", "-Xclang", "-disable-llvm-passes", "-mllvm", "-disable-lsr"]
        if level == 4:
            command += ["-mprefer-vector-width=256"]
        if simple_registers:
            command += ["-mllvm", "-regalloc=basic"]
        done = subprocess.run([*command, "-x", "ir", "-c", str(source), "-o", str(result)], capture_output=True, text=True, check=False)
        if done.returncode or not result.exists():
            said = [line for line in done.stderr.splitlines() if "error:" in line]
            raise CodegenCrash(f"cpu: clang ended code generation ({said[0] if said else f'exit status {done.returncode}'})")
        return result.read_bytes()
