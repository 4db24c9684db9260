# SPDX-License-Identifier: Apache-2.0
"""mma.h's types below a byte have CUDA's names (CUDA C++ Programming Guide, "Sub-byte Operations"), and products of bits are right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """#include <mma.h>
#include <cstdio>
using namespace nvcuda::wmma;
namespace digits = experimental::precision;
typedef fragment<matrix_a, 8, 8, 32, digits::u4, row_major> unsigned_digits;
typedef fragment<matrix_b, 8, 8, 32, digits::s4, col_major> signed_digits;
typedef fragment<matrix_a, 16, 16, 8, nvcuda::wmma::precision::tf32, row_major> rounded;
__global__ void bits(const unsigned *a, const unsigned *b, int *differ, int *both) {
  fragment<matrix_a, 8, 8, 128, digits::b1, row_major> rows;
  fragment<matrix_b, 8, 8, 128, digits::b1, col_major> columns;
  fragment<accumulator, 8, 8, 128, int> sum, start;
  load_matrix_sync(rows, a, 128);
  load_matrix_sync(columns, b, 128);
  fill_fragment(start, 1000);
  bmma_sync(sum, rows, columns, start);
  store_matrix_sync(differ, sum, 8, mem_row_major);
  bmma_sync(sum, rows, columns, start, experimental::bmmaBitOpAND, experimental::bmmaAccumulateOpPOPC);
  store_matrix_sync(both, sum, 8, mem_row_major);
}
template <class T> __global__ void nibbles(const void *a, const void *b, int *out) {
  fragment<matrix_a, 8, 8, 32, T, row_major> rows;
  fragment<matrix_b, 8, 8, 32, T, col_major> columns;
  fragment<accumulator, 8, 8, 32, int> sum;
  load_matrix_sync(rows, (const typename fragment<matrix_a, 8, 8, 32, T, row_major>::storage_element_type *)a, 32);
  load_matrix_sync(columns, b, 32);
  fill_fragment(sum, -5);
  mma_sync(sum, rows, columns, sum);
  store_matrix_sync(out, sum, 8, mem_row_major);
}
static int digit(unsigned word, int at, bool sign) {
  const int value = word >> 4 * at & 15;
  return sign && value > 7 ? value - 16 : value;
}
int main() {
  unsigned a[32], b[32], *da, *db, state = 1;
  for (int i = 0; i < 32; i++) a[i] = state = state * 1664525u + 1013904223u, b[i] = state = state * 1664525u + 1013904223u;
  int differ[64], both[64], *d, wrong = 0;
  cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&d, sizeof differ + sizeof both);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice), cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  bits<<<1, 32>>>(da, db, d, d + 64);
  cudaMemcpy(differ, d, sizeof differ, cudaMemcpyDeviceToHost), cudaMemcpy(both, d + 64, sizeof both, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      int x = 1000, y = 1000;
      for (int w = 0; w < 4; w++) {
        const unsigned r = a[4 * i + w], c = b[4 * j + w];
        x += __builtin_popcount(r ^ c), y += __builtin_popcount(r & c);
      }
      wrong += (differ[8 * i + j] != x) + (both[8 * i + j] != y);
    }
  for (int sign = 0; sign < 2; sign++) {
    if (sign) nibbles<digits::s4><<<1, 32>>>(da, db, d);
    else nibbles<digits::u4><<<1, 32>>>(da, db, d);
    cudaMemcpy(differ, d, sizeof differ, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++) {
        int x = -5;
        for (int k = 0; k < 32; k++) x += digit(a[4 * i + k / 8], k % 8, sign) * digit(b[4 * j + k / 8], k % 8, sign);
        wrong += differ[8 * i + j] != x;
      }
  }
  std::printf("%d wrong, %s\\n", wrong, cudaGetErrorString(cudaGetLastError()));
}
"""


def test_products_of_bits(tmp_path: Path) -> None:
    (tmp_path / "bits.cu").write_text(PROGRAM)
    program = Path(sys.executable).parent / "scale-nvcc"
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    built = subprocess.run([program, "bits.cu", "-o", "bits"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([tmp_path / "bits"], capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout == "0 wrong, no error\n", ran.stderr
