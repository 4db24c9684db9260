# SPDX-License-Identifier: Apache-2.0
"""Numbers beside NVIDIA's own library, whose host generators need no GPU; where `nvidia-curand-cu12` is installed."""

from __future__ import annotations

import ctypes
import sysconfig
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library import load

NVIDIA = next(Path(sysconfig.get_path("platlib")).glob("nvidia/curand/lib/libcurand.so.*"), None)
pytestmark = pytest.mark.skipif(NVIDIA is None, reason="nvidia-curand-cu12 is not installed")


@pytest.mark.parametrize(("kind", "function", "word"), [(201, "curandGenerate", np.uint32), (203, "curandGenerateLongLong", np.uint64)])
@pytest.mark.parametrize("dimensions", [1, 5])
def test_sobol_is_the_same(kind: int, function: str, word: type[Any], dimensions: int) -> None:
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, output = ctypes.c_void_p(), np.zeros(1000, word)
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
        assert library.curandSetQuasiRandomGeneratorDimensions(generator, dimensions) == 0
        assert getattr(library, function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(1000)) == 0
        drawn.append(output)
    np.testing.assert_array_equal(*drawn)


NORMAL, WIDE = (ctypes.c_float(0), ctypes.c_float(1)), (ctypes.c_double(0), ctypes.c_double(1))
CALLS: dict[str, tuple[type[Any], tuple[Any, ...]]] = {
    "curandGenerate": (np.uint32, ()),
    "curandGenerateUniform": (np.float32, ()),
    "curandGenerateUniformDouble": (np.float64, ()),
    "curandGenerateNormal": (np.float32, NORMAL),
    "curandGenerateNormalDouble": (np.float64, WIDE),
    "curandGeneratePoisson": (np.uint32, (ctypes.c_double(100),)),
}
SEEDED, LEGACY = 102, 103


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize(
    ("kind", "count", "order"),
    [
        (101, 9000, 101),
        (101, 9000, SEEDED),
        (121, 9000, 101),
        (121, 9000, LEGACY),
        (141, 60_000, 101),
        (141, 60_000, LEGACY),
        (161, 70_000, 101),
    ],
)
def test_pseudorandom_numbers_are_the_same(kind: int, count: int, order: int, function: str) -> None:
    word, parameters = CALLS[function]
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, output = ctypes.c_void_p(), np.zeros(count, word)
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
        assert library.curandSetGeneratorOrdering(generator, order) == 0
        assert library.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong((1 << 40) + 5)) == 0
        assert getattr(library, function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(count), *parameters) == 0
        drawn.append(output)
    np.testing.assert_array_equal(*drawn)


@pytest.mark.parametrize("kind", [101, 121, 141, 161, 201, 203])
@pytest.mark.parametrize("mean", [0.1, 3.0, 31.9, 32.0, 1999.0, 2000.0, 8000.0, 9000.0])
def test_poisson_numbers_are_the_same(kind: int, mean: float) -> None:
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, output = ctypes.c_void_p(), np.zeros(5000, np.uint32)
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
        place = ctypes.c_void_p(output.ctypes.data)
        assert library.curandGeneratePoisson(generator, place, ctypes.c_size_t(5000), ctypes.c_double(mean)) == 0
        drawn.append(output)
    np.testing.assert_array_equal(*drawn)


ORDERS, TYPE_ERROR, OUT_OF_RANGE = (100, 101, 102, 103, 104), 103, 104


@pytest.mark.parametrize("kind", [101, 121, 141, 142, 161])
def test_settings_are_refused_alike(kind: int) -> None:
    told = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator = ctypes.c_void_p()
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
        offset = library.curandSetGeneratorOffset(generator, ctypes.c_ulonglong(8))
        told.append([offset, *(library.curandSetGeneratorOrdering(generator, order) for order in ORDERS)])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "function", ["curandGenerate", "curandGenerateUniform", "curandGenerateUniformDouble", "curandGenerateNormal", "curandGeneratePoisson"]
)
def test_mersenne_twister_is_the_same(function: str) -> None:
    word, parameters = CALLS[function]
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, output = ctypes.c_void_p(), np.zeros(400, word)
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), 142) == 0
        assert getattr(library, function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(400), *parameters) == 0
        drawn.append(output)
    np.testing.assert_array_equal(*drawn)


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize("offset", [1, 3, 65536 * 4 + 2])
def test_an_offset_inside_a_block_is_the_same(function: str, offset: int) -> None:
    word, parameters = CALLS[function]
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, parts = ctypes.c_void_p(), [np.zeros(count, word) for count in (6, 10)]
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), 161) == 0
        assert library.curandSetGeneratorOffset(generator, ctypes.c_ulonglong(offset)) == 0
        for part in parts:
            place = ctypes.c_void_p(part.ctypes.data)
            assert getattr(library, function)(generator, place, ctypes.c_size_t(part.size), *parameters) == 0
        drawn.append(np.concatenate(parts))
    np.testing.assert_array_equal(*drawn)
