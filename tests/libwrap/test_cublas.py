# SPDX-License-Identifier: Apache-2.0
"""cuBLAS on the CPU device against NumPy: every family of the table, all element types, odd shapes, strides and special values."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from library import TOLERANCE, TYPES, apply_op, call, functions, handle, load, pointers, random, scalar
from scale.libwrap.tables import library_coverage

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


@pytest.fixture
def generator() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.mark.parametrize("wide", ["", "_64"])
@pytest.mark.parametrize("letter", ALL)
@pytest.mark.parametrize(("incx", "incy"), [(1, 1), (2, -3), (-1, 2)])
def test_level1_vectors(generator: np.random.Generator, letter: str, incx: int, incy: int, wide: str) -> None:
    n = 37
    xs, x = vector(generator, letter, n, incx)
    ys, y = vector(generator, letter, n, incy)
    alpha = scalar(ALPHA, letter)
    expected = alpha[0] * x + y
    assert call(f"cublas{letter}axpy_v2{wide}", n, alpha, xs, incx, ys, incy) == 0
    agree(y, expected, letter)
    old_x, old_y = x.copy(), y.copy()
    assert call(f"cublas{letter}swap_v2{wide}", n, xs, incx, ys, incy) == 0
    agree(x, old_y, letter)
    assert call(f"cublas{letter}copy_v2{wide}", n, xs, incx, ys, incy) == 0
    agree(y, old_y, letter)
    result = np.zeros(1, TYPES[letter])
    ys[:] = random(generator, letter, ys.size)
    for name, left in (("dot", x),) if letter in REAL else (("dotu", x), ("dotc", x.conj())):
        assert call(f"cublas{letter}{name}_v2{wide}", n, xs, incx, ys, incy, result) == 0
        agree(result[0], np.sum(left * y), letter)
    assert old_x.size == n


@pytest.mark.parametrize("letter", ALL)
def test_level1_reductions(generator: np.random.Generator, letter: str) -> None:
    xs, x = vector(generator, letter, 41, 3)
    real = np.zeros(1, np.float32 if letter in "SC" else np.float64)
    prefix = {"S": "S", "D": "D", "C": "Sc", "Z": "Dz"}[letter]
    assert call(f"cublas{prefix}nrm2_v2", 41, xs, 3, real) == 0
    agree(real[0], np.linalg.norm(x), letter)
    assert call(f"cublas{prefix}asum_v2", 41, xs, 3, real) == 0
    agree(real[0], np.sum(abs(x.real) + abs(x.imag)), letter)
    index = np.zeros(1, np.int32)
    assert call(f"cublasI{letter.lower()}amax_v2", 41, xs, 3, index) == 0
    assert index[0] == np.argmax(abs(x.real) + abs(x.imag)) + 1
    assert call(f"cublasI{letter.lower()}amin_v2", 41, xs, 3, index) == 0
    assert index[0] == np.argmin(abs(x.real) + abs(x.imag)) + 1
    assert call(f"cublasI{letter.lower()}amax_v2", 0, xs, 1, index) == 0
    assert index[0] == 0
    alpha = scalar(ALPHA, letter)
    expected = alpha[0] * x
    assert call(f"cublas{letter}scal_v2", 41, alpha, xs, 3) == 0
    agree(x, expected, letter)


@pytest.mark.parametrize(("letter", "real"), [("C", "S"), ("Z", "D")])
def test_level1_mixed(generator: np.random.Generator, letter: str, real: str) -> None:
    x, y = random(generator, letter, 9), random(generator, letter, 9)
    c, s = scalar(0.6, real), scalar(0.8, real)
    expected_x, expected_y = c[0] * x + s[0] * y, c[0] * y - s[0] * x
    assert call(f"cublas{letter}{real.lower()}rot_v2", 9, x, 1, y, 1, c, s) == 0
    agree(x, expected_x, letter)
    agree(y, expected_y, letter)
    turn = scalar(0.64 - 0.48j, letter)
    expected_x, expected_y = c[0] * x + turn[0] * y, c[0] * y - turn[0].conj() * x
    assert call(f"cublas{letter}rot_v2", 9, x, 1, y, 1, c, turn) == 0
    agree(x, expected_x, letter)
    agree(y, expected_y, letter)
    expected = x * s[0]
    assert call(f"cublas{letter}{real.lower()}scal_v2", 9, s, x, 1) == 0
    agree(x, expected, letter)


@pytest.mark.parametrize("letter", REAL)
def test_rotations(generator: np.random.Generator, letter: str) -> None:
    a, b, c, s = (scalar(value, letter) for value in (3, 4, 0, 0))
    assert call(f"cublas{letter}rotg_v2", a, b, c, s) == 0
    agree(np.array([a[0], c[0], s[0]]), np.array([5, 0.6, 0.8]), letter)
    x, y = random(generator, letter, 6), random(generator, letter, 6)
    parameters = np.array([-1, 2, 3, 4, 5], TYPES[letter])  # flag -1: the whole matrix, by columns
    expected_x, expected_y = 2 * x + 4 * y, 3 * x + 5 * y
    assert call(f"cublas{letter}rotm_v2", 6, x, 1, y, 1, parameters) == 0
    agree(x, expected_x, letter)
    agree(y, expected_y, letter)


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


@pytest.mark.parametrize("wide", ["", "_64"])
@pytest.mark.parametrize("letter", ALL)
@pytest.mark.parametrize("ops", [(N, N), (T, N), (N, C), (C, T)])
def test_gemm(generator: np.random.Generator, letter: str, ops: tuple[int, int], wide: str) -> None:
    m, n, k = 17, 9, 13
    sa, a = matrix(generator, letter, *((m, k) if ops[0] == N else (k, m)), 2)
    sb, b = matrix(generator, letter, *((k, n) if ops[1] == N else (n, k)), 1)
    sc, c = matrix(generator, letter, m, n, 4)
    below = sc[m:].copy()
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    expected = alpha[0] * apply_op(ops[0], a) @ apply_op(ops[1], b) + beta[0] * c
    arguments = (*ops, m, n, k, alpha, sa, sa.shape[0], sb, sb.shape[0], beta, sc, sc.shape[0])
    assert call(f"cublas{letter}gemm_v2{wide}", *arguments) == 0
    agree(c, expected, letter)
    np.testing.assert_array_equal(sc[m:], below)  # the rows below the matrix are not the library's


@pytest.mark.parametrize("letter", ALL)
def test_gemm_does_not_read_c_when_beta_is_zero(generator: np.random.Generator, letter: str) -> None:
    a, b = random(generator, letter, 5, 4), random(generator, letter, 4, 3)
    c = np.full((5, 3), np.nan, TYPES[letter], order="F")
    assert call(f"cublas{letter}gemm_v2", N, N, 5, 3, 4, scalar(1, letter), a, 5, b, 4, scalar(0, letter), c, 5) == 0
    agree(c, a @ b, letter)


def test_gemm_argument_errors(generator: np.random.Generator) -> None:
    a, one = random(generator, "S", 4, 4), scalar(1, "S")
    for change, value in ((2, -1), (6, 0), (8, 3), (12, 3), (0, 9)):
        arguments: list[object] = [N, N, 4, 4, 4, one, a, 4, a, 4, one, a, 4]
        arguments[{2: 2, 6: 7, 8: 9, 12: 12, 0: 0}[change]] = value
        assert call("cublasSgemm_v2", *arguments) == 7
    assert load("libcublas.so.12").cublasSgemm_v2(None, *([0] * 13)) == 1


@pytest.mark.parametrize("letter", ALL)
@pytest.mark.parametrize("uplo", [LOWER, UPPER])
def test_symmetric_level3(generator: np.random.Generator, letter: str, uplo: int) -> None:
    n, k = 9, 6
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    a, b, c = random(generator, letter, n, k), random(generator, letter, n, k), random(generator, letter, n, n)
    for name, expected in (
        ("syrk_v2", alpha[0] * a @ a.T + beta[0] * c),
        ("syr2k_v2", alpha[0] * (a @ b.T + b @ a.T) + beta[0] * c),
        ("syrkx", alpha[0] * a @ b.T + beta[0] * c),
    ):
        result = c.copy(order="F")
        operands = (a, n) if name == "syrk_v2" else (a, n, b, n)
        assert call(f"cublas{letter}{name}", uplo, N, n, k, alpha, *operands, beta, result, n) == 0
        agree(triangle(result, uplo), triangle(expected, uplo), letter)
    square = random(generator, letter, n, n)
    wide = random(generator, letter, n, 4)
    out = random(generator, letter, n, 4)
    expected = alpha[0] * mirrored(square, uplo, False) @ wide + beta[0] * out
    assert call(f"cublas{letter}symm_v2", 0, uplo, n, 4, alpha, square, n, wide, n, beta, out, n) == 0
    agree(out, expected, letter)


@pytest.mark.parametrize(("letter", "real"), [("C", "S"), ("Z", "D")])
@pytest.mark.parametrize("uplo", [LOWER, UPPER])
def test_hermitian_level3(generator: np.random.Generator, letter: str, real: str, uplo: int) -> None:
    n, k = 7, 5
    a, b, c = random(generator, letter, n, k), random(generator, letter, n, k), random(generator, letter, n, n)
    real_diagonal(c)
    alpha, ra, rb = scalar(ALPHA, letter), scalar(0.5, real), scalar(-2, real)
    for name, factor, operands, expected in (
        ("herk_v2", ra, (a, n), ra[0] * a @ a.conj().T + rb[0] * c),
        ("her2k_v2", alpha, (a, n, b, n), alpha[0] * a @ b.conj().T + np.conj(alpha[0]) * b @ a.conj().T + rb[0] * c),
    ):
        result = c.copy(order="F")
        assert call(f"cublas{letter}{name}", uplo, N, n, k, factor, *operands, rb, result, n) == 0
        agree(triangle(result, uplo), triangle(expected, uplo), letter)
        assert not np.diag(result).imag.any()
    result = c.copy(order="F")
    assert call(f"cublas{letter}herkx", uplo, N, n, k, scalar(0.5, letter), a, n, a, n, rb, result, n) == 0
    agree(triangle(result, uplo), triangle(0.5 * a @ a.conj().T + rb[0] * c, uplo), letter)
    square = random(generator, letter, n, n)
    real_diagonal(square)
    out = random(generator, letter, n, 3)
    wide = random(generator, letter, n, 3)
    beta = scalar(BETA, letter)
    expected = alpha[0] * mirrored(square, uplo, True) @ wide + beta[0] * out
    assert call(f"cublas{letter}hemm_v2", 0, uplo, n, 3, alpha, square, n, wide, n, beta, out, n) == 0
    agree(out, expected, letter)


@pytest.mark.parametrize("letter", ALL)
def test_extensions(generator: np.random.Generator, letter: str) -> None:
    m, n = 6, 4
    a, b, x = random(generator, letter, n, m), random(generator, letter, m, n), random(generator, letter, n)
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    c = np.zeros((m, n), TYPES[letter], order="F")
    assert call(f"cublas{letter}geam", C, N, m, n, alpha, a, n, beta, b, m, c, m) == 0
    agree(c, alpha[0] * a.conj().T + beta[0] * b, letter)
    broken = np.full((m, n), np.nan, TYPES[letter], order="F")
    assert call(f"cublas{letter}geam", C, N, m, n, alpha, a, n, scalar(0, letter), broken, m, c, m) == 0
    agree(c, alpha[0] * a.conj().T, letter)
    assert call(f"cublas{letter}dgmm", 1, m, n, b, m, x, 1, c, m) == 0
    agree(c, b * x[None, :], letter)
    square = random(generator, letter, 5, 5)
    for uplo in (LOWER, UPPER):
        stored = np.zeros(15, TYPES[letter])
        assert call(f"cublas{letter}trttp", uplo, 5, square, 5, stored) == 0
        agree(stored, packed(square, uplo), letter)
        back = np.zeros((5, 5), TYPES[letter], order="F")
        assert call(f"cublas{letter}tpttr", uplo, 5, stored, back, 5) == 0
        agree(back, triangle(square, uplo), letter)


@pytest.mark.parametrize("letter", ALL)
def test_batched_products(generator: np.random.Generator, letter: str) -> None:
    m, n, k, batch = 5, 4, 3, 6
    alpha, beta = scalar(ALPHA, letter), scalar(BETA, letter)
    a = [random(generator, letter, m, k) for _ in range(batch)]
    b = [random(generator, letter, k, n) for _ in range(batch)]
    c = [random(generator, letter, m, n) for _ in range(batch)]
    expected = [alpha[0] * p @ q + beta[0] * r for p, q, r in zip(a, b, c, strict=True)]
    everything = (pointers(a), m, pointers(b), k)
    assert call(f"cublas{letter}gemmBatched", N, N, m, n, k, alpha, *everything, beta, pointers(c), m, batch) == 0
    for got, want in zip(c, expected, strict=True):
        agree(got, want, letter)
    flat_a = np.concatenate([p.ravel(order="F") for p in a])
    flat_b = np.concatenate([p.ravel(order="F") for p in b])
    flat_c = np.zeros(batch * m * n, TYPES[letter])
    strided = (flat_a, m, m * k, flat_b, k, k * n, scalar(0, letter), flat_c, m, m * n, batch)
    assert call(f"cublas{letter}gemmStridedBatched", N, N, m, n, k, alpha, *strided) == 0
    for index in range(batch):
        agree(flat_c[index * m * n :][: m * n].reshape((m, n), order="F"), alpha[0] * a[index] @ b[index], letter)
    x = [random(generator, letter, k) for _ in range(batch)]
    y = [random(generator, letter, m) for _ in range(batch)]
    want_y = [alpha[0] * p @ q + beta[0] * r for p, q, r in zip(a, x, y, strict=True)]
    assert call(f"cublas{letter}gemvBatched", N, m, k, alpha, pointers(a), m, pointers(x), 1, beta, pointers(y), 1, batch) == 0
    for got, want in zip(y, want_y, strict=True):
        agree(got, want, letter)


@pytest.mark.parametrize("letter", ALL)
def test_batched_solvers(generator: np.random.Generator, letter: str) -> None:
    n, batch = 6, 3
    a = [np.asfortranarray(random(generator, letter, n, n) + 2 * np.eye(n, dtype=TYPES[letter])) for _ in range(batch)]
    b = [random(generator, letter, n, 2) for _ in range(batch)]
    factors, solutions = [p.copy(order="F") for p in a], [q.copy(order="F") for q in b]
    pivots, info, one = np.zeros(n * batch, np.int32), np.full(batch, -7, np.int32), np.full(1, -7, np.int32)
    assert call(f"cublas{letter}getrfBatched", n, pointers(factors), n, pivots, info, batch) == 0
    assert not info.any()
    assert call(f"cublas{letter}getrsBatched", N, n, 2, pointers(factors), n, pivots, pointers(solutions), n, one, batch) == 0
    inverses = [np.zeros((n, n), TYPES[letter], order="F") for _ in range(batch)]
    assert call(f"cublas{letter}getriBatched", n, pointers(factors), n, pivots, pointers(inverses), n, info, batch) == 0
    for p, q, s, inverse in zip(a, b, solutions, inverses, strict=True):
        agree(p @ s, q, letter)
        agree(p @ inverse, np.eye(n), letter)
    assert call(f"cublas{letter}matinvBatched", n, pointers(a), n, pointers(inverses), n, info, batch) == 0
    for p, inverse in zip(a, inverses, strict=True):
        agree(p @ inverse, np.eye(n), letter)
    singular = [np.zeros((2, 2), TYPES[letter], order="F")]
    assert call(f"cublas{letter}getrfBatched", 2, pointers(singular), 2, None, info, 1) == 0
    assert info[0] == 1  # the first pivot is zero
    tall = [random(generator, letter, 8, 3) for _ in range(batch)]
    right = [random(generator, letter, 8, 1) for _ in range(batch)]
    want = [np.linalg.lstsq(p, q, rcond=None)[0] for p, q in zip(tall, right, strict=True)]
    assert call(f"cublas{letter}gelsBatched", N, 8, 3, 1, pointers(tall), 8, pointers(right), 8, one, info, batch) == 0
    for got, expected in zip(right, want, strict=True):
        agree(got[:3], expected, letter)


COMPUTE_16F, COMPUTE_32F, COMPUTE_64F, COMPUTE_32I = 64, 68, 70, 72
R_32F, R_64F, R_16F, R_8I, C_32F, R_32I, R_16BF = 0, 1, 2, 3, 4, 10, 14


def to_bfloat(values: np.ndarray) -> np.ndarray:
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def from_bfloat(values: np.ndarray) -> np.ndarray:
    return (values.astype(np.uint32) << 16).view(np.float32)


def test_gemm_ex_half(generator: np.random.Generator) -> None:
    a = np.asfortranarray(generator.uniform(-1, 1, (7, 5)).astype(np.float16))
    b = np.asfortranarray(generator.uniform(-1, 1, (5, 3)).astype(np.float16))
    c = np.full((7, 3), np.nan, np.float16, order="F")
    one, zero = scalar(1, "S"), scalar(0, "S")
    assert call("cublasGemmEx", N, N, 7, 3, 5, one, a, R_16F, 7, b, R_16F, 5, zero, c, R_16F, 7, COMPUTE_32F, -1) == 0
    exact = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(c, exact, rtol=1e-3, atol=1e-3)
    wide = np.zeros((7, 3), np.float32, order="F")
    assert call("cublasGemmEx", N, N, 7, 3, 5, one, a, R_16F, 7, b, R_16F, 5, zero, wide, R_32F, 7, COMPUTE_32F, -1) == 0
    np.testing.assert_allclose(wide, exact, rtol=1e-5, atol=1e-6)
    half_one, half_zero = np.ones(1, np.float16), np.zeros(1, np.float16)
    assert call("cublasHgemm", N, N, 7, 3, 5, half_one, a, 7, b, 5, half_zero, c, 7) == 0
    np.testing.assert_allclose(c, exact, rtol=1e-3, atol=1e-3)


def test_gemm_ex_bfloat16_and_int8(generator: np.random.Generator) -> None:
    a, b = (np.asfortranarray(generator.uniform(-1, 1, shape).astype(np.float32)) for shape in ((4, 6), (6, 2)))
    ab, bb = np.asfortranarray(to_bfloat(a)), np.asfortranarray(to_bfloat(b))
    c = np.zeros((4, 2), np.uint16, order="F")
    one, zero = scalar(1, "S"), scalar(0, "S")
    assert call("cublasGemmEx", N, N, 4, 2, 6, one, ab, R_16BF, 4, bb, R_16BF, 6, zero, c, R_16BF, 4, COMPUTE_32F, -1) == 0
    np.testing.assert_allclose(from_bfloat(c), from_bfloat(ab) @ from_bfloat(bb), rtol=1e-2, atol=1e-2)
    small = [np.asfortranarray(generator.integers(-128, 128, shape).astype(np.int8)) for shape in ((4, 8), (8, 4))]
    total = np.ones((4, 4), np.int32, order="F")
    expected = small[0].astype(np.int64) @ small[1].astype(np.int64) * 3 + 2
    integer = (np.array([3], np.int32), np.array([2], np.int32))
    assert (
        call("cublasGemmEx", N, N, 4, 4, 8, integer[0], small[0], R_8I, 4, small[1], R_8I, 8, integer[1], total, R_32I, 4, COMPUTE_32I, -1)
        == 0
    )
    np.testing.assert_array_equal(total, expected)


def test_gemm_ex_refuses_what_cublas_lacks(generator: np.random.Generator) -> None:
    a, one = random(generator, "S", 4, 4), scalar(1, "S")
    assert call("cublasGemmEx", N, N, 4, 4, 4, one, a, R_32F, 4, a, R_64F, 4, one, a, R_32F, 4, COMPUTE_32F, -1) == 15


def test_typed_level1(generator: np.random.Generator) -> None:
    x = generator.uniform(-1, 1, 50).astype(np.float16)
    y = generator.uniform(-1, 1, 50).astype(np.float16)
    result = np.zeros(1, np.float16)
    assert call("cublasDotEx", 50, x, R_16F, 1, y, R_16F, 1, result, R_16F, R_32F) == 0
    np.testing.assert_allclose(result[0], np.dot(x.astype(np.float64), y.astype(np.float64)), rtol=2e-3, atol=1e-3)
    assert call("cublasNrm2Ex", 50, x, R_16F, 1, result, R_16F, R_32F) == 0
    np.testing.assert_allclose(result[0], np.linalg.norm(x.astype(np.float64)), rtol=1e-3)
    expected = 0.5 * x.astype(np.float64) + y
    assert call("cublasAxpyEx", 50, scalar(0.5, "S"), R_32F, x, R_16F, 1, y, R_16F, 1, R_32F) == 0
    np.testing.assert_allclose(y, expected, rtol=1e-3, atol=1e-3)
    huge = np.full(4, 1e200)
    wide = np.zeros(1, np.float64)
    assert call("cublasNrm2Ex", 4, huge, R_64F, 1, wide, R_64F, R_64F) == 0
    np.testing.assert_allclose(wide[0], 2e200, rtol=1e-14)


def test_device_pointer_mode_reads_scalars_at_execution(generator: np.random.Generator) -> None:
    library = load("libcublas.so.12")
    mode = ctypes.c_int(-1)
    assert library.cublasSetPointerMode_v2(handle(), 1) == 0
    assert library.cublasGetPointerMode_v2(handle(), ctypes.byref(mode)) == 0
    assert mode.value == 1
    x = random(generator, "D", 5)
    expected = 2 * x
    assert call("cublasDscal_v2", 5, scalar(2, "D"), x, 1) == 0
    agree(x, expected, "D")
    assert library.cublasSetPointerMode_v2(handle(), 0) == 0
    assert library.cublasSetPointerMode_v2(handle(), 5) == 7


@pytest.mark.parametrize(
    ("status", "name"), [(0, b"CUBLAS_STATUS_SUCCESS"), (7, b"CUBLAS_STATUS_INVALID_VALUE"), (15, b"CUBLAS_STATUS_NOT_SUPPORTED")]
)
def test_status_names(status: int, name: bytes) -> None:
    library = load("libcublas.so.12")
    library.cublasGetStatusName.restype = ctypes.c_char_p
    library.cublasGetStatusString.restype = ctypes.c_char_p
    assert library.cublasGetStatusName(status) == name
    assert library.cublasGetStatusString(status)


def test_every_function_of_the_table_is_exported() -> None:
    library = load("libcublas.so.12")
    absent = [name for name in functions() if not hasattr(library, name)]
    assert absent == []
    names, missing = {library.name: rest for library, *rest in library_coverage()}["cublas"]
    assert len(names) == 530
    assert missing == ("cublasUint8gemmBias",)


def test_missing_function_says_so_and_returns_not_supported() -> None:
    assert load("libcublas.so.12").cublasUint8gemmBias(handle(), *([0] * 18)) == 15
