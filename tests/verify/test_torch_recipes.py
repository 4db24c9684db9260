# SPDX-License-Identifier: Apache-2.0
"""Recipes of torch extensions, with a torch and a pip that only say what they were asked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from scale.verify.engine import load_recipe, recipe_names
from scale.verify.job import Job
from scale.verify.pip import own_tests
from scale.verify.progress import Progress
from scale.verify.recipe import Failed, Skipped
from scale.verify.torch import PRELUDE, TorchRecipe

NAMES = [name for name in recipe_names() if isinstance(load_recipe(name), TorchRecipe)]


class Scripted(Job):
    """Answers commands by the first word that matches, and keeps them."""

    answers: dict[str, str]

    def run(self, line, *, cwd=None, env=None, check=True, limit=None):  # type: ignore[no-untyped-def]
        words = " ".join(map(str, line))
        self.commands.append(words)
        return next((answer for word, answer in self.answers.items() if word in words), "")


@pytest.fixture
def job(tmp_path: Path) -> Scripted:
    made = Scripted("torch-scatter", "cpu", tmp_path, Progress(io.StringIO()))
    made.answers = {}
    made.source = tmp_path / "source"
    made.source.mkdir()
    (made.source / "setup.py").write_text("")
    return made


@pytest.mark.parametrize("name", NAMES)
def test_comparisons_are_programs(name: str) -> None:
    recipe = load_recipe(name)
    assert isinstance(recipe, TorchRecipe) and recipe.module
    compile(f"{PRELUDE}import {recipe.module}\n{recipe.comparison}", name, "exec")


def test_torch_is_never_fetched(job: Scripted) -> None:
    recipe = load_recipe("torch-scatter")
    assert not any("torch" in wheel for wheel in recipe.wheels)
    with pytest.raises(Skipped, match="pip install torch"):
        recipe.configure(job)


def test_one_option_and_the_target(job: Scripted) -> None:
    load_recipe("torch-scatter").compile(job)
    (line,) = job.commands
    assert line.startswith("scale build --target cpu -- ")
    assert "pip install -v --no-build-isolation --no-deps" in line


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("12 passed, 3 skipped in 4.20s\n", "own tests: 12 passed, 3 skipped"),
        ("= 1 failed, 2 passed in 9.1s =\n", "1 failed, 2 passed"),
        ("Segmentation fault\n", "no count"),
    ],
)
def test_counts_of_own_tests(job: Scripted, said: str, verdict: str) -> None:
    job.answers = {"pytest": said}
    recipe = load_recipe("nerfacc")
    if verdict.startswith("own"):
        assert recipe.run(job) == verdict
    else:
        with pytest.raises(Failed, match=verdict):
            recipe.run(job)


def test_a_wrong_number_is_a_failure(job: Scripted) -> None:
    recipe = load_recipe("torch-scatter")
    job.answers = {"same": "same: scatter sum\nTraceback\nAssertionError: scatter mean\n"}
    with pytest.raises(Failed, match="1 comparisons, then AssertionError: scatter mean"):
        recipe.numbers(job)
    job.answers = {"same": "same: scatter sum\nsame: gather_csr\n"}
    assert recipe.numbers(job) == "2 results as the CPU's: scatter sum, gather_csr"


def test_only_modules_with_code_for_the_target_count(job: Scripted) -> None:
    """The target is part of the path; that alone is no code."""
    recipe, site = load_recipe("torch-scatter"), job.build / "site"
    site.mkdir()
    for name in ("a", "b"):
        (site / f"{name}.so").write_text("")
    job.answers = {"a.so": f'[{{"target": "{job.target}"}}]', "b.so": f"scale: error: {site}/b.so holds no image"}
    assert recipe.link(job) == "1 of 2 modules hold device code"
    job.answers = {"a.so": '[{"target": "gfx90a"}]'}
    with pytest.raises(Failed, match="of 2 modules none holds code for cpu"):
        recipe.link(job)


def test_expected_failures_are_none() -> None:
    assert own_tests("= 19 passed, 11 skipped, 1 xfailed in 3.20s =") == "own tests: 19 passed, 11 skipped, 1 xfailed"
    with pytest.raises(Failed, match="18 passed, 1 failed"):
        own_tests("1 failed, 18 passed in 3.20s\n18 passed, 1 failed in 2.00s")
