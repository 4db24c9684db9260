# SPDX-License-Identifier: Apache-2.0
"""Names in front of `<<<`: a launch is a call, so nvcc looks for its kernel in the namespaces of the arguments too; clang does not."""

from __future__ import annotations

import re

from .diagnostics import Diagnostic
from .source import Sources

NOT_FOUND = r"use of undeclared identifier '(?P<name>\w+)'; did you mean '(?P<namespace>(?:\w+::)+)(?P=name)'\?$"


def kernel_of_arguments(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`k<<<1, 1>>>(x)`, where only the namespace of x has a k."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    if not re.match(rf"{match['name']}\s*<<<", source.code[at:]):
        return None
    source.insert(at, match["namespace"])
    return f"kernel '{match['name']}' is taken from namespace '{match['namespace'][:-2]}'"
