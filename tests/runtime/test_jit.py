# SPDX-License-Identifier: Apache-2.0
"""PTX and relocatable code through the driver API, compiled when the program runs."""

from __future__ import annotations

import shutil
import subprocess
import sys

from scale import paths


def test_ptx_modules_libraries_and_links(build, run, tmp_path):
    (tmp_path / "outer.cu").write_text(
        "extern __device__ unsigned more(unsigned);\n__global__ void outer(unsigned *p) { *p = more(*p) * 2 + 1; }\n"
    )
    (tmp_path / "more.cu").write_text("__device__ unsigned more(unsigned x) { return x + 3; }\n")
    for name in ("outer", "more"):
        line = [sys.executable, "-m", "scale.compiler.driver.main", "-arch=cpu", "-rdc=true", "-fatbin", f"{name}.cu"]
        subprocess.run(line, cwd=tmp_path, check=True)
    images = [str(tmp_path / f"{name}.fatbin") for name in ("outer", "more")]
    folder = tmp_path / "temporary"
    folder.mkdir()
    result = run(build("jit", driver=True), str(tmp_path), *images, TMPDIR=str(folder))
    assert (result.returncode, result.stdout) == (0, "jit: right\n"), result.stdout + result.stderr
    assert result.stderr == ""
    assert not list(folder.iterdir())


def test_without_the_compiler_it_is_an_error_of_its_own(build, run, tmp_path):
    # A copy, since the library's own folder may lie in the environment that holds scale-nvcc.
    shutil.copy(paths.library_folder() / "libcuda.so.1", tmp_path)
    result = run(build("jit", driver=True), "no-compiler", PATH=str(tmp_path), LD_LIBRARY_PATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (0, "jit: right\n"), result.stdout + result.stderr
    assert result.stderr == (
        "scale: PTX and relocatable device code are compiled at run time by scale-nvcc: "
        "scale-nvcc was not found, beside this library or on PATH\n"
    )
