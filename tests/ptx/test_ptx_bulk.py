# SPDX-License-Identifier: Apache-2.0
"""Bulk copies, asynchronous stores and reductions: what lands in memory, and when the barrier's phase is complete."""

from __future__ import annotations

import random
import re

import pytest
from ptx_harness import Statement, statement_module
from ptx_kernels import execute
from scale.compiler.ptx import translate_module
from scale.errors import CompileError

ROWS = 64
_generator = random.Random(11)
COLUMNS = [[_generator.getrandbits(32) for _ in range(ROWS)] for _ in range(4)]

# A thread has 64 bytes: its source at 0, its target at 16, its barrier at 32.
FRAME = """{
.shared .align 16 .b8 tile[4096];
.reg .u32 a, row; .reg .pred p, q; .reg .b64 state;
mov.u32 a, tile;
mov.u32 row, %%tid.x;
shl.b32 row, row, 6;
add.u32 a, a, row;
st.shared.v4.b32 [a], {%5, %6, %7, %8};
st.shared.v4.b32 [a+16], {%6, %6, %6, %6};
mbarrier.init.shared.b64 [a+32], 1;
mbarrier.arrive.expect_tx.shared.b64 state, [a+32], BYTES;
mbarrier.test_wait.shared.b64 p, [a+32], state;
STATEMENT
mbarrier.test_wait.shared.b64 q, [a+32], state;
selp.u32 %4, 1, 0, q;
@p mov.u32 %4, 99;
ld.shared.v4.b32 {%0, %1, %2, %3}, [a+16];
}"""
BARRIER = "mbarrier::complete_tx::bytes"
CASES = {
    f"cp.async.bulk.shared::cluster.shared::cta.{BARRIER} [a+16], [a], 16, [a+32];": (16, lambda w: w),
    f"st.async.weak.shared::cluster.{BARRIER}.v4.b32 [a+16], {{%8, %7, %6, %5}}, [a+32];": (16, lambda w: w[::-1]),
    f"st.async.shared::cluster.{BARRIER}.b32 [a+20], %5, [a+32];": (4, lambda w: [w[1], w[0], w[1], w[1]]),
    f"red.async.relaxed.cluster.shared::cluster.{BARRIER}.add.u32 [a+16], %5, [a+32];": (
        4,
        lambda w: [(w[0] + w[1]) & 0xFFFFFFFF, w[1], w[1], w[1]],
    ),
    f"cp.reduce.async.bulk.shared::cluster.shared::cta.{BARRIER}.max.u32 [a+16], [a], 16, [a+32];": (
        16,
        lambda w: [max(x, w[1]) for x in w],
    ),
}


@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_values_and_phases(target: str) -> None:
    statements = []
    for text, (size, _) in CASES.items():
        asm = FRAME.replace("BYTES", str(size)).replace("STATEMENT", text)
        statements.append(Statement(asm, "rrrrr", "rrrr", COLUMNS))
    for got, (text, (_, model)) in zip(execute(target, statements), CASES.items(), strict=True):
        for row in range(ROWS):
            want = [*model([column[row] for column in COLUMNS]), 1]
            assert [column[row] for column in got] == want, (text, row)


def test_zeros() -> None:
    fill = f"st.bulk.weak.shared::cta [a+16], 16, 0; st.async.{BARRIER}.b64 [a+40], state, [a+32];"
    asm = FRAME.replace("BYTES", "8").replace("STATEMENT", fill)
    (got,) = execute("cpu", [Statement(asm, "rrrrr", "rrrr", COLUMNS)])
    assert got == [[0] * ROWS] * 4 + [[1] * ROWS]


@pytest.mark.parametrize(
    "text",
    [
        f"cp.async.bulk.tensor.2d.shared::cluster.global.{BARRIER} [%0], [%1, {{%0, %0}}], [%0];",
        "wgmma.fence.sync.aligned;",
    ],
)
def test_what_is_not_here_is_named(text: str) -> None:
    with pytest.raises(CompileError, match=re.escape(f"'{text.split(' ')[0].rstrip(';')}' is not supported")):
        translate_module(statement_module(text, "r", "r"))
