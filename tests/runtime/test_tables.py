# SPDX-License-Identifier: Apache-2.0
"""The API tables: complete, and in step with the sources."""

from __future__ import annotations

import subprocess

import pytest
from scale import paths
from scale.runtime import coverage
from scale.runtime.apigen import headers, status, tables


def test_status_matches_the_sources():
    assert not any(status.outdated().values()), "run `python -m scale.runtime.apigen.status`"


def test_every_function_of_cuda_12_9_and_batches_of_13_are_listed():
    have = coverage()
    totals = {api: row["total"] for api, row in have.items()}
    assert totals == {"runtime": 322, "driver": 457, "nvrtc": 26, "nvjitlink": 14, "nvptxcompiler": 11}
    for row in have.values():
        assert row["have"] + len(row["missing"]) == row["total"]


@pytest.mark.parametrize("library,api", [("libcudart.so.12", "runtime"), ("libcuda.so.1", "driver")])
def test_every_symbol_links(library, api):
    text = subprocess.run(
        ["nm", "-D", "--defined-only", str(paths.library_folder() / library)], capture_output=True, text=True, check=True
    ).stdout
    exported = {line.split()[-1].split("@")[0] for line in text.splitlines()}
    wanted = {f.name for f in tables.functions(api)}
    wanted |= {f"{f.name}_{f.per_thread}" for f in tables.functions(api) if f.per_thread}
    assert wanted <= exported
    # Nothing else leaks: neither C++ names nor the other API; versions have names too, `scale_room` is one.
    assert all(name.startswith(("cu", "__cuda", "__scale", "scale_hip", "scale_room_", "libcudart")) for name in exported)


@pytest.mark.parametrize(
    "command",
    ["gcc -std=c99 -x c", "gcc -std=c11 -x c", "g++ -std=c++11 -x c++", "g++ -std=c++20 -x c++", "clang-22 -std=c11 -x c",
     "clang-22 -std=c++20 -x c++", "g++ -std=c++17 -DCUDA_API_PER_THREAD_DEFAULT_STREAM -x c++"],
)  # fmt: skip
def test_headers_compile(command, tmp_path):
    source = tmp_path / "all.c"
    source.write_text(
        "".join(f"#include <{name}>\n" for name in [*headers.all_headers(), "cuda_profiler_api.h", "cudaProfiler.h"])
        + "int main(void) { struct cudaDeviceProp p; return sizeof p == 1032 && sizeof(CUtensorMap) == 128 &&"
        " CUDART_VERSION == 12090 && CUDA_VERSION == 12090 ? 0 : 1; }\n"
    )
    words = command.split()
    extra = ["-I", str(paths.generated_include()), "-I", str(paths.hand_written_include()), "-Wall", "-Wextra", "-Werror"]
    subprocess.run([*words, str(source), *extra, "-fsyntax-only"], check=True, timeout=60)


FORMS = """#include <cudaTypedefs.h>
#include <type_traits>
template <class A, class B> constexpr bool same = std::is_same<A, B>::value;
static_assert(same<PFN_cuMemAdvise_v12020, CUresult (*)(CUdeviceptr, size_t, CUmem_advise, CUmemLocation)>);
static_assert(same<PFN_cuMemAdvise, PFN_cuMemAdvise_v12020> == (CUDA_VERSION >= 13000));
static_assert(same<PFN_cuMemcpyBatchAsync_v13000,
                   CUresult (*)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, CUmemcpyAttributes *, size_t *, size_t, CUstream)>);
static_assert(same<PFN_cuCtxSynchronize_v2000, CUresult (*)()>);
"""


@pytest.mark.parametrize("release", [11080, 12090, 13000])
def test_types_of_the_drivers_functions_are_of_their_release_whatever_is_compiled_for(release, tmp_path):
    source = tmp_path / "forms.cpp"
    source.write_text(FORMS)
    folders = ["-I", str(paths.generated_include()), "-I", str(paths.hand_written_include())]
    subprocess.run(
        ["g++", "-std=c++17", f"-D__SCALE_CUDA_VERSION__={release}", *folders, str(source), "-fsyntax-only"], check=True, timeout=60
    )
