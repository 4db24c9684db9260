# SPDX-License-Identifier: Apache-2.0
"""`mma.sp` against NumPy: stored numbers and metadata laid out as the PTX ISA's figures have them, two warps, every selector."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_harness import Statement
from ptx_kernels import execute

WARPS = 2
_random = np.random.default_rng(11)
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "s4": 4, "u4": 4}
# shape k, D, A, B, C, selector
CASES = [
    (16, "f32", "f16", "f16", "f32", 0), (16, "f16", "f16", "f16", "f16", 3), (32, "f32", "bf16", "bf16", "f32", 1),
    (32, "f32", "f16", "f16", "f32", 0), (8, "f32", "tf32", "tf32", "f32", 2), (16, "f32", "tf32", "tf32", "f32", 1),
    (64, "f32", "e4m3", "e5m2", "f32", 0), (32, "s32", "s8", "u8", "s32", 1), (64, "s32", "u8", "s8", "s32", 0),
    (64, "s32", "s4", "u4", "s32", 0), (128, "s32", "u4", "s4", "s32", 0),
]  # fmt: skip


def numbers(shape: tuple[int, ...], kind: str) -> np.ndarray:
    low = 0 if kind[0] == "u" else -3
    return _random.integers(low, 4, shape)


def encoded(values: np.ndarray, kind: str) -> np.ndarray:
    """Bits of small whole numbers."""
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16)
    if kind in ("bf16", "tf32"):
        bits = values.astype(np.float32).view(np.uint32)
        return bits >> 16 if kind == "bf16" else bits
    if kind in ("e4m3", "e5m2"):  # 1, 2, 3 and their negatives
        table = {"e4m3": [0, 0x38, 0x40, 0x44], "e5m2": [0, 0x3C, 0x40, 0x42]}[kind]
        return np.array(table)[np.abs(values)] | np.where(values < 0, 0x80, 0)
    return values & ((1 << BITS[kind]) - 1)


def words(bits: np.ndarray, width: int) -> np.ndarray:
    """Rows of elements as rows of 32-bit words."""
    per = 32 // width
    parts = bits.astype(np.uint64).reshape(*bits.shape[:-1], -1, per)
    return (parts << (np.arange(per) * width).astype(np.uint64)).sum(-1).astype(np.uint32)


def metadata(nibbles: np.ndarray, k: int, width: int, selector: int) -> np.ndarray:
    """(32,) words of the nibbles (16, chunks): the lanes that the selector leaves out have rubbish."""
    found = _random.integers(0, 1 << 32, 32, dtype=np.uint64).astype(np.uint32)
    chunks = nibbles.shape[1]

    def packed(part: np.ndarray) -> int:
        return sum(int(nibble) << 4 * place for place, nibble in enumerate(part))

    for g in range(8):
        both = nibbles[g], nibbles[g + 8]
        if chunks == 4:
            found[4 * g + selector] = packed(both[0]) | packed(both[1]) << 16
        elif chunks == 8 and width >= 16:
            for half in (0, 1):
                found[4 * g + 2 * selector + half] = packed(both[0][4 * half :][:4]) | packed(both[1][4 * half :][:4]) << 16
        elif chunks == 8:
            for row in (0, 1):
                found[4 * g + 2 * selector + row] = packed(both[row])
        else:
            for row in (0, 1):
                for half in (0, 1):
                    found[4 * g + row + 2 * half] = packed(both[row][8 * half :][:8])
    return found


def statement(k: int, d: str, a: str, b: str, c: str, selector: int, spelling: str = "sp") -> tuple[Statement, np.ndarray]:
    width = BITS[a]
    unit = 2 if width == 4 else 1  # elements that go together
    chunk = 2 if a == "tf32" else 4 * unit
    stored, chunks = k // 2, k // chunk
    left, right = numbers((WARPS, 16, stored), a), numbers((WARPS, k, 8), b)
    start = _random.integers(-9, 10, (WARPS, 16, 8))
    dense = np.zeros((WARPS, 16, k), int)
    nibbles = np.zeros((WARPS, 16, chunks), int)
    for index in np.ndindex(WARPS, 16, chunks):
        if a == "tf32":
            place = int(_random.integers(2))
            nibbles[index] = 0b1110 if place else 0b0100
            dense[index[:2]][index[2] * 2 + place] = left[index[:2]][index[2]]
            continue
        places = sorted(_random.choice(4, 2, replace=False))
        nibbles[index] = places[0] | places[1] << 2
        for which, place in enumerate(places):
            for inside in range(unit):
                dense[index[:2]][index[2] * chunk + place * unit + inside] = left[index[:2]][(index[2] * 2 + which) * unit + inside]
    columns: list[np.ndarray] = []
    lane = np.arange(32)
    g, t = lane // 4, lane % 4
    a_words, b_words = words(encoded(left, a), width), words(encoded(right.transpose(0, 2, 1), b), width)
    for register in range(a_words.shape[-1] // 4 * 2):
        columns.append(np.concatenate([a_words[w, g + 8 * (register % 2), t + 4 * (register // 2)] for w in range(WARPS)]))
    for register in range(b_words.shape[-1] // 4):
        columns.append(np.concatenate([b_words[w, g, t + 4 * register] for w in range(WARPS)]))
    a_count, b_count = a_words.shape[-1] // 2, b_words.shape[-1] // 4
    places = [(g + 8 * (i // 2), 2 * t + i % 2) for i in range(4)]

    def accumulators(matrix: np.ndarray, kind: str) -> list[np.ndarray]:
        values = [np.concatenate([matrix[w][place] for w in range(WARPS)]) for place in places]
        if kind == "f16":
            return [words(encoded(np.stack(values[i : i + 2], -1), "f16"), 16)[..., 0] for i in (0, 2)]
        return [(value.astype(np.float32) if kind == "f32" else value.astype(np.int32)).view(np.uint32) for value in values]

    starts = accumulators(start, c)
    columns += [*starts, np.concatenate([metadata(nibbles[w], k, width, selector) for w in range(WARPS)])]
    results = accumulators(dense @ right + start, d)
    letters = {"f16": "r", "f32": "f", "s32": "r"}
    counts = [len(results), a_count, b_count, len(starts)]
    names = iter(range(100))
    groups = ["{" + ", ".join(f"%{next(names)}" for _ in range(count)) + "}" for count in counts]
    opcode = f"mma.{spelling}.sync.aligned.m16n8k{k}.row.col.{d}.{a}.{b}.{c}"
    text = f"{opcode} {', '.join(groups)}, %{next(names)}, {selector:#x};"
    inputs = "r" * (a_count + b_count) + letters[c] * len(starts) + "r"
    return Statement(text, letters[d] * len(results), inputs, [column.tolist() for column in columns]), np.array(results)


@pytest.mark.parametrize(
    "target", ["cpu", "gfx942", *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("gfx90a", "gfx1100", "gfx1201"))]
)
def test_sparse_products(target: str) -> None:
    cases = [statement(*case, "sp::ordered_metadata" if number % 2 else "sp") for number, case in enumerate(CASES)]
    got = execute(target, [case for case, _ in cases])
    for (case, want), have in zip(cases, got, strict=True):
        assert np.array_equal(np.array(have, np.uint32), want), case.asm
