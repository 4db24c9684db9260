# SPDX-License-Identifier: Apache-2.0
"""The programs beside nvcc in the toolkit folder: what scripts read from them."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.cli.programs import cuobjdump, demangle, nvdisasm, ptxas, sanitizer
from scale.compiler.fatbin.reader import read_images
from scale.compiler.targets.target import ImageKind
from scale.compiler.toolkit import toolkit_folder

SOURCE = """
#include <cstdio>
#include <cstdlib>
namespace ns {
__global__ void fill(int *p, int value) {
  __shared__ int one[16];
  one[threadIdx.x] = value;
  p[threadIdx.x] = one[threadIdx.x ^ 1];
}
}  // namespace ns
__global__ void past(int *p) { p[threadIdx.x * 1000] = 7; }
int main(int count, char **words) {
  int *p;
  cudaMalloc(&p, 64);
  if (count > 1) past<<<1, 2>>>(p); else ns::fill<<<1, 16>>>(p, 3);
  std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 5;
}
"""
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry seven(.param .u64 where) {
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [where];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], 7;
  ret;
}
"""
FILL = "_ZN2ns4fillEPii"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`app` for two targets, and `seven.ptx`."""
    where = tmp_path_factory.mktemp("programs")
    (where / "app.cu").write_text(SOURCE)
    (where / "seven.ptx").write_text(PTX)
    environment = {**os.environ, "SCALE_TARGETS": "gfx942;cpu"}
    subprocess.run(["scale-nvcc", "app.cu", "-o", "app"], cwd=where, env=environment, check=True)
    return where


def test_the_folder_has_programs_and_no_hollow_ones() -> None:
    names = {path.name for path in Path(toolkit_folder("cpu").bin).iterdir()}
    assert names == {"nvcc", "bin2c", "compute-sanitizer", "cu++filt", "cuobjdump", "nvdisasm", "ptxas"}


@pytest.mark.parametrize("name", ["cuobjdump", "nvdisasm", "ptxas", "cu++filt", "compute-sanitizer"])
def test_versions_are_read_as_from_cudas(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCALE_CUDA_VERSION", raising=False)
    said = subprocess.run([Path(toolkit_folder("cpu").bin, name), "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith(f"{name}: ")
    assert said.stdout.splitlines()[3:] == ["Cuda compilation tools, release 12.9, V12.9.86", "Build cuda_12.9.r12.9/compiler.scale"]


def test_images_are_listed_by_kind_and_target(folder: Path, capsys: Captured) -> None:
    assert cuobjdump.main(["-lelf", str(folder / "app")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ELF file    1: app.1.gfx942.cubin",
        "ELF file    2: app.2.cpu-v2.cubin",
        "ELF file    3: app.3.cpu-v3.cubin",
        "ELF file    4: app.4.cpu-v4.cubin",
    ]
    assert cuobjdump.main(["--list-elf", "-arch=gfx942", str(folder / "app")]) == 0
    assert capsys.readouterr().out == "ELF file    1: app.1.gfx942.cubin\n"
    assert cuobjdump.main(["-lptx", str(folder / "seven.ptx")]) == 0
    assert capsys.readouterr().out == "PTX file    1: seven.1.sm_80.ptx\n"


def test_kernels_in_the_lines_that_scripts_search(folder: Path, capsys: Captured) -> None:
    assert cuobjdump.main(["-symbols", "-arch", "gfx942", str(folder / "app")]) == 0
    found = [line.split() for line in capsys.readouterr().out.splitlines() if "STT_FUNC" in line and "STO_ENTRY" in line]
    assert {words[-1] for words in found} == {FILL, "_Z4pastPi"}
    assert cuobjdump.main(["-res-usage", "-fun", "fill", "-arch", "gfx942", str(folder / "app")]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"Function {FILL}:\n  REG:\d+ SREG:\d+ STACK:0 SHARED:64\n", said)
    assert "_Z4pastPi" not in said


def test_extracted_files_are_whole(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.chdir(tmp_path)
    assert cuobjdump.main(["-xelf", "all", str(folder / "app")]) == 0
    assert capsys.readouterr().out.startswith("Extracting ELF file    1: app.1.gfx942.cubin\n")
    inside = {name: read_images(Path(name))[0].image for name in ("app.1.gfx942.cubin", "app.3.cpu-v3.cubin")}
    assert [(each.target, each.level, each.kind) for each in inside.values()] == [
        ("gfx942", 0, ImageKind.CODE_OBJECT),
        ("cpu", 3, ImageKind.CPU_OBJECT),
    ]
    assert inside["app.1.gfx942.cubin"].data == Path("app.1.gfx942.cubin").read_bytes()
    assert cuobjdump.main(["-xelf", "sm_90", str(folder / "app")]) == 1
    assert "no ELF file's name holds 'sm_90'" in capsys.readouterr().err


def test_ptx_is_shown_and_extracted(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.chdir(tmp_path)
    assert cuobjdump.main(["-ptx", str(folder / "seven.ptx")]) == 0
    assert ".visible .entry seven(" in capsys.readouterr().out
    assert cuobjdump.main(["-xptx", "all", str(folder / "seven.ptx")]) == 0
    assert Path("seven.1.sm_80.ptx").read_text() == PTX


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["/bin/ls"], "/bin/ls holds no device code"),
        (["none"], "none: No such file or directory"),
        (["/tmp"], "/tmp: Is a directory"),
        (["-arch", "sm_90", "APP"], "holds no image for sm_90"),
        (["-sass", "-fun", "nobody", "APP"], "has a kernel 'nobody'"),
    ],
)
def test_nothing_to_show_is_an_error(words: list[str], why: str, folder: Path, capsys: Captured) -> None:
    assert cuobjdump.main([str(folder / "app") if word == "APP" else word for word in words]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("cuobjdump: error: ") and why in said.err and said.out == ""


def test_nvidias_code_is_not_called_none(folder: Path, capsys: Captured) -> None:
    """A program of NVIDIA's compiler has device code, which only NVIDIA's program reads; a file cut short is named."""
    (folder / "theirs.fatbin").write_bytes(b"\x50\xed\x55\xba\x01\0\x10\0")
    assert cuobjdump.main(["-lelf", str(folder / "theirs.fatbin")]) == 1
    assert capsys.readouterr().err == (
        f"cuobjdump: error: {folder}/theirs.fatbin: its device code is for NVIDIA's GPUs\n  hint: NVIDIA's cuobjdump reads it\n"
    )
    (folder / "short").write_bytes((folder / "app").read_bytes()[:3000])
    assert cuobjdump.main(["-lelf", str(folder / "short")]) == 1
    assert capsys.readouterr().err == f"cuobjdump: error: {folder}/short: an ELF file is cut short\n"


@pytest.mark.skipif(shutil.which("llvm-objdump") is None, reason="no llvm-objdump")
def test_cpu_code_has_the_names_of_its_kernels(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    """The image itself has no symbols."""
    assert cuobjdump.main(["-sass", "-arch", "cpu-v3", "-fun", "past", str(folder / "app")]) == 0
    said = capsys.readouterr().out
    assert re.findall(r"Function : (\S+)", said) == ["_Z4pastPi"]
    assert re.search(r"\$0?x?7\b|\$7,", said), "the value that it stores"
    cubin = tmp_path / "app.cubin"
    subprocess.run(["scale-nvcc-cpu", "-cubin", folder / "app.cu", "-o", cubin], check=True)
    assert nvdisasm.main(["-c", str(cubin)]) == 0
    said = capsys.readouterr().out
    assert said.count(f"<{FILL}>:") == 3 and said.count(f"<{FILL}.checked>:") == 1
    assert nvdisasm.main(["-cfg", str(cubin)]) == 1
    assert "only NVIDIA's instructions have" in capsys.readouterr().err


def test_names(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert demangle.main([FILL, "_Z3runIfEvPT_i", "main", "_Znonsense"]) == 0
    assert capsys.readouterr().out == "ns::fill(int*, int)\nvoid run<float>(float*, int)\nmain\n_Znonsense\n"
    assert demangle.main(["-p", "_Z3runIPFviEEvT_", "-_", f"_{FILL}"]) == 0
    assert capsys.readouterr().out == "_Z3runIPFviEEvT_\nns::fill\n"
    assert demangle.main(["--no-params", "_Z3runIPFviEEvT_"]) == 0
    assert capsys.readouterr().out == "void run<void (*)(int)>\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"Function : {FILL}, x_Z1fv\n"))
    assert demangle.main([]) == 0
    assert capsys.readouterr().out == "Function : ns::fill(int*, int), xf()\n"


@pytest.mark.parametrize("given", ["file", "other name", "string"])
def test_ptx_becomes_code_for_the_folders_target(given: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "module.tmp").write_text(PTX)
    words = {"file": [folder / "seven.ptx"], "other name": ["module.tmp"], "string": ["--input-as-string", PTX]}[given]
    line = [Path(toolkit_folder("gfx1100").bin, "ptxas"), "-arch=sm_80", "-O3", "-v", "--def-load-cache", "ca", *words, "-o", "o.cubin"]
    said = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Compiling entry function 'seven' for 'gfx1100'" in said.stderr
    assert [each.image.target for each in read_images(tmp_path / "o.cubin")] == ["gfx1100"]


def test_ptx_that_is_wrong_is_an_error_at_its_line(tmp_path: Path, capsys: Captured) -> None:
    wrong = PTX.replace("st.global", "st.everywhere")
    (tmp_path / "bad.ptx").write_text(wrong)
    tool = Path(toolkit_folder("gfx942").bin, "ptxas")
    for given, shown in (([tmp_path / "bad.ptx"], f"{tmp_path}/bad.ptx"), (["--input-as-string", wrong], "string.ptx")):
        done = subprocess.run([tool, *given, "-o", tmp_path / "o"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, f"{shown}:8: error: PTX instruction 'st.everywhere.u32' is not supported\n")
        assert not (tmp_path / "o").exists()
    assert ptxas.main([]) == 1
    assert capsys.readouterr().err == "ptxas: error: no PTX file was given\n"


Sanitized = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sanitized(folder: Path) -> Sanitized:
    def run(*words: str) -> tuple[int, str, str]:
        line = [Path(toolkit_folder("cpu").bin, "compute-sanitizer"), *words]
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    return run


def test_sanitizer_counts_and_keeps_the_programs_status(sanitized: Sanitized, folder: Path) -> None:
    assert sanitized("./app") == (5, "cudaSuccess\n========= ERROR SUMMARY: 0 errors\n", "")
    status, out, err = sanitized("--tool", "memcheck", "./app", "past")
    assert (status, out) == (5, "cudaErrorIllegalAddress\n========= ERROR SUMMARY: 1 error\n")
    assert "invalid write of 4 bytes" in err and "kernel past(int*), block (0,0,0), thread (1,0,0)" in err
    assert sanitized("--error-exitcode=9", "./app", "past")[0] == 9
    assert sanitized("--error-exitcode=9", "./app")[0] == 5
    assert sanitized("--log-file", "log", "./app", "past") == (5, "cudaErrorIllegalAddress\n", "")
    assert "invalid write" in (folder / "log").read_text() and "SUMMARY: 1 error\n" in (folder / "log").read_text()


def test_sanitizer_never_calls_unchecked_right(sanitized: Sanitized) -> None:
    """A program without kernels of ours would else seem free of errors."""
    status, out, err = sanitized("/bin/true")
    assert (status, out) == (1, "") and "no kernel of '/bin/true' was checked (it ended with status 0)" in err
    status, out, err = sanitized("--tool", "racecheck", "./app")
    assert (status, out) == (1, "") and "the tool 'racecheck' does not exist here" in err
    assert sanitized("./none")[0] == sanitizer.NO_PROGRAM


def test_a_check_that_does_not_exist_is_named(folder: Path) -> None:
    done = subprocess.run(
        [folder / "app"], env={**os.environ, "SCALE_CHECK": "race", "SCALE_DEVICE": "cpu"}, capture_output=True, text=True
    )
    assert done.stderr == "scale: SCALE_CHECK: `race` is not checked; the only check is `memory`\n"
