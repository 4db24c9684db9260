# SPDX-License-Identifier: Apache-2.0
"""What ends up in the installed package: every part of `core/`, its data files, and nothing of the build."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names in a wheel of the Python part; the C++ part is left out to save its compilation."""
    pytest.importorskip("scikit_build_core")
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-C", "wheel.cmake=false"]
    subprocess.run([*line, "-w", str(folder), str(ROOT)], check=True, timeout=120, stdin=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("pattern", ["*.py", "*.tsv", "*.lark", "*.h", "*.cuh", "*.json", "*.cmake", "*.in"])
def test_data_files_are_in_the_wheel(wheel_names: set[str], pattern: str) -> None:
    for folder, package in (("core", "scale"), ("plugins", "scale/plugins")):
        for file in (ROOT / folder).rglob(pattern):
            if "src" in file.parts:
                continue  # of the C++ parts
            assert f"{package}/{file.relative_to(ROOT / folder)}" in wheel_names


def test_no_sources_or_leftovers_in_the_wheel(wheel_names: set[str]) -> None:
    ours = "scale/plugins/torch/src/"  # compiled where torch is
    names = {name for name in wheel_names if not name.startswith(ours)}
    leftovers = [name for name in names if name.endswith((".cpp", ".o", ".pyc")) or name.startswith(("core/", "plugins/"))]
    assert leftovers == []


SHARED = ("meson/native/scale", "meson/cross/scale-gfx942", "cmake/Scale/ScaleConfig.cmake", "cmake/Scale/presets.json")


@pytest.mark.parametrize("file", SHARED)
def test_adapters_lie_where_their_build_systems_look(wheel_names: set[str], file: str) -> None:
    assert any(name.endswith(f".data/data/share/{file}") for name in wheel_names)


def test_start_up_hook_and_sources_for_torch(wheel_names: set[str]) -> None:
    assert "scale/plugins/setuptools/startup/sitecustomize.py" in wheel_names
    assert {"scale/plugins/torch/src/operators.cpp", "scale/plugins/torch/include/thrust/complex.h"} <= wheel_names
