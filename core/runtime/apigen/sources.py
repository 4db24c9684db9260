# SPDX-License-Identifier: Apache-2.0
"""C++ sources made from the tables."""

from __future__ import annotations


def all_sources() -> dict[str, str]:
    """Every generated source by file name."""
    return {}
