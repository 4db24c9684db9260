# SPDX-License-Identifier: Apache-2.0
"""LightGBM's CUDA tree learner, compared with its CPU training on the same data."""

from __future__ import annotations

from dataclasses import dataclass

from scale.verify.cmake import TOOLKIT, CMakeRecipe
from scale.verify.fetch import Sdist
from scale.verify.job import Job

TRAIN = """
import numpy, sys
sys.path.insert(0, sys.argv[1])
import lightgbm
rng = numpy.random.default_rng(1)
x = rng.normal(size=(500, 8))
y = (x[:, 0] + x[:, 1] * x[:, 2] > 0).astype(float)
def train(device):
    options = {"device_type": device, "objective": "binary", "num_leaves": 7, "verbose": -1, "num_threads": 2, "seed": 1}
    return lightgbm.train(options, lightgbm.Dataset(x, y), num_boost_round=5).predict(x)
cuda = train("cuda")
print("accuracy", float(((cuda > 0.5) == y).mean()))
print("difference", float(numpy.abs(cuda - train("cpu")).max()))
"""


@dataclass
class Lightgbm(CMakeRecipe):
    def options(self, job: Job) -> list[str]:
        """Where NCCL lies, which the project demands: as with an NCCL outside the system's folders."""
        return [f"-DNCCL_ROOT={job.toolkit}"]

    def run(self, job: Job) -> str | None:
        job.runs_here()
        return self._train(job).splitlines()[0]

    def numbers(self, job: Job) -> str | None:
        value = float(self._train(job).splitlines()[1].split()[1])
        assert value < 1e-3, f"largest difference of a prediction from CPU training {value}"
        return f"largest difference of a prediction from CPU training {value:.2g}"

    def _train(self, job: Job) -> str:
        """Trains with the built library under a copy of the project's own Python package."""
        package = job.package("lightgbm", "lib_lightgbm.so")
        said = job.run([job.python, "-c", TRAIN, package])
        return "\n".join(line for line in said.splitlines() if line.startswith(("accuracy", "difference")))


RECIPE = Lightgbm(
    summary="gradient boosting with kernels of its own",
    source=Sdist("lightgbm", "4.7.0"),
    option=TOOLKIT,
    settings=("-DUSE_CUDA=ON", "-D__BUILD_FOR_PYTHON=ON"),
    products=("_lightgbm",),
    wheels=("numpy", "scipy", "narwhals>=1.15"),
)
