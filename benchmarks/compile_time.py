# SPDX-License-Identifier: Apache-2.0
"""Compile time of the examples, `-c`, beside NVIDIA's nvcc, and the cost of each further AMD target.

`python -m benchmarks.compile_time` prints a Markdown table; progress goes to standard error. The sides run in turn.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ROUNDS = 3
SIDES = {
    "nvcc, sm_80": (["nvcc", "-arch=sm_80"], ""),
    "scale, gfx942": (["scale-nvcc"], "gfx942"),
    "scale, gfx942 and gfx1100": (["scale-nvcc"], "gfx942;gfx1100"),
    "scale, gfx942, gfx1100 and gfx90a": (["scale-nvcc"], "gfx942;gfx1100;gfx90a"),
    "scale, cpu": (["scale-nvcc"], "cpu"),
}
"""Side to its command and targets."""


def main() -> int:
    """Times each side on each example; prints sums and ratios."""
    sides = {name: side for name, side in SIDES.items() if shutil.which(side[0][0])}
    times: dict[str, dict[str, float]] = {name: {} for name in sides}
    sources = sorted(EXAMPLES.glob("*.cu"))
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(sources, 1):
            print(f"[compile {number}/{len(sources)}] {source.name}", file=sys.stderr, flush=True)
            measured: dict[str, list[float]] = {name: [] for name in sides}
            for _ in range(ROUNDS):
                for name, (command, targets) in sides.items():
                    measured[name].append(_compile(command, targets, source, Path(folder) / "x.o"))
            for name in sides:
                times[name][source.name] = statistics.median(measured[name])
    base = sum(times["nvcc, sm_80"].values()) if "nvcc, sm_80" in times else None
    print(f"{len(sources)} files of `examples/`, `-O3 -std=c++17 -c`, wall time, medians of {ROUNDS}, sides in turn.\n")
    print("| compiler | all files, s | a file, ms | of nvcc's time |")
    print("| --- | ---: | ---: | ---: |")
    for name, files in times.items():
        total = sum(files.values())
        share = f"{total / base:.2f}" if base else "–"
        print(f"| {name} | {total:.2f} | {total / len(sources) * 1e3:.0f} | {share} |")
    return 0


def _compile(command: list[str], targets: str, source: Path, output: Path) -> float:
    """Seconds of one compilation; the code cache is off, since a hit is no compilation."""
    environment = {**os.environ, "SCALE_TARGETS": targets, "SCALE_CACHE": ""}
    line = [*command, "-O3", "-std=c++17", "-c", str(source), "-o", str(output)]
    started = time.perf_counter()
    done = subprocess.run(line, env=environment, capture_output=True, text=True)
    seconds = time.perf_counter() - started
    if done.returncode != 0:
        raise SystemExit(f"could not compile: {' '.join(line)}\n{done.stdout}{done.stderr}")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
