# SPDX-License-Identifier: Apache-2.0
"""SUNDIALS: CUDA vectors, sparse matrices and solvers; its own checks, and its examples' printed results against those it ships."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.verify.cmake import CMakeRecipe
from scale.verify.fetch import DebianSource
from scale.verify.job import Job
from scale.verify.recipe import Failed

PACKAGES = ("ARKODE", "CVODES", "IDAS", "KINSOL")
"""Solvers without an example in CUDA, or with another's."""
EXAMPLES = ("cvAdvDiff_kry_cuda", "cvAdvDiff_kry_cuda_managed")
"""Of the examples, those whose output is shipped for the arguments of every release."""
CHECKS = "cuda|cusparse|cusolversp"
LEFT_OUT = "^cv|^ida|BCSR"
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass
class Sundials(CMakeRecipe):
    def run(self, job: Job) -> str | None:
        """The project's own checks of vectors and matrices: each compares with its serial kind."""
        job.runs_here()
        said = job.run(["ctest", "-R", CHECKS, "-E", LEFT_OUT, "--timeout", "300"], check=False, env=self._libraries(job))
        found = re.search(r"(\d+)% tests passed.* out of (\d+)", said)
        if found is None or found[1] != "100":
            raise Failed(found[0] if found else "ctest gave no count")
        return f"own checks: {found[2]} passed"

    def numbers(self, job: Job) -> str | None:
        """Solutions that the examples print, as far as printed."""
        results = []
        for name in EXAMPLES:
            program = job.build / "examples" / "cvode" / "cuda" / name
            shipped = next((job.source / "examples" / "cvode" / "cuda").glob(f"{name}*.out"))
            theirs, ours = solutions(shipped.read_text()), solutions(job.run([program], env=self._libraries(job)))
            if not theirs or len(theirs) != len(ours):
                raise Failed(f"{name}: {len(ours)} printed numbers, shipped {len(theirs)}")
            most = max(abs(a - b) / max(abs(a), 1e-6) for a, b in zip(theirs, ours, strict=True))
            if most > 1e-2:
                raise Failed(f"{name}: a printed number differs by {most:.2g} of its size")
            results.append(f"{name} {most:.1g}")
        return f"largest relative difference of a printed number from the shipped output: {', '.join(results)}"

    def _libraries(self, job: Job) -> dict[str, str]:
        """The build records no folder of the CUDA libraries, which NVIDIA's installation makes known to the system."""
        return {"LD_LIBRARY_PATH": f"{job.toolkit}/lib64"}


def solutions(text: str) -> list[float]:
    """Numbers with a fraction in lines that tell of the solution, above the statistics of the run."""
    lines = text.split("Final Statistics")[0].splitlines()
    return [float(number) for line in lines if line.lstrip().lower().startswith("at t") for number in NUMBER.findall(line)]


RECIPE = Sundials(
    summary="differential equations: vectors, matrices and solvers",
    source=DebianSource("sundials"),
    environment={"SCALE_CUDA_VERSION": "11.8"},
    notes=(
        "Its cuSPARSE calls use names that CUDA 12 dropped, so it is built as for CUDA 11.8, as NVIDIA's toolkit would have to be.",
        "Not run: checks of block matrices, whose kernel matvecBCSR writes past its vector (SCALE_CHECK=memory says where).",
    ),
    settings=(
        *("-DENABLE_CUDA=ON", "-DEXAMPLES_ENABLE_CUDA=ON", "-DEXAMPLES_ENABLE_C=OFF", "-DSUNDIALS_INDEX_SIZE=32"),
        *(f"-DBUILD_{package}=OFF" for package in PACKAGES),
        *("-DEXAMPLES_INSTALL=OFF", "-DBUILD_STATIC_LIBS=OFF"),
    ),
)
