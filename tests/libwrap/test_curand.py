# SPDX-License-Identifier: Apache-2.0
"""cuRAND's host interface on the CPU device: the documented sequences and orders, distributions by their moments, status codes."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import numpy as np
import pytest
from library import load
from scale.libwrap.coverage import library_coverage
from scale.paths import package_root

XORWOW, MRG32K3A, MT19937, PHILOX = 101, 121, 142, 161


def curand() -> ctypes.CDLL:
    return load("libcurand.so.10")


@pytest.fixture(params=["curandCreateGenerator", "curandCreateGeneratorHost"])
def create(request: pytest.FixtureRequest) -> Any:
    def make(kind: int, seed: int | None = None) -> ctypes.c_void_p:
        generator = ctypes.c_void_p()
        assert getattr(curand(), request.param)(ctypes.byref(generator), kind) == 0
        if seed is not None:
            assert curand().curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(seed)) == 0
        return generator

    return make


def draw(generator: ctypes.c_void_p, function: str, kind: type[Any], count: int, *parameters: Any) -> np.ndarray:
    output = np.zeros(count, kind)
    status = getattr(curand(), function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(count), *parameters)
    assert status == 0
    return output


def test_mersenne_twister_is_curands(create: Any) -> None:
    """8,192 generators, 2^2048 steps apart, of eight lanes each: the values of cuRAND 10.3; the first is as its authors publish it."""
    published = np.random.RandomState(5).randint(0, 2**32, size=624, dtype=np.uint64)
    bits = draw(create(MT19937, 5), "curandGenerate", np.uint32, 12)
    assert bits[:8].tolist() == published[[0, 113, 170, 283, 340, 397, 510, 567]].tolist()
    assert bits[8:].tolist() == [2501240933, 1368710936, 3004180208, 1972259781]
    wide = draw(create(MT19937, 5), "curandGenerateUniformDouble", np.float64, 12)
    np.testing.assert_array_equal(wide, (bits + 0.5) / 2**32)
    np.testing.assert_array_equal(draw(create(MT19937, 5), "curandGenerateUniform", np.float32, 12), wide.astype(np.float32))
    normal = draw(create(MT19937, 5), "curandGenerateNormal", np.float32, 4, ctypes.c_float(0), ctypes.c_float(1))
    np.testing.assert_allclose(normal[:2], [-0.76547897, -0.5967292], rtol=1e-6)  # the inverse distribution function of the words


@pytest.mark.exhaustive
def test_mersenne_twister_from_end_to_end(create: Any) -> None:
    published = np.random.RandomState(5).randint(0, 2**32, size=700, dtype=np.uint64)
    bits = draw(create(MT19937, 5), "curandGenerate", np.uint32, 80 * 65536)
    assert bits[65532:65536].tolist() == [1590761167, 493603808, 3173807422, 4160124129]
    assert bits[-1] == 2807835159
    assert bits[: 8 * 65536 : 65536].tolist() == published[:8].tolist()
    assert bits[78 * 65536] == published[624]


def _characteristic(bits: list[int]) -> int:
    """The shortest linear recurrence of a sequence (Berlekamp and Massey), as a polynomial over GF(2): bit i is the coefficient of x^i."""
    connection, before, length, since, recent = 1, 1, 0, 1, 0
    for n, bit in enumerate(bits):
        recent = (recent << 1 | bit) & ((1 << 20_000) - 1)
        if bin(connection & recent).count("1") % 2 == 0:
            since += 1
        elif 2 * length <= n:
            connection, before, length, since = connection ^ before << since, connection, n + 1 - length, 1
        else:
            connection, since = connection ^ before << since, since + 1
    return int(format(connection, f"0{length + 1}b")[::-1], 2)


@pytest.mark.exhaustive
@pytest.mark.exhaustive
def test_mersenne_twister_jump() -> None:
    state = [1, *[0] * 623]
    for i in range(1, 624):
        state[i] = (1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + i) & 0xFFFFFFFF
    for i in range(39_900):
        word = state[i] & 0x80000000 | state[i + 1] & 0x7FFFFFFF
        state.append(state[i + 397] ^ word >> 1 ^ (0x9908B0DF if word & 1 else 0))
    polynomial = _characteristic([word & 1 for word in state[624:]])
    degree = polynomial.bit_length() - 1
    assert degree == 19937
    terms = [i for i in range(degree) if polynomial >> i & 1]
    power = 2
    for _ in range(2048):
        power = int(format(power, "b"), 4)  # the square: a zero between every two bits
        while power >> degree:
            high = power >> degree
            power &= (1 << degree) - 1
            for term in terms:
                power ^= high << term
    header = (package_root() / "libwrap" / "src" / "curand" / "mt19937_jump.h").read_text()
    words = re.findall(r"0x([0-9a-f]{16})", header)
    assert power == sum(int(word, 16) << 64 * i for i, word in enumerate(words))


def test_philox_follows_its_paper(create: Any) -> None:
    """Known-answer vector of Random123 for counter 0 and key 0: blocks of four words from each of 65536 subsequences in turn."""
    bits = draw(create(PHILOX, 0), "curandGenerate", np.uint32, 65536 * 4 + 4)
    assert [int(word) for word in bits[:4]] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def xorwow(seed: int, count: int) -> list[int]:
    """Marsaglia's xorwow from the state that cuRAND's device documentation gives a seed."""
    mask = 0xFFFFFFFF
    s0, s1 = (seed & mask) ^ 0xAAD26B49, (seed >> 32) ^ 0xF7DCEFDD
    t0, t1 = (1099087573 * s0) & mask, (2591861531 * s1) & mask
    d = (6615241 + t1 + t0) & mask
    v = [(123456789 + t0) & mask, 362436069 ^ t0, (521288629 + t1) & mask, 88675123 ^ t1, (5783321 + t0) & mask]
    found = []
    for _ in range(count):
        t = v[0] ^ (v[0] >> 2)
        v = [*v[1:], (v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & mask]
        d = (d + 362437) & mask
        found.append((v[4] + d) & mask)
    return found


@pytest.mark.parametrize("seed", [0, 1234, (1 << 40) + 5])
def test_xorwow_order(create: Any, seed: int) -> None:
    bits = draw(create(XORWOW, seed), "curandGenerate", np.uint32, 4096 * 4 + 1)
    assert [int(bits[4096 * i]) for i in range(5)] == xorwow(seed, 5)
    assert len(set(bits[:4096].tolist())) > 4090  # 4096 subsequences


def test_calls_continue_the_sequence(create: Any) -> None:
    whole = draw(create(XORWOW, 7), "curandGenerate", np.uint32, 10_000)
    generator = create(XORWOW, 7)
    parts = np.concatenate([draw(generator, "curandGenerate", np.uint32, count) for count in (1, 4095, 4097, 1807)])
    np.testing.assert_array_equal(parts, whole)
    assert curand().curandSetGeneratorOffset(generator, ctypes.c_ulonglong(5000)) == 0
    np.testing.assert_array_equal(draw(generator, "curandGenerate", np.uint32, 100), whole[5000:5100])


@pytest.mark.parametrize("kind", [XORWOW, MRG32K3A, PHILOX])
def test_a_small_request_is_cheap_and_offsets_are_exact(create: Any, kind: int) -> None:
    whole = draw(create(kind, 11), "curandGenerate", np.uint32, 65536 + 4096 + 10)
    for offset in (3, 4096 * 3 + 17, 65536 + 1):
        generator = create(kind, 11)
        assert curand().curandSetGeneratorOffset(generator, ctypes.c_ulonglong(offset)) == 0
        np.testing.assert_array_equal(draw(generator, "curandGenerate", np.uint32, 9), whole[offset : offset + 9])


@pytest.mark.parametrize(("function", "word"), [("curandGenerateNormal", np.float32), ("curandGenerateUniformDouble", np.float64)])
def test_an_offset_inside_a_block_of_philox_leaves_results_out(create: Any, function: str, word: type[Any]) -> None:
    kind = ctypes.c_float if word is np.float32 else ctypes.c_double
    parameters = (kind(0), kind(1)) if "Normal" in function else ()
    whole = draw(create(PHILOX, 11), function, word, 24, *parameters)
    for offset in (1, 2, 3, 5):
        generator = create(PHILOX, 11)
        assert curand().curandSetGeneratorOffset(generator, ctypes.c_ulonglong(offset)) == 0
        first, second = draw(generator, function, word, 6, *parameters), draw(generator, function, word, 10, *parameters)
        np.testing.assert_array_equal([*first, *second], whole[offset : offset + 16])


@pytest.mark.parametrize("kind", [XORWOW, PHILOX])
def test_pairs_of_normal_numbers_stay_together(create: Any, kind: int) -> None:
    """Box and Muller's pair of the first two words of a subsequence, one beside the other, as NVIDIA's library gives them."""
    words = draw(create(kind, 5), "curandGenerate", np.uint32, 4097)
    first, second = (int(words[0]), int(words[1] if kind == PHILOX else words[4096]))
    radius, angle = np.sqrt(-2 * np.log((first + 0.5) / 2**32)), (second + 0.5) / 2**32 * 2 * np.pi
    pair = draw(create(kind, 5), "curandGenerateNormal", np.float32, 2, ctypes.c_float(0), ctypes.c_float(1))
    np.testing.assert_allclose(pair, [radius * np.sin(angle), radius * np.cos(angle)], atol=1e-5)


@pytest.mark.parametrize("kind", [XORWOW, MRG32K3A, PHILOX])
def test_distributions(create: Any, kind: int) -> None:
    count = 100_000
    uniform = draw(create(kind, 42), "curandGenerateUniform", np.float32, count)
    assert uniform.min() > 0
    assert uniform.max() <= 1
    assert abs(uniform.mean() - 0.5) < 0.005
    wide = draw(create(kind, 42), "curandGenerateUniformDouble", np.float64, count)
    assert wide.min() > 0
    assert wide.max() <= 1
    assert abs(wide.var() - 1 / 12) < 0.002
    normal = draw(create(kind, 42), "curandGenerateNormal", np.float32, count, ctypes.c_float(3), ctypes.c_float(2))
    assert abs(normal.mean() - 3) < 0.03
    assert abs(normal.std() - 2) < 0.03
    double = draw(create(kind, 42), "curandGenerateNormalDouble", np.float64, count, ctypes.c_double(-1), ctypes.c_double(0.5))
    assert abs(double.mean() + 1) < 0.01
    assert abs(np.mean((double + 1) ** 4) - 3 * 0.5**4) < 0.01  # a normal's fourth moment
    logarithmic = draw(create(kind, 42), "curandGenerateLogNormal", np.float32, count, ctypes.c_float(0), ctypes.c_float(0.5))
    assert abs(np.log(logarithmic).std() - 0.5) < 0.01
    for trials, probability in ((10, 0.3), (1000, 0.7)):
        binomial = draw(create(kind, 42), "curandGenerateBinomial", np.uint32, count, trials, ctypes.c_double(probability))
        assert abs(binomial.mean() - trials * probability) < 0.02 * trials * probability
        assert abs(binomial.var() - trials * probability * (1 - probability)) < 0.04 * trials * probability
    for mean in (3.5, 200.0):
        poisson = draw(create(kind, 42), "curandGeneratePoisson", np.uint32, count, ctypes.c_double(mean))
        assert abs(poisson.mean() - mean) < 0.02 * mean
        assert abs(poisson.var() - mean) < 0.04 * mean


def test_status_codes(create: Any) -> None:
    generator = create(XORWOW, 1)
    output = np.zeros(4, np.float32)
    at = ctypes.c_void_p(output.ctypes.data)
    normal = curand().curandGenerateNormal
    assert normal(generator, at, ctypes.c_size_t(3), ctypes.c_float(0), ctypes.c_float(1)) == 105  # pairs only
    assert curand().curandGenerate(None, at, ctypes.c_size_t(3)) == 101
    assert curand().curandGenerateLongLong(generator, at, ctypes.c_size_t(1)) == 103
    assert curand().curandSetGeneratorOrdering(generator, 201) == 104
    assert curand().curandSetQuasiRandomGeneratorDimensions(generator, 2) == 103
    refused = ctypes.c_void_p()
    assert curand().curandCreateGenerator(ctypes.byref(refused), 7) == 103
    assert curand().curandDestroyGenerator(generator) == 0


def test_coverage() -> None:
    have = {library.name: library for library in library_coverage()}["curand"]
    assert len(have.functions) == 29
    assert have.missing == have.refused == ()
    assert all(hasattr(curand(), name) for name in have.functions)


def drawn(kind: int, order: int, function: str, count: int, *parameters: Any) -> np.ndarray:
    """Numbers of a host generator with seed 5."""
    curand, generator, output = load("libcurand.so.10"), ctypes.c_void_p(), np.zeros(count, np.uint32)
    assert curand.curandCreateGeneratorHost(ctypes.byref(generator), kind) == 0
    assert curand.curandSetGeneratorOrdering(generator, order) == 0
    assert curand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(5)) == 0
    assert getattr(curand, function)(generator, ctypes.c_void_p(output.ctypes.data), ctypes.c_size_t(count), *parameters) == 0
    assert curand.curandDestroyGenerator(generator) == 0
    return output


# What cuRAND 10.3's host generators give.
@pytest.mark.parametrize(
    ("kind", "mean", "first"),
    [
        (101, 3.0, [4, 0, 4]),
        (101, 100.0, [106, 85, 109]),
        (101, 5000.0, [5105, 4985, 5022]),
        (121, 3.0, [2, 2, 3]),
        (121, 100.0, [94, 93, 100]),
        (161, 2000.0, [2014, 2030, 1998]),
    ],
)
def test_poisson_numbers_are_curands(kind: int, mean: float, first: list[int]) -> None:
    assert drawn(kind, 101, "curandGeneratePoisson", 3, ctypes.c_double(mean)).tolist() == first


def test_orders_are_curands() -> None:
    assert drawn(101, 102, "curandGenerate", 4).tolist()[1:] == [1946185476, 2761981643, 1784322300]  # seeded
    assert drawn(121, 103, "curandGenerate", 4099).tolist()[4096:] == [853326463, 1997213351, 3866177384]  # legacy
