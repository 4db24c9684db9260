# SPDX-License-Identifier: Apache-2.0
"""ggml's CUDA backend as llama-cpp-python ships it; its own operator tests compare the CUDA with the CPU backend."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.verify.cmake import TOOLKIT, CMakeRecipe
from scale.verify.fetch import Sdist
from scale.verify.job import Job
from scale.verify.recipe import Failed

OPERATORS = ("ADD", "MUL", "CPY", "SOFT_MAX", "RMS_NORM", "ROPE", "GET_ROWS", "MUL_MAT")
"""Of ggml's operator tests: what a small model runs."""


@dataclass
class Llama(CMakeRecipe):
    def run(self, job: Job) -> str | None:
        job.runs_here()
        said = job.run([job.product("test-backend-ops"), "test", "-b", "CUDA0", "-o", "ADD"], limit=900)
        return _passed(said)

    def numbers(self, job: Job) -> str | None:
        program = job.product("test-backend-ops")
        found = [f"{name} {_passed(job.run([program, 'test', '-b', 'CUDA0', '-o', name], check=False))}" for name in OPERATORS]
        if any("FAIL" in each for each in found):
            raise Failed("; ".join(found))
        return "; ".join(found)


def _passed(said: str) -> str:
    """The tests' own count; each compares with the CPU backend."""
    count = re.search(r"(\d+)/(\d+) tests passed", said)
    if count is None:
        raise Failed("the operator tests gave no count")
    return f"{count[0]}{'' if count[1] == count[2] else ' FAIL'}"


RECIPE = Llama(
    summary="language models: ggml's CUDA backend",
    source=Sdist("llama-cpp-python", "0.3.36"),
    option=TOOLKIT,
    settings=("-DGGML_CUDA=ON", "-DLLAMA_BUILD_TESTS=ON", "-DGGML_NATIVE=OFF", "-DGGML_CCACHE=OFF", "-DGGML_CUDA_FA=OFF"),
    products=("ggml-cuda", "test-backend-ops"),
    wheels=("nvidia-cuda-cccl-cu12>=12.9,<13",),
    notes=(
        "Thrust and CUB come from NVIDIA's wheel `nvidia-cuda-cccl-cu12`.",
        "Without the kernels of FlashAttention, by the project's own switch: 39 of the 144 sources hold nothing else.",
    ),
)
