# SPDX-License-Identifier: Apache-2.0
"""mov, prmt, cvta, isspacep, special registers, hints."""

from __future__ import annotations

import random

import pytest
from ptx_harness import run, samples, statement_module
from scale.compiler.ptx import translate_module


def lines(asm: str, outputs: str = "", inputs: str = "", types: list[str] | None = None) -> list[str]:
    """The instructions that stand for a statement, temporaries named t1, t2, …"""
    import re

    text, _ = translate_module(statement_module(asm, outputs, inputs, types))
    body = text[text.index("body:") :].split("%next = ")[0].split("\n")[1:-1]
    kept = [line.strip() for line in body if not re.match(r"\s*(%[pvqe]\d+ = (getelementptr|load|extractvalue)|store .*%q\d)", line)]
    names: dict[str, str] = {}
    return [re.sub(r"%\.p\d+\.\w+", lambda m: names.setdefault(m[0], f"%t{len(names) + 1}"), line) for line in kept]


def test_packing() -> None:
    assert run("mov.b64 %0, {%1, %2};", "l", "rr", [[0x11223344], [0x55667788]]) == [[0x5566778811223344]]
    assert run("mov.b32 %0, {%1, %2};", "r", "hh", [[0x1122], [0x3344]]) == [[0x33441122]]
    assert run("mov.b64 %0, {%1, %2, %3, %4};", "l", "hhhh", [[1], [2], [3], [4]]) == [[0x0004000300020001]]
    assert run("mov.b64 {%0, %1}, %2;", "rr", "l", [[0x5566778811223344]]) == [[0x11223344], [0x55667788]]
    assert run("mov.b64 {%0, %1}, %2;", "ff", "d", [[0x3FF0000040000000]]) == [[0x40000000], [0x3FF00000]]
    assert run("mov.b128 %0, {%1, %2};", "q", "ll", [[5], [6]]) == [[5 | 6 << 64]]
    assert run("mov.b128 {%0, %1}, %2;", "ll", "q", [[5 | 6 << 64]]) == [[5], [6]]
    assert run("mov.b32 %0, %1;", "r", "f", [[0x3F800000]]) == [[0x3F800000]]
    assert run("mov.b64 %0, %1;", "d", "l", [[0x3FF0000000000000]]) == [[0x3FF0000000000000]]


def permute(low: int, high: int, selector: int) -> int:
    data = low | high << 32
    result = 0
    for index in range(4):
        nibble = selector >> 4 * index & 15
        byte = data >> 8 * (nibble & 7) & 255
        if nibble & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * index
    return result


def test_prmt() -> None:
    generator = random.Random(2)
    columns = [[generator.getrandbits(32) for _ in range(300)] for _ in range(3)]
    (got,) = run("prmt.b32 %0, %1, %2, %3;", "r", "rrr", columns)
    assert got == [permute(*row) for row in zip(*columns, strict=True)]
    for selector in (0x3210, 0x5410, 0x7632, 0x0123, 0x89AB, 0xFEDC):
        (got,) = run(f"prmt.b32 %0, %1, %2, {selector:#x};", "r", "rr", columns[:2])
        assert got == [permute(a, b, selector) for a, b in zip(*columns[:2], strict=True)]


# The PTX ISA's table: bytes of the result, highest first, for selector values 0 to 3.
MODES = {
    "f4e": ["3210", "4321", "5432", "6543"], "b4e": ["5670", "6701", "7012", "0123"], "rc8": ["0000", "1111", "2222", "3333"],
    "ecl": ["3210", "3211", "3222", "3333"], "ecr": ["0000", "1110", "2210", "3210"], "rc16": ["1010", "3232", "1010", "3232"],
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_prmt_modes(mode: str) -> None:
    low, high = 0x83828180, 0x07060504
    (got,) = run(f"prmt.b32.{mode} %0, %1, %2, %3;", "r", "rrr", [[low] * 8, [high] * 8, list(range(8))])
    assert got == [permute(low, high, int(MODES[mode][selector & 3], 16)) for selector in range(8)]


def test_pointers_stay_pointers() -> None:
    assert lines("ld.global.f32 %0, [%1+8];", "f", "l", ["ptr"]) == [
        "%t1 = addrspacecast ptr %v0 to ptr addrspace(1)",
        "%t2 = getelementptr i8, ptr addrspace(1) %t1, i64 8",
        "%t3 = load i32, ptr addrspace(1) %t2, align 4",
        "%r = bitcast i32 %t3 to float",
    ]
    assert lines("{.reg .u64 a; cvta.to.global.u64 a, %1; ld.u32 %0, [%1];}", "r", "l", ["ptr"])[-1] == "%r = load i32, ptr %v0, align 4"


def test_shared_addresses() -> None:
    assert lines("{.reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a;}", "r", "l", ["ptr"]) == [
        "%t1 = addrspacecast ptr %v0 to ptr addrspace(3)",
        "%t2 = ptrtoint ptr addrspace(3) %t1 to i64",
        "%r = trunc i64 %t2 to i32",
    ]
    assert lines("st.shared.u32 [%0-4], %1;", "", "rr") == [
        "%t1 = inttoptr i32 %v0 to ptr addrspace(3)",
        "%t2 = getelementptr i8, ptr addrspace(3) %t1, i64 -4",
        "store i32 %v1, ptr addrspace(3) %t2, align 4",
    ]
    text, _ = translate_module(statement_module("{.shared .align 8 .b8 buffer[64]; mov.u32 %0, buffer;}", "r", ""))
    assert "@__scale_ptx_shared.0.buffer = internal addrspace(3) global [64 x i8] undef, align 8" in text
    assert "ptrtoint ptr addrspace(3) @__scale_ptx_shared.0.buffer to i32" in text


def test_isspacep() -> None:
    got = lines("{.reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p;}", "r", "l", ["ptr"])
    assert got == ["%t1 = call i1 @__scale_is_shared(ptr %v0)", "%r = select i1 %t1, i32 1, i32 0"]


SPECIAL = {
    "%%tid.x": "call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
    "%%nctaid.z": "call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()",
    "%%laneid": "call i32 @llvm.nvvm.read.ptx.sreg.laneid()",
    "%%lanemask_lt": "call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()",
    "%%smid": "call i32 @llvm.nvvm.read.ptx.sreg.smid()",
    "%%clock": "call i32 @llvm.nvvm.read.ptx.sreg.clock()",
    "%%dynamic_smem_size": "call i32 @__scale_dynamic_shared_size()",
}


@pytest.mark.parametrize("name", SPECIAL)
def test_special_registers(name: str) -> None:
    assert lines(f"mov.u32 %0, {name};", "r") == [f"%r = {SPECIAL[name]}"]


def test_wide_special_registers() -> None:
    assert lines("mov.u64 %0, %%globaltimer;", "l") == ["%r = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()"]
    assert lines("mov.u32 %0, %%clock_hi;", "r") == [
        "%t1 = call i64 @llvm.nvvm.read.ptx.sreg.clock64()",
        "%t2 = lshr i64 %t1, 32",
        "%r = trunc i64 %t2 to i32",
    ]
    assert run("mov.u32 %0, %%cluster_nctaid.x; mov.u32 %1, %%cluster_ctarank;", "rr", "", []) == [[1], [0]]


def test_declared_registers_win_over_special_ones() -> None:
    assert run("{.reg .u32 %%laneid; mov.u32 %%laneid, 9; mov.u32 %0, %%laneid;}", "r", "", []) == [[9]]


def test_hints_vanish() -> None:
    text = "prefetch.global.L2 [%0]; prefetchu.L1 [%0]; discard.global.L2 [%0], 128; applypriority.global.L2::evict_normal [%0], 128;"
    assert lines(text, "", "l") == []
    assert lines("pmevent 3; griddepcontrol.wait; cp.async.commit_group;") == []
    (meet,) = lines("cp.async.wait_group 2;")
    assert "@llvm.nvvm.activemask()" in meet  # the warp's lanes
    assert run("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;", "l", "", []) == [[0]]


def test_samples_have_edges() -> None:
    assert 0xFFFFFFFF in samples([32])[0]
