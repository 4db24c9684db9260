# SPDX-License-Identifier: Apache-2.0
"""Variables, functions and kernels may be called what intermediate code and assembly use as words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment

WORDS = """
constant global external internal weak addrspace align section call phi label ptr declare br ret unreachable undef zeroinitializer
ptx_kernel amdgpu_kernel kernel comdat shared load store atomicrmw cmpxchg fence invoke icmp getelementptr bitcast addrspacecast bfloat
i32 vector metadata dbg tail musttail zeroext noalias convergent nounwind alwaysinline syncscope seq_cst unnamed_addr dso_local hidden
visibility func param reg pred tex v4 b32 target triple source_filename attributes scale llvm nvvm barrier bar tid warp block lane f32
s_load vgpr lds exec m0 scc text bss rodata
""".split()  # noqa: SIM905
NAMES = [form.format(word) for word in WORDS for form in ("{}", "my_{}")]
KINDS = ("__device__ int {0}[2] = {{{1}, {1} + 1}};", "__constant__ int {0}[2] = {{{1}, {1} + 1}};",
         'extern "C" __device__ __noinline__ int {0}(int q) {{ return q * 3 + {1}; }}',
         'extern "C" __global__ void {0}(int *p) {{ __shared__ int s_{0}[64]; s_{0}[threadIdx.x] = threadIdx.x + {1}; __syncthreads(); '
         "p[threadIdx.x] = s_{0}[63 - threadIdx.x]; }}", "__device__ int {0}[2] = {{{1}, {1} + 1}};")  # fmt: skip
"""Five, so that words take turns, each as it is and behind `my_`."""


def _program() -> str:
    """Says for each name that is not what it should be; the host writes `index + 5000` to the second element of variables."""
    numbered = [(index, name, index % len(KINDS)) for index, name in enumerate(NAMES)]
    lines = [
        "#include <cstdio>",
        *(KINDS[kind].format(name, index) for index, name, kind in numbered),
        "__global__ void all(int *p, int k) {",
    ]
    lines += [f"  p[{i}] = {name}{'(k)' if kind == 2 else '[k]'};" for i, name, kind in numbered if kind != 3]
    lines += ["}", "int main() { int *p, h[2]; cudaMallocManaged(&p, 4096 * 4);", '#define IS(x, y) if ((x) != (y)) printf("%s ", #x)']
    for index, name, kind in numbered:
        if kind not in (2, 3):
            lines.append(f"  IS(cudaMemcpyFromSymbol(h, {name}, 8), 0); IS(h[1], {index + 1});")
            lines.append(f"  h[1] = {index + 5000}; IS(cudaMemcpyToSymbol({name}, h, 8), 0);")
    lines.append("  all<<<1, 1>>>(p, 1); IS(cudaDeviceSynchronize(), 0);")
    lines += [f"  IS(p[{i}], {i + (3 if kind == 2 else 5000)});" for i, name, kind in numbered if kind != 3]
    lines += [f"  {name}<<<1, 64>>>(p); IS(cudaDeviceSynchronize(), 0); IS(p[5], {58 + i});" for i, name, kind in numbered if kind == 3]
    return "\n".join([*lines, '  puts("done"); }', ""])


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    (folder / "names.cu").write_text(_program())
    command = [sys.executable, "-m", "scale.compiler.driver.main", "names.cu", "-o", "names"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=dict(os.environ, SCALE_TARGETS="cpu;gfx942;gfx1100"),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:3000]
    return folder / "names"


@pytest.mark.parametrize("target", ["cpu", "gfx942", "gfx1100"])
def test_all_are_found(program: Path, target: str) -> None:
    more = {"SCALE_DEVICE": "cpu"} if target == "cpu" else environment(target)
    done = subprocess.run([str(program)], env={**os.environ, **more}, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "done\n", done.stderr[:2000]
