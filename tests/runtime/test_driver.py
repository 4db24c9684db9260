# SPDX-License-Identifier: Apache-2.0
"""The driver API: a program on libcuda.so.1 alone, and the symbols that loaders ask for."""

from __future__ import annotations

import base64
import os
import subprocess
import sys

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


REFERENCES = """
texture<float, 1> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> plane;
surface<void, 2> drawn;
extern "C" __global__ void look(float *out) {
  out[0] = tex1Dfetch(line, 2);
  out[1] = tex2D(plane, 1.0f, 0.5f);
  surf2Dwrite(42, drawn, 8, 3);
  out[2] = surf2Dread<int>(drawn, 8, 3);
}
"""


def test_texture_objects_and_references(build, run, tmp_path):
    (tmp_path / "references.cu").write_text(REFERENCES)
    line = [sys.executable, "-m", "scale.compiler.driver.main", "-arch=cpu", "-fatbin", "references.cu"]
    subprocess.run(line, cwd=tmp_path, check=True, env=dict(os.environ, SCALE_CUDA_VERSION="11.8"))
    result = run(build("driver_textures", driver=True), str(tmp_path / "references.fatbin"))
    assert (result.returncode, result.stdout) == (0, "driver textures: right\n"), result.stdout + result.stderr


def test_the_runtime_initialises_the_driver(build, run):
    result = run(build("both_interfaces", shared=True, options=("-lcuda",)))
    assert result.stdout == "3 0 0 0 0: device 0, 32 lanes, no context\n", result.stdout + result.stderr
