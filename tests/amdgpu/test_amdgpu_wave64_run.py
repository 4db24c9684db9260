# SPDX-License-Identifier: Apache-2.0
"""Native warps of 64 lanes (`--scale-warp-size=64`) as executed machine code, and the warnings for code that takes 32 for granted."""

from __future__ import annotations

import os
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from amdgcn import Emulator
from amdgcn.provider import environment
from scale.compiler.fatbin.reader import read_images

TARGETS = ("gfx942", "gfx1100", "gfx1201")
BLOCK = 128
RNG = np.random.default_rng(64)
MODES = ("", "_up", "_down", "_xor")
DISTANCES = {8: (5,), 32: (1, 16), 64: (1, 2, 16, 32, 47)}
CASES = [(mode, distance, width) for mode in MODES for width, distances in DISTANCES.items() for distance in distances]

SOURCE = f"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
typedef unsigned long long u64;
static_assert(sizeof(cudaLaneMask_t) == 8, "a bit a lane");
__global__ void shuffles(const int *a, int *r, const int *d) {{
  const int t = threadIdx.x, v = a[t];
  int n = 0;
  {" ".join(f"r[n++ * {BLOCK} + t] = __shfl{mode}_sync(~0ull, v, {distance}, {width});" for mode, distance, width in CASES)}
  {" ".join(f"r[n++ * {BLOCK} + t] = __shfl{mode}_sync(~0ull, v, d[{i}], {width});" for i, (mode, distance, width) in enumerate(CASES))}
}}
__global__ void odd(const double *a, double *r, int n) {{
  const int t = threadIdx.x;
  if (t & 1) r[t] = __shfl_xor_sync(0xaaaaaaaaaaaaaaaaull, a[t], 34) + __shfl_sync(0xaaaaaaaaaaaaaaaaull, a[t], n);
}}
__global__ void votes(const int *a, u64 *r) {{
  const int t = threadIdx.x, v = a[t];
  const cudaLaneMask_t all = ~0ull, some = 0xf00000000000ff0full;
  r[t] = __ballot_sync(all, v & 1);
  r[{BLOCK} + t] = __any_sync(all, v == 3) + 2 * __all_sync(all, v < 9) + 4 * __uni_sync(all, t >= 64);
  r[2 * {BLOCK} + t] = __match_any_sync(all, v);
  int p, q;
  r[3 * {BLOCK} + t] = __match_all_sync(all, t >> 6, &p);
  r[4 * {BLOCK} + t] = __match_all_sync(all, (long long)v << 33, &q);
  r[5 * {BLOCK} + t] = p * 2 + q;
  r[6 * {BLOCK} + t] = __reduce_add_sync(all, v);
  r[7 * {BLOCK} + t] = __reduce_max_sync(all, (unsigned)v);
  r[8 * {BLOCK} + t] = __fns(some, 40, 2) + 100 * __fns(some, 63, -3);
  r[9 * {BLOCK} + t] = 0;
  if (some >> (t & 63) & 1) {{
    r[9 * {BLOCK} + t] = __activemask();
    r[10 * {BLOCK} + t] = __reduce_min_sync(some, v - 5);
  }}
  r[11 * {BLOCK} + t] = warpSize;
}}
__global__ void groups(const int *a, int *r) {{
  const int t = threadIdx.x, v = a[t];
  auto whole = cg::tiled_partition<64>(cg::this_thread_block());
  auto half = cg::tiled_partition<16>(whole);
  r[t] = cg::reduce(whole, v, cg::plus<int>());
  r[{BLOCK} + t] = cg::inclusive_scan(whole, v);
  r[2 * {BLOCK} + t] = half.shfl_down(v, 3) + 1000 * half.thread_rank();
  r[3 * {BLOCK} + t] = whole.thread_rank() + 100 * whole.meta_group_rank();
  if (v & 1) {{
    cg::coalesced_group some = cg::coalesced_threads();
    r[4 * {BLOCK} + t] = cg::reduce(some, v, cg::plus<int>());
    r[5 * {BLOCK} + t] = some.shfl(t, some.size() - 1) + 1000 * some.thread_rank();
  }}
  auto label = cg::labeled_partition(whole, v % 3);
  r[6 * {BLOCK} + t] = label.size() + 100 * label.meta_group_size();
}}
"""


def build(source: str, target: str, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    path = folder / "native.cu"
    path.write_text(source)
    command = ["scale-nvcc", "--scale-warp-size=64", "-fatbin", *flags, path.name, "-o", "native.fatbin"]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "SCALE_TARGETS": target, "SCALE_CACHE": ""}, capture_output=True, text=True, timeout=300
    )


@lru_cache(maxsize=8)
def code(target: str, level: str, folder: Path) -> bytes:
    done = build(SOURCE, target, folder, f"-Xptxas=-O{level}")
    assert done.returncode == 0, done.stderr
    data = (folder / "native.fatbin").read_bytes()
    return data if data[:4] == b"\x7fELF" else read_images(folder / "native.fatbin")[0].image.data


UNUSUAL = (("gfx942", "0"), ("gfx1201", "3"), ("gfx1201", "0"))
LEVELS = [pytest.param((t, n), marks=[pytest.mark.exhaustive] if (t, n) in UNUSUAL else []) for t in TARGETS for n in ("3", "0")]


@pytest.fixture(params=LEVELS, ids=lambda pair: "-O".join(pair), scope="module")
def module(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Emulator, Any]:
    device = Emulator(request.param[0])
    return device, device.load(code(*request.param, tmp_path_factory.mktemp("wave64")))


def run(module: tuple[Emulator, Any], kernel: str, arrays: list[np.ndarray], *scalars: int) -> list[np.ndarray]:
    device, loaded = module
    buffers = [device.upload(array) for array in arrays]
    name = next(name for name in loaded.kernels if kernel in name)
    loaded.kernel(name).launch(1, BLOCK, [*buffers, *scalars])
    return [buffer.download() for buffer in buffers]


def source_lanes(mode: str, distance: int, width: int) -> np.ndarray:
    """The lane each of 64 lanes reads."""
    lane = np.arange(64)
    start = lane // width * width
    if mode == "":
        return start + distance % width
    other = {"_up": lane - distance, "_down": lane + distance, "_xor": lane ^ distance}[mode]
    inside = other >= start if mode == "_up" else other < start + width
    return np.where(inside, other, lane)


def test_shuffles_over_64_lanes(module: tuple[Emulator, Any]) -> None:
    values = RNG.integers(-(2**31), 2**31, BLOCK).astype(np.int32)
    distances = np.array([distance for _, distance, _ in CASES], np.int32)
    _, got, _ = run(module, "shuffles", [values, np.zeros(2 * len(CASES) * BLOCK, np.int32), distances])
    for n, (mode, distance, width) in enumerate([*CASES, *CASES]):
        sources = (np.arange(BLOCK) & ~63) | np.tile(source_lanes(mode, distance, width), 2)
        assert np.array_equal(got[n * BLOCK : (n + 1) * BLOCK], values[sources]), (mode, distance, width, n >= len(CASES))


def test_shuffles_of_doubles_in_odd_lanes(module: tuple[Emulator, Any]) -> None:
    values = RNG.standard_normal(BLOCK)
    _, got = run(module, "odd", [values, np.zeros(BLOCK)], 41)
    t = np.arange(BLOCK)
    wanted = values[t ^ 34] + values[(t & ~63) | 41]
    assert np.array_equal(got[1::2], wanted[1::2])
    assert not got[::2].any()


def test_votes_matches_and_reductions_of_64_lanes(module: tuple[Emulator, Any]) -> None:
    values = RNG.integers(0, 10, BLOCK).astype(np.int32)
    values[64:] = RNG.integers(4, 9, 64)
    _, got = run(module, "votes", [values, np.zeros(12 * BLOCK, np.uint64)])
    got = got.reshape(12, BLOCK)
    some = 0xF00000000000FF0F

    def bits(flags: np.ndarray) -> int:
        return sum(1 << lane for lane, flag in enumerate(flags) if flag)

    for warp in (0, 1):
        v = values[64 * warp : 64 * warp + 64]
        mine = got[:, 64 * warp : 64 * warp + 64]
        member = np.array([some >> lane & 1 for lane in range(64)], bool)
        assert (mine[0] == bits(v & 1)).all()
        assert (mine[1] == int((v == 3).any()) + 2 * int((v < 9).all()) + 4).all()
        assert [int(x) for x in mine[2]] == [bits(v == one) for one in v]
        assert (mine[3] == 2**64 - 1).all()
        assert not mine[4].any()
        assert (mine[5] == 2).all()
        assert (mine[6] == v.sum()).all()
        assert (mine[7] == v.max()).all()
        assert (mine[8] == 61 + 100 * 61).all()
        assert (mine[9][member] == some).all()
        assert not mine[9][~member].any()
        assert (mine[10][member].astype(np.int64).astype(np.int32) == (v[member] - 5).min()).all()
        assert (mine[11] == 64).all()


def test_cooperative_groups_up_to_64_threads(module: tuple[Emulator, Any]) -> None:
    values = RNG.integers(0, 100, BLOCK).astype(np.int32)
    _, got = run(module, "groups", [values, np.zeros(7 * BLOCK, np.int32)])
    got = got.reshape(7, BLOCK)
    for warp in (0, 1):
        v, mine = values[64 * warp : 64 * warp + 64], got[:, 64 * warp : 64 * warp + 64]
        lane = np.arange(64)
        assert (mine[0] == v.sum()).all()
        assert np.array_equal(mine[1], np.cumsum(v))
        assert np.array_equal(mine[2], v[np.where(lane % 16 + 3 < 16, lane + 3, lane) % 64] + 1000 * (lane % 16))
        assert np.array_equal(mine[3], lane + 100 * warp)
        odd = (v & 1).astype(bool)
        assert (mine[4][odd] == v[odd].sum()).all()
        assert np.array_equal(mine[5][odd], 64 * warp + lane[odd][-1] + 1000 * np.arange(odd.sum()))
        counts = np.array([(v % 3 == one % 3).sum() for one in v])
        assert np.array_equal(mine[6], counts + 100 * len(set(v % 3)))


PROGRAM = """
#include <cstdio>
__global__ void k(unsigned long long *r) { r[0] = __ballot_sync(~0ull, threadIdx.x & 1), r[1] = warpSize; }
int main() {
  unsigned long long *r;
  cudaMallocManaged(&r, 16);
  k<<<1, 64>>>(r);
  cudaDeviceProp p;
  int attribute;
  if (cudaDeviceSynchronize() || cudaGetDeviceProperties(&p, 0)) return 1;
  cudaDeviceGetAttribute(&attribute, cudaDevAttrWarpSize, 0);
  std::printf("%llx %llu %d %d %d\\n", r[0], r[1], p.warpSize, attribute, warpSize);
}
"""


def test_a_program_sees_its_own_warp_size_in_device_properties(tmp_path: Path) -> None:
    (tmp_path / "program.cu").write_text(PROGRAM)
    variables = {**os.environ, "SCALE_TARGETS": "gfx942;gfx1100"}
    for flags, wanted in ((["--scale-warp-size=64"], "aaaaaaaaaaaaaaaa 64 64 64 64\n"), ([], "aaaaaaaa 32 32 32 32\n")):
        done = subprocess.run(
            ["scale-nvcc", *flags, "program.cu", "-o", "program"], cwd=tmp_path, env=variables, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        for target in ("gfx942", "gfx1100"):
            ran = subprocess.run([tmp_path / "program"], env={**variables, **environment(target, None)}, capture_output=True, text=True)
            assert ran.stdout == wanted, ran.stderr


WARNED = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(int v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);  // LOW_HALF DISTANCES
  return v;
}
__global__ void k(int *r, int n) {
  int t = threadIdx.x;
  int lane = t & 31;  // WIDTH
  int warp = threadIdx.x >> 5;  // WIDTH
  unsigned m = __ballot_sync(cudaLaneMask_t(-1), r[t] > n);  // SQUEEZED
  int v = sum(r[t]) + t % 16;
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(~0ull, v, d);  // DISTANCES
    if (lane >= d) v += o;
  }
  v += __shfl_sync(-1, v, 0, 32);  // SEGMENT
  v += __shfl_xor_sync(-1, v, 16) + __shfl_xor_sync(-1, v, 32);
  unsigned some = __activemask();  // SQUEEZED
  __syncwarp(some);  // LOW_HALF
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  v += tile.shfl_xor(v, 16);
  unsigned l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));  // PTX
  cudaLaneMask_t odd = __ballot_sync(~0ull, v & 1);
  r[t] = v + m + warp + __popcll(odd & 0xffffffffu) + unsigned(odd >> 32) + l;
}
"""


def test_each_line_that_takes_a_warp_for_32_lanes_is_named(tmp_path: Path) -> None:
    from scale.compiler.targets.amdgpu.passes import wide_warnings

    done = build(WARNED, "gfx942;gfx1100", tmp_path)
    assert done.returncode == 0, done.stderr
    said = sorted((int(line.split(":")[1]), line.split("warning: ")[1]) for line in done.stderr.splitlines())
    wanted = sorted(
        (number, getattr(wide_warnings, name))
        for number, line in enumerate(WARNED.splitlines(), 1)
        for name in line.partition("// ")[2].split()
        if "// " in line
    )
    assert said == wanted
    assert all(line.startswith("native.cu:") for line in done.stderr.splitlines())


def test_without_the_option_masks_have_32_bits_and_nothing_is_said(tmp_path: Path) -> None:
    check = 'static_assert(sizeof(cudaLaneMask_t) == 4, "");\n'
    (tmp_path / "usual.cu").write_text(check + "__global__ void k(int *r) { r[0] = __ballot_sync(0xffffffff, threadIdx.x & 31); }\n")
    done = subprocess.run(
        ["scale-nvcc", "-cubin", "usual.cu", "-o", "usual.fatbin"],
        cwd=tmp_path, env={**os.environ, "SCALE_TARGETS": "gfx942"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("cpu", "--scale-warp-size=64: warps have 32 lanes on the CPU device"),
        ("gfx1250", "--scale-warp-size=64: gfx1250 has wavefronts of 32 lanes only"),
    ],
)
def test_processors_without_such_warps_refuse_in_one_line(target: str, message: str, tmp_path: Path) -> None:
    done = build("__global__ void k(int *r) { r[0] = warpSize; }\n", target, tmp_path)
    assert done.returncode != 0
    assert done.stderr == f"scale-nvcc: error: {message}\n"
