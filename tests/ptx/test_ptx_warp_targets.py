# SPDX-License-Identifier: Apache-2.0
"""Warp-wide statements on the CPU device and as AMD machine code, with two warps: each must stay among its own 32 lanes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ptx_harness import Statement
from ptx_kernels import execute
from ptx_models import FORMATS, Fraction, encode
from ptx_warp import run_warp

ROWS = 64
_generator = random.Random(5)
WORDS = [_generator.getrandbits(32) for _ in range(ROWS)]
FEW = [_generator.randrange(4) for _ in range(ROWS)]


def halves() -> list[int]:
    """Pairs of halves whose products and sums are exact."""
    form = FORMATS["f16"]
    pairs = [[encode(Fraction(_generator.randrange(-16, 17), 2), form) for _ in range(2)] for _ in range(ROWS)]
    return [low | high << 16 for low, high in pairs]


def singles(name: str = "f32") -> list[int]:
    return [encode(Fraction(_generator.randrange(-99, 99), 4), FORMATS[name]) for _ in range(ROWS)]


def product(opcode: str, letters: tuple[str, str], counts: tuple[int, int, int, int], columns: list[list[int]]) -> Statement:
    names = iter(range(100))
    groups = ["{" + ", ".join(f"%{next(names)}" for _ in range(count)) + "}" for count in counts]
    ab, c = letters
    return Statement(f"{opcode} {', '.join(groups)};", c * counts[0], ab * (counts[1] + counts[2]) + c * counts[3], columns)


STATEMENTS = [
    Statement("shfl.sync.down.b32 %0, %1, 3, 31, -1;", "r", "r", [WORDS]),
    Statement("shfl.sync.up.b32 %0, %1, 1, 0, -1;", "r", "r", [WORDS]),
    Statement("shfl.sync.bfly.b32 %0, %1, 16, 31, -1;", "r", "r", [WORDS]),
    Statement("shfl.sync.idx.b32 %0, %1, %2, 0x181f, -1;", "r", "rr", [WORDS, FEW]),
    Statement("{.reg .pred p; setp.lt.u32 p, %1, 2; vote.sync.ballot.b32 %0, p, -1;}", "r", "r", [FEW]),
    Statement("{.reg .pred p; setp.eq.u32 p, %1, 3; vote.sync.any.pred p, p, -1; selp.u32 %0, 1, 0, p;}", "r", "r", [FEW]),
    Statement("redux.sync.add.u32 %0, %1, -1;", "r", "r", [WORDS]),
    Statement("redux.sync.max.u32 %0, %1, -1;", "r", "r", [WORDS]),
    Statement("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;", "r", "r", [WORDS]),
]

FLOAT, WORD = ("r", "f"), ("r", "r")
MMA = "mma.sync.aligned."


def mixed(count: int) -> list[list[int]]:
    return [*(halves() for _ in range(count)), *(singles() for _ in range(4))]


def random_words(count: int) -> list[list[int]]:
    return [random.Random(k).choices(WORDS, k=ROWS) for k in range(count)]


PRODUCTS = [
    product(MMA + "m16n8k8.row.col.f32.f16.f16.f32", FLOAT, (4, 2, 1, 4), mixed(3)),
    product(MMA + "m8n8k4.row.col.f64.f64.f64.f64", ("d", "d"), (2, 1, 1, 2), [singles("f64") for _ in range(4)]),
]
MORE_PRODUCTS = [
    product(MMA + "m16n8k16.row.col.f32.f16.f16.f32", FLOAT, (4, 4, 2, 4), mixed(6)),
    product(MMA + "m16n8k16.row.col.f16.f16.f16.f16", WORD, (2, 4, 2, 2), [halves() for _ in range(8)]),
    product(MMA + "m16n8k32.row.col.s32.s8.u8.s32", WORD, (4, 4, 2, 4), random_words(10)),
    product(MMA + "m16n8k256.row.col.s32.b1.b1.s32.and.popc", WORD, (4, 4, 2, 4), random_words(10)),
    product(MMA + "m8n8k4.col.row.f32.f16.f16.f32", FLOAT, (8, 2, 2, 8), [*mixed(4), *(singles() for _ in range(4))]),
]


def fine(count: int, element: str = "") -> list[int]:
    """Words of which every byte and half (or bfloat) is a small number."""
    if element == "bf16":
        return [_generator.choice([0x3F803F80, 0x40003F00, 0xC0404000, 0xBF804040]) for _ in range(count)]
    return [_generator.choice([0x3C003C00, 0x40004000, 0xC0004200, 0x38384040, 0x3030B8B8, 0x42404448]) for _ in range(count)]


def every_product() -> list[Statement]:
    """Each shape with each of its types once."""
    wide = {"f32": ("f", 1), "s32": ("r", 1), "f16": ("r", 2), "f64": ("d", 1)}
    bits = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1, "f64": 32}
    table = """m16n8k8 f16 f16 f16 f16; m16n8k16 f16 f16 f16 f32; m16n8k8 f32 bf16 bf16 f32; m16n8k16 f32 bf16 bf16 f32;
        m16n8k4 f32 tf32 tf32 f32; m16n8k8 f32 tf32 tf32 f32; m16n8k16 f32 e4m3 e5m2 f32; m16n8k32 f32 e5m2 e4m3 f32;
        m16n8k32 f16 e4m3 e4m3 f16; m16n8k4 f64 f64 f64 f64; m16n8k8 f64 f64 f64 f64; m16n8k16 f64 f64 f64 f64;
        m8n8k16 s32 s8 u8 s32; m16n8k16 s32 u8 s8 s32; m8n8k32 s32 s4 u4 s32; m16n8k32 s32 u4 u4 s32; m16n8k64 s32 s4 s4 s32;
        m8n8k128 s32 b1 b1 s32 xor; m16n8k128 s32 b1 b1 s32 and; m16n8k256 s32 b1 b1 s32 xor"""
    found = []
    for row in table.split(";"):
        shape, d, a, b, c, *tail = row.split()
        m, k = int(shape[1:].split("n")[0]), int(shape.split("k")[1])
        counts = (m // 4 // wide[d][1], m * k * bits[a] // 1024, 8 * k * bits[b] // 1024, m // 4 // wide[c][1])
        kind = "d" if a == "f64" else "r"
        if kind == "d":
            data = [singles("f64") for _ in range(counts[1] + counts[2])]
        elif a == "tf32":
            data = [singles() for _ in range(counts[1] + counts[2])]
        elif a in ("f16", "bf16", "e4m3", "e5m2"):
            data = [fine(ROWS, a) for _ in range(counts[1] + counts[2])]
        else:
            data = random_words(counts[1] + counts[2])
        data += [fine(ROWS) if c == "f16" else singles("f64" if c == "f64" else "f32") for _ in range(counts[3])]
        ends = f".{tail[0]}.popc" if tail else ""
        found.append(product(f"{MMA}{shape}.row.col.{d}.{a}.{b}.{c}{ends}", (kind, wide[c][0]), counts, data))
    return found


def check(target: str, statements: list[Statement]) -> None:
    got = execute(target, statements)
    for statement, have in zip(statements, got, strict=True):
        for warp in (0, 1):
            rows = slice(32 * warp, 32 * warp + 32)
            want = run_warp(statement.asm, statement.outputs, statement.inputs, [list(column[rows]) for column in statement.columns])
            assert [column[rows] for column in have] == want, (statement.asm, warp)


@pytest.mark.parametrize("target", ["cpu", "gfx942", pytest.param("gfx1100", marks=pytest.mark.exhaustive)])
def test_two_warps(target: str) -> None:
    check(target, STATEMENTS + PRODUCTS + (MORE_PRODUCTS[:-1] if target == "cpu" else MORE_PRODUCTS))


def test_every_product_on_the_cpu() -> None:
    check("cpu", every_product())


@pytest.mark.exhaustive
def test_every_product_as_amd_code() -> None:
    check("gfx942", every_product())


@pytest.mark.exhaustive
def test_quad_pair_product_on_the_cpu() -> None:
    check("cpu", MORE_PRODUCTS[-1:])


NAN = 0x7FFFFFFF
FLOATS = [encode(Fraction(_generator.randrange(-999, 999), 8), FORMATS["f32"]) for _ in range(ROWS)]


@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_reductions_of_floats(target: str) -> None:
    some = [0xFFC00001 if row in (3, 40) else word for row, word in enumerate(FLOATS)]
    statements = [
        Statement(f"redux.sync.{name}.f32 %0, %1, -1;", "f", "f", [column])
        for name, column in [
            ("min", FLOATS),
            ("max", some),
            ("max.abs", some),
            ("min.NaN", some),
            ("max.NaN", FLOATS),
            ("min", [NAN] * ROWS),
        ]
    ]
    got = execute(target, statements)
    for warp in (0, 1):
        values = np.array(FLOATS[32 * warp : 32 * warp + 32], np.uint32).view(np.float32)
        kept = np.array([w for w in some[32 * warp : 32 * warp + 32] if w != 0xFFC00001], np.uint32).view(np.float32)
        want = [int(x.view(np.uint32)) for x in (values.min(), kept.max(), np.abs(kept).max())] + [
            NAN,
            int(values.max().view(np.uint32)),
            NAN,
        ]
        assert [have[0][32 * warp] for have in got] == want


SHARED = """
.shared .align 16 .b8 tile[2048];
.reg .u32 a, row; .reg .b32 r<4>;
mov.u32 a, tile;
mov.u32 row, %%tid.x;
shl.b32 row, row, 4;
add.u32 a, a, row;
st.shared.v4.b32 [a], {%4, %5, %6, %7};
bar.sync 0;
ldmatrix.sync.aligned.m8n8.x4.MODE.shared.b16 {r0, r1, r2, r3}, [a];
mov.b32 %0, r0; mov.b32 %1, r1; mov.b32 %2, r2; mov.b32 %3, r3;
"""


@pytest.mark.parametrize("mode", ["", "trans"])
@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_ldmatrix(target: str, mode: str) -> None:
    columns = [[_generator.getrandbits(32) for _ in range(ROWS)] for _ in range(4)]
    text = SHARED.replace(".MODE", f".{mode}" if mode else "")
    (got,) = execute(target, [Statement("{" + text + "}", "rrrr", "rrrr", columns)])
    for warp in (0, 1):
        for matrix in range(4):
            rows = [[columns[k // 2][32 * warp + 8 * matrix + r] >> 16 * (k % 2) & 0xFFFF for k in range(8)] for r in range(8)]
            for lane in range(32):
                y, x = lane >> 2, 2 * (lane & 3)
                pair = (rows[x][y], rows[x + 1][y]) if mode else (rows[y][x], rows[y][x + 1])
                assert got[matrix][32 * warp + lane] == pair[0] | pair[1] << 16
