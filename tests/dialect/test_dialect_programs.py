# SPDX-License-Identifier: Apache-2.0
"""Tiny programs, one construct each: what nvcc accepts compiles here on both sides."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from scale.compiler.frontend.cccl import cccl_include

HERE = Path(__file__).parent
STANDARD = {"cpp20_concepts": "c++20", "features20": "c++20"}
NEEDS_CCCL = {"cub", "cudaatomic", "cudabarrier", "shared_complex"}
REFUSED = {
    "dynpar": "kernels launched from device code",
}
"""What nvcc accepts and this front end refuses, with a message; each entry is a known gap."""


def _rows() -> list[dict[str, str]]:
    with (HERE / "expected.tsv").open() as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _accepted(*, interesting: bool) -> list[str]:
    """Names of programs that nvcc accepts; the interesting ones are those that plain clang refuses."""
    return [
        row["name"]
        for row in _rows()
        if row["nvcc13"] == "accepts"
        and ("rejects" in (row["clang22_device"], row["clang22_host"])) == interesting
        and row["name"] not in REFUSED
    ]


def _check(front_end, name: str) -> None:
    if name in NEEDS_CCCL and cccl_include(12) is None:
        pytest.skip("CCCL is not installed")
    for side in ("device", "host"):
        status, said = front_end(HERE / "programs" / f"{name}.cu", side, std=STANDARD.get(name))
        assert status == 0, f"{side}: {said}"


@pytest.mark.parametrize("name", _accepted(interesting=True))
def test_what_clang_alone_refuses(front_end, name: str) -> None:
    _check(front_end, name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", _accepted(interesting=False))
def test_what_clang_takes_too(front_end, name: str) -> None:
    _check(front_end, name)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_known_gaps_are_located_errors(front_end, name: str) -> None:
    status, said = front_end(HERE / "programs" / f"{name}.cu", "device")
    assert status != 0
    assert f"{name}.cu:" in said and "error: " in said
