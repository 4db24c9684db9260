# SPDX-License-Identifier: Apache-2.0
"""Sizes and alignments of LLVM types on x86-64 (equal to NVPTX's for every type that kernels exchange with the host)."""

from __future__ import annotations

from .text import split_top

_SCALARS = {"half": 2, "bfloat": 2, "float": 4, "double": 8, "fp128": 16, "ptr": 8}


def round_up(value: int, step: int) -> int:
    """The least multiple of `step` that is not below `value`."""
    return (value + step - 1) // step * step


def size_align(kind: str, types: dict[str, str]) -> tuple[int, int]:
    """(bytes with padding, alignment) of a type; `types` maps `%struct.S` to its body."""
    kind = kind.strip()
    while kind in types:
        kind = types[kind]
    if kind in _SCALARS:
        return _SCALARS[kind], _SCALARS[kind]
    if kind.startswith("i") and kind[1:].isdigit():
        size = 1
        while size * 8 < int(kind[1:]):
            size *= 2
        return (size, size) if size <= 16 else (round_up((int(kind[1:]) + 7) // 8, 16), 16)
    if kind.startswith("["):
        count, element = kind[1:-1].split(" x ", 1)
        size, align = size_align(element, types)
        return int(count) * size, align
    packed = kind.startswith("<{")
    if packed or kind.startswith("{"):
        offset, largest = 0, 1
        for member in split_top(kind.strip("<>").strip()[1:-1]):
            size, align = size_align(member, types)
            align = 1 if packed else align
            offset, largest = round_up(offset, align) + size, max(largest, align)
        return round_up(offset, largest), largest
    if kind.startswith("<"):
        count, element = kind[1:-1].split(" x ", 1)
        bits = 1 if element == "i1" else size_align(element, types)[0] * 8
        size = 1
        while size * 8 < int(count) * bits:
            size *= 2
        return size, size
    raise ValueError(f"no size for type {kind}")
