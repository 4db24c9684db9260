# SPDX-License-Identifier: Apache-2.0
"""Share of real projects' CUDA files whose device and host side the front end takes.

    python benchmarks/corpus.py FOLDER [--project NAME] [--limit N] [--jobs N]

FOLDER holds the unpacked source archives named in `PROJECTS`; `pip download --no-deps --no-binary :all: NAME==VERSION` gets them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table
from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments, host_arguments
from scale.compiler.frontend.repair.diagnostics import read_errors

SIDES = ("device", "host")


@dataclass(frozen=True)
class Project:
    """Where a project's files are and what its own build system passes to nvcc; paths below the project's folder."""

    archive: str
    sources: tuple[str, ...]
    includes: tuple[str, ...]
    defines: tuple[str, ...] = ()
    std: str = "c++17"


GGML = "vendor/llama.cpp/ggml"
PROJECTS = {
    "llama-cpp-python": Project(
        "llama_cpp_python-0.3.36",
        (f"{GGML}/src/ggml-cuda/*.cu", f"{GGML}/src/ggml-cuda/template-instances/*.cu"),
        (f"{GGML}/include", f"{GGML}/src", f"{GGML}/src/ggml-cuda"),
        ("GGML_USE_CUDA", "GGML_CUDA_FA", "GGML_SCHED_MAX_COPIES=4", "_GNU_SOURCE"),
    ),
    "lightgbm": Project(
        "lightgbm-4.7.0",
        ("src/**/*.cu",),
        (
            "include",
            "external_libs/eigen",
            "external_libs/fast_double_parser/include",
            "external_libs/fmt/include",
            "external_libs/nanoarrow/src",
        ),
        ("USE_CUDA", "USE_SOCKET", "EIGEN_MPL2_ONLY", "EIGEN_DONT_PARALLELIZE"),
    ),
    "xgboost": Project(
        "xgboost-3.2.0",
        ("cpp_src/src/**/*.cu",),
        ("cpp_src/include", "cpp_src/dmlc-core/include", "cpp_src/src"),
        ("XGBOOST_USE_CUDA=1", "DMLC_LOG_CUSTOMIZE=1", "__USE_XOPEN2K8"),
    ),
    "cupy": Project("cupy-14.2.0", ("cupy/**/*.cu",), ("cupy", "cupy/_core/include")),
}


@dataclass
class Tally:
    """What became of one project's files."""

    files: int = 0
    passed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    misses: list[str] = field(default_factory=list)


def _run(job: tuple[Project, Path, Path, str]) -> tuple[str, Path, str | None]:
    """The side, the file, and the first error or None."""
    project, root, file, side = job
    request = FrontendRequest(
        str(file), os.devnull, action="syntax", std=project.std, defines=project.defines,
        includes=tuple(str(root / each) for each in project.includes), extended_lambda=True, relaxed_constexpr=True,
    )  # fmt: skip
    command = clang_command(device_arguments(request) if side == "device" else host_arguments(request))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0:
        return side, file, None
    with tempfile.TemporaryDirectory() as folder:
        code = (
            "import sys; from scale.compiler.frontend.repair import repair_and_run; "
            "sys.exit(repair_and_run(sys.argv[2:], sys.stdin.read(), sys.argv[1]))"
        )
        again = subprocess.run(
            [sys.executable, "-c", code, folder, *command],
            input=done.stderr, capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip
    if again.returncode == 0:
        return side, file, None
    errors = read_errors(again.stderr)
    return side, file, f"{Path(errors[0].place.file).name}:{errors[0].place.line}: {errors[0].text}" if errors else "failed"


def _jobs(project: Project, root: Path, limit: int | None) -> Iterator[tuple[Project, Path, Path, str]]:
    files = sorted(path for pattern in project.sources for path in root.glob(pattern))
    for file in files[:limit]:
        for side in SIDES:
            yield project, root, file, side


def main() -> int:
    """Print the table; the status says nothing about misses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--project", choices=sorted(PROJECTS))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    console = Console()
    table = Table("project", "files", "device side", "host side")
    for name, project in PROJECTS.items():
        root = options.folder / project.archive
        if (options.project and options.project != name) or not root.is_dir():
            continue
        tally = Tally()
        jobs = list(_jobs(project, root, options.limit))
        tally.files = len(jobs) // len(SIDES)
        with ThreadPoolExecutor(options.jobs) as pool:
            for done, (side, file, error) in enumerate(pool.map(_run, jobs), 1):
                tally.passed[side] += error is None
                if error:
                    console.print(f"{name}: {file.relative_to(root)} ({side}): {error}", markup=False)
                print(f"\r{name}: {done} of {len(jobs)}", end="\r", file=sys.stderr, flush=True)
        table.add_row(name, str(tally.files), *(f"{tally.passed[side]} of {tally.files}" for side in SIDES))
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
