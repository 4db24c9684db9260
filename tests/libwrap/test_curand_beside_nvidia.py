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
}


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize(("kind", "count"), [(101, 9000), (121, 9000), (161, 70_000)])
def test_pseudorandom_numbers_are_the_same(kind: int, count: int, function: str) -> None:
    word, parameters = CALLS[function]
    drawn = []
    for library in (load("libcurand.so.10"), ctypes.CDLL(str(NVIDIA))):
        generator, output = ctypes.c_void_p(), np.zeros(count, word)
        assert library.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
        assert library.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong((1 << 40) + 5)) == 0
        assert getattr(library, function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(count), *parameters) == 0
        drawn.append(output)
    np.testing.assert_array_equal(*drawn)
