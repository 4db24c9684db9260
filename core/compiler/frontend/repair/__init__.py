# SPDX-License-Identifier: Apache-2.0
"""Repairs of sources that nvcc takes and clang refuses, from clang's own diagnostics, in a copy that clang reads instead."""

from .engine import repair_and_run

__all__ = ["repair_and_run"]
