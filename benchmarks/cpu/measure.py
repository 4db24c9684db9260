# SPDX-License-Identifier: Apache-2.0
"""The CPU device beside C++ with OpenMP: same algorithm, same data, same threads, measured in turn in one run.

`python -m benchmarks.cpu.measure [--threads N]` prints a Markdown table; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAIRS = {
    "vector_add": ("vector add, 16 M floats", 0.8),
    "matmul": ("matrix product in 16 × 16 tiles, 768 × 768", 0.5),
    "stencil": ("five-point stencil with a shared tile, 4096 × 2048", 0.5),
    "reduce": ("tree reduction, 16 M integers", 0.3),
}
"""Program name to its title and the share of the twin's speed that is wanted."""
ROUNDS = 5


def main() -> int:
    """Builds both sides, runs them in turn, prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--threads", type=int, default=2, help="threads of either side (default: 2)")
    parser.add_argument("--cxx", default="g++", help="compiler of the twins (default: g++)")
    threads, cxx = (options := parser.parse_args()).threads, options.cxx
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (title, wanted) in PAIRS.items():
            print(f"[measure] {name}", file=sys.stderr, flush=True)
            cuda, twin = Path(folder) / name, Path(folder) / f"{name}-twin"
            _check(["scale-nvcc-cpu", "-O3", "-o", str(cuda), str(HERE / f"{name}.cu")])
            _check([cxx, "-O3", "-march=native", "-fopenmp", "-o", str(twin), str(HERE / f"{name}.cpp")])
            rows.append((title, wanted, *_compare(cuda, twin, threads)))
    print(f"{threads} threads; best of 7 in each of {ROUNDS} runs, medians; `{cxx} -O3 -march=native -fopenmp`.\n")
    print("| program | CUDA on the CPU device, ms | C++ with OpenMP, ms | speed, share of C++'s | wanted |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for title, wanted, ours, theirs in rows:
        print(f"| {title} | {ours * 1e3:.2f} | {theirs * 1e3:.2f} | {theirs / ours:.2f} | {wanted} |")
    return 0


def _compare(cuda: Path, twin: Path, threads: int) -> tuple[float, float]:
    """Median seconds of both programs; their checksums must agree to 1 part in 10^5."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        seconds, checksum = _run(cuda, threads)
        twin_seconds, twin_checksum = _run(twin, threads)
        if abs(checksum - twin_checksum) > 1e-5 * abs(twin_checksum):
            raise SystemExit(f"{cuda.name}: results differ: {checksum} and {twin_checksum}")
        ours.append(seconds)
        theirs.append(twin_seconds)
    return statistics.median(ours), statistics.median(theirs)


def _run(program: Path, threads: int) -> tuple[float, float]:
    cores = ",".join(str(core) for core in sorted(os.sched_getaffinity(0))[:threads])
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "SCALE_DEVICE": "cpu"}
    line = ["taskset", "-c", cores, str(program)]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    seconds, checksum = done.stdout.split()
    return float(seconds), float(checksum)


def _check(line: list[str]) -> None:
    if subprocess.run(line, stdout=sys.stderr).returncode != 0:
        raise SystemExit(f"could not build: {' '.join(line)}")


if __name__ == "__main__":
    sys.exit(main())
