# SPDX-License-Identifier: Apache-2.0
"""Statements of every family on the CPU device and as executed AMD machine code, beside the host's results that the other tests check."""

from __future__ import annotations

import random
import re

import pytest
from ptx_harness import Statement, run_many
from ptx_kernels import execute
from ptx_models import FORMATS, is_nan
from test_ptx_floating import interesting

ROWS = 64
_generator = random.Random(21)


def words(bits: int, salt: int = 0) -> list[int]:
    generator = random.Random(bits * 100 + salt)
    edges = [0, 1, 2, 31, 32, 33, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits) - 1, (1 << bits) - 2]
    return (
        (edges + [generator.getrandbits(bits) for _ in range(ROWS)])[:ROWS]
        if salt % 2
        else [generator.getrandbits(bits) for _ in range(ROWS - len(edges))] + edges
    )


def floats(name: str, salt: int = 0) -> list[int]:
    values = interesting(FORMATS[name], 80, 30 + salt)
    random.Random(salt).shuffle(values)
    return values[:ROWS]


def small(salt: int = 0) -> list[int]:
    generator = random.Random(salt)
    return [generator.choice([0, 1, 5, 8, 31, 32, 33, 63, 64, 70, 255]) for _ in range(ROWS)]


R, L, H = [words(32, k) for k in range(4)], [words(64, k) for k in range(4)], [words(16, k) for k in range(4)]
F, D = [floats("f32", k) for k in range(3)], [floats("f64", k) for k in range(3)]
HF, BF = [floats("f16", k) for k in range(3)], [floats("bf16", k) for k in range(3)]
S = [small(k) for k in range(3)]


def three(opcode: str, letter: str, columns: list[list[int]]) -> Statement:
    operands = ", ".join(f"%{index}" for index in range(len(columns) + 1))
    return Statement(f"{opcode} {operands};", letter, letter * len(columns), columns)


INTEGER = [
    *(three(f"{op}.{t}", "r", R[:2]) for op in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max") for t in ("u32", "s32")),
    *(three(f"{op}.{t}", "l", L[:2]) for op in ("add", "mul.lo", "mul.hi", "div", "rem", "max") for t in ("u64", "s64")),
    *(three(f"{op}.{t}", "h", H[:2]) for op in ("add", "mul.lo", "mul.hi", "div", "min") for t in ("u16", "s16")),
    *(three(op, "r", R[:3]) for op in ("mad.lo.u32", "mad.hi.s32", "mad24.hi.u32", "sad.s32", "dp4a.s32.u32", "dp2a.hi.u32.s32")),
    *(three(op, "r", R[:3]) for op in ("prmt.b32", "shf.l.wrap.b32", "shf.r.clamp.b32", "vabsdiff4.u32.u32.u32.add", "vavrg2.s32.s32.s32")),
    *(three(op, "r", R[:1]) for op in ("popc.b32", "clz.b32", "brev.b32", "bfind.s32", "not.b32", "cnot.b32", "abs.s32")),
    Statement("bfe.s32 %0, %1, %2, %3;", "r", "rrr", [R[0], S[0], S[1]]),
    Statement("bfe.u64 %0, %1, %2, %3;", "l", "lrr", [L[0], S[0], S[1]]),
    Statement("bfi.b32 %0, %1, %2, %3, %4;", "r", "rrrr", [R[0], R[1], S[0], S[1]]),
    Statement("shr.s64 %0, %1, %2;", "l", "lr", [L[0], S[0]]),
    Statement("shl.b16 %0, %1, %2;", "h", "hr", [H[0], S[0]]),
    Statement("lop3.b32 %0, %1, %2, %3, 0x96;", "r", "rrr", R[:3]),
    Statement("mul.wide.s32 %0, %1, %2;", "l", "rr", R[:2]),
    Statement("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;", "rr", "rrrr", R),
    Statement("sub.cc.u64 %0, %2, %4; subc.u64 %1, %3, %5;", "ll", "llll", L),
    Statement("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;", "rr", "rrrr", R),
    Statement("{.reg .pred p; setp.lt.s32 p, %1, %2; selp.u32 %0, %1, %2, p;}", "r", "rr", R[:2]),
    Statement("{.reg .pred p; .reg .u32 i; mov.u32 %0, 0; mov.u32 i, 0; A: setp.ge.u32 p, i, %1; @p bra B; add.u32 %0, %0, i; "
              "add.u32 i, i, 3; bra A; B:}", "r", "r", [S[0]]),
]  # fmt: skip

FLOATING = [
    *(three(f"{op}.{m}f32", "f", F[:2]) for op in ("add", "sub", "mul") for m in ("", "rz.", "rm.ftz.", "rn.sat.", "rp.")),
    *(three(f"fma.{m}f32", "f", F) for m in ("rn.", "rz.", "rn.ftz.sat.", "rp.")),
    *(three(f"{op}.{m}.f64", "d", D[:2]) for op in ("add", "mul", "div") for m in ("rn", "rz", "rp")),
    *(three(f"div.{m}f32", "f", F[:2]) for m in ("rn.", "rz.", "rm.ftz.")),
    three("fma.rm.f64", "d", D),
    *(three(f"{op}.f32", "f", F[:2]) for op in ("min", "max", "min.NaN", "max.xorsign.abs", "min.ftz")),
    *(three(f"{op}.f64", "d", D[:2]) for op in ("min", "max")),
    three("sqrt.rn.f32", "f", F[:1]),
    *(three(f"{op}.f16", "h", HF[:2]) for op in ("add", "sub", "mul", "min", "max.NaN", "mul.ftz", "add.sat")),
    *(three(f"{op}.bf16", "h", BF[:2]) for op in ("add.rn", "mul.rn", "min", "max.NaN")),
    three("fma.rn.f16", "h", HF),
    three("neg.f16", "h", HF[:1]),
    Statement("set.le.u32.f32 %0, %1, %2;", "r", "ff", F[:2]),
    Statement("set.ltu.f16.f16 %0, %1, %2;", "h", "hh", HF[:2]),
    Statement("{.reg .pred p; setp.neu.f64 p, %1, %2; selp.u32 %0, 1, 0, p;}", "r", "dd", D[:2]),
    Statement("{.reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p;}", "r", "f", F[:1]),
]

CONVERSIONS = [
    *(Statement(f"cvt.r{m}i.{t}.f32 %0, %1;", "r", "f", F[:1]) for m in "nzmp" for t in ("u32", "s32", "u8")),
    *(Statement(f"cvt.rzi.{t}.f64 %0, %1;", "l", "d", D[:1]) for t in ("u64", "s64")),
    *(Statement(f"cvt.rzi.{t}.f16 %0, %1;", "r", "h", HF[:1]) for t in ("u32", "s32")),
    *(Statement(f"cvt.r{m}.f32.{t} %0, %1;", "f", "l", L[:1]) for m in "nzmp" for t in ("u64", "s64")),
    *(Statement(f"cvt.r{m}.f64.s64 %0, %1;", "d", "l", L[:1]) for m in "np"),
    *(Statement(f"cvt.r{m}.f16.{t} %0, %1;", "h", "r", R[:1]) for m in "nz" for t in ("u32", "s32")),
    *(Statement(f"cvt.r{m}.bf16.u32 %0, %1;", "h", "r", R[:1]) for m in "nz"),
    *(Statement(f"cvt.r{m}.f16.f32 %0, %1;", "h", "f", F[:1]) for m in "nzmp"),
    *(Statement(f"cvt.r{m}.bf16.f32 %0, %1;", "h", "f", F[:1]) for m in "nz"),
    *(Statement(f"cvt.r{m}.f32.f64 %0, %1;", "f", "d", D[:1]) for m in "nzmp"),
    Statement("cvt.rn.f16.f64 %0, %1;", "h", "d", D[:1]),
    Statement("cvt.f32.f16 %0, %1;", "f", "h", HF[:1]),
    Statement("cvt.f64.f32 %0, %1;", "d", "f", F[:1]),
    Statement("cvt.f32.bf16 %0, %1;", "f", "h", BF[:1]),
    *(Statement(f"cvt.r{m}i.f32.f32 %0, %1;", "f", "f", F[:1]) for m in "nzmp"),
    Statement("cvt.rn.f16x2.f32 %0, %1, %2;", "r", "ff", F[:2]),
    Statement("cvt.rna.tf32.f32 %0, %1;", "r", "f", F[:1]),
    Statement("cvt.sat.s8.s32 %0, %1;", "r", "r", R[:1]),
    Statement("cvt.sat.u16.s64 %0, %1;", "h", "l", L[:1]),
    Statement("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;", "h", "ff", F[:2]),
    Statement("cvt.rn.f16x2.e5m2x2 %0, %1;", "r", "h", H[:1]),
]

RESULT_FORMAT = {"f": "f32", "d": "f64"}


def same(statement: Statement, letter: str, got: int, expected: int) -> bool:
    name = RESULT_FORMAT.get(letter)
    if letter == "h":
        name = "bf16" if ".bf16" in statement.asm else "f16" if ".f16" in statement.asm else None
    return got == expected or (name is not None and is_nan(got, FORMATS[name]) and is_nan(expected, FORMATS[name]))


def at_the_ends(statement: Statement, bits: list[int]) -> bool:
    """Whether directed rounding meets numbers so small or large that the error of a result is no number of its type.

    The AMD target computes directed rounding from that error; it is one unit in the last place off there.
    """
    if re.search(r"\.r[zmp]\.(ftz\.)?f(32|64) ", statement.asm) is None:
        return False
    single = ".f32" in statement.asm
    exponents = [x >> (23 if single else 52) & (0xFF if single else 0x7FF) for x in bits]
    low, high = (60, 240) if single else (120, 1960)
    return any(not low < exponent < high for exponent in exponents)


@pytest.mark.parametrize("family", ["INTEGER", "FLOATING", "CONVERSIONS"])
@pytest.mark.parametrize("target", ["cpu", "gfx942", pytest.param("gfx1100", marks=pytest.mark.exhaustive)])
def test_family(target: str, family: str) -> None:
    statements = globals()[family]
    expected = run_many(statements)
    got = execute(target, statements)
    wrong = []
    for statement, want, have in zip(statements, expected, got, strict=True):
        for letter, a, b in zip(statement.outputs, want, have, strict=True):
            rows = [row for row, (x, y) in enumerate(zip(a, b, strict=True)) if not same(statement, letter, y, x)]
            if target != "cpu":
                rows = [row for row in rows if not at_the_ends(statement, [a[row], *(column[row] for column in statement.columns)])]
            if rows:
                operands = [hex(column[rows[0]]) for column in statement.columns]
                wrong.append(f"{statement.asm} {operands}: {b[rows[0]]:#x} for {a[rows[0]]:#x} ({len(rows)} rows)")
    assert not wrong, "\n".join(wrong)
