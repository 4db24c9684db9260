# SPDX-License-Identifier: Apache-2.0
"""`scale build --at`: a build with a hard-wired toolkit folder, unchanged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCALE = [sys.executable, "-m", "scale.cli.main"]
MAKEFILE = """
CUDA = {folder}
app: kernels.o main.o
\tg++ -o $@ $^ -L$(CUDA)/lib64 -lcudart
kernels.o: kernels.cu
\t{folder}/bin/nvcc -c -o $@ $<
main.o: main.cpp
\tg++ -I$(CUDA)/include -c -o $@ $<
"""
KERNELS = "__global__ void k(int *p) { *p = 7; }\nvoid run(int *p) { k<<<1, 1>>>(p); }\n"
MAIN = """#include <cuda_runtime.h>
#include <cstdio>
void run(int *);
int main() {
  int *device, host = 0;
  cudaMalloc(reinterpret_cast<void **>(&device), sizeof host);
  run(device);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\\n", host);
}
"""


def scale(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SCALE, *map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=200)


@pytest.mark.parametrize("there", [True, False], ids=["over a toolkit", "where nothing is"])
def test_makefile_with_a_hard_wired_folder(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "opt" / "cuda"
    (folder if there else folder.parent).mkdir(parents=True)
    (folder.parent / "other").mkdir()
    (folder.parent / "other" / "file").write_text("kept\n")
    for name, text in (("Makefile", MAKEFILE.format(folder=folder)), ("kernels.cu", KERNELS), ("main.cpp", MAIN)):
        (tmp_path / name).write_text(text)
    done = scale("build", "--target", "cpu", "--at", folder, "--", "make", cwd=tmp_path)
    if "lets you make no mount namespace" in done.stderr:
        pytest.skip("no mount namespaces here")
    assert done.returncode == 0, done.stderr
    assert scale("build", "--at", folder, "--", "./app", cwd=tmp_path).stdout == "7\n"
    assert scale("build", "--at", folder, "--", "cat", folder.parent / "other" / "file", cwd=tmp_path).stdout == "kept\n"
    # Nothing of it is left, and nobody else saw it.
    assert sorted(os.listdir(folder.parent)) == (["cuda", "other"] if there else ["other"])  # noqa: PTH208
    assert not there or not any(folder.iterdir())


@pytest.mark.parametrize(("folder", "message"), [("cuda", "needs an absolute path"), ("/nonesuch/cuda", "there is no folder /nonesuch")])
def test_folders_that_cannot_be(folder: str, message: str, tmp_path: Path) -> None:
    done = scale("build", "--at", folder, "--", "true", cwd=tmp_path)
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
