# SPDX-License-Identifier: Apache-2.0
"""cuBLAS level 1 on the CPU device against NumPy: increments, mixed types, rotations."""

from __future__ import annotations

import numpy as np
import pytest
from dense import ALL, ALPHA, REAL, agree, vector
from library import TYPES, call, random, scalar


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
