# SPDX-License-Identifier: Apache-2.0
"""Loads, stores, atomics, fences, barriers, asynchronous copies: what IR they become, and values where memory is the host's."""

from __future__ import annotations

import ctypes
import itertools
import re

import numpy as np
import pytest
from ptx_harness import provide, run, statement_module
from ptx_warp import SharedMemory
from scale.compiler.ptx import translate_module
from test_ptx_data import lines

TYPES = {"u8": 1, "s8": 1, "b8": 1, "u16": 2, "s16": 2, "u32": 4, "s32": 4, "b32": 4, "f32": 4, "u64": 8, "b64": 8, "f64": 8}
LETTERS = {"u8": "r", "s8": "r", "b8": "h", "u16": "h", "s16": "r", "f32": "f", "f64": "d", "u64": "l", "b64": "l"}


@pytest.mark.parametrize("name", TYPES)
def test_load_and_store(name: str) -> None:
    size = TYPES[name]
    data = np.array([0x8182838485868788, 0x1112131415161718], np.uint64)
    letter = LETTERS.get(name, "r")
    width = {"r": 4, "h": 2, "f": 4, "d": 8, "l": 8}[letter]
    (got,) = run(f"ld.global.{name} %0, [%1+{size}];", letter, "l", [[data.ctypes.data]])
    value = int.from_bytes(data.tobytes()[size : 2 * size], "little", signed=name[0] == "s")
    assert got[0] == value & (1 << 8 * width) - 1
    run(f"st.global.{name} [%0], %1;", "", "l" + letter, [[data.ctypes.data], [value]])
    assert data.tobytes()[:size] == data.tobytes()[size : 2 * size]


@pytest.mark.parametrize("count", [2, 4])
def test_vectors(count: int) -> None:
    data = np.arange(8, dtype=np.uint32) + 7
    names = [f"%{i}" for i in range(count)]
    got = run(f"ld.global.nc.v{count}.u32 {{{', '.join(names)}}}, [%{count}];", "r" * count, "l", [[data.ctypes.data]])
    assert [column[0] for column in got] == list(data[:count])
    names = [f"%{i + 1}" for i in range(count)]
    run(f"st.v{count}.u32 [%0+16], {{{', '.join(names)}}};", "", "l" + "r" * count, [[data.ctypes.data], *got])
    assert list(data[4 : 4 + count]) == list(data[:count])


def test_sinks_in_vectors() -> None:
    data = np.arange(4, dtype=np.uint32) + 7
    assert run("ld.v4.u32 {%0, _, _, %1}, [%2];", "rr", "l", [[data.ctypes.data]]) == [[7], [10]]


SCOPES = {"cta": 1, "cluster": 2, "gpu": 3, "sys": 4}


@pytest.mark.parametrize("scope", SCOPES)
def test_ordered_accesses_carry_order_and_scope(scope: str) -> None:
    number = SCOPES[scope]
    assert lines(f"ld.relaxed.{scope}.u32 %0, [%1];", "r", "l", ["ptr"]) == [
        f"%r = call i32 @__scale_atomic_load_u32(ptr %v0, i32 0, i32 {number})"
    ]
    assert lines(f"ld.acquire.{scope}.global.u64 %0, [%1];", "l", "l", ["ptr"])[-1].endswith(f"i32 1, i32 {number})")
    assert lines(f"st.release.{scope}.u16 [%0], %1;", "", "lh", ["ptr", "i16"]) == [
        f"call void @__scale_atomic_store_u16(ptr %v0, i16 %v1, i32 2, i32 {number})"
    ]
    assert lines(f"st.relaxed.{scope}.f32 [%0], %1;", "", "lf", ["ptr", "float"])[-1].startswith("call void @__scale_atomic_store_u32(")


def test_look_back_accesses_stay_single() -> None:
    got = lines("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];", "ll", "l", ["ptr"])
    assert got[0] == "%t1 = call i128 @__scale_atomic_load_u128(ptr %v0, i32 0, i32 3)"
    got = lines("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};", "", "lrrrr", ["ptr", "i32", "i32", "i32", "i32"])
    assert got[-1].startswith("call void @__scale_atomic_store_u128(ptr %t") and got[-1].endswith(", i32 0, i32 3)")
    got = lines("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];", "rr", "l", ["ptr"])
    assert got[0] == "%t1 = call i64 @__scale_atomic_load_u64(ptr %v0, i32 0, i32 3)"


def test_bytes_are_llvm_atomics() -> None:
    assert lines("ld.acquire.gpu.u8 %0, [%1];", "h", "l", ["ptr"]) == [
        '%t1 = load atomic i8, ptr %v0 syncscope("device") acquire, align 1',
        "%r = zext i8 %t1 to i16",
    ]


def test_modifiers_in_old_orders() -> None:
    a = lines("ld.global.acquire.gpu.b32 %0, [%1];", "r", "l", ["ptr"])
    assert a == lines("ld.acquire.gpu.global.b32 %0, [%1];", "r", "l", ["ptr"])


# --- atomics -----------------------------------------------------------------------------------------
ATOMS = [
    ("add.u32", "add_u32", "i32"), ("add.s32", "add_u32", "i32"), ("add.u64", "add_u64", "i64"), ("add.f32", "add_f32", "float"),
    ("add.f64", "add_f64", "double"), ("min.u32", "min_u32", "i32"), ("min.s32", "min_s32", "i32"), ("max.s64", "max_s64", "i64"),
    ("max.u64", "max_u64", "i64"), ("and.b32", "and_u32", "i32"), ("or.b64", "or_u64", "i64"), ("xor.b32", "xor_u32", "i32"),
    ("inc.u32", "inc_u32", "i32"), ("dec.u32", "dec_u32", "i32"), ("exch.b32", "exch_u32", "i32"), ("exch.b64", "exch_u64", "i64"),
    ("exch.b128", "exch_u128", "i128"),
]  # fmt: skip
LETTER_OF = {"i16": "h", "i32": "r", "i64": "l", "float": "f", "double": "d", "i128": "q"}


@pytest.mark.parametrize(("opcode", "name", "llvm_type"), ATOMS, ids=lambda x: x)
def test_atomics(opcode: str, name: str, llvm_type: str) -> None:
    letter = LETTER_OF[llvm_type]
    got = lines(f"atom.{opcode} %0, [%1], %2;", letter, "l" + letter, ["ptr", llvm_type])
    assert got == [f"%r = call {llvm_type} @__scale_atomic_{name}(ptr %v0, {llvm_type} %v1, i32 0, i32 3)"]
    operation, kind = opcode.split(".")
    got = lines(f"atom.acq_rel.cta.shared.{operation}.{kind} %0, [%1], %2;", letter, "l" + letter, ["ptr", llvm_type])
    assert got[-1].endswith(f"{llvm_type} %v1, i32 3, i32 1)")
    if operation != "exch":
        got = lines(f"red.release.sys.global.{opcode} [%0], %1;", "", "l" + letter, ["ptr", llvm_type])
        assert got[-1].startswith(("%t3 = call", "%t2 = call")) and got[-1].endswith("i32 2, i32 4)")


def test_older_order_of_words() -> None:
    a = lines("atom.add.release.gpu.u32 %0, [%1], %2;", "r", "lr", ["ptr", "i32"])
    assert a == ["%r = call i32 @__scale_atomic_add_u32(ptr %v0, i32 %v1, i32 2, i32 3)"]
    assert lines("red.and.release.cta.b32 [%0], %1;", "", "lr", ["ptr", "i32"])[-1].endswith(
        "@__scale_atomic_and_u32(ptr %v0, i32 %v1, i32 2, i32 1)"
    )


@pytest.mark.parametrize("bits", [16, 32, 64, 128])
def test_compare_and_swap_takes_the_new_value_first(bits: int) -> None:
    letter = LETTER_OF[f"i{bits}"]
    got = lines(f"atom.acquire.gpu.cas.b{bits} %0, [%1], %2, %3;", letter, "l" + letter * 2, ["ptr", f"i{bits}", f"i{bits}"])
    assert got == [f"%r = call i{bits} @__scale_atomic_cas_u{bits}(ptr %v0, i{bits} %v2, i{bits} %v1, i32 1, i32 3)"]


def test_atomics_of_halves_and_vectors() -> None:
    got = lines("atom.add.noftz.f16x2 %0, [%1], %2;", "r", "lr", ["ptr", "i32"])
    assert got[1] == "%t2 = call <2 x half> @__scale_atomic_add_f16x2(ptr %v0, <2 x half> %t1, i32 0, i32 3)"
    got = lines("red.add.noftz.bf16 [%0], %1;", "", "lh", ["ptr", "i16"])
    assert got[-1] == "%t2 = call bfloat @__scale_atomic_add_bf16(ptr %v0, bfloat %t1, i32 0, i32 3)"
    got = lines("red.global.add.v2.f32 [%0], {%1, %2};", "", "lff", ["ptr", "float", "float"])
    calls = [line.split(" = ")[1] for line in got if "call" in line]
    assert [re.sub(r"%t\d+", "%p", call) for call in calls] == [
        f"call float @__scale_atomic_add_f32(ptr %p, float %v{index}, i32 0, i32 3)" for index in (1, 2)
    ]


def test_fences() -> None:
    assert lines("membar.gl; membar.cta; membar.sys;") == [f"call void @llvm.nvvm.membar.{x}()" for x in ("gl", "cta", "sys")]
    assert lines("fence.acq_rel.gpu; fence.sc.sys; fence.acq_rel.cta; fence.acq_rel.cluster;") == [
        'fence syncscope("device") acq_rel', "fence seq_cst", 'fence syncscope("block") acq_rel', 'fence syncscope("cluster") acq_rel',
    ]  # fmt: skip


def test_block_barriers() -> None:
    head = "@llvm.nvvm.barrier.cta"
    assert lines("bar.sync 0; barrier.sync.aligned 1; barrier.cta.sync 2, 64; bar.arrive 3, 96; bar.warp.sync 0xff;") == [
        f"call void {head}.sync.aligned.all(i32 0)",
        f"call void {head}.sync.aligned.all(i32 1)",
        f"call void {head}.sync.aligned.count(i32 2, i32 64)",
        f"call void {head}.arrive.aligned.count(i32 3, i32 96)",
        "call void @llvm.nvvm.bar.warp.sync(i32 255)",
    ]
    got = lines("{.reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p;}", "r", "r")
    assert got[-1] == f"%r = call i32 {head}.red.popc.aligned.all(i32 0, i1 %t1)"
    got = lines("{.reg .pred p; setp.ne.u32 p, %1, 0; bar.red.or.pred p, 0, !p; selp.u32 %0, 1, 0, p;}", "r", "r")
    assert f"call i1 {head}.red.or.aligned.all(i32 0, i1 %t" in "\n".join(got)


def test_services() -> None:
    assert lines("trap; brkpt; exit; nanosleep.u32 20;") == [
        "call void @llvm.trap()", "call void @llvm.debugtrap()", "call void @__scale_exit()", "call void @llvm.nvvm.nanosleep(i32 20)",
    ]  # fmt: skip


def test_conditional_exit_is_a_branch() -> None:
    text, _ = translate_module(statement_module("{.reg .pred p; setp.ne.u32 p, %0, 0; @p exit;}", "", "r"))
    assert "br i1 %t" in text and "call void @__scale_exit()" in text


# --- asynchronous copies -------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [4, 8, 16])
def test_copy_to_shared_memory(size: int) -> None:
    shared = SharedMemory(4096)
    data = np.arange(32, dtype=np.uint8) + 1
    mode = "cg" if size == 16 else "ca"
    for count in (None, 0, 1, 3, size - 1, size):
        shared.array[:] = 0xEE
        extra, letters, columns = ("", "rl", []) if count is None else (", %2", "rlr", [[count]])
        run(
            f"cp.async.{mode}.shared.global.L2::128B [%0], [%1], {size}{extra};",
            "",
            letters,
            [[shared.address], [data.ctypes.data], *columns],
        )
        good = size if count is None else count
        assert list(shared.array[:size]) == list(data[:good]) + [0] * (size - good)
        assert (shared.array[size:] == 0xEE).all()


def test_copy_that_is_ignored_writes_zeros() -> None:
    shared = SharedMemory(4096)
    data = np.arange(16, dtype=np.uint8) + 1
    for ignored in (0, 1):
        text = "{.reg .pred p; setp.ne.u32 p, %2, 0; cp.async.ca.shared::cta.global [%0], [%1], 16, p;}"
        run(text, "", "rlr", [[shared.address], [data.ctypes.data], [ignored]])
        assert list(shared.array[:16]) == ([0] * 16 if ignored else list(data))


# --- barrier objects -----------------------------------------------------------------------------------
def _word(address: int) -> ctypes.c_uint64:
    return ctypes.c_uint64.from_address(address)


@provide("__scale_atomic_load_u64", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)
def _load(address: int, order: int, scope: int) -> int:
    return ctypes.c_int64(_word(address).value).value


@provide("__scale_atomic_cas_u64", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int32, ctypes.c_int32)
def _cas(address: int, value: int, compare: int, order: int, scope: int) -> int:
    old = _word(address).value
    if ctypes.c_int64(old).value == compare:
        _word(address).value = value & (1 << 64) - 1
    return ctypes.c_int64(old).value


@provide("__scale_yield", None)
def _yield() -> None:
    pass


def test_mbarrier_phases() -> None:
    memory = SharedMemory(4096)
    at = [memory.address]

    def waited(form: str, state: int) -> int:
        text = "{.reg .pred p; mbarrier." + form + " p, [%1], %2; selp.u32 %0, 1, 0, p;}"
        return run(text, "r", "rr" if "parity" in form else "rl", [at, [state]])[0][0]

    run("mbarrier.init.shared.b64 [%0], 3;", "", "r", [at])
    assert waited("test_wait.parity.shared.b64", 0) == 0
    assert waited("test_wait.parity.shared.b64", 1) == 1
    first = run("mbarrier.arrive.shared.b64 %0, [%1];", "l", "r", [at])[0][0]
    assert run("mbarrier.pending_count.b64 %0, %1;", "r", "l", [[first]]) == [[3]]
    assert waited("test_wait.shared.b64", first) == 0
    run("{.reg .b64 s; mbarrier.arrive.release.cta.shared::cta.b64 s, [%0], 2;}", "", "r", [at])
    assert waited("try_wait.acquire.cta.shared::cta.b64", first) == 1
    assert waited("try_wait.parity.shared::cta.b64", 0) == 1
    assert waited("test_wait.parity.shared.b64", 1) == 0


def test_mbarrier_waits_for_bytes_and_drops() -> None:
    memory = SharedMemory(4096)
    at = [memory.address]

    def complete(parity: int) -> int:
        text = "{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
        return run(text, "r", "rr", [at, [parity]])[0][0]

    run("mbarrier.init.shared.b64 [%0], 2;", "", "r", [at])
    run("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;", "", "r", [at])
    run("mbarrier.arrive_drop.shared.b64 _, [%0];", "", "r", [at])
    assert complete(0) == 0
    run("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 256;", "", "r", [at])
    assert complete(0) == 1
    run("cp.async.mbarrier.arrive.shared.b64 [%0];", "", "r", [at])
    assert complete(1) == 0
    run("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];", "", "r", [at])  # one thread is left after the drop
    assert complete(1) == 1


def test_every_load_of_the_table_translates() -> None:
    """All spaces, cache operators and vectors of loads: nothing is refused that the assembler takes."""
    for space, cop, vec in itertools.product(
        ("", ".global", ".shared", ".const", ".local"), ("", ".ca", ".cg", ".cs", ".lu", ".cv"), ("", ".v2", ".v4")
    ):
        registers = {"": "%0", ".v2": "{%0, %1}", ".v4": "{%0, %1, %2, %3}"}[vec]
        count = {"": 1, ".v2": 2, ".v4": 4}[vec]
        assert lines(f"ld{space}{cop}{vec}.u32 {registers}, [%{count}];", "r" * count, "l", ["ptr"])
