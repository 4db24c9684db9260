# SPDX-License-Identifier: Apache-2.0
"""Meson projects with one option: a machine file found by its name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.cli.activation import plugins_folder

Run = Callable[..., str]
Project = Callable[[str], Path]
pytestmark = pytest.mark.skipif(shutil.which("meson") is None, reason="meson is not installed")


@pytest.fixture
def by_name(run: Run, tmp_path: Path) -> dict[str, str]:
    """Environment in which Meson finds our files by name, as after an installation with `scale env`."""
    share = tmp_path / "share" / "meson"
    share.mkdir(parents=True)
    for kind in ("native", "cross"):
        (share / kind).symlink_to(plugins_folder() / "meson" / kind)
    return {"XDG_DATA_DIRS": f"{tmp_path / 'share'}:/usr/share", "CUDA_PATH": run(["scale", "config", "--cuda-home"]).strip()}


def test_native_file(run: Run, project: Project, by_name: dict[str, str], tmp_path: Path) -> None:
    """Configured, built, and `meson test` runs on the CPU device."""
    source, build = project("meson_app"), tmp_path / "build"
    said = run(["meson", "setup", build, source, "--native-file", "scale"], env=by_name)
    assert "Run-time dependency CUDA (modules: cudart_static) for cpp found: YES 12.9" in said
    run(["meson", "compile", "-C", build], env=by_name)
    assert run([build / "app"]) == "2 5 10 17 \n"
    assert "Ok:" in run(["meson", "test", "-C", build], env=by_name)


def test_cross_file_carries_its_target(run: Run, project: Project, by_name: dict[str, str], tmp_path: Path) -> None:
    source, build = project("meson_app"), tmp_path / "build"
    run(["meson", "setup", build, source, "--cross-file", "scale-gfx942"], env=by_name)
    run(["meson", "compile", "-C", build], env=by_name)
    images = json.loads(run(["scale", "objdump", "--json", build / "app"]))
    assert {image["target"] for image in images} == {"gfx942"}
    names = [kernel["name"] for image in images for kernel in image["kernels"]]
    assert sorted(names) == ["_Z6squarePi", "_Z7add_onePi"]
