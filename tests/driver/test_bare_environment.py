# SPDX-License-Identifier: Apache-2.0
"""The toolkit folder's nvcc as Bazel's rules_cuda starts it: PATH is the only variable, and results are linked by the host's compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path

from scale.compiler.toolkit import toolkit_folder

SOURCES = {
    "one.cu": "__device__ int one(int x) { return x + 1; }\n",
    "two.cu": "extern __device__ int one(int);\n__global__ void k(int *p) { *p = one(LOCAL); }\n"
    "int answer() { int *p, h = 0; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); return h; }\n",
    "main.cc": "int answer();\nint main() { return answer(); }\n",
}
CODE = ["-gencode", "arch=compute_80,code=compute_80", "-gencode", "arch=compute_80,code=sm_80"]
COMPILE = ["-x", "cu", *CODE, "-rdc=true", "-ccbin", "/usr/bin/gcc", "-I", ".", "-isystem", "external", "-DLOCAL=40", "-Xcompiler", "-fPIC"]
OPTIMISE = ["-Xcompiler", "-g0", "-O2", "-DNDEBUG", "-Xcompiler", "-ffunction-sections", "-Xcompiler", "-fdata-sections"]


def test_rules_cudas_commands(tmp_path: Path) -> None:
    toolkit = toolkit_folder("cpu")
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)

    def run(*words: str) -> None:
        done = subprocess.run(words, cwd=tmp_path, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    objects = []
    for name in ("one", "two"):
        objects.append(f"{name}.rdc.pic.o")
        run(f"{toolkit.bin}/nvcc", *COMPILE, *OPTIMISE, "-c", f"{name}.cu", "-o", objects[-1], "--allow-unsupported-compiler")
    run(f"{toolkit.bin}/nvcc", "-dlink", *CODE, "-ccbin", "/usr/bin/gcc", "-Xcompiler", "-fPIC", *objects, "-o", "link.o")
    run("ar", "rcs", "lib.a", *objects, "link.o")
    run("g++", "main.cc", "lib.a", f"-L{toolkit.lib}", "-lcudadevrt", "-lcudart_static", "-ldl", "-lrt", "-lpthread", "-o", "main")
    assert subprocess.run([tmp_path / "main"], check=False).returncode == 41
