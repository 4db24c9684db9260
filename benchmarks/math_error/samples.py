# SPDX-License-Identifier: Apache-2.0
"""Arguments: edge cases, dense samples where functions are difficult, random bits; all values of 16-bit formats."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from .formats import BF16, DOUBLE, FLOAT, HALF, Bits, Floating, Format, Integer
from .signatures import Value

Random = np.random.Generator
_INTEGER_EDGES = (0, 1, 2, 3, 5, 7, 31, 32, 33, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 1 << 23, 1 << 24, (1 << 24) + 1)


def columns(inputs: tuple[Value, ...], count: int, everything: bool, seed: str = "") -> list[Bits]:
    """Stored bits of each argument, `(n * components,)` each, `n` a multiple of 32: `count`, or all values of a lone 16-bit argument."""
    name = ",".join(f"{v.format.name}x{v.count}" for v in inputs if v.format) + seed
    random = np.random.default_rng(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little"))
    if len(inputs) == 1 and everything and isinstance(inputs[0].format, Floating) and inputs[0].size == 2:
        values = np.arange(65536, dtype=np.uint16)
        return [values]
    found = []
    for place, value in enumerate(inputs):
        assert value.format is not None
        mixed = any(isinstance(other.format, Floating) for other in inputs) and isinstance(value.format, Integer)
        size = count * value.count
        bits = _order(random, size) if mixed else _values(value.format, size, random)
        found.append(bits.astype(value.format.storage))
        if place and not mixed:  # pairs of edges with each other
            edges = _edges(value.format)[:24]
            rows = np.arange(min(count, len(edges) ** 2 // 2 + 64))
            found[-1][rows * value.count] = edges[(rows // 7**place + rows * place) % len(edges)].astype(value.format.storage)
    return _related(inputs, found, random)


def _related(inputs: tuple[Value, ...], found: list[Bits], random: Random) -> list[Bits]:
    """A third of several equal floating-point arguments is made close in size, so that sums and quotients are interesting."""
    formats = {v.format for v in inputs}
    if len(inputs) < 2 or len(formats) != 1 or not isinstance(inputs[0].format, Floating) or inputs[0].count != inputs[-1].count:
        return found
    format_ = inputs[0].format
    rows = np.arange(len(found[0]) // 3, 2 * (len(found[0]) // 3))
    mantissa = format_.precision - 1
    for column in found[1:]:
        near = (
            found[0][rows].astype(np.int64)
            + (random.integers(-3, 4, len(rows)) << mantissa)
            + random.integers(-(1 << (mantissa - 1)), 1 << (mantissa - 1), len(rows))
        )
        column[rows] = (
            near.astype(np.uint64) ^ (random.integers(0, 2, len(rows)).astype(np.uint64) << np.uint64(int(format_.storage[1:]) * 8 - 1))
        ).astype(format_.storage)
    return found


def _order(random: Random, count: int) -> Bits:
    """Integers beside floating-point arguments: orders and exponents."""
    small = random.integers(-2, 12, count)
    wide = random.integers(-2300, 2300, count)
    return np.where(np.arange(count) % 3 == 0, wide, np.where(np.arange(count) % 41 == 1, 128, small)).astype(np.int64)


def _edges(format_: Format) -> Bits:
    if isinstance(format_, Integer):
        edges = [
            value for each in _INTEGER_EDGES for value in (each, -each, (1 << (format_.bits - 1)) - each, (1 << format_.bits) - 1 - each)
        ]
        return np.array([value & ((1 << format_.bits) - 1) for value in edges], dtype=np.uint64)
    width, mantissa = int(format_.storage[1:]) * 8, format_.precision - 1
    infinity = ((1 << (width - 1 - mantissa)) - 1) << mantissa
    one = format_.emax << mantissa
    special = [0, infinity, infinity | 1 << (mantissa - 1), one, 1, infinity - 1, 1 << mantissa, (1 << mantissa) - 1, one + 1, one - 1, 2]
    special += [
        _bits(format_, value)
        for value in (0.5, 1.5, 2, 2.5, 3, 3.5, 4, 8, 10, 23, 127.5, 128, 255, 1000.5, 32767.5, 65504, np.pi, np.pi / 2, np.e, 0.1)
    ]
    special += [(format_.emax + place) << mantissa for place in range(-min(30, format_.emax - 1), min(70, format_.emax))]
    positive = np.array(special, dtype=np.uint64)
    return np.stack([positive, positive | np.uint64(1 << (width - 1))], axis=1).reshape(-1)


def _bits(format_: Floating, value: float) -> int:
    if format_ is HALF:
        return int(np.float16(value).view(np.uint16))
    if format_ is BF16:
        return int(np.float32(value).view(np.uint32) >> np.uint32(16))
    return int(np.float32(value).view(np.uint32)) if format_ is FLOAT else int(np.float64(value).view(np.uint64))


def _values(format_: Format, count: int, random: Random) -> Bits:
    edges = _edges(format_)
    if isinstance(format_, Integer):
        noise = random.integers(0, 1 << min(format_.bits, 63), count, dtype=np.uint64)
        if format_.bits == 64:
            noise = noise * np.uint64(2) + random.integers(0, 2, count, dtype=np.uint64)
        return np.concatenate([edges, noise])[:count]
    share = max(count // 10, 1)
    numbers: list[Any] = [
        random.uniform(-1, 1, share), random.uniform(0, 2, share), 1 + random.uniform(-1, 1, share) * 2.0 ** random.uniform(-50, 0, share),
        random.uniform(-20, 20, share), random.uniform(-110, 110, share // 2), random.uniform(-750, 750, share // 2),
        2.0 ** random.uniform(-60, 1, share) * random.choice([-1, 1], share), random.uniform(-20, 20, share).round() / 2,
    ]  # fmt: skip
    with np.errstate(over="ignore"):
        flat = np.concatenate(numbers)
        if format_ is DOUBLE:
            dense = flat.view(np.uint64)
        elif format_ is HALF:
            dense = flat.astype(np.float16).view(np.uint16).astype(np.uint64)
        else:
            dense = flat.astype(np.float32).view(np.uint32).astype(np.uint64) >> np.uint64(16 if format_ is BF16 else 0)
    width = int(format_.storage[1:]) * 8
    noise = (
        random.integers(0, 1 << 63, count, dtype=np.uint64) >> np.uint64(63 - width)
        if width < 64
        else random.integers(0, 1 << 63, count, dtype=np.uint64) * np.uint64(2)
    )
    head = edges[: count // 3]
    return np.concatenate([head, dense, noise])[:count]
