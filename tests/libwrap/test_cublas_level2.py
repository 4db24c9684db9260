# SPDX-License-Identifier: Apache-2.0
"""cuBLAS level 2 on the CPU device against NumPy: general, band, symmetric, Hermitian, packed and triangular matrices."""

from __future__ import annotations

import numpy as np
import pytest
from dense import ALL, ALPHA, BETA, COMPLEX, LOWER, REAL, UPPER, C, N, T, agree, matrix, mirrored, packed, real_diagonal, triangle, vector
from library import TYPES, apply_op, call, random, scalar


@pytest.mark.parametrize("letter", ALL)
@pytest.mark.parametrize("op", [N, T, C])
@pytest.mark.parametrize(("incx", "incy"), [(1, 1), (-2, 3)])
def test_gemv_and_ger(generator: np.random.Generator, letter: str, op: int, incx: int, incy: int) -> None:
    m, n = 13, 7
    storage, a = matrix(generator, letter, m, n, 3)
    lx, ly = (n, m) if op == N else (m, n)
    xs, x = vector(generator, letter, lx, incx)
    ys, y = vector(generator, letter, ly, incy)
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    expected = alpha[0] * (apply_op(op, a) @ x) + beta[0] * y
    assert call(f"cublas{letter}gemv_v2", op, m, n, alpha, storage, m + 3, xs, incx, beta, ys, incy) == 0
    agree(y, expected, letter)
    for name in ("ger",) if letter in REAL else ("geru", "gerc"):
        us, u = vector(generator, letter, m, incx)
        vs, v = vector(generator, letter, n, incy)
        expected = a + alpha[0] * np.outer(u, v.conj() if name == "gerc" else v)
        assert call(f"cublas{letter}{name}_v2", m, n, alpha, us, incx, vs, incy, storage, m + 3) == 0
        agree(a, expected, letter)


@pytest.mark.parametrize("letter", ALL)
def test_gbmv(generator: np.random.Generator, letter: str) -> None:
    m, n, kl, ku = 9, 7, 2, 1
    band = random(generator, letter, kl + ku + 1, n)
    dense = np.zeros((m, n), TYPES[letter])
    for column in range(n):
        for row in range(max(0, column - ku), min(m, column + kl + 1)):
            dense[row, column] = band[ku + row - column, column]
    x, y = random(generator, letter, n), random(generator, letter, m)
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    expected = alpha[0] * dense @ x + beta[0] * y
    assert call(f"cublas{letter}gbmv_v2", N, m, n, kl, ku, alpha, band, kl + ku + 1, x, 1, beta, y, 1) == 0
    agree(y, expected, letter)


@pytest.mark.parametrize(("letter", "hermitian"), [*((letter, False) for letter in ALL), *((letter, True) for letter in COMPLEX)])
@pytest.mark.parametrize("uplo", [LOWER, UPPER])
def test_symmetric_level2(generator: np.random.Generator, letter: str, uplo: int, hermitian: bool) -> None:
    n = 11
    a = random(generator, letter, n, n)
    if hermitian:
        real_diagonal(a)
    full = mirrored(a, uplo, hermitian)
    x, y = random(generator, letter, n), random(generator, letter, n)
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    product = alpha[0] * full @ x + beta[0] * y
    kind = "he" if hermitian else "sy"
    result = y.copy()
    assert call(f"cublas{letter}{kind}mv_v2", uplo, n, alpha, a, n, x, 1, beta, result, 1) == 0
    agree(result, product, letter)
    if hermitian or letter in REAL:
        result = y.copy()
        name = "hp" if hermitian else "sp"
        assert call(f"cublas{letter}{name}mv_v2", uplo, n, alpha, packed(a, uplo), x, 1, beta, result, 1) == 0
        agree(result, product, letter)
    real = {"C": "S", "Z": "D"}.get(letter, letter)
    factor = scalar(0.5, real) if hermitian else alpha
    update = factor[0] * np.outer(x, x.conj() if hermitian else x)
    one = a.copy(order="F")
    assert call(f"cublas{letter}{kind}r_v2", uplo, n, factor, x, 1, one, n) == 0
    agree(triangle(one, uplo), triangle(a + update, uplo), letter)
    two = a.copy(order="F")
    cross = alpha[0] * np.outer(x, y.conj() if hermitian else y)
    both = cross + (cross.conj().T if hermitian else alpha[0] * np.outer(y, x))
    assert call(f"cublas{letter}{kind}r2_v2", uplo, n, alpha, x, 1, y, 1, two, n) == 0
    agree(triangle(two, uplo), triangle(a + both, uplo), letter)
    if hermitian or letter in REAL:
        name = "hp" if hermitian else "sp"
        stored = packed(a, uplo)
        assert call(f"cublas{letter}{name}r_v2", uplo, n, factor, x, 1, stored) == 0
        agree(stored, packed(a + update, uplo), letter)
        stored = packed(a, uplo)
        assert call(f"cublas{letter}{name}r2_v2", uplo, n, alpha, x, 1, y, 1, stored) == 0
        agree(stored, packed(a + both, uplo), letter)


@pytest.mark.parametrize("letter", ALL)
@pytest.mark.parametrize("uplo", [LOWER, UPPER])
@pytest.mark.parametrize("op", [N, T, C])
@pytest.mark.parametrize("unit", [0, 1])
def test_triangular(generator: np.random.Generator, letter: str, uplo: int, op: int, unit: int) -> None:
    n = 8
    a = random(generator, letter, n, n) + 3 * np.eye(n, dtype=TYPES[letter])
    a = np.asfortranarray(a)
    dense = triangle(a, uplo)
    if unit:
        np.fill_diagonal(dense, 1)
    acting = apply_op(op, dense)
    for name, storage in (("tr", a), ("tp", packed(a, uplo))):
        size = (n,) if name == "tr" else ()
        x = random(generator, letter, n)
        result = x.copy()
        assert call(f"cublas{letter}{name}mv_v2", uplo, op, unit, n, storage, *size, result, 1) == 0
        agree(result, acting @ x, letter)
        assert call(f"cublas{letter}{name}sv_v2", uplo, op, unit, n, storage, *size, result, 1) == 0
        agree(result, x, letter)
    b = random(generator, letter, n, 5)
    alpha = scalar(ALPHA, letter)
    product = np.zeros((n, 5), TYPES[letter], order="F")
    assert call(f"cublas{letter}trmm_v2", 0, uplo, op, unit, n, 5, alpha, a, n, b, n, product, n) == 0
    agree(product, alpha[0] * acting @ b, letter)
    inverse_alpha = scalar(1 / alpha[0], letter)
    assert call(f"cublas{letter}trsm_v2", 0, uplo, op, unit, n, 5, inverse_alpha, a, n, product, n) == 0
    agree(product, b, letter)


@pytest.mark.parametrize("letter", REAL)
def test_band_triangular(generator: np.random.Generator, letter: str) -> None:
    n, k = 8, 2
    band = random(generator, letter, k + 1, n)
    band[0] += 3
    dense = np.zeros((n, n), TYPES[letter])
    for column in range(n):
        for row in range(column, min(n, column + k + 1)):
            dense[row, column] = band[row - column, column]
    x = random(generator, letter, n)
    result = x.copy()
    assert call(f"cublas{letter}tbmv_v2", LOWER, N, 0, n, k, band, k + 1, result, 1) == 0
    agree(result, dense @ x, letter)
    assert call(f"cublas{letter}tbsv_v2", LOWER, N, 0, n, k, band, k + 1, result, 1) == 0
    agree(result, x, letter)
    symmetric = dense + np.tril(dense, -1).T
    alpha, beta, y = scalar(ALPHA, letter), scalar(BETA, letter), random(generator, letter, n)
    expected = alpha[0] * symmetric @ x + beta[0] * y
    assert call(f"cublas{letter}sbmv_v2", LOWER, n, k, alpha, band, k + 1, x, 1, beta, y, 1) == 0
    agree(y, expected, letter)
