# SPDX-License-Identifier: Apache-2.0
"""Random kernels store what their model says, on the CPU device and as executed AMD machine code."""

from __future__ import annotations

from pathlib import Path

import pytest
from amdgcn.provider import environment

from .kernels import Kernel
from .program import build, wrong

TARGETS = ("cpu", "gfx942", "gfx1100")
BATCH = 10


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Kernel], Path]:
    kernels = [Kernel(seed) for seed in range(BATCH)]
    return kernels, build(kernels, tmp_path_factory.mktemp("random"), ";".join(TARGETS))


@pytest.mark.parametrize("target", TARGETS)
def test_a_few(built: tuple[list[Kernel], Path], target: str) -> None:
    kernels, program = built
    assert wrong(kernels, program, {} if target == "cpu" else environment(target)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(BATCH, 40 * BATCH, BATCH))
def test_many(first: int, tmp_path: Path) -> None:
    kernels = [Kernel(seed) for seed in range(first, first + BATCH)]
    targets = (*TARGETS, "gfx90a", "gfx1201")
    program = build(kernels, tmp_path, ";".join(targets))
    for target in targets:
        assert wrong(kernels, program, {} if target == "cpu" else environment(target)) == [], target
