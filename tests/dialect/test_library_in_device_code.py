# SPDX-License-Identifier: Apache-2.0
"""constexpr parts of the C++ library in device code: what they call when they fail, and C's functions on strings."""

from __future__ import annotations

from pathlib import Path

SOURCE = r"""
#include <array>
#include <cstdio>
#include <optional>
#include <string_view>
#include <variant>
#if !defined(__NVCC_DIAG_PRAGMA_SUPPORT__) || __CUDA_API_VER_MAJOR__ < 11
#error macros of the compiler
#endif
__global__ void k(int *o, const char *text, char *other, int i) {
  std::array<int, 3> a{1, 2, 3};
  std::optional<int> maybe = i;
  std::variant<int, float> either = 2.5f;
  o[0] = a.at(i) + maybe.value() * 10 + std::visit([](auto x) { return int(x * 2); }, either) * 100;
  std::string_view s(text);
  o[1] = s.size() + s.find('d') * 10 + (s == "abcd") * 100 + (s.compare("abc") > 0) * 1000 + (s.find("bc") == 1) * 10000;
  std::char_traits<char>::copy(other, text, 5);
  o[2] = __builtin_strcmp(text, other) + 10 * __builtin_strncmp(text, "abzz", 2) + 100 * (__builtin_memcmp(text, "abce", 4) < 0);
}
int main() {
  int *o;
  char *text;
  cudaMallocManaged(&o, 16);
  cudaMallocManaged(&text, 16);
  for (int i = 0; i < 4; ++i) text[i] = 'a' + i;
  text[4] = 0;
  k<<<1, 1>>>(o, text, text + 8, 1);
  std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d %d ", o[0], o[1], o[2]);
  k<<<1, 1>>>(o, text, text + 8, 3);
  std::printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
}
"""


def test_what_fails_traps_and_what_does_not_is_right(program_on_cpu) -> None:
    _, printed = program_on_cpu(SOURCE, "-std=c++20", "--expt-relaxed-constexpr")
    assert printed == "cudaSuccess 512 11134 100 1\n"


def test_norms_of_three_and_four_are_double_alone(front_end, tmp_path: Path) -> None:
    """Their float functions have names of their own (norm3df); with float arguments these are the double ones, as in nvcc."""
    calls = ("norm3d(f, f, f)", "norm4d(f, f, f, f)", "rnorm3d(f, f, f)", "rnorm4d(f, f, f, f)", "rhypot(f, f)")
    checks = "".join(f"  static_assert(std::is_same<decltype({call}), double>::value, '');\n".replace("''", '""') for call in calls)
    file = tmp_path / "user.cu"
    file.write_text(f"#include <type_traits>\n__global__ void k(float f) {{\n{checks}}}\n")
    for side in ("device", "host"):
        assert front_end(file, side) == (0, "")
