# SPDX-License-Identifier: Apache-2.0
"""Compiles snippets with the headers of the checkout: device side to IR, host side to nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments, host_arguments
from scale.compiler.ir.builtin_variables import lower_builtin_variables
from scale.paths import generated_include, package_root

Compile = Callable[..., str]


@pytest.fixture(scope="session")
def api_include(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated headers: the installed ones, or made anew where nothing is built yet."""
    try:
        return generated_include()
    except FileNotFoundError:
        folder = tmp_path_factory.mktemp("api")
        runtime = package_root() / "runtime"
        environment = dict(os.environ, PYTHONPATH=str(runtime))
        command = [sys.executable, "-m", "apigen", "--output", str(folder)]
        subprocess.run(command, env=environment, check=True, timeout=120)
        made = folder / "include"
        for header in (runtime / "include" / "cuda").glob("*.h"):
            (made / header.name).write_bytes(header.read_bytes())
        return made


def _run(arguments: list[str]) -> None:
    done = subprocess.run(clang_command(arguments), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def device_ir(tmp_path: Path, api_include: Path) -> Compile:
    """Device IR (text) of CUDA source text, as targets get it."""

    def compile_text(source: str, std: str = "c++17", **more: object) -> str:
        file, output = tmp_path / "input.cu", tmp_path / "output.ll"
        file.write_text(source)
        request = FrontendRequest(str(file), str(output), std=std, system_includes=(str(api_include),), **more)  # type: ignore[arg-type]
        _run(device_arguments(request))
        return lower_builtin_variables(output.read_text())

    return compile_text


@pytest.fixture
def host_compiles(tmp_path: Path, api_include: Path) -> Callable[..., None]:
    """Asserts that the host side of CUDA source text compiles."""

    def compile_text(source: str, std: str = "c++17", language: str = "cu") -> None:
        file = tmp_path / ("input.cu" if language == "cu" else "input.cpp")
        file.write_text(source)
        request = FrontendRequest(str(file), os.devnull, action="syntax", std=std, language=language, system_includes=(str(api_include),))
        _run(host_arguments(request))

    return compile_text
