# SPDX-License-Identifier: Apache-2.0
"""The toolkit folder and the block of lines that points to it."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from scale.compiler.driver.verbose import block
from scale.compiler.toolkit import Toolkit
from scale.paths import cache_folder

PRINT = "from scale.compiler.toolkit import toolkit_folder; print(toolkit_folder({!r}).root)"


def made(cache: Path, target: str | None = None, **environment: str) -> Path:
    given = {**os.environ, "SCALE_CACHE": str(cache), **environment}
    words = [sys.executable, "-c", PRINT.format(target)]
    return Path(subprocess.run(words, env=given, capture_output=True, text=True, check=True).stdout.strip())


def test_what_build_systems_look_for(tmp_path: Path) -> None:
    root = made(tmp_path)
    for name in (
        "include/cuda_runtime.h", "include/cuda.h", "lib64/libcudart.so", "lib64/libcudart.so.12", "lib64/libcudart_static.a",
        "lib64/libcudadevrt.a", "lib64/stubs/libcuda.so", "lib64/libcuda.so", "lib/libcudart.so", "nvvm/libdevice", "version.json",
        "targets/x86_64-linux/include/cuda_runtime.h", "targets/x86_64-linux/lib/libcudart_static.a",
        "link/libcudart_static.a", "link/stubs/libcuda.so", "link/lib64/libcublas.so",
    ):  # fmt: skip
        assert (root / name).exists(), name
    assert "#define CUDART_VERSION 12090\n" in (root / "include" / "cuda_runtime_api.h").read_text()
    assert "#define CUDA_VERSION 12090\n" in (root / "include" / "cuda.h").read_text()
    assert json.loads((root / "version.json").read_text())["cuda"]["version"].startswith("12.9.")
    assert (root / "version.txt").read_text().startswith("CUDA Version 12.9")
    assert not any(path.is_symlink() and not path.exists() for path in root.rglob("*"))


def test_compiler_in_it_has_its_target(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text("__global__ void k() {}\n")
    nvcc = made(tmp_path / "cache", "gfx90a") / "bin" / "nvcc"
    said = subprocess.run([nvcc, "-dryrun", "-c", "k.cu"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "--targets gfx90a " in said.stderr
    assert (
        f"TOP={nvcc.parent.parent}"
        in subprocess.run(
            [nvcc, "", "-v", "__cmake_determine_cuda"],
            env={**os.environ, "SCALE_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
        ).stderr
    )
    text = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    assert "Cuda compiler driver" in text


def test_thrust_and_cub_are_found_in_it_where_the_user_has_them(tmp_path: Path) -> None:
    """As in NVIDIA's: headers in `include`, CMake packages in `lib64/cmake`; and another toolkit is made when they come."""
    without = made(tmp_path / "cache", PYTHONPATH="")
    wheel = tmp_path / "site" / "nvidia" / "cuda_cccl"
    for name in ("include/thrust/version.h", "include/cub/cub.cuh", "lib/cmake/thrust/thrust-config.cmake"):
        (wheel / name).parent.mkdir(parents=True, exist_ok=True)
        (wheel / name).touch()
    root = made(tmp_path / "cache", PYTHONPATH=str(tmp_path / "site"))
    assert root != without
    assert (root / "include" / "thrust" / "version.h").is_file() and (root / "include" / "cub" / "cub.cuh").is_file()
    assert (root / "lib64" / "cmake" / "thrust" / "thrust-config.cmake").is_file()
    # Where CMake takes the folder of libraries for an installation, the packages look for headers next to it.
    assert (root / "link" / "lib64" / "cmake" / "thrust" / ".." / ".." / ".." / "include" / "thrust" / "version.h").is_file()


def test_made_once_by_many_at_the_same_time(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        roots = list(pool.map(lambda _: made(tmp_path), range(4)))
    assert len(set(roots)) == 1
    assert sorted(path.name for path in (tmp_path / "toolkit").iterdir()) == sorted([roots[0].name, "lock"])
    before = (roots[0] / "version.json").stat().st_mtime_ns
    assert made(tmp_path) == roots[0]
    assert (roots[0] / "version.json").stat().st_mtime_ns == before


def test_one_for_each_target_and_release(tmp_path: Path) -> None:
    roots = {made(tmp_path), made(tmp_path, "cpu"), made(tmp_path, SCALE_CUDA_VERSION="11.8")}
    assert len(roots) == 3


def test_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SCALE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "scale"
    monkeypatch.setenv("SCALE_CACHE", "/elsewhere")
    assert cache_folder() == Path("/elsewhere")


def test_cache_folder_where_others_may_write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a cache folder of one's own it is private: neither a link nor a folder that others may change is taken."""
    name = f"scale-{os.getuid()}"
    monkeypatch.delenv("SCALE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert cache_folder() == tmp_path / name
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700
    (tmp_path / name).chmod(0o777)
    (tmp_path / f"{name}-1").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    assert cache_folder() == tmp_path / f"{name}-2"
    assert cache_folder() == tmp_path / f"{name}-2"


def test_block_has_the_lines_that_cmake_reads() -> None:
    lines = block(Toolkit("/t k"), {"PATH": "/bin"}, {"NVCC_APPEND_FLAGS": "-O3"})
    assert lines[0] == '#$ NVCC_APPEND_FLAGS="-O3"'
    assert "#$ TOP=/t k" in lines
    assert "#$ NVVMIR_LIBRARY_DIR=/t k/nvvm/libdevice" in lines
    assert "#$ PATH=/t k/bin:/bin" in lines
    assert '#$ LIBRARIES=  "-L/t k/link/stubs" "-L/t k/link"' in lines
    assert '#$ INCLUDES="-I/t k/targets/x86_64-linux/include"  ' in lines


def test_cccl_of_a_projects_environment_is_found(tmp_path: Path) -> None:
    """Only PYTHONPATH tells where the wheel lies; programs of an environment start without it; torch's builds use the toolkit's nvcc."""
    headers = tmp_path / "site" / "nvidia" / "cuda_cccl" / "include"
    for name, text in {"thrust/version.h": "", "cub/marker.cuh": "#define MARKER 42\n"}.items():
        (headers / name).parent.mkdir(parents=True, exist_ok=True)
        (headers / name).write_text(text)
    root = made(tmp_path, "gfx942", PYTHONPATH=str(tmp_path / "site"))
    (tmp_path / "a.cu").write_text("#include <cub/marker.cuh>\nint found = MARKER;\n")
    line = [root / "bin" / "nvcc", f"-I{root}/include", "-E", tmp_path / "a.cu"]
    environment = {**os.environ, "SCALE_CACHE": str(tmp_path)}
    said = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    assert "int found = 42;" in said.stdout
    line = [Path(sys.executable).with_name("scale-nvcc"), "-E", tmp_path / "a.cu"]
    said = subprocess.run(line, env={**environment, "PYTHONPATH": str(tmp_path / "site")}, capture_output=True, text=True, check=True)
    assert "int found = 42;" in said.stdout
