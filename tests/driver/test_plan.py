# SPDX-License-Identifier: Apache-2.0
"""Golden plans: the whole graph of commands of a command line. `UPDATE_GOLDEN=1` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from scale.compiler.driver.messages import Fatal
from scale.compiler.driver.plan import Command, Plan, render

from .conftest import Planner, printed

GOLDEN = Path(__file__).with_name("golden")
LINES = {
    "compile": "-O2 -DA=1,B=2 -Xcompiler=-fPIC,-Wall -c a.cu -o a.o",
    "compile-dependencies": "-MD -MT x.o -MF x.d -MP -c a.cu -o out/a.o",
    "compile-several": "-c a.cu b.cu",
    "host-source": "-std=c++17 -I i -g -MD -c a.cpp -o a.o",
    "cuda-in-cpp": "-x cu -c a.cpp",
    "link": "a.cu b.cpp c.o liba.a -L x,y -lfoo -Xlinker -soname,s -o prog",
    "link-shared-runtime": "-cudart shared a.o -o prog",
    "link-no-runtime": "-cudart none -rdc=true a.o",
    "link-relocatable-code": "-rdc=true a.cu b.cu -o prog",
    "shared-library": "-shared -Xcompiler -fPIC a.o -o libx.so",
    "run": "-run -run-args 1,2 a.cu",
    "link-same-name": "a.cu sub/a.cu",
    "device-c": "-dc a.cu b.cu",
    "device-link": "-dlink -shared -Xcompiler=-Wl,-rpath,-Wl,/x -arch=sm_80 a.o main.o liba.a x.so -lrt -o d.o",
    "library": "-lib a.cu b.o -o libx.a",
    "ptx": "-ptx -c -std=c++11 -m64 a.cu -o out.bin",
    "cubin": "-cubin a.cu",
    "fatbin": "-fatbin -MD -MT t -MF d a.cu",
    "assembly": "-S a.cu -o out.bin",
    "preprocess": "-E a.cu",
    "preprocess-to-file": "-E -c a.cu -o out.bin",
    "dependencies": "-M a.cu",
    "dependencies-nonsystem": "-MM -E -odir sub a.cu -MF out.bin",
    "fast-math": "-use_fast_math -ftz=false -maxrregcount=64 -G --scale-safe-atomics -c a.cu",
    "host-compiler-with-arguments": ["-ccbin", "g++ -DHC", "a.cu", "b.cpp"],
    "keep": "-keep -keep-dir kept -c a.cu",
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_plan_is_as_written(name: str, planned: Planner, tmp_path: Path) -> None:
    for folder in ("sub", "out", "kept"):
        (tmp_path / folder).mkdir()
    (tmp_path / "x.so").touch()
    line = LINES[name]
    plan = planned(line)
    shown = line if isinstance(line, str) else render(line)
    text = f"scale-nvcc {shown}\n\n{printed(plan)}"
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert text == file.read_text()
    check_graph(plan)


def check_graph(plan: Plan) -> None:
    """Every intermediate file that a command reads is written by an earlier one, and every result by one."""
    written = {path for path, _ in plan.texts}
    for command in plan.commands:
        for path in command.inputs:
            assert path in written or not path.startswith("/tmp/F/"), f"{path} comes from nowhere"
        assert not written.intersection(command.outputs), "two commands write one file"
        written.update(command.outputs)
    assert written.issuperset(plan.results)


def test_both_sides_start_at_once_and_code_generation_waits_for_its_own(planned: Planner) -> None:
    plan = planned("-c a.cu b.cu")
    names = [command.argv[1] if command.argv[0] == "clang" else command.argv[2].rpartition(".")[2] for command in plan.commands]
    assert names == ["--device", "--host", "codegen", "embed"] * 2
    assert [plan.dependencies(i) for i in range(8)] == [(), (), (0,), (1, 2), (), (), (4,), (5, 6)]


def test_phase_precedence(planned: Planner) -> None:
    assert planned("-ptx -c a.cu").results == planned("-c -ptx a.cu").results == ("a.ptx",)
    assert planned("-dc -c a.cu").commands[3].argv[-1] == "--relocatable"
    assert planned("-M -c a.cu").results == ()
    assert planned("-dlink -shared a.o").results == ("a_dlink.o",)
    assert planned("-lib a.o").results == ("a.a",)
    assert planned("-odir . -ptx a.cu").results == ("./a.ptx",)


def test_rule_beside_the_output_by_default(planned: Planner) -> None:
    assert planned("-MD -c a.cu -o x.y.o").results == ("x.y.o", "x.y.d")
    assert planned("-MD -c a.cu").results == ("a.o", "a.d")


def test_relocatable_objects_are_found_without_the_flag(planned: Planner) -> None:
    from scale.compiler.fatbin import elf

    Path("empty.c").write_text("")
    os.system("gcc -c empty.c -o with.o")
    Path("with.o").write_bytes(elf.add_section(Path("with.o").read_bytes(), ".scale_device_ir", b"x", elf.EXCLUDE))
    os.system("ar crs libw.a with.o")
    for line in ("with.o -o x", "a.o libw.a -o x", "a.o -L. -lw -o x"):
        assert [c.runner for c in planned(line).commands] == ["codegen", "process", "process"], line
        assert [c.runner for c in planned(line + " -nodlink").commands] == ["process"]
    assert [c.runner for c in planned("a.o -o x").commands] == ["process"]


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("-c -MD a.cu", "a.o"),
        ("-c -MD a.cu -o o/x.o", "o/x.o"),
        ("-c -MD -MT one -MT two a.cu", "two"),
        ("-c -MD -MT x -odir o a.cu", "o/x"),
        ("-M -MT x -odir o a.cu", "o/x"),
        ("-M -MT /x -odir o a.cu", "/x"),
        ("-M -odir o -MF d a.cu", "o/a.o"),
        ("-ptx -MMD a.cu", "a.o"),
        ("-cubin -MMD -odir o a.cu", "o/a.o"),
        ("-ptx -MMD -o q.ptx a.cu", "q.ptx"),
        ("-ptx -MMD -MT y a.cu", "y"),
        ("-MMD -o prog a.cu", "prog"),
        ("-MMD a.cu", "a.o"),
    ],
)
def test_targets_of_rules(line: str, target: str, planned: Planner) -> None:
    """As nvcc 13 names them, except that an absolute name is not put below `-odir`."""
    Path("o").mkdir()
    plan = planned(line)
    named = {command.argv[at + 1] for command in plan.commands for at, word in enumerate(command.argv) if word == "-MT"}
    assert named == {target}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "No input files specified; use option --help for more information"),
        ("-v __cmake_determine_cuda", "Don't know what to do with '__cmake_determine_cuda'"),
        ("-c a.cu b.cu -o x.o", "A single input file is required for a non-link phase when an outputfile is specified"),
        ("-c a.cu ./a.cu", "Two inputs would both write 'a.o'"),
        ("-O a.cu", "'a.cu': expected a number"),
        ("-MF x -c a.cu", "Option '--dependency-file' requires one of '-M', '-MM', '-MD' or '-MMD' to be specified"),
        ("-ptx a.cpp", "'a.cpp' is not a CUDA source (-x cu makes it one)"),
        ("-ccbin nosuch++ a.cu", "Host compiler 'nosuch++' was not found"),
        ("-cuda a.cu", "Option '--cuda (-cuda)' is not supported: NVIDIA's intermediate host source does not exist here"),
    ],
)
def test_messages(line: str, message: str, planned: Planner) -> None:
    with pytest.raises(Fatal) as caught:
        planned(line)
    assert caught.value.message == message


def test_words_for_the_archiver_come_behind_its_own(planned: Planner) -> None:
    assert planned("-lib a.o -Xarchive -v,-U -o l.a").commands[-1].argv[1:4] == ("crs", "-v", "-U")


def test_one_target_only(planned: Planner) -> None:
    both = {"SCALE_TARGETS": "gfx942;gfx1100"}
    with pytest.raises(Fatal, match=r"Option '--cubin \(-cubin\)' is not allowed when compiling for multiple GPU architectures"):
        planned("-cubin a.cu", both)
    assert "--targets gfx942,gfx1100 --form text" in printed(planned("-ptx a.cu", both))


def test_missing_input() -> None:
    from scale.compiler.driver.invocation import read_command_line
    from scale.compiler.driver.planner import make_plan

    with pytest.raises(Fatal, match=r"Could not open input file 'nofile\.cu'"):
        make_plan(read_command_line("scale-nvcc", ["-c", "nofile.cu"], {"SCALE_TARGETS": "gfx942"}), "/tmp/F")


def test_nvidias_headers_are_searched_last_and_our_own_toolkit_not_at_all(planned: Planner) -> None:
    for folder in ("nvidia/crt", "ours"):
        Path(folder).mkdir(parents=True)
    for name in ("nvidia/cuda_runtime_api.h", "nvidia/crt/host_config.h", "ours/.scale-toolkit"):
        Path(name).touch()
    from scale.compiler.driver.invocation import read_command_line
    from scale.compiler.frontend.arguments import host_arguments

    front = read_command_line("scale-nvcc", ["-Invidia", "-Ix", "-isystem", "ours", "-c", "a.cu"], {"SCALE_TARGETS": "gfx942"}).front
    assert (front.includes, front.system_includes) == (("nvidia", "x"), ())
    words = host_arguments(front)
    assert "-Ix" in words and "-Invidia" not in words
    assert words[words.index("nvidia") - 1] == "-idirafter"


def test_nvidias_libraries_are_searched_last(planned: Planner) -> None:
    Path("nvidia").mkdir()
    Path("nvidia/libcudart.so").touch()
    line = render(planned("a.o -L nvidia -L mine -lcudart -o x").commands[0].argv)
    assert '-Lmine -lcudart "-L/toolkit/link/stubs" "-L/toolkit/link" -Lnvidia -lcudadevrt' in line


@pytest.mark.parametrize(("compiler", "ends"), [("/usr/bin/cc", "-ldl -lstdc++ -lm"), ("gcc", "-ldl -lstdc++ -lm"), ("g++", "-ldl")])
def test_a_c_compiler_links_cuda_sources_too(planned: Planner, compiler: str, ends: str) -> None:
    """Build systems of C projects give their C compiler (`--compiler-bindir=/usr/bin/cc`)."""
    line = render(planned(f"--compiler-bindir={compiler} a.o -o x").commands[0].argv)
    assert f"-lcudart_static -lrt -lpthread {ends} -Wl,--end-group" in line


def test_words_are_quoted_like_nvcc() -> None:
    assert render(["g++", "-m64", "/a b/c", '-DS="x"', "$HOME", ""]) == 'g++ -m64 "/a b/c" "-DS=\\"x\\"" "\\$HOME" ""'


def test_commands_are_values() -> None:
    assert Command(("a",)) == Command(("a",))
    assert len({Command(("a",)), Command(("a",)), Command(("b",))}) == 2
