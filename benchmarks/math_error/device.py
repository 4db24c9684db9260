# SPDX-License-Identifier: Apache-2.0
"""Builds the programs and runs them on the CPU device or on the emulator of AMD machine code."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

from .formats import Bits
from .program import Set, source

ROOT = Path(__file__).resolve().parents[2]


class DeviceError(Exception):
    """A program could not be built or run."""


def build(sets: list[Set], folder: Path, name: str, targets: str) -> Path:
    """The program for these sets; `targets` as in SCALE_TARGETS."""
    text, program = folder / f"{name}.cu", folder / name
    text.write_text(source(sets))
    environment = dict(os.environ, SCALE_TARGETS=targets)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-o", str(program), str(text)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise DeviceError(done.stderr)
    return program


def environment(device: str) -> dict[str, str]:
    """`cpu` or an AMD processor, whose code is executed by tests/amdgcn."""
    if device == "cpu":
        return {"SCALE_DEVICE": "cpu"}
    sys.path.insert(0, str(ROOT / "tests"))
    from amdgcn.provider import environment as emulated

    return emulated(device)


def run(program: Path, sets: list[Set], columns: list[list[Bits]], device: str, timeout: int = 3000) -> list[list[list[Bits]]]:
    """Results by set, case and output."""
    job, answer = program.with_suffix(".job"), program.with_suffix(f".{device}.answer")
    with job.open("wb") as file:
        for each, bits in zip(sets, columns, strict=True):
            file.write(struct.pack("<Q", len(bits[0]) // each.inputs[0].count))
            for column in bits:
                file.write(column.tobytes())
    command, variables = [str(program), str(job), str(answer)], {**os.environ, **environment(device)}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=timeout)
    if done.returncode != 0:
        raise DeviceError(f"{program.name} on {device}: status {done.returncode}\n{done.stderr[-3000:]}")
    data, at, found = answer.read_bytes(), 0, []
    for each, bits in zip(sets, columns, strict=True):
        count = len(bits[0]) // each.inputs[0].count
        results = []
        for case in each.cases:
            outputs = []
            for value in case.outputs:
                assert value.format is not None
                outputs.append(np.frombuffer(data, value.format.storage, count * value.count, at))
                at += count * value.size
            results.append(outputs)
        found.append(results)
    return found
