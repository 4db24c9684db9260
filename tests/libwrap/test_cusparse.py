# SPDX-License-Identifier: Apache-2.0
"""cuSPARSE's generic interface on the CPU device against dense NumPy: products, triangular systems, conversions, sparse times sparse."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from library import at, load

CUDA_TYPE = {
    np.dtype(np.float16): 2,
    np.dtype(np.float32): 0,
    np.dtype(np.float64): 1,
    np.dtype(np.complex64): 4,
    np.dtype(np.complex128): 5,
}
INDEX_TYPE = {np.dtype(np.int32): 2, np.dtype(np.int64): 3}
N, T, C = 0, 1, 2
COL, ROW = 1, 2
I64 = ctypes.c_int64
types = pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex64, np.complex128])


def cusparse() -> ctypes.CDLL:
    return load("libcusparse.so.12")


@pytest.fixture
def handle() -> Iterator[ctypes.c_void_p]:
    made = ctypes.c_void_p()
    assert cusparse().cusparseCreate(ctypes.byref(made)) == 0
    yield made
    assert cusparse().cusparseDestroy(made) == 0


def tolerance(kind: Any) -> float:
    return 1e-4 if np.dtype(kind) in (np.float32, np.complex64) else 1e-11


def random(kind: Any, *shape: int, density: float = 1.0) -> np.ndarray:
    generator = np.random.default_rng(sum(shape))
    values = generator.uniform(-1, 1, shape)
    if np.issubdtype(kind, np.complexfloating):
        values = values + 1j * generator.uniform(-1, 1, shape)
    return (values * (generator.uniform(0, 1, shape) < density)).astype(kind)


class Sparse:
    """A descriptor of a dense matrix's non-zero elements, and the arrays that it points to."""

    def __init__(self, dense: np.ndarray, form: str = "Csr", index: Any = np.int32, base: int = 0) -> None:
        rows, columns = np.nonzero(dense) if form != "Csc" else np.nonzero(dense.T)[::-1]
        self.values = np.ascontiguousarray(dense[rows, columns])
        majors, size = (columns, dense.shape[1]) if form == "Csc" else (rows, dense.shape[0])
        self.offsets = np.concatenate([[0], np.cumsum(np.bincount(majors, minlength=size))]).astype(index) + index(base)
        self.rows, self.indices = rows.astype(index) + index(base), (rows if form == "Csc" else columns).astype(index) + index(base)
        first = self.rows if form == "Coo" else self.offsets
        kinds = [INDEX_TYPE[np.dtype(index)]] * (1 if form == "Coo" else 2)
        self.descriptor = ctypes.c_void_p()
        status = getattr(cusparse(), f"cusparseCreate{form}")(
            ctypes.byref(self.descriptor), I64(dense.shape[0]), I64(dense.shape[1]), I64(len(self.values)), at(first), at(self.indices),
            at(self.values), *kinds, base, CUDA_TYPE[dense.dtype],
        )  # fmt: skip
        assert status == 0


def vector(values: np.ndarray) -> ctypes.c_void_p:
    made = ctypes.c_void_p()
    assert cusparse().cusparseCreateDnVec(ctypes.byref(made), I64(values.size), at(values), CUDA_TYPE[values.dtype]) == 0
    made.keeps = values  # type: ignore[attr-defined]
    return made


def matrix(values: np.ndarray, order: int) -> ctypes.c_void_p:
    made, (rows, columns) = ctypes.c_void_p(), values.shape
    ld = rows if order == COL else columns
    assert (
        cusparse().cusparseCreateDnMat(ctypes.byref(made), I64(rows), I64(columns), I64(ld), at(values), CUDA_TYPE[values.dtype], order)
        == 0
    )
    made.keeps = values  # type: ignore[attr-defined]
    return made


def scalar(value: complex, kind: Any) -> np.ndarray:
    return np.array([value if np.issubdtype(kind, np.complexfloating) else value.real], kind)


def applied(op: int, dense: np.ndarray) -> np.ndarray:
    return dense if op == N else dense.T if op == T else dense.conj().T


@types
@pytest.mark.parametrize("form", ["Csr", "Csc", "Coo"])
@pytest.mark.parametrize(("op", "index", "base"), [(N, np.int32, 0), (T, np.int64, 1), (C, np.int32, 1)])
def test_matrix_times_vector(handle: ctypes.c_void_p, kind: Any, form: str, op: int, index: Any, base: int) -> None:
    dense = random(kind, 13, 9, density=0.3)
    a, operand = Sparse(dense, form, index, base), applied(op, dense)
    x, y = random(kind, operand.shape[1]), random(kind, operand.shape[0])
    alpha, beta, size = scalar(1.5 + 0.5j, kind), scalar(-0.5 + 1j, kind), ctypes.c_size_t()
    expected = alpha[0] * (operand @ x) + beta[0] * y
    arguments = [handle, op, at(alpha), a.descriptor, vector(x), at(beta), vector(y), CUDA_TYPE[np.dtype(kind)], 0]
    assert cusparse().cusparseSpMV_bufferSize(*arguments, ctypes.byref(size)) == 0
    assert size.value > 0
    assert cusparse().cusparseSpMV(*arguments, None) == 0
    np.testing.assert_allclose(y, expected, atol=tolerance(kind))
    y[:] = np.nan
    arguments[5] = at(scalar(0, kind))  # beta = 0 does not read y
    assert cusparse().cusparseSpMV(*arguments, None) == 0
    np.testing.assert_allclose(y, alpha[0] * (operand @ x), atol=tolerance(kind))


@types
@pytest.mark.parametrize("order", [COL, ROW])
@pytest.mark.parametrize(("opa", "opb"), [(N, N), (T, N), (C, T)])
def test_matrix_times_matrix(handle: ctypes.c_void_p, kind: Any, order: int, opa: int, opb: int) -> None:
    dense = random(kind, 8, 6, density=0.4)
    left = applied(opa, dense)
    right = random(kind, *((left.shape[1], 5) if opb == N else (5, left.shape[1])))
    memory = "F" if order == COL else "C"
    b, c = np.array(right, order=memory), np.array(random(kind, left.shape[0], 5), order=memory)
    alpha, beta = scalar(2 - 1j, kind), scalar(0.25 + 0j, kind)
    expected = alpha[0] * (left @ applied(opb, right)) + beta[0] * c
    a = Sparse(dense)
    arguments = [handle, opa, opb, at(alpha), a.descriptor, matrix(b, order), at(beta), matrix(c, order), CUDA_TYPE[np.dtype(kind)], 0]
    assert cusparse().cusparseSpMM(*arguments, None) == 0
    np.testing.assert_allclose(c, expected, atol=tolerance(kind))


@types
@pytest.mark.parametrize(("opa", "opb", "order"), [(N, N, COL), (T, N, ROW), (C, T, COL)])
def test_sampled_product(handle: ctypes.c_void_p, kind: Any, opa: int, opb: int, order: int) -> None:
    sampled, inner, memory = random(kind, 7, 5, density=0.4), 4, "F" if order == COL else "C"
    left = np.array(random(kind, *((7, inner) if opa == N else (inner, 7))), order=memory)
    right = np.array(random(kind, *((inner, 5) if opb == N else (5, inner))), order=memory)
    alpha, beta, size, c = scalar(2 - 1j, kind), scalar(0.25 + 0j, kind), ctypes.c_size_t(), Sparse(sampled)
    product = applied(opa, left) @ applied(opb, right)
    expected = (alpha[0] * product + beta[0] * sampled)[sampled != 0]
    operands = (matrix(left, order), matrix(right, order), at(beta), c.descriptor)
    arguments = [handle, opa, opb, at(alpha), *operands, CUDA_TYPE[np.dtype(kind)], 0]
    assert cusparse().cusparseSDDMM_bufferSize(*arguments, ctypes.byref(size)) == 0
    assert cusparse().cusparseSDDMM_preprocess(*arguments, None) == 0
    assert cusparse().cusparseSDDMM(*arguments, None) == 0
    np.testing.assert_allclose(c.values, expected, atol=tolerance(kind))
    assert cusparse().cusparseSDDMM(handle, opa, opb, at(alpha), operands[1], operands[0], *operands[2:], *arguments[-2:], None) == 3


@types
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("op", [N, T, C])
@pytest.mark.parametrize("unit", [False, True])
def test_triangular_systems(handle: ctypes.c_void_p, kind: Any, lower: bool, op: int, unit: bool) -> None:
    n = 7
    full = random(kind, n, n, density=0.5) + 3 * np.eye(n, dtype=kind)
    a, fill, diag = Sparse(full), ctypes.c_int(0 if lower else 1), ctypes.c_int(1 if unit else 0)
    assert cusparse().cusparseSpMatSetAttribute(a.descriptor, 0, ctypes.byref(fill), ctypes.c_size_t(4)) == 0
    assert cusparse().cusparseSpMatSetAttribute(a.descriptor, 1, ctypes.byref(diag), ctypes.c_size_t(4)) == 0
    part = np.tril(full) if lower else np.triu(full)
    if unit:
        part = part - np.diag(np.diag(part)) + np.eye(n, dtype=kind)
    x, y, alpha, descriptor = random(kind, n), np.zeros(n, kind), scalar(2 + 1j, kind), ctypes.c_void_p()
    assert cusparse().cusparseSpSV_createDescr(ctypes.byref(descriptor)) == 0
    arguments = [handle, op, at(alpha), a.descriptor, vector(x), vector(y), CUDA_TYPE[np.dtype(kind)], 0, descriptor]
    assert cusparse().cusparseSpSV_analysis(*arguments, None) == 0
    assert cusparse().cusparseSpSV_solve(*arguments) == 0
    np.testing.assert_allclose(applied(op, part) @ y, alpha[0] * x, atol=tolerance(kind) * 10)
    assert cusparse().cusparseSpSV_destroyDescr(descriptor) == 0
    b, c = np.array(random(kind, n, 3), order="F"), np.zeros((n, 3), kind, order="F")
    assert cusparse().cusparseSpSM_createDescr(ctypes.byref(descriptor)) == 0
    arguments = [handle, op, N, at(alpha), a.descriptor, matrix(b, COL), matrix(c, COL), CUDA_TYPE[np.dtype(kind)], 0, descriptor]
    assert cusparse().cusparseSpSM_solve(*arguments) == 0
    np.testing.assert_allclose(applied(op, part) @ c, alpha[0] * b, atol=tolerance(kind) * 10)


@types
def test_sparse_times_sparse(handle: ctypes.c_void_p, kind: Any) -> None:
    left, right = random(kind, 6, 8, density=0.4), random(kind, 8, 5, density=0.4)
    a, b, c = Sparse(left), Sparse(right), Sparse(np.zeros((6, 5), kind))
    alpha, beta, size, descriptor = scalar(1.5 + 1j, kind), scalar(0j, kind), ctypes.c_size_t(), ctypes.c_void_p()
    buffer = np.zeros(1024, np.uint8)
    assert cusparse().cusparseSpGEMM_createDescr(ctypes.byref(descriptor)) == 0
    arguments = [handle, N, N, at(alpha), a.descriptor, b.descriptor, at(beta), c.descriptor, CUDA_TYPE[np.dtype(kind)], 0, descriptor]
    for step in ("workEstimation", "compute"):
        for given in (None, buffer):
            assert getattr(cusparse(), f"cusparseSpGEMM_{step}")(*arguments, ctypes.byref(size), at(given)) == 0
    rows, columns, count = I64(), I64(), I64()
    assert cusparse().cusparseSpMatGetSize(c.descriptor, ctypes.byref(rows), ctypes.byref(columns), ctypes.byref(count)) == 0
    offsets, indices, values = np.zeros(7, np.int32), np.zeros(count.value, np.int32), np.zeros(count.value, kind)
    assert cusparse().cusparseCsrSetPointers(c.descriptor, at(offsets), at(indices), at(values)) == 0
    assert cusparse().cusparseSpGEMM_copy(*arguments) == 0
    dense = np.zeros((6, 5), kind)
    for row in range(6):
        for k in range(offsets[row], offsets[row + 1]):
            dense[row, indices[k]] = values[k]
    np.testing.assert_allclose(dense, alpha[0] * (left @ right), atol=tolerance(kind))
    assert cusparse().cusparseSpGEMM_destroyDescr(descriptor) == 0


@pytest.mark.parametrize("form", ["Csr", "Csc", "Coo"])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.complex128])
def test_dense_and_back(handle: ctypes.c_void_p, form: str, kind: Any) -> None:
    dense = random(kind, 5, 7, density=0.4)
    whole, target = Sparse(dense, form), np.asfortranarray(np.full((5, 7), 9, kind))
    assert cusparse().cusparseSparseToDense(handle, whole.descriptor, matrix(target, COL), 0, None) == 0
    np.testing.assert_array_equal(target, dense)
    made, source = Sparse(np.zeros((5, 7), kind), form), matrix(np.ascontiguousarray(dense), ROW)
    kept = np.ascontiguousarray(dense)
    source = matrix(kept, ROW)
    assert cusparse().cusparseDenseToSparse_analysis(handle, source, made.descriptor, 0, None) == 0
    rows, columns, count = I64(), I64(), I64()
    assert cusparse().cusparseSpMatGetSize(made.descriptor, ctypes.byref(rows), ctypes.byref(columns), ctypes.byref(count)) == 0
    assert count.value == np.count_nonzero(dense)
    indices, values = np.zeros(count.value, np.int32), np.zeros(count.value, kind)
    first = np.zeros(count.value, np.int32) if form == "Coo" else made.offsets
    assert getattr(cusparse(), f"cusparse{form}SetPointers")(made.descriptor, at(first), at(indices), at(values)) == 0
    assert cusparse().cusparseDenseToSparse_convert(handle, source, made.descriptor, 0, None) == 0
    np.testing.assert_array_equal(first, whole.rows if form == "Coo" else whole.offsets)
    np.testing.assert_array_equal(indices, whole.indices)
    np.testing.assert_array_equal(values, whole.values)


@pytest.mark.parametrize("base", [0, 1])
def test_formats_convert(handle: ctypes.c_void_p, base: int) -> None:
    dense = random(np.float32, 6, 4, density=0.5)
    rows, columns = Sparse(dense, "Csr", base=base), Sparse(dense, "Csc", base=base)
    count = len(rows.values)
    offsets, indices = np.zeros(7, np.int32), np.zeros(count, np.int32)
    assert cusparse().cusparseXcsr2coo(handle, at(rows.offsets), count, 6, at(indices), base) == 0
    np.testing.assert_array_equal(indices, rows.rows)
    assert cusparse().cusparseXcoo2csr(handle, at(indices), count, 6, at(offsets), base) == 0
    np.testing.assert_array_equal(offsets, rows.offsets)
    values, starts = np.zeros(count, np.float32), np.zeros(5, np.int32)
    assert cusparse().cusparseCsr2cscEx2(
        handle, 6, 4, count, at(rows.values), at(rows.offsets), at(rows.indices), at(values), at(starts), at(indices), 0, 1, base, 1, None
    ) == 0  # fmt: skip
    np.testing.assert_array_equal(starts, columns.offsets)
    np.testing.assert_array_equal(indices, columns.indices)
    np.testing.assert_array_equal(values, columns.values)


def test_sorting_takes_the_permutation_along(handle: ctypes.c_void_p) -> None:
    rows, columns = np.array([2, 0, 1, 0], np.int32), np.array([1, 3, 0, 2], np.int32)
    permutation = np.zeros(4, np.int32)
    assert cusparse().cusparseCreateIdentityPermutation(handle, 4, at(permutation)) == 0
    assert cusparse().cusparseXcoosortByRow(handle, 3, 4, 4, at(rows), at(columns), at(permutation), None) == 0
    assert (rows.tolist(), columns.tolist(), permutation.tolist()) == ([0, 0, 1, 2], [2, 3, 0, 1], [3, 1, 2, 0])


def test_sparse_vectors(handle: ctypes.c_void_p) -> None:
    indices, values, y = np.array([1, 4], np.int32), np.array([2, 3], np.float32), np.arange(6, dtype=np.float32)
    x, result = ctypes.c_void_p(), np.zeros(1, np.float32)
    assert cusparse().cusparseCreateSpVec(ctypes.byref(x), I64(6), I64(2), at(indices), at(values), 2, 0, 0) == 0
    assert cusparse().cusparseSpVV(handle, N, x, vector(y), at(result), 0, None) == 0
    assert result[0] == 14
    assert cusparse().cusparseAxpby(handle, at(scalar(10, np.float32)), x, at(scalar(1, np.float32)), vector(y)) == 0
    assert y.tolist() == [0, 21, 2, 3, 34, 5]
    assert cusparse().cusparseGather(handle, vector(y), x) == 0
    assert values.tolist() == [21, 34]
    values[:] = [-1, -2]
    assert cusparse().cusparseScatter(handle, x, vector(y)) == 0
    assert y.tolist() == [0, -1, 2, 3, -2, 5]


def test_statuses_and_texts(handle: ctypes.c_void_p) -> None:
    cusparse().cusparseGetErrorName.restype = cusparse().cusparseGetErrorString.restype = ctypes.c_char_p
    assert cusparse().cusparseGetErrorName(10) == b"CUSPARSE_STATUS_NOT_SUPPORTED"
    assert cusparse().cusparseGetErrorString(3) == b"invalid value"
    a, x, y = Sparse(np.eye(4, dtype=np.float32)), np.zeros(3, np.float32), np.zeros(4, np.float32)
    one = scalar(1, np.float32)
    assert cusparse().cusparseSpMV(handle, N, at(one), a.descriptor, vector(x), at(one), vector(y), 0, 0, None) == 3
    assert cusparse().cusparseSpMV(None, N, at(one), a.descriptor, vector(y), at(one), vector(y), 0, 0, None) == 1
    assert cusparse().cusparseSbsrmv(handle) == 10  # declared, and says so
