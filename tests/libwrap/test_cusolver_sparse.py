# SPDX-License-Identifier: Apache-2.0
"""cuSOLVERSP on the CPU device: sparse linear systems against NumPy, orderings and permutations against the matrix they belong to."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from library import TYPES, at, load, random

INT, DOUBLE, FLOAT = ctypes.c_int, ctypes.c_double, ctypes.c_float


@pytest.fixture
def solver() -> ctypes.CDLL:
    load("libcublas.so.12")
    return load("libcusolver.so.11")


def created(create: Any) -> ctypes.c_void_p:
    made = ctypes.c_void_p()
    assert create(ctypes.byref(made)) == 0
    return made


def csr(matrix: np.ndarray, base: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row offsets, columns and values of what is not zero."""
    rows = np.concatenate(([0], np.cumsum((matrix != 0).sum(axis=1)))) + base
    return rows.astype(np.int32), (np.nonzero(matrix)[1] + base).astype(np.int32), np.ascontiguousarray(matrix[matrix != 0])


def grid(letter: str, side: int, shuffled: np.ndarray) -> np.ndarray:
    """The five-point Laplacian of a square, its unknowns shuffled; complex types get a Hermitian coupling."""
    n = side * side
    matrix = 4.5 * np.eye(n, dtype=TYPES[letter])
    for i in range(n):
        for j in (i + 1, i + side):
            if j < n and (j != i + 1 or j % side):
                matrix[i, j] = -1 + (0.5j if letter in "CZ" else 0)
                matrix[j, i] = np.conj(matrix[i, j])
    return matrix[np.ix_(shuffled, shuffled)]


@pytest.mark.parametrize("letter", TYPES)
@pytest.mark.parametrize("base", [0, 1])
def test_linear_systems(solver: ctypes.CDLL, generator: np.random.Generator, letter: str, base: int) -> None:
    handle, descriptor = created(solver.cusolverSpCreate), created(load("libcusparse.so.12").cusparseCreateMatDescr)
    assert load("libcusparse.so.12").cusparseSetMatIndexBase(descriptor, base) == 0
    definite = grid(letter, 6, generator.permutation(36))
    general = definite + np.where(generator.uniform(size=(36, 36)) < 0.1, random(generator, letter, 36, 36), 0)
    general[np.diag_indices(36)] = np.where(np.arange(36) % 5 == 0, 0, general.diagonal())  # it takes pivots
    right, tolerance = random(generator, letter, 36), (DOUBLE if letter in "DZ" else FLOAT)(1e-12)
    for name, matrix in (("qr", general), ("qrHost", general), ("luHost", general), ("chol", definite), ("cholHost", definite)):
        # Cholesky's solver reads the lower triangle alone.
        rows, columns, values = csr(
            np.tril(matrix) + np.triu(np.full_like(matrix, 7), 1) * (matrix != 0) if "chol" in name else matrix, base
        )
        solution, singular = np.zeros(36, TYPES[letter]), INT(5)
        function = getattr(solver, f"cusolverSp{letter}csrlsv{name}")
        places = (at(values), at(rows), at(columns), at(right), tolerance, 1, at(solution), ctypes.byref(singular))
        status = function(handle, 36, values.size, descriptor, *places)
        assert (status, singular.value) == (0, -1), name
        precision = 1e-3 if letter in "SC" else 1e-9
        np.testing.assert_allclose(solution, np.linalg.solve(matrix.astype(complex), right), rtol=precision, atol=precision)
    assert solver.cusolverSpDestroy(handle) == 0


@pytest.mark.parametrize("letter", TYPES)
def test_batch_of_one_pattern(solver: ctypes.CDLL, generator: np.random.Generator, letter: str) -> None:
    handle, descriptor = created(solver.cusolverSpCreate), created(load("libcusparse.so.12").cusparseCreateMatDescr)
    info, count = created(solver.cusolverSpCreateCsrqrInfo), 3
    rows, columns, first = csr(grid(letter, 4, generator.permutation(16)), 0)
    values = np.array([first * (1 + i) + random(generator, letter, first.size) / 8 for i in range(count)])
    right, solution = np.array([random(generator, letter, 16) for _ in range(count)]), np.zeros((count, 16), TYPES[letter])
    shape = (handle, 16, 16, first.size, descriptor)
    solve = getattr(solver, f"cusolverSp{letter}csrqrsvBatched")
    arguments = (*shape, at(values), at(rows), at(columns), at(right), at(solution), count, info, None)
    assert solve(*arguments) == 3  # not analysed yet
    assert solver.cusolverSpXcsrqrAnalysisBatched(*shape, at(rows), at(columns), info) == 0
    sizes = [ctypes.c_size_t(), ctypes.c_size_t()]
    ask = getattr(solver, f"cusolverSp{letter}csrqrBufferInfoBatched")
    assert ask(*shape, at(values), at(rows), at(columns), count, info, *(ctypes.byref(size) for size in sizes)) == 0
    assert all(size.value > 0 for size in sizes)
    assert solve(*arguments) == 0
    for i in range(count):
        dense = np.zeros((16, 16), complex)
        dense[np.repeat(np.arange(16), np.diff(rows)), columns] = values[i]
        np.testing.assert_allclose(dense @ solution[i], right[i], atol=1e-4 if letter in "SC" else 1e-11)
    assert solver.cusolverSpDestroyCsrqrInfo(info) == 0


def test_singular_systems_and_bad_arguments(solver: ctypes.CDLL) -> None:
    handle, descriptor = created(solver.cusolverSpCreate), created(load("libcusparse.so.12").cusparseCreateMatDescr)
    rows, columns, values = csr(np.array([[1.0, 2, 0], [2, 4, 0], [0, 0, 3]]), 0)
    right, solution, singular = np.ones(3), np.full(3, 7.0), INT(5)

    def solve(function: Any, which: Any = handle, descr: Any = descriptor) -> int:
        arguments = (at(values), at(rows), at(columns), at(right), DOUBLE(1e-12), 0, at(solution), ctypes.byref(singular))
        status: int = function(which, 3, 5, descr, *arguments)
        return status

    assert solve(solver.cusolverSpDcsrlsvqr) == 0
    assert singular.value >= 0
    values[-1] = -3
    assert solve(solver.cusolverSpDcsrlsvchol) == 0  # not positive definite
    assert singular.value >= 0
    assert solve(solver.cusolverSpDcsrlsvqr, None) == 1
    assert solve(solver.cusolverSpDcsrlsvqr, descr=None) == 3
    assert load("libcusparse.so.12").cusparseSetMatType(descriptor, 1) == 0
    assert solve(solver.cusolverSpDcsrlsvqr) == 8  # symmetric storage: CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED


def test_ordering_and_permutation(solver: ctypes.CDLL, generator: np.random.Generator) -> None:
    handle, descriptor = created(solver.cusolverSpCreate), created(load("libcusparse.so.12").cusparseCreateMatDescr)
    matrix = grid("D", 8, generator.permutation(64))
    rows, columns, values = csr(matrix, 0)
    order, symmetric = np.zeros(64, np.int32), INT(5)
    assert (
        solver.cusolverSpXcsrissymHost(handle, 64, values.size, descriptor, at(rows), at(rows[1:]), at(columns), ctypes.byref(symmetric))
        == 0
    )
    assert symmetric.value == 1
    assert solver.cusolverSpXcsrsymrcmHost(handle, 64, values.size, descriptor, at(rows), at(columns), at(order)) == 0
    assert sorted(order) == list(range(64))
    i, j = np.nonzero(matrix[np.ix_(order, order)])
    assert np.abs(i - j).max() <= 12  # the grid is 8 wide; shuffled, its band is nearly full
    size, places = ctypes.c_size_t(), np.arange(values.size, dtype=np.int32)
    matrix_and_order = (handle, 64, 64, values.size, descriptor, at(rows), at(columns), at(order), at(order))
    assert solver.cusolverSpXcsrperm_bufferSizeHost(*matrix_and_order, ctypes.byref(size)) == 0
    buffer = np.zeros(max(size.value, 1), np.uint8)
    assert solver.cusolverSpXcsrpermHost(*matrix_and_order, at(places), at(buffer)) == 0
    expected_rows, expected_columns, expected_values = csr(matrix[np.ix_(order, order)], 0)
    np.testing.assert_array_equal(rows, expected_rows)
    np.testing.assert_array_equal(columns, expected_columns)
    np.testing.assert_array_equal(values[places], expected_values)
