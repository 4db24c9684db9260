# SPDX-License-Identifier: Apache-2.0
"""Votes, matches, reductions, lane registers and barriers as executed machine code, against NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from amdgpu_run import EXECUTED, run

BLOCK = 128
RNG = np.random.default_rng(5)
LEVELS = (0, 3)
MASKS = {"all": 0xFFFFFFFF, "low": 0x0000FFFF, "odd": 0xAAAAAAAA, "some": 0x00F7B30C}


def lanes_of(mask: int) -> np.ndarray:
    return np.array([mask >> (t & 31) & 1 for t in range(BLOCK)], bool)


def per_warp(function: Callable[[np.ndarray, np.ndarray], np.ndarray | int], values: np.ndarray, mask: int) -> np.ndarray:
    """`function(values of the participating lanes, their lane numbers)` for each warp, given to all of its lanes."""
    active = lanes_of(mask)
    result = np.zeros(BLOCK, np.uint32)
    for warp in range(BLOCK // 32):
        lanes = np.nonzero(active[warp * 32 : warp * 32 + 32])[0]
        result[warp * 32 + lanes] = function(values[warp * 32 + lanes], lanes)
    return result


def bits(flags: np.ndarray, lanes: np.ndarray) -> int:
    return int(sum(1 << int(lane) for lane, flag in zip(lanes, flags, strict=True) if flag))


VOTES = """
__global__ void k(const int *a, unsigned *r) {
  int t = threadIdx.x;
  unsigned m = MASKu;
  if (m >> (t & 31) & 1) {
    int v = a[t];
    r[t] = __nvvm_vote_ballot_sync(m, v & 1);
    r[BLOCK + t] = __nvvm_vote_any_sync(m, v == 3);
    r[2 * BLOCK + t] = __nvvm_vote_all_sync(m, v < 9);
    r[3 * BLOCK + t] = __nvvm_vote_uni_sync(m, v < 6);
    r[4 * BLOCK + t] = __nvvm_activemask();
    r[5 * BLOCK + t] = __nvvm_match_any_sync_i32(m, v);
    r[6 * BLOCK + t] = __nvvm_match_any_sync_i64(m, v * 0x100000001LL);
    int p, q;
    r[7 * BLOCK + t] = __nvvm_match_all_sync_i32p(m, t >> 6, &p);
    r[8 * BLOCK + t] = __nvvm_match_all_sync_i64p(m, (long long)v << 32, &q);
    r[9 * BLOCK + t] = p * 2 + q;
  }
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("target", EXECUTED)
def test_votes_and_matches(target: str, mask: str, level: int) -> None:
    number = MASKS[mask]
    values = RNG.integers(0, 10, BLOCK).astype(np.int32)
    values[64:96] = 4  # a warp that agrees, beside one that does not
    text = VOTES.replace("MASK", hex(number)).replace("BLOCK", str(BLOCK))
    _, got = run(text, target, [values, np.zeros(10 * BLOCK, np.uint32)], level=level, block=BLOCK)
    got = got.reshape(10, BLOCK)
    threads = np.arange(BLOCK) >> 6

    def same(v: np.ndarray, lanes: np.ndarray) -> np.ndarray:
        return np.array([bits(v == one, lanes) for one in v], np.uint32)

    def agree(v: np.ndarray, lanes: np.ndarray) -> int:
        return number if (v == v[0]).all() else 0

    wanted = [
        per_warp(lambda v, n: bits(v & 1, n), values, number),
        per_warp(lambda v, n: int((v == 3).any()), values, number),
        per_warp(lambda v, n: int((v < 9).all()), values, number),
        per_warp(lambda v, n: int((v < 6).all() or not (v < 6).any()), values, number),
        per_warp(lambda v, n: bits(np.ones(len(n)), n), values, number),
        per_warp(same, values, number),
        per_warp(same, values, number),
        per_warp(agree, threads, number),
        per_warp(agree, values, number),
        per_warp(lambda v, n: 2 + int(agree(v, n) != 0), values, number),
    ]
    for row, (mine, theirs) in enumerate(zip(got, wanted, strict=True)):
        assert np.array_equal(mine, theirs), f"row {row}: {mine[:40]} not {theirs[:40]}"


REDUCTIONS = {
    "add": (np.int32, lambda v: np.add.reduce(v.astype(np.uint32), dtype=np.uint32)),
    "min": (np.int32, np.min),
    "max": (np.int32, np.max),
    "umin": (np.uint32, np.min),
    "umax": (np.uint32, np.max),
    "and": (np.uint32, np.bitwise_and.reduce),
    "or": (np.uint32, np.bitwise_or.reduce),
    "xor": (np.uint32, np.bitwise_xor.reduce),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("literal", (False, True), ids=("variable", "literal"))
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("target", EXECUTED)
def test_reductions(target: str, mask: str, literal: bool, level: int) -> None:
    number = MASKS[mask]
    calls = "\n".join(f"r[{n} * {BLOCK} + t] = __nvvm_redux_sync_{name}(v, m);" for n, name in enumerate(REDUCTIONS))
    calls = calls.replace("m)", f"{number}u)") if literal else calls
    text = f"""__global__ void k(const int *a, int *r) {{
      int t = threadIdx.x; unsigned m = {f"{number}u" if literal else f"a[{BLOCK}]"};
      if (m >> (t & 31) & 1) {{ int v = a[t]; {calls} }}
    }}"""
    values = RNG.integers(-(2**31), 2**31, BLOCK).astype(np.int32)
    values |= 0x00010100  # so that `and` has something to find
    given = np.append(values, np.array(number, np.uint32).view(np.int32))
    _, got = run(text, target, [given, np.zeros(len(REDUCTIONS) * BLOCK, np.int32)], level=level, block=BLOCK)
    for n, (name, (dtype, function)) in enumerate(REDUCTIONS.items()):
        wanted = per_warp(lambda v, _, f=function: np.array(f(v)).astype(np.int64) & 0xFFFFFFFF, values.view(dtype), number)
        assert np.array_equal(got[n * BLOCK : (n + 1) * BLOCK].view(np.uint32), wanted), name


REGISTERS = """
__global__ void k(unsigned *r) {
  int t = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  unsigned *o = r + t * 12;
  o[0] = __nvvm_read_ptx_sreg_laneid();
  o[1] = __nvvm_read_ptx_sreg_lanemask_eq();
  o[2] = __nvvm_read_ptx_sreg_lanemask_lt();
  o[3] = __nvvm_read_ptx_sreg_lanemask_le();
  o[4] = __nvvm_read_ptx_sreg_lanemask_gt();
  o[5] = __nvvm_read_ptx_sreg_lanemask_ge();
  o[6] = __nvvm_read_ptx_sreg_warpid();
  o[7] = __nvvm_read_ptx_sreg_nwarpid();
  o[8] = __nvvm_read_ptx_sreg_warpsize();
  o[9] = __nvvm_fns(0x90a40312u, o[0], 2);
  o[10] = __nvvm_fns(0x90a40312u, o[0], -1);
  o[11] = __nvvm_fns(0x90a40312u, o[0], 0);
}
"""


def find_nth_set(mask: int, base: int, offset: int) -> int:
    """`__fns` as CUDA's guide words it: the offset-th set bit from base up (or down), base itself included."""
    if offset == 0:
        return base if mask >> base & 1 else 0xFFFFFFFF
    places = range(base, 32) if offset > 0 else range(base, -1, -1)
    found = [place for place in places if mask >> place & 1]
    return found[abs(offset) - 1] if len(found) >= abs(offset) else 0xFFFFFFFF


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("block", ((96, 1, 1), (8, 6, 2), (5, 9, 1)))
@pytest.mark.parametrize("target", EXECUTED)
def test_lane_registers_in_blocks_of_any_shape(target: str, block: tuple[int, int, int], level: int) -> None:
    threads = block[0] * block[1] * block[2]
    (got,) = run(REGISTERS, target, [np.zeros(threads * 12, np.uint32)], level=level, block=block)
    got = got.reshape(threads, 12)
    lane = np.arange(threads) & 31
    one = (1 << lane).astype(np.uint64)
    every = np.uint64(0xFFFFFFFF)
    assert np.array_equal(got[:, 0], lane)
    assert np.array_equal(got[:, 1], one)
    assert np.array_equal(got[:, 2], one - 1)
    assert np.array_equal(got[:, 3], (one - 1) | one)
    assert np.array_equal(got[:, 4], every & ~((one - 1) | one))
    assert np.array_equal(got[:, 5], every & ~(one - 1))
    assert np.array_equal(got[:, 6], np.arange(threads) >> 5)
    assert (got[:, 7] == (threads + 31) // 32).all()
    assert (got[:, 8] == 32).all()
    for column, offset in ((9, 2), (10, -1), (11, 0)):
        assert [int(value) for value in got[:, column]] == [find_nth_set(0x90A40312, int(n), offset) for n in lane]


PREDICATE_CASES = (("up", "3", 0x1800), ("down", "3", 0x181F), ("bfly", "9", 0x181F), ("idx", "%low", 0x1807))


def predicate_ir() -> str:
    """Device IR: no CUDA builtin has the forms with a predicate, only inline PTX does."""
    lines = []
    for n, (mode, distance, word) in enumerate(PREDICATE_CASES):
        lines += [
            f"  %s{n} = call {{ i32, i1 }} @llvm.nvvm.shfl.sync.{mode}.i32p(i32 -1, i32 %v, i32 {distance}, i32 {word})",
            f"  %x{n} = extractvalue {{ i32, i1 }} %s{n}, 0",
            f"  %i{n} = extractvalue {{ i32, i1 }} %s{n}, 1",
            f"  %w{n} = zext i1 %i{n} to i32",
            f"  %d{n} = shl i32 %x{n}, 1",
            f"  %r{n} = or i32 %d{n}, %w{n}",
            f"  %q{n} = add i32 %t, {n * BLOCK}",
            f"  %g{n} = getelementptr i32, ptr %r, i32 %q{n}",
            f"  store i32 %r{n}, ptr %g{n}, align 4",
        ]
    return f"""define ptx_kernel void @k(ptr %a, ptr %r) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 15
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p, align 4
{chr(10).join(lines)}
  ret void
}}
"""


@pytest.mark.parametrize("target", EXECUTED)
def test_shuffle_predicates(target: str) -> None:
    values = np.arange(BLOCK, dtype=np.int32) * 10
    _, got = run(predicate_ir(), target, [values, np.zeros(4 * BLOCK, np.int32)], block=BLOCK)
    for n, (mode, distance, clamp) in enumerate((("up", 3, 0), ("down", 3, 31), ("bfly", 9, 31), ("idx", None, 7))):
        for t in range(BLOCK):
            lane, segment = t & 31, 24
            first = lane & segment
            last = first | (clamp & 7)
            b = t & 15 if distance is None else distance
            other = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": first | (b & 7)}[mode]
            inside = other >= last if mode == "up" else other <= last
            source = (t & ~31) | (other if inside else lane)
            assert got[n * BLOCK + t] == values[source] * 2 + inside, (mode, t)
