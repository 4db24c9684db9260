# SPDX-License-Identifier: Apache-2.0
"""`scale objdump` on each kind of file, and the other subcommands' texts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from scale.cli.commands.coverage import read_coverage
from scale.cli.commands.objdump import find_kernel, plain_name
from scale.cli.main import main
from scale.compiler.fatbin import elf, to_text, write_container
from scale.compiler.targets.target import Image, ImageKind, KernelDescription

IR = Image("gfx942", ImageKind.DEVICE_IR, b"BC\xc0\xde....")
PTX = Image("sm_90", ImageKind.PTX, b".version 8.0")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    container = write_container([IR, PTX])
    (tmp_path / "a.fatbin").write_bytes(container)
    (tmp_path / "a.ptx").write_bytes(to_text(container))
    (tmp_path / "e.c").write_text('__attribute__((section(".nv_fatbin"))) char x[1]; int main(void) { return 0; }')
    subprocess.run(["gcc", "-c", "e.c", "-o", "e.o"], cwd=tmp_path, check=True)
    data = elf.replace_section((tmp_path / "e.o").read_bytes(), ".nv_fatbin", container)
    assert data is not None
    (tmp_path / "a.o").write_bytes(data)
    subprocess.run(["gcc", "a.o", "-o", "a.exe"], cwd=tmp_path, check=True)
    subprocess.run(["ar", "crs", "a.a", "a.o"], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize("name", ["a.fatbin", "a.ptx", "a.o", "a.exe", "a.a"])
def test_images_of_every_kind_of_file(name: str, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["objdump", "--json", str(files / name)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(each["target"], each["kind"], each["size"]) for each in found] == [
        ("gfx942", "device-ir", 8),
        ("sm_90", "ptx", 12),
    ]
    assert found[0]["origin"] == {"a.o": ".nv_fatbin", "a.exe": ".nv_fatbin", "a.a": "a.o .nv_fatbin"}.get(name, "")


def test_files_without_images(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["objdump", str(files / "e.c")]) == 1
    assert "neither a fat binary nor an object" in capsys.readouterr().err
    assert main(["objdump", str(files / "none")]) == 1
    assert capsys.readouterr().err.endswith("none: No such file or directory\n")
    assert main(["objdump", "--disassemble", str(files / "a.fatbin")]) == 1
    assert "holds no machine code" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("mangled", "plain"),
    [("_Z3addPKfS0_Pfi", "add"), ("_ZN2ns3addIfEEvPT_", "add"), ("kernel", "kernel"), ("_ZL4initv", "init")],
)
def test_plain_names(mangled: str, plain: str) -> None:
    assert plain_name(mangled) == plain


def test_kernel_is_found_by_either_name() -> None:
    kernels = [KernelDescription("_Z3addi"), KernelDescription("_Z3mulIiEvT_"), KernelDescription("_Z3mulIfEvT_")]
    assert find_kernel(kernels, "add") == find_kernel(kernels, "_Z3addi") == "_Z3addi"
    assert find_kernel(kernels, "sub") is None
    with pytest.raises(Exception, match="several kernels"):
        find_kernel(kernels, "mul")


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["objdum"]) == 1
    assert capsys.readouterr().err == "scale: error: unknown command 'objdum'\n  hint: did you mean objdump?\n"
    assert main([]) == 2
    assert "config " in capsys.readouterr().out


def test_coverage_counts_rows(tmp_path: Path) -> None:
    folder = tmp_path / "runtime" / "api"
    folder.mkdir(parents=True)
    head = "name\treturn\tstatus\n"
    (folder / "driver.tsv").write_text(head + "cuInit\tCUresult\timplemented\n")
    (folder / "runtime.tsv").write_text(head + "cudaA\tx\timplemented\ncudaB\tx\tmissing\n")
    (folder / "hip.tsv").write_text(head + "hipInit\tx\tmissing\n")
    (folder / "enums.tsv").write_text("enum\tconstant\tvalue\na\tb\t1\n")
    found = read_coverage(tmp_path)
    assert [(each.api, each.have, each.total, each.missing) for each in found] == [
        ("runtime", 1, 2, ("cudaB",)),
        ("driver", 1, 1, ()),
    ]


def test_coverage_as_json_has_the_promised_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["runtime"]) == {"have", "total", "missing", "refused"}
    assert data["runtime"]["have"] + len(data["runtime"]["missing"]) == data["runtime"]["total"] > 300


def test_disassembler_is_asked_for_the_right_thing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scale.cli.disassemble import disassemble
    from scale.errors import MissingTool

    tool = tmp_path / "llvm-objdump"
    tool.write_text('#!/bin/sh\necho "0000000000001000 <k>:"\necho "args: $1 $2 $3"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    image = Image("gfx90a:xnack-", ImageKind.CODE_OBJECT, b"x")
    assert "args: -d --mcpu=gfx90a --disassemble-symbols=k" in disassemble(image, "k")
    tool.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(MissingTool, match="no llvm-objdump that knows gfx90a:xnack- was found"):
        disassemble(image, None)
