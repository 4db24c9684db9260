# SPDX-License-Identifier: Apache-2.0
"""What reaches hipBLAS: every forwarded function, argument by argument, at a library of the same ABI that writes its calls down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from recorder import rocm_runtime
from recording import build, forwarded

# cublas value -> hipBLAS value: hipBLAS API reference, hipblasOperation_t, hipblasSideMode_t, …, hipblasComputeType_t.
CONVERTED = {
    ("op", 1): 112,
    ("side", 1): 142,
    ("fill", 1): 121,
    ("diag", 1): 132,
    ("dt", 14): 14,
    ("dt_t", 14): 14,
    ("comp", 77): 6,
    ("comp_t", 77): 6,
    ("algo", -1): 160,
}


def run_calls(tmp_path: Path, status: int) -> tuple[list[str], list[str]]:
    record = tmp_path / "record.txt"
    record.write_text("")
    environment = {
        **os.environ,
        "SCALE_DEVICE": "rocm",
        "LD_LIBRARY_PATH": rocm_runtime(),
        "SCALE_HIPBLAS": str(build(tmp_path, status)),
        "SCALE_TEST_RECORD": str(record),
    }
    script = Path(__file__).with_name("make_calls.py")
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), record.read_text().splitlines()


def test_every_forwarded_call_arrives_converted(tmp_path: Path) -> None:
    made, recorded = run_calls(tmp_path, 0)
    assert len(made) == len(forwarded()) > 300
    assert recorded[-1] == f"hipblasDestroy {0x5000}"
    for function, call, arrived in zip(forwarded(), made, recorded, strict=False):
        name, status, *given = call.split()
        expected = [
            CONVERTED.get((parameter.kind, int(value)), int(value)) for parameter, value in zip(function.parameters[1:], given, strict=True)
        ]
        assert (name, status) == (function.name, "0")
        assert arrived.split() == [str(function.hip), str(0x5000), *map(str, expected), *map(str, function.hip_more)]


@pytest.mark.parametrize(("hipblas", "cublas"), [(3, "7"), (7, "15"), (5, "13")])
def test_statuses_are_cublas_ones(tmp_path: Path, hipblas: int, cublas: str) -> None:
    made, _ = run_calls(tmp_path, hipblas)
    assert {call.split()[1] for call in made} == {cublas}
