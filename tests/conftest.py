# SPDX-License-Identifier: Apache-2.0
"""What all tests share: programs run on the CPU device, and the programs of this environment come first on PATH."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAHOME", "CUDACXX", "CUDAHOSTCXX", "CUDAARCHS", "CUDAFLAGS", "NVCC")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the caller's shell changes a result."""
    for name in [*FOREIGN, *(name for name in os.environ if name.startswith(("SCALE_", "NVCC_")))]:
        if name not in ("SCALE_CLANG", "SCALE_DEVICE_LIBS", "SCALE_CACHE"):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SCALE_DEVICE", "cpu")
    scripts = str(Path(sys.executable).parent)
    if os.environ.get("PATH", "").split(os.pathsep)[0] != scripts:
        monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
