# SPDX-License-Identifier: Apache-2.0
"""Sections replaced and added in real object files, checked by binutils and by linking."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scale.compiler.fatbin import archive, elf

SOURCE = """
__attribute__((section(".nv_fatbin"))) const char image[16] = "old";
extern int printf(const char *, ...);
int main(void) { printf("%s", image); return 0; }
"""


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_text(SOURCE)
    subprocess.run(["gcc", "-c", "a.c", "-o", "a.o", "-ffunction-sections"], cwd=tmp_path, check=True)
    return tmp_path


def test_replaced_section_is_what_the_program_reads(built: Path) -> None:
    data = elf.replace_section((built / "a.o").read_bytes(), ".nv_fatbin", b"a much longer text than before\0")
    assert data is not None
    (built / "b.o").write_bytes(data)
    subprocess.run(["gcc", "b.o", "-o", "b"], cwd=built, check=True)
    out = subprocess.run(["./b"], cwd=built, check=True, capture_output=True, text=True).stdout
    assert out == "a much longer text than before"
    assert elf.section_bytes(data, ".nv_fatbin") == [b"a much longer text than before\0"]


def test_missing_section_is_none(built: Path) -> None:
    assert elf.replace_section((built / "a.o").read_bytes(), ".nosuch", b"") is None


def test_added_section_stays_in_objects_and_leaves_final_links(built: Path) -> None:
    data = elf.add_section((built / "a.o").read_bytes(), ".scale_device_ir", b"PAYLOAD!", elf.EXCLUDE)
    (built / "c.o").write_bytes(data)
    listing = subprocess.run(["readelf", "-SW", "c.o"], cwd=built, check=True, capture_output=True, text=True)
    assert ".scale_device_ir" in listing.stdout
    assert not listing.stderr
    subprocess.run(["ld", "-r", "c.o", "-o", "r.o"], cwd=built, check=True)
    assert elf.section_bytes((built / "r.o").read_bytes(), ".scale_device_ir") == [b"PAYLOAD!"]
    subprocess.run(["gcc", "r.o", "-o", "d"], cwd=built, check=True)
    assert b"PAYLOAD!" not in (built / "d").read_bytes()
    subprocess.run(["./d"], cwd=built, check=True, capture_output=True)


def test_archive_members_with_long_names(built: Path) -> None:
    name = "a_member_whose_name_is_longer_than_sixteen_letters.o"
    (built / name).write_bytes((built / "a.o").read_bytes())
    subprocess.run(["ar", "crs", "x.a", "a.o", name], cwd=built, check=True)
    found = dict(archive.members((built / "x.a").read_bytes()))
    assert list(found) == ["a.o", name]
    assert found[name] == (built / "a.o").read_bytes()


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"text" * 40, b"\x7fELF\x02\x01" + b"\xff" * 80])
def test_broken_elf_is_an_error(data: bytes) -> None:
    with pytest.raises(elf.BadElf):
        elf.sections(data)
