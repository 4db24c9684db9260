# SPDX-License-Identifier: Apache-2.0
"""Recipes of PyTorch extensions: an unmodified `setup.py`, installed by pip through `scale build`.

torch itself is used where it is installed and never fetched: under that name some machines get gigabytes. The project's own tests run where
its source distribution has them; the comparison is a short program of ours that asks the CUDA operator and the CPU's for the same.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scale.verify.recipe import Failed, Recipe, Skipped
from scale.verify.tree import compare_trees, digest_tree

if TYPE_CHECKING:
    from pathlib import Path

    from scale.verify.job import Job

OPTION = "scale build --target TARGET -- pip install --no-build-isolation"
NEEDED = ("setuptools", "wheel", "ninja", "numpy", "pytest", "packaging", "nvidia-cuda-cccl-cu12>=12.9,<13")
PRELUDE = """
import torch
def same(name, ours, theirs, tolerance=1e-5):
    ours = ours.cpu()
    assert ours.shape == theirs.shape and torch.allclose(ours.double(), theirs.double(), rtol=tolerance, atol=tolerance), name
    print("same:", name)
"""
"""In front of every comparison."""


@dataclass
class TorchRecipe(Recipe):
    """A project whose `setup.py` uses torch's extension builder."""

    option: str = OPTION
    module: str = ""
    """What is imported in the end."""
    environment: dict[str, str] = field(default_factory=dict)
    """The project's own published switches."""
    tests: str = ""
    """Arguments of pytest in the source tree; empty where the source distribution has no tests that run here."""
    comparison: str = ""
    """Program that calls `same(name, ours, theirs)`."""

    def configure(self, job: Job) -> str | None:
        said = job.run([job.python, "-c", "import torch; print('torch', torch.__version__)"], check=False)
        version = re.search(r"^torch (\S+)$", said, re.MULTILINE)
        if version is None:
            raise Skipped("torch is not installed: pip install torch")
        return f"torch {version[1]}"

    def compile(self, job: Job) -> str | None:
        tree = job.build / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(job.source, tree, symlinks=True)
        line = [*self._launcher(job), "-m", "pip", "install", "-v", "--no-build-isolation", "--no-deps", "--upgrade"]
        job.run([*line, "--target", _site(job), tree], env=self.environment)
        changes = compare_trees(digest_tree(job.source), digest_tree(tree))
        # Source distributions carry setuptools' own record of the package, which every build writes anew.
        touched = [name for name in (*changes.changed, *changes.removed) if not name.split("/")[0].endswith(".egg-info")]
        if touched:
            raise Failed(f"the build changed the source: {', '.join(touched[:3])}")
        return None

    def link(self, job: Job) -> str | None:
        """Every extension module is there and holds code for the target."""
        modules = sorted(_site(job).rglob("*.so"))
        with_code = [path for path in modules if job.target in _targets(job.run(["scale", "objdump", "--json", path], check=False))]
        if not with_code:
            raise Failed(f"of {len(modules)} modules none holds code for {job.target}")
        return f"{len(with_code)} of {len(modules)} modules hold device code"

    def run(self, job: Job) -> str | None:
        job.runs_here()
        self._python(job, "-c", f"import torch, {self.module}; assert torch.cuda.is_available()")
        if not self.tests:
            return "imported; the source distribution has no tests that run here"
        said = self._python(job, "-m", "pytest", "-q", *(str(job.source / name) for name in self.tests.split()), check=False)
        counts = re.findall(r"^=*\s*((?:\d+ \w+,? ?)+)in [\d.]+", said, re.MULTILINE)
        if not counts or "failed" in counts[-1] or "error" in counts[-1]:
            raise Failed(f"own tests: {counts[-1].strip() if counts else 'no count'}")
        return f"own tests: {counts[-1].strip()}"

    def numbers(self, job: Job) -> str | None:
        if not self.comparison:
            raise Skipped("the project's own tests compare")
        said = self._python(job, "-c", f"{PRELUDE}import {self.module}\n{self.comparison}", check=False)
        found = re.findall(r"^same: (.*)$", said, re.MULTILINE)
        if wrong := re.search(r"^\w*(?:Error|Exception).*$", said, re.MULTILINE):
            raise Failed(f"{len(found)} comparisons, then {wrong[0][:200]}")
        return f"{len(found)} results as the CPU's: {', '.join(found)}"

    def _launcher(self, job: Job) -> list[str]:
        return ["scale", "build", "--target", job.target, "--", str(job.python)]

    def _python(self, job: Job, *words: str, check: bool = True) -> str:
        # In the build folder, so that the installed package is imported and not the source beside it.
        paths = {"PYTHONPATH": ":".join(part for part in (str(_site(job)), job.environment()["PYTHONPATH"]) if part)}
        return job.run([*self._launcher(job), *words], env={**self.environment, **paths}, check=check)


def _targets(said: str) -> set[str]:
    """Targets of the images that `scale objdump --json` lists; none where it found no image."""
    try:
        return {str(image["target"]) for image in json.loads(said)}
    except (ValueError, TypeError, KeyError):
        return set()


def _site(job: Job) -> Path:
    """Where the package is installed."""
    return job.build / "site"
