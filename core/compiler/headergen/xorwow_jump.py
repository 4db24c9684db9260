# SPDX-License-Identifier: Apache-2.0
"""`scale/curand_jump.h`: XORWOW's jump polynomials and MRG32k3a's jump matrices.

XORWOW's step without its counter is a linear map A of 160 bits over GF(2). A^n v is computed as the polynomial x^n mod p(x) evaluated
at A, where p is A's characteristic polynomial; the header holds x^n for the powers of two that jumps are made of.

    python -m scale.compiler.headergen.xorwow_jump > core/compiler/include/scale/curand_jump.h
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

BITS = 160
SEQUENCE_EXPONENT = 67
"""Sequences of XORWOW are 2^67 numbers apart (cuRAND, "Device API")."""
Matrix = list[list[int]]

MRG_MODULI = (4294967087, 4294944443)
MRG_MATRICES: tuple[Matrix, Matrix] = (
    [[0, 1, 0], [0, 0, 1], [MRG_MODULI[0] - 810728, 1403580, 0]],
    [[0, 1, 0], [0, 0, 1], [MRG_MODULI[1] - 1370589, 0, 527612]],
)
"""L'Ecuyer, Operations Research 47 (1999): the recurrences of MRG32k3a, newest number last."""
MRG_EXPONENTS = (76, 127)


def step(v: Sequence[int]) -> list[int]:
    """One step of XORWOW's five words (Marsaglia, Journal of Statistical Software 8, 2003)."""
    t = v[0] ^ (v[0] >> 2)
    return [*v[1:], (v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & 0xFFFFFFFF]


def characteristic_polynomial() -> int:
    """Bit i is the coefficient of x^i; by the Berlekamp-Massey algorithm on one output bit."""
    sequence: list[int] = []
    v = [1, 2, 3, 4, 5]
    for _ in range(4 * BITS):
        sequence.append(v[4] & 1)
        v = step(v)
    current, previous, length, shift = 1, 1, 0, 1
    for n, bit in enumerate(sequence):
        discrepancy = bit
        for i in range(1, length + 1):
            discrepancy ^= (current >> i) & sequence[n - i] & 1
        if not discrepancy:
            shift += 1
            continue
        update = current ^ (previous << shift)
        if 2 * length <= n:
            previous, length, shift = current, n + 1 - length, 1
        else:
            shift += 1
        current = update
    if length != BITS:
        raise ArithmeticError(f"the sequence has linear complexity {length}, not {BITS}")
    return sum(((current >> i) & 1) << (BITS - i) for i in range(BITS + 1))


def square(a: int, modulus: int) -> int:
    """a(x)^2 modulo a polynomial, over GF(2)."""
    result, factor = 0, a
    while factor:
        if factor & 1:
            result ^= a
        a <<= 1
        if a >> BITS:
            a ^= modulus
        factor >>= 1
    return result


def evaluate(polynomial: int, v: Sequence[int]) -> list[int]:
    """The polynomial at A, applied to v: what the header's `__scale_xorwow_jump` does."""
    total = [0] * 5
    for i in range(BITS):
        if (polynomial >> i) & 1:
            total = [a ^ b for a, b in zip(total, v, strict=True)]
        v = step(v)
    return total


def powers_of_two(count: int) -> list[int]:
    """x^(2^k) for k below `count`."""
    modulus = characteristic_polynomial()
    powers = [2]
    while len(powers) < count:
        powers.append(square(powers[-1], modulus))
    return powers


def matrix_power_of_two(matrix: Matrix, exponent: int, modulus: int) -> Matrix:
    """matrix^(2^exponent) modulo a number."""
    for _ in range(exponent):
        matrix = [
            [sum(a * b for a, b in zip(row, column, strict=True)) % modulus for column in zip(*matrix, strict=True)] for row in matrix
        ]
    return matrix


def _table(name: str, polynomials: Sequence[int]) -> str:
    rows = ("  {" + ", ".join(f"0x{(p >> 32 * i) & 0xFFFFFFFF:08x}u" for i in range(5)) + "},\n" for p in polynomials)
    return f"__SCALE_JUMP_TABLE {name}[{len(polynomials)}][5] = {{\n{''.join(rows)}}};\n"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made by core/compiler/headergen/xorwow_jump.py; do not edit. Row k: x^(2^k) and x^(2^(67+k)) modulo the characteristic polynomial of
// XORWOW's step (coefficients of x^0 .. x^159, 32 a word); matrices of MRG32k3a's two recurrences to the powers 2^76 and 2^127.
#ifndef SCALE_CURAND_JUMP_H
#define SCALE_CURAND_JUMP_H

#if defined(__CUDA_ARCH__)
#define __SCALE_JUMP_TABLE static __device__ const unsigned int
#else
#define __SCALE_JUMP_TABLE static const unsigned int
#endif

"""


def header() -> str:
    """The whole header."""
    powers = powers_of_two(SEQUENCE_EXPONENT + 64)
    parts = [HEAD, _table("__scale_xorwow_offset", powers[:64]), _table("__scale_xorwow_sequence", powers[SEQUENCE_EXPONENT:])]
    for exponent in MRG_EXPONENTS:
        for number, (matrix, modulus) in enumerate(zip(MRG_MATRICES, MRG_MODULI, strict=True), 1):
            flat = (f"{each}u" for row in matrix_power_of_two(matrix, exponent, modulus) for each in row)
            parts.append(f"__SCALE_JUMP_TABLE __scale_mrg_{exponent}_{number}[9] = {{{', '.join(flat)}}};\n")
    return "".join([*parts, "\n#undef __SCALE_JUMP_TABLE\n#endif\n"])


if __name__ == "__main__":
    sys.stdout.write(header())
