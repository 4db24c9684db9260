# SPDX-License-Identifier: Apache-2.0
"""Each arithmetic instruction against its published pseudocode, on edge and random inputs, lane by lane."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from amdgcn.machine import POISON, Machine
from amdgcn.pseudocode import Lane
from amdgcn.pseudocode_values import Unsupported, Value

TABLES = {"gfx942": "cdna", "gfx1100": "rdna3", "gfx1201": "rdna4"}
VECTOR = ("VOP1Op", "VOP2Op", "VOPCOp", "VOP3Op", "VOP3SDOp", "VOP3POp")
SCALAR = ("SOP1Op", "SOP2Op", "SOPCOp")

# What the documents get wrong, leave out, or give only approximately; each has a test of its own below or in test_families.py.
ELSEWHERE = (
    "rndne", "frexp", "div_", "trig_preop", "exp_", "log_", "rcp", "rsq", "sqrt", "sin_", "cos_", "readlane", "writelane", "readfirstlane",
    "permlane", "swap", "mbcnt", "movrel", "wmma", "mfma", "swmmac", "smfmac", "accvgpr", "mix", "cvt_pk_fp8", "cvt_pk_bf8", "getpc",
    "setpc", "swappc", "rfe", "call", "barrier", "sendmsg", "sleep", "nop", "pipeflush", "clrexcp", "gpr_idx", "fmamk", "fmaak", "madmk",
    "madak", "prng", "qsad", "scalef32", "cube", "mullit", "screen_partition", "cvt_off", "fp8", "bf8", "_sr_", "bitop3", "cbranch",
    "subvector", "pkaccum", "get_barrier", "movrels", "alloc", "setvskip", "dot2_f16", "dot2_bf16", "legacy", "dx9", "iflag", "prefetch",
)  # fmt: skip
# The documents and the hardware, as LLVM relies on it, disagree: what the pseudocode says that is not so.
WRONG = {
    "v_fract_f16": "the result stays below one; LLVM folds min(x - floor(x), largest below one) into it",
    "v_fract_f32": "the same",
    "v_fract_f64": "the same",
    "v_cvt_pk_u16_u32": "saturates; LLVM uses it for clamps",
    "v_cvt_pk_i16_i32": "saturates",
    "s_bcnt1_i32_b64": "SCC comes from the 32 bits of the result; the pseudocode names 64",
    "s_bcnt0_i32_b64": "the same",
}

EDGES = {
    "f16": [0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x3800, 0x4200, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x7D01,
            0x3E00, 0x4248],
    "f32": [0, 1 << 31, 1, 0x80000001, 0x7FFFFF, 0x800000, 0x3F800000, 0xBF800000, 0x3F000000, 0x40200000, 0xC0200000,
            0x7F7FFFFF, 0xFF7FFFFF,
            0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0x4F000000, 0xCF000000, 0x4F800000, 0x4B7FFFFF, 0x3EFFFFFF,
            0x477FF000],
    "f64": [0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x4004000000000000,
            0x7FEFFFFFFFFFFFFF,
            0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000001, 0x41E0000000000000,
            0xC1E0000000000001, 0x47EFFFFFF0000000],
    "i": [0, 1, 2, 3, 5, 15, 16, 31, 32, 33, 63, 64, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFF, 0x800000,
            0xFFFFFF, 0x7FFFFFFF, 1 << 31, 0xFFFFFFFF,
          0xFFFFFFFE, 0x7FFFFFFFFFFFFFFF, 1 << 63, 0xFFFFFFFFFFFFFFFF],
}  # fmt: skip


def _modules(target: str) -> tuple[Any, Any, dict[Any, str]]:
    base = f"tinygrad.runtime.autogen.amd.{TABLES[target]}"
    return (
        importlib.import_module(base + ".ins"),
        importlib.import_module(base + ".operands"),
        importlib.import_module(base + ".str_pcode").PCODE,
    )


def _mnemonic(op: Any) -> str:
    return str(op.name).lower().removesuffix("_e32").removesuffix("_e64")


def _cases(target: str, families: tuple[str, ...]) -> Iterator[Any]:
    for op in _modules(target)[2]:
        name = _mnemonic(op)
        if type(op).__name__ in families and not any(part in name for part in ELSEWHERE):
            yield op


def encode(cls: Any, op: Any, **fields: int) -> bytes:
    """The instruction word(s) with these raw field values."""
    raw = 0
    for name, field in cls._fields:
        value = op.value if name == "op" else fields.get(name, field.default if type(field).__name__ == "FixedBitField" else 0)
        if not isinstance(value, int):
            value = 0
        raw |= (value & field.mask) << field.lo
    return int(raw).to_bytes(cls._base_size, "little")


def _random(rng: np.random.Generator, kind: str, bits: int, count: int) -> list[int]:
    edges = EDGES[kind if kind in EDGES else "i"]
    out = []
    for _ in range(count):
        if rng.random() < 0.6:
            out.append(int(edges[rng.integers(len(edges))]) & ((1 << bits) - 1))
        elif kind == "f32" and rng.random() < 0.7:
            out.append(int(np.float32(rng.standard_normal() * 10.0 ** rng.integers(-3, 6)).view(np.uint32)))
        elif kind == "f16" and rng.random() < 0.7:
            out.append(int(np.float16(rng.standard_normal() * 10.0 ** rng.integers(-2, 3)).view(np.uint16)))
        elif kind == "f64" and rng.random() < 0.7:
            out.append(int(np.float64(rng.standard_normal() * 10.0 ** rng.integers(-3, 10)).view(np.uint64)))
        else:
            out.append(int(rng.integers(0, 1 << 63)) << 1 & ((1 << bits) - 1) | int(rng.integers(2)))
    return out


def _operand(operands: dict[str, Any], *names: str) -> tuple[str, int] | None:
    for name in names:
        if name in operands:
            fmt = operands[name][0].name.removeprefix("FMT_NUM_")
            kind = {"F16": "f16", "F32": "f32", "F64": "f64", "PK2_F16": "f16", "BF16": "f16"}.get(fmt, "i")
            return kind, operands[name][1]
    return None


def _same(actual: int, expected: int, kind: str, bits: int) -> bool:
    mask = (1 << bits) - 1
    if (actual ^ expected) & mask == 0:
        return True
    if kind in ("f16", "f32", "f64"):
        x, y = Value(actual & mask, "f", bits), Value(expected & mask, "f", bits)
        return bool(x.real != x.real and y.real != y.real)
    return False


def _opposite_zeros(values: list[int]) -> bool:
    halves = {v >> shift & 0xFFFF for v in values for shift in (0, 16, 48)}
    return 0 in halves and 0x8000 in halves


def check_vector(target: str, op: Any, seed: int) -> bool:
    """Runs one vector instruction on all lanes and compares; False if the pseudocode cannot be evaluated."""
    ins, tables, pcode = _modules(target)
    name, family = _mnemonic(op), type(op).__name__
    operands = tables.OPERANDS.get(op, {})
    every = 8 if op.name.endswith("_E64") else 1  # the short encoding has every lane compared
    rng = np.random.default_rng([seed, op.value, len(name)])
    machine = Machine(target)
    lanes = machine.architecture.lanes
    sources: list[tuple[str, int, list[int]]] = []
    for i, names in enumerate((("src0", "vsrc0"), ("src1", "vsrc1"), ("src2", "vsrc2"))):
        found = _operand(operands, *names)
        if found:
            kind, bits = found
            pairs = _random(rng, kind, 16 if "PK2" in str(operands[next(n for n in names if n in operands)][0]) else bits, lanes)
            if "PK2" in str(operands[next(n for n in names if n in operands)][0]) and bits == 32:
                high = _random(rng, kind, 16, lanes)
                pairs = [a | b << 16 for a, b in zip(pairs, high, strict=True)]
            sources.append((kind, bits, pairs))
            for lane in range(lanes):
                machine.v[4 * i, lane] = pairs[lane] & 0xFFFFFFFF
                machine.v[4 * i + 1, lane] = pairs[lane] >> 32 & 0xFFFFFFFF
    carry = int(rng.integers(0, 1 << 63)) << 1
    machine.s[106], machine.s[107] = carry & 0xFFFFFFFF, carry >> 32
    machine.s[30], machine.s[31] = carry & 0xFFFFFFFF, carry >> 32
    exec_mask = (int(rng.integers(0, 1 << 63)) << 1 | 1) & ((1 << lanes) - 1)
    machine.exec = exec_mask
    old = [int(rng.integers(0, 1 << 32)) for _ in range(lanes)]
    machine.v[40, :lanes] = old
    machine.v[41, :lanes] = old
    mask_source = "cndmask" in name or "addc" in name or "subb" in name or "co_ci" in name
    fields = {
        "vdst": 40,
        "src0": 256,
        "vsrc1": 4,
        "src1": 260,
        "src2": 30 if mask_source else 264,
        "sdst": 20,
        "opsel_hi": 3,
        "opsel_hi2": 1,
    }
    compare = name.startswith("v_cmp")
    cls = getattr(ins, "VOP3_SDST" if compare and family == "VOP3Op" else family.removesuffix("Op"))
    if compare and family == "VOP3Op":
        fields["vdst"] = 20
    machine.run(encode(cls, op, **fields))
    library = {_mnemonic(other): text for other, text in pcode.items()}
    result = _operand(operands, "vdst")
    width = 64 if result and result[1] == 64 else 32
    sdst = int(machine.s[20]) | int(machine.s[21]) << 32
    vcc = int(machine.s[106]) | int(machine.s[107]) << 32
    mask_out = vcc if family in ("VOPCOp", "VOP2Op") else sdst
    # CDNA's document leaves the order of -0 and +0 open; the emulator takes -0 for the smaller one, as LLVM does.
    zeros_unordered = TABLES[target] == "cdna" and any(part in name for part in ("min", "max", "med"))
    for lane in range(lanes):
        active = exec_mask >> lane & 1
        actual = int(machine.v[40, lane]) | int(machine.v[41, lane]) << 32
        if not active:
            assert compare or actual & 0xFFFFFFFF == old[lane], f"{name} writes lane {lane}, which EXEC switches off"
            continue
        if lane % every or (zeros_unordered and _opposite_zeros([v[lane] for _, _, v in sources])):
            continue
        state = Lane(library, laneId=Value(lane), VCC=Value(carry, "u", 64), EXEC=Value(exec_mask, "u", 64), SCC=Value(0, "u", 1))
        state.names["MODE.IEEE"] = Value(1, "u", 1)
        state.names["WAVE32"] = Value(int(lanes == 32), "u", 1)
        state.names["ROUND_MODE"] = Value(0)
        state.names["ROUND_TOWARD_ZERO"] = Value(1)
        state.names["D0"] = Value(0 if compare else old[lane] | old[lane] << 32, "b", 64)
        state.names["D1"] = Value(0, "b", 64)
        for i, (_, bits, values) in enumerate(sources):
            state.names[f"S{i}"] = Value(values[lane], "b", max(32, bits))
        try:
            state.run(pcode[op])
        except (Unsupported, ZeroDivisionError, OverflowError):
            return False
        context = f"{target} {name} ({family}), lane {lane}, sources {[hex(v[lane]) for _, _, v in sources]}"
        if compare:
            where = "EXEC" if name.startswith("v_cmpx") else "D0"
            expected = state.names[where].bits >> lane & 1
            got = (machine.exec if name.startswith("v_cmpx") else mask_out) >> lane & 1
            assert got == expected, context
            continue
        expected = state.names["D0"].bits
        kind, bits = result or ("i", 32)
        bits = min(bits, width)
        if "PK2" in str(operands.get("vdst", [""])[0]) and kind == "f16":
            good = _same(actual, expected, kind, 16) and _same(actual >> 16, expected >> 16, kind, 16)
        else:
            good = _same(actual, expected, kind, bits)
        assert good, f"{context}: {actual & ((1 << bits) - 1):#x}, the document says {expected & ((1 << bits) - 1):#x}"
        if "_co_" in name and "mad" not in name:
            assert mask_out >> lane & 1 == state.names["VCC"].bits >> lane & 1, f"{context}: carry"
    return True


def check_scalar(target: str, op: Any, seed: int) -> bool:
    """Runs one scalar instruction on several inputs and compares result and SCC; False if the pseudocode cannot be evaluated."""
    ins, tables, pcode = _modules(target)
    name = _mnemonic(op)
    operands = tables.OPERANDS.get(op, {})
    rng = np.random.default_rng([seed, op.value])
    library = {_mnemonic(other): text for other, text in pcode.items()}
    for _ in range(24):
        machine = Machine(target)
        state = Lane(library)
        state.names["MODE.IEEE"] = Value(1, "u", 1)
        state.names["ROUND_MODE"], state.names["ROUND_TOWARD_ZERO"] = Value(0), Value(1)
        for i in range(2):
            found = _operand(operands, f"ssrc{i}")
            if found:
                value = _random(rng, found[0], found[1], 1)[0]
                machine.s[4 * i], machine.s[4 * i + 1] = value & 0xFFFFFFFF, value >> 32
                state.names[f"S{i}"] = Value(value, "b", max(32, found[1]))
        scc, exec_mask, old = int(rng.integers(2)), int(rng.integers(1, 1 << 62)), int(rng.integers(0, 1 << 62))
        if machine.architecture.lanes == 32:
            exec_mask &= 0xFFFFFFFF
        machine.scc, machine.exec = scc, exec_mask
        machine.s[20], machine.s[21] = old & 0xFFFFFFFF, old >> 32
        state.names |= {"SCC": Value(scc, "u", 1), "EXEC": Value(exec_mask, "u", 64), "D0": Value(old, "b", 64)}
        machine.run(encode(getattr(ins, type(op).__name__.removesuffix("Op")), op, sdst=20, ssrc0=0, ssrc1=4))
        try:
            state.run(pcode[op])
        except (Unsupported, ZeroDivisionError, OverflowError):
            return False
        context = f"{target} {name} {[hex(state.names[f'S{i}'].bits) for i in range(2) if f'S{i}' in state.names]} scc {scc}"
        kind, bits = _operand(operands, "sdst") or ("i", 32)
        actual = int(machine.s[20]) | int(machine.s[21]) << 32
        if "sdst" in operands:
            assert _same(actual, state.names["D0"].bits, kind, max(bits, 16)), (
                f"{context}: {actual:#x}, the document says {state.names['D0'].bits:#x}"
            )
        assert machine.scc == state.names["SCC"].bits & 1, f"{context}: SCC"
        assert machine.exec == state.names["EXEC"].bits, f"{context}: EXEC"
    return True


def _run(target: str, families: tuple[str, ...], check: Any, seeds: int) -> tuple[int, list[str], list[str]]:
    checked, unsupported, failures = 0, [], []
    for op in _cases(target, families):
        for seed in range(seeds):
            try:
                done = check(target, op, seed)
            except AssertionError as error:
                if _mnemonic(op) not in WRONG:
                    failures.append(str(error).splitlines()[0])
                break
            except Exception as error:
                failures.append(f"{target} {_mnemonic(op)}: {type(error).__name__} {error}")
                break
            if not done:
                unsupported.append(_mnemonic(op))
                break
        else:
            checked += 1
    return checked, unsupported, failures


# How many instructions must have been compared: the test may not shrink in silence.
VECTOR_MINIMUM = {"gfx942": 600, "gfx1100": 600, "gfx1201": 580}
SCALAR_MINIMUM = {"gfx942": 80, "gfx1100": 130, "gfx1201": 130}


@pytest.mark.parametrize("target", TABLES)
def test_vector_instructions_do_what_the_document_says(target: str) -> None:
    checked, unsupported, failures = _run(target, VECTOR, check_vector, 1)
    assert not failures, "\n".join(failures)
    assert checked >= VECTOR_MINIMUM[target], f"only {checked}; not evaluated: {sorted(set(unsupported))}"


@pytest.mark.parametrize("target", TABLES)
def test_scalar_instructions_do_what_the_document_says(target: str) -> None:
    checked, unsupported, failures = _run(target, SCALAR, check_scalar, 1)
    assert not failures, "\n".join(failures)
    assert checked >= SCALAR_MINIMUM[target], f"only {checked}; not evaluated: {sorted(set(unsupported))}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("target", TABLES)
def test_instructions_on_many_inputs(target: str) -> None:
    for families, check in ((VECTOR, check_vector), (SCALAR, check_scalar)):
        assert not (failures := _run(target, families, check, 6)[2]), "\n".join(failures)


def test_poison_is_a_nan_in_every_format() -> None:
    assert Value(POISON, "f", 32).real != Value(POISON, "f", 32).real
    assert Value(POISON | POISON << 32, "f", 64).real != Value(POISON | POISON << 32, "f", 64).real
