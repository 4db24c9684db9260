# SPDX-License-Identifier: Apache-2.0
"""The names of this family's targets."""

from __future__ import annotations


def names() -> tuple[str, ...]:
    """The CPU of this machine; the image holds code for three x86-64 levels."""
    return ("cpu",)
