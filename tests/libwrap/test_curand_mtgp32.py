# SPDX-License-Identifier: Apache-2.0
"""cuRAND's MTGP32 on the CPU device, with parameter sets from a file: against the recursion of its authors' paper, written in Python."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

ELSEWHERE = [
    Path(sysconfig.get_path("platlib"), "nvidia/curand/include/curand_mtgp32dc_p_11213.h"),
    Path("/opt/rocm/include/rocrand/rocrand_mtgp32_11213.h"),
    Path("/usr/include/rocrand/rocrand_mtgp32_11213.h"),
]
SCRIPT = """
import ctypes, sys
import numpy as np
from library import load
curand, generator = load("libcurand.so.10"), ctypes.c_void_p()
status = curand.curandCreateGeneratorHost(ctypes.byref(generator), 141)
if status == 0:
    curand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong((3 << 32) + 4))
    words = np.zeros(60000, np.uint32)
    for start, end in ((0, 100), (100, 60000)):
        place = ctypes.c_void_p(words[start:].ctypes.data)
        status |= curand.curandGenerate(generator, place, ctypes.c_size_t(end - start))
    for index in (0, 1, 255, 256, 48896, 49151, 49152, 49407, 49408, 59999):
        print(words[index])
print(status)
"""
WORD = 0xFFFFFFFF


def sets() -> list[list[int]]:
    """192 parameter sets of the right form: exponent, position, shifts, three tables of 16, mask, digest."""
    generator = np.random.default_rng(3)
    words = generator.integers(0, 2**32, (192, 48), np.uint64)
    return [[11213, 5 + index, 1 + index % 31, 1 + index % 17, *map(int, row), 0xFFF80000, *range(21)] for index, row in enumerate(words)]


def sequence(parameters: list[int], seed: int, count: int) -> list[int]:
    """The words of one generator: Saito and Matsumoto, ACM TOMS 39 (2013), with their program's initialisation."""
    position, first_shift, second_shift = parameters[1:4]
    recursion, tempering, mask = parameters[4:20], parameters[20:36], parameters[52]
    hidden = recursion[4] ^ recursion[8] << 16 & WORD
    mixed = hidden + (hidden >> 16) & WORD
    mixed = mixed + (mixed >> 8) & WORD
    state = [(mixed & 0xFF) * 0x01010101] * 351
    state[:2] = seed, hidden
    for i in range(1, 351):
        state[i] ^= 1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + i & WORD
    given = []
    for n in range(count):
        x = state[n] & mask ^ state[n + 1]
        x ^= x << first_shift & WORD
        y = x ^ state[n + position] >> second_shift
        state.append(y ^ recursion[y & 15])
        t = state[n + position - 1]
        t ^= t >> 16
        t ^= t >> 8
        given.append(state[-1] ^ tempering[t & 15])
    return given


def run(parameters: Path) -> tuple[list[int], str]:
    environment = {**os.environ, "SCALE_MTGP32_PARAMETERS": str(parameters), "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()], done.stderr


def test_sequence_and_order(tmp_path: Path) -> None:
    table = tmp_path / "sets.c"
    rows = ",\n".join(
        f"{{ /* No. {i} */ {row[0]}, {row[1]}, {row[2]}, {row[3]}, {{{', '.join(f'0x{word:x}U' for word in row[4:52])}}}, 0x{row[52]:x}, "
        f"{{{','.join(map(str, row[53:]))}}} }}"
        for i, row in enumerate(sets())
    )
    table.write_text(f"// 192 sets\nmtgp32_params_fast_t mtgp32_params_fast_11213[192] = {{\n{rows}\n}};\nconst int mtgpdc_num = 192;\n")
    words, told = run(table)
    first, last = sequence(sets()[0], 7 + 1, 600), sequence(sets()[191], 7 + 192, 300)  # both halves of the seed, summed by exclusive or
    second = sequence(sets()[1], 7 + 2, 300)
    in_the_second_round = sequence(sets()[(59999 - 49152) // 256], 7 + 1 + (59999 - 49152) // 256, 512)[256 + (59999 - 49152) % 256]
    expected = [first[0], first[1], first[255], second[0], last[0], last[255], first[256], first[511], second[256], in_the_second_round]
    assert (words, told) == ([*expected, 0], "")


@pytest.mark.skipif(any(path.is_file() for path in ELSEWHERE), reason="the parameter sets are installed")
def test_without_parameter_sets_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.c").write_text("int sets[] = {11213, 1, 2};")
    words, told = run(tmp_path / "none.c")
    assert words == [103]
    assert "none.c does not hold MTGP32's parameter sets" in told
    assert "were not found; pip install nvidia-curand-cu12" in told
