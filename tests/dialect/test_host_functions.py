# SPDX-License-Identifier: Apache-2.0
"""Host functions below one that device code uses: the nearest are compiled for the device, deeper ones end a kernel."""

from __future__ import annotations

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
