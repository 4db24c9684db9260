# SPDX-License-Identifier: Apache-2.0
"""Several of NVIDIA's architectures in one program: each has the code that the source has for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .nvptx_build import nvcc

KERNEL = """
#if __CUDA_ARCH__ >= 900
#include "newer.h"
#endif
__global__ void k(int *p) {
#ifdef __CUDA_ARCH__
  *p = __CUDA_ARCH__;
#endif
}
__device__ constexpr int all[] = {__CUDA_ARCH_LIST__};
static_assert(all[0] == 750 && all[1] == 900, "");
"""
CALLER = "__device__ int value(); __global__ void k(int *p) { *p = value() + %s; }"
CALLED = """
__device__ int value() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}
"""
BOTH = "sm_90,sm_75"


def stored(path: Path) -> dict[str, str]:
    """The number that the kernel stores, by the target of each PTX in a file."""
    text = path.read_bytes().decode("latin-1")
    return dict(re.findall(r"\.target (sm_\w+).*?st\.global\.[bu]32 [^;]*, (\d+);", text, re.DOTALL))


def test_front_end_runs_for_each(tmp_path: Path) -> None:
    (tmp_path / "newer.h").write_text("#define NEWER 1\n")
    (tmp_path / "k.cu").write_text(KERNEL)
    done = nvcc(tmp_path, BOTH, "-fatbin", "k.cu", "-MD", "-MF", "k.d")
    assert (done.returncode, done.stderr) == (0, "")
    assert stored(tmp_path / "k.fatbin") == {"sm_75": "750", "sm_90": "900"}
    assert "newer.h" in (tmp_path / "k.d").read_text()
    done = nvcc(tmp_path, BOTH, "-c", "k.cu", "-keep")
    assert (done.returncode, done.stderr) == (0, "")
    assert stored(tmp_path / "k.o") == {"sm_75": "750", "sm_90": "900"}
    for words in (("-M",), ("-E",)):
        assert "newer.h" in nvcc(tmp_path, BOTH, *words, "k.cu").stdout


def test_one_architecture_for_all_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNEL.split("__device__ constexpr")[0])
    done = nvcc(tmp_path, BOTH, "-fatbin", "k.cu", SCALE_CUDA_ARCH="75")
    assert done.returncode == 0, done.stderr
    assert stored(tmp_path / "k.fatbin") == {"sm_75": "750", "sm_90": "750"}


def test_device_link_takes_each_from_its_own(tmp_path: Path) -> None:
    (tmp_path / "caller.cu").write_text(CALLER % 1)
    (tmp_path / "value.cu").write_text(CALLED)
    assert nvcc(tmp_path, BOTH, "-dc", "caller.cu").returncode == 0
    assert nvcc(tmp_path, BOTH, "-dc", "value.cu").returncode == 0
    done = nvcc(tmp_path, BOTH, "-dlink", "-fatbin", "caller.o", "value.o", "-o", "whole.fatbin")
    assert (done.returncode, done.stderr) == (0, "")
    assert stored(tmp_path / "whole.fatbin") == {"sm_75": "751", "sm_90": "901"}
    assert nvcc(tmp_path, "sm_75", "-rdc=true", "-lib", "value.cu", "-o", "libvalue.a").returncode == 0
    done = nvcc(tmp_path, BOTH, "-dlink", "-fatbin", "caller.o", "libvalue.a", "-o", "older.fatbin")
    assert (done.returncode, done.stderr) == (0, "")
    assert stored(tmp_path / "older.fatbin") == {"sm_75": "751", "sm_90": "751"}


@pytest.mark.parametrize(
    ("made_for", "said"),
    [
        ("sm_90a", "'value.o' has no code for sm_75: it was compiled for compute_90a"),
        ("cpu", "'value.o' was not compiled for NVIDIA's GPUs; compile it for sm_75, too"),
    ],
)
def test_objects_that_do_not_fit_are_refused(tmp_path: Path, made_for: str, said: str) -> None:
    (tmp_path / "caller.cu").write_text(CALLER % 1)
    (tmp_path / "value.cu").write_text(CALLED)
    assert nvcc(tmp_path, "sm_75", "-dc", "caller.cu").returncode == 0
    assert nvcc(tmp_path, made_for, "-dc", "value.cu").returncode == 0
    done = nvcc(tmp_path, "sm_75", "-dlink", "caller.o", "value.o", "-o", "linked.o")
    assert (done.returncode, done.stderr) == (1, f"scale-nvcc: error: device link: {said}\n")
    if made_for == "cpu":
        done = nvcc(tmp_path, "cpu", "-dlink", "caller.o", "value.o", "-o", "linked.o")
        assert "'caller.o' was compiled for NVIDIA's GPUs, not for cpu" in done.stderr


def test_one_text_is_for_one(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(CALLER % 1)
    done = nvcc(tmp_path, BOTH, "-ptx", "k.cu")
    assert "Option '--ptx (-ptx)' is not allowed when compiling for multiple GPU architectures" in done.stderr
    assert "SCALE_TARGETS" in done.stderr


@pytest.mark.parametrize(
    ("target", "specific", "family"), [("sm_90", 0, 0), ("sm_90a", 900, 900), ("sm_100f", 0, 1000), ("sm_120a", 1200, 1200)]
)
def test_macros_of_one_processor_and_of_a_family(tmp_path: Path, target: str, specific: int, family: int) -> None:
    (tmp_path / "k.cu").write_text(
        "#ifdef __CUDA_ARCH__\n"
        f"#if __CUDA_ARCH_SPECIFIC__ + 0 != {specific} || __CUDA_ARCH_FAMILY_SPECIFIC__ + 0 != {family}\n#error\n#endif\n#endif\n"
        "__global__ void k() {}\n"
    )
    done = nvcc(tmp_path, target, "-fatbin", "k.cu", SCALE_CUDA_VERSION="13.0")
    assert (done.returncode, done.stderr) == (0, "")
