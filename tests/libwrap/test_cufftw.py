# SPDX-License-Identifier: Apache-2.0
"""FFTW's interface on cuFFT (`libcufftw`) against NumPy."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from library import at, load

ESTIMATE = 0x40
PRECISIONS: dict[str, tuple[type[Any], type[Any], float]] = {
    "fftw": (np.float64, np.complex128, 1e-12),
    "fftwf": (np.float32, np.complex64, 2e-5),
}


class Dimension(ctypes.Structure):
    _fields_ = (("n", ctypes.c_int), ("is_", ctypes.c_int), ("os", ctypes.c_int))


def library(prefix: str) -> Any:
    loaded = load("libcufftw.so.11")

    def function(name: str) -> Any:
        found = getattr(loaded, f"{prefix}_{name}")
        found.restype = ctypes.c_void_p if name.startswith(("plan_dft", "plan_many", "plan_guru", "malloc")) else None
        return found

    return function


@pytest.mark.parametrize("prefix", PRECISIONS)
@pytest.mark.parametrize("shape", [(12,), (6, 10), (4, 5, 6)])
def test_basic_interface(prefix: str, shape: tuple[int, ...]) -> None:
    real, cplx, tolerance = PRECISIONS[prefix]
    fftw, generator = library(prefix), np.random.default_rng(5)
    source = (generator.uniform(-1, 1, shape) + 1j * generator.uniform(-1, 1, shape)).astype(cplx)
    target = np.zeros_like(source)
    plan = ctypes.c_void_p(fftw(f"plan_dft_{len(shape)}d")(*shape, at(source), at(target), -1, ESTIMATE))
    fftw("execute")(plan)
    np.testing.assert_allclose(target, np.fft.fftn(source), atol=tolerance * 100)
    fftw("execute_dft")(plan, at(source), at(source))  # another pair of arrays, here in place
    np.testing.assert_allclose(source, target, atol=tolerance * 100)
    fftw("destroy_plan")(plan)
    values = generator.uniform(-1, 1, shape).astype(real)
    half = np.zeros((*shape[:-1], shape[-1] // 2 + 1), cplx)
    forward = ctypes.c_void_p(fftw(f"plan_dft_r2c_{len(shape)}d")(*shape, at(values), at(half), ESTIMATE))
    fftw("execute")(forward)
    np.testing.assert_allclose(half, np.fft.rfftn(values), atol=tolerance * 100)
    back = np.zeros_like(values)
    backward = ctypes.c_void_p(fftw(f"plan_dft_c2r_{len(shape)}d")(*shape, at(half), at(back), ESTIMATE))
    fftw("execute")(backward)
    np.testing.assert_allclose(back, values * values.size, atol=tolerance * 100)


def test_advanced_and_guru_interface() -> None:
    fftw, generator = library("fftw"), np.random.default_rng(6)
    matrix = generator.uniform(-1, 1, (6, 5)) + 1j * generator.uniform(-1, 1, (6, 5))
    expected = np.fft.fft(matrix, axis=0)
    length = (ctypes.c_int * 1)(6)
    target = np.zeros_like(matrix)
    plan = ctypes.c_void_p(fftw("plan_many_dft")(1, length, 5, at(matrix), None, 5, 1, at(target), None, 5, 1, -1, ESTIMATE))
    fftw("execute")(plan)
    np.testing.assert_allclose(target, expected, atol=1e-12)
    dims, batches = (Dimension * 1)(Dimension(6, 5, 1)), (Dimension * 1)(Dimension(5, 1, 6))
    turned = np.zeros((5, 6), np.complex128)
    plan = ctypes.c_void_p(fftw("plan_guru_dft")(1, dims, 1, batches, at(matrix), at(turned), -1, ESTIMATE))
    fftw("execute")(plan)
    np.testing.assert_allclose(turned, expected.T, atol=1e-12)
    turned[:] = 0
    wide = [(ctypes.c_ssize_t * 3)(6, 5, 1), (ctypes.c_ssize_t * 3)(5, 1, 6)]  # fftw_iodim64: n, is, os
    plan = ctypes.c_void_p(fftw("plan_guru64_dft")(1, wide[0], 1, wide[1], at(matrix), at(turned), -1, ESTIMATE))
    fftw("execute")(plan)
    np.testing.assert_allclose(turned, expected.T, atol=1e-12)


def test_memory_and_refusals() -> None:
    fftw = library("fftw")
    memory = fftw("malloc")(ctypes.c_size_t(100))
    assert memory % 64 == 0
    fftw("free")(ctypes.c_void_p(memory))
    values = np.zeros(8, np.complex128)
    assert fftw("plan_dft_1d")(0, at(values), at(values), -1, ESTIMATE) is None
