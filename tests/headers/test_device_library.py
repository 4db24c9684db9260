# SPDX-License-Identifier: Apache-2.0
"""Values of the device library on the CPU device, against NumPy and plain computations."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scale.paths import generated_include

PROGRAMS = Path(__file__).parent / "programs"
N = 65536


@pytest.fixture(scope="module")
def build_and_run(tmp_path_factory: pytest.TempPathFactory):
    try:
        generated_include()
    except FileNotFoundError as error:
        pytest.skip(str(error))

    def run(name: str) -> bytes:
        folder = tmp_path_factory.mktemp(name)
        environment = dict(os.environ, SCALE_TARGETS="cpu", SCALE_DEVICE="cpu")
        command = [sys.executable, "-m", "scale.compiler.driver.main", "-o", str(folder / "program"), str(PROGRAMS / f"{name}.cu")]
        built = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
        assert built.returncode == 0, built.stderr
        ran = subprocess.run([str(folder / "program")], env=environment, capture_output=True, timeout=120, check=False)
        assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr[-2000:])
        return ran.stdout

    return run


def test_groups_and_random_numbers(build_and_run) -> None:
    assert build_and_run("groups") == b"PASSED\n"


def test_tiles_of_several_warps(build_and_run) -> None:
    assert build_and_run("large_tiles") == b"PASSED\n"


@pytest.mark.exhaustive
def test_matrices(build_and_run) -> None:
    assert build_and_run("wmma") == b"PASSED\n"


def test_texture_references(build_and_run) -> None:
    assert build_and_run("references") == b"PASSED\n"


def test_forms_of_shared_variables_with_constructors(build_and_run) -> None:
    assert build_and_run("shared_forms") == b"PASSED\n"


def test_host_functions_behind_checks(build_and_run) -> None:
    assert build_and_run("host_checks") == b"PASSED\n"


def test_asynchronous_copies_that_other_lanes_read(build_and_run) -> None:
    assert build_and_run("async_in_step") == b"PASSED\n"


def test_function_objects(build_and_run) -> None:
    assert build_and_run("functional") == b"PASSED\n"


RESULTS = np.dtype(
    [
        ("half_to_float", "f4", N),
        ("bfloat_to_float", "f4", N),
        ("float_to_half", "u2", (4, N)),
        ("float_to_bfloat", "u2", (4, N)),
        ("half_ops", "u2", (6, N)),
        ("bfloat_ops", "u2", (6, N)),
        ("half_to_int", "i4", N),
    ]
)


def _hash(x: np.ndarray) -> np.ndarray:
    x = x.astype(np.uint32)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x = (x ^ (x >> np.uint32(shift))) * np.uint32(factor)
    return x ^ (x >> np.uint32(16))


def _bfloat(bits: np.ndarray) -> np.ndarray:
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def _round_to_bfloat(values: np.ndarray) -> np.ndarray:
    bits = values.astype(np.float32).view(np.uint32)
    rounded = ((bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FFF), rounded)


def _same_half(got: np.ndarray, want: np.ndarray, what: str) -> None:
    """Bit for bit; any NaN for NaN."""
    got, want = got.view(np.float16), want.astype(np.float16)
    wrong = (got.view(np.uint16) != want.view(np.uint16)) & ~(np.isnan(got) & np.isnan(want))
    assert not wrong.any(), (what, np.flatnonzero(wrong)[:5])


def test_half_and_bfloat_on_both_sides(build_and_run) -> None:
    data = np.frombuffer(build_and_run("narrow"), dtype=RESULTS)
    i = np.arange(N, dtype=np.uint32)
    h = i.astype(np.uint16).view(np.float16)
    g, k = (_hash(i + np.uint32(n)).astype(np.uint16).view(np.float16) for n in (0, 1))
    bits = (_hash(i) & np.uint32(0x807FFFFF)) | ((np.uint32(96) + _hash(i + np.uint32(77)) % np.uint32(50)) << np.uint32(23))
    f = bits.view(np.float32)
    b, c = _bfloat(i.astype(np.uint16)), _bfloat(_hash(i).astype(np.uint16))
    with np.errstate(all="ignore"):
        for side, r in zip(("device", "host"), data, strict=True):
            assert np.array_equal(r["half_to_float"], h.astype(np.float32), equal_nan=True), side
            assert np.array_equal(r["bfloat_to_float"], b, equal_nan=True), side
            _same_half(r["float_to_half"][0], f.astype(np.float16), f"{side} rn")
            for mode, name in ((1, "rz"), (2, "ru"), (3, "rd")):
                got = r["float_to_half"][mode].view(np.float16).astype(np.float64)
                exact = f.astype(np.float64)
                nearest = np.clip(f.astype(np.float16), -65504, 65504).astype(np.float64)
                ok = {"rz": np.abs(got) <= np.abs(exact), "ru": got >= exact, "rd": got <= exact}[name]
                # Right direction, and no further from the exact value than one step from the nearest one.
                step = np.spacing(np.abs(nearest).astype(np.float16)).astype(np.float64)
                assert (ok & ((np.abs(got - nearest) <= step) | np.isinf(got))).all(), (side, name)
            assert np.array_equal(r["float_to_bfloat"][0], _round_to_bfloat(f)), side
            assert np.array_equal(r["float_to_bfloat"][1], (bits >> np.uint32(16)).astype(np.uint16)), side
            wide = [x.astype(np.float32) for x in (h, g)]
            for n, want in enumerate((wide[0] + wide[1], wide[0] - wide[1], wide[0] * wide[1], wide[0] / wide[1])):
                _same_half(r["half_ops"][n], want.astype(np.float16), f"{side} half {n}")
            fused = h.astype(np.float64) * g.astype(np.float64) + k.astype(np.float64)
            _same_half(r["half_ops"][5], fused.astype(np.float16), f"{side} hfma")
            larger = np.fmax(wide[0], wide[1])
            assert np.array_equal(r["half_ops"][4].view(np.float16).astype(np.float32), larger, equal_nan=True), side
            for n, want in enumerate((b + c, b - c, b * c, b / c)):
                got = r["bfloat_ops"][n]
                rounded = _round_to_bfloat(want)
                assert np.array_equal(_bfloat(got), _bfloat(rounded), equal_nan=True), (side, n)
            assert np.array_equal(r["bfloat_ops"][5] != 0, b < c), side
            whole = np.where(np.isnan(h), 0, np.clip(np.rint(h.astype(np.float64)), -(2.0**31), 2.0**31 - 1))
            assert np.array_equal(r["half_to_int"], whole.astype(np.int64).astype(np.int32)), side


def test_lanes_may_pass_on_what_only_their_leader_set(device_ir) -> None:
    text = device_ir("""__device__ unsigned pass(unsigned r) { return r; }
__global__ void k(unsigned *p) { unsigned r; if (threadIdx.x == 0) r = atomicAdd(p, 1u); p[1] = __shfl_sync(~0u, pass(r), 0); }
""")
    assert "define" in text and "noundef" not in text
