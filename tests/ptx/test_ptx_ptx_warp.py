# SPDX-License-Identifier: Apache-2.0
"""Warp-wide instructions with 32 lanes: shuffles, votes, matrix products, matrix loads."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from ptx_models import FORMATS, decode, encode
from ptx_warp import LANES, SharedMemory, run_warp

LANE = list(range(LANES))


def test_shuffles() -> None:
    values = [100 + lane for lane in LANE]
    assert run_warp("shfl.sync.down.b32 %0, %1, 4, 31, -1;", "r", "r", [values])[0] == [104 + x if x < 28 else 100 + x for x in LANE]
    assert run_warp("shfl.sync.up.b32 %0, %1, 1, 0, -1;", "r", "r", [values])[0] == [100 + max(x - 1, 0) for x in LANE]
    assert run_warp("shfl.sync.bfly.b32 %0, %1, 16, 31, -1;", "r", "r", [values])[0] == [100 + (x ^ 16) for x in LANE]
    assert run_warp("shfl.sync.idx.b32 %0, %1, 3, 0x181f, -1;", "r", "r", [values])[0] == [100 + (x & 24) + 3 for x in LANE]


def test_votes_and_reductions() -> None:
    text = "{.reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, -1;}"
    assert run_warp(text, "r", "r", [LANE])[0] == [31] * LANES
    text = "{.reg .pred p, q; setp.lt.u32 p, %1, 5; vote.any.sync.pred q, !p, -1; selp.u32 %0, 1, 0, q;}"
    assert run_warp(text, "r", "r", [LANE])[0] == [1] * LANES
    assert run_warp("redux.sync.add.u32 %0, %1, -1;", "r", "r", [LANE])[0] == [496] * LANES
    assert run_warp("redux.sync.max.u32 %0, %1, 0xffffffff;", "r", "r", [LANE])[0] == [31] * LANES


# --- matrix products -----------------------------------------------------------------------------------
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1}


def element(name: str, generator: random.Random) -> tuple[int, Fraction]:
    """Bits and value of a random element; floats are small integers and halves of them, so sums are exact."""
    if name in ("s8", "s4"):
        width = BITS[name]
        value = generator.randrange(-(1 << width - 1), 1 << width - 1)
        return value & (1 << width) - 1, Fraction(value)
    if name in ("u8", "u4", "b1"):
        value = generator.randrange(1 << BITS[name])
        return value, Fraction(value)
    value = Fraction(generator.randrange(-16, 17), 2)
    form = FORMATS["f32" if name == "tf32" else name]
    return encode(value, form), value


def fragments(matrix: list[list[int]], name: str, rows: int, per: int, registers: int, by_row: bool) -> list[list[int]]:
    """Registers of A (by_row) or B from the bits of the matrix A[row][k] or B[column][k]; as the PTX ISA lays them out."""
    width = BITS[name]
    columns = []
    for register in range(registers):
        column = []
        for lane in LANE:
            group, inside = lane >> 2, lane & 3
            if by_row:
                line, chunk = group + 8 * (register % rows), inside + 4 * (register // rows)
            else:
                line, chunk = group, inside + 4 * register
            word = 0
            for index in range(per):
                word |= matrix[line][chunk * per + index] << index * width
            column.append(word)
        columns.append(column)
    return columns


MMA = [
    ("m16n8k8", "f32", "f16", "f32"), ("m16n8k16", "f32", "f16", "f32"), ("m16n8k16", "f16", "f16", "f16"),
    ("m16n8k8", "f16", "f16", "f16"),
    ("m16n8k8", "f32", "bf16", "f32"), ("m16n8k16", "f32", "bf16", "f32"), ("m16n8k4", "f32", "tf32", "f32"),
    ("m16n8k8", "f32", "tf32", "f32"), ("m8n8k4", "f64", "f64", "f64"), ("m16n8k16", "f64", "f64", "f64"),
    ("m8n8k16", "s32", "s8", "s32"), ("m16n8k16", "s32", "u8", "s32"), ("m16n8k32", "s32", "s8", "s32"),
    ("m8n8k32", "s32", "s4", "s32"), ("m16n8k64", "s32", "u4", "s32"), ("m16n8k256", "s32", "b1", "s32"), ("m8n8k128", "s32", "b1", "s32"),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "d", "a", "c"), MMA, ids=lambda x: x)
def test_mma(shape: str, d: str, a: str, c: str) -> None:
    m, n, k = (int(x) for x in shape[1:].replace("n", " ").replace("k", " ").split())
    generator = random.Random(shape + a)
    left = [[element(a, generator) for _ in range(k)] for _ in range(m)]
    right = [[element(a, generator) for _ in range(k)] for _ in range(n)]  # B by column
    start = [[Fraction(generator.randrange(-8, 8)) for _ in range(n)] for _ in range(m)]
    per = 1 if a in ("f64", "tf32") else 32 // BITS[a]
    chunks = k // per
    rows = m // 8
    a_registers, b_registers = rows * chunks // 4, chunks // 4
    columns = fragments([[x[0] for x in row] for row in left], a, rows, per, a_registers, True)
    columns += fragments([[x[0] for x in row] for row in right], a, rows, per, b_registers, False)
    letter_ab = "d" if a == "f64" else "r"
    accumulators = []
    for row in range(rows):
        pairs = []
        for column in (0, 1):
            pairs.append([start[(lane >> 2) + 8 * row][2 * (lane & 3) + column] for lane in LANE])
        if c == "f16":
            accumulators.append([encode(x, FORMATS["f16"]) | encode(y, FORMATS["f16"]) << 16 for x, y in zip(*pairs, strict=True)])
        elif c == "s32":
            accumulators += [[int(x) & 0xFFFFFFFF for x in pair] for pair in pairs]
        else:
            accumulators += [[encode(x, FORMATS[c]) for x in pair] for pair in pairs]
    letter_c = {"f32": "f", "f64": "d", "s32": "r", "f16": "r"}[c]
    count = len(accumulators)
    names = iter(range(count + a_registers + b_registers + count))
    groups = ["{" + ", ".join(f"%{next(names)}" for _ in range(size)) + "}" for size in (count, a_registers, b_registers, count)]
    tail = ".xor.popc" if a == "b1" else ""
    opcode = f"mma.sync.aligned.{shape}.row.col.{d}.{a}.{a}.{c}{tail}"
    letters = letter_ab * (a_registers + b_registers) + letter_c * count
    got = run_warp(f"{opcode} {', '.join(groups)};", letter_c * count, letters, columns + accumulators)
    for lane in LANE:
        for row in range(rows):
            for column in (0, 1):
                y, x = (lane >> 2) + 8 * row, 2 * (lane & 3) + column
                if a == "b1":
                    expected = start[y][x] + sum(int(p[0] != q[0]) for p, q in zip(left[y], right[x], strict=True))
                else:
                    expected = start[y][x] + sum((p[1] * q[1] for p, q in zip(left[y], right[x], strict=True)), Fraction(0))
                if c == "f16":
                    bits = got[row][lane] >> 16 * column & 0xFFFF
                    assert bits == encode(expected, FORMATS["f16"])
                elif c == "s32":
                    assert got[row * 2 + column][lane] == int(expected) & 0xFFFFFFFF
                else:
                    assert decode(got[row * 2 + column][lane], FORMATS[c]) == expected


@pytest.mark.parametrize("layouts", ["row.col", "col.row", "row.row", "col.col"])
@pytest.mark.parametrize("d", ["f32", "f16"])
def test_quad_pair_products(layouts: str, d: str) -> None:
    al, bl = layouts.split(".")
    generator = random.Random(layouts)
    half = FORMATS["f16"]
    a = [[[Fraction(generator.randrange(-9, 9), 2) for _ in range(4)] for _ in range(8)] for _ in range(4)]  # [pair][row][k]
    b = [[[Fraction(generator.randrange(-9, 9), 2) for _ in range(4)] for _ in range(8)] for _ in range(4)]  # [pair][column][k]

    def holder(matrix: list[list[list[Fraction]]], direct: bool) -> list[list[int]]:
        registers: list[list[int]] = [[], []]
        for lane in LANE:
            pair, upper, inside = lane >> 2 & 3, lane >> 4, lane & 3
            values = matrix[pair][inside + 4 * upper] if direct else [matrix[pair][i + 4 * upper][inside] for i in range(4)]
            bits = [encode(x, half) for x in values]
            registers[0].append(bits[0] | bits[1] << 16)
            registers[1].append(bits[2] | bits[3] << 16)
        return registers

    columns = holder(a, al == "row") + holder(b, bl == "col")
    count = 8 if d == "f32" else 4
    columns += [[0] * LANES] * count
    names = iter(range(100))
    groups = ["{" + ", ".join(f"%{next(names)}" for _ in range(size)) + "}" for size in (count, 2, 2, count)]
    letter = "f" if d == "f32" else "r"
    text = f"mma.sync.aligned.m8n8k4.{layouts}.{d}.f16.f16.{d} {', '.join(groups)};"
    got = run_warp(text, letter * count, "rrrr" + letter * count, columns)
    for lane in LANE:
        pair, upper = lane >> 2 & 3, lane >> 4
        for i in range(8):
            if d == "f32":
                row, column = (lane & 1) + (i & 2) + 4 * upper, (i & 4) + (lane & 2) + (i & 1)
                value = decode(got[i][lane], FORMATS["f32"])
            else:
                row, column = (lane & 3) + 4 * upper, i
                value = decode(got[i // 2][lane] >> 16 * (i % 2) & 0xFFFF, half)
            assert value == sum((x * y for x, y in zip(a[pair][row], b[pair][column], strict=True)), Fraction(0))


# --- matrices in shared memory ---------------------------------------------------------------------------
def rows_of(memory: SharedMemory) -> list[int]:
    """Lane i's row address: 32 rows of 16 bytes, in an order that is not the natural one."""
    return [memory.address + 16 * (lane * 5 % LANES) for lane in LANE]


@pytest.mark.parametrize("trans", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_ldmatrix_and_stmatrix(count: int, trans: bool) -> None:
    memory = SharedMemory(4096)
    words = memory.array[:512].view(np.uint16).reshape(32, 8)
    words[:] = np.arange(256, dtype=np.uint16).reshape(32, 8) * 7
    addresses = rows_of(memory)
    matrices = np.array([[words[(8 * i + r) * 5 % 32] for r in range(8)] for i in range(count)])
    if trans:
        matrices = matrices.transpose(0, 2, 1)
    registers = "{" + ", ".join(f"%{i}" for i in range(count)) + "}"
    suffix = f"m8n8.x{count}{'.trans' if trans else ''}"
    got = run_warp(f"ldmatrix.sync.aligned.{suffix}.shared.b16 {registers}, [%{count}];", "r" * count, "r", [addresses])
    for index in range(count):
        for lane in LANE:
            pair = matrices[index][lane >> 2][2 * (lane & 3) : 2 * (lane & 3) + 2]
            assert got[index][lane] == int(pair[0]) | int(pair[1]) << 16
    before = words.copy()
    words[:] = 0
    registers = "{" + ", ".join(f"%{i + 1}" for i in range(count)) + "}"
    run_warp(f"stmatrix.sync.aligned.{suffix}.shared.b16 [%0], {registers};", "", "r" + "r" * count, [addresses, *got])
    used = [lane * 5 % 32 for lane in range(8 * count)]
    assert (words[used] == before[used]).all()
    assert words.sum() == before[used].sum()


def test_movmatrix() -> None:
    matrix = np.arange(64).reshape(8, 8) + 1
    column = [int(matrix[lane >> 2][2 * (lane & 3)]) | int(matrix[lane >> 2][2 * (lane & 3) + 1]) << 16 for lane in LANE]
    (got,) = run_warp("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;", "r", "r", [column])
    for lane in LANE:
        pair = matrix.T[lane >> 2][2 * (lane & 3) : 2 * (lane & 3) + 2]
        assert got[lane] == int(pair[0]) | int(pair[1]) << 16


def test_satfinite_clamps_the_sum() -> None:
    ones = [0x7F7F7F7F] * LANES
    text = "mma.sync.aligned.m8n8k16.row.col{}.s32.s8.s8.s32 {{%0, %1}}, {{%2}}, {{%3}}, {{%4, %5}};"
    start = [[0x7FFFFFF0] * LANES] * 2
    assert run_warp(text.format(".satfinite"), "rr", "rrrr", [ones, ones, *start]) == [[0x7FFFFFFF] * LANES] * 2
    wrapped = 0x7FFFFFF0 + 16 * 127 * 127 & 0xFFFFFFFF
    assert run_warp(text.format(""), "rr", "rrrr", [ones, ones, *start]) == [[wrapped] * LANES] * 2
