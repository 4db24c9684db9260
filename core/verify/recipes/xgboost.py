# SPDX-License-Identifier: Apache-2.0
"""xgboost's CUDA training, compared with its CPU training on the same data."""

from __future__ import annotations

from dataclasses import dataclass

from scale.verify.cmake import CMakeRecipe
from scale.verify.fetch import Sdist
from scale.verify.job import Job

TRAIN = """
import numpy, sys
sys.path.insert(0, sys.argv[1])
import xgboost
rng = numpy.random.default_rng(1)
x = rng.normal(size=(2000, 8)).astype("float32")
y = x[:, 0] + x[:, 1] * x[:, 2]
data = xgboost.DMatrix(x, y)
def train(device):
    # A bin for each value: the two ways of finding bins agree then, and no two splits are equally good.
    options = {"device": device, "tree_method": "hist", "max_bin": 4096, "max_depth": 4, "nthread": 2}
    return xgboost.train(options, data, num_boost_round=10).predict(data)
cuda = train("cuda")
print("unexplained variance", float(((cuda - y) ** 2).mean() / y.var()))
print("difference", float(numpy.abs(cuda - train("cpu")).max()))
"""


@dataclass
class Xgboost(CMakeRecipe):
    def run(self, job: Job) -> str | None:
        job.runs_here()
        return self._train(job).splitlines()[0]

    def numbers(self, job: Job) -> str | None:
        line = self._train(job).splitlines()[1]
        value = float(line.split()[1])
        assert value < 1e-5, f"largest difference of a prediction from CPU training {value}"
        return f"largest difference of a prediction from CPU training {value:.2g}"

    def _train(self, job: Job) -> str:
        """Trains with the built library under the project's own Python package, which looks for it by XGBOOST's documented folder."""
        package = job.package("xgboost", "libxgboost.so")
        said = job.run([job.python, "-c", TRAIN, package])
        return "\n".join(line for line in said.splitlines() if line.startswith(("unexplained", "difference")))


RECIPE = Xgboost(
    summary="gradient boosting, on Thrust and CUB",
    source=Sdist("xgboost", "3.2.0"),
    folder="cpp_src",
    settings=("-DUSE_CUDA=ON", "-DKEEP_BUILD_ARTIFACTS_IN_BINARY_DIR=ON", "-DHIDE_CXX_SYMBOLS=ON"),
    products=("xgboost",),
    wheels=("nvidia-cuda-cccl-cu12>=12.9,<13", "numpy", "scipy"),
    notes=("Thrust and CUB come from NVIDIA's wheel `nvidia-cuda-cccl-cu12`; without NCCL, as the project offers.",),
)
