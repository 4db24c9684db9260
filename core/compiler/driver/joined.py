# SPDX-License-Identifier: Apache-2.0
"""One fat binary of several: `python -m scale.compiler.driver.joined -o OUTPUT FILE…`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scale.compiler.fatbin import nvidia, read_container, write_container


def arguments(parts: Sequence[str], output: str) -> list[str]:
    """The words that `main` takes."""
    return ["-o", output, *parts]


def main(words: Sequence[str]) -> int:
    """Write the images of all parts, in their order, into one: NVIDIA's form or, for relocatable code, ours."""
    parts = [Path(name).read_bytes() for name in words[2:]]
    if any(map(nvidia.is_fatbin, parts)):
        whole = nvidia.joined([part for part in parts if nvidia.is_fatbin(part)])
    else:
        whole = write_container([image for part in parts for image in read_container(part)])
    Path(words[1]).write_bytes(whole)
    return 0
