# SPDX-License-Identifier: Apache-2.0
"""Running plans: results whole or not at all, messages once and in order, fake tools instead of compilers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.driver.diagnostics import Shown
from scale.compiler.driver.execute import execute
from scale.compiler.driver.messages import Fatal
from scale.compiler.driver.plan import Command, Plan
from scale.errors import ScaleError


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shell(script: str, inputs: tuple[str, ...] = (), outputs: tuple[str, ...] = (), **more: object) -> Command:
    """A command whose outputs are the words `$1`, `$2`, … of the script."""
    return Command(("sh", "-c", script, "sh", *outputs), inputs, outputs, **more)  # type: ignore[arg-type]


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def plan(*commands: Command, results: tuple[str, ...] = (), folder: str = "tmp") -> Plan:
    return Plan(commands, results, folder)


def test_result_appears_when_all_is_done(tmp_path: Path) -> None:
    first = shell('echo one > "$1"; test ! -e out', (), ("tmp/a",))
    second = shell('cat tmp/a > "$1"; test ! -e out', ("tmp/a",), ("out",))
    assert execute(plan(first, second, results=("out",)), verbose=False) == 0
    assert Path("out").read_text() == "one\n"
    assert names() == ["out"]


@pytest.mark.parametrize("old", [None, "before"])
def test_failure_leaves_no_trace_and_keeps_what_was_there(old: str | None, capfd: pytest.CaptureFixture[str]) -> None:
    if old:
        Path("out").write_text(old)
    half = shell('echo half > "$1"; echo wrong >&2; exit 3', (), ("out",))
    never = shell('touch "$1"', ("out",), ("other",))
    assert execute(plan(half, never, results=("out", "other")), verbose=False) == 3
    assert capfd.readouterr().err == "wrong\n"
    assert {name: Path(name).read_text() for name in names()} == ({"out": old} if old else {})


def test_commands_without_a_common_file_run_at_once() -> None:
    meet = "touch tmp/here-%s; for i in $(seq 200); do test -e tmp/here-%s && exit 0; sleep 0.02; done; exit 1"
    assert execute(plan(shell(meet % ("a", "b")), shell(meet % ("b", "a"))), verbose=False) == 0


def test_silent_failure_and_signal_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    assert execute(plan(shell("exit 5", summary="host side of a.cu")), verbose=False) == 5
    assert capfd.readouterr().err == "scale-nvcc: error: host side of a.cu failed with status 5; it said nothing\n"
    assert execute(plan(shell("kill -SEGV $$", summary="device side of a.cu")), verbose=False) == 128 + 11
    assert capfd.readouterr().err == "scale-nvcc: error: device side of a.cu ended by SIGSEGV\n"


@pytest.mark.parametrize(
    ("steps", "where"),
    [("1.\t<eof> parser\n2.\tx.cu:7:9: IR of 'f'\n3.\tlast\n", " at: x.cu:7:9: IR of 'f'"), ("1.\tlast\n", " at: last"), ("", "")],
)
def test_a_compiler_that_dies_tells_where(steps: str, where: str, capfd: pytest.CaptureFixture[str]) -> None:
    dump = f"PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: clang\n{steps} #0 0x1 f (/lib/x)\n"
    Path("dump").write_text(dump)
    assert execute(plan(shell("cat dump >&2; exit 1", summary="device side of a.cu")), verbose=False) == 1
    assert capfd.readouterr().err == f"scale-nvcc: error: device side of a.cu failed with status 1; it crashed{where}\n"


def test_missing_program_is_one_line() -> None:
    with pytest.raises(ScaleError, match="cannot start nosuchprogram: No such file or directory"):
        execute(plan(Command(("nosuchprogram",))), verbose=False)
    assert names() == []


@pytest.mark.parametrize(("result", "hint"), [("none/x.o", "its folder does not exist"), (".", "it is a folder")])
def test_places_that_cannot_be_written(result: str, hint: str) -> None:
    with pytest.raises(Fatal) as caught:
        execute(plan(shell("true"), results=(result,)), verbose=False)
    assert (caught.value.message, caught.value.hint) == (f"Could not open output file '{result}'", hint)


def test_dev_null_stays_a_device() -> None:
    assert execute(plan(shell('echo x > "$1"', (), ("/dev/null",)), results=("/dev/null",)), verbose=False) == 0
    assert not Path("/dev/null").is_file()


def test_result_through_a_link_replaces_the_file_and_not_the_link() -> None:
    Path("real").mkdir()
    Path("real/x").write_text("old")
    Path("x").symlink_to("real/x")
    assert execute(plan(shell('echo new > "$1"', (), ("x",)), results=("x",)), verbose=False) == 0
    assert Path("x").is_symlink()
    assert Path("real/x").read_text() == "new\n"


def test_verbose_prints_final_names(capfd: pytest.CaptureFixture[str]) -> None:
    execute(plan(Command(("cp", "/dev/null", "out"), (), ("out",)), results=("out",)), verbose=True)
    assert capfd.readouterr().err == '#$ cp "/dev/null" out\n'


def test_driver_that_starts_itself_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALE_NVCC_DEPTH", "4")
    with pytest.raises(ScaleError, match="recursion"):
        execute(plan(shell("true")), verbose=False)


def test_stopped_command_ends_its_children_and_leaves_nothing(tmp_path: Path) -> None:
    import signal
    import time

    script = (
        "import sys; from scale.compiler.driver.execute import execute; from scale.compiler.driver.plan import Command, Plan\n"
        "from scale.compiler.driver.messages import Stopped\n"
        "slow = Command(('sh', '-c', 'echo $$ > started; exec sleep 60', 'sh', 'out'), (), ('out',))\n"
        "try:\n  execute(Plan((slow,), ('out',), 'tmp'), verbose=False)\n"
        "except Stopped as stopped:\n  sys.exit(stopped.exit_status)\n"
    )
    running = subprocess.Popen([sys.executable, "-c", script])
    for _ in range(500):
        if Path("started").exists() and Path("started").read_text().strip():
            break
        time.sleep(0.02)
    running.send_signal(signal.SIGTERM)
    assert running.wait(20) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path("started").read_text()), 0)
    assert names() == ["started"]


DEVICE = """\
In file included from a.cu:1:
b.h:2:3: warning: unused [-Wunused]
    2 | int x;
      |   ^
a.cu:5:7: error: no 'y'
    5 | y
a.cu:4:1: note: here
1 warning and 1 error generated when compiling for sm_80.
"""
HOST = """\
In file included from a.cu:1:
b.h:2:3: warning: unused [-Wunused]
    2 | int x;
      |   ^
a.cu:9:1: error: host only
1 warning and 1 error generated when compiling for host.
"""


def test_what_both_sides_say_is_shown_once() -> None:
    shown = Shown()
    assert shown.select("a.cu", DEVICE) == DEVICE.rpartition("1 warning")[0]
    assert shown.select("a.cu", HOST) == "a.cu:9:1: error: host only\n"
    assert shown.select("b.cu", HOST) == HOST.rpartition("1 warning")[0]


@pytest.mark.parametrize("installed", [None, Path("/somewhere")])
def test_missing_thrust_names_its_package(installed: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said once, and only where the package is not there."""
    from scale.compiler.frontend import cccl

    monkeypatch.setattr(cccl, "cccl_include", lambda major: installed)
    text = "a.cu:1:10: fatal error: 'cuda/barrier' file not found\n    1 | #include <cuda/barrier>\n"
    shown = Shown()
    hint = "scale-nvcc: note: Thrust, CUB and libcu++ are a package of their own: pip install nvidia-cuda-cccl-cu12\n"
    assert shown.select("a", text) == text + ("" if installed else hint)
    assert shown.select("b", text) == text


def test_headers_of_libraries_that_are_missing_are_explained() -> None:
    """As clang says it and as GCC does; other headers get no hint."""
    hint = "scale-nvcc: note: '{}' is a header of {} (NVIDIA), which scale has no counterpart of yet\n"
    shown = Shown()
    clang = "a.cu:1:10: fatal error: 'nppi_filtering_functions.h' file not found\n    1 | #include <nppi_filtering_functions.h>\n"
    assert shown.select("a", clang) == clang + hint.format("nppi_filtering_functions.h", "NPP")
    gcc = "a.cpp:1:10: fatal error: cupti.h: No such file or directory\n"
    assert shown.select("b", gcc) == gcc + hint.format("cupti.h", "CUPTI")
    own = "a.cpp:1:10: fatal error: 'mine.h' file not found\n"
    assert shown.select("c", own) == own


def test_libraries_that_are_missing_are_explained() -> None:
    said = "/usr/bin/ld: cannot find -lnppif: No such file or directory\n/usr/bin/ld: cannot find -lmine: No such file or directory\n"
    note = "scale-nvcc: note: '-lnppif' is NPP (NVIDIA), which scale has no counterpart of yet\n"
    assert Shown().select("app", said) == said + note
    said = "ld.lld: error: unable to find library -lcupti\n"
    assert Shown().select("app", said).splitlines()[1].startswith("scale-nvcc: note: '-lcupti' is CUPTI (NVIDIA)")


def test_a_crash_of_clang_is_not_shown_as_a_stack() -> None:
    text = "a.cu:1:1: warning: odd\nPLEASE submit a bug report to x\nStack dump:\n0.\tProgram arguments: clang\n #0 0x1\n"
    assert Shown().select("a.cu", text) == "a.cu:1:1: warning: odd\n"


def test_verbose_text_of_the_host_compiler_is_untouched() -> None:
    text = "clang version 22\n#include <...> search starts here:\n /usr/include\nEnd of search list.\n"
    shown = Shown()
    assert shown.select("a.cu", text) == shown.select("a.cu", text) == text


def test_whole_command_with_tools_that_only_write_their_arguments(tmp_path: Path) -> None:
    tool = tmp_path / "fake"
    tool.write_text('#!/bin/sh\necho "$@" >> "$LOG"\nfor w; do test "$p" = -o && echo made > "$w"; p="$w"; done\nexit 0\n')
    tool.chmod(0o755)
    Path("a.c").touch()
    environment = {**os.environ, "LOG": str(tmp_path / "log"), "SCALE_TARGETS": "gfx942"}
    words = [sys.executable, "-m", "scale.compiler.driver.main", "-ccbin", str(tool), "-x", "c", "-E", "a.c", "-o", "a.i"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path("a.i").read_text() == "made\n"
    assert "-E -o" in Path("log").read_text()
