# SPDX-License-Identifier: Apache-2.0
"""Inputs that hold device code: PTX, images and fat binaries; objects and archives in device links, whole and damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.compiler.fatbin import from_text, read_container
from scale.compiler.fatbin.reader import read_images
from scale.compiler.targets.target import ImageKind

Scale = Callable[..., "subprocess.CompletedProcess[str]"]
TRIPLE = """\
// three times each element
.version 7.0
.target sm_70
.address_size 64
.visible .entry triple(.param .u64 data)
{
  .reg .u64 %rd<3>;
  .reg .u32 %r<3>;
  ld.param.u64 %rd0, [data];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd1, %r0, 4;
  add.u64 %rd2, %rd0, %rd1;
  ld.u32 %r1, [%rd2];
  mul.lo.u32 %r2, %r1, 3;
  st.u32 [%rd2], %r2;
  ret;
}
"""
USER = "extern __device__ int half(int);\n__global__ void user(int *p) { *p = half(10); }\n"
HALF = "__device__ int half(int x) { return x / 2; }\n"


@pytest.fixture
def scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scale:
    """Runs scale-nvcc in a folder with a PTX module and two halves of a device program."""
    monkeypatch.chdir(tmp_path)
    Path("triple.ptx").write_text(TRIPLE)
    Path("user.cu").write_text(USER)
    Path("half.cu").write_text(HALF)

    def run(*words: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "SCALE_TARGETS": "gfx942", **environment}
        command = [sys.executable, "-m", "scale.compiler.driver.main", *words]
        done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=120)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


def kernels(path: str) -> list[str]:
    from scale.compiler.targets.registry import make_target

    found = [found.image for found in read_images(Path(path))]
    return [kernel.name for image in found for kernel in make_target(image.target).describe(image)]


def test_ptx_becomes_an_image(scale: Scale) -> None:
    scale("-cubin", "triple.ptx")
    assert kernels("triple.cubin") == ["triple"]
    scale("-fatbin", "triple.ptx", SCALE_TARGETS="cpu;gfx1100")
    assert {image.target for image in read_container(Path("triple.fatbin").read_bytes())} == {"cpu", "gfx1100"}
    scale("-fatbin", "triple.cubin", "-o", "wrapped.fatbin")
    (image,) = read_container(Path("wrapped.fatbin").read_bytes())
    assert (image.target, image.data) == ("gfx942", Path("triple.cubin").read_bytes())
    scale("-fatbin", "triple.ptx", "-o", "gfx942")  # a result may be called like the value of an option
    assert kernels("gfx942") == ["triple"]


def test_ptx_errors_name_the_line(scale: Scale) -> None:
    Path("bad.ptx").write_text(TRIPLE.replace("mul.lo.u32", "frobnicate.u32"))
    done = scale("-cubin", "bad.ptx", status=1)
    assert done.stderr.startswith("bad.ptx:14: error: ")
    assert not Path("bad.cubin").exists()


def test_ptx_in_device_links(scale: Scale) -> None:
    scale("-dc", "triple.ptx", "-o", "triple.o")
    scale("-dlink", "-fatbin", "triple.o", "-o", "one.fatbin")
    scale("-dlink", "-fatbin", "triple.ptx", "-o", "two.fatbin")
    assert kernels("one.fatbin") == kernels("two.fatbin") == ["triple"]


def test_relocatable_images_are_linked_later(scale: Scale) -> None:
    """What CMake does for separable compilation to PTX or fat binaries: code with open references is no error."""
    scale("-rdc=true", "-fatbin", "user.cu")
    assert [image.kind for image in read_container(Path("user.fatbin").read_bytes())] == [ImageKind.DEVICE_IR]
    scale("-rdc=true", "-ptx", "half.cu")
    kinds = [image.kind for image in read_container(from_text(Path("half.ptx").read_bytes()))]
    assert kinds == [ImageKind.DEVICE_IR, ImageKind.CODE_OBJECT]
    scale("-dlink", "-fatbin", "user.fatbin", "half.ptx", "-o", "both.fatbin")
    assert kernels("both.fatbin") == ["_Z4userPi"]
    done = scale("-dlink", "user.fatbin", status=1)
    assert done.stderr == "nvlink error   : Undefined reference to '_Z4halfi' in 'user.fatbin'\n"


def test_open_references_with_c_names(scale: Scale) -> None:
    """`extern "C"` functions of another file; printf, malloc and C's functions by their built-ins are no such references."""
    body = 'printf("%d", *p); *p = triple(*p) + __builtin_scalbln(*p, 2l) + __builtin_logb(*p); free(malloc(8));'
    Path("plain.cu").write_text(f'#include <cstdio>\nextern "C" __device__ int triple(int);\n__global__ void k(int *p) {{ {body} }}\n')
    scale("-rdc=true", "-fatbin", "plain.cu")
    assert [image.kind for image in read_container(Path("plain.fatbin").read_bytes())] == [ImageKind.DEVICE_IR]
    done = scale("-dlink", "plain.fatbin", status=1)
    assert done.stderr == "nvlink error   : Undefined reference to 'triple' in 'plain.fatbin'\n"
    done = scale("-fatbin", "plain.cu", status=1)
    assert "error: unresolved extern function 'triple'" in done.stderr


@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_variable_of_another_file_is_an_error_where_it_is_used(scale: Scale, target: str) -> None:
    """Where no copy of its own can stand in for it, as nvcc makes with a warning (tests/dialect/test_static_externs.py)."""
    Path("v.cu").write_text("namespace n { extern __device__ int v[]; }\n__global__ void k(int *p) {\n  *p = n::v[1];\n}\n")
    done = scale("-c", "v.cu", status=1, SCALE_TARGETS=target)
    assert done.stderr == "v.cu:3:8: error: unresolved extern variable 'n::v'\n  hint: is it in another file? -rdc=true links device code\n"
    Path("unused.cu").write_text("extern __device__ int w;\n__device__ int f() { return w; }\n__global__ void k() {}\n")
    scale("-c", "unused.cu", SCALE_TARGETS=target)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-c", "x.ptx"], ".ptx input files are only allowed with '--cubin (-cubin)', '--fatbin (-fatbin)', '--device-c (-dc)', "),
        (["x.cubin"], ".cubin input files are only allowed with '--fatbin (-fatbin)', '--device-c (-dc)', '--device-link (-dlink)', "),
        (["-cubin", "x.fatbin"], ".fatbin input files are only allowed with '--device-link (-dlink)', '--cubin (-cubin) --device"),
    ],
)
def test_device_files_where_nvcc_takes_none(words: list[str], message: str, scale: Scale) -> None:
    Path(words[-1]).touch()
    assert scale(*words, status=1).stderr.startswith(f"nvcc fatal   : {message}")


def test_sources_without_device_code_take_part_in_a_device_link(scale: Scale) -> None:
    """CMake compiles every `.cu` file of a separable target in this way, those with host code alone too."""
    Path("host.cu").write_text("int host_only(int x) { return x + 1; }\n")
    scale("-dc", "host.cu", "user.cu", "half.cu")
    subprocess.run(["ar", "crs", "libhost.a", "host.o", "half.o"], check=True)
    scale("-dlink", "-fatbin", "user.o", "libhost.a", "-o", "all.fatbin")
    assert kernels("all.fatbin") == ["_Z4userPi"]
    scale("-dlink", "host.o", "-o", "none.o")
    assert Path("none.o").stat().st_size > 0


def test_damaged_inputs_of_a_device_link(scale: Scale) -> None:
    scale("-dc", "half.cu", "-o", "half.o")
    whole = Path("half.o").read_bytes()
    damaged = {
        "cut.o": (whole[: len(whole) // 2], "device link of cut.o: an ELF file is cut short"),
        "head.o": (whole[:30], "device link of head.o: not a 64-bit little-endian ELF file"),
        "magic.o": (whole.replace(b"SCALEFB", b"SCALEXX"), "device link of magic.o: its device code is damaged"),
        "text.o": (b"nothing of the kind", "device link: 'text.o' is neither an object nor an archive nor device code"),
        "empty.o": (b"", "device link: 'empty.o' is neither an object nor an archive nor device code"),
    }
    for name, (data, message) in damaged.items():
        Path(name).write_bytes(data)
        assert scale("-dlink", name, status=1).stderr == f"scale-nvcc: error: {message}\n"
    assert not Path("a_dlink.o").exists()
    subprocess.run(["ar", "crs", "libhalf.a", "half.o"], check=True)
    archive = Path("libhalf.a").read_bytes()
    Path("libcut.a").write_bytes(archive[:-400])
    assert scale("-dlink", "libcut.a", status=1).stderr.endswith("device link of libcut.a: an archive is cut short\n")
    scale("-cubin", "triple.ptx")
    assert "the code in 'triple.cubin' is finished" in scale("-dlink", "triple.cubin", status=1).stderr


def test_thin_archives_and_linker_scripts(scale: Scale) -> None:
    scale("-dc", "user.cu", "half.cu")
    os.mkdir("lib")  # noqa: PTH102
    subprocess.run(["ar", "crsT", "lib/libhalf.a", "half.o"], check=True)
    Path("lib/libscript.a").write_text("/* GNU ld script */\n")
    scale("-dlink", "-fatbin", "user.o", "-Llib", "-lhalf", "-lscript", "-o", "both.fatbin")
    assert kernels("both.fatbin") == ["_Z4userPi"]
    os.remove("half.o")  # noqa: PTH107
    done = scale("-dlink", "user.o", "-Llib", "-lhalf", status=1)
    assert done.stderr.endswith("a thin archive's member '../half.o' cannot be read: No such file or directory\n")


def test_launch_from_device_code_needs_relocatable_code(scale: Scale) -> None:
    Path("nested.cu").write_text("__global__ void inner() {}\n__global__ void outer() { inner<<<1, 1>>>(); }\n")
    done = scale("-c", "nested.cu", status=1)
    assert "nested.cu:2:32: error: a kernel launch from device code (dynamic parallelism) needs relocatable device code" in done.stderr
    assert done.stderr.count("error:") == 1
    scale("-c", "-rdc=true", "nested.cu")
