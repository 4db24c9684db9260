# SPDX-License-Identifier: Apache-2.0
"""Recipes of Python packages: the unmodified source, installed by pip through `scale build` into a folder of the recipe's."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scale.verify.recipe import Failed, Recipe
from scale.verify.tree import compare_trees, digest_tree

if TYPE_CHECKING:
    from pathlib import Path

    from scale.verify.job import Job

OPTION = "scale build --target TARGET -- pip install --no-build-isolation"


@dataclass
class PipRecipe(Recipe):
    """A package that `pip install` builds."""

    option: str = OPTION
    module: str = ""
    """What is imported in the end."""
    environment: dict[str, str] = field(default_factory=dict)
    """The project's own published switches."""

    def compile(self, job: Job) -> str | None:
        tree = job.build / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(job.source, tree, symlinks=True)
        line = [*self._launcher(job), "-m", "pip", "install", "-v", "--no-build-isolation", "--no-deps", "--upgrade"]
        job.run([*line, "--target", site_folder(job), tree], env=self.environment)
        changes = compare_trees(digest_tree(job.source), digest_tree(tree))
        # Source distributions carry setuptools' own record of the package, which every build writes anew.
        touched = [name for name in (*changes.changed, *changes.removed) if not name.split("/")[0].endswith(".egg-info")]
        if touched:
            raise Failed(f"the build changed the source: {', '.join(touched[:3])}")
        return None

    def link(self, job: Job) -> str | None:
        """Every extension module is there and holds code for the target."""
        modules = sorted(site_folder(job).rglob("*.so"))
        with_code = [path for path in modules if job.target in _targets(job.run(["scale", "objdump", "--json", path], check=False))]
        if not with_code:
            raise Failed(f"of {len(modules)} modules none holds code for {job.target}")
        return f"{len(with_code)} of {len(modules)} modules hold device code"

    def _launcher(self, job: Job) -> list[str]:
        return ["scale", "build", "--target", job.target, "--", str(job.python)]

    def _python(self, job: Job, *words: str, check: bool = True) -> str:
        # In the build folder, so that the installed package is imported and not the source beside it.
        paths = {"PYTHONPATH": ":".join(part for part in (str(site_folder(job)), job.environment()["PYTHONPATH"]) if part)}
        return job.run([*self._launcher(job), *words], env={**self.environment, **paths}, check=check)


def _targets(said: str) -> set[str]:
    """Targets of the images that `scale objdump --json` lists; none where it found no image."""
    try:
        return {str(image["target"]) for image in json.loads(said)}
    except (ValueError, TypeError, KeyError):
        return set()


def site_folder(job: Job) -> Path:
    """Where the package is installed."""
    return job.build / "site"


def own_tests(said: str) -> str:
    """The verdict of pytest's closing line.

    Raises:
        Failed: a test failed, or no line counts any.
    """
    counts = re.findall(r"^=*\s*((?:\d+ \w+,? ?)+)in [\d.]+", said, re.MULTILINE)
    if not counts or re.search(r"\b(?:failed|errors?)\b", counts[-1]):  # but not xfailed
        raise Failed(f"own tests: {counts[-1].strip() if counts else 'no count'}")
    return f"own tests: {counts[-1].strip()}"


def comparisons(said: str) -> str:
    """The verdict of a program that prints `same: NAME` for each result.

    Raises:
        Failed: it ended in an exception.
    """
    found = re.findall(r"^same: (.*)$", said, re.MULTILINE)
    if wrong := re.search(r"^\w*(?:Error|Exception).*$", said, re.MULTILINE):
        raise Failed(f"{len(found)} comparisons, then {wrong[0][:200]}")
    return f"{len(found)} results as the CPU's: {', '.join(found)}"
