# SPDX-License-Identifier: Apache-2.0
"""`./dev`: what it says when something is missing, that done work is not done again, and the parts of its tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from devtools import demo, main, setup, tables  # noqa: E402


def run_dev(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PATH": path} if path else {})}
    return subprocess.run([sys.executable, str(ROOT / "dev"), *arguments], env=environment, capture_output=True, text=True, timeout=60)


def test_unknown_command_is_one_line() -> None:
    done = run_dev("demos")
    assert (done.returncode, done.stderr) == (2, "dev: error: unknown command 'demos' (demo, test, tables, setup)\n")


def test_tests_run_in_a_process_for_each_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(3)))
    assert main._pytest_arguments(["-q"]) == ["-n", "3", "--dist", "loadfile", "--max-worker-restart", "0", "-m", "not exhaustive", "-q"]
    assert main._pytest_arguments(["--all", "-n0"]) == ["-n0"]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {5})
    assert main._pytest_arguments([]) == ["-m", "not exhaustive"]


def test_missing_compiler_names_the_package(tmp_path: Path) -> None:
    done = run_dev("demo", path=str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "dev: error: the program g++ is missing; install the package g++\n")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[str]]:
    """A checkout whose steps only note that they ran."""
    for folder in ("core/runtime", "core/libwrap", ".scale-dev"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("one")
    (tmp_path / "CMakeLists.txt").write_text("")
    (tmp_path / "core/runtime/a.cpp").write_text("int a;")
    ran: list[str] = []

    def make_venv(self: setup._Setup) -> None:
        ran.append("venv")
        setup.environment_python(self.root).parent.mkdir(parents=True, exist_ok=True)
        setup.environment_python(self.root).touch()

    monkeypatch.setattr(setup._Setup, "_make_venv", make_venv)
    for name, method in (("clang", "_install_clang"), ("package", "_install_package"), ("tests", "_install_tests")):
        monkeypatch.setattr(setup._Setup, method, lambda _, name=name: ran.append(name))
    for name, method in (("native", "_build_native"), ("device-libs", "_device_libs")):
        monkeypatch.setattr(setup._Setup, method, lambda _, name=name: ran.append(name))
    return tmp_path, ran


def test_steps_run_once_and_again_when_their_inputs_change(checkout: tuple[Path, list[str]]) -> None:
    root, ran = checkout

    def steps(tests: bool = False) -> list[str]:
        ran.clear()
        setup.ensure(root, tests=tests)
        return list(ran)

    assert steps() == ["venv", "clang", "package", "native", "device-libs"]
    assert steps() == []
    assert steps(tests=True) == ["tests"]
    (root / "core/runtime/a.cpp").write_text("int a, b;")
    assert steps(tests=True) == ["native"]
    (root / "pyproject.toml").write_text("two")
    assert steps() == ["package", "native"]
    setup.environment_python(root).unlink()
    assert steps() == ["venv", "clang", "package", "native", "device-libs"]


def test_a_checkout_that_moved_gets_everything_anew(checkout: tuple[Path, list[str]]) -> None:
    root, ran = checkout
    setup.ensure(root, tests=False)
    ran.clear()
    setup.ensure(root.rename(root.with_name("elsewhere")), tests=False)
    assert ran[:2] == ["venv", "clang"]


def test_a_failed_step_is_tried_again(checkout: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    root, ran = checkout

    def fail(_: object) -> None:
        raise setup.SetupError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(setup._Setup, "_install_package", fail)
        with pytest.raises(setup.SetupError, match="no network"):
            setup.ensure(root, tests=False)
    assert ran == ["venv", "clang"]
    ran.clear()
    setup.ensure(root, tests=False)
    assert ran == ["package", "native", "device-libs"]


def test_marked_part_of_a_page_is_replaced() -> None:
    page = "a\n<!-- table x -->\nold\n<!-- end x -->\nb\n"
    assert tables.replace_marked(page, "x", "| new |\n") == "a\n<!-- table x -->\n| new |\n<!-- end x -->\nb\n"
    with pytest.raises(ValueError, match="no marks for table 'y'"):
        tables.replace_marked(page, "y", "")


def test_every_table_has_its_marks() -> None:
    for table in tables.TABLES:
        page = (ROOT / table.page).read_text()
        tables.replace_marked(page, table.name, "")


@pytest.mark.parametrize(
    ("mangled", "plain"),
    [("_Z3addPKfS0_Pfi", "add"), ("_Z6pricesIfEvPK6OptionP5PriceIT_Effi", "prices<…>"), ("plain_c", "plain_c")],
)
def test_kernel_names_in_the_demo(mangled: str, plain: str) -> None:
    assert demo._short(mangled) == plain


def test_image_sizes_of_one_target_count_together() -> None:
    images = [{"target": "cpu", "size": 1024}, {"target": "gfx942", "size": 512}, {"target": "cpu", "size": 2048}]
    assert demo._image_lines(images) == ["cpu 3.0", "gfx942 0.5"]
