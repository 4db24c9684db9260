# SPDX-License-Identifier: Apache-2.0
"""CUDA text compiled by the AMD target and executed by the machine-code interpreter."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from amdgcn import Buffer, Emulator, UnknownInstruction
from amdgpu_build import device_ir
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.backend import make

EXECUTED = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
"""Processors whose instructions the interpreter knows."""


@lru_cache(maxsize=64)
def _module(source: str, target: str, level: int, flags: tuple[str, ...], extra: tuple[tuple[str, object], ...]) -> tuple[Emulator, Any]:
    options = DeviceOptions(optimization=level, **dict(extra))  # type: ignore[arg-type]
    (image,) = make(target).compile(source if source.startswith("define ") else device_ir(source, flags), options).images
    device = Emulator(target)
    return device, device.load(image.data)


def run(
    source: str,
    target: str,
    arrays: list[np.ndarray[Any, Any]],
    *,
    level: int = 3,
    kernel: str | None = None,
    grid: int | tuple[int, ...] = 1,
    block: int | tuple[int, ...] = 128,
    scalars: tuple[Any, ...] = (),
    flags: tuple[str, ...] = (),
    shared: int = 0,
    resident: int = 0,
    **options: object,
) -> list[np.ndarray[Any, Any]]:
    """Run a kernel on copies of the arrays and return them.

    Args:
        source: CUDA text, or device IR that starts with `define`.
        kernel: part of the kernel's mangled name; without it the first kernel.
    """
    return launch(
        source, target, [*arrays, *scalars], level=level, kernel=kernel, grid=grid, block=block, flags=flags, shared=shared,
        resident=resident, **options,
    )  # fmt: skip


def launch(
    source: str,
    target: str,
    arguments: list[Any],
    *,
    level: int = 3,
    kernel: str | None = None,
    grid: int | tuple[int, ...] = 1,
    block: int | tuple[int, ...] = 128,
    flags: tuple[str, ...] = (),
    shared: int = 0,
    resident: int = 0,
    **options: object,
) -> list[np.ndarray[Any, Any]]:
    """As `run`, with all arguments in order: arrays become buffers, bytes are structures."""
    device, module = _module(source, target, level, flags, tuple(sorted(options.items())))
    names = [name for name in module.kernels if kernel is None or kernel in name]
    values = [device.upload(value) if isinstance(value, np.ndarray) else value for value in arguments]
    buffers = [value for value in values if isinstance(value, Buffer)]
    try:
        module.kernel(names[0]).launch(grid, block, values, shared=shared, resident=resident, limit=5_000_000)
    except UnknownInstruction as error:
        if target != "gfx90a":
            raise
        pytest.skip(f"the tables for gfx90a are CDNA 3's and lack an instruction: {error}")
    results = [buffer.download() for buffer in buffers]
    for buffer in buffers:
        buffer.free()
    return results
