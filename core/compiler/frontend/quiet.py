# SPDX-License-Identifier: Apache-2.0
"""Warnings that only clang has: nvcc and the host compiler it hands code to say nothing, so a build with `-Werror` would end here alone.

What clang says by itself and nvcc says too (missing returns, deprecated functions, unused values) stays.
"""

from __future__ import annotations

from collections.abc import Sequence

BY_ITSELF = (
    "braced-scalar-init",
    "constant-logical-operand",
    "cuda-compat",
    "defaulted-function-deleted",
    "deprecated-anon-enum-enum-conversion",
    "deprecated-enum-enum-conversion",
    "deprecated-enum-float-conversion",
    "deprecated-literal-operator",
    "empty-body",
    "inconsistent-missing-override",
    "instantiation-after-specialization",
    "mismatched-tags",
    "missing-braces",
    "nan-infinity-disabled",
    "parentheses-equality",
    "pass-failed",
    "pragma-clang-attribute",
    "return-type-c-linkage",
    "undefined-var-template",
    "unknown-cuda-version",
)
"""On without any option, on both sides."""
IN_ALL = (
    "deprecated-copy-with-user-provided-copy",
    "gnu-anonymous-struct",
    "nested-anon-types",
    "null-pointer-subtraction",
    "overloaded-virtual",
    "self-assign-overloaded",
    "unknown-pragmas",
    "unneeded-internal-declaration",
    "unused-const-variable",
    "unused-lambda-capture",
    "unused-private-field",
)
"""Part of clang's `-Wall`, `-Wextra` or `-Wpedantic` and of none of GCC 12's for C++."""


def without_noise(flags: Sequence[str] = ()) -> list[str]:
    """Options that turn these off, to stand behind the user's `flags`, where those do not ask for one by name."""
    asked = {flag.removeprefix("-W").removeprefix("error=") for flag in flags}
    names = BY_ITSELF + (IN_ALL if asked & {"all", "extra", "pedantic"} else ())
    return [f"-Wno-{name}" for name in names if name not in asked]
