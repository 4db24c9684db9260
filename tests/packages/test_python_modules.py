# SPDX-License-Identifier: Apache-2.0
"""Python projects with CUDA sources, each through its own build back end, its source tree unchanged byte for byte."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.cli.activation import plugins_folder

Run = Callable[..., str]
Project = Callable[[str], Path]
Tree = Callable[[Path], dict[str, bytes]]


def install(run: Run, launcher: list[str], source: Path, site: Path, *options: str, isolated: bool = False) -> str:
    """Installs the project into a folder of its own, with pip."""
    line = [*launcher, sys.executable, "-m", "pip", "install", "--no-deps", "--target", site, *options, source]
    return run([*line[:-1], *([] if isolated else ["--no-build-isolation"]), source])


def sum_to(run: Run, site: Path, module: str) -> str:
    return run([sys.executable, "-c", f"import {module}; print({module}.sum_to(1000))"], env={"PYTHONPATH": str(site)}).strip()


def test_plain_extension(run: Run, project: Project, tree: Tree, tmp_path: Path) -> None:
    """`.cu` in a plain `Extension`, with options for nvcc and with options meant for the host compiler."""
    pytest.importorskip("setuptools")
    source = project("setuptools_module")
    before = tree(source)
    install(run, ["scale", "build", "--"], source, tmp_path / "site")
    assert sum_to(run, tmp_path / "site", "cu_setuptools") == "500500"
    assert sum_to(run, tmp_path / "site", "cu_setuptools_flags") == "500500"
    # Linked with libcuda.so.1 by the host's linker, and found with nothing activated.
    assert sum_to(run, tmp_path / "site", "cu_driver") == "500500"
    after = tree(source)
    assert {name: after[name] for name in before} == before
    assert all(name.startswith(("build/", "cu_setuptools.egg-info/")) for name in after.keys() - before.keys())


def test_relocatable_device_code(run: Run, project: Project, tmp_path: Path) -> None:
    """Device code that is called across files is linked before the host's linker runs."""
    pytest.importorskip("setuptools")
    install(run, ["scale", "build", "--"], project("setuptools_rdc"), tmp_path / "site")
    assert sum_to(run, tmp_path / "site", "cu_rdc") == "500500"


@pytest.mark.parametrize("found_by", ["CUDAHOME", "PATH"])
def test_a_project_that_calls_nvcc_itself(run: Run, project: Project, tree: Tree, found_by: str, tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    source = project("setuptools_own_nvcc")
    before = tree(source)
    launcher = ["scale", "build", "--", *(["env", "-u", "CUDAHOME"] if found_by == "PATH" else [])]
    log = install(run, launcher, source, tmp_path / "site", "-v")
    assert sum_to(run, tmp_path / "site", "cu_own_nvcc") == "500500"
    assert "ptxas info" in log  # -Xptxas -v, as projects ask for it
    after = tree(source)
    assert {name: after[name] for name in before} == before


def test_a_project_that_links_with_nvcc(run: Run, project: Project, tmp_path: Path) -> None:
    """nvcc takes no `-Wl`: the run path that the module needs reaches the linker by another way."""
    pytest.importorskip("setuptools")
    install(run, ["scale", "build", "--"], project("setuptools_nvcc_links"), tmp_path / "site")
    assert sum_to(run, tmp_path / "site", "cu_nvcc_links") == "500500"


@pytest.mark.exhaustive
def test_plain_extension_isolated(run: Run, project: Project, tmp_path: Path) -> None:
    """The same inside pip's isolated build environment, which fetches setuptools."""
    install(run, ["scale", "build", "--"], project("setuptools_module"), tmp_path / "site", isolated=True)
    assert sum_to(run, tmp_path / "site", "cu_setuptools") == "500500"


def test_without_scale_the_error_is_setuptools_own(run: Run, project: Project, tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    line = [sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path / "out"]
    assert "unknown file type '.cu'" in run(line, cwd=project("setuptools_module"), status=1)


@pytest.mark.parametrize("way", ["config-setting", "environment"])
def test_scikit_build_core(run: Run, project: Project, tree: Tree, way: str, tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core")
    source = project("skbuild_module")
    before = tree(source)
    options = ["-C", "cmake.define.CMAKE_CUDA_COMPILER=scale-nvcc"] if way == "config-setting" else []
    launcher = ["env", "CMAKE_ARGS=-DCMAKE_CUDA_COMPILER=scale-nvcc"] if way == "environment" else []
    install(run, launcher, source, tmp_path / "site", *options)
    assert sum_to(run, tmp_path / "site", "cu_skbuild") == "500500"
    assert tree(source) == before


def test_meson_python(run: Run, project: Project, tree: Tree, tmp_path: Path) -> None:
    pytest.importorskip("mesonpy")
    source = project("meson_module")
    before = tree(source)
    native = plugins_folder() / "meson" / "native" / "scale"
    install(run, [], source, tmp_path / "site", f"-Csetup-args=--native-file={native}")
    assert sum_to(run, tmp_path / "site", "cu_meson") == "500500"
    assert tree(source) == before
