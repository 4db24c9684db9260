# SPDX-License-Identifier: Apache-2.0
"""Host functions below one that device code uses: the nearest are compiled for the device, deeper ones end a kernel."""

from __future__ import annotations

import subprocess
from pathlib import Path

CHAIN = """\
#include <cstdio>
#include <cstdlib>
int lowest(int x) { return x + rand(); }
struct Lower { int at(int x); };
int middle(int x) { return x < 0 ? Lower().at(x) : x + 4; }
int upper(int x) { return middle(x) + 3; }
__host__ __device__ int top(int x) { return upper(x) + 2; }
int Lower::at(int x) { return lowest(x); }
__global__ void k(int *p) { *p = top(*p); }
int main() {
  int *p;
  cudaMallocManaged(&p, 4);
  *p = 1;
  k<<<1>>>(p);
  std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d\\n", *p, top(10));
  *p = -100;
  k<<<1, 1>>>(p);
  std::printf("%d\\n", cudaDeviceSynchronize() != cudaSuccess);
}
"""


def test_what_lies_deep_ends_a_kernel(program_on_cpu) -> None:
    said, printed = program_on_cpu(CHAIN)
    for name in ("upper", "middle"):
        assert f"host function '{name}' is used in device code; it is compiled for the device too" in said
    assert "host function 'at', which device code cannot run, ends a kernel that calls it" in said
    assert "'lowest'" not in said
    assert printed == "cudaSuccess 10 19\n1\n"


UNUSED = """\
#include <cstdio>
template <class... T> void ignore(const T &...) {}
int plain(int x) { return x + 1; }
struct Warp {
  static __forceinline__ __device__ int ballot(int p, volatile int *b) { ignore(b); return p; }
  __device__ int next(int p) const { return plain(p); }
};
static __device__ int next(int p) { return plain(p) + Warp().next(p); }
__global__ void k(int *p) { *p = 5; }
int main() {
  int *p;
  cudaMallocManaged(&p, 4);
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%d %d\\n", *p, plain(2));
}
"""


def test_device_functions_that_nothing_uses_may_call_the_hosts(program_on_cpu) -> None:
    said, printed = program_on_cpu(UNUSED)
    assert "error" not in said
    assert printed == "5 3\n"


def test_a_use_of_such_a_function_is_an_error_at_the_call(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(UNUSED.replace("*p = 5", "*p = next(5)"))
    done = subprocess.run(["scale-nvcc-cpu", "-c", "k.cu", "-o", "k.o"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert "k.cu:8:44: error: no matching function for call to 'plain'" in done.stderr
    assert not (tmp_path / "k.o").exists()
