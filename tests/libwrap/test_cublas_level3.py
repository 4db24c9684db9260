# SPDX-License-Identifier: Apache-2.0
"""cuBLAS level 3 and the BLAS-like extensions on the CPU device against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from dense import ALL, ALPHA, BETA, LOWER, UPPER, C, N, T, agree, matrix, mirrored, packed, real_diagonal, triangle
from library import TYPES, apply_op, call, load, random, scalar


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
    for missing, factor in ((5, one), (6, one), (8, one), (10, one), (11, one), (6, scalar(0, "S"))):
        arguments = [N, N, 4, 4, 4, factor, a, 4, a, 4, one, a.copy(), 4]
        arguments[missing] = None
        assert call("cublasSgemm_v2", *arguments) == (0 if factor is not one else 7)  # without alpha A and B are not read
    assert call("cublasSaxpy_v2", 4, None, a, 1, a, 1) == 7
    assert call("cublasSsyrk_v2", UPPER, N, 4, 4, None, a, 4, one, a, 4) == 7
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
