# SPDX-License-Identifier: Apache-2.0
"""`scale objdump`: what device code a file holds."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scale.compiler.fatbin.reader import Found, read_images
from scale.compiler.targets.target import ImageKind, KernelDescription
from scale.errors import ScaleError, UnknownTarget

SUMMARY = "list the images of a binary, object, archive, fat binary or cubin (--json, --disassemble)"
DESCRIBED = (ImageKind.CODE_OBJECT, ImageKind.CPU_OBJECT, ImageKind.CUBIN)


def main(words: Sequence[str]) -> int:
    """List or disassemble; returns the exit status."""
    parser = argparse.ArgumentParser(prog="scale objdump", description="Shows the device code in a file.")
    parser.add_argument("file", type=Path, help="binary, object, library, archive, fat binary, cubin or ptx file")
    parser.add_argument("--json", action="store_true", help="a list with one object an image")
    parser.add_argument("--disassemble", action="store_true", help="machine code as text")
    parser.add_argument("--kernel", metavar="NAME", help="only this kernel; its name, mangled or plain")
    options = parser.parse_args(words)
    found = read_images(options.file)
    if options.disassemble:
        from scale.cli.disassemble import disassemble

        chosen = [each for each in found if each.image.kind in DESCRIBED]
        if not chosen:
            raise ScaleError(f"{options.file} holds no machine code for a device")
        for each in chosen:
            kernel = find_kernel(kernels_of(each), options.kernel) if options.kernel else None
            if options.kernel and kernel is None:
                continue
            text = disassemble(each.image, kernel)
            print(f"{_title(each)}:\n{text}")
        if options.kernel and not any(find_kernel(kernels_of(each), options.kernel) for each in chosen):
            raise ScaleError(f"no image in {options.file} has a kernel '{options.kernel}'")
        return 0
    if options.json:
        print(json.dumps([as_data(each) for each in found], indent=2))
        return 0
    _print_table(options.file, found)
    return 0


def kernels_of(found: Found) -> list[KernelDescription]:
    """The kernels of an image; empty where the image's target is none that this scale knows."""
    if found.image.kind not in DESCRIBED:
        return []
    from scale.compiler.targets.registry import make_target

    try:
        return make_target(found.image.target).describe(found.image)
    except UnknownTarget:
        return []


def find_kernel(kernels: Sequence[KernelDescription], name: str) -> str | None:
    """The mangled name of the kernel that `name` means: itself, or the only one with that plain name."""
    names = [kernel.name for kernel in kernels]
    if name in names:
        return name
    plain = [each for each in names if plain_name(each) == name]
    if len(plain) > 1:
        raise ScaleError(f"'{name}' names several kernels: {', '.join(plain)}")
    return plain[0] if plain else None


def plain_name(mangled: str) -> str:
    """The last identifier of an Itanium-mangled function name: `_ZN2ns3addIfEEvPT_` is `add`."""
    if not mangled.startswith("_Z"):
        return mangled
    rest = mangled[2:].lstrip("NLKV")
    name = mangled
    while rest[:1].isdigit():
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        end = len(digits) + int(digits)
        name, rest = rest[len(digits) : end], rest[end:]
    return name


def as_data(found: Found) -> dict[str, Any]:
    """An image as JSON data."""
    image = found.image
    return {
        "target": image.target,
        "kind": image.kind.name.lower().replace("_", "-"),
        "level": image.level,
        "size": len(image.data),
        "origin": found.origin,
        "kernels": [asdict(kernel) for kernel in kernels_of(found)],
    }


def _title(found: Found) -> str:
    image = found.image
    level = f" (x86-64-v{image.level})" if image.level else ""
    return f"{image.target}{level}{f', {found.origin}' if found.origin else ''}"


def _print_table(path: Path, found: Sequence[Found]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not found:
        console.print(f"{path} holds no device code", highlight=False)
    for each in found:
        kind = each.image.kind.name.lower().replace("_", " ")
        console.print(f"[bold]{_title(each)}[/]: {kind}, {len(each.image.data)} bytes", highlight=False)
        kernels = kernels_of(each)
        if not kernels:
            continue
        table = Table("kernel", "arguments", "VGPRs", "SGPRs", "LDS", "scratch", "spills", "threads")
        for kernel in kernels:
            table.add_row(
                kernel.name,
                " ".join(f"{each.size}{'p' if each.kind == 'pointer' else ''}" for each in kernel.arguments),
                *map(_cell, (kernel.vgprs, kernel.sgprs, kernel.lds_bytes, kernel.scratch_bytes)),
                _cell(None if kernel.vgpr_spills is None else kernel.vgpr_spills + (kernel.sgpr_spills or 0)),
                _cell(kernel.max_threads),
            )
        console.print(table)


def _cell(value: int | None) -> str:
    return "–" if value is None else str(value)
