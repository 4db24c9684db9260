# SPDX-License-Identifier: Apache-2.0
"""`scale env` and `scale build`, the files that exist once a target, and the start-up hooks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scale.cli.activation import startup_folder

ROOT = Path(__file__).resolve().parents[2]


def test_files_for_each_target_are_current() -> None:
    """Otherwise: python -m devtools.target_files"""
    sys.path.insert(0, str(ROOT))
    try:
        from devtools import target_files
    finally:
        sys.path.remove(str(ROOT))
    for path, content in target_files.files(target_files.target_names()).items():
        assert (ROOT / path).read_text() == content, path


def test_versions_agree() -> None:
    import scale

    text = (ROOT / "plugins/cmake/ScaleConfigVersion.cmake").read_text()
    assert f'set(PACKAGE_VERSION "{scale.__version__}")' in text
    assert f'version = "{scale.__version__}"' in (ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize("shell", ["bash", "zsh", "sh", "fish"])
def test_activation_and_its_end(shell: str) -> None:
    """The variables are set, hold a quote unharmed, and get their old values back."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    show = 'echo "$CUDA_HOME|$SCALE_TARGETS|$PATH"'
    setup = "scale env gfx942 --shell fish | source" if shell == "fish" else f'eval "$(scale env gfx942 --shell {shell})"'
    script = f"{show}; {setup}; {show}; scale_deactivate; {show}"
    environment = {**os.environ, "CUDA_HOME": "/an old'place", "SCALE_TARGETS": "cpu"}
    done = subprocess.run([program, "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    before, during, after = done.stdout.splitlines()
    assert before == after, done.stderr
    assert before.startswith("/an old'place|cpu|")
    home, targets, path = during.split("|")
    assert (Path(home) / "bin" / "nvcc").exists()
    assert targets == "gfx942"
    assert path.replace(" ", ":").startswith(f"{home}/bin:")


def test_build_runs_the_command_with_the_toolkit() -> None:
    code = "import os; print(os.environ['CUDA_HOME'], os.environ['SCALE_TARGETS'], os.environ['NVCC'], os.environ['CUDA_BIN_PATH'])"
    done = subprocess.run(
        ["scale", "build", "--target", "gfx942,cpu", "--", sys.executable, "-c", code], capture_output=True, text=True, timeout=60
    )
    home, targets, nvcc, tools = done.stdout.split()
    assert targets == "gfx942;cpu"
    assert nvcc == f"{home}/bin/nvcc"
    assert tools == f"{home}/bin"


def test_what_a_makefile_links_runs(tmp_path: Path) -> None:
    """By the host's compiler and without a run path, as configure scripts do it: NVIDIA's installation makes its libraries known."""
    code = "int cudaRuntimeGetVersion(int *);\nint main() { int v = 0; cudaRuntimeGetVersion(&v); return v != 12090; }\n"
    (tmp_path / "a.c").write_text(code)
    script = 'cc a.c -L"$CUDA_HOME/lib64" -lcudart -o a && ./a && echo "$LD_LIBRARY_PATH"'
    environment = {**os.environ, "LD_LIBRARY_PATH": "/mine", "SCALE_CUDA_VERSION": "12.9"}
    line = ["scale", "build", "--target", "cpu", "--", "scale", "build", "--", "sh", "-c", script]
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    first, second = done.stdout.strip().split(":")  # the user's own first, ours once
    assert first == "/mine" and second.endswith("/lib64"), done.stderr


@pytest.mark.skipif(shutil.which("pkg-config") is None, reason="pkg-config is not installed")
def test_bare_library_names_and_pkg_config(tmp_path: Path) -> None:
    """As legacy CMake projects and makefiles write them, once each, behind the user's own."""
    (tmp_path / "a.c").write_text("int cublasGetVersion_v2(void *, int *);\nint main() { return cublasGetVersion_v2(0, 0) == 0; }\n")
    script = 'cc a.c -lcublas -lcudart -o a && ./a && pkg-config --modversion cublas-12.9 nvjitlink-12.9 && echo "$LIBRARY_PATH"'
    environment = {**os.environ, "LIBRARY_PATH": "/mine", "SCALE_CUDA_VERSION": "12.9"}
    line = ["scale", "build", "--target", "cpu", "--", "scale", "build", "--", "sh", "-c", script]
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    *versions, path = done.stdout.split()
    assert versions == ["12.9", "12.9"], done.stderr
    assert path.split(":")[0] == "/mine" and len(path.split(":")) == 2


def test_imported_targets_keep_their_run_path(tmp_path: Path) -> None:
    """Where LIBRARY_PATH leads a linker into the libraries' own folder, CMake takes it for one that the loader knows."""
    (tmp_path / "a.cpp").write_text("#include <cublas_v2.h>\nint main() { int v; return cublasGetVersion(nullptr, &v) != 0 || v == 0; }\n")
    text = "cmake_minimum_required(VERSION 3.20)\nproject(a CXX)\nfind_package(CUDAToolkit REQUIRED)\nadd_executable(a a.cpp)\n"
    (tmp_path / "CMakeLists.txt").write_text(f"{text}target_link_libraries(a CUDA::cublas)\n")
    for words in (["cmake", "-S", ".", "-B", "build"], ["cmake", "--build", "build"]):
        subprocess.run(["scale", "build", "--target", "cpu", "--", *words], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    outside = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    subprocess.run([tmp_path / "build" / "a"], check=True, env=outside, timeout=60)


def test_compiler_caches_are_told_all_that_chooses_code() -> None:
    """Where one command is run with one choice. A shell's variables may change while it is activated, which a cache would not see."""
    from scale.cli.activation import activated

    key = "CCACHE_NAMESPACE"
    assert key not in activated("cpu", {})
    code = f"import os; print(os.environ['{key}'] == os.environ['SCCACHE_C_CUSTOM_CACHE_BUSTER'] and os.environ['{key}'])"
    seen = []
    for given in ({}, {"SCALE_CUDA_VERSION": "13.0"}, {"SCALE_CUDA_ARCH": "90"}, {"NVCC_APPEND_FLAGS": "-O1"}):
        line = ["scale", "build", "--target", "cpu;gfx942", "--", sys.executable, "-c", code]
        seen.append(subprocess.run(line, env={**os.environ, **given}, capture_output=True, text=True, timeout=60).stdout)
    assert len(set(seen)) == 4
    assert all(name.startswith("scale-cpu-gfx942-") for name in seen)


def test_a_torch_for_cuda_keeps_its_own_libraries(tmp_path: Path) -> None:
    """It brings libraries of the same names, which LD_LIBRARY_PATH would displace."""
    from scale.cli.activation import activated

    assert "LD_LIBRARY_PATH" in activated("cpu", {})
    library = tmp_path / "lib/python3.11/site-packages/torch/lib/libtorch_cuda.so"
    library.parent.mkdir(parents=True)
    library.touch()
    assert "LD_LIBRARY_PATH" not in activated("cpu", {"VIRTUAL_ENV": str(tmp_path)})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--", "no-such-command"], "scale: error: the command 'no-such-command' is not found\n"),
        (["--target", "gfx000", "--", "true"], "scale: error: unknown target 'gfx000'"),
        ([], "scale: error: no command to run"),
    ],
)
def test_build_errors(arguments: list[str], message: str) -> None:
    done = subprocess.run(["scale", "build", *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(message)


def test_hidden_sitecustomize_still_runs(tmp_path: Path) -> None:
    """Ours is found first; the one that it hides runs too."""
    (tmp_path / "sitecustomize.py").write_text("print('site says hello')\n")
    path = os.pathsep.join([str(startup_folder()), str(tmp_path)])
    done = subprocess.run([sys.executable, "-c", "pass"], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert done.stdout == "site says hello\n"
    assert done.stderr == ""


def test_hooks_rest_without_the_toolkit(tmp_path: Path) -> None:
    """With the hooks on PYTHONPATH but another CUDA_HOME, nothing is touched."""
    code = "import setuptools.command.build_ext as b; print(b.build_ext.build_extension.__qualname__)"
    environment = {**os.environ, "PYTHONPATH": str(startup_folder()), "CUDA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout == "build_ext.build_extension\n"
