# SPDX-License-Identifier: Apache-2.0
"""cuSOLVER's reductions, indefinite factorisations, partial spectra and mixed-precision solvers on the CPU device, against NumPy."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np
import pytest
from library import TYPES, load, random
from test_cusolver import REAL, TOLERANCE, Solver, at, symmetric

letters = pytest.mark.parametrize("letter", "SDCZ")


@pytest.fixture
def handle() -> Iterator[ctypes.c_void_p]:
    made = ctypes.c_void_p()
    assert load("libcusolver.so.11").cusolverDnCreate(ctypes.byref(made)) == 0
    yield made
    assert load("libcusolver.so.11").cusolverDnDestroy(made) == 0


@letters
def test_bidiagonal(handle: ctypes.c_void_p, letter: str) -> None:
    call, m, n = Solver(handle, letter), 7, 4
    a = random(np.random.default_rng(1), letter, m, n)
    factor, d, e = a.copy(order="F"), np.zeros(n, REAL[letter]), np.zeros(n, REAL[letter])
    tauq, taup = np.zeros(n, TYPES[letter]), np.zeros(n, TYPES[letter])
    call("gebrd", m, n, factor, m, d, e, tauq, taup, call.work, 4096)
    q, p = factor.copy(order="F"), np.asfortranarray(factor[:n].copy(order="F"))
    name = "ungbr" if letter in "CZ" else "orgbr"
    call(name, 0, m, n, n, q, m, tauq, call.work, 4096)
    call(name, 1, n, n, m, p, n, taup, call.work, 4096)
    middle = np.diag(d) + np.diag(e[: n - 1], 1)
    np.testing.assert_allclose(q @ middle @ p, a, atol=TOLERANCE[letter])


@letters
def test_tridiagonal(handle: ctypes.c_void_p, letter: str) -> None:
    call, n = Solver(handle, letter), 6
    a, d, e, tau = symmetric(letter, n), np.zeros(n, REAL[letter]), np.zeros(n, REAL[letter]), np.zeros(n, TYPES[letter])
    factor = a.copy(order="F")
    trd, gtr, mtr = ("hetrd", "ungtr", "unmtr") if letter in "CZ" else ("sytrd", "orgtr", "ormtr")
    call(trd, 0, n, factor, n, d, e, tau, call.work, 4096)
    q = factor.copy(order="F")
    call(gtr, 0, n, q, n, tau, call.work, 4096)
    middle = np.diag(d) + np.diag(e[: n - 1], 1) + np.diag(e[: n - 1], -1)
    np.testing.assert_allclose(q @ middle @ q.conj().T, a, atol=TOLERANCE[letter] * 10)
    c = np.asfortranarray(np.eye(n, dtype=TYPES[letter]))
    call(mtr, 0, 0, 0, n, n, factor, n, tau, c, n, call.work, 4096)
    np.testing.assert_allclose(c, q, atol=TOLERANCE[letter])


@letters
def test_indefinite(handle: ctypes.c_void_p, letter: str) -> None:
    call, n = Solver(handle, letter), 6
    half = random(np.random.default_rng(2), letter, n, n)
    a = np.asfortranarray(half + half.T)  # symmetric, not Hermitian
    factor, pivots = a.copy(order="F"), np.zeros(n, np.int32)
    call("sytrf", 0, n, factor, n, pivots, call.work, 4096)
    call("sytri", 0, n, factor, n, pivots, call.work, 4096)
    np.testing.assert_allclose(np.tril(factor), np.tril(np.linalg.inv(a)), atol=TOLERANCE[letter] * 50)


@letters
def test_part_of_a_spectrum(handle: ctypes.c_void_p, letter: str) -> None:
    call, n = Solver(handle, letter), 7
    a, values, found = symmetric(letter, n), np.zeros(n, REAL[letter]), ctypes.c_int()
    exact, vectors = np.linalg.eigvalsh(a), a.copy(order="F")
    real = ctypes.c_float if letter in "SC" else ctypes.c_double
    name = "heevdx" if letter in "CZ" else "syevdx"
    call(name, 1, 1002, 0, n, vectors, n, real(0), real(0), 3, 5, ctypes.byref(found), values, call.work, 4096)
    assert found.value == 3
    np.testing.assert_allclose(values[:3], exact[2:5], atol=TOLERANCE[letter] * 10)
    np.testing.assert_allclose(a @ vectors[:, :3], vectors[:, :3] * values[:3], atol=TOLERANCE[letter] * 10)
    low, high = float(exact[1] + exact[2]) / 2, float(exact[5] + exact[6]) / 2
    call(name, 0, 1003, 0, n, a.copy(order="F"), n, real(low), real(high), 0, 0, ctypes.byref(found), values, call.work, 4096)
    assert found.value == 4


@pytest.mark.parametrize("name", ["SS", "SH", "DD", "DS", "CC", "ZZ", "ZC"])
def test_mixed_precision(handle: ctypes.c_void_p, name: str) -> None:
    letter, n, m = name[0], 6, 9
    a, b = random(np.random.default_rng(4), letter, n, n), random(np.random.default_rng(5), letter, n, 2)
    a = np.asfortranarray(a + 3 * np.eye(n, dtype=TYPES[letter]))
    x, pivots, info, steps = np.zeros((n, 2), TYPES[letter], order="F"), np.zeros(n, np.int32), np.full(1, -9, np.int32), ctypes.c_int(-5)
    size, library = ctypes.c_size_t(), load("libcusolver.so.11")
    arguments = [handle, n, 2, at(a), n, at(pivots), at(b), n, at(x), n, None]
    assert getattr(library, f"cusolverDn{name}gesv_bufferSize")(*arguments, ctypes.byref(size)) == 0
    assert getattr(library, f"cusolverDn{name}gesv")(*arguments, size, ctypes.byref(steps), at(info)) == 0
    assert (info[0], steps.value) == (0, 0)
    np.testing.assert_allclose(a @ x, b, atol=TOLERANCE[letter])
    tall, right = random(np.random.default_rng(6), letter, m, n), random(np.random.default_rng(7), letter, m, 2)
    arguments = [handle, m, n, 2, at(tall), m, at(right), m, at(x), n, None]
    assert getattr(library, f"cusolverDn{name}gels")(*arguments, size, ctypes.byref(steps), at(info)) == 0
    np.testing.assert_allclose(x, np.linalg.lstsq(tall, right, rcond=None)[0], atol=TOLERANCE[letter] * 10)
