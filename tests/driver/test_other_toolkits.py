# SPDX-License-Identifier: Apache-2.0
"""Another CUDA toolkit that flags and variables name by habit, and what -Xcompiler says to the preprocessor."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from scale.cli.activation import activated
from scale.compiler.frontend.foreign import other_headers, other_libraries
from scale.compiler.frontend.host_words import split
from scale.compiler.toolkit import toolkit_folder

SOURCE = """
#include <cuda_fp16.h>
#include <only_theirs.h>
#include <cstdio>
__global__ void k(int *p) { *p = OTHER + (__half2float(__hadd(__half(1.f), __half(2.f))) == 3.f); }
int main() {
  int *p, h = 0;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
  std::printf("%d\\n", h);
}
"""
HOST = """
#include <cuda_runtime.h>
#include <only_theirs.h>
#include <cstdio>
int main() { int v = 0; std::printf("%d\\n", cudaRuntimeGetVersion(&v) + OTHER); }
"""


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A toolkit whose headers stop the compiler, and a library that ends the program."""
    (tmp_path / "cuda/include").mkdir(parents=True)
    (tmp_path / "cuda/lib64").mkdir()
    for name in ("cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h"):
        (tmp_path / "cuda/include" / name).write_text("#error another toolkit's\n")
    (tmp_path / "cuda/include/only_theirs.h").write_text("#define OTHER 40\n")
    (tmp_path / "stop.c").write_text("#include <stdlib.h>\n__attribute__((constructor)) static void stop(void) { _Exit(9); }\n")
    library = tmp_path / "cuda/lib64/libcudart.so.12"
    subprocess.run(["gcc", "-shared", "-fPIC", tmp_path / "stop.c", "-o", library, "-Wl,-soname,libcudart.so.12"], check=True)
    (tmp_path / "cuda/lib64/libcudart.so").symlink_to(library.name)
    (tmp_path / "a.cu").write_text(SOURCE)
    (tmp_path / "a.cpp").write_text(HOST)
    return tmp_path / "cuda"


def run(folder: Path, *words: str, **variables: str) -> tuple[str, str]:
    environment = {**os.environ, "SCALE_CUDA_VERSION": "12.9", **variables}
    done = subprocess.run(["scale-nvcc-cpu", *words, "-run"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


@pytest.mark.parametrize(("source", "answer"), [("a.cu", "41\n"), ("a.cpp", "40\n")])
@pytest.mark.parametrize("way", ["-I", "-isystem=", "-Xcompiler=-I", "-Xcompiler=-isystem ", "CPATH"])
def test_its_headers_are_searched_last(way: str, source: str, answer: str, other: Path) -> None:
    folder = str(other / "include")
    words, variables = ([], {way: f"/nowhere:{folder}"}) if way == "CPATH" else ([f"{way}{folder}"], {})
    assert run(other.parent, source, *words, **variables) == (answer, "")


def test_its_run_path_does_not_win(other: Path) -> None:
    flags = [f"-L{other}/lib64", "-cudart", "shared", "-Xlinker", f"-rpath={other}/lib64"]
    assert run(other.parent, "a.cu", f"-I{other}/include", *flags) == ("41\n", "")
    paths = subprocess.run(["readelf", "-d", other.parent / "a.out"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"runpath: \[(.*)\]", paths)
    assert found and found[1].endswith(f":{other}/lib64") and not found[1].startswith(str(other))
    flags = ["-cudart", "shared", "-Xlinker", "-rpath=/mine"]
    run(other.parent, "a.cu", f"-I{other}/include", *flags)
    paths = subprocess.run(["readelf", "-d", other.parent / "a.out"], capture_output=True, text=True, check=True).stdout
    assert "runpath: [/mine:" in paths


def test_activation_puts_ours_before_it(other: Path) -> None:
    toolkit = toolkit_folder("cpu")
    given = {"LD_LIBRARY_PATH": f"{other}/lib64:/mine", "LIBRARY_PATH": f"{other}/lib64", "CPATH": f"{other}/include:/inc"}
    values = activated("cpu", given)
    assert values["LD_LIBRARY_PATH"] == f"/mine:{toolkit.lib}:{other}/lib64"
    assert values["LIBRARY_PATH"] == f"{toolkit.library_path}:{other}/lib64"
    assert values["CPATH"] == f"/inc:{toolkit.include}:{other}/include"
    assert "CPLUS_INCLUDE_PATH" not in values and "CPATH" not in activated("cpu", {"CPATH": "/inc"})
    assert activated("cpu", values)["CPATH"] == values["CPATH"]


def test_what_is_another_toolkits(other: Path) -> None:
    toolkit = toolkit_folder("cpu")
    assert other_headers(str(other / "include")) and other_libraries(str(other / "lib64"))
    assert not other_headers(toolkit.include) and not other_libraries(toolkit.lib)
    assert not other_headers("/usr/include") and not other_libraries("/nowhere")


def test_a_cmake_build_with_another_toolkits_libraries(other: Path, tmp_path: Path) -> None:
    """`find_package(CUDAToolkit)` before `enable_language(CUDA)`: what CMake found then stays, and nothing else tells."""
    deep = tmp_path / "build/src/part"
    deep.mkdir(parents=True)
    (deep / "a.cu").write_text("__global__ void k() {}\n")
    command = ["scale-nvcc-cpu", "-c", "a.cu"]

    def said(cache: str) -> str:
        (tmp_path / "build/CMakeCache.txt").write_text(f"//Path to a library.\n{cache}\nCUDA_VERBOSE_BUILD:BOOL=OFF\n")
        return subprocess.run(command, cwd=deep, capture_output=True, text=True, check=True).stderr

    assert "nvcc warning : CMake has found the CUDA libraries of another toolkit" in said(
        f"CUDA_CUDART:FILEPATH={other}/lib64/libcudart.so"
    )
    assert f"({other}/lib64/libcudart.so)" in said(f"CUDA_cudart_LIBRARY:FILEPATH={other}/lib64/libcudart.so")
    assert said(f"CUDA_CUDART:FILEPATH={toolkit_folder('cpu').lib}/libcudart.so") == ""
    assert said("CUDA_CUDART:FILEPATH=CUDA_CUDART-NOTFOUND") == ""
    (deep / "CMakeCache.txt").write_text("")
    assert said(f"CUDA_CUDART:FILEPATH={other}/lib64/libcudart.so") == "", "a check by CMake itself, in a build tree of its own"


def test_both_sides_get_the_preprocessors_words(tmp_path: Path) -> None:
    """As nvcc, which preprocesses both with the host compiler's flags; what is said to nvcc itself comes after them."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/found.h").write_text("#define FOUND 7\n")
    (tmp_path / "first.h").write_text("#define FIRST 500\n")
    (tmp_path / "a.cu").write_text(
        "#include <found.h>\n#include <cassert>\n#include <cstdio>\n"
        "__global__ void k(int *p) { assert(false); *p = FIRST + V * 10 + FOUND; }\n"
        "int main() { int *p, h = 0; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);\n"
        '  std::printf("%d %d\\n", h, FIRST + V * 10 + FOUND); }\n'
    )
    line = ["a.cu", "-Xcompiler", "-isystem folder -include first.h -DV=3 -DNDEBUG -Wall"]
    assert run(tmp_path, *line) == ("537 537\n", "")
    assert run(tmp_path, *line, "-w", "-DV=4")[0] == "547 547\n"


def test_words_by_what_they_are_about() -> None:
    words = split(["-DA=1", "-D", "B", "-I", "x", "-Iy", "-isystemz", "-include", "h", "-O2", "-pthread", "-Wl,-D,x", "-Wp,-DC,-DD"])
    assert words.both == ("-DA=1", "-D", "B", "-I", "x", "-Iy", "-isystemz", "-DC", "-DD")
    assert words.files == ("-include", "h")
    assert words.host == ("-O2", "-pthread", "-Wl,-D,x")
    assert words.implied == ("-D_REENTRANT=1",)
