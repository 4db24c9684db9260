# SPDX-License-Identifier: Apache-2.0
"""cuSOLVER's dense functions on the CPU device against NumPy: factorisations, solvers, eigenvalues, singular values, in four types."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from library import TYPES, at, load, pointers, random

REAL = {"S": np.float32, "D": np.float64, "C": np.float32, "Z": np.float64}
CUDA_TYPE = {"S": 0, "D": 1, "C": 4, "Z": 5}
TOLERANCE = {"S": 2e-4, "D": 1e-10, "C": 2e-4, "Z": 1e-10}
LOWER, UPPER = 0, 1
letters = pytest.mark.parametrize("letter", "SDCZ")


@pytest.fixture
def handle() -> Iterator[ctypes.c_void_p]:
    made = ctypes.c_void_p()
    assert load("libcusolver.so.11").cusolverDnCreate(ctypes.byref(made)) == 0
    yield made
    assert load("libcusolver.so.11").cusolverDnDestroy(made) == 0


class Solver:
    """Calls `cusolverDn<letter><name>`; arrays go as pointers, and devInfo is checked."""

    def __init__(self, handle: ctypes.c_void_p, letter: str) -> None:
        self.handle, self.letter = handle, letter
        self.info = np.full(8, -99, np.int32)
        self.work = np.zeros(4096, np.complex128)

    def __call__(self, name: str, *arguments: Any, status: int = 0, info: int = 0, tail: tuple[Any, ...] = ()) -> None:
        converted = [at(value) if isinstance(value, np.ndarray) else value for value in (*arguments, self.info, *tail)]
        found = getattr(load("libcusolver.so.11"), f"cusolverDn{self.letter}{name}")
        assert found(self.handle, *converted) == status
        if status == 0:
            assert self.info[0] == info

    def size(self, name: str, *arguments: Any) -> int:
        value = ctypes.c_int(-1)
        converted = [at(argument) if isinstance(argument, np.ndarray) else argument for argument in arguments]
        assert (
            getattr(load("libcusolver.so.11"), f"cusolverDn{self.letter}{name}_bufferSize")(self.handle, *converted, ctypes.byref(value))
            == 0
        )
        assert value.value > 0
        return value.value


def symmetric(letter: str, n: int, positive: bool = False) -> np.ndarray:
    a = random(np.random.default_rng(n), letter, n, n)
    a = a + a.conj().T + (2 * n * np.eye(n) if positive else 0)
    return np.asfortranarray(a.astype(TYPES[letter]))


@letters
@pytest.mark.parametrize("fill", [LOWER, UPPER])
def test_cholesky(handle: ctypes.c_void_p, letter: str, fill: int) -> None:
    call, n = Solver(handle, letter), 7
    a, b = symmetric(letter, n, positive=True), random(np.random.default_rng(1), letter, n, 2)
    factor, x, inverse = a.copy(order="F"), b.copy(order="F"), a.copy(order="F")
    work = call.size("potrf", fill, n, factor, n)
    call("potrf", fill, n, factor, n, call.work, work)
    triangle = np.tril(factor) if fill == LOWER else np.triu(factor)
    product = triangle @ triangle.conj().T if fill == LOWER else triangle.conj().T @ triangle
    np.testing.assert_allclose(product, a, atol=TOLERANCE[letter] * n)
    call("potrs", fill, n, 2, factor, n, x, n)
    np.testing.assert_allclose(a @ x, b, atol=TOLERANCE[letter])
    inverse[:] = factor
    call("potri", fill, n, inverse, n, call.work, work)
    pick = np.tril if fill == LOWER else np.triu
    np.testing.assert_allclose(pick(inverse), pick(np.linalg.inv(a)), atol=TOLERANCE[letter])
    indefinite = np.asfortranarray(-np.eye(3, dtype=TYPES[letter]))
    call("potrf", fill, 3, indefinite, 3, call.work, work, info=1)


@letters
def test_batched_cholesky(handle: ctypes.c_void_p, letter: str) -> None:
    call, n = Solver(handle, letter), 5
    matrices = [symmetric(letter, n, positive=True) for _ in range(3)]
    factors, solutions = [a.copy(order="F") for a in matrices], [random(np.random.default_rng(i), letter, n, 1) for i in range(3)]
    rights = [x.copy() for x in solutions]
    call("potrfBatched", LOWER, n, pointers(factors), n, tail=(3,))
    call("potrsBatched", LOWER, n, 1, pointers(factors), n, pointers(solutions), n, tail=(3,))
    for a, x, b in zip(matrices, solutions, rights, strict=True):
        np.testing.assert_allclose(a @ x, b, atol=TOLERANCE[letter])


@letters
@pytest.mark.parametrize("pivoting", [True, False])
@pytest.mark.parametrize("op", [0, 1, 2])
def test_lu(handle: ctypes.c_void_p, letter: str, pivoting: bool, op: int) -> None:
    call, n = Solver(handle, letter), 6
    a = random(np.random.default_rng(3), letter, n, n) + (0 if pivoting else 4 * np.eye(n).astype(TYPES[letter]))
    a = np.asfortranarray(a.astype(TYPES[letter]))
    b = random(np.random.default_rng(4), letter, n, 3)
    factor, x, pivots = a.copy(order="F"), b.copy(order="F"), np.zeros(n, np.int32)
    call.size("getrf", n, n, factor, n)
    call("getrf", n, n, factor, n, call.work, pivots if pivoting else None)
    call("getrs", op, n, 3, factor, n, pivots if pivoting else None, x, n)
    applied = a if op == 0 else a.T if op == 1 else a.conj().T
    np.testing.assert_allclose(applied @ x, b, atol=TOLERANCE[letter] * 10)
    singular = np.zeros((2, 2), TYPES[letter], order="F")
    call("getrf", 2, 2, singular, 2, call.work, pivots if pivoting else None, info=1)


@letters
def test_qr(handle: ctypes.c_void_p, letter: str) -> None:
    call, m, n = Solver(handle, letter), 8, 5
    a, c = random(np.random.default_rng(5), letter, m, n), random(np.random.default_rng(6), letter, m, 2)
    factor, tau, kept = a.copy(order="F"), np.zeros(n, TYPES[letter]), c.copy(order="F")
    work = call.size("geqrf", m, n, factor, m)
    call("geqrf", m, n, factor, m, tau, call.work, work)
    q = factor.copy(order="F")
    make, apply = ("ungqr", "unmqr") if letter in "CZ" else ("orgqr", "ormqr")
    call(make, m, n, n, q, m, tau, call.work, call.size(make, m, n, n, q, m, tau))
    np.testing.assert_allclose(q.conj().T @ q, np.eye(n), atol=TOLERANCE[letter])
    np.testing.assert_allclose(q @ np.triu(factor[:n]), a, atol=TOLERANCE[letter])
    call(apply, 0, 2 if letter in "CZ" else 1, m, 2, n, factor, m, tau, c, m, call.work, 4096)
    np.testing.assert_allclose(c[:n], q.conj().T @ kept, atol=TOLERANCE[letter])


@letters
@pytest.mark.parametrize("jacobi", [False, True])
def test_eigenvalues(handle: ctypes.c_void_p, letter: str, jacobi: bool) -> None:
    call, n = Solver(handle, letter), 6
    name = ("heev" if letter in "CZ" else "syev") + ("j" if jacobi else "d")
    a, values = symmetric(letter, n), np.zeros(n, REAL[letter])
    vectors, parameters = a.copy(order="F"), ctypes.c_void_p()
    library = load("libcusolver.so.11")
    assert library.cusolverDnCreateSyevjInfo(ctypes.byref(parameters)) == 0
    call(name, 1, UPPER, n, vectors, n, values, call.work, 4096, tail=(parameters,) if jacobi else ())
    np.testing.assert_allclose(values, np.linalg.eigvalsh(a), atol=TOLERANCE[letter] * 10)
    np.testing.assert_allclose(a @ vectors, vectors * values, atol=TOLERANCE[letter] * 10)
    only = np.zeros(n, REAL[letter])
    call(name, 0, LOWER, n, a.copy(order="F"), n, only, call.work, 4096, tail=(parameters,) if jacobi else ())
    np.testing.assert_allclose(only, values, atol=TOLERANCE[letter] * 10)
    assert library.cusolverDnDestroySyevjInfo(parameters) == 0


@letters
def test_generalised_eigenvalues(handle: ctypes.c_void_p, letter: str) -> None:
    call, n = Solver(handle, letter), 5
    a, b, values = symmetric(letter, n), symmetric(letter, n + 1, positive=True)[:n, :n].copy(order="F"), np.zeros(n, REAL[letter])
    vectors = a.copy(order="F")
    call("hegvd" if letter in "CZ" else "sygvd", 1, 1, LOWER, n, vectors, n, b.copy(order="F"), n, values, call.work, 4096)
    np.testing.assert_allclose(a @ vectors, b @ vectors * values, atol=TOLERANCE[letter] * 20)


@letters
@pytest.mark.parametrize("jacobi", [False, True])
def test_singular_values(handle: ctypes.c_void_p, letter: str, jacobi: bool) -> None:
    call, m, n = Solver(handle, letter), 7, 4
    a, values = random(np.random.default_rng(8), letter, m, n), np.zeros(n, REAL[letter])
    u, v = np.zeros((m, m), TYPES[letter], order="F"), np.zeros((n, n), TYPES[letter], order="F")
    if jacobi:
        call("gesvdj", 1, 0, m, n, a.copy(order="F"), m, values, u, m, v, n, call.work, 4096, tail=(None,))
        adjoint = v.conj().T
    else:
        job = ctypes.c_byte(ord("A"))
        call("gesvd", job, job, m, n, a.copy(order="F"), m, values, u, m, v, n, call.work, 4096, call.work)
        adjoint = v
    np.testing.assert_allclose(values, np.linalg.svd(a, compute_uv=False), atol=TOLERANCE[letter])
    np.testing.assert_allclose(u[:, :n] * values @ adjoint, a, atol=TOLERANCE[letter])
    np.testing.assert_allclose(u.conj().T @ u, np.eye(m), atol=TOLERANCE[letter])


@letters
def test_largest_singular_values_of_a_batch(handle: ctypes.c_void_p, letter: str) -> None:
    library, m, n, rank, count, wide = load("libcusolver.so.11"), 7, 4, 2, 3, ctypes.c_longlong
    a = random(np.random.default_rng(8), letter, m, n * count)
    kept, values, residuals = a.copy(order="F"), np.zeros((count, rank), REAL[letter]), np.zeros(count)
    u, v = np.zeros((m, rank * count), TYPES[letter], order="F"), np.zeros((n, rank * count), TYPES[letter], order="F")
    info, size = np.full(count, -9, np.int32), ctypes.c_int()
    shape = (handle, 1, rank, m, n, at(a), m, wide(m * n), at(values), wide(rank), at(u), m, wide(m * rank), at(v), n, wide(n * rank))
    assert getattr(library, f"cusolverDn{letter}gesvdaStridedBatched_bufferSize")(*shape, ctypes.byref(size), count) == 0
    assert getattr(library, f"cusolverDn{letter}gesvdaStridedBatched")(*shape, None, size, at(info), at(residuals), count) == 0
    np.testing.assert_array_equal(a, kept)
    for i in range(count):
        one, left, right = a[:, n * i : n * i + n], u[:, rank * i : rank * i + rank], v[:, rank * i : rank * i + rank]
        exact = np.linalg.svd(one, compute_uv=False)
        np.testing.assert_allclose(values[i], exact[:rank], atol=TOLERANCE[letter])
        rest = one - left * values[i] @ right.conj().T
        np.testing.assert_allclose([residuals[i], np.linalg.norm(rest)], np.linalg.norm(exact[rank:]), atol=TOLERANCE[letter])
    assert not info.any()


@letters
def test_64_bit_interface(handle: ctypes.c_void_p, letter: str) -> None:
    library, n, kind = load("libcusolver.so.11"), 5, CUDA_TYPE[letter]
    wide, info = ctypes.c_int64, np.full(1, -9, np.int32)
    a, b = symmetric(letter, n, positive=True), random(np.random.default_rng(9), letter, n, 1)
    device, host, none = ctypes.c_size_t(), ctypes.c_size_t(), (None, ctypes.c_size_t(0))
    factor, x, pivots = a.copy(order="F"), b.copy(order="F"), np.zeros(n, np.int64)
    assert library.cusolverDnXpotrf_bufferSize(
        handle, None, LOWER, wide(n), kind, at(factor), wide(n), kind, ctypes.byref(device), ctypes.byref(host)
    ) == 0  # fmt: skip
    assert device.value > 0
    assert library.cusolverDnXpotrf(handle, None, LOWER, wide(n), kind, at(factor), wide(n), kind, *none, *none, at(info)) == 0
    assert library.cusolverDnXpotrs(handle, None, LOWER, wide(n), wide(1), kind, at(factor), wide(n), kind, at(x), wide(n), at(info)) == 0
    np.testing.assert_allclose(a @ x, b, atol=TOLERANCE[letter])
    factor, x = a.copy(order="F"), b.copy(order="F")
    assert (
        library.cusolverDnXgetrf(handle, None, wide(n), wide(n), kind, at(factor), wide(n), at(pivots), kind, *none, *none, at(info)) == 0
    )
    assert (
        library.cusolverDnXgetrs(handle, None, 0, wide(n), wide(1), kind, at(factor), wide(n), at(pivots), kind, at(x), wide(n), at(info))
        == 0
    )
    np.testing.assert_allclose(a @ x, b, atol=TOLERANCE[letter])
    values, real = np.zeros(n, REAL[letter]), kind if letter in "SD" else CUDA_TYPE[{"C": "S", "Z": "D"}[letter]]
    assert library.cusolverDnXsyevd(
        handle, None, 0, LOWER, wide(n), kind, at(a.copy(order="F")), wide(n), real, at(values), kind, *none, *none, at(info)
    ) == 0  # fmt: skip
    np.testing.assert_allclose(values, np.linalg.eigvalsh(a), atol=TOLERANCE[letter] * 20)
    assert library.cusolverDnXpotrf(handle, None, LOWER, wide(n), 3, at(factor), wide(n), 3, *none, *none, at(info)) != 0


def test_statuses(handle: ctypes.c_void_p) -> None:
    call = Solver(handle, "S")
    a = np.zeros((3, 3), np.float32, order="F")
    call("potrf", LOWER, 3, a, 2, call.work, 1, status=3)
    call("getrf", -1, 3, a, 3, call.work, None, status=3)
    assert load("libcusolver.so.11").cusolverDnSpotrf(None, LOWER, 3, at(a), 3, at(a), 1, at(a)) == 1


def test_what_lapack_would_refuse_is_an_invalid_value(handle: ctypes.c_void_p, capfd: pytest.CaptureFixture[str]) -> None:
    call = Solver(handle, "D")
    a = np.ones((6, 6), order="F")
    call("ormqr", 0, 1, 6, 1, 4, a, 4, a, a.copy(), 6, call.work, 4096, status=3)  # the reflectors have 6 rows
    call("orgqr", 4, 6, 4, a, 4, a, call.work, 4096, status=3)  # more columns than rows
    for jobu, jobvt, ldu, ldvt in ((b"A", b"A", 5, 4), (b"A", b"A", 6, 3), (b"Q", b"N", 6, 4), (b"O", b"O", 6, 4)):
        call("gesvd", ord(jobu), ord(jobvt), 6, 4, a, 6, a, a, ldu, a, ldvt, call.work, 4096, call.work, status=3)
    assert capfd.readouterr() == ("", "")
