# SPDX-License-Identifier: Apache-2.0
"""Relocatable device code inside host objects and archives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from scale.compiler.fatbin import archive, elf, read_all
from scale.compiler.targets.target import ImageKind
from scale.errors import CompileError, ScaleError

from .embed import RELOCATABLE_SECTION

_MARK = RELOCATABLE_SECTION.encode() + b"\0"
_DEFINITION = re.compile(
    r'^(?:define (?!internal|private|available_externally)[^@\n]*?ptx_kernel [^@\n]*@(?P<kernel>"[^"]+"|[\w.$-]+)\('
    r'|@(?P<variable>"[^"]+"|[\w.$-]+) = (?!internal|private|external|available_externally|appending)'
    r"[^\n]*?addrspace\([14]\)[^\n]*? (?:global|constant) )",
    re.MULTILINE,
)

_NAME = r'("[^"]+"|[\w.$-]+)'
_DEFINED = re.compile(rf"^define [^@\n]*@{_NAME}\(|^@{_NAME} = (?!external )[^\n]*? (?:global|constant) ", re.MULTILINE)
_WANTED = re.compile(rf"^declare [^@\n]*@(_Z[\w.$]+)\(|^@{_NAME} = external [^\n]*?addrspace\([14]\)", re.MULTILINE)
"""Mangled functions, since plain names may be services of the target; variables in global or constant memory."""


def holds_device_code(path: str) -> bool:
    """Whether a file mentions the section of relocatable device code; cheap, and false for a file that cannot be read."""
    import mmap

    try:
        with Path(path).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
            return view.find(_MARK) >= 0
    except (OSError, ValueError):
        return False


def find_library(name: str, folders: Sequence[str]) -> str | None:
    """The static library that `-lNAME` means to a device link."""
    file = name[1:] if name.startswith(":") else f"lib{name}.a"
    return next((str(Path(folder, file)) for folder in folders if Path(folder, file).is_file()), None)


def _objects(path: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    if data[:8] == archive.MAGIC:
        for name, body in archive.members(data):
            yield f"{path}({name})", body
    elif data[:4] == elf.ELF_MAGIC:
        yield path, data


def _units(path: str) -> Iterator[tuple[str, bytes]]:
    data = Path(path).read_bytes()
    for name, body in _objects(path, data):
        if _MARK not in body:
            continue
        try:
            for content in elf.section_bytes(body, RELOCATABLE_SECTION):
                for images in read_all(content):
                    for image in images:
                        if image.kind == ImageKind.DEVICE_IR:
                            yield name, image.data
        except ScaleError as error:
            raise CompileError(f"device link of {name}: {error.message}") from error


def defined_names(text: str) -> tuple[str, ...]:
    """Kernels and variables that a module defines and the host can name."""
    found = (match["kernel"] or match["variable"] for match in _DEFINITION.finditer(text))
    return tuple(dict.fromkeys(name.strip('"') for name in found))


def check_references(texts: Sequence[tuple[str, str]]) -> None:
    """Find user functions and variables that no unit defines.

    Args:
        texts: name and text of each unit.

    Raises:
        CompileError: names the first that is missing and who wants it.
    """
    defined: set[str] = set()
    for _, text in texts:
        defined.update(name.strip('"') for pair in _DEFINED.findall(text) for name in pair if name)
    for unit, text in texts:
        for pair in _WANTED.findall(text):
            name = (pair[0] or pair[1]).strip('"')
            if name not in defined:
                raise CompileError(f"device link: undefined reference to '{name}' in '{unit}'")


def gather_units(paths: Sequence[str], base: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Write each unit of relocatable device code to a file.

    A unit that comes twice (an object and an archive that holds it) is taken once; inputs without any are passed over.

    Args:
        paths: objects, archives, and files that hold no device code.
        base: start of the names of the files.

    Returns:
        The bitcode files, and the names that the linked image will have.
    """
    import llvmlite.binding as llvm

    seen: set[bytes] = set()
    files: list[Path] = []
    names: dict[str, None] = {}
    texts: list[tuple[str, str]] = []
    for path in paths:
        for name, data in _units(path):
            if data in seen:
                continue
            seen.add(data)
            try:
                text = str(llvm.parse_bitcode(data))
            except RuntimeError as error:
                raise CompileError(f"device link of {name}: not readable by this scale: {error}") from error
            texts.append((name, text))
            names.update(dict.fromkeys(defined_names(text)))
            file = base.with_name(f"{base.name}.{len(files)}.bc")
            file.write_bytes(data)
            files.append(file)
    check_references(texts)
    return files, tuple(names)
