# SPDX-License-Identifier: Apache-2.0
"""`--time FILE`: rows of comma-separated values, appended; headings once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def _compile(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "scale.compiler.driver.main", *words, "-c", "a.cpp", "-o", "a.o"]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_rows_are_appended_below_one_line_of_headings(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int f() { return 1; }\n")
    for _ in range(2):
        done = _compile(tmp_path, "--time", "times.csv")
        assert done.returncode == 0, done.stderr
    headings, *rows = (tmp_path / "times.csv").read_text().splitlines()
    assert headings.split(" , ") == [
        "source file name",
        "phase name",
        "phase input files",
        "phase output file",
        "arch",
        "tool",
        "metric",
        "unit",
    ]
    assert len(rows) == 2
    for row in rows:
        cells = row.split(" , ")
        assert len(cells) == 8 and cells[2] == "a.cpp" and cells[3] == "a.o" and float(cells[6]) > 0 and cells[7] == "ms"


def test_standard_output_and_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int f() { return 1; }\n")
    assert _compile(tmp_path, "-time=-").stdout.startswith("source file name , phase name")
    refused = _compile(tmp_path, "-time", "none/times.csv")
    assert refused.returncode == 1 and "'none/times.csv'" in refused.stderr and "Traceback" not in refused.stderr
