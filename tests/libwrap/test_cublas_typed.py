# SPDX-License-Identifier: Apache-2.0
"""cuBLAS functions of types chosen at run time, pointer modes, statuses, and what the table promises."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from dense import N, agree
from library import call, functions, handle, load, random, scalar
from scale.libwrap.coverage import library_coverage

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


def test_products_without_operands_are_invalid(generator: np.random.Generator) -> None:
    """A scalar or a matrix without address, for the typed, strided and batched forms; without alpha A and B are not read."""
    a, one, none = random(generator, "S", 4, 4), scalar(1, "S"), scalar(0, "S")
    for missing, factor, status in ((5, one, 7), (6, one, 7), (9, one, 7), (12, one, 7), (13, one, 7), (6, none, 0), (9, none, 0)):
        typed: list[object] = [N, N, 4, 4, 4, factor, a, R_32F, 4, a, R_32F, 4, one, a.copy(), R_32F, 4, COMPUTE_32F, -1]
        typed[missing] = None
        assert call("cublasGemmEx", *typed) == status
        strided: list[object] = [N, N, 4, 4, 4, factor, a, 4, 0, a, 4, 0, one, a.copy(), 4, 16, 1]
        strided[missing] = None
        assert call("cublasSgemmStridedBatched", *strided) == status
    assert call("cublasSgemmBatched", N, N, 4, 4, 4, one, None, 4, None, 4, one, None, 4, 1) == 7
    assert call("cublasSgemmBatched", N, N, 4, 4, 4, one, None, 4, None, 4, one, None, 4, 0) == 0


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
    cublas = {library.name: library for library in library_coverage()}["cublas"]
    assert len(cublas.functions) == 530
    assert (cublas.missing, cublas.refused) == ((), ("cublasUint8gemmBias",))


def test_refused_function_says_so_and_returns_not_supported() -> None:
    assert load("libcublas.so.12").cublasUint8gemmBias(handle(), *([0] * 18)) == 15
