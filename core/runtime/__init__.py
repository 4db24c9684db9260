# SPDX-License-Identifier: Apache-2.0
"""The runtime's Python side: what the API tables say."""

from __future__ import annotations

from typing import TypedDict


class Coverage(TypedDict):
    """How much of an API is there."""

    have: int
    total: int
    missing: list[str]


def coverage() -> dict[str, Coverage]:
    """Functions that exist and that are missing, by API: `runtime`, `driver`, `nvrtc`, `nvjitlink`, `nvptxcompiler`."""
    from scale.runtime.apigen import tables

    found: dict[str, Coverage] = {}
    for api in ("runtime", "driver", "nvrtc", "nvjitlink", "nvptxcompiler"):
        functions = tables.functions(api)
        missing = sorted(f.name for f in functions if not f.implemented)
        found[api] = {"have": len(functions) - len(missing), "total": len(functions), "missing": missing}
    return found
