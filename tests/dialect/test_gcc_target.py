# SPDX-License-Identifier: Apache-2.0
"""`#pragma GCC target` holds where GCC has it hold: for the functions behind it, in lambdas and headers, up to `pop_options`."""

from __future__ import annotations

from pathlib import Path

import pytest

INCLUDE = "#include <immintrin.h>\n"
ON = '#pragma GCC push_options\n#pragma GCC target("avx2", "fma")\n'
OFF = "#pragma GCC pop_options\n"
SUM = "void add(float *o, __m256 x) { _mm256_storeu_ps(o, _mm256_fmadd_ps(x, x, x)); }\n"
WIDE = "void wide(float *o) { _mm512_storeu_ps(o, _mm512_set1_ps(5)); }\n"
TAKEN = {
    "name that clang dropped": '#pragma clang attribute push(__attribute__((target("avx512f,evex512"))), apply_to = function)\n'
    + WIDE
    + "#pragma clang attribute pop\n",
    "function": ON + SUM + OFF,
    "lambda in a template": ON
    + "template <class T> struct S { void operator()(T *o) const { auto f = [=] { _mm256_storeu_ps(o, _mm256_set1_ps(2)); }; f(); } };\n"
    + "void use(float *o) { S<float>()(o); }\n"
    + OFF,
    "declared before": "void add(float *o, __m256 x);\n" + ON + SUM + OFF,
    "kernel beside it": ON + "__global__ void k(int *p) { *p = 7; }\n" + SUM + OFF + "void f(int *p) { k<<<1, 1>>>(p); }\n",
    "second target adds": ON + '#pragma GCC target("avx512f")\n' + SUM + WIDE + OFF,
    "scope in a scope": ON + '#pragma GCC push_options\n#pragma GCC target("avx512f")\n' + WIDE + OFF + SUM + OFF,
    "continued line": '#pragma GCC push_options\n#pragma GCC target("avx2", \\\n  "fma")\n' + SUM + OFF,
    "to the end of the file": '#pragma GCC target("avx2,fma")\n' + SUM,
    "branch of a compiler": "#if defined(_MSC_VER)\n#error\n#elif defined(__GNUC__)\n"
    + f"{ON}#else\n#error\n#endif\n{SUM}#ifdef __GNUC__\n{OFF}#endif\n",
    "branch of a macro": '#pragma GCC push_options\n#ifdef OTHER\n#pragma GCC target("sse4.2")\n#else\n'
    + f'#pragma GCC target("avx2,fma")\n#endif\n{SUM}{OFF}',
}
REFUSED = {
    "behind the scope": ON + SUM + OFF + "void late(float *o) { _mm256_storeu_ps(o, _mm256_set1_ps(2)); }\n",
    "of the other branch": '#pragma GCC push_options\n#ifdef OTHER\n#pragma GCC target("avx512f")\n#else\n'
    + f'#pragma GCC target("avx2")\n#endif\n{WIDE}{OFF}',
    "behind a scope in a scope": ON + '#pragma GCC push_options\n#pragma GCC target("avx512f")\n' + OFF + WIDE + OFF,
    "no target at all": "void late(float *o) { _mm256_storeu_ps(o, _mm256_set1_ps(2)); }\n",
}


@pytest.mark.parametrize("name", TAKEN)
def test_instructions_of_a_target(front_end, tmp_path: Path, name: str) -> None:
    source = tmp_path / "s.cu"
    source.write_text(INCLUDE + TAKEN[name])
    assert name != "kernel beside it" or front_end(source, "device") == (0, "")
    assert front_end(source, "host", action="compile") == (0, "")


@pytest.mark.parametrize("name", REFUSED)
def test_no_instructions_beyond_it(front_end, tmp_path: Path, name: str) -> None:
    source = tmp_path / "s.cu"
    source.write_text(INCLUDE + REFUSED[name])
    status, said = front_end(source, "host", action="compile")
    line = next(number for number, text in enumerate(source.read_text().split("\n"), 1) if "void late" in text or "void wide" in text)
    assert status != 0
    assert f"s.cu:{line}:" in said
    assert "requires target feature" in said


def test_header_of_a_file_with_a_target(front_end, tmp_path: Path) -> None:
    (tmp_path / "body.h").write_text("#pragma once\n" + SUM + "inline int twice(int x) { return 2 * x; }\n")
    source = tmp_path / "s.cu"
    source.write_text(INCLUDE + ON + '#include "body.h"\n' + OFF + "static_assert(sizeof(twice(1)) == 4);\n")
    assert front_end(source, "host", action="compile") == (0, "")
