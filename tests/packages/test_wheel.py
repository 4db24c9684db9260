# SPDX-License-Identifier: Apache-2.0
"""What ends up in the installed package: every part of `core/`, its data files, and nothing of the build."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Left in core/ by a CMake install for development; in a wheel CMake installs them itself.
BUILT = {"lib", "include"}


def _project() -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        tomllib = pytest.importorskip("tomli")
    loaded: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return loaded


def test_every_part_of_core_is_included() -> None:
    included = _project()["tool"]["scikit-build"]["wheel"]["force-include"]
    present = {
        f"core/{entry.name}"
        for entry in (ROOT / "core").iterdir()
        if entry.name not in BUILT | {"__pycache__"} and not entry.name.startswith(".")
    }
    assert present == {source for source in included if source.startswith("core/")}


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
    for folder, package in (("core/compiler", "scale/compiler"), ("core/cli", "scale/cli"), ("plugins", "scale/plugins")):
        for file in (ROOT / folder).rglob(pattern):
            assert f"{package}/{file.relative_to(ROOT / folder)}" in wheel_names


def test_no_sources_or_leftovers_in_the_wheel(wheel_names: set[str]) -> None:
    leftovers = [
        name for name in wheel_names if name.endswith((".cpp", ".o", ".pyc")) or name.startswith(("scale/lib/", "core/"))
    ]
    assert leftovers == []
