# SPDX-License-Identifier: Apache-2.0
"""ccache and sccache in front of the compiler: real hits on a rebuild, and none where another target was asked for."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., str]
Project = Callable[[str], Path]
needs_ccache = pytest.mark.skipif(shutil.which("ccache") is None, reason="ccache is not installed")


@pytest.fixture
def cache(tmp_path: Path) -> dict[str, str]:
    return {"CCACHE_DIR": str(tmp_path / "ccache"), "CCACHE_CONFIGPATH": str(tmp_path / "none.conf")}


def counts(run: Run, cache: dict[str, str]) -> tuple[int, int, int]:
    """Direct hits, preprocessed hits and misses since the last call."""
    rows = dict(line.split("\t") for line in run(["ccache", "--print-stats"], env=cache).splitlines())
    run(["ccache", "--zero-stats"], env=cache)
    return int(rows["direct_cache_hit"]), int(rows["preprocessed_cache_hit"]), int(rows["cache_miss"])


@needs_ccache
@pytest.mark.parametrize("generator", ["Ninja", pytest.param("Unix Makefiles", marks=pytest.mark.exhaustive)])
def test_cmake_launcher(run: Run, project: Project, cache: dict[str, str], generator: str, tmp_path: Path) -> None:
    """Every device source of a rebuild comes from the cache, in direct mode, relocatable ones and device links included."""
    source, build = project("cmake_libraries"), tmp_path / "build"
    launcher = "-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache"
    line = ["cmake", "-G", generator, "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc", launcher]
    run(line, env=cache)
    counts(run, cache)
    run(["cmake", "--build", build], env=cache)
    _, _, sources = counts(run, cache)
    assert sources >= 3
    run(["cmake", "--build", build, "--target", "clean"], env=cache)
    run(["cmake", "--build", build], env=cache)
    assert counts(run, cache) == (sources, 0, 0)
    assert run([build / "app"]) == "3 5 7 9 \n"
    header = source / "device.h"
    header.write_text(header.read_text() + "int changed();\n")
    run(["cmake", "--build", build], env=cache)
    direct, preprocessed, missed = counts(run, cache)
    assert missed == 2 and direct == preprocessed == 0


@needs_ccache
def test_targets_do_not_mix(run: Run, project: Project, cache: dict[str, str], tmp_path: Path) -> None:
    """The same source for two targets through `scale build`: the second is no hit."""
    source = project("cmake_libraries") / "shared.cu"
    for target in ("cpu", "gfx942", "cpu"):
        made = tmp_path / f"{target}.o"
        run(["scale", "build", "--target", target, "--", "ccache", "nvcc", "-c", "-o", made, source], env=cache)
        assert {image["target"] for image in json.loads(run(["scale", "objdump", "--json", made]))} == {target}
    assert counts(run, cache) == (1, 0, 2)


def test_named_compilers_differ_in_content() -> None:
    """sccache looks at a compiler's content and not at its name, so installed scripts for two targets must not be the same bytes."""
    from importlib import import_module

    import scale.compiler.driver.main as driver

    rows = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    named = dict(re.findall(r'^"scale-nvcc-(.*)" = "(.*)"$', rows, re.MULTILINE))
    assert named["cpu"] == "scale.compiler.driver.named:cpu" and named["gfx9-4-generic"] == "scale.compiler.driver.named:gfx9_4_generic"
    assert len(set(named.values())) == len(named)
    seen: list[str | None] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "main", lambda arguments=None, *, program=None: seen.append(program) or 0)
        for name, entry in named.items():
            module, _, function = entry.partition(":")
            assert getattr(import_module(module), function)() == 0
            assert seen[-1] == f"scale-nvcc-{name}"
