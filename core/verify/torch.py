# SPDX-License-Identifier: Apache-2.0
"""Recipes of PyTorch extensions: an unmodified `setup.py`, installed by pip through `scale build`.

torch itself is used where it is installed and never fetched: under that name some machines get gigabytes. The project's own tests run where
its source distribution has them; the comparison is a short program of ours that asks the CUDA operator and the CPU's for the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scale.verify.pip import PipRecipe, comparisons, own_tests
from scale.verify.recipe import Missing, Skipped

if TYPE_CHECKING:
    from scale.verify.job import Job

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
class TorchRecipe(PipRecipe):
    """A project whose `setup.py` uses torch's extension builder."""

    tests: str = ""
    """Arguments of pytest in the source tree; empty where the source distribution has no tests that run here."""
    comparison: str = ""
    """Program that calls `same(name, ours, theirs)`."""

    def configure(self, job: Job) -> str | None:
        said = job.run([job.python, "-c", "import torch; print('torch', torch.__version__)"], check=False)
        version = re.search(r"^torch (\S+)$", said, re.MULTILINE)
        if version is None:
            raise Missing("torch is not installed: pip install torch")
        return f"torch {version[1]}"

    def run(self, job: Job) -> str | None:
        job.runs_here()
        self._python(job, "-c", f"import torch, {self.module}; assert torch.cuda.is_available()")
        if not self.tests:
            return "imported; the source distribution has no tests that run here"
        said = self._python(job, "-m", "pytest", "-q", *(str(job.source / name) for name in self.tests.split()), check=False)
        return own_tests(said)

    def numbers(self, job: Job) -> str | None:
        if not self.comparison:
            raise Skipped("the project's own tests compare")
        said = self._python(job, "-c", f"{PRELUDE}import {self.module}\n{self.comparison}", check=False)
        return comparisons(said)
