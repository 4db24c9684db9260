# SPDX-License-Identifier: Apache-2.0
"""Runs one side of the front end over a file, with repairs, as the driver does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments, host_arguments
from scale.paths import generated_include

Outcome = tuple[int, str]


@pytest.fixture
def front_end(tmp_path: Path) -> Callable[..., Outcome]:
    """Exit status and messages; `more` goes into the request."""
    try:
        generated_include()
    except FileNotFoundError as error:
        pytest.skip(str(error))

    def run(file: Path, side: str, **more: object) -> Outcome:
        output = str(tmp_path / "output.ll") if side == "device" else os.devnull
        request = FrontendRequest(
            str(file),
            output,
            **{"action": "syntax", "extended_lambda": True, "relaxed_constexpr": True, **more},  # type: ignore[arg-type]
        )
        arguments = device_arguments(request) if side == "device" else host_arguments(request)
        command = clang_command(arguments)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode == 0:
            return 0, done.stderr
        code = (
            "import sys; from scale.compiler.frontend.repair import repair_and_run; "
            "sys.exit(repair_and_run(sys.argv[2:], sys.stdin.read(), sys.argv[1]))"
        )
        again = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), *command],
            input=done.stderr, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        return again.returncode, again.stderr

    return run


@pytest.fixture
def program_on_cpu(tmp_path: Path) -> Callable[..., tuple[str, str]]:
    """What the compiler says of a program, its file called user.cu, and what the program prints on the CPU device; `words` are options."""

    def run(text: str, *words: str) -> tuple[str, str]:
        (tmp_path / "user.cu").write_text(text)
        command = [sys.executable, "-m", "scale.compiler.driver.main", *words, "user.cu", "-o", "program"]
        environment = {**os.environ, "SCALE_TARGETS": "cpu", "SCALE_DEVICE": "cpu"}
        built = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=200, check=False)
        assert built.returncode == 0, built.stderr
        ran = subprocess.run([str(tmp_path / "program")], env=environment, capture_output=True, text=True, timeout=60, check=False)
        return built.stderr, ran.stdout or ran.stderr

    return run
