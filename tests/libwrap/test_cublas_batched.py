# SPDX-License-Identifier: Apache-2.0
"""Batched cuBLAS on the CPU device: products, factorisations, solvers."""

from __future__ import annotations

import numpy as np
import pytest
from dense import ALL, ALPHA, BETA, N, agree
from library import TYPES, call, pointers, random, scalar


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
