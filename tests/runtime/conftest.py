# SPDX-License-Identifier: Apache-2.0
"""Programs of `programs/`, built with g++ against the runtime, with a CPU image written by hand."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from runtime_build import PROGRAMS, compile_and_link, container
from scale import paths

INCLUDES = [paths.generated_include(), paths.hand_written_include()]
Build = Callable[..., Path]


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The hand-written CPU image."""
    output = tmp_path_factory.mktemp("image") / "image.so"
    include = paths.package_root() / "runtime" / "include"
    compile_and_link(["gcc", "-O2", "-shared", "-fPIC", "-I", include, PROGRAMS / "image.c", "-o", output])
    return output.read_bytes()


@pytest.fixture(scope="session")
def build(image: bytes, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """`build("basics", shared=True)` gives the program's path; each is built once."""
    built: dict[tuple[object, ...], Path] = {}
    folder = tmp_path_factory.mktemp("programs")

    def one(
        name: str,
        *,
        shared: bool = False,
        driver: bool = False,
        options: tuple[str, ...] = (),
        images: tuple[tuple[str, int, int, bytes], ...] | None = None,
    ) -> Path:
        key = (name, shared, driver, options, images)
        if key in built:
            return built[key]
        output = folder / f"{name}-{len(built)}"
        fatbin = output.with_suffix(".fatbin")
        fatbin.write_bytes(container(list(images) if images is not None else [("cpu", 2, 2, image)]))
        library = paths.library_folder()
        libraries = ["-lcuda"] if driver else []
        if driver:
            libraries += ["-lpthread"]
        else:
            libraries += ["-lcudart"] if shared else ["-lcudart_static", "-lpthread", "-ldl", "-lrt"]
        source = next(PROGRAMS.glob(f"{name}.c*"))
        compile_and_link(
            ["g++", "-O1", "-std=c++17", "-Wall", *(f"-I{i}" for i in INCLUDES), f'-DCONTAINER="{fatbin}"', *options,
             source, "-o", output, "-L", library, f"-Wl,-rpath,{library}", *libraries, *(o for o in options if o.startswith("-l"))]
        )  # fmt: skip
        built[key] = output
        return output

    return one


@pytest.fixture
def run() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a program on the CPU provider, with further environment variables."""

    def one(program: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("SCALE_")}
        return subprocess.run(
            [str(program), *arguments], capture_output=True, text=True, timeout=60, check=False,
            env={**clean, "SCALE_DEVICE": "cpu", **environment},
        )  # fmt: skip

    return one


@pytest.fixture(scope="session")
def root() -> None:
    """Skips where the tests do not run as root."""
    if os.geteuid() != 0 or not shutil.which("chroot"):
        pytest.skip("needs root for chroot")
