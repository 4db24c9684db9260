# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's installation: how it is found, and what is said where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale import nvidia_toolkit as finder
from scale.compiler.frontend import cccl
from scale.compiler.targets.nvptx import libdevice
from scale.compiler.targets.nvptx.pipeline import ptx_text
from scale.compiler.targets.nvptx.processors import find_processor
from scale.compiler.targets.target import DeviceOptions
from scale.compiler.toolkit import nvidia as tree
from scale.compiler.toolkit.tree import _short_names
from scale.errors import MissingTool


def installation(root: Path, version: int = 12080) -> Path:
    for name in ("include", "lib64", "bin", "nvvm/libdevice"):
        (root / name).mkdir(parents=True)
    (root / "include" / "cuda_runtime_api.h").write_text(f"#define CUDART_VERSION  {version}\n")
    (root / "lib64" / "libcudart.so").touch()
    (root / "nvvm" / "libdevice" / "libdevice.10.bc").touch()
    (root / "bin" / "ptxas").touch()
    (root / "bin" / "nvcc").touch()
    (root / "bin" / "cuobjdump").touch()
    (root / "include" / "npp.h").touch()
    return root


@pytest.fixture(autouse=True)
def _anew() -> None:
    finder.nvidia_toolkit.cache_clear()


def test_variable_names_it_and_its_release_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = installation(tmp_path / "cuda")
    monkeypatch.setenv("CUDA_HOME", str(root))
    found = finder.nvidia_toolkit()
    assert found is not None
    assert (found.root, found.libraries, found.ptxas) == (root, (root / "lib64",), root / "bin" / "ptxas")
    assert str(finder.release_for(("sm_80",))) == "12.8"
    assert str(finder.release_for(("gfx942",))) == "12.9"
    monkeypatch.setenv("SCALE_CUDA_VERSION", "12.4")
    assert str(finder.release_for(("sm_80",))) == "12.4"
    finder.nvidia_toolkit.cache_clear()


@pytest.mark.parametrize(("version", "headers"), [(12080, "include"), (13000, "include/cccl")])
def test_its_cccl_serves_where_there_is_no_other(version: int, headers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the headers beside it, which would hide that ours lack some; a toolkit folder of ours links to it in turn."""
    root = installation(tmp_path / "cuda", version)
    for name in (f"{headers}/thrust/version.h", f"{headers}/cub/cub.cuh", "lib64/cmake/thrust/thrust-config.cmake", "lib64/cmake/other/x"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    monkeypatch.setenv("CUDA_HOME", str(root))
    monkeypatch.setenv("SCALE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cccl.sys, "path", [])
    monkeypatch.delenv("PYTHONPATH", raising=False)
    found = cccl.cccl_include.__wrapped__(12)
    assert found is not None and found.is_relative_to(tmp_path / "cache")
    assert sorted(path.name for path in found.iterdir()) == ["cub", "thrust"]
    assert (found / "thrust" / "version.h").read_text() == f"{headers}/thrust/version.h"
    assert [path.name for path in (found.parent / "lib" / "cmake").iterdir()] == ["thrust"]
    assert cccl.cccl_include.__wrapped__(12) == found
    own = tmp_path / "own"
    (own / "include").mkdir(parents=True)
    (own / ".scale-toolkit").touch()
    (own / "include" / "thrust").symlink_to(found / "thrust")
    monkeypatch.setattr(cccl.sys, "argv", [str(own / "bin" / "nvcc")])
    assert cccl.cccl_include.__wrapped__(12) == found
    wheel = tmp_path / "site" / "nvidia" / "cuda_cccl" / "include"
    (wheel / "thrust").mkdir(parents=True)
    (wheel / "thrust" / "version.h").touch()
    monkeypatch.setattr(cccl.sys, "argv", ["scale-nvcc"])
    monkeypatch.setattr(cccl.sys, "path", [str(tmp_path / "site")])
    assert cccl.cccl_include.__wrapped__(12) == wheel
    finder.nvidia_toolkit.cache_clear()


def test_our_own_toolkit_folder_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = installation(tmp_path / "own"), installation(tmp_path / "other")
    (own / finder.OWN_MARK).touch()
    monkeypatch.setenv("CUDA_HOME", str(own))
    monkeypatch.setenv("CUDA_PATH", str(other))
    found = finder.nvidia_toolkit()
    assert found is not None
    assert found.root == other
    finder.nvidia_toolkit.cache_clear()


def test_wheels_of_a_torch_for_cuda_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They bring libcudart without its short name, and triton brings libdevice and ptxas."""
    files = {
        "nvidia/cuda_runtime/include/cuda_runtime_api.h": "#define CUDART_VERSION 12060\n",
        "nvidia/cuda_runtime/lib/libcudart.so.12": "",
        "nvidia/cublas/lib/libcublas.so.12": "",
        "triton/backends/nvidia/lib/libdevice.10.bc": "",
        "triton/backends/nvidia/bin/ptxas": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(finder, "_USUAL", ())
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(finder, "_packages", lambda: tmp_path)
    found = finder.nvidia_toolkit()
    assert found is not None
    assert str(found.release) == "12.6"
    triton = tmp_path / "triton" / "backends" / "nvidia"
    assert (found.libdevice, found.ptxas) == (triton / "lib" / "libdevice.10.bc", triton / "bin" / "ptxas")
    root = tmp_path / "tree"
    root.mkdir()
    tree.libraries(root / "lib64", "sm_80")
    _short_names(root / "lib64")
    assert {"libcudart.so", "libcudart.so.12", "libcublas.so"} <= {path.name for path in (root / "lib64").iterdir()}
    finder.nvidia_toolkit.cache_clear()


def test_toolkit_folder_has_nvidias_libraries_and_programs_but_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_HOME", str(installation(tmp_path / "cuda")))
    root = tmp_path / "tree"
    (root / "bin").mkdir(parents=True)
    (root / "include").mkdir()
    tree.libraries(root / "lib64", "sm_80")
    tree.parts(root, "sm_80")
    assert sorted(path.name for path in (root / "bin").iterdir()) == ["cuobjdump", "ptxas"]
    assert (root / "lib64" / "libcudart.so").resolve() == tmp_path / "cuda" / "lib64" / "libcudart.so"
    assert (root / "nvvm" / "libdevice" / "libdevice.10.bc").exists()
    assert (root / "include" / "npp.h").exists()
    finder.nvidia_toolkit.cache_clear()


def test_without_it_what_needs_none_of_it_compiles_and_the_rest_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (libdevice, tree):
        monkeypatch.setattr(module, "nvidia_toolkit", lambda: None)
    head = 'target triple = "nvptx64-nvidia-cuda"\n'
    plain = head + "define ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
    processor = find_processor("sm_80")
    assert ".visible .entry k(" in ptx_text(plain, processor, DeviceOptions())
    calling = (
        head
        + "define ptx_kernel void @k(ptr %p) {\n  %x = call float @__nv_sinf(float 1.0)\n  store float %x, ptr %p\n  ret void\n}\n"
        + "declare float @__nv_sinf(float)\n"
    )
    with pytest.raises(MissingTool, match=r"code for sm_80 needs NVIDIA's libdevice\.10\.bc for sinf\(\)"):
        ptx_text(calling, processor, DeviceOptions())
    with pytest.raises(MissingTool, match="programs for sm_80 are linked with NVIDIA's CUDA runtime, which is not installed"):
        tree.installed("sm_80")
