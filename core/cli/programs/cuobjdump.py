# SPDX-License-Identifier: Apache-2.0
"""`cuobjdump` of the toolkit folder: the images of a binary in the layout that scripts read, on what `scale objdump` knows."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scale.cli.commands.objdump import find_kernel, kernels_of
from scale.cli.guard import guarded
from scale.cli.programs import parser_of
from scale.compiler.fatbin import write_container
from scale.compiler.fatbin.reader import Found, read_images
from scale.compiler.targets.target import ImageKind
from scale.errors import ScaleError

ELF = (ImageKind.CODE_OBJECT, ImageKind.CPU_OBJECT, ImageKind.CUBIN)
TITLES = {ImageKind.PTX: "ptx code", ImageKind.DEVICE_IR: "relocatable code"}
NVIDIA_ARCHITECTURE = r"(sm|compute|lto)_\d+[af]?"


@dataclass(frozen=True)
class Named:
    """An image under the name by which it is listed and extracted."""

    name: str
    found: Found

    @property
    def is_elf(self) -> bool:
        return self.found.image.kind in ELF

    @property
    def architecture(self) -> str:
        image = self.found.image
        return f"{image.target}-v{image.level}" if image.level else image.target


def main(words: Sequence[str] | None = None) -> int:
    """List, show or extract; the status is 1 where the file holds no device code."""
    return guarded("cuobjdump", lambda: _run(_parser().parse_args(words)))


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("cuobjdump", "Shows the device code in a file; `scale objdump` tells more.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--all-fatbin", "-all", action="store_true", help="accepted: all images are shown in any case")
    parser.add_argument("--list-elf", "-lelf", action="store_true", help="names of the machine code's files")
    parser.add_argument("--list-ptx", "-lptx", action="store_true", help="names of the PTX files")
    parser.add_argument("--extract-elf", "-xelf", metavar="PART", help="write files whose name holds PART here; `all` for each")
    parser.add_argument("--extract-ptx", "-xptx", metavar="PART", help="as -xelf")
    parser.add_argument("--dump-elf-symbols", "-symbols", action="store_true", help="kernels")
    parser.add_argument("--dump-ptx", "-ptx", action="store_true", help="PTX text")
    parser.add_argument("--dump-sass", "-sass", action="store_true", help="machine code as text, by an llvm-objdump of this machine")
    parser.add_argument("--dump-resource-usage", "-res-usage", action="store_true", help="registers and memory of each kernel")
    parser.add_argument("--function", "-fun", metavar="NAMES", help="only these kernels, with commas")
    parser.add_argument("--gpu-architecture", "-arch", metavar="TARGET", help="only images for it")
    parser.add_argument("--sort-functions", "-sort", action="store_true", help="accepted: kernels are in the order of the image")
    return parser


def named_images(file: Path) -> list[Named]:
    """Every image of a file, numbered for each kind as cuobjdump does: `a.1.gfx942.cubin`, `a.1.sm_90.ptx`."""
    counts: dict[str, int] = {}
    named: list[Named] = []
    for found in read_images(file):
        suffix = "cubin" if found.image.kind in ELF else "ptx" if found.image.kind == ImageKind.PTX else "bc"
        counts[suffix] = counts.get(suffix, 0) + 1
        plain = Named("", found)
        named.append(Named(f"{file.stem}.{counts[suffix]}.{plain.architecture}.{suffix}", found))
    return named


def _run(options: argparse.Namespace) -> int:
    images = named_images(options.file) if options.file.is_file() else read_nothing(options.file)
    if not images:
        raise ScaleError(f"{options.file} holds no device code")
    wanted = options.gpu_architecture
    if wanted:
        images = [each for each in images if wanted in (each.architecture, each.found.image.target)]
        if not images:
            hint = "an sm_NN that a build asks for means its configured targets" if re.fullmatch(NVIDIA_ARCHITECTURE, wanted) else None
            raise ScaleError(f"{options.file} holds no image for {wanted}", hint=hint)
    elf, ptx = [each for each in images if each.is_elf], [each for each in images if each.found.image.kind == ImageKind.PTX]
    if options.extract_elf or options.extract_ptx:
        _extract("ELF", elf, options.extract_elf)
        _extract("PTX", ptx, options.extract_ptx)
        return 0
    if options.list_elf or options.list_ptx:
        _list("ELF", elf if options.list_elf else [])
        _list("PTX", ptx if options.list_ptx else [])
        return 0
    names = options.function.split(",") if options.function else []
    missing = [name for name in names if not any(find_kernel(kernels_of(each.found), name) for each in images)]
    if missing:
        raise ScaleError(f"no image in {options.file} has a kernel '{missing[0]}'")
    for each in images:
        _show(each, options, names)
    return 0


def read_nothing(file: Path) -> list[Named]:
    """Raises what opening the file raises; a folder is no file either."""
    file.open("rb").close()
    return []


def _list(kind: str, images: Iterable[Named]) -> None:
    for number, each in enumerate(images, 1):
        print(f"{kind} file {number:4}: {each.name}")


def _extract(kind: str, images: Iterable[Named], part: str | None) -> None:
    """Write images to the working folder. A CPU image stays in a container, which is what cuModuleLoad takes."""
    if part is None:
        return
    written = 0
    for number, each in enumerate(images, 1):
        if part != "all" and part not in each.name:
            continue
        image = each.found.image
        print(f"Extracting {kind} file {number:4}: {each.name}")
        Path(each.name).write_bytes(write_container([image]) if image.kind == ImageKind.CPU_OBJECT else image.data)
        written += 1
    if not written:
        raise ScaleError(f"no {kind} file's name holds '{part}'", hint=f"-l{kind.lower()} lists them")


def _show(each: Named, options: argparse.Namespace, names: Sequence[str]) -> None:
    image = each.found.image
    print(f"\nFatbin {TITLES.get(image.kind, 'elf code')}:\n================")
    print(f"arch = {each.architecture}\nhost = linux\ncompile_size = 64bit")
    if each.found.origin:
        print(f"identifier = {each.found.origin}")
    if options.dump_ptx and image.kind == ImageKind.PTX:
        sys.stdout.write("\n" + image.data.rstrip(b"\0").decode(errors="replace").rstrip() + "\n")
    if not each.is_elf:
        return
    for asked, show in DUMPS.items():
        if getattr(options, asked):
            show(each, names)


def _kernel_names(each: Named, names: Sequence[str]) -> list[str]:
    """The image's kernels, or those of `names` that it has."""
    kernels = kernels_of(each.found)
    if not names:
        return [kernel.name for kernel in kernels]
    return [found for name in names if (found := find_kernel(kernels, name))]


def _symbols(each: Named, names: Sequence[str]) -> None:
    print("\nsymbols:")
    for name in _kernel_names(each, names):
        print(f"STT_FUNC         STB_GLOBAL STO_ENTRY      {name}")


def _resources(each: Named, names: Sequence[str]) -> None:
    chosen = _kernel_names(each, names)
    print("\nResource usage:")
    for kernel in kernels_of(each.found):
        if kernel.name in chosen:
            registers = "" if kernel.vgprs is None else f"REG:{kernel.vgprs} SREG:{kernel.sgprs} "
            print(f" Function {kernel.name}:\n  {registers}STACK:{kernel.scratch_bytes or 0} SHARED:{kernel.lds_bytes or 0}")


def _code(each: Named, names: Sequence[str]) -> None:
    from scale.cli.disassemble import disassemble

    print(f"\n\tcode for {each.architecture}")
    for name in _kernel_names(each, names) if names else [None]:
        for line in disassemble(each.found.image, name).splitlines():
            head = re.match(r"^[0-9a-f]+ <(.+)>:$", line)
            print(f"\t\tFunction : {head[1]}" if head else f"        {line.strip()}" if line.strip() else "")


DUMPS: dict[str, Callable[[Named, Sequence[str]], None]] = {
    "dump_elf_symbols": _symbols,
    "dump_resource_usage": _resources,
    "dump_sass": _code,
}
"""What is shown of machine code, by the option that asks for it."""
