# SPDX-License-Identifier: Apache-2.0
"""cublasXt: every function against version 2's on the same data; settings; operands in host memory under AMD's runtime; in C."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dense import LOWER, UPPER, packed
from library import TYPES, call, load, random, scalar
from recorder import rocm_runtime
from scale.libwrap.tables import XtFunction, cublasxt_functions, cublasxt_services
from scale.paths import generated_include, hand_written_include, library_folder

M, N, K, LEADING = 7, 5, 4, 9
CTYPES = {"size_t": ctypes.c_size_t}


@pytest.fixture
def xt() -> Iterator[tuple[Any, ctypes.c_void_p]]:
    library, handle = load("libcublas.so.12"), ctypes.c_void_p()
    assert library.cublasXtCreate(ctypes.byref(handle)) == 0
    assert library.cublasXtSgemm(handle, *([0] * 13)) == 1  # no device is selected yet
    assert library.cublasXtDeviceSelect(handle, 1, (ctypes.c_int * 1)(0)) == 0
    yield library, handle
    assert library.cublasXtDestroy(handle) == 0


def letter_of(function: XtFunction) -> str:
    return function.name.removeprefix("cublasXt")[0]


def arguments(function: XtFunction, generator: np.random.Generator, **modes: int) -> dict[str, Any]:
    """Values for version 2's parameters, large enough for every combination of modes."""
    letter, values = letter_of(function), {"m": M, "n": N, "k": K}
    for parameter in function.modern.parameters[1:]:
        name = parameter.name
        if parameter.kind == "int" and name not in values:
            values[name] = LEADING
        elif parameter.kind in ("op", "side", "fill", "diag"):
            values[name] = modes[parameter.kind]
        elif parameter.kind in ("sT", "sR"):
            real = {"C": "S", "Z": "D"}.get(letter, letter)
            values[name] = scalar(0.5 + 0.25j, real if parameter.kind == "sR" else letter)
        elif name not in values:
            heavy = 4 * np.eye(LEADING, dtype=TYPES[letter]) if name == "A" else 0  # solvable
            values[name] = np.asfortranarray(random(generator, letter, LEADING, LEADING) + heavy)
    return values


@pytest.mark.parametrize("function", cublasxt_functions(), ids=lambda function: function.name)
def test_results_are_version_2s(xt: tuple[Any, ctypes.c_void_p], function: XtFunction, generator: np.random.Generator) -> None:
    library, handle = xt
    adjoint = 2 if letter_of(function) in "CZ" and "sy" not in function.name else 1
    for modes in ({"op": 0, "side": 0, "fill": LOWER, "diag": 0}, {"op": adjoint, "side": 1, "fill": UPPER, "diag": 1}):
        given = arguments(function, generator, **modes)
        if "AP" in function.operands:
            order = M if modes["side"] == 0 else N
            given["lda"], given["A"] = order, np.asfortranarray(given["A"][:order, :order])
            given["AP"] = packed(given["A"], modes["fill"])
        expected = {name: value.copy(order="F") if isinstance(value, np.ndarray) else value for name, value in given.items()}
        assert call(function.modern.name, *(expected[parameter.name] for parameter in function.modern.parameters[1:])) == 0
        words = [given[parameter.name] for parameter in function.parameters[1:]]
        kinds = [CTYPES.get(parameter.ctype, ctypes.c_int) for parameter in function.parameters[1:]]
        places = [
            ctypes.c_void_p(word.ctypes.data) if isinstance(word, np.ndarray) else kind(word)
            for word, kind in zip(words, kinds, strict=True)
        ]
        assert getattr(library, function.name)(handle, *places) == 0
        result = "C" if "C" in given else "B"
        np.testing.assert_array_equal(given[result], expected[result])


def test_settings(xt: tuple[Any, ctypes.c_void_p]) -> None:
    library, handle = xt
    number, invalid, unsupported = ctypes.c_int(), 7, 15
    assert library.cublasXtGetBlockDim(handle, ctypes.byref(number)) == 0
    assert number.value == 2048
    assert [library.cublasXtSetBlockDim(handle, size) for size in (0, -1, 512)] == [invalid, invalid, 0]
    assert library.cublasXtGetBlockDim(handle, ctypes.byref(number)) == 0
    assert number.value == 512
    assert [library.cublasXtSetPinningMemMode(handle, mode) for mode in (2, 1)] == [invalid, 0]
    assert library.cublasXtGetPinningMemMode(handle, ctypes.byref(number)) == 0
    assert number.value == 1
    assert library.cublasXtSetCpuRatio(handle, 0, 1, ctypes.c_float(0.25)) == 0
    assert library.cublasXtSetCpuRoutine(handle, 0, 3, None) == 0
    assert library.cublasXtSetCpuRoutine(handle, 1, 0, None) == unsupported  # shared out are the products alone
    assert library.cublasXtSetCpuRatio(handle, 12, 0, ctypes.c_float(0)) == invalid
    assert library.cublasXtMaxBoards(ctypes.byref(number)) == 0
    assert number.value == 1
    assert library.cublasXtDeviceSelect(handle, 1, (ctypes.c_int * 1)(5)) == invalid
    assert library.cublasXtDestroy(None) == 1
    assert all(hasattr(library, service.name) for service in cublasxt_services())


PROGRAM = """
#include <cublasXt.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void) {
  float a[6] = {1, 2, 3, 4, 5, 6}, b[2] = {10, 100}, c[4] = {1, 1, 1, -7}, one = 1, *on_device;
  int device = 0;
  cublasXtHandle_t handle;
  int status = cublasXtCreate(&handle) | cublasXtDeviceSelect(handle, 1, &device);
  status |= cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 1, 2, &one, a, 3, b, 2, &one, c, 4);
  printf("%d %g %g %g %g\\n", status, c[0], c[1], c[2], c[3]);
  cudaMalloc((void **)&on_device, sizeof c);
  status = cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 1, 2, &one, a, 3, b, 2, &one, on_device, 4);
  printf("%d\\n", status);
  return cublasXtDestroy(handle);
}
"""
# Multiplies, and says for each operand whether it lies in the program's own memory on the stack.
HIPBLAS = """
#include <stdint.h>
#include <stdio.h>
int hipblasCreate(void **handle) { *handle = (void *)0x5000; return 0; }
int hipblasDestroy(void *handle) { return handle == 0; }
int hipblasSgemm_64(void *h, int ta, int tb, int64_t m, int64_t n, int64_t k, const float *alpha, const float *a, int64_t lda,
                    const float *b, int64_t ldb, const float *beta, float *c, int64_t ldc) {
  intptr_t here = (intptr_t)&m;
#define ON_STACK(p) ((intptr_t)(p) - here < 1 << 20 && (intptr_t)(p) - here > 0)
  printf("%d %d %d %d\\n", ON_STACK(alpha), ON_STACK(a), ON_STACK(b), ON_STACK(c));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l) sum += a[i + l * lda] * b[l + j * ldb];
      c[i + j * ldc] = *alpha * sum + *beta * c[i + j * ldc];
    }
  return ta != 111 || tb != 111 || h == 0;
}
"""


def test_host_operands_are_copied_to_an_amd_device(tmp_path: Path) -> None:
    source, program, below, hipblas = (tmp_path / name for name in ("xt.c", "xt", "hipblas.c", "libhipblas.so.2"))
    source.write_text(PROGRAM)
    below.write_text(HIPBLAS)
    headers = [f"-I{generated_include()}", f"-I{hand_written_include()}"]
    subprocess.run(["gcc", "-shared", "-fPIC", str(below), "-o", str(hipblas)], check=True)
    libraries = [f"-L{library_folder()}", f"-Wl,-rpath,{library_folder()}", "-lcublas", "-lcudart"]
    subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", *headers, str(source), "-o", str(program), *libraries], check=True)
    environment = {**os.environ, "SCALE_DEVICE": "rocm", "LD_LIBRARY_PATH": rocm_runtime(), "SCALE_HIPBLAS": str(hipblas)}
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=True)
    # Scalars stay on the host; the row below the matrix stays the program's.
    assert done.stdout.splitlines() == ["1 0 0 0", "0 411 521 631 -7", "1 0 0 0", "0"]
    cpu = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert cpu.stdout.splitlines() == ["0 411 521 631 -7", "0"]
