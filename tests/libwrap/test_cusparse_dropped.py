# SPDX-License-Identifier: Apache-2.0
"""What CUDA 12 dropped of cuSPARSE, on the CPU device against dense NumPy; the headers show it to programs of CUDA 11 alone."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library import TOLERANCE, TYPES, at
from test_cusparse_factor import compressed, cusparse, dense_of, descriptor, handle, random  # noqa: F401

letters = pytest.mark.parametrize("letter", "SDCZ")
LOWER, UPPER = 0, 1


def triangle(letter: str, fill: int, base: int, unit: bool) -> tuple[np.ndarray, np.ndarray, ctypes.c_void_p]:
    """A whole matrix, the triangle that its descriptor chooses, the descriptor."""
    dense = random(letter, 9, 0.6)
    np.fill_diagonal(dense, np.arange(2, 11))
    about = descriptor(base)
    assert cusparse().cusparseSetMatFillMode(about, fill) == 0
    assert cusparse().cusparseSetMatDiagType(about, int(unit)) == 0
    chosen = np.tril(dense) if fill == LOWER else np.triu(dense)
    if unit:
        np.fill_diagonal(chosen, 1)
    return dense, chosen, about


def turned(matrix: np.ndarray, op: int) -> np.ndarray:
    return [matrix, matrix.T, matrix.conj().T][op]


@letters
@pytest.mark.parametrize(
    ("fill", "op", "base", "unit"), [(LOWER, 0, 0, False), (UPPER, 0, 1, True), (LOWER, 1, 1, False), (UPPER, 2, 0, False)]
)
def test_triangular_systems(handle: Any, letter: str, fill: int, op: int, base: int, unit: bool) -> None:  # noqa: F811
    dense, chosen, about = triangle(letter, fill, base, unit)
    values, offsets, columns = compressed(dense, base)
    alpha = np.array(1.5, TYPES[letter])
    right = random(letter, 9, 1)
    info, size = ctypes.c_void_p(), ctypes.c_size_t()
    assert cusparse().cusparseCreateCsrsv2Info(ctypes.byref(info)) == 0
    arrays = [at(values), at(offsets), at(columns), info]
    function = f"cusparse{letter}csrsv2"
    assert getattr(cusparse(), f"{function}_bufferSizeExt")(handle, op, 9, len(values), about, *arrays, ctypes.byref(size)) == 0
    buffer = np.zeros(size.value, np.uint8)
    assert getattr(cusparse(), f"{function}_analysis")(handle, op, 9, len(values), about, *arrays, 0, at(buffer)) == 0
    x, f = np.zeros(9, TYPES[letter]), np.ascontiguousarray(right[0])
    assert getattr(cusparse(), f"{function}_solve")(handle, op, 9, len(values), at(alpha), about, *arrays, at(f), at(x), 0, at(buffer)) == 0
    position = ctypes.c_int(7)
    assert cusparse().cusparseXcsrsv2_zeroPivot(handle, info, ctypes.byref(position)) == 0
    assert position.value == -1
    np.testing.assert_allclose(turned(chosen, op) @ x, 1.5 * f, rtol=0, atol=TOLERANCE[letter])
    assert cusparse().cusparseDestroyCsrsv2Info(info) == 0

    assert cusparse().cusparseCreateCsrsm2Info(ctypes.byref(info)) == 0
    for transposed in (0, 1):
        b = np.asfortranarray(right[:, :9] if not transposed else right[:9, :])
        begin = [handle, 0, op, transposed, 9, 9, len(values), at(alpha), about, *arrays[:3]]
        solution = b.copy(order="F")
        assert getattr(cusparse(), f"cusparse{letter}csrsm2_analysis")(*begin, at(solution), 9, info, 0, at(buffer)) == 0
        assert getattr(cusparse(), f"cusparse{letter}csrsm2_solve")(*begin, at(solution), 9, info, 0, at(buffer)) == 0
        got, want = (solution, b) if not transposed else (solution.T, b.T)
        np.testing.assert_allclose(turned(chosen, op) @ got, 1.5 * want, rtol=0, atol=TOLERANCE[letter])


def test_zero_pivots_are_told(handle: Any) -> None:  # noqa: F811
    dense, _, about = triangle("D", LOWER, 1, False)
    dense[5, 5] = 0
    values, offsets, columns = compressed(dense, 1)  # the diagonal of row 6 is not stored
    info, position = ctypes.c_void_p(), ctypes.c_int(7)
    assert cusparse().cusparseCreateCsrsv2Info(ctypes.byref(info)) == 0
    arguments = [handle, 0, 9, len(values), about, at(values), at(offsets), at(columns), info, 0, at(np.zeros(8))]
    assert cusparse().cusparseDcsrsv2_analysis(*arguments) == 0
    assert cusparse().cusparseXcsrsv2_zeroPivot(handle, info, ctypes.byref(position)) == 9
    assert position.value == 6


@letters
def test_product_and_sum(handle: Any, letter: str) -> None:  # noqa: F811
    a, b, d = (random(letter, n, 0.3)[:7, :7] for n in (8, 9, 10))
    parts = [compressed(each, base) for each, base in ((a, 0), (b, 1), (d, 0))]
    about = [descriptor(base) for base in (0, 1, 0)]
    result, alpha, beta = descriptor(1), np.array(2, TYPES[letter]), np.array(-0.5, TYPES[letter])
    info, total = ctypes.c_void_p(), ctypes.c_int()
    assert cusparse().cusparseCreateCsrgemm2Info(ctypes.byref(info)) == 0
    offsets, buffer = np.zeros(8, np.int32), np.zeros(8)
    pattern = [word for each, (v, o, c) in zip(about, parts, strict=True) for word in (each, len(v), at(o), at(c))]
    assert cusparse().cusparseXcsrgemm2Nnz(handle, 7, 7, 7, *pattern, result, at(offsets), ctypes.byref(total), info, at(buffer)) == 0
    values, columns = np.zeros(total.value, TYPES[letter]), np.zeros(total.value, np.int32)
    whole = [[each, len(v), at(v), at(o), at(c)] for each, (v, o, c) in zip(about, parts, strict=True)]
    call = getattr(cusparse(), f"cusparse{letter}csrgemm2")
    words = [handle, 7, 7, 7, at(alpha), *whole[0], *whole[1], at(beta), *whole[2]]
    assert call(*words, result, at(values), at(offsets), at(columns), info, at(buffer)) == 0
    np.testing.assert_allclose(dense_of((7, 7), values, offsets, columns, 1), 2 * a @ b - 0.5 * d, atol=TOLERANCE[letter])


@letters
def test_dense_conversions_and_sparse_vectors(handle: Any, letter: str) -> None:  # noqa: F811
    dense = np.asfortranarray(random(letter, 8, 0.4)[:5, :])
    about = descriptor(1)
    for by_rows, name in ((True, "csr"), (False, "csc")):
        lines = dense if by_rows else dense.T
        want_values, want_offsets, want_indices = compressed(np.ascontiguousarray(lines), 1)
        counts = np.count_nonzero(lines, axis=1).astype(np.int32)
        values, offsets, indices = np.zeros_like(want_values), np.zeros_like(want_offsets), np.zeros_like(want_indices)
        order = [at(values), at(offsets), at(indices)] if by_rows else [at(values), at(indices), at(offsets)]
        assert getattr(cusparse(), f"cusparse{letter}dense2{name}")(handle, 5, 8, about, at(dense), 5, at(counts), *order) == 0
        for got, want in ((values, want_values), (offsets, want_offsets), (indices, want_indices)):
            np.testing.assert_array_equal(got, want)
        back = np.full((6, 8), 9, TYPES[letter], order="F")
        assert getattr(cusparse(), f"cusparse{letter}{name}2dense")(handle, 5, 8, about, *order, at(back), 6) == 0
        np.testing.assert_array_equal(back[:5], dense)
        assert (back[5] == 9).all()
    y, places = np.arange(10, dtype=TYPES[letter]), np.array([3, 1, 8], np.int32)
    values = np.zeros(3, TYPES[letter])
    prefix = f"cusparse{letter}"
    assert getattr(cusparse(), prefix + "gthrz")(handle, 3, at(y), at(values), at(places), 1) == 0
    assert (values.tolist(), y[[2, 0, 7]].tolist()) == ([2, 0, 7], [0, 0, 0])
    alpha = np.array(3, TYPES[letter])
    assert getattr(cusparse(), prefix + "axpyi")(handle, 3, at(alpha), at(values), at(places), at(y), 0) == 0
    assert y.tolist() == [0, 1, 0, 9, 4, 5, 6, 0, 29, 9]
    assert getattr(cusparse(), prefix + "sctr")(handle, 3, at(values), at(places), at(y), 0) == 0
    assert getattr(cusparse(), prefix + "gthr")(handle, 3, at(y), at(values), at(np.array([3, 1, 8], np.int32)), 0) == 0
    assert (y[[3, 1, 8]].tolist(), values.tolist()) == ([2, 0, 7], [2, 0, 7])


def test_headers_show_them_for_cuda_11_alone(tmp_path: Path) -> None:
    (tmp_path / "old.cu").write_text("#include <cusparse.h>\ncsrsv2Info_t info;\nauto *call = cusparseDcsrsv2_solve;\n")
    for version, status in (("11.8", 0), ("12.9", 1)):
        command = [sys.executable, "-m", "scale.compiler.driver.main", "-c", "old.cu", "-o", f"{version}.o"]
        environment = {**os.environ, "SCALE_TARGETS": "cpu", "SCALE_CUDA_VERSION": version}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == status, done.stderr
        assert ("undeclared identifier 'cusparseDcsrsv2_solve'" in done.stderr) == bool(status)
