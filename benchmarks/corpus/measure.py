# SPDX-License-Identifier: Apache-2.0
"""Compiles one file in one of four ways."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from scale.compiler.driver import precompiled
from scale.compiler.driver.invocation import read_command_line
from scale.compiler.frontend import clang_command, device_arguments, host_arguments
from scale.compiler.frontend.repair.diagnostics import read_errors
from scale.paths import cache_folder

from .projects import Project

STEPS = ("device", "host", "gfx942", "cpu")
"""The front end of either side, which takes about a second, and whole compilations."""
LONGEST = 900
REPAIR = (
    "import sys; from scale.compiler.frontend.repair import repair_and_run; "
    "sys.exit(repair_and_run(sys.argv[2:], sys.stdin.read(), sys.argv[1]))"
)


@dataclass(frozen=True)
class Job:
    """One file, one step."""

    project: Project
    root: Path
    file: Path
    step: str
    third: dict[str, list[str]]

    @property
    def name(self) -> str:
        return str(self.file.relative_to(self.root))


@dataclass(frozen=True)
class Outcome:
    """What became of a job: None, or the first error."""

    error: str | None
    seconds: float


def options(job: Job) -> list[str]:
    """The words that the project's build passes to nvcc for a file."""
    words = list(job.project.options)
    for include in job.project.includes:
        if include.startswith("@"):
            words += [f"-I{folder}" for folder in job.third.get(include[1:], ())]
        else:
            words.append(f"-I{job.root / include}")
    return words


def run(job: Job) -> Outcome:
    """Do the job."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="scale-corpus-") as folder:
        words = options(job)
        if job.project.preamble:
            preamble = Path(folder, "preamble.h")
            preamble.write_text(job.project.preamble)
            words += ["-include", str(preamble)]
        try:
            error = _front_end(job, words, folder) if job.step in ("device", "host") else _whole(job, words, folder)
        except subprocess.TimeoutExpired:
            error = f"not done after {LONGEST} s"
    return Outcome(error, round(time.monotonic() - started, 2))


def _front_end(job: Job, words: list[str], folder: str) -> str | None:
    front = read_command_line("scale-nvcc-cpu", [*words, "-c", str(job.file)], os.environ).front
    request = replace(front, source=str(job.file), output=os.devnull, action="syntax", color=False)
    arguments = device_arguments(request) if job.step == "device" else host_arguments(request)
    command = clang_command(["-ferror-limit=60", *arguments])
    memory = cache_folder() / "precompiled"
    quick, build, head = precompiled.apply_with_head(command, memory)
    started = time.monotonic()
    done = _run(quick)
    if done.returncode == 0:
        if head is not None:
            head.note(time.monotonic() - started)
        if build is not None:
            build.finish(_run(list(build.argv)).returncode)
        return None
    if build is not None:
        build.finish(1)
    if quick != command:
        done = _run(command)
        if done.returncode == 0:
            return None
    done = _run([sys.executable, "-c", REPAIR, folder, *command], done.stderr)
    return None if done.returncode == 0 else _first_error(done.stderr)


def _whole(job: Job, words: list[str], folder: str) -> str | None:
    command = [sys.executable, "-m", "scale.compiler.driver.main", *words, "-w", "-c", str(job.file), "-o", f"{folder}/out.o"]
    done = _run(command, environment={**os.environ, "SCALE_TARGETS": job.step})
    return None if done.returncode == 0 else _first_error(done.stderr)


def _run(command: list[str], text: str = "", environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=text, capture_output=True, text=True, errors="replace", timeout=LONGEST, env=environment, check=False
    )


def _first_error(said: str) -> str:
    errors = read_errors(said)
    if errors:
        return f"{Path(errors[0].place.file).name}:{errors[0].place.line}: {errors[0].text}"
    found = re.search(r"error: (.*)", said)
    return found[1] if found else f"failed: {said.strip()[-200:]}"
