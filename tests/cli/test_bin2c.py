# SPDX-License-Identifier: Apache-2.0
"""The toolkit's `bin2c`: what it writes is compiled by the host compiler and holds the file's bytes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scale.compiler.toolkit import toolkit_folder

PROGRAM = """
#include <cstdio>
#include "{header}"
int main() {{ std::fwrite({name}, 1, sizeof {name}, stdout); return 0; }}
"""


@pytest.mark.parametrize(
    ("options", "name", "filled"),
    [
        ([], "imageBytes", b""),
        (["-c", "-n", "atom"], "atom", b""),
        (["--const", "--static", "--name", "blob", "--type", "int", "--padd", "7,0x10"], "blob", b"\x07\x10\0"),
        (["-t", "longlong", "-l"], "imageBytes", b"\0\0\0"),
    ],
)
def test_bytes_survive(tmp_path: Path, options: list[str], name: str, filled: bytes) -> None:
    content = bytes(range(256)) + b"\0\xff\x00\x80\x01"
    (tmp_path / "in.fatbin").write_bytes(content)
    bin2c = Path(toolkit_folder("gfx942").bin, "bin2c")
    text = subprocess.run([bin2c, *options, tmp_path / "in.fatbin"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "in.h").write_text(text)
    (tmp_path / "main.cpp").write_text(PROGRAM.format(header="in.h", name=name))
    subprocess.run(["g++", "-Wall", "-Werror", "-Wno-unused", "main.cpp", "-o", "main"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "main"], capture_output=True, check=True).stdout == content + filled
    assert (f"{name}Length = {len(content + filled)}ull" in text) == ("-l" in options)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    bin2c = Path(toolkit_folder("gfx942").bin, "bin2c")
    ended = subprocess.run([bin2c, tmp_path / "none"], capture_output=True, text=True, check=False)
    assert ended.returncode == 1 and ended.stdout == ""
    assert ended.stderr == f"bin2c: {tmp_path / 'none'}: No such file or directory\n"
