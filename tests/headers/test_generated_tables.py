# SPDX-License-Identifier: Apache-2.0
"""The generator of jump tables gives what is in the tree, and its polynomials jump."""

from __future__ import annotations

from scale.compiler.headergen.xorwow_jump import evaluate, header, powers_of_two, step
from scale.paths import hand_written_include


def test_header_is_what_the_generator_makes() -> None:
    assert (hand_written_include() / "scale" / "curand_jump.h").read_text() == header()


def test_a_polynomial_jumps_as_far_as_steps_do() -> None:
    start = [123456789, 362436069, 521288629, 88675123, 5783321]
    powers = powers_of_two(11)
    for k in (0, 1, 5, 10):
        v = start
        for _ in range(2**k):
            v = step(v)
        assert evaluate(powers[k], start) == v
