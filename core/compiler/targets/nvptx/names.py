# SPDX-License-Identifier: Apache-2.0
"""Target names of NVIDIA's family."""

from __future__ import annotations

from .processors import PROCESSORS


def names() -> tuple[str, ...]:
    """Every name, the plain ones first."""
    return tuple(row.name for row in PROCESSORS)
