# SPDX-License-Identifier: Apache-2.0
"""A program of random kernels, built by scale-nvcc, that writes down what they store."""

from __future__ import annotations

import itertools
import os
import subprocess
from pathlib import Path

import numpy as np

from .kernels import SHAPES, Kernel
from .model import DATA, THREADS

ENDS = (198, 331)
"""The kernels' argument `n`, a launch each."""
UNSET = -77777777
INPUT = (np.arange(DATA) * 37 % DATA).astype(np.int32)

MAIN = """
#include <cstdio>
int main(int count, char **arguments) {{
  int host[{data}], *p, *out;
  for (int i = 0; i < {data}; ++i) host[i] = i * 37 % {data};
  static int result[16 * {threads}];
  cudaMalloc(&p, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyDefault);
  std::FILE *file = std::fopen(arguments[1], "wb");
  void (*kernels[])(const int *, int *, int) = {{{names}}};
  int stores[] = {{{stores}}}, shaped[] = {{{shapes}}}, ends[] = {{{ends}}}, k = 0;
  dim3 shapes[] = {{{blocks}}};
  for (auto kernel : kernels) {{
    size_t size = stores[k] * {threads} * sizeof(int);
    int launches = shaped[k++] * {count};
    for (int i = 0; i < launches; ++i) {{
      int n = ends[i % {count}];
      for (int &r : result) r = {unset};
      cudaMemcpy(out, result, sizeof result, cudaMemcpyDefault);
      kernel<<<1, shapes[i / {count}]>>>(p, out, n);
      if (cudaMemcpy(result, out, size, cudaMemcpyDefault) != cudaSuccess) return 2;
      std::fwrite(result, 1, size, file);
    }}
  }}
  return std::fclose(file);
}}
"""


def source(kernels: list[Kernel]) -> str:
    main = MAIN.format(
        data=DATA,
        threads=THREADS,
        unset=UNSET,
        names=", ".join(kernel.name for kernel in kernels),
        stores=", ".join(str(kernel.stores) for kernel in kernels),
        ends=", ".join(map(str, ENDS)),
        count=len(ENDS),
        shapes=", ".join(str(len(kernel.shapes)) for kernel in kernels),
        blocks=", ".join(f"dim3{shape}" for shape in SHAPES),
    )
    return "\n".join([*(kernel.text for kernel in kernels), main])


def build(kernels: list[Kernel], folder: Path, targets: str, *options: str) -> Path:
    text, program = folder / "random.cu", folder / "random"
    text.write_text(source(kernels))
    command = ["scale-nvcc", "-O2", "-std=c++17", "-arch=sm_80", *options, str(text), "-o", str(program)]
    done = subprocess.run(command, env={**os.environ, "SCALE_TARGETS": targets}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return program


def wrong(kernels: list[Kernel], program: Path, environment: dict[str, str]) -> list[str]:
    """Runs the program; a line for each launch whose stores are not the model's."""
    stored = program.with_suffix(".out")
    done = subprocess.run([str(program), str(stored)], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    values, at, found = np.fromfile(stored, np.int32), 0, []
    for kernel in kernels:
        for shape, n in itertools.product(kernel.shapes, ENDS):
            size = kernel.stores * THREADS
            got, expected = values[at : at + size].reshape(-1, THREADS), kernel.model(INPUT, n, shape, UNSET)
            at += size
            if not np.array_equal(got, expected):
                row, thread = np.argwhere(got != expected)[0]
                numbers = f"{got[row, thread]} instead of {expected[row, thread]}, {(got != expected).sum()} wrong"
                found.append(f"{kernel.name}, block {shape}, n = {n}: variable {row}, thread {thread}: {numbers}")
    return found
