# SPDX-License-Identifier: Apache-2.0
"""Each header compiles alone: device side, host side, and with the host's own compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from scale.compiler.frontend import FrontendRequest, device_arguments
from scale.paths import hand_written_include

FOLDER = hand_written_include()
HEADERS = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.h") if path.relative_to(FOLDER).parts[0] != "scale")
FROM_C = ["cuComplex.h", "vector_types.h", "vector_functions.h", "driver_functions.h", "host_defines.h", "channel_descriptor.h"]
STANDARDS = ("c++11", "c++14", "c++17", "c++20")


@pytest.mark.parametrize("side", ["device", "host"])
def test_all_together(device_ir, host_compiles, side: str) -> None:
    text = "".join(f"#include <{name}>\n" for name in HEADERS)
    if side == "device":
        device_ir(text)
    else:
        host_compiles(text)


@pytest.mark.exhaustive
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("name", HEADERS)
def test_alone(device_ir, host_compiles, name: str, standard: str) -> None:
    device_ir(f"#include <{name}>\n", std=standard)
    host_compiles(f"#include <{name}>\n", std=standard)


def _host_compiler(tmp_path: Path, api_include: Path, compiler: str, standard: str, headers: list[str]) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    file = tmp_path / ("a.c" if standard.startswith("c1") or standard == "c99" else "a.cpp")
    file.write_text("".join(f"#include <{name}>\n" for name in headers) + "int main(void) { return 0; }\n")
    command = [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    done = subprocess.run(
        [*command, "-I", str(FOLDER), "-I", str(api_include), str(file)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize("standard", STANDARDS)
def test_with_the_hosts_compiler(tmp_path: Path, api_include: Path, standard: str) -> None:
    _host_compiler(tmp_path, api_include, "g++", standard, HEADERS)


def test_in_c(tmp_path: Path, api_include: Path) -> None:
    _host_compiler(tmp_path, api_include, "gcc", "c11", FROM_C)


def test_nvidias_half_headers_in_a_project_come_after_ours(tmp_path: Path) -> None:
    (tmp_path / "cuda_fp16.h").touch()
    words = device_arguments(FrontendRequest("a.cu", "a.ll", includes=(str(tmp_path), "own")))
    assert words[words.index(str(tmp_path)) - 1] == "-idirafter" and "-Iown" in words


@pytest.mark.parametrize("side", ["device", "host"])
def test_code_chosen_by_target(device_ir, host_compiles, side: str) -> None:
    text = """#include <nv/target>
__host__ __device__ constexpr int which() {
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (return 90;),
                     NV_IS_EXACTLY_SM_80, (int x = 80, y = 0; NV_IF_ELSE_TARGET(NV_IS_DEVICE, return x + y;, return 1;)),
                     NV_IS_HOST, (return 3;))
  return 0;
}
__host__ __device__ constexpr int one() { NV_IF_TARGET(NV_IS_DEVICE, return 1;) return 2; }
"""
    if side == "device":
        device_ir(text + "__device__ void f() { static_assert(which() == 80 && one() == 1); }")
    else:
        host_compiles(text + "void f() { static_assert(which() == 3 && one() == 2); }")


def test_nvtx_beside_a_projects_own_copy(host_compiles) -> None:
    host_compiles("""#define NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
#include <nvtx3/nvtx3.hpp>
#undef NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
#include <nvtx3/nvtx3.hpp>
void f() { NVTX3_FUNC_RANGE(); nvtx3::scoped_range a{"x"}; nvtx3::v1::scoped_range b{"y"}; }
namespace nvtx3 {
class domain { public: struct global { int own; }; };
struct rgb { int r; };
struct argb : rgb {};
inline int g(domain::global const &d) { return d.own; }
}
int h(nvtx3::domain::global d) { return nvtx3::argb().r + d.own; }
""")
