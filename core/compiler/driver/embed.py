# SPDX-License-Identifier: Apache-2.0
"""Puts a fat binary into a host object. `python -m scale.compiler.driver.embed OBJECT CONTAINER -o OUTPUT [--relocatable]`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from scale.compiler.fatbin import elf, read_container
from scale.compiler.targets.target import ImageKind
from scale.errors import ScaleError

FINAL_SECTION = ".nv_fatbin"
RELOCATABLE_SECTION = ".scale_device_ir"
OPENMP_CALL = b"\0__kmpc_"
"""In the names of an object whose host code has OpenMP constructs: what they call is in our library, on top of libgomp."""
OPENMP_SYMBOL = "GOMP_barrier"
"""By which such an object names libgomp, as one that GCC makes does: linkers that link only what is needed (`--as-needed`, many systems'
default) would pass libgomp over where it stands before our library."""


def linked_symbol(unit: bytes) -> str:
    """By the first image of a unit, the symbol by which an object wants the device link that its relocatable code went through.

    The object made by a device link defines those of all its units, so that a linker takes it out of a static library.
    """
    return f"__scale_linked_{hashlib.sha256(unit).hexdigest()[:24]}"


def arguments(host_object: str, container: str, output: str, *, relocatable: bool) -> list[str]:
    """The words that `main` takes."""
    return [host_object, container, "-o", output, *(["--relocatable"] if relocatable else [])]


def main(words: Sequence[str]) -> int:
    """Write the object with the container in it; an object without a place for one has no kernels and stays as it is.

    Raises:
        ScaleError: the object is not what the front end writes.
    """
    host_object, container, output = words[0], words[1], words[3]
    data = Path(host_object).read_bytes()
    content = Path(container).read_bytes()
    if "--relocatable" in words:
        result: bytes | None = elf.add_section(data, RELOCATABLE_SECTION, content, elf.EXCLUDE)
        unit = next((image.data for image in read_container(content) if image.kind == ImageKind.DEVICE_IR), None)
        if unit is not None and result is not None:
            result = elf.add_undefined(result, linked_symbol(unit))
    else:
        result = elf.replace_section(data, FINAL_SECTION, content)
    whole = data if result is None else result
    if OPENMP_CALL in data:
        whole = elf.add_undefined(whole, OPENMP_SYMBOL)
    try:
        Path(output).write_bytes(whole)
    except OSError as error:
        raise ScaleError(f"cannot write {output}: {error.strerror}") from error
    return 0
