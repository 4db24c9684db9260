# SPDX-License-Identifier: Apache-2.0
"""What pseudocode leaves out or gets wrong: cross-lane moves, division, special functions, memory, atomics, matrix instructions."""

from __future__ import annotations

import importlib
from typing import Any

import mpmath
import numpy as np
import pytest

from amdgcn import Emulator, IllegalOperation, UnknownInstruction
from amdgcn.build import code_object
from amdgcn.decode import Decoder
from amdgcn.machine import Machine
from amdgcn.operation import ARCHITECTURES
from amdgcn.test_instructions import TABLES, encode

RNG = np.random.default_rng(11)


def _ins(target: str) -> Any:
    return importlib.import_module(f"tinygrad.runtime.autogen.amd.{TABLES[target]}.ins")


def _op(target: str, family: str, name: str) -> Any:
    return getattr(getattr(importlib.import_module(f"tinygrad.runtime.autogen.amd.{TABLES[target]}.enum"), family), name)


def _lane_source(target: str, control: int, lane: int) -> int | None:
    """Where DPP `control` reads from, written from the ISA documents' table of controls."""
    row, column = lane // 16 * 16, lane % 16
    if control < 0x100:
        return lane // 4 * 4 + (control >> 2 * (lane % 4) & 3)
    n, kind = control & 15, control >> 4
    if kind == 0x10:
        return lane + n if column + n < 16 else None
    if kind == 0x11:
        return lane - n if column >= n else None
    if kind == 0x12:
        return row + (column - n) % 16
    if control == 0x140:
        return row + 15 - column
    if control == 0x141:
        return lane // 8 * 8 + 7 - lane % 8
    if kind == 0x15:
        return row + n
    if kind == 0x16 and target != "gfx942":
        return row + (column ^ n)
    if target == "gfx942":
        wave = {0x130: lane + 1 if lane < 63 else None, 0x134: (lane + 1) % 64, 0x138: lane - 1 if lane else None, 0x13C: (lane - 1) % 64}
        wave |= {0x142: row - 1 if row else None, 0x143: 31 if lane >= 32 else None}
        return wave[control]
    raise AssertionError(control)


CONTROLS = [0, 0x1B, 0xB1, 0x4E, 0xE4, *range(0x101, 0x110), *range(0x111, 0x120), *range(0x121, 0x130), 0x140, 0x141, *range(0x150, 0x160)]


@pytest.mark.parametrize("target", TABLES)
def test_dpp_controls_masks_and_bounds(target: str) -> None:
    wave = [0x130, 0x134, 0x138, 0x13C, 0x142, 0x143] if target == "gfx942" else list(range(0x160, 0x170))
    move = _op(target, "VOP1Op", "V_MOV_B32_E32")
    for control in CONTROLS + wave:
        for bound in (0, 1):
            row_mask, bank_mask = (15, 15) if bound else (int(RNG.integers(16)), int(RNG.integers(16)))
            machine = Machine(target)
            lanes = machine.architecture.lanes
            machine.v[1, :lanes] = 1000 + np.arange(lanes)
            machine.v[2, :lanes] = 7
            machine.exec = exec_mask = int(RNG.integers(1, 1 << 62)) & ((1 << lanes) - 1)
            code = encode(
                _ins(target).VOP1_DPP16, move, vdst=2, src0=250, vsrc0=1, dpp=control, bc=bound, row_mask=row_mask, bank_mask=bank_mask
            )
            machine.run(code)
            for lane in range(lanes):
                source = _lane_source(target, control, lane)
                if source is not None and not exec_mask >> source & 1:
                    source = None
                writes = exec_mask >> lane & 1 and row_mask >> lane // 16 & 1 and bank_mask >> lane // 4 % 4 & 1
                writes = writes and (source is not None or bound)
                expected = 7 if not writes else 0 if source is None else 1000 + source
                assert machine.v[2, lane] == expected, f"{target} dpp {control:#x} bound {bound} lane {lane}"


def test_dpp_controls_that_a_processor_lacks_are_faults() -> None:
    for target, control in (("gfx942", 0x161), ("gfx1100", 0x130), ("gfx1100", 0x142)):
        machine = Machine(target)
        code = encode(
            _ins(target).VOP1_DPP16,
            _op(target, "VOP1Op", "V_MOV_B32_E32"),
            vdst=2,
            src0=250,
            vsrc0=1,
            dpp=control,
            row_mask=15,
            bank_mask=15,
        )
        with pytest.raises(IllegalOperation, match="does not exist on this processor"):
            machine.run(code)


def test_an_inactive_lane_can_be_fetched_and_dpp8_permutes() -> None:
    machine = Machine("gfx1100")
    machine.v[1, :32] = np.arange(32)
    machine.exec = 0x0000FFFE
    move = _op("gfx1100", "VOP1Op", "V_MOV_B32_E32")
    machine.run(encode(_ins("gfx1100").VOP1_DPP16, move, vdst=2, src0=250, vsrc0=1, dpp=0x150, fi=1, row_mask=15, bank_mask=15))
    assert list(machine.v[2, 1:16]) == [0] * 15
    select = [3, 2, 1, 0, 7, 6, 5, 4]
    fields = {f"lane_sel_{i}": s for i, s in enumerate(select)}
    machine.exec = 0xFFFFFFFF
    machine.run(encode(_ins("gfx1100").VOP1_DPP8, move, vdst=3, src0=233, vsrc0=1, **fields))
    assert list(machine.v[3, :32]) == [lane // 8 * 8 + select[lane % 8] for lane in range(32)]


def _ds(target: str, name: str, **fields: int) -> bytes:
    return encode(_ins(target).DS, _op(target, "DSOp", name), **fields)


@pytest.mark.parametrize("target", TABLES)
def test_swizzle_patterns(target: str) -> None:
    patterns = [
        0x041F,
        0x081F,
        0x101F,
        0x201F,
        0x401F,
        0x7C1F,
        0x001C,
        0x03E0 | 0x10,
        0x8000 | 0b00011011,
        0x8000 | 0xB1,
        *(int(p) for p in RNG.integers(0, 0x8000, 40)),
    ]
    for pattern in patterns:
        machine = Machine(target)
        lanes = machine.architecture.lanes
        machine.v[1, :lanes] = 500 + np.arange(lanes)
        machine.exec = exec_mask = int(RNG.integers(1, 1 << 62)) & ((1 << lanes) - 1) | 1
        machine.run(_ds(target, "DS_SWIZZLE_B32", vdst=2, addr=1, offset0=pattern & 255, offset1=pattern >> 8))
        for lane in range(lanes):
            if not exec_mask >> lane & 1:
                continue
            if pattern & 0x8000:
                source = lane // 4 * 4 + (pattern >> 2 * (lane % 4) & 3)
            else:
                source = lane // 32 * 32 + (((lane % 32 & pattern & 31) | pattern >> 5 & 31) ^ pattern >> 10 & 31)
            expected = 500 + source if exec_mask >> source & 1 else 0
            assert machine.v[2, lane] == expected, f"{pattern:#x} lane {lane}"


@pytest.mark.parametrize("target", TABLES)
def test_bpermute_permute_and_lane_access(target: str) -> None:
    machine = Machine(target)
    lanes = machine.architecture.lanes
    index = RNG.integers(0, 4 * lanes, lanes).astype(np.uint32)
    values = RNG.integers(0, 1 << 32, lanes).astype(np.uint32)
    machine.v[1, :lanes], machine.v[2, :lanes] = index, values
    machine.exec = exec_mask = int(RNG.integers(1, 1 << 62)) & ((1 << lanes) - 1) | 1 << (lanes - 1)
    machine.run(_ds(target, "DS_BPERMUTE_B32", vdst=3, addr=1, data0=2))
    for lane in range(lanes):
        if exec_mask >> lane & 1:
            source = int(index[lane]) // 4 % lanes
            assert machine.v[3, lane] == (values[source] if exec_mask >> source & 1 else 0)
    ins = _ins(target)
    machine.s[4] = lanes - 1
    machine.run(encode(ins.VOP3, _op(target, "VOP3Op", "V_READLANE_B32"), vdst=20, src0=258, src1=4))
    assert machine.s[20] == values[lanes - 1]
    first = (exec_mask & -exec_mask).bit_length() - 1
    machine.run(encode(ins.VOP1, _op(target, "VOP1Op", "V_READFIRSTLANE_B32_E32"), vdst=21, src0=258))
    assert machine.s[21] == values[first]
    machine.run(encode(ins.VOP3, _op(target, "VOP3Op", "V_WRITELANE_B32"), vdst=3, src0=21, src1=4))
    assert machine.v[3, lanes - 1] == values[first]
    machine.s[6] = machine.s[7] = 0xFFFFFFFF
    machine.run(encode(ins.VOP3, _op(target, "VOP3Op", "V_MBCNT_LO_U32_B32" + ("_E64" if False else "")), vdst=5, src0=6, src1=128))
    machine.run(encode(ins.VOP3, _op(target, "VOP3Op", "V_MBCNT_HI_U32_B32"), vdst=5, src0=6, src1=261))
    for lane in range(lanes):
        if exec_mask >> lane & 1:
            assert machine.v[5, lane] == lane


@pytest.mark.parametrize("target", ["gfx1100", "gfx1201"])
def test_permlane16_within_and_across_rows(target: str) -> None:
    for name, cross in (("V_PERMLANE16_B32", 0), ("V_PERMLANEX16_B32", 16)):
        machine = Machine(target)
        machine.v[1, :32] = np.arange(32) + 100
        select = [int(x) for x in RNG.integers(0, 16, 16)]
        packed = sum(s << 4 * i for i, s in enumerate(select))
        machine.s[2], machine.s[3] = packed & 0xFFFFFFFF, packed >> 32
        machine.run(encode(_ins(target).VOP3, _op(target, "VOP3Op", name), vdst=2, src0=257, src1=2, src2=3))
        assert list(machine.v[2, :32]) == [100 + ((lane // 16 * 16) ^ cross) + select[lane % 16] for lane in range(32)]


def _unary_f32(target: str, name: str, inputs: Any) -> Any:
    machine = Machine(target)
    lanes = machine.architecture.lanes
    out = []
    for start in range(0, len(inputs), lanes):
        part = inputs[start : start + lanes]
        machine.v[1, : len(part)] = part.view(np.uint32)
        machine.run(encode(_ins(target).VOP1, _op(target, "VOP1Op", name), vdst=2, src0=257))
        out.append(machine.v[2, : len(part)].copy())
    return np.concatenate(out)


def test_special_functions_are_within_one_unit_and_flush_denormals() -> None:
    inputs = np.abs(np.concatenate([RNG.standard_normal(100), 10.0 ** RNG.uniform(-30, 30, 156)])).astype(np.float32)
    for name, exact in (
        ("V_RCP_F32_E32", lambda x: 1 / x),
        ("V_SQRT_F32_E32", mpmath.sqrt),
        ("V_RSQ_F32_E32", lambda x: 1 / mpmath.sqrt(x)),
        ("V_LOG_F32_E32", lambda x: mpmath.log(x, 2)),
    ):
        got = _unary_f32("gfx942", name, inputs).view(np.float32)
        for x, y in zip(inputs, got, strict=True):
            expected = exact(mpmath.mpf(float(x)))
            assert abs(expected - float(y)) <= np.spacing(np.float32(abs(y))), f"{name} {x}"
    tiny = np.array([1e-40, -1e-40, 0.0, np.inf, np.nan], np.float32)
    assert list(_unary_f32("gfx942", "V_RCP_F32_E32", tiny)[:4].view(np.float32)) == [np.inf, -np.inf, np.inf, 0]
    quarters = np.array([0.25, 0.5, 0.75, 1.0, -0.25, 1000.0], np.float32)
    assert list(_unary_f32("gfx942", "V_SIN_F32_E32", quarters).view(np.float32)) == [1, 0, -1, 0, -1, 0]


def test_round_to_even_frexp_and_conversion_limits() -> None:
    halves = np.array([0.5, 1.5, 2.5, -0.5, -2.5, 8388609.0, 0.49999997, -0.0], np.float32)
    assert np.array_equal(_unary_f32("gfx942", "V_RNDNE_F32_E32", halves).view(np.float32), np.rint(halves))
    values = np.array([1.0, 0.75, 1e-40, -6.0, 0.0, np.inf], np.float32)
    mantissa, exponent = np.frexp(values)
    assert np.array_equal(_unary_f32("gfx1100", "V_FREXP_MANT_F32_E32", values).view(np.float32), mantissa)
    assert list(_unary_f32("gfx1100", "V_FREXP_EXP_I32_F32_E32", values)[:5].view(np.int32)) == list(exponent[:5])
    limits = np.array([1e10, -1e10, np.nan, 2147483520.0, -0.9, 4294967296.0], np.float32)
    assert list(_unary_f32("gfx942", "V_CVT_I32_F32_E32", limits).view(np.int32)) == [2147483647, -2147483648, 0, 2147483520, 0, 2147483647]
    assert list(_unary_f32("gfx942", "V_CVT_U32_F32_E32", limits)) == [
        0xFFFFFFFF if x > 4e9 else max(0, int(x)) if x == x else 0 for x in limits.tolist()
    ]


DIVIDE = """
define amdgpu_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr TYPE, ptr addrspace(1) %a, i32 %t
  %q = getelementptr TYPE, ptr addrspace(1) %b, i32 %t
  %r = getelementptr TYPE, ptr addrspace(1) %o, i32 %t
  %x = load TYPE, ptr addrspace(1) %p
  %y = load TYPE, ptr addrspace(1) %q
  %d = fdiv TYPE %x, %y
  %s = call TYPE @llvm.sqrt.TAG(TYPE %x)
  %u = fadd TYPE %d, 0.0
  store TYPE %u, ptr addrspace(1) %r
  %r2 = getelementptr TYPE, ptr addrspace(1) %r, i32 1024
  store TYPE %s, ptr addrspace(1) %r2
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare TYPE @llvm.sqrt.TAG(TYPE)
attributes #0 = { "amdgpu-flat-work-group-size"="1,1024" }
"""


@pytest.mark.parametrize("target", ["gfx90a", "gfx942", "gfx1100", "gfx1201"])
@pytest.mark.parametrize(("dtype", "name", "tag"), [(np.float32, "float", "f32"), (np.float64, "double", "f64")])
def test_division_and_square_root_sequences_are_correctly_rounded(target: str, dtype: Any, name: str, tag: str) -> None:
    limit = 38 if dtype is np.float32 else 300
    with np.errstate(all="ignore"):
        a = (RNG.standard_normal(1024) * 10.0 ** RNG.uniform(-limit, limit, 1024)).astype(dtype)
        b = (RNG.standard_normal(1024) * 10.0 ** RNG.uniform(-limit, limit, 1024)).astype(dtype)
        special = np.array(
            [0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal, np.finfo(dtype).max], dtype
        )
        a[:81], b[:81] = np.repeat(special, 9), np.tile(special, 9)
        device = Emulator(target)
        kernel = device.load(code_object(DIVIDE.replace("TYPE", name).replace("TAG", tag), target)).kernel("k")
        out = device.empty(2048, dtype)
        kernel.launch(1, 1024, [out, device.upload(a), device.upload(b)])
        result = out.download()
        assert np.array_equal(result[:1024], a / b + dtype(0), equal_nan=True)
        assert np.array_equal(result[1024:], np.sqrt(a), equal_nan=True)


@pytest.mark.parametrize("target", TABLES)
def test_lds_forms(target: str) -> None:
    old = target == "gfx942"
    machine = Machine(target)
    lanes = machine.architecture.lanes
    machine.v[1, :lanes] = np.arange(lanes) * 8
    machine.v[2, :lanes], machine.v[3, :lanes] = RNG.integers(0, 1 << 32, (2, lanes))
    machine.run(_ds(target, "DS_WRITE_B64" if old else "DS_STORE_B64", addr=1, data0=2))
    machine.run(_ds(target, "DS_READ2_B32" if old else "DS_LOAD_2ADDR_B32", addr=1, vdst=6, offset0=1, offset1=0))
    assert np.array_equal(machine.v[6, :lanes], machine.v[3, :lanes]) and np.array_equal(machine.v[7, :lanes], machine.v[2, :lanes])
    machine.run(_ds(target, "DS_READ_U8" if old else "DS_LOAD_U8", addr=1, vdst=8, offset0=5))
    assert np.array_equal(machine.v[8, :lanes], machine.v[3, :lanes] >> 8 & 255)
    machine.run(_ds(target, "DS_READ_I16" if old else "DS_LOAD_I16", addr=1, vdst=8, offset0=2))
    assert np.array_equal(machine.v[8, :lanes].view(np.int32), (machine.v[2, :lanes] >> 16).astype(np.int16))
    machine.lds[:] = 0
    machine.v[1, :lanes], machine.v[2, :lanes] = 16, 3
    machine.run(_ds(target, "DS_ADD_RTN_U32", addr=1, data0=2, vdst=9))
    assert list(machine.v[9, :lanes]) == [3 * i for i in range(lanes)] and machine.lds[16:20].view(np.uint32)[0] == 3 * lanes
    machine.lds[16:20] = np.frombuffer(np.uint32(5).tobytes(), np.uint8)
    compare, new = (2, 3) if old else (3, 2)
    machine.v[compare, :lanes], machine.v[new, :lanes] = 5, 77
    machine.run(_ds(target, "DS_CMPST_RTN_B32" if old else "DS_CMPSTORE_RTN_B32", addr=1, data0=2, data1=3, vdst=9))
    assert list(machine.v[9, :3]) == [5, 77, 77] and machine.lds[16:20].view(np.uint32)[0] == 77


BITOP = """
define amdgpu_kernel void @k(ptr addrspace(1) %o, i32 %a, i32 %b, i32 %c) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = xor i32 %a, %t
  %y = add i32 %b, %t
  %and = and i32 %x, %c
  %z = xor i32 %and, %y
  %p = getelementptr i32, ptr addrspace(1) %o, i32 %t
  store i32 %z, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""


def test_any_function_of_three_bits() -> None:
    device = Emulator("gfx950")
    out = device.empty(64, np.uint32)
    device.load(code_object(BITOP, "gfx950")).kernel("k").launch(1, 64, [out, 0x12345678, 0x0F0F3355, 0xFF00FF77])
    lane = np.arange(64, dtype=np.uint32)
    assert np.array_equal(out.download(), ((0x12345678 ^ lane) & 0xFF00FF77) ^ (0x0F0F3355 + lane))
    assert device.counts.opcodes["v_bitop3_b32"] == 1


MFMA = """
define amdgpu_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr <AN x AT>, ptr addrspace(1) %a, i32 %t
  %pb = getelementptr <AN x AT>, ptr addrspace(1) %b, i32 %t
  %pc = getelementptr <DN x DT>, ptr addrspace(1) %c, i32 %t
  %po = getelementptr <DN x DT>, ptr addrspace(1) %o, i32 %t
  %va = load AV, ptr addrspace(1) %pa
  %vb = load AV, ptr addrspace(1) %pb
  %vc = load <DN x DT>, ptr addrspace(1) %pc
  %d = call <DN x DT> @NAME(AV %va, AV %vb, <DN x DT> %vcTAIL)
  store <DN x DT> %d, ptr addrspace(1) %po
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare <DN x DT> @NAME(AV, AV, <DN x DT>PARAMETERS)
"""


def _matrix_kernel(name: str, element: str, per_lane: int, result: str, results: int, mfma: bool) -> str:
    vector = f"<{per_lane} x {element}>" if per_lane > 1 else element
    text = MFMA.replace("<AN x AT>", vector).replace("AV", vector).replace("DN", str(results)).replace("DT", result).replace("NAME", name)
    return text.replace("TAIL", ", i32 0, i32 0, i32 0" if mfma else "").replace("PARAMETERS", ", i32, i32, i32" if mfma else "")


@pytest.mark.parametrize(
    ("name", "size", "depth", "element", "dtype", "result", "dtype_out"),
    [
        ("llvm.amdgcn.mfma.f32.16x16x4f32", 16, 4, "float", np.float32, "float", np.float32),
        ("llvm.amdgcn.mfma.f32.32x32x2f32", 32, 2, "float", np.float32, "float", np.float32),
        ("llvm.amdgcn.mfma.f32.16x16x16f16", 16, 16, "half", np.float16, "float", np.float32),
        ("llvm.amdgcn.mfma.f32.32x32x8f16", 32, 8, "half", np.float16, "float", np.float32),
        ("llvm.amdgcn.mfma.f64.16x16x4f64", 16, 4, "double", np.float64, "double", np.float64),
    ],
)
def test_mfma_is_a_matrix_product(name: str, size: int, depth: int, element: str, dtype: Any, result: str, dtype_out: Any) -> None:
    per_lane, results = size * depth // 64, size * size // 64
    a, b = RNG.integers(-4, 5, (size, depth)).astype(dtype), RNG.integers(-4, 5, (depth, size)).astype(dtype)
    c = RNG.integers(-4, 5, (size, size)).astype(dtype_out)
    groups = 64 // size
    packed_a, packed_b = np.zeros((64, per_lane), dtype), np.zeros((64, per_lane), dtype)
    packed_c = np.zeros((64, results), dtype_out)
    places = {}
    for lane in range(64):
        for j in range(per_lane):
            k = lane // size * (depth // groups) + j
            packed_a[lane, j], packed_b[lane, j] = a[lane % size, k], b[k, lane % size]
        for r in range(results):
            row = (
                4 * r + lane // 16
                if dtype_out is np.float64
                else 8 * (r // 4) + 4 * (lane // 32) + r % 4
                if size == 32
                else 4 * (lane // 16) + r
            )
            places[lane, r] = row, lane % size
            packed_c[lane, r] = c[places[lane, r]]
    device = Emulator("gfx942")
    kernel = device.load(code_object(_matrix_kernel(name, element, per_lane, result, results, True), "gfx942")).kernel("k")
    out = device.empty((64, results), dtype_out)
    kernel.launch(1, 64, [out, device.upload(packed_a), device.upload(packed_b), device.upload(packed_c)])
    expected = a.astype(np.float64) @ b.astype(np.float64) + c
    got = out.download()
    assert all(got[lane, r] == expected[place] for (lane, r), place in places.items())
    assert device.counts.groups["MATRIX"] == 1


@pytest.mark.parametrize("target", ["gfx1100", "gfx1201"])
def test_wmma_is_a_matrix_product(target: str) -> None:
    split = target == "gfx1201"
    a, b = RNG.integers(-4, 5, (16, 16)).astype(np.float16), RNG.integers(-4, 5, (16, 16)).astype(np.float16)
    c = RNG.integers(-4, 5, (16, 16)).astype(np.float32)
    per_lane = 8 if split else 16
    packed_a, packed_b, packed_c = np.zeros((32, per_lane), np.float16), np.zeros((32, per_lane), np.float16), np.zeros((32, 8), np.float32)
    place = {}
    for lane in range(32):
        for j in range(per_lane):
            k = 8 * (lane // 16) + j if split else j
            packed_a[lane, j], packed_b[lane, j] = a[lane % 16, k], b[k, lane % 16]
        for r in range(8):
            place[lane, r] = (r + 8 * (lane // 16) if split else 2 * r + lane // 16), lane % 16
            packed_c[lane, r] = c[place[lane, r]]
    name = f"llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v{per_lane}f16"
    device = Emulator(target)
    kernel = device.load(code_object(_matrix_kernel(name, "half", per_lane, "float", 8, False), target)).kernel("k")
    out = device.empty((32, 8))
    kernel.launch(1, 32, [out, device.upload(packed_a), device.upload(packed_b), device.upload(packed_c)])
    expected, got = a.astype(np.float64) @ b.astype(np.float64) + c, out.download()
    assert all(got[lane, r] == expected[where] for (lane, r), where in place.items())


def test_cdna_2_has_the_cache_operations_that_cdna_3_lost() -> None:
    code = bytes.fromhex("0000fce000000000")
    found = Decoder(ARCHITECTURES["gfx90a"]).decode(code)
    assert (found.mnemonic, found.size, found.semantics) == ("buffer_wbinvl1_vol", 8, "s_nop")
    assert Decoder(ARCHITECTURES["gfx942"]).decode(code).mnemonic.startswith(".long")


def test_an_unknown_instruction_is_named_with_its_place() -> None:
    machine = Machine("gfx942")
    with pytest.raises(UnknownInstruction, match=r"unknown instruction \.long 0x\w+ .*code offset 0x0"):
        machine.run(b"\xff\xff\xff\xff")
    with pytest.raises(UnknownInstruction, match="v_smfmac_f32_16x16x32_f16"):
        machine.run(
            encode(_ins("gfx942").VOP3P_MFMA, _op("gfx942", "VOP3POp", "V_SMFMAC_F32_16X16X32_F16"), vdst=0, src0=256, src1=260, src2=264)
        )
