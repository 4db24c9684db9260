# SPDX-License-Identifier: Apache-2.0
"""The driver API: a program on libcuda.so.1 alone, and the symbols that loaders ask for."""

from __future__ import annotations

import base64
import subprocess

from runtime_build import container
from scale import paths


def test_driver_api(build, run, image, tmp_path):
    binary = container([("gfx942", 1, 0, b"x" * 64), ("cpu", 2, 2, image)])
    (tmp_path / "k.fatbin").write_bytes(binary)
    (tmp_path / "k.ptx").write_bytes(b"//SCALE-IMAGE base64\n" + base64.encodebytes(binary))
    result = run(build("driver", driver=True), str(tmp_path / "k.fatbin"), str(tmp_path / "k.ptx"))
    assert (result.returncode, result.stdout) == (0, "driver: right\n"), result.stdout + result.stderr
    assert "device code could not be compiled for cpu:\nmodule.ptx:" in result.stderr


def test_virtual_memory_old_launches_graphs_and_values(build, run, image, tmp_path):
    (tmp_path / "k.fatbin").write_bytes(container([("cpu", 2, 2, image)]))
    result = run(build("driver_more", driver=True), str(tmp_path / "k.fatbin"))
    assert (result.returncode, result.stdout) == (0, "driver_more: right\n"), result.stdout + result.stderr


def test_unversioned_names_that_loaders_ask_for():
    text = subprocess.run(
        ["nm", "-D", "--defined-only", str(paths.library_folder() / "libcuda.so.1")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    exported = {line.split()[-1] for line in text.splitlines()}
    wanted = "cuInit cuLinkCreate cuLinkAddData cuModuleGetGlobal cuDevicePrimaryCtxRelease cuDevicePrimaryCtxReset"
    assert set(wanted.split()) | {"cuGLGetDevices_v2", "cuGraphicsGLRegisterImage", "cuProfilerStart"} <= exported


def test_texture_objects(build, run):
    result = run(build("driver_textures", driver=True))
    assert (result.returncode, result.stdout) == (0, "driver textures: right\n"), result.stdout + result.stderr
