# SPDX-License-Identifier: Apache-2.0
"""What ends up in the installed package: every part of `core/`, its data files, and nothing of the build."""

from __future__ import annotations

import os
import shutil
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


SHARED = (
    "meson/native/scale", "meson/cross/scale-gfx942", "cmake/Scale/ScaleConfig.cmake", "cmake/Scale/presets.json",
    "cmake/Scale/cccl.cmake", "cmake/Scale/cccl-version.cmake", "cmake/Scale/cccl-package.cmake",
    "cmake/CCCL/cccl-config.cmake", "cmake/libcudacxx/libcudacxx-config-version.cmake",
)  # fmt: skip


@pytest.mark.parametrize("file", SHARED)
def test_adapters_lie_where_their_build_systems_look(wheel_names: set[str], file: str) -> None:
    assert any(name.endswith(f".data/data/share/{file}") for name in wheel_names)


def test_programs_start_inside_isolated_builds(wheel_names: set[str], tmp_path: Path) -> None:
    """pip hides the environment's packages from build back ends, and so from a compiler that they call."""
    assert {"scale-toolchain.pth", "scale_alone.py"} <= wheel_names
    home, hidden = tmp_path / "environment", tmp_path / "hidden"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True, timeout=60)
    (site,) = home.glob("lib/python*/site-packages")
    for name in ("scale-toolchain.pth", "scale_alone.py"):
        shutil.copy(ROOT / "plugins" / "setuptools" / name, site)
    (site / "scale.py").write_text("NAME = 'found'\n")
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text("import sys\nsys.path = [path for path in sys.path if 'site-packages' not in path]\n")
    environment = {**os.environ, "PYTHONPATH": str(hidden)}

    def call(name: str) -> subprocess.CompletedProcess[str]:
        program = home / "bin" / name
        program.write_text(f"#!{home}/bin/python\nimport sys\nfrom scale import NAME\nprint(NAME, *sys.argv[1:])\n")
        program.chmod(0o755)
        return subprocess.run([str(program), "-c", "a b"], env=environment, capture_output=True, text=True, timeout=60)

    assert call("scale-nvcc-cpu").stdout == "found -c a b\n"
    assert "No module named 'scale'" in call("scaled").stderr  # a program that is not ours keeps its environment


def test_start_up_hook_and_sources_for_torch(wheel_names: set[str]) -> None:
    assert "scale/plugins/setuptools/startup/sitecustomize.py" in wheel_names
    assert {"scale/plugins/torch/src/operators.cpp", "scale/plugins/torch/include/thrust/complex.h"} <= wheel_names
