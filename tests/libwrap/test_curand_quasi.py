# SPDX-License-Identifier: Apache-2.0
"""cuRAND's Sobol generators and discrete distributions on the CPU device, against SciPy's Sobol engine and distribution functions."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from library import load

stats = pytest.importorskip("scipy.stats", reason="Joe and Kuo's numbers come from SciPy")

SOBOL32, SCRAMBLED32, SOBOL64, SCRAMBLED64 = 201, 202, 203, 204
SIZE_T, DOUBLE = ctypes.c_size_t, ctypes.c_double


def curand() -> ctypes.CDLL:
    return load("libcurand.so.10")


def create(kind: int, dimensions: int = 1) -> ctypes.c_void_p:
    generator = ctypes.c_void_p()
    assert curand().curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
    assert curand().curandSetQuasiRandomGeneratorDimensions(generator, dimensions) == 0
    return generator


def draw(generator: ctypes.c_void_p, function: str, kind: type[Any], count: int, *parameters: Any) -> np.ndarray:
    output = np.zeros(count, kind)
    assert getattr(curand(), function)(generator, ctypes.c_void_p(output.ctypes.data), SIZE_T(count), *parameters) == 0
    return output


def points(dimensions: int, count: int) -> np.ndarray:
    """32-bit Sobol points of SciPy, one row a dimension."""
    engine = stats.qmc.Sobol(dimensions, scramble=False, bits=32)
    return (engine.random(count).T * 2.0**32).astype(np.uint32)


@pytest.mark.parametrize("dimensions", [1, 2, 7, 300])
def test_sobol_is_joe_and_kuo_dimension_after_dimension(dimensions: int) -> None:
    each = 256
    generator = create(SOBOL32, dimensions)
    first = draw(generator, "curandGenerate", np.uint32, dimensions * each).reshape(dimensions, each)
    expected = points(dimensions, 2 * each)
    np.testing.assert_array_equal(first, expected[:, :each])
    second = draw(generator, "curandGenerate", np.uint32, dimensions * each).reshape(dimensions, each)
    np.testing.assert_array_equal(second, expected[:, each:])
    assert curand().curandSetGeneratorOffset(generator, ctypes.c_ulonglong(100)) == 0
    again = draw(generator, "curandGenerate", np.uint32, dimensions * 8).reshape(dimensions, 8)
    np.testing.assert_array_equal(again, expected[:, 100:108])
    wide = draw(create(SOBOL64, dimensions), "curandGenerateLongLong", np.uint64, dimensions * each).reshape(dimensions, each)
    np.testing.assert_array_equal((wide >> np.uint64(32)).astype(np.uint32), expected[:, :each])


@pytest.mark.parametrize(("kind", "bits"), [(SCRAMBLED32, 32), (SCRAMBLED64, 64)])
def test_scrambled_points_are_nets_and_differ(kind: int, bits: int) -> None:
    dimensions, each = 5, 1024
    function, word = ("curandGenerate", np.uint32) if bits == 32 else ("curandGenerateLongLong", np.uint64)
    values = draw(create(kind, dimensions), function, word, dimensions * each).reshape(dimensions, each)
    plain = points(dimensions, each)
    for row, unscrambled in zip(values, plain, strict=True):
        # Every interval of 2^-10 holds exactly one of the first 1024 points.
        assert len(set((row >> np.array(bits - 10, word)).tolist())) == each
        assert (row >> np.array(bits - 32, word)).astype(np.uint32).tolist() != unscrambled.tolist()


def test_distributions_of_quasirandom_numbers() -> None:
    count = 1 << 14
    for kind in (SOBOL32, SCRAMBLED32, SOBOL64, SCRAMBLED64):
        uniform = draw(create(kind), "curandGenerateUniformDouble", np.float64, count)
        assert abs(uniform.mean() - 0.5) < 1e-4
        normal = draw(create(kind), "curandGenerateNormalDouble", np.float64, count, DOUBLE(2), DOUBLE(3))
        assert abs(normal.mean() - 2) < 0.01
        assert abs(normal.std() - 3) < 0.01
        for trials, probability in ((20, 0.25), (20, 0.9), (3000, 0.5)):
            got = draw(create(kind), "curandGenerateBinomial", np.uint32, count, trials, DOUBLE(probability))
            levels = (np.arange(trials + 1)).astype(np.uint32)
            shares = np.searchsorted(np.sort(got), levels, side="right") / count
            np.testing.assert_allclose(shares, stats.binom.cdf(levels, trials, probability), atol=2e-3)


def test_discrete_distribution_is_poisson() -> None:
    class Table(ctypes.Structure):
        _fields_ = (("first", ctypes.c_uint), ("count", ctypes.c_uint), ("cumulative", ctypes.POINTER(DOUBLE)))

    for mean in (0.5, 40.0, 50_000.0):
        table = ctypes.POINTER(Table)()
        assert curand().curandCreatePoissonDistribution(DOUBLE(mean), ctypes.byref(table)) == 0
        values = np.ctypeslib.as_array(table.contents.cumulative, (table.contents.count,))
        levels = table.contents.first + np.arange(table.contents.count)
        np.testing.assert_allclose(values, stats.poisson.cdf(levels, mean), atol=1e-9)
        assert curand().curandDestroyDistribution(table) == 0


def test_direction_vectors_and_constants() -> None:
    for bits, word in ((32, np.uint32), (64, np.uint64)):
        pointer = ctypes.c_void_p()
        getter = getattr(curand(), f"curandGetDirectionVectors{bits}")
        sets = (101, 102) if bits == 32 else (103, 104)
        for which in sets:
            assert getter(ctypes.byref(pointer), which) == 0
            raw = (ctypes.c_char * (20000 * bits * bits // 8)).from_address(pointer.value or 0)
            vectors = np.frombuffer(raw, word).reshape(20000, bits)
            assert (vectors[:, 0] >> word(bits - 1) == 1).all()
            if which == sets[0]:  # triangular: vector k has bit k from the top set and nothing below it
                assert (vectors[:, -1] & word(1)).all()
                assert (vectors & ((word(1) << np.arange(bits - 1, -1, -1).astype(word)) - word(1)) == 0).all()
        assert getter(ctypes.byref(pointer), 1) == 104
        assert getattr(curand(), f"curandGetScrambleConstants{bits}")(ctypes.byref(pointer)) == 0
        constants = np.frombuffer((ctypes.c_char * (20000 * bits // 8)).from_address(pointer.value or 0), word)
        assert len(set(constants.tolist())) > 19990


def test_words_and_lengths_are_checked() -> None:
    output = np.zeros(8, np.uint64)
    at = ctypes.c_void_p(output.ctypes.data)
    assert curand().curandGenerate(create(SOBOL64), at, SIZE_T(4)) == 103
    assert curand().curandGenerateLongLong(create(SOBOL32), at, SIZE_T(4)) == 103
    assert curand().curandGenerate(create(SOBOL32, 3), at, SIZE_T(4)) == 105
    assert curand().curandSetQuasiRandomGeneratorDimensions(create(SOBOL32), 20001) == 104
    assert curand().curandSetPseudoRandomGeneratorSeed(create(SOBOL32), ctypes.c_ulonglong(1)) == 103


ALONE = """
import ctypes, sys
ctypes.CDLL(sys.argv[1] + "/libcudart.so.12", mode=ctypes.RTLD_GLOBAL)
curand = ctypes.CDLL(sys.argv[1] + "/libcurand.so.10")
generator = ctypes.c_void_p()
print(curand.curandCreateGeneratorHost(ctypes.byref(generator), 201), curand.curandSetQuasiRandomGeneratorDimensions(generator, 3))
"""


def test_numbers_from_their_authors_file(tmp_path: Path) -> None:
    """The text file that Joe and Kuo publish is read as well; a file that is neither says so."""
    from scale.paths import library_folder

    wrong = tmp_path / "numbers.txt"
    wrong.write_text("nothing of the kind\n")
    environment = {**os.environ, "SCALE_LIBRARY_PATH": "", "SCALE_SOBOL_NUMBERS": str(wrong), "SCALE_DEVICE": "cpu"}
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(library_folder())], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "does not hold Joe and Kuo's numbers" in done.stderr
