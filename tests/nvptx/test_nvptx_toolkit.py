# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's installation: how it is found, and what is said where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale import nvidia_toolkit as finder
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
