# SPDX-License-Identifier: Apache-2.0
"""Compilation and links at run time by the libraries that start the compiler."""

from __future__ import annotations

from scale.runtime.apigen import tables


def test_compile_name_load_and_run(build, run, tmp_path):
    program = build("nvrtc", driver=True, options=("-lnvrtc",))
    result = run(program, TMPDIR=str(tmp_path))
    assert (result.returncode, result.stdout) == (0, "nvrtc: right\n"), result.stdout + result.stderr
    assert not list(tmp_path.iterdir())  # nothing is left behind


def test_link_by_nvjitlink(build, run, tmp_path):
    program = build("jitlink", driver=True, options=("-lnvJitLink",))
    result = run(program, TMPDIR=str(tmp_path), SCALE_TARGETS="cpu")
    assert (result.returncode, result.stdout) == (0, "jitlink: right\n"), result.stdout + result.stderr
    assert not list(tmp_path.iterdir())


def test_compile_by_the_ptx_compiler_interface(build, run, tmp_path):
    program = build("ptxcompiler", driver=True, options=("-lnvptxcompiler_static",))
    result = run(program, TMPDIR=str(tmp_path), SCALE_TARGETS="cpu")
    assert (result.returncode, result.stdout) == (0, "ptxcompiler: right\n"), result.stdout + result.stderr
    assert not list(tmp_path.iterdir())


def test_error_names_are_the_enumerators():
    source = (tables.API_FOLDER.parent / "src" / "nvrtc" / "nvrtc.cpp").read_text()
    names = [name for name, _ in sorted(tables.enumerators()["nvrtcResult"], key=lambda row: int(row[1]))]
    positions = [source.index(f'"{name}"') for name in names]
    assert positions == sorted(positions)
