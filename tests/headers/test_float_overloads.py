# SPDX-License-Identifier: Apache-2.0
"""The C++ overloads for float of every C math function, with and without `std::`: the same bits as the function with an `f`."""

from __future__ import annotations

import subprocess
from pathlib import Path

NAMES = """
acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor ilogb lgamma llrint llround log log10 log1p log2
logb lrint lround nearbyint rint round sin sinh sqrt tan tanh tgamma trunc
atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder
ldexp scalbn scalbln
"""
"""Lines: one argument (two lines), two arguments, and one with an integer."""
SPECIAL = {
    "fma": ("{}(x, y, x)", "fmaf(x, y, x)"),
    "remquo": ("{}(x, y, &q)", "remquof(x, y, &q)"),
    "frexp": ("{}(x, &q)", "frexpf(x, &q)"),
    "modf": ("{}(x, &whole)", "modff(x, &whole)"),
}


def test_float_overloads(tmp_path: Path) -> None:
    arguments = ["x", "x", "x, y", "x, 3"]
    forms = dict(SPECIAL)
    for words, given in zip(NAMES.strip().splitlines(), arguments, strict=True):
        forms |= {name: (f"{{}}({given})", f"{name}f({given})") for name in words.split()}
    lines = []
    for name, (call, plain) in forms.items():
        for prefix in ("", "std::"):
            used = call.format(prefix + name)
            kind = "static_assert(sizeof(decltype(" + used + ")) == sizeof(decltype(" + plain + ')), "' + name + '");'
            lines.append(f'  {kind} check({used}, {plain}, "{prefix}{name}");')
    program = """
#include <cmath>
#include <cstdio>
template <typename T>
__device__ void check(T found, T expected, const char *name) {
  if (memcmp(&found, &expected, sizeof(T)) != 0) printf("differs: %s\\n", name);
}
__global__ void compare(float x, float y) {
  int q = 0;
  float whole = 0;
LINES
}
int main() {
  compare<<<1, 1>>>(0.625f, -1.75f);
  compare<<<1, 1>>>(3.5f, 0.3f);
  return cudaDeviceSynchronize() == cudaSuccess ? std::puts("compared") < 0 : 1;
}
""".replace("LINES", "\n".join(lines))
    (tmp_path / "a.cu").write_text(program)
    built = subprocess.run(["scale-nvcc", "-o", "a", "a.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([tmp_path / "a"], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "compared\n")
