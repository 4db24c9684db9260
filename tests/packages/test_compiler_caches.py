# SPDX-License-Identifier: Apache-2.0
"""ccache and sccache in front of the compiler: real hits on a rebuild, and none where another target was asked for."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
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
@pytest.mark.parametrize("told", [False, True], ids=["by_itself", "scale_build"])
def test_cmake_launcher(run: Run, project: Project, cache: dict[str, str], generator: str, told: bool, tmp_path: Path) -> None:
    """Every device source of a rebuild comes from the cache, relocatable ones and device links included.

    By `scale build` in direct mode; else by the preprocessed text, which alone holds what the cache was not told.
    """
    source, build = project("cmake_libraries"), tmp_path / "build"
    before = ["scale", "build", "--target", "cpu", "--"] if told else []
    launcher = "-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache"
    run([*before, "cmake", "-G", generator, "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc", launcher], env=cache)
    counts(run, cache)
    run([*before, "cmake", "--build", build], env=cache)
    _, _, sources = counts(run, cache)
    assert sources >= 3
    run(["cmake", "--build", build, "--target", "clean"], env=cache)
    run([*before, "cmake", "--build", build], env=cache)
    assert counts(run, cache) == ((sources, 0, 0) if told else (0, sources, 0))
    assert run([build / "app"]) == "3 5 7 9 \n"
    header = source / "device.h"
    header.write_text(header.read_text() + "int changed();\n")
    run([*before, "cmake", "--build", build], env=cache)
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


CHANGES = [
    {"SCALE_TARGETS": "gfx942"},
    {"SCALE_CUDA_VERSION": "13.0"},
    {"SCALE_CUDA_ARCH": "90"},
    {"NVCC_APPEND_FLAGS": "-lineinfo"},
]
"""What changes the code, and no word of the command line."""
UNITS = """
#ifdef __CUDA_ARCH__
#include "device_only.h"
#else
#define VALUE 0
#endif
__global__ void kernel(int *p) { *p = VALUE; }
"""


@pytest.fixture(params=["ccache", "sccache"])
def launcher(request: pytest.FixtureRequest, run: Run, cache: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., bool]]:
    """Compiles `unit.cu` through a cache; whether that came from the cache."""
    program = str(request.param)
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    settings = {"SCALE_TARGETS": "cpu", **cache}
    if program == "sccache":
        settings |= {
            "SCCACHE_DIR": str(tmp_path / "cache"),
            "SCCACHE_SERVER_UDS": str(tmp_path / "socket"),
            "SCCACHE_CONF": str(tmp_path / "conf"),
        }
        run([program, "--start-server"], env=settings)

    def misses() -> int:
        if program == "ccache":
            return counts(run, cache)[2]
        text = run([program, "--show-stats", "--stats-format=json"], env=settings)
        run([program, "--zero-stats"], env=settings)
        numbers = json.loads(text[text.index("{") :])["stats"]
        assert numbers["requests_not_cacheable"] == 0
        return sum(numbers["cache_misses"]["counts"].values())

    def compiled(change: dict[str, str] | None = None, *options: str) -> bool:
        run([program, "scale-nvcc", *options, "-c", "unit.cu", "-o", "unit.o"], cwd=tmp_path, env={**settings, **(change or {})})
        return misses() == 0

    yield compiled
    if program == "sccache":
        run([program, "--stop-server"], env=settings)


def test_a_cache_that_nobody_told_anything(launcher: Callable[..., bool], tmp_path: Path) -> None:
    """Without `scale build`: hits where nothing changed, and never another target's, release's or header's code."""
    (tmp_path / "unit.cu").write_text(UNITS)
    header = tmp_path / "device_only.h"
    header.write_text("#define VALUE 41\n")
    time.sleep(0.01)
    assert not launcher()
    assert launcher()
    for change in CHANGES:
        assert not launcher(change), change
        assert launcher(change)
    assert launcher()
    header.write_text("#define VALUE 42\n")
    assert not launcher()
    assert b"42" not in (tmp_path / "unit.cu").read_bytes()
    assert not launcher(None, "-arch=gfx1100")


@pytest.mark.parametrize("changed", ["code", "tool"])
def test_another_compiler_is_no_hit(changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text that caches compare names the compiler by what it is made of."""
    from scale.compiler import identity

    tool = tmp_path / "tool"
    tool.write_text("one")
    (tmp_path / "compiler").mkdir()
    code = tmp_path / "compiler" / "code.py"
    code.write_text("first = 1\n")
    monkeypatch.setattr(identity, "package_root", lambda: tmp_path)
    monkeypatch.setattr(identity, "_tools", lambda: iter([tool]))

    def named() -> str:
        identity.compiler_digest.cache_clear()
        return identity.identity({}, ["cpu"])

    try:
        first = named()
        assert named() == first
        (tool if changed == "tool" else code).write_text("other\n")
        assert named() != first
    finally:
        monkeypatch.undo()
        identity.compiler_digest.cache_clear()


def test_preprocessed_text_comes_with_its_rule(run: Run, tmp_path: Path) -> None:
    """sccache takes the make rule from the preprocessor: without it a build tool would not see a changed header any more."""
    (tmp_path / "unit.cu").write_text(UNITS)
    (tmp_path / "device_only.h").write_text("#define VALUE 41\n")
    text = run(["scale-nvcc-cpu", "-E", "-MMD", "-MT", "unit.o", "-MF", "unit.d", "unit.cu"], cwd=tmp_path)
    assert (tmp_path / "unit.d").read_text().split() == ["unit.o:", "unit.cu", "\\", "device_only.h"]
    assert '# 1 "./device_only.h"\n' in text.splitlines(keepends=True)
    bare = run(["scale-nvcc-cpu", "-E", "-P", "unit.cu"], cwd=tmp_path)  # sccache 0.4
    assert '# 1 "unit.cu"' not in bare and bare.splitlines()[-1].startswith("#pragma scale cpu ")
    (tmp_path / "unit.d").unlink()
    (tmp_path / "host.cpp").write_text('#include "device_only.h"\n#if __CUDACC_VER_MAJOR__ >= 12 && defined __NVCC__\nint seen;\n#endif\n')
    assert "int seen;" in run(["scale-nvcc-cpu", "-E", "-MMD", "-MT", "host.o", "-MF", "unit.d", "host.cpp"], cwd=tmp_path)
    assert (tmp_path / "unit.d").read_text().split() == ["host.o:", "host.cpp", "device_only.h"]


def test_system_folders_through_sccache(run: Run, tmp_path: Path) -> None:
    """sccache takes CMake's `-isystem=folder` apart into `-isystem` and `=folder`."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "there.h").write_text("#define THERE 7\n")
    (tmp_path / "a.cu").write_text("#include <there.h>\nint value = THERE;\n")
    for words in (["-isystem=folder"], ["-isystem", "=folder"], ["-isystem", f"={tmp_path}/folder"]):
        assert "int value = 7;" in run(["scale-nvcc-cpu", *words, "-E", "a.cu"], cwd=tmp_path)


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
