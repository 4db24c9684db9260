# SPDX-License-Identifier: Apache-2.0
"""No kernel of the counting benchmark may get more than 2 % more expensive than its stored counts."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = 1.02


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_no_kernel_executes_more_than_its_baseline(target: str) -> None:
    sys.path.insert(0, str(ROOT))
    try:
        counts = importlib.import_module("benchmarks.amd_counts")
    finally:
        sys.path.remove(str(ROOT))
    baseline = json.loads(counts.BASELINE.read_text())[target]
    measured = counts.measure((target,), hip=False)[target]
    worse = [
        f"{name}: {kind} {row[kind]:.0f}, stored {baseline[name][kind]:.0f}"
        for name, row in measured.items()
        for kind in ("raw", "weighted")
        if row[kind] > ALLOWED * baseline[name][kind]
    ]
    assert not worse, "\n".join(worse)
    assert set(measured) == set(baseline)
    assert measured["histogram_float"]["raw"] < 1.5 * measured["vector_add"]["raw"], (
        "a compare-and-swap loop stands where one float atomic would do"
    )
