# SPDX-License-Identifier: Apache-2.0
"""cuBLASLt on the CPU device: layouts, orders, batches, epilogues, attributes, transforms, against NumPy."""

from __future__ import annotations

import ctypes
import math
import struct
from typing import Any

import numpy as np
import pytest
from library import apply_op, at, load

COMPUTE_32F, COMPUTE_64F, COMPUTE_32I = 68, 70, 72
R_32F, R_64F, R_16F, R_8I, R_32I = 0, 1, 2, 3, 10
CUDA_TYPE = {np.dtype(np.float32): R_32F, np.dtype(np.float64): R_64F, np.dtype(np.float16): R_16F, np.dtype(np.int8): R_8I}
ORDER, BATCH_COUNT, BATCH_STRIDE = 1, 5, 6
TRANSA, TRANSB, EPILOGUE, BIAS, AUX, AUX_LD = 3, 4, 7, 8, 11, 12
DEFAULT, RELU, BIAS_ONLY, RELU_BIAS, GELU, GELU_BIAS, RELU_AUX, GELU_AUX = 1, 2, 4, 6, 32, 36, 130, 160


def lt() -> ctypes.CDLL:
    return load("libcublasLt.so.12")


@pytest.fixture
def handle() -> Any:
    created = ctypes.c_void_p()
    assert lt().cublasLtCreate(ctypes.byref(created)) == 0
    yield created
    assert lt().cublasLtDestroy(created) == 0


def attribute(setter: str, target: ctypes.c_void_p, number: int, form: str, value: int) -> int:
    data = struct.pack(form, value)
    status: int = getattr(lt(), setter)(target, number, data, ctypes.c_size_t(len(data)))
    return status


def layout(kind: int, rows: int, columns: int, ld: int, **attributes: int) -> ctypes.c_void_p:
    created = ctypes.c_void_p()
    assert (
        lt().cublasLtMatrixLayoutCreate(ctypes.byref(created), kind, ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(ld))
        == 0
    )
    for name, value in attributes.items():
        number, form = {"order": (ORDER, "i"), "batch": (BATCH_COUNT, "i"), "stride": (BATCH_STRIDE, "q")}[name]
        assert attribute("cublasLtMatrixLayoutSetAttribute", created, number, form, value) == 0
    return created


def descriptor(compute: int, scale: int, **attributes: int) -> ctypes.c_void_p:
    created = ctypes.c_void_p()
    assert lt().cublasLtMatmulDescCreate(ctypes.byref(created), compute, scale) == 0
    forms = {"transa": (TRANSA, "i"), "transb": (TRANSB, "i"), "epilogue": (EPILOGUE, "I"), "bias": (BIAS, "Q"), "aux": (AUX, "Q")}
    forms["aux_ld"] = (AUX_LD, "q")
    for name, value in attributes.items():
        number, form = forms[name]
        assert attribute("cublasLtMatmulDescSetAttribute", created, number, form, value) == 0
    return created


def matmul(handle: Any, desc: Any, alpha: np.ndarray, a: Any, beta: np.ndarray, b: Any, c: Any, d: Any) -> int:
    """Each matrix is a pair of array and layout."""
    pairs = [at(a[0]), a[1], at(b[0]), b[1], at(beta), at(c[0]), c[1], at(d[0]), d[1]]
    status: int = lt().cublasLtMatmul(handle, desc, at(alpha), *pairs, None, None, ctypes.c_size_t(0), None)
    return status


@pytest.mark.parametrize("ops", [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("order", [0, 1])
def test_product(handle: Any, ops: tuple[int, int], order: int) -> None:
    generator = np.random.default_rng(1)
    m, n, k = 5, 4, 6
    memory = "F" if order == 0 else "C"
    a = np.array(generator.uniform(-1, 1, (m, k) if ops[0] == 0 else (k, m)).astype(np.float32), order=memory)
    b = np.array(generator.uniform(-1, 1, (k, n) if ops[1] == 0 else (n, k)).astype(np.float32), order=memory)
    c = np.array(generator.uniform(-1, 1, (m, n)).astype(np.float32), order=memory)
    d = np.zeros_like(c)
    layouts = [layout(R_32F, *x.shape, x.shape[0] if order == 0 else x.shape[1], order=order) for x in (a, b, c, d)]
    alpha, beta = np.array([1.5], np.float32), np.array([-0.5], np.float32)
    desc = descriptor(COMPUTE_32F, R_32F, transa=ops[0], transb=ops[1])
    assert matmul(handle, desc, alpha, (a, layouts[0]), beta, (b, layouts[1]), (c, layouts[2]), (d, layouts[3])) == 0
    np.testing.assert_allclose(d, 1.5 * apply_op(ops[0], a) @ apply_op(ops[1], b) - 0.5 * c, rtol=1e-5, atol=1e-5)


def erf_free_gelu(x: np.ndarray) -> np.ndarray:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


@pytest.mark.parametrize(
    ("epilogue", "expected"),
    [
        (RELU, lambda x, bias: np.maximum(x, 0)),
        (BIAS_ONLY, lambda x, bias: x + bias),
        (RELU_BIAS, lambda x, bias: np.maximum(x + bias, 0)),
        (GELU, lambda x, bias: erf_free_gelu(x)),
        (GELU_BIAS, lambda x, bias: erf_free_gelu(x + bias)),
    ],
)
def test_epilogues(handle: Any, epilogue: int, expected: Any) -> None:
    generator = np.random.default_rng(2)
    a, b = (np.asfortranarray(generator.uniform(-1, 1, shape).astype(np.float16)) for shape in ((6, 3), (3, 4)))
    d = np.zeros((6, 4), np.float16, order="F")
    bias = generator.uniform(-1, 1, 6).astype(np.float16)
    desc = descriptor(COMPUTE_32F, R_32F, epilogue=epilogue, bias=bias.ctypes.data)
    one, zero = np.ones(1, np.float32), np.zeros(1, np.float32)
    shapes = [layout(R_16F, 6, 3, 6), layout(R_16F, 3, 4, 3), layout(R_16F, 6, 4, 6)]
    assert matmul(handle, desc, one, (a, shapes[0]), zero, (b, shapes[1]), (d, shapes[2]), (d, shapes[2])) == 0
    product = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(d, expected(product, bias.astype(np.float64)[:, None]), rtol=2e-3, atol=1e-3)


def test_auxiliary_outputs(handle: Any) -> None:
    a = np.asfortranarray(np.array([[1, -1], [2, 3]], np.float32))
    identity = np.eye(2, dtype=np.float32, order="F")
    d, one, zero = np.zeros((2, 2), np.float32, order="F"), np.ones(1, np.float32), np.zeros(1, np.float32)
    shape = layout(R_32F, 2, 2, 2)
    bits = np.zeros(32, np.uint8)
    desc = descriptor(COMPUTE_32F, R_32F, epilogue=RELU_AUX, aux=bits.ctypes.data, aux_ld=128)
    assert matmul(handle, desc, one, (a, shape), zero, (identity, shape), (d, shape), (d, shape)) == 0
    assert (bits[0], bits[16]) == (0b11, 0b10)  # one bit an element, a column every 128 bits
    before = np.zeros((2, 2), np.float32, order="F")
    desc = descriptor(COMPUTE_32F, R_32F, epilogue=GELU_AUX, aux=before.ctypes.data, aux_ld=2)
    assert matmul(handle, desc, one, (a, shape), zero, (identity, shape), (d, shape), (d, shape)) == 0
    np.testing.assert_array_equal(before, a)


def test_strided_batch_of_bytes(handle: Any) -> None:
    generator = np.random.default_rng(3)
    a = generator.integers(-128, 128, (3, 4, 5)).astype(np.int8)  # batch, columns, rows: column-major matrices of 5 by 4
    b = generator.integers(-128, 128, (3, 2, 4)).astype(np.int8)
    d = np.zeros((3, 2, 5), np.int32)
    one, zero = np.ones(1, np.int32), np.zeros(1, np.int32)
    shapes = [
        layout(R_8I, 5, 4, 5, batch=3, stride=20),
        layout(R_8I, 4, 2, 4, batch=3, stride=8),
        layout(R_32I, 5, 2, 5, batch=3, stride=10),
    ]
    desc = descriptor(COMPUTE_32I, R_32I)
    assert matmul(handle, desc, one, (a, shapes[0]), zero, (b, shapes[1]), (d, shapes[2]), (d, shapes[2])) == 0
    np.testing.assert_array_equal(d, b.astype(np.int64) @ a.astype(np.int64))


def test_heuristics_and_refusals(handle: Any) -> None:
    shape, wrong = layout(R_32F, 4, 4, 4), layout(R_32F, 4, 3, 4)
    desc = descriptor(COMPUTE_32F, R_32F)
    results, found = (ctypes.c_uint8 * (112 * 4))(), ctypes.c_int(-1)
    preference = ctypes.c_void_p()
    assert lt().cublasLtMatmulPreferenceCreate(ctypes.byref(preference)) == 0
    assert lt().cublasLtMatmulAlgoGetHeuristic(handle, desc, shape, shape, shape, shape, preference, 4, results, ctypes.byref(found)) == 0
    assert found.value == 1
    assert lt().cublasLtMatmulAlgoGetHeuristic(handle, desc, shape, wrong, shape, shape, preference, 4, results, ctypes.byref(found)) == 7
    assert found.value == 0
    tensor_core_order = layout(R_8I, 32, 32, 32 * 32, order=2)
    assert (
        lt().cublasLtMatmulAlgoGetHeuristic(
            handle, desc, tensor_core_order, shape, shape, shape, preference, 1, results, ctypes.byref(found)
        )
        == 15
    )


def test_attributes_round_trip() -> None:
    shape = layout(R_32F, 7, 3, 9)
    value, written = ctypes.c_uint64(), ctypes.c_size_t()
    get = lt().cublasLtMatrixLayoutGetAttribute
    assert get(shape, 2, ctypes.byref(value), ctypes.c_size_t(8), ctypes.byref(written)) == 0
    assert (value.value, written.value) == (7, 8)
    assert get(shape, 2, ctypes.byref(value), ctypes.c_size_t(4), ctypes.byref(written)) == 7
    assert attribute("cublasLtMatrixLayoutSetAttribute", shape, 2, "i", 3) == 7


def test_transform(handle: Any) -> None:
    a = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4))
    out = np.zeros((4, 3), np.float32)
    desc = ctypes.c_void_p()
    assert lt().cublasLtMatrixTransformDescCreate(ctypes.byref(desc), R_32F) == 0
    assert attribute("cublasLtMatrixTransformDescSetAttribute", desc, 2, "i", 1) == 0
    alpha, beta = np.array([2], np.float32), np.array([0], np.float32)
    source, target = layout(R_32F, 3, 4, 3), layout(R_32F, 4, 3, 3, order=1)
    assert lt().cublasLtMatrixTransform(handle, desc, at(alpha), at(a), source, at(beta), None, None, at(out), target, None) == 0
    np.testing.assert_array_equal(out, 2 * a.T)
