# SPDX-License-Identifier: Apache-2.0
"""Whole commands with the real front end and back ends: what is written, what is said, what runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.compiler.fatbin import elf, from_text, read_all, read_container
from scale.compiler.targets.target import Image, ImageKind

Scale = Callable[..., "subprocess.CompletedProcess[str]"]
FILL = """\
#include <cstdio>
#include "width.h"
__global__ void fill(int *p) { p[threadIdx.x] = WIDTH * threadIdx.x; }
int main() {
  int *p, h[32];
  cudaMalloc(&p, sizeof h);
  fill<<<1, 32>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %s\\n", h[31], cudaGetErrorString(cudaGetLastError()));
}
"""


@pytest.fixture
def scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scale:
    """Runs scale-nvcc in an empty folder with two sources in it."""
    monkeypatch.chdir(tmp_path)
    Path("fill.cu").write_text(FILL)
    Path("width.h").write_text("#define WIDTH 3\n")

    def run(*words: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "SCALE_TARGETS": "gfx942", **environment}
        command = [sys.executable, "-m", "scale.compiler.driver.main", *words]
        done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=120)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


def names() -> set[str]:
    return {path.name for path in Path().iterdir()} - {"fill.cu", "width.h"}


def images(path: str, section: str = ".nv_fatbin") -> list[Image]:
    contents = elf.section_bytes(Path(path).read_bytes(), section)
    return [image for content in contents for group in read_all(content) for image in group]


def output_of(program: str) -> str:
    return subprocess.run([f"./{program}"], capture_output=True, text=True, timeout=60, check=True).stdout


def test_program_for_several_targets_runs_on_the_cpu(scale: Scale) -> None:
    done = scale("fill.cu", "-o", "fill", SCALE_TARGETS="cpu;gfx942;gfx1100")
    assert done.stderr == ""
    assert {image.target for image in images("fill")} == {"cpu", "gfx942", "gfx1100"}
    assert output_of("fill") == "93 no error\n"
    assert names() == {"fill"}


def test_each_device_phase_writes_only_its_output(scale: Scale) -> None:
    scale("-cubin", "fill.cu", "-o", "out.bin")
    assert Path("out.bin").read_bytes()[:4] == b"\x7fELF"
    assert elf.sections(Path("out.bin").read_bytes())
    scale("-fatbin", "fill.cu", "-o", "out.bin", SCALE_TARGETS="gfx942;gfx90a")
    found = read_container(Path("out.bin").read_bytes())
    assert [(image.target, image.kind) for image in found] == [("gfx942", 1), ("gfx90a", 1)]
    scale("-ptx", "-c", "-std=c++11", "-m64", "-gencode", "arch=compute_30,code=sm_30", "fill.cu", "-o", "out.bin")
    text = Path("out.bin").read_bytes()
    assert b"\0" not in text
    assert [image.kind for image in read_container(from_text(text))] == [ImageKind.CODE_OBJECT]
    scale("-S", "fill.cu", "-o", "out.bin")
    assert re.search(r"^_Z4fillPi:", Path("out.bin").read_text(), re.MULTILINE)
    scale("-E", "fill.cu", "-o", "out.bin")
    assert "3 * threadIdx.x" in Path("out.bin").read_text()
    assert names() == {"out.bin"}


def test_rule_names_headers_of_both_sides_once(scale: Scale) -> None:
    Path("side.h").write_text("")
    guarded = '#ifdef __CUDA_ARCH__\n#include "side.h"\n#endif\n'
    Path("fill.cu").write_text(guarded + FILL)
    long_names = ("--generate-dependencies-with-compile", "--dependency-output", "d.d")
    scale(*long_names, "-MT", "some target", "-c", "fill.cu", "-o", "fill.o")
    rule = Path("d.d").read_text()
    assert rule.startswith("some target: fill.cu ")
    assert rule.count(" width.h") == rule.count(" side.h") == 1
    printed = scale("-M", "fill.cu").stdout
    assert printed.startswith("fill.o: fill.cu ")
    assert " side.h" in printed
    assert "cuda_runtime.h" not in scale("-MM", "fill.cu").stdout
    assert names() == {"d.d", "fill.o", "side.h"}


def test_errors_are_shown_once_and_nothing_is_left(scale: Scale) -> None:
    Path("bad.cu").write_text("int f() { return nosuch1; }\n__global__ void k() { nosuch2 = 1; }\n")
    done = scale("-c", "bad.cu", status=1)
    assert re.findall(r"^bad\.cu:(\d+):\d+: error: (.*)$", done.stderr, re.MULTILINE) == [
        ("1", "use of undeclared identifier 'nosuch1'"),
        ("2", "use of undeclared identifier 'nosuch2'"),
    ]
    assert "generated" not in done.stderr
    assert names() == {"bad.cu"}


def test_call_of_nothing_is_one_error(scale: Scale) -> None:
    Path("bad.cu").write_text("int main() { nosuch(1); }\n")
    done = scale("bad.cu", status=1)
    assert done.stderr.count("error:") == 1
    Path("good.cu").write_text("int main() { return (int)clock() * 0; }\n")
    scale("good.cu")
    assert names() == {"bad.cu", "good.cu", "a.out"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-c", "nofile.cu"], "nvcc fatal   : Could not open input file 'nofile.cu'"),
        (["-fPIC", "fill.cu"], "nvcc fatal   : Unknown option '-fPIC'"),
        (["-arch=gfx9999", "fill.cu"], "nvcc fatal   : Unsupported gpu architecture 'gfx9999'"),
        (["-c", "fill.cu", "-o", "none/x.o"], "nvcc fatal   : Could not open output file 'none/x.o'"),
        (["-ptx", "fill.cu", "-o", "."], "nvcc fatal   : Could not open output file '.'"),
        (["-c", "fill.cu", "-o", "./fill.cu"], "nvcc fatal   : Output file './fill.cu' is an input file too"),
        (["-arch=sm_999", "fill.cu"], "nvcc fatal   : Unsupported gpu architecture 'sm_999'"),
        (["fill.xyz"], "nvcc fatal   : Don't know what to do with 'fill.xyz'"),
        ([], "nvcc fatal   : No input files specified; use option --help for more information"),
    ],
)
def test_bad_commands(words: list[str], message: str, scale: Scale) -> None:
    assert scale(*words, status=1).stderr.splitlines()[0] == message


def test_unknown_option_reaches_the_front_end_when_forwarding(scale: Scale) -> None:
    scale("-forward-unknown-to-host-compiler", "-Wall", "-c", "fill.cu")
    done = scale("-forward-unknown-to-host-compiler", "--bogus-flag", "-c", "fill.cu", status=1)
    assert "--bogus-flag" in done.stderr


def test_relocatable_code_through_objects_archives_and_partial_links(scale: Scale) -> None:
    Path("a.cu").write_text(
        "#include <cstdio>\n"
        "extern __device__ int twice(int);\nextern __device__ int count;\nextern __constant__ int offset;\n"
        "static __device__ int hidden = 5;\nint set_up();\n"
        "__global__ void use(int *p) { *p = twice(20) + hidden + offset; atomicAdd(&count, 1); }\n"
        "int main() { int *p, h, c; set_up(); cudaMalloc(&p, 4); use<<<1, 1>>>(p);\n"
        "  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); cudaMemcpyFromSymbol(&c, count, 4);\n"
        '  std::printf("%d %d %s\\n", h, c, cudaGetErrorString(cudaGetLastError())); }\n'
    )
    Path("b.cu").write_text(
        "static __device__ int hidden = 1000;\n__device__ int twice(int x) { return 2 * x + hidden - 1000; }\n"
        "__device__ int count;\n__constant__ int offset;\n"
        "int set_up() { int seven = 7; return cudaMemcpyToSymbol(offset, &seven, 4); }\n"
    )
    both = {"SCALE_TARGETS": "cpu;gfx942"}
    scale("-dc", "a.cu", "b.cu", **both)
    assert [image.kind for image in images("a.o", ".scale_device_ir")] == [ImageKind.DEVICE_IR]
    subprocess.run(["ar", "crs", "libab.a", "a.o", "b.o"], check=True)
    subprocess.run(["ar", "crs", "libb.a", "b.o"], check=True)
    subprocess.run(["ld", "-r", "a.o", "b.o", "-o", "ab.o"], check=True)
    for number, words in enumerate((["a.o", "b.o"], ["libab.a"], ["ab.o"], ["a.o", "-L.", "-lb"])):
        program = f"p{number}"
        scale(*words, "-o", program, **both)
        assert output_of(program) == "52 1 no error\n", words
    assert b".scale_device_ir\0" not in Path("p0").read_bytes()
    # by hand, as CMake does it: host-only inputs are passed over, link words of the host ignored
    Path("main.c").write_text("")
    scale("-c", "main.c")
    scale("-dlink", "-shared", "-Xcompiler=-Wl,-rpath,-Wl,/x", "main.o", "a.o", "libab.a", "-lrt", "-o", "d.o", **both)
    lib = json.loads(json.dumps(scale("-dryrun", "a.o").stderr))
    folder = re.search(r'^#\$ LIBRARIES=.*"-L([^"]*link)"$', lib, re.MULTILINE)
    assert folder is not None
    libraries = [f"-L{folder[1]}", "-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"]
    subprocess.run(["g++", "a.o", "b.o", "d.o", *libraries, "-o", "by-hand"], check=True)
    assert output_of("by-hand") == "52 1 no error\n"
    assert {image.target for image in images("by-hand")} == {"cpu", "gfx942"}
    # a library that carries its own device link, as CUDA_RESOLVE_DEVICE_SYMBOLS makes it: linkers take it out by a symbol
    subprocess.run(["ar", "crs", "libwhole.a", "b.o", "a.o", "d.o"], check=True)
    Path("entry.c").write_text("")
    for linker in ("bfd", "lld"):
        subprocess.run(["g++", f"-fuse-ld={linker}", "-u", "main", "entry.c", "-L.", "-lwhole", *libraries, "-o", "whole"], check=True)
        assert output_of("whole") == "52 1 no error\n"


def test_kernels_of_one_name_in_a_program_and_its_library(scale: Scale) -> None:
    text = (
        "#include <cstdio>\n__global__ void fill(int *p) { *p = NUMBER; }\n"
        "int NAME() { int *p, v; cudaMalloc(&p, 4); fill<<<1, 1>>>(p); cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost); return v; }\n"
    )
    Path("lib.cu").write_text(text)
    Path("main.cu").write_text(text + 'int other();\nint main() { std::printf("%d %d\\n", NAME(), other()); }\n')
    targets = {"SCALE_TARGETS": "cpu"}
    scale("-DNUMBER=2", "-DNAME=other", "-shared", "-Xcompiler=-fPIC", "lib.cu", "-o", "libother.so", **targets)
    scale("-DNUMBER=1", "-DNAME=own", "main.cu", "-L.", "-lother", "-Xlinker=-rpath,.", "-o", "p", **targets)
    assert output_of("p") == "1 2\n"


def test_device_link_names_what_is_missing(scale: Scale) -> None:
    Path("a.cu").write_text("extern __device__ int absent(int);\n__global__ void k(int *p) { *p = absent(1); }\n")
    scale("-dc", "a.cu")
    done = scale("-dlink", "a.o", status=1)
    assert done.stderr == "nvlink error   : Undefined reference to '_Z6absenti' in 'a.o'\n"
    assert "a_dlink.o" not in names()
    done = scale("-rdc=true", "a.cu", "-o", "a", status=1)  # the object is a file that the user never sees
    assert done.stderr == "nvlink error   : Undefined reference to '_Z6absenti' in 'a.cu'\n"


def test_linked_image_as_the_result(scale: Scale) -> None:
    Path("a.cu").write_text("extern __device__ int one();\n__global__ void k(int *p) { *p = one(); }\n")
    Path("b.cu").write_text("__device__ int one() { return 1; }\n")
    scale("-dc", "a.cu", "b.cu")
    scale("-fatbin", "-dlink", "a.o", "b.o", "-o", "ab.fatbin")
    assert [image.target for image in read_container(Path("ab.fatbin").read_bytes())] == ["gfx942"]
    assert names() == {"a.cu", "b.cu", "a.o", "b.o", "ab.fatbin"}


def test_device_link_without_device_code_makes_an_empty_object(scale: Scale) -> None:
    Path("m.c").write_text("int main(void) { return 0; }\n")
    scale("-c", "m.c")
    scale("-dlink", "m.o", "-o", "d.o")
    subprocess.run(["gcc", "m.o", "d.o", "-o", "m"], check=True)


def test_source_without_device_code(scale: Scale) -> None:
    Path("host.cu").write_text("int main() { return 0; }\n")
    scale("host.cu", "-o", "host")
    assert output_of("host") == ""
    assert images("host") == []


def test_dryrun_writes_nothing_and_repeats_itself(scale: Scale) -> None:
    first, second = (re.sub(r"/scale-\d+-[0-9a-f]+", "/TMP", scale("-dryrun", "-c", "fill.cu").stderr) for _ in range(2))
    assert first == second
    assert all(line.startswith("#$ ") for line in first.splitlines())
    assert names() == set()


def test_the_same_command_gives_the_same_bytes(scale: Scale) -> None:
    for words in (["-c", "fill.cu", "-o", "x"], ["-rdc=true", "fill.cu", "-o", "x"]):
        made = []
        for _ in range(2):
            scale(*words, SCALE_TARGETS="cpu;gfx942")
            made.append(Path("x").read_bytes())
        assert made[0] == made[1], words


def test_resources_are_printed_for_ptxas_v(scale: Scale) -> None:
    said = scale("-Xptxas", "-v", "-c", "fill.cu").stderr
    assert "ptxas info    : Compiling entry function '_Z4fillPi' for 'gfx942'" in said
    assert re.search(r"^ptxas info    : Used \d+ registers, \d+ scalar registers, 0 bytes smem", said, re.MULTILINE)


def test_quoted_host_flag_as_torch_passes_it(scale: Scale) -> None:
    scale("-c", "-c", "fill.cu", "-o", "f.o", "--compiler-options", "'-fPIC'", "--use_fast_math", "-DX=1", "-std=c++20")
    subprocess.run(["g++", "-shared", "f.o", "-o", "f.so"], check=False)
    done = subprocess.run(["readelf", "-rW", "f.o"], capture_output=True, text=True, check=True)
    assert "R_X86_64_32 " not in done.stdout


def test_version_text_and_its_place_among_other_words(scale: Scale) -> None:
    text = scale("--version").stdout
    assert text.startswith("nvcc: NVIDIA (R) Cuda compiler driver\n")
    assert re.search(r"release 12\.9, V12\.9\.\d+$", text.splitlines()[3])
    assert re.fullmatch(r"Build cuda_12\.9\.r12\.9/compiler\.\w+", text.splitlines()[4])
    assert text.count("\n") == 5
    assert text.rsplit("V", 1)[1].split()[0] == "12.9.86"
    assert scale("-arch=sm_80", "--version").stdout == text
    assert "release 11.8, V11.8.89" in scale("-V", SCALE_CUDA_VERSION="11.8").stdout
    assert "SCALE_CUDA_VERSION is 'x'" in scale("-V", status=1, SCALE_CUDA_VERSION="x").stderr


def test_crash_of_code_generation_is_one_line(scale: Scale) -> None:
    Path("k.ll").write_text("define ptx_kernel void @k() {\n  this is no instruction\n}\n")
    words = ["-arch", "compute_80", "--targets", "gfx942", "--form", "container", "-o", "k.fatbin", "k.ll"]
    command = [sys.executable, "-m", "scale.compiler.driver.codegen", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.count("error:") >= 1
    assert not Path("k.fatbin").exists()


def test_per_thread_default_stream_is_launched_on(scale: Scale) -> None:
    def wanted(*words: str) -> set[str]:
        scale(*words, "-c", "fill.cu", SCALE_TARGETS="cpu")
        said = subprocess.run(["nm", "-u", "fill.o"], capture_output=True, text=True, check=True).stdout
        return set(said.split()) & {"cudaMemcpy", "cudaMemcpy_ptds", "cudaLaunchKernel", "cudaLaunchKernel_ptsz"}

    for words in (["-default-stream", "per-thread"], ["--default-stream=per-thread"], ["-DCUDA_API_PER_THREAD_DEFAULT_STREAM"]):
        assert wanted(*words) == {"cudaMemcpy_ptds", "cudaLaunchKernel_ptsz"}
    assert wanted("-default-stream", "legacy") == {"cudaMemcpy", "cudaLaunchKernel"}
    scale("-default-stream", "per-thread", "fill.cu", "-o", "fill", SCALE_TARGETS="cpu")
    assert output_of("fill") == "93 no error\n"


OPENMP = """\
#include <omp.h>
#include <cstdio>
#ifndef _OPENMP
#error both sides see it
#endif
__global__ void nothing() {}
int main() {
  int sum = 0, hits = 0, once = 0, sections = 0, tasks = 0;
  long odd = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
  for (int i = 0; i < 1000; ++i) sum += i;
#pragma omp parallel for schedule(static, 3) reduction(+ : odd)
  for (long i = 999; i >= 0; i -= 2) odd += i;
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    hits += 1;
#pragma omp single
    once += 1;
#pragma omp for schedule(guided)
    for (unsigned i = 10; i < 20; ++i)
#pragma omp atomic
      hits += 100;
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
      sections += 1;
#pragma omp section
#pragma omp atomic
      sections += 10;
    }
#pragma omp single
    for (int i = 0; i < 4; ++i)
#pragma omp task firstprivate(i) shared(tasks)
#pragma omp atomic
      tasks += i;
  }
  int empty = 5;
#pragma omp parallel for lastprivate(empty)
  for (int i = 0; i < 2; ++i) empty = i;
  std::printf("%d %ld %d %d %d %d %d %d\\n", sum, odd, hits, once, sections, tasks, empty, omp_get_max_threads());
}
"""


def test_openmp_host_code_runs_on_the_linkers_libgomp(scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("omp.cu").write_text(OPENMP)
    scale("-Xcompiler", "-fopenmp", "omp.cu", "-o", "omp")
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    assert output_of("omp") == "499500 250000 1003 1 11 6 1 4\n"
    needed = subprocess.run(["readelf", "-d", "omp"], capture_output=True, text=True, check=True).stdout
    assert "libgomp.so.1" in needed
    assert "libomp" not in needed.replace("libgomp", "")


def test_openmp_object_names_libgomp_where_the_linker_takes_only_what_is_needed(scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    """As CMake's OpenMP::OpenMP_CUDA has it: libgomp stands before the library that calls it."""
    from scale.compiler.toolkit import toolkit_folder

    Path("omp.cu").write_text(OPENMP)
    scale("-Xcompiler", "-fopenmp", "-c", "omp.cu", "-o", "omp.o")
    libraries = [f"-L{toolkit_folder().link}", "-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"]
    subprocess.run(["g++", "-Wl,--as-needed", "omp.o", "-o", "omp", "-lgomp", *libraries], check=True)
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    assert output_of("omp") == "499500 250000 1003 1 11 6 1 4\n"
