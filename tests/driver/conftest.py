# SPDX-License-Identifier: Apache-2.0
"""Plans without a compiler: stand-ins for the front end's arguments and for the toolkit folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import scale.compiler.toolkit
from scale.compiler.driver import link_steps, source_steps
from scale.compiler.driver.invocation import read_command_line
from scale.compiler.driver.plan import Plan, render
from scale.compiler.driver.planner import make_plan
from scale.compiler.frontend import Clang, FrontendRequest
from scale.compiler.toolkit import Toolkit

Planner = Callable[..., Plan]


def _arguments(side: str) -> Callable[[FrontendRequest], list[str]]:
    def made(request: FrontendRequest) -> list[str]:
        words = [f"--{side}", *(f"-D{each}" for each in request.defines), *request.common_flags]
        if side == "host":
            words += [f"-O{request.optimization}"] if request.optimization else []
            words += request.host_flags
            words += ["--gpu-binary", request.gpu_binary] if request.gpu_binary else []
        words += ["--cuid"] if request.cuid else []
        rule = request.dependencies
        if rule is not None:
            words += ["-MD" if rule.system_headers else "-MMD", "-MF", rule.output]
            words += [word for target in rule.targets for word in ("-MT", target)]
        words += [f"--{request.action}"] if request.action != "compile" else []
        return [*words, "-o", request.output, request.source]

    return made


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Planner:
    """Makes the plan of a command line in an empty folder that holds the named inputs."""
    monkeypatch.setattr(source_steps, "device_arguments", _arguments("device"))
    monkeypatch.setattr(source_steps, "host_arguments", _arguments("host"))
    monkeypatch.setattr(source_steps, "clang_command", lambda words: ["clang", *words])
    monkeypatch.setattr(source_steps, "identity", lambda environment, targets: f"{';'.join(targets)} IDENTITY")
    monkeypatch.setattr(source_steps, "caches_are_told", lambda environment: False)
    monkeypatch.setattr(link_steps, "find_clang", lambda: Clang("clang", "22.1.8", None, "test"))
    monkeypatch.setattr(scale.compiler.toolkit, "toolkit_folder", lambda target=None: Toolkit("/toolkit"))
    monkeypatch.chdir(tmp_path)

    def make(line: str | list[str], environment: dict[str, str] | None = None, program: str = "scale-nvcc") -> Plan:
        words = line.split() if isinstance(line, str) else line
        given = {"SCALE_TARGETS": "gfx942", **(environment or {})}
        for word in words:
            if Path(word).suffix in (".cu", ".cpp", ".c", ".o", ".a") and not Path(word).exists() and word[0] != "-":
                Path(word).touch()
        return make_plan(read_command_line(program, words, given), "/tmp/F")

    return make


def printed(plan: Plan) -> str:
    """The plan as `--dryrun` prints it, with this machine's Python, and what its version knows of options, replaced."""
    start = re.compile(re.escape(f'"{sys.executable}" -E') + "P?m")
    return "".join(start.sub("python -m", render(command.argv)) + "\n" for command in plan.commands)
