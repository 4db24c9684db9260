# SPDX-License-Identifier: Apache-2.0
"""Which CUDA release scale stands in for: one value, from which texts, macros and structure versions follow."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from scale.errors import UsageError

VARIABLE = "SCALE_CUDA_VERSION"
ARCH_VARIABLE = "SCALE_CUDA_ARCH"
DEFAULT_ARCH = 80

_BUILDS: dict[tuple[int, int], int] = {
    (11, 8): 89, (12, 0): 140, (12, 1): 105, (12, 2): 140, (12, 3): 107, (12, 4): 131,
    (12, 5): 82, (12, 6): 85, (12, 8): 93, (12, 9): 86, (13, 0): 88,
}  # fmt: skip
"""Third number of each release's compiler version; releases not listed get 0."""


@dataclass(frozen=True)
class CudaVersion:
    """A CUDA release."""

    major: int
    minor: int

    @property
    def build(self) -> int:
        """Third part of the compiler's version (`V12.9.86`)."""
        return _BUILDS.get((self.major, self.minor), 0)

    @property
    def number(self) -> int:
        """`CUDART_VERSION`: 12090 for 12.9."""
        return self.major * 1000 + self.minor * 10

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


def tool_version_text(first: str, version: CudaVersion, remark: str) -> str:
    """`--version` of one of the toolkit's programs: CUDA's five lines, since scripts count them from either end.

    Release and build stand in the fourth and the fifth. The last capital V is that of the version, which Meson takes.
    """
    return (
        f"{first}\n{remark}\nBuilt on clang and LLVM\n"
        f"Cuda compilation tools, release {version}, V{version}.{version.build}\n"
        f"Build cuda_{version}.r{version}/compiler.scale\n"
    )


def cuda_version() -> CudaVersion:
    """The release of this command: `SCALE_CUDA_VERSION`, else 12.9.

    Raises:
        UsageError: the variable's value is not a release from 11.8 to 13.x.
    """
    text = os.environ.get(VARIABLE) or "12.9"
    match = re.fullmatch(r"(\d+)\.(\d+)", text)
    if match:
        version = CudaVersion(int(match[1]), int(match[2]))
        if (11, 8) <= (version.major, version.minor) < (14, 0):
            return version
    raise UsageError(f"{VARIABLE} is '{text}'", hint="give a CUDA release from 11.8 to 13.x, such as 12.9")


def cuda_arch() -> int:
    """`__CUDA_ARCH__` / 10, also the compute capability that devices report: `SCALE_CUDA_ARCH`, else 80.

    Raises:
        UsageError: the variable's value is not a number of two or three digits.
    """
    text = os.environ.get(ARCH_VARIABLE) or str(DEFAULT_ARCH)
    if not re.fullmatch(r"\d{2,3}", text):
        raise UsageError(f"{ARCH_VARIABLE} is '{text}'", hint="give a compute capability without a dot, such as 80")
    return int(text)
