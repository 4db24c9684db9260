# SPDX-License-Identifier: Apache-2.0
"""wmma: load, product and store of whole matrices, against exact products."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from ptx_models import FORMATS, Fraction, decode, encode
from ptx_warp import LANES, SharedMemory, run_warp

BYTES = {"f16": 2, "bf16": 2, "tf32": 4, "f64": 8, "s8": 1, "u8": 1, "f32": 4, "s32": 4}


def registers(shape: tuple[int, int, int], name: str, d: str) -> tuple[int, int, int]:
    """Registers of A, B and C that the PTX ISA asks for."""
    m, n, k = shape
    c = m * n // 32 // (2 if d == "f16" else 1)
    if name == "f16":
        return 8, 8, c
    per = 1 if name == "f64" else 4 // BYTES[name]
    return m * k // 32 // per, n * k // 32 // per, c


def bits_of(value: Fraction, name: str) -> int:
    if name in ("s8", "u8", "s32"):
        return int(value) & (1 << 8 * BYTES[name]) - 1
    return encode(value, FORMATS["f32" if name == "tf32" else name])


def value_of(bits: int, name: str) -> Fraction | float:
    if name == "s32":
        return Fraction(bits - (1 << 32) if bits >> 31 else bits)
    return decode(bits, FORMATS[name])


def put(memory: SharedMemory, matrix: list[list[Fraction]], kind: str, layout: str, at: int) -> int:
    """Writes a matrix with eight elements between its lines; gives the leading dimension."""
    lines = matrix if layout == "row" else [list(column) for column in zip(*matrix, strict=True)]
    stride = len(lines[0]) + 8
    for index, line in enumerate(lines):
        data = b"".join(bits_of(value, kind).to_bytes(BYTES[kind], "little") for value in line)
        start = at + index * stride * BYTES[kind]
        memory.array[start : start + len(data)] = np.frombuffer(data, np.uint8)
    return stride


CASES = [
    ((16, 16, 16), "f16", "f32"), ((32, 8, 16), "f16", "f32"), ((8, 32, 16), "f16", "f16"), ((16, 16, 16), "f16", "f16"),
    ((16, 16, 16), "bf16", "f32"), ((8, 32, 16), "bf16", "f32"), ((16, 16, 8), "tf32", "f32"), ((8, 8, 4), "f64", "f64"),
    ((16, 16, 16), "s8", "s32"), ((32, 8, 16), "u8", "s32"), ((8, 32, 16), "s8", "s32"),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "name", "d"), CASES, ids=lambda x: "x".join(map(str, x)) if isinstance(x, tuple) else x)
def test_wmma(shape: tuple[int, int, int], name: str, d: str) -> None:
    m, n, k = shape
    generator = random.Random(f"{shape}{name}")
    low, high = (0, 40) if name == "u8" else (-20, 20)
    scale = 1 if name in ("s8", "u8") else 2
    a = [[Fraction(generator.randrange(low, high), scale) for _ in range(k)] for _ in range(m)]
    b = [[Fraction(generator.randrange(low, high), scale) for _ in range(n)] for _ in range(k)]
    c = [[Fraction(generator.randrange(-9, 9)) for _ in range(n)] for _ in range(m)]
    counts = registers(shape, name, d)
    for al, bl, cl in itertools.product(("row", "col"), repeat=3) if shape == (16, 16, 16) and name == "f16" else [("row", "col", "row")]:
        memory = SharedMemory(16384)
        strides = {"a": put(memory, a, name, al, 0), "b": put(memory, b, name, bl, 4096), "c": put(memory, c, d, cl, 8192)}
        spell = f"m{m}n{n}k{k}"
        types = f"{d}.{d}" if name == "f16" else f"{d}.{name}.{name}.{d}"
        kinds = {"f32": "f32", "f64": "f64"}
        ab, cd = kinds.get(name, "b32"), kinds.get(d, "b32")
        ra, rb, rc, rd = (
            "{" + ", ".join(f"{letter}{i}" for i in range(count)) + "}" for letter, count in zip("abcd", (*counts, counts[2]), strict=True)
        )
        text = f"""{{ .reg .{ab} a<{counts[0]}>, b<{counts[1]}>; .reg .{cd} c<{counts[2]}>, d<{counts[2]}>;
          wmma.load.a.sync.aligned.{al}.{spell}.{name} {ra}, [%0], {strides["a"]};
          wmma.load.b.sync.aligned.{bl}.{spell}.{name} {rb}, [%1], {strides["b"]};
          wmma.load.c.sync.aligned.{cl}.{spell}.{d} {rc}, [%2], {strides["c"]};
          wmma.mma.sync.aligned.{al}.{bl}.{spell}.{types} {rd}, {ra}, {rb}, {rc};
          wmma.store.d.sync.aligned.row.{spell}.{d} [%3], {rd}, %4; }}"""
        places = [[memory.address + offset] * LANES for offset in (0, 4096, 8192, 12288)]
        run_warp(text, "", "llllr", [*places, [n] * LANES])
        for row, column in itertools.product(range(m), range(n)):
            start = 12288 + (row * n + column) * BYTES[d]
            got = value_of(int.from_bytes(memory.array[start : start + BYTES[d]].tobytes(), "little"), d)
            expected = c[row][column] + sum((a[row][i] * b[i][column] for i in range(k)), Fraction(0))
            assert got == (value_of(encode(expected, FORMATS["f16"]), "f16") if d == "f16" else expected), (row, column)


def test_bits_and_nibbles() -> None:
    memory = SharedMemory(4096)
    generator = random.Random(1)
    for name, width, k in (("b1", 1, 128), ("u4", 4, 32)):
        a = [[generator.randrange(1 << width) for _ in range(k)] for _ in range(8)]
        b = [[generator.randrange(1 << width) for _ in range(k)] for _ in range(8)]  # by column
        for matrix, at in ((a, 0), (b, 1024)):
            data = b"".join(sum(x << width * i for i, x in enumerate(line)).to_bytes(k * width // 8, "little") for line in matrix)
            memory.array[at : at + len(data)] = np.frombuffer(data, np.uint8)
        operation = ".and.popc" if name == "b1" else ""
        text = f"""{{ .reg .b32 a, b, c<2>, d<2>; mov.u32 c0, 5; mov.u32 c1, 5;
          wmma.load.a.sync.aligned.row.m8n8k{k}.{name} {{a}}, [%0];
          wmma.load.b.sync.aligned.col.m8n8k{k}.{name} {{b}}, [%1];
          wmma.mma{operation}.sync.aligned.row.col.m8n8k{k}.s32.{name}.{name}.s32 {{d0, d1}}, {{a}}, {{b}}, {{c0, c1}};
          wmma.store.d.sync.aligned.row.m8n8k{k}.s32 [%2], {{d0, d1}}; }}"""
        run_warp(text, "", "lll", [[memory.address + offset] * LANES for offset in (0, 1024, 2048)])
        got = memory.array[2048:2304].view(np.int32).reshape(8, 8)
        for row, column in itertools.product(range(8), range(8)):
            assert got[row][column] == 5 + sum(x * y for x, y in zip(a[row], b[column], strict=True))
