# SPDX-License-Identifier: Apache-2.0
"""The one-off build of torch's CUDA device, with a compiler that only writes down what it is asked: killed, it goes on where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

STARTUP = Path(__file__).resolve().parents[2] / "plugins" / "setuptools" / "startup"
COMPILER = """#!/bin/sh
# Compiles at once, but for one source that takes for ever in a folder with a file named slow.
for word; do case $word in *.cpp) source=$word;; esac; last=$word; done
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
case $source in *fallback.cpp) [ -e "$STATE/slow" ] && { echo $$ > "$STATE/pid"; sleep 60; } ;; esac
echo "${source##*/}" >> "$STATE/log"
echo "$out" > "$out"
"""
BUILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored from the start where a shell runs the tests in the background
sys.path.insert(0, {startup!r})
from pathlib import Path
from scale_startup import torch_library
print(torch_library.libraries(Path({torch!r}), "9.9", Path({toolkit!r})))
"""


@pytest.fixture
def build(tmp_path: Path) -> tuple[list[str], dict[str, str]]:
    compiler = tmp_path / "c++ compiler"
    compiler.write_text(COMPILER)
    compiler.chmod(0o755)
    (tmp_path / "toolkit").mkdir()
    (tmp_path / "toolkit" / "version.txt").write_text("CUDA Version 12.9.0\n")
    code = BUILD.format(startup=str(STARTUP), torch=str(tmp_path / "torch"), toolkit=str(tmp_path / "toolkit"))
    variables = {**os.environ, "CXX": str(compiler), "SCALE_CACHE": str(tmp_path / "cache"), "STATE": str(tmp_path)}
    return [sys.executable, "-c", code], variables


def sources(tmp_path: Path) -> list[str]:
    return [line for line in (tmp_path / "log").read_text().splitlines() if line]


def test_it_goes_on_where_it_was_and_leaves_nothing(tmp_path: Path, build: tuple[list[str], dict[str, str]]) -> None:
    line, variables = build
    (tmp_path / "cache" / "torch" / "tmpold").mkdir(parents=True)
    (tmp_path / "slow").touch()
    first = subprocess.Popen(line, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(400):
        if (tmp_path / "pid").exists() and (tmp_path / "log").exists() and len(sources(tmp_path)) == 9:
            break
        time.sleep(0.05)
    compiler = int((tmp_path / "pid").read_text())
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=20)
    with pytest.raises(ProcessLookupError):  # nothing compiles on
        os.kill(compiler, 0)
    before = sources(tmp_path)
    (tmp_path / "slow").unlink()
    second = subprocess.run(line, env=variables, capture_output=True, text=True, check=True, timeout=60)
    assert "a minute and a half" in second.stderr
    assert sources(tmp_path)[len(before) :] == ["fallback.cpp"]
    folder = Path(second.stdout.strip())
    assert sorted(path.name for path in folder.iterdir()) == ["libc10_cuda.so", "libtorch_cuda.so"]
    assert sorted(path.name for path in folder.parent.iterdir()) == sorted([folder.name, "lock"])
    third = subprocess.run(line, env=variables, capture_output=True, text=True, check=True, timeout=60)
    assert (third.stdout, third.stderr) == (second.stdout, "")
