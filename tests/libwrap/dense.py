# SPDX-License-Identifier: Apache-2.0
"""Matrices, vectors and triangles for the tests of cuBLAS."""

from __future__ import annotations

import numpy as np
from library import TOLERANCE, random

N, T, C = 0, 1, 2
LOWER, UPPER = 0, 1
ALL, REAL, COMPLEX = "SDCZ", "SD", "CZ"
ALPHA, BETA = 0.75 - 0.5j, -1.25 + 0.25j


def vector(generator: np.random.Generator, letter: str, n: int, increment: int) -> tuple[np.ndarray, np.ndarray]:
    """Storage for a strided vector and the view of it that BLAS means (negative increments run backwards)."""
    storage = random(generator, letter, max(n * abs(increment), 1))
    view = storage[: n * abs(increment) : abs(increment)]
    return storage, view if increment > 0 else view[::-1]


def agree(actual: np.ndarray, expected: np.ndarray, letter: str) -> None:
    np.testing.assert_allclose(actual, expected, rtol=TOLERANCE[letter], atol=TOLERANCE[letter])


def matrix(generator: np.random.Generator, letter: str, rows: int, columns: int, extra: int) -> tuple[np.ndarray, np.ndarray]:
    """Column-major storage with `extra` rows below, and the matrix inside."""
    storage = random(generator, letter, rows + extra, columns)
    return storage, storage[:rows]


def triangle(matrix_values: np.ndarray, uplo: int) -> np.ndarray:
    return np.tril(matrix_values) if uplo == LOWER else np.triu(matrix_values)


def mirrored(values: np.ndarray, uplo: int, hermitian: bool) -> np.ndarray:
    """The symmetric or Hermitian matrix whose triangle is stored (a Hermitian one with a real diagonal)."""
    half = triangle(values, uplo)
    other = half.conj().T if hermitian else half.T
    diagonal = np.diag(np.diag(half))
    return half + other - diagonal


def packed(values: np.ndarray, uplo: int) -> np.ndarray:
    n = values.shape[0]
    columns = [values[: j + 1, j] if uplo == UPPER else values[j:, j] for j in range(n)]
    return np.concatenate(columns)


def real_diagonal(values: np.ndarray) -> None:
    np.fill_diagonal(values, np.diag(values).real)
