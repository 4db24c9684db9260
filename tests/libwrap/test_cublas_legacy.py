# SPDX-License-Identifier: Apache-2.0
"""cuBLAS's legacy interface: characters, scalars by value, returned results, errors kept for cublasGetError; and the header in C."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library import at, load
from scale.libwrap.tables import LEGACY_BY_HAND, cublas_legacy_functions
from scale.paths import generated_include, hand_written_include, library_folder


@pytest.fixture
def cublas() -> Iterator[Any]:
    library = load("libcublas.so.12")
    assert library.cublasInit() == 0
    yield library
    assert library.cublasShutdown() == 0
    assert library.cublasShutdown() == 1


def chars(text: str) -> list[ctypes.c_char]:
    return [ctypes.c_char(letter.encode()) for letter in text]


def matrix(*shape: int) -> np.ndarray:
    return np.asfortranarray(np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(np.float32))


def test_gemm_with_characters(cublas: Any) -> None:
    a, b, c = matrix(5, 4), matrix(5, 6), matrix(4, 6)
    expected = 1.5 * a.T @ b - 0.5 * c
    cublas.cublasSgemm(*chars("tN"), 4, 6, 5, ctypes.c_float(1.5), at(a), 5, at(b), 5, ctypes.c_float(-0.5), at(c), 4)
    assert cublas.cublasGetError() == 0
    np.testing.assert_allclose(c, expected, atol=1e-5)


def test_trmm_and_trsm_work_in_place(cublas: Any) -> None:
    a, b = np.triu(matrix(4, 4)) + 3 * np.eye(4, dtype=np.float32), matrix(4, 3)
    a = np.asfortranarray(a)
    kept = b.copy(order="F")
    cublas.cublasStrmm(*chars("LUNN"), 4, 3, ctypes.c_float(2), at(a), 4, at(b), 4)
    np.testing.assert_allclose(b, 2 * a @ kept, atol=1e-5)
    cublas.cublasStrsm(*chars("LUNN"), 4, 3, ctypes.c_float(0.5), at(a), 4, at(b), 4)
    np.testing.assert_allclose(b, kept, atol=1e-5)


def test_results_are_returned(cublas: Any) -> None:
    x, y = matrix(7, 1), matrix(7, 2)
    cublas.cublasSdot.restype = cublas.cublasSnrm2.restype = ctypes.c_float
    assert cublas.cublasSdot(7, at(x), 1, at(y), 1) == pytest.approx(float(x[:, 0] @ y[:, 0]), abs=1e-6)
    assert cublas.cublasSnrm2(7, at(x), 1) == pytest.approx(float(np.linalg.norm(x)), abs=1e-6)
    assert cublas.cublasIsamax(7, at(x), 1) == int(np.abs(x).argmax()) + 1


def test_errors_wait_to_be_asked_for(cublas: Any) -> None:
    a = matrix(4, 4)
    cublas.cublasSgemv(*chars("X"), 4, 4, ctypes.c_float(1), at(a), 4, at(a), 1, ctypes.c_float(0), at(a), 1)
    assert cublas.cublasGetError() == 7
    assert cublas.cublasGetError() == 0
    memory = ctypes.c_void_p()
    assert cublas.cublasAlloc(10, 4, ctypes.byref(memory)) == 0
    assert cublas.cublasFree(memory) == 0
    assert cublas.cublasAlloc(0, 4, ctypes.byref(memory)) == 7


def test_without_init() -> None:
    library = load("libcublas.so.12")
    x = matrix(3, 1)
    library.cublasSscal(3, ctypes.c_float(2), at(x), 1)
    assert library.cublasGetError() == 1


def test_every_function_is_there() -> None:
    functions = cublas_legacy_functions()
    assert len(functions) == 150
    library = load("libcublas.so.12")
    assert all(hasattr(library, name) for name in (*LEGACY_BY_HAND, *(function.name for function in functions)))


PROGRAM = """
#include <stdio.h>
#include <cublas.h>
int main(void) {
  float x[3] = {1, -4, 2}, y[3] = {1, 1, 1};
  cublasStatus status = cublasInit();
  cublasSaxpy(3, 2.0f, x, 1, y, 1);
  printf("%d %g %g %g %d %g\\n", status, y[0], y[1], y[2], cublasIsamax(3, x, 1), cublasSasum(3, x, 1));
  return cublasShutdown();
}
"""


def test_static_library_name_and_c_header(tmp_path: Path) -> None:
    """A C++ program of the legacy interface with the static libraries inside; OpenBLAS is found by the environment."""
    source, program, folder = tmp_path / "legacy.cpp", tmp_path / "legacy", library_folder()
    source.write_text(PROGRAM)
    headers = [f"-I{generated_include()}", f"-I{hand_written_include()}"]
    libraries = [f"-L{folder}", "-lcublas_static", "-lculibos", "-lcudart_static", "-lrt", "-lpthread", "-ldl"]
    subprocess.run(["g++", *headers, str(source), "-o", str(program), *libraries], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert done.stdout == "0 3 -7 5 2 7\n"
    assert done.returncode == 0
