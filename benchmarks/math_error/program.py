# SPDX-License-Identifier: Apache-2.0
"""A CUDA program that calls many functions on columns of arguments and writes columns of results.

File formats, little endian: the job holds for each set of arguments `u64 n` and the columns; the answer holds the results of each function,
column after column, in the order of the cases.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cases import Case
from .signatures import Value

PER_KERNEL = 12
"""Functions of one kernel: few enough that a kernel compiles quickly, many enough that launches do not count."""

_HEAD = """#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
"""
_MAIN = """
int main(int, char **argv) {
  FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  if (!in || !out) return 3;
  for (const Set &s : sets) {
    unsigned long long n;
    if (fread(&n, 8, 1, in) != 1) return 4;
    char *host = (char *)malloc(n * s.input), *results = (char *)malloc(n * s.output);
    if (fread(host, s.input, n, in) != n) return 5;
    char *device, *answers;
    if (cudaMalloc(&device, n * s.input) != cudaSuccess || cudaMalloc(&answers, n * s.output) != cudaSuccess) return 6;
    cudaMemcpy(device, host, n * s.input, cudaMemcpyHostToDevice);
    for (int k = 0; k < s.count; ++k) s.kernels[k]<<<(unsigned)((n + 63) / 64), 64>>>(device, answers, (long)n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 7;
    cudaMemcpy(results, answers, n * s.output, cudaMemcpyDeviceToHost);
    if (fwrite(results, s.output, n, out) != n) return 8;
    cudaFree(device), cudaFree(answers), free(host), free(results);
  }
  return fclose(out);
}
"""


@dataclass(frozen=True)
class Set:
    """Cases with the same arguments."""

    inputs: tuple[Value, ...]
    cases: tuple[Case, ...]


def group(cases: list[Case]) -> list[Set]:
    """Cases by their arguments' formats."""
    found: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        found.setdefault(tuple((v.format, v.count) for v in case.inputs), []).append(case)
    return [Set(cases[0].inputs, tuple(cases)) for cases in found.values()]


def source(sets: list[Set]) -> str:
    """The program's text."""
    text = [_HEAD]
    tables = []
    for number, each in enumerate(sets):
        names, offset = [], 0
        for first in range(0, len(each.cases), PER_KERNEL):
            name = f"k{number}_{first}"
            names.append(name)
            body = []
            for case in each.cases[first : first + PER_KERNEL]:
                body.append(_statement(case, offset))
                offset += sum(v.size for v in case.outputs)
            text.append(f"__global__ void {name}(const char *in, char *out, long n) {{\n  long i = blockIdx.x * 64l + threadIdx.x;\n"
                        f"  if (i >= n) return;\n" + "\n".join(body) + "\n}")  # fmt: skip
        size = sum(v.size for v in each.inputs)
        text.append(f"static const Kernel kernels{number}[] = {{{', '.join(names)}}};")
        tables.append(f"{{kernels{number}, {len(names)}, {size}, {offset}}}")
    types = "typedef void (*Kernel)(const char *, char *, long);\nstruct Set { const Kernel *kernels; int count; size_t input, output; };\n"
    text.insert(1, types)
    text.append(f"static const Set sets[] = {{{', '.join(tables)}}};")
    return "\n".join(text) + _MAIN


def _statement(case: Case, offset: int) -> str:
    lines, at = [], 0
    for k, value in enumerate(case.inputs):
        lines.append(f"const {value.c_name} *p{k} = (const {value.c_name} *)(in + {at} * n); {value.c_name} a{k} = p{k}[i];")
        at += value.size
    for k, value in enumerate(case.outputs):
        lines.append(f"{value.c_name} *q{k} = ({value.c_name} *)(out + {offset} * n); {value.c_name} r{k};")
        offset += value.size
    stores = " ".join(f"q{k}[i] = r{k};" for k in range(len(case.outputs)))
    unused = " ".join(f"(void)p{k}; (void)a{k};" for k in range(len(case.inputs)))
    return f"  {{ {' '.join(lines)} {unused} {case.code} {stores} }}"
