# SPDX-License-Identifier: Apache-2.0
"""cuSPARSE's incomplete factorisations, tridiagonal systems and sums of matrices on the CPU device, against dense NumPy."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from library import TOLERANCE, TYPES, at, load

letters = pytest.mark.parametrize("letter", "SDCZ")


def cusparse() -> ctypes.CDLL:
    return load("libcusparse.so.12")


@pytest.fixture
def handle() -> Iterator[ctypes.c_void_p]:
    made = ctypes.c_void_p()
    assert cusparse().cusparseCreate(ctypes.byref(made)) == 0
    yield made
    assert cusparse().cusparseDestroy(made) == 0


def descriptor(base: int) -> ctypes.c_void_p:
    made = ctypes.c_void_p()
    assert cusparse().cusparseCreateMatDescr(ctypes.byref(made)) == 0
    assert cusparse().cusparseSetMatIndexBase(made, base) == 0
    return made


def compressed(dense: np.ndarray, base: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows, columns = np.nonzero(dense)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=dense.shape[0]))]) + base
    return np.ascontiguousarray(dense[rows, columns]), offsets.astype(np.int32), (columns + base).astype(np.int32)


def dense_of(shape: tuple[int, int], values: np.ndarray, offsets: np.ndarray, columns: np.ndarray, base: int) -> np.ndarray:
    dense = np.zeros(shape, values.dtype)
    for row in range(shape[0]):
        for k in range(offsets[row] - base, offsets[row + 1] - base):
            dense[row, columns[k] - base] = values[k]
    return dense


def random(letter: str, n: int, density: float) -> np.ndarray:
    generator = np.random.default_rng(n)
    values = generator.uniform(-1, 1, (n, n)) + (1j * generator.uniform(-1, 1, (n, n)) if letter in "CZ" else 0)
    return (values * (generator.uniform(0, 1, (n, n)) < density)).astype(TYPES[letter])


def factorise(handle: ctypes.c_void_p, kind: str, letter: str, dense: np.ndarray, base: int) -> tuple[np.ndarray, int, int]:
    """The factors in the matrix's own pattern, the status of the pivots and the position of a zero one."""
    values, offsets, columns = compressed(dense, base)
    n, info, size, position = dense.shape[0], ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int(7)
    name = f"cusparse{letter}{kind}"
    about = descriptor(base)
    assert getattr(cusparse(), f"cusparseCreate{kind.capitalize()}Info")(ctypes.byref(info)) == 0
    arguments: list[Any] = [handle, n, len(values), about, at(values), at(offsets), at(columns), info]
    assert getattr(cusparse(), f"{name}_bufferSize")(*arguments, ctypes.byref(size)) == 0
    buffer = np.zeros(size.value, np.uint8)
    assert getattr(cusparse(), f"{name}_analysis")(*arguments, 0, at(buffer)) == 0
    assert getattr(cusparse(), name)(*arguments, 0, at(buffer)) == 0
    status = getattr(cusparse(), f"cusparseX{kind}_zeroPivot")(handle, info, ctypes.byref(position))
    assert getattr(cusparse(), f"cusparseDestroy{kind.capitalize()}Info")(info) == 0
    return dense_of((n, n), values, offsets, columns, base), status, position.value


@letters
@pytest.mark.parametrize("base", [0, 1])
def test_incomplete_lu(handle: ctypes.c_void_p, letter: str, base: int) -> None:
    n = 12
    dense = random(letter, n, 0.3) + 4 * np.eye(n, dtype=TYPES[letter])
    factors, status, position = factorise(handle, "csrilu02", letter, dense, base)
    assert (status, position) == (0, -1)
    product = (np.tril(factors, -1) + np.eye(n)) @ np.triu(factors)
    pattern = dense != 0
    np.testing.assert_allclose(product[pattern], dense[pattern], atol=TOLERANCE[letter] * 10)


@letters
def test_incomplete_cholesky(handle: ctypes.c_void_p, letter: str) -> None:
    n = 10
    half = random(letter, n, 0.3)
    dense = (half + half.conj().T + 8 * np.eye(n)).astype(TYPES[letter])
    factors, status, position = factorise(handle, "csric02", letter, dense, 0)
    assert (status, position) == (0, -1)
    lower = np.tril(factors)
    pattern = np.tril(dense != 0)
    np.testing.assert_allclose((lower @ lower.conj().T)[pattern], dense[pattern], atol=TOLERANCE[letter] * 10)
    np.testing.assert_array_equal(np.triu(factors, 1), np.triu(dense, 1))


def test_zero_pivots_are_told(handle: ctypes.c_void_p) -> None:
    missing = np.array([[2, 1, 0], [1, 0, 1], [0, 0, 3]], np.float64)
    assert factorise(handle, "csrilu02", "D", missing, 1)[1:] == (9, 2)  # no element on the diagonal of row 1
    assert factorise(handle, "csric02", "D", -np.eye(3), 0)[1:] == (9, 0)


@letters
@pytest.mark.parametrize("name", ["gtsv2", "gtsv2_nopivot"])
def test_tridiagonal(handle: ctypes.c_void_p, letter: str, name: str) -> None:
    m, n = 9, 3
    generator = np.random.default_rng(1)
    low, main, up = ((generator.uniform(-1, 1, m)).astype(TYPES[letter]) for _ in range(3))
    main = main + TYPES[letter](4)
    matrix = np.diag(main) + np.diag(low[1:], -1) + np.diag(up[:-1], 1)
    right = np.asfortranarray(generator.uniform(-1, 1, (m, n)).astype(TYPES[letter]))
    solution = right.copy(order="F")
    assert getattr(cusparse(), f"cusparse{letter}{name}")(handle, m, n, at(low), at(main), at(up), at(solution), m, None) == 0
    np.testing.assert_allclose(matrix @ solution, right, atol=TOLERANCE[letter])
    batch = np.ascontiguousarray(right.T[:2])
    kept, diagonals = batch.copy(), [np.tile(values, 2) for values in (low, main, up)]
    assert (
        getattr(cusparse(), f"cusparse{letter}gtsv2StridedBatch")(handle, m, *(at(values) for values in diagonals), at(batch), 2, m, None)
        == 0
    )
    np.testing.assert_allclose(matrix @ batch.T, kept.T, atol=TOLERANCE[letter])


@letters
def test_sum_of_matrices(handle: ctypes.c_void_p, letter: str) -> None:
    n = 8
    first, second = random(letter, n, 0.3), random(letter, n, 0.2).T
    (va, oa, ca), (vb, ob, cb) = compressed(first, 0), compressed(second, 1)
    zero, one = descriptor(0), descriptor(1)
    offsets, total = np.zeros(n + 1, np.int32), ctypes.c_int()
    assert cusparse().cusparseXcsrgeam2Nnz(
        handle, n, n, zero, len(va), at(oa), at(ca), one, len(vb), at(ob), at(cb), one, at(offsets), ctypes.byref(total), None
    ) == 0  # fmt: skip
    assert total.value == np.count_nonzero((first != 0) | (second != 0))
    values, columns = np.zeros(total.value, TYPES[letter]), np.zeros(total.value, np.int32)
    alpha, beta = np.array([2], TYPES[letter]), np.array([-0.5], TYPES[letter])
    assert getattr(cusparse(), f"cusparse{letter}csrgeam2")(
        handle, n, n, at(alpha), zero, len(va), at(va), at(oa), at(ca), at(beta), one, len(vb), at(vb), at(ob), at(cb), one, at(values),
        at(offsets), at(columns), None,
    ) == 0  # fmt: skip
    np.testing.assert_allclose(dense_of((n, n), values, offsets, columns, 1), 2 * first - 0.5 * second, atol=TOLERANCE[letter])


@letters
def test_counts(handle: ctypes.c_void_p, letter: str) -> None:
    dense, total, rows = np.asfortranarray(random(letter, 6, 0.4)), ctypes.c_int(), np.zeros(6, np.int32)
    assert getattr(cusparse(), f"cusparse{letter}nnz")(handle, 0, 6, 6, descriptor(0), at(dense), 6, at(rows), ctypes.byref(total)) == 0
    np.testing.assert_array_equal(rows, np.count_nonzero(dense, axis=1))
    assert total.value == np.count_nonzero(dense)
