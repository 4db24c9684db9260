# SPDX-License-Identifier: Apache-2.0
"""Helpers for building the tiny projects in this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
Run = Callable[..., str]


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str], Path]:
    """Copies one of the projects, so that a build that writes into its source tree shows."""

    def copy(name: str) -> Path:
        for folder in (name, "cmake_libraries"):  # the second holds sources that others share
            if not (tmp_path / folder).exists():
                shutil.copytree(HERE / folder, tmp_path / folder)
        return tmp_path / name

    return copy


@pytest.fixture
def run() -> Run:
    """Runs a command to its end and returns its output; fails with all of it when the status is another."""

    def call(
        line: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        status: int = 0,
        timeout: float = 300,
    ) -> str:
        done = subprocess.run(
            [str(word) for word in line],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
        )
        assert done.returncode == status, f"{' '.join(map(str, line))}: exit status {done.returncode}\n{done.stdout}"
        return done.stdout

    return call


@pytest.fixture
def tree() -> Callable[[Path], dict[str, bytes]]:
    """Every file of a folder with its content."""

    def read(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}

    return read
