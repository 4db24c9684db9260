# SPDX-License-Identifier: Apache-2.0
"""`./dev tables [NAME ...]`: makes the measured tables in `docs/` anew.

A table is a row of `TABLES`: its name, the program that measures, and the page whose marked part it
fills. The program prints Markdown on standard output and its progress on standard error. The marked part
lies between `<!-- table NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class MeasuredTable:
    """One table: how it is made and where it goes."""

    name: str
    command: tuple[str, ...]
    page: str
    what: str


TABLES: tuple[MeasuredTable, ...] = (
    MeasuredTable("compile-time", ("-m", "benchmarks.compile_time"), "docs/performance.md", "compile time beside nvcc"),
    MeasuredTable("amd-counts", ("-m", "benchmarks.amd_counts"), "docs/amd-counts.md", "executed AMD instructions beside HIP"),
    MeasuredTable("corpus", ("-m", "benchmarks.corpus"), "docs/language.md", "real projects' files that compile"),
    MeasuredTable("math-error", ("-m", "benchmarks.math_error"), "docs/math-error.md", "errors of the CUDA Math API"),
    MeasuredTable("ptx", ("-m", "scale.compiler.ptx.coverage"), "docs/ptx.md", "PTX instructions of the translator"),
    MeasuredTable("cpu-speed", ("-m", "benchmarks.cpu.measure"), "docs/performance.md", "CPU device beside C++ with OpenMP"),
)


def main() -> int:
    """Measures the tables named on the command line, or all of them."""
    parser = argparse.ArgumentParser(prog="./dev tables", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(table.name for table in TABLES))
    names = parser.parse_args().names
    unknown = sorted(set(names) - {table.name for table in TABLES})
    if unknown:
        print(f"dev: error: unknown table '{unknown[0]}' ({', '.join(t.name for t in TABLES)})", file=sys.stderr)
        return 2
    status = 0
    for table in TABLES:
        if not names or table.name in names:
            status |= _make(table)
    return status


def _make(table: MeasuredTable) -> int:
    print(f"[table] {table.name}: {table.what}", flush=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *table.command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(f"dev: error: table '{table.name}' could not be measured", file=sys.stderr)
        return 1
    print(done.stdout)
    page = ROOT / table.page
    page.write_text(replace_marked(page.read_text(), table.name, done.stdout))
    return 0


def replace_marked(page: str, name: str, table: str) -> str:
    """`page` with the part between the marks of `name` replaced.

    Raises:
        ValueError: the page lacks the marks.
    """
    begin, end = f"<!-- table {name} -->", f"<!-- end {name} -->"
    before, found, rest = page.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        raise ValueError(f"no marks for table '{name}'")
    return f"{before}{begin}\n{table.strip()}\n{end}{after}"


if __name__ == "__main__":
    sys.exit(main())
