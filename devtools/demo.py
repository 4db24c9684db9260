# SPDX-License-Identifier: Apache-2.0
"""`./dev demo`: every example through CMake, run on the CPU device, with what each binary holds for AMD GPUs.

One compiler option and one variable do it all: `-DCMAKE_CUDA_COMPILER=scale-nvcc` and `SCALE_TARGETS`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
TARGETS = "cpu;gfx942;gfx1100"
SHOWN_TARGET = "gfx942"
RUN_LIMIT = 300.0
"""Seconds that one program may run."""


@dataclass
class Outcome:
    """One program: what it said, how long it ran (seconds) and the images inside it."""

    name: str
    right: bool
    verdict: str
    seconds: float
    images: list[dict[str, Any]] = field(default_factory=list)


def main() -> int:
    """Builds, runs, prints the table; 0 when every program is right."""
    parser = argparse.ArgumentParser(prog="./dev demo", description=__doc__)
    parser.add_argument("--targets", default=os.environ.get("SCALE_TARGETS", TARGETS), help=f"default: {TARGETS}")
    parser.add_argument("--size", help="size of every program's problem; default: each its own")
    parser.add_argument("--fresh", action="store_true", help="build from nothing")
    options = parser.parse_args()

    build = ROOT / "build" / "demo"
    if options.fresh:
        shutil.rmtree(build, ignore_errors=True)
    environment = {**os.environ, "SCALE_TARGETS": options.targets}
    if not _build(build, environment):
        print("demo: the examples could not be built")
        return 1
    programs = _programs(build)
    outcomes = []
    environment["SCALE_DEVICE"] = "cpu"
    for program in programs:
        print(f"[run] {program.name}", flush=True)
        outcomes.append(_run(program, environment, options.size))
    # A table needs room: as wide as the terminal, or 160 columns in a log.
    Console(width=None if sys.stdout.isatty() else 160).print(_table(outcomes))
    right = sum(outcome.right for outcome in outcomes)
    print(f"demo: {right} of {len(outcomes)} right")
    return 0 if right == len(outcomes) and outcomes else 1


def _build(build: Path, environment: dict[str, str]) -> bool:
    """Configures and builds the examples, as a user would."""
    stamp = build / "targets.txt"
    if stamp.is_file() and stamp.read_text() != environment["SCALE_TARGETS"]:
        shutil.rmtree(build)  # the same commands now make other code
    configure = ["cmake", "-G", "Ninja", "-S", str(ROOT / "examples"), "-B", str(build)]
    configure += ["-DCMAKE_CUDA_COMPILER=scale-nvcc", "-DCMAKE_BUILD_TYPE=Release", "--log-level=WARNING"]
    if subprocess.run(configure, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
        return False
    # All that can be built is built; a program that is missing afterwards counts as wrong.
    subprocess.run(["cmake", "--build", str(build), "--", "-k", "0"], env=environment, stdin=subprocess.DEVNULL)
    stamp.write_text(environment["SCALE_TARGETS"])
    return True


def _programs(build: Path) -> list[Path]:
    """The executables that CMake registered as tests."""
    listed = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], capture_output=True, text=True, check=True)
    return [build / test["name"] for test in json.loads(listed.stdout)["tests"]]  # one that is not built has no command


def _run(program: Path, environment: dict[str, str], size: str | None) -> Outcome:
    """Runs one program and reads its verdict line and its images."""
    if not program.exists():
        return Outcome(program.name, False, "NOT BUILT", 0.0)
    line = [str(program), *(["--size", size] if size else [])]
    started = time.perf_counter()
    try:
        done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=RUN_LIMIT, stdin=subprocess.DEVNULL)
        output, status = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        output, status = f"did not end within {RUN_LIMIT:.0f} s", 1
    seconds = time.perf_counter() - started
    verdict = re.search(rf"^{re.escape(program.name)}: (right|WRONG) \((.*)\)$", output, re.MULTILINE)
    right = status == 0 and verdict is not None and verdict[1] == "right"
    if verdict:
        text = f"{verdict[1]}: {verdict[2]}"
    else:
        last = output.strip().splitlines()[-1:] or ["no output"]
        text = f"FAILED (exit status {status}): {last[0]}"
    return Outcome(program.name, right, text, seconds, _images(program))


def _images(program: Path) -> list[dict[str, Any]]:
    """What `scale objdump` finds in the binary."""
    done = subprocess.run(["scale", "objdump", "--json", str(program)], capture_output=True, text=True)
    if done.returncode != 0:
        return []
    images: list[dict[str, Any]] = json.loads(done.stdout)
    return images


def _table(outcomes: list[Outcome]) -> Table:
    table = Table(title="examples, run on the CPU device", show_lines=True)
    for name in ("program", "verdict", "run, s", "images, KiB", f"{SHOWN_TARGET} kernels"):
        table.add_column(name, overflow="fold")
    for title in ("VGPRs", "SGPRs", "LDS", "scratch"):
        table.add_column(title, justify="right")
    for outcome in outcomes:
        kernels = [k for i in outcome.images if i["target"] == SHOWN_TARGET for k in i.get("kernels", [])]
        table.add_row(
            outcome.name,
            f"[{'green' if outcome.right else 'red'}]{outcome.verdict.replace('[', '(')}[/]",
            f"{outcome.seconds:.2f}",
            "\n".join(_image_lines(outcome.images)) or "?",
            "\n".join(_short(kernel["name"]) for kernel in kernels),
            *(_column(kernels, key) for key in ("vgprs", "sgprs", "lds_bytes", "scratch_bytes")),
        )
    return table


def _image_lines(images: list[dict[str, Any]]) -> list[str]:
    lines: dict[str, int] = {}
    for image in images:  # several levels of one target count together
        lines[image["target"]] = lines.get(image["target"], 0) + int(image["size"])
    return [f"{target} {size / 1024:.1f}" for target, size in lines.items()]


def _column(kernels: list[dict[str, Any]], key: str) -> str:
    return "\n".join("–" if kernel.get(key) is None else str(kernel[key]) for kernel in kernels)


def _short(mangled: str) -> str:
    """The plain name inside an Itanium-mangled one: `_Z3addPKfS0_Pfi` is `add`."""
    match = re.match(r"_ZN?L?(\d+)", mangled)
    if not match:
        return mangled
    start, length = match.end(), int(match[1])
    rest = mangled[start + length :]
    return mangled[start : start + length] + ("<…>" if rest.startswith("I") else "")


if __name__ == "__main__":
    sys.exit(main())
