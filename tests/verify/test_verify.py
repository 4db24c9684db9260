# SPDX-License-Identifier: Apache-2.0
"""`scale verify`'s mechanism, on recipes of the test's own: verdicts, reasons, logs, limits and the check of the source tree."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from scale.verify import engine
from scale.verify.cmake import CMakeRecipe, _forget_other_compiler
from scale.verify.engine import NO, NOT_HERE, NOT_REACHED, YES, Result, verify
from scale.verify.job import Job
from scale.verify.progress import Progress
from scale.verify.recipe import Failed, Missing, Recipe, Skipped
from scale.verify.report import as_json, as_markdown
from scale.verify.tree import compare_trees, digest_tree


class LocalSource:
    def describe(self) -> str:
        return "made on the spot"

    def fetch(self, job: Job, into: Path) -> Path:
        top = into / "tree" / "project-1"
        top.mkdir(parents=True)
        (top / "a.cu").write_text("one\n")
        (top / "b.cu").write_text("two\n")
        return top


@dataclass
class Small(Recipe):
    broken: str = ""
    edits: bool = False

    def configure(self, job: Job) -> str | None:
        job.run([sys.executable, "-c", "print('configured')"])
        return None

    def compile(self, job: Job) -> str | None:
        if self.edits:
            (job.source / "a.cu").write_text("changed\n")
            (job.source / "made.o").write_text("")
        script = "import sys; print('a.cu:1: error: no such thing'); print('make: stopped'); sys.exit(2)" if self.broken else ""
        job.run([sys.executable, "-c", script])
        return "2 files"

    def link(self, job: Job) -> str | None:
        return None

    def run(self, job: Job) -> str | None:
        job.runs_here()
        return None

    def numbers(self, job: Job) -> str | None:
        raise Failed("largest difference 0.5")


def take(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, recipe: Recipe, target: str = "cpu") -> tuple[Result, str]:
    monkeypatch.setattr(engine, "load_recipe", lambda name: recipe)
    said = io.StringIO()
    return verify("small", target, tmp_path, progress=Progress(said)), said.getvalue()


def small(**options: object) -> Small:
    return Small(summary="", source=LocalSource(), option="--nvcc={nvcc}", **options)  # type: ignore[arg-type]


def verdicts(result: Result) -> dict[str, str]:
    return {each.step: each.verdict for each in result.verdicts}


def test_verdicts_reasons_and_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, said = take(monkeypatch, tmp_path, small())
    assert verdicts(result) == {
        **{"fetch": YES, "configure": YES, "compile": YES, "link": YES},
        **{"run": YES, "numbers": NO, "time": NOT_HERE},
    }
    assert result.changed_files == [] and not result.ok
    assert result.option == "--nvcc=scale-nvcc-cpu"
    assert "small cpu numbers: no, largest difference 0.5" in said
    page = re.sub(r" \(\d+ s\)", "", as_markdown([result]))  # how long a step took, on a busy machine
    assert "| small | cpu | yes | yes | yes | yes | yes | **no** | – | 0 | 1 |" in page
    assert f"{sys.executable} -c 'print('\"'\"'configured'\"'\"')'" in page
    assert json.loads(as_json([result]))[0]["verdicts"][5]["detail"] == "largest difference 0.5"


def test_a_failure_stays_and_stops_what_needs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, _ = take(monkeypatch, tmp_path, small(broken="yes"))
    found = verdicts(result)
    assert found["compile"] == NO
    assert [found[step] for step in ("link", "run", "numbers", "time")] == [NOT_REACHED] * 4
    reason = result.verdicts[2].detail
    assert "a.cu:1: error: no such thing (status 2)" in reason
    assert "make: stopped" in (tmp_path / "small" / "cpu" / "log.txt").read_text()


def test_what_the_whole_project_lacks_is_said_at_every_step_and_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def configure(self: Small, job: Job) -> str | None:
        raise Missing("torch is not installed")

    monkeypatch.setattr(Small, "configure", configure)
    result, _ = take(monkeypatch, tmp_path, small(broken="yes"))
    assert [each.verdict for each in result.verdicts] == [YES] + [NOT_HERE] * 6  # the compilation, which would fail, is not tried
    assert {each.detail for each in result.verdicts[1:]} == {"torch is not installed"}
    assert result.ok


def test_edited_sources_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, _ = take(monkeypatch, tmp_path, small(edits=True))
    assert result.changed_files == ["a.cu"]
    assert "* changed: `a.cu`" in as_markdown([result])


def test_no_device_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from scale.compiler.driver import selection

    monkeypatch.setattr(selection, "installed_gpus", list)
    result, _ = take(monkeypatch, tmp_path, small(), target="gfx942")
    assert result.option == "--nvcc=scale-nvcc-gfx942"
    assert verdicts(result)["run"] == verdicts(result)["numbers"] == NOT_HERE
    assert result.ok
    assert result.verdicts[4].detail == "no gfx942 in this machine"


def test_steps_taken_later_join_the_kept_result(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Verdicts that rest on a step taken anew are void."""
    take(monkeypatch, tmp_path, small())
    kept = tmp_path / "small" / "cpu" / "result.json"

    def after(*steps: str, recipe: Small) -> dict[str, str]:
        monkeypatch.setattr(engine, "load_recipe", lambda name: recipe)
        verify("small", "cpu", tmp_path, steps=steps, progress=Progress(io.StringIO()))
        return {each["step"]: each["verdict"] for each in json.loads(kept.read_text())["verdicts"]}

    assert after("time", recipe=small()) == {
        **{"fetch": YES, "configure": YES, "compile": YES, "link": YES},
        **{"run": YES, "numbers": NO, "time": NOT_HERE},
    }
    assert after("compile", recipe=small(broken="yes")) == {"fetch": YES, "configure": YES, "compile": NO}


def job(tmp_path: Path) -> Job:
    return Job("p", "cpu", tmp_path, Progress(io.StringIO()))


def test_limit_ends_the_command_and_its_children(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="was ended after 3 s"):
        job(tmp_path).run(["sh", "-c", "sleep 60 & echo $! > child; wait"], limit=3)
    child = int((tmp_path / "cpu" / "build" / "child").read_text())
    state = Path(f"/proc/{child}/stat")
    for _ in range(100):  # a signal takes its time on a busy machine
        if not state.exists() or state.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the command's child still runs")


def test_missing_program_is_a_failure_with_a_name(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="'no-such-tool' is not found"):
        job(tmp_path).run(["no-such-tool"])


def test_progress_names_the_last_line_that_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scale.verify.progress.QUIET_SECONDS", 0.1)
    stream = io.StringIO()
    progress = Progress(stream)
    progress.start("p cpu compile")
    Job("p", "cpu", tmp_path, progress).run(["sh", "-c", "echo '[3/7] a.cu'; echo '  |  ^ warning'; sleep 1"])
    assert ": [3/7] a.cu\n" in stream.getvalue()


def test_digest_sees_bytes_modes_and_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").symlink_to("a")
    before = digest_tree(tmp_path)
    assert not compare_trees(before, digest_tree(tmp_path))
    (tmp_path / "a").chmod(0o755)
    (tmp_path / "b").unlink()
    (tmp_path / "c").write_text("")
    changes = compare_trees(before, digest_tree(tmp_path))
    assert (changes.changed, changes.removed, changes.added) == (("a",), ("b",), ("c",))


def test_every_recipe_loads_and_every_unknown_name_is_refused() -> None:
    from scale.errors import UsageError

    for name in engine.recipe_names():
        assert any(word in engine.load_recipe(name).option for word in ("{nvcc}", "{toolkit}", "scale build"))
    with pytest.raises(UsageError, match="no recipe for 'nonesuch'"):
        engine.load_recipe("nonesuch")


@pytest.mark.parametrize(
    ("compiler", "kept"), [("/kit-1/bin/nvcc", True), ("nvcc", True), ("/kit-2/bin/nvcc", False), ("scale-nvcc", False)]
)
def test_a_build_of_another_compiler_is_configured_anew(tmp_path: Path, compiler: str, kept: bool) -> None:
    (tmp_path / "CMakeFiles").mkdir()
    (tmp_path / "CMakeCache.txt").write_text("CMAKE_CUDA_COMPILER:STRING=/kit-1/bin/nvcc\nGGML_CUDA:BOOL=ON\n")
    (tmp_path / "object.o").touch()
    _forget_other_compiler(tmp_path, compiler)
    assert (tmp_path / "CMakeCache.txt").exists() is (tmp_path / "CMakeFiles").exists() is kept
    assert (tmp_path / "object.o").exists()


def test_skipped_is_not_failed() -> None:
    assert not issubclass(Skipped, Failed)


class CMakeSource(LocalSource):
    def fetch(self, job: Job, into: Path) -> Path:
        top = super().fetch(job, into)
        (top / "a.cu").write_text("__global__ void k() {}\n")
        (top / "b.cu").write_text("what only another target compiles\n")
        lines = "add_library(a STATIC a.cu)\nadd_library(b STATIC EXCLUDE_FROM_ALL b.cu)\n"
        (top / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES CUDA)\n{lines}")
        return top


@pytest.mark.parametrize(("products", "reason"), [(("all",), ""), (("b",), "1 of 2 device sources")])
def test_device_sources_are_those_of_the_default_build_and_of_the_products(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, products: tuple[str, ...], reason: str
) -> None:
    result, _ = take(monkeypatch, tmp_path, CMakeRecipe(summary="", source=CMakeSource(), products=products))
    compiled = next(each for each in result.verdicts if each.step == "compile")
    assert compiled.verdict == (NO if reason else YES)
    assert (reason or "1 of 1 device sources") in compiled.detail
