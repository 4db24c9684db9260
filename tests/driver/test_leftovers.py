# SPDX-License-Identifier: Apache-2.0
"""Folders that killed runs left behind are removed by later ones, and nobody else's are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scale.compiler.driver import leftovers

SOURCE = "template <int N> __global__ void k(float *p) { p[0] = powf(p[1], N); }\nvoid f() { k<1><<<1, 1>>>(0); k<2><<<1, 1>>>(0); }\n"
HOLDER = "import sys, time\nfrom scale.compiler.driver import leftovers\nleftovers.hold(sys.argv[1])\nprint(flush=True)\ntime.sleep(60)\n"


def _old(path: Path) -> Path:
    path.mkdir()
    (path / "a.ll").touch()
    os.utime(path, (time.time() - 3600,) * 2)
    return path


def _dead() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_only_folders_of_ended_runs_are_removed(tmp_path: Path) -> None:
    dead = _dead()
    gone = _old(tmp_path / f"scale-{dead}-0123abcd")
    running = _old(tmp_path / f"scale-{os.getpid()}-0123abcd")
    foreign = [
        _old(tmp_path / name) for name in (f"scale-{dead}", "scale-cpu-0123abcd", f"scale-{dead}-0123abcd.x", f"scale-{dead}-notes123")
    ]
    young = tmp_path / f"scale-{dead}-00000001"
    young.mkdir()
    link = tmp_path / f"scale-{dead}-00000002"
    link.symlink_to(running)
    leftovers.clear(str(tmp_path))
    assert not gone.exists()
    assert all((path / "a.ll").exists() for path in (running, *foreign))
    assert young.exists() and link.is_symlink()


def test_what_another_process_holds_stays(tmp_path: Path) -> None:
    """Its number may mean nothing here: containers share folders, not processes."""
    held = _old(tmp_path / f"scale-{_dead()}-0123abcd")
    with subprocess.Popen([sys.executable, "-c", HOLDER, held], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        leftovers.clear(str(tmp_path))
        assert held.exists()
        holder.kill()
    leftovers.clear(str(tmp_path))
    assert not held.exists()


def test_a_killed_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder is there until a later compilation, which makes its object all the same."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    source = tmp_path / "a.cu"
    source.write_text(SOURCE)
    line = [sys.executable, "-m", "scale.compiler.driver.main", "-c", source, "-o", tmp_path / "a.o"]
    with subprocess.Popen(line) as running:
        until = time.monotonic() + 30
        while not (left := list(tmp_path.glob("scale-*"))) and time.monotonic() < until:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    assert len(left) == 1
    subprocess.run(line, check=True)
    assert left[0].exists(), "too young"
    for path in (left[0], *left[0].iterdir()):
        os.utime(path, (time.time() - 3600,) * 2)
    subprocess.run(line, check=True)
    assert not list(tmp_path.glob("scale-*"))
    assert (tmp_path / "a.o").exists()
