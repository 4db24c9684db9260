# SPDX-License-Identifier: Apache-2.0
"""Relocatable device code inside host objects and archives."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from scale.compiler.fatbin import BadContainer, archive, elf, from_text, read_all, read_container
from scale.compiler.fatbin.container import MAGIC
from scale.compiler.fatbin.reader import BITCODE, is_container, is_ptx
from scale.compiler.ir.c_math import C_MATH
from scale.compiler.ir.c_strings import C_STRINGS
from scale.compiler.targets.target import Image, ImageKind
from scale.cuda_version import ARCH_VARIABLE
from scale.errors import CompileError, ScaleError
from scale.nvidia_toolkit import is_nvidia

from .architectures import compatible
from .embed import RELOCATABLE_SECTION, linked_symbol

_MARK = RELOCATABLE_SECTION.encode() + b"\0"
_DEFINITION = re.compile(
    r'^(?:define (?!internal|private|available_externally)[^@\n]*?ptx_kernel [^@\n]*@(?P<kernel>"[^"]+"|[\w.$-]+)\('
    r'|@(?P<variable>"[^"]+"|[\w.$-]+) = (?!internal|private|external|available_externally|appending)'
    r"[^\n]*?addrspace\([14]\)[^\n]*? (?:global|constant) )",
    re.MULTILINE,
)

_NAME = r'("[^"]+"|[\w.$-]+)'
_DEFINED = re.compile(rf"^define [^@\n]*@{_NAME}\(|^@{_NAME} = (?!external )[^\n]*? (?:global|constant) ", re.MULTILINE)
_WANTED = re.compile(rf"^declare [^@\n]*@(_Z[\w.$]+|[A-Za-z]\w*)\(|^@{_NAME} = external [^\n]*?addrspace\([14]\)", re.MULTILINE)
"""Functions, but those with reserved names, which are services of the target; variables in global or constant memory."""
_SERVICES = frozenset(["vprintf", "malloc", "free", "memcpy", "memmove", "memset"]) | C_MATH | C_STRINGS
"""Plain names of what every target has."""

_NVIDIAS_SECTION = "__nv_relfatbin"
"""Of relocatable code that nvcc made."""
_OF_NVIDIA = "compute_"
"""How the names of images begin whose front end ran for one of NVIDIA's architectures."""
_FINISHED = "device link: the code in '{}' is finished; make it with -rdc=true, which keeps what a link needs"


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


def _objects(path: str, name: str, data: bytes, *, library: bool) -> Iterator[tuple[str, bytes]]:
    """Each ELF object in a file, whole or not. Objects of a host compiler's own link-time optimisation hold no device code."""
    if data[:8] in (archive.MAGIC, archive.THIN_MAGIC):
        for member, body in archive.members(data, Path(path).parent):
            if body[:4] == elf.ELF_MAGIC:
                yield f"{name}({member})", body
    elif data[:4] == elf.ELF_MAGIC:
        yield name, data
    elif data[:4] not in BITCODE and not library:
        raise CompileError(f"device link: '{name}' is neither an object nor an archive nor device code")


@dataclass(frozen=True)
class Unit:
    """Relocatable device code of one source."""

    name: str
    images: dict[str, bytes]
    """By the images' names, of which NVIDIA's are one an architecture; the empty one for the text of PTX, which is for all."""

    def code(self, target: str) -> bytes:
        """The device code for a target.

        Raises:
            CompileError: there is none.
        """
        if "" in self.images:
            return self.images[""]
        of_nvidia = [name for name in self.images if name.startswith(_OF_NVIDIA)]
        if not is_nvidia(target):
            plain = [name for name in self.images if name not in of_nvidia]
            if not plain:
                raise CompileError(f"device link: '{self.name}' was compiled for NVIDIA's GPUs, not for {target}")
            return self.images[plain[0]]
        if not of_nvidia:
            raise CompileError(f"device link: '{self.name}' was not compiled for NVIDIA's GPUs; compile it for {target}, too")
        fitting = [name for name in of_nvidia if compatible(name, target) or os.environ.get(ARCH_VARIABLE)]
        if not fitting:
            raise CompileError(f"device link: '{self.name}' has no code for {target}: it was compiled for {', '.join(of_nvidia)}")
        return self.images[max(fitting, key=_newness)]


def _newness(name: str) -> tuple[int, str]:
    number = re.sub(r"\D", "", name)
    return int(number), name


def _units(path: str, name: str, *, library: bool) -> Iterator[Unit]:
    """Relocatable device code in an object, an archive, or a file of its own: bitcode, or the text of a PTX module."""
    data = Path(path).read_bytes()
    try:
        if is_ptx(data):
            yield Unit(name, {"": data})
            return
        if is_container(data):
            yield from _from_container(name, data)
            return
        for member, body in _objects(path, name, data, library=library):
            if elf.machine(body) in (elf.EM_AMDGPU, elf.EM_CUDA):
                raise CompileError(_FINISHED.format(member))
            for content in elf.section_bytes(body, RELOCATABLE_SECTION):
                containers = list(read_all(content))  # one without an image comes from a source without device code
                if not containers and content.strip(b"\0"):
                    raise BadContainer("its device code is damaged")
                for images in containers:
                    yield from _unit(member, images)
            if not library and any(content.strip(b"\0") for content in elf.section_bytes(body, _NVIDIAS_SECTION)):
                raise CompileError(
                    f"device link: the relocatable code in '{member}' is of NVIDIA's nvcc; compile its source with scale-nvcc"
                )
    except CompileError:
        raise
    except ScaleError as error:
        raise CompileError(f"device link of {name}: {error.message}") from error


def _unit(name: str, images: Sequence[Image]) -> Iterator[Unit]:
    units = {image.target: image.data for image in images if image.kind == ImageKind.DEVICE_IR}
    if units:
        yield Unit(name, units)


def _from_container(name: str, data: bytes) -> Iterator[Unit]:
    images = read_container(data if data[:8] == MAGIC else from_text(data))
    if images and not any(image.kind == ImageKind.DEVICE_IR for image in images):
        raise CompileError(_FINISHED.format(name))
    yield from _unit(name, images)


def defined_names(text: str) -> tuple[str, ...]:
    """Kernels and variables that a module defines and the host can name."""
    found = (match["kernel"] or match["variable"] for match in _DEFINITION.finditer(text))
    return tuple(dict.fromkeys(name.strip('"') for name in found))


def missing_references(texts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """User functions and variables that no unit defines, each with the unit that wants it.

    Args:
        texts: name and text of each unit.
    """
    defined: set[str] = set()
    for _, text in texts:
        defined.update(name.strip('"') for pair in _DEFINED.findall(text) for name in pair if name)
    missing: list[tuple[str, str]] = []
    for unit, text in texts:
        wanted = ((pair[0] or pair[1]).strip('"') for pair in _WANTED.findall(text))
        missing += [(name, unit) for name in wanted if name not in defined and name not in _SERVICES]
    return missing


def check_references(texts: Sequence[tuple[str, str]]) -> None:
    """Refuses a link that is not whole.

    Raises:
        Undefined: names all that is missing and who wants it.
    """
    missing = missing_references(texts)
    if missing:
        raise Undefined(missing)


class Undefined(CompileError):
    """A device link lacks definitions; worded as nvlink words it, one line each."""

    def __init__(self, missing: Sequence[tuple[str, str]]) -> None:
        super().__init__("\n".join(f"nvlink error   : Undefined reference to '{name}' in '{unit}'" for name, unit in missing))

    def render(self, program: str) -> str:
        return self.message


@dataclass(frozen=True)
class Gathered:
    """What a device link takes in."""

    inputs: dict[tuple[str, ...], list[Path]]
    """Device IR by the targets that take the same."""
    names: tuple[str, ...]
    """Kernels and variables that the linked image will have."""
    units: tuple[str, ...]
    """The symbols by which objects want it."""


def gather_units(
    paths: Sequence[str],
    base: Path,
    targets: Sequence[str],
    origins: Mapping[str, str] = MappingProxyType({}),
    libraries: Collection[str] = (),
) -> Gathered:
    """Write each unit of relocatable device code to a file.

    A unit that comes twice (an object and an archive that holds it) is taken once; objects without any are passed over.

    Args:
        paths: objects, archives, and device code in files of its own.
        base: start of the names of the files.
        targets: what the code is for.
        origins: what messages call a path.
        libraries: those of the paths that need not be archives.

    Raises:
        CompileError: something is damaged or undefined.
    """
    units: dict[bytes, Unit] = {}
    for path in paths:
        for unit in _units(path, origins.get(path, path), library=path in libraries):
            units.setdefault(first_image(unit.images), unit)
    wanted: dict[tuple[bytes, ...], list[str]] = {}
    for target in targets:
        wanted.setdefault(tuple(unit.code(target) for unit in units.values()), []).append(target)
    names: dict[str, None] = {}
    files: dict[bytes, Path] = {}
    inputs: dict[tuple[str, ...], list[Path]] = {}
    for codes, served in wanted.items():
        texts = [(unit.name, _text(unit.name, code)) for unit, code in zip(units.values(), codes, strict=True)]
        check_references(texts)
        for (_, text), code in zip(texts, codes, strict=True):
            names.update(dict.fromkeys(defined_names(text)))
            if code not in files:
                files[code] = base.with_name(f"{base.name}.{len(files)}.ll")
                files[code].write_text(text, encoding="utf-8")
        inputs[tuple(served)] = [files[code] for code in codes]
    return Gathered(inputs, tuple(names), tuple(map(linked_symbol, sorted(units))))


def first_image(images: Mapping[str, bytes]) -> bytes:
    """The image by which a unit is told from others."""
    return next(iter(images.values()))


@cache
def _text(name: str, data: bytes) -> str:
    if is_ptx(data):
        from scale.compiler.ptx.module import translate_ptx
        from scale.compiler.ptx.texture_library import with_texture_functions

        return with_texture_functions(translate_ptx(data.rstrip(b"\0").decode(), name))
    import llvmlite.binding as llvm

    try:
        return str(llvm.parse_bitcode(data))
    except RuntimeError as error:
        raise CompileError(f"device link of {name}: not readable by this scale: {error}") from error
