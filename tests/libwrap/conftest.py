# SPDX-License-Identifier: Apache-2.0
"""The CPU device, and the wheels that hold the libraries below the wrappers, for every test of this folder."""

from __future__ import annotations

import sysconfig

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def cpu_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = sysconfig.get_path("platlib")
    monkeypatch.setenv("SCALE_DEVICE", "cpu")
    monkeypatch.setenv("SCALE_LIBRARY_PATH", f"{packages}/scipy_openblas32/lib:{packages}/pyfftw.libs:{packages}/scipy/stats")


@pytest.fixture
def generator() -> np.random.Generator:
    return np.random.default_rng(7)
