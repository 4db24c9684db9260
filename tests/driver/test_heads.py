# SPDX-License-Identifier: Apache-2.0
"""What sources name first: read as clang reads it, shared between sources, and precompiled where it takes long."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scale.compiler.driver import precompiled
from scale.compiler.driver.heads import read_head
from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("source", "head"),
    [
        ("// what\n/* this\n is */ #include <a>\n\n# include <b/c.h> // why\nint x;\n#include <d>\n", ["#include <a>", "#include <b/c.h>"]),
        ("#define N 4\n#include <a>\n#define LATE\nint x;", ["#define N 4", "#include <a>"]),
        ('#define S "//"\n#include <a>\n', []),
        ("#define F(x) \\\n  x\n#include <a>\n", []),
        ("#ifdef X\n#include <a>\n#endif\n", []),
        ('#include "missing.h"\n#include <a>\n', []),
        ("#include NAME\n#include <a>\n", []),
    ],
)
def test_head_ends_before_what_may_mean_something_else(here: Path, source: str, head: list[str]) -> None:
    (here / "a.cu").write_text(source)
    assert read_head("a.cu", []) == head


def test_headers_of_the_user_are_looked_into(here: Path) -> None:
    (here / "lib").mkdir()
    (here / "a.cu").write_text('#include "a.h"\n#include <z>\nint x;')
    (here / "a.h").write_text('#ifndef A_H\n#define A_H\n#include "all.h"\n#include "code.h"\n#endif // A_H\n')
    (here / "lib/all.h").write_text("#pragma once\n#include <x>\n#include <y>\n")
    (here / "code.h").write_text('#pragma once\n#include "lib/all.h"\n#include <w>\nint f();\n')
    code = f'#include "{here}/code.h"'
    assert read_head("a.cu", ["lib"]) == ["#include <x>", "#include <y>", "#include <w>", code, "#include <z>"]
    # a header that may be read twice ends the one around it
    (here / "code.h").write_text("#include <w>\nint f();\n")
    assert read_head("a.cu", ["lib"]) == ["#include <x>", "#include <y>", "#include <w>", f'#include "{here}/a.h"', "#include <z>"]
    # a header that includes itself
    (here / "code.h").write_text('#pragma once\n#include "code.h"\n#include <w>\n')
    assert read_head("a.cu", ["lib"]) == ["#include <x>", "#include <y>", "#include <w>", "#include <z>"]


def compiled(source: str, folder: Path, seconds: float = 9.0) -> str:
    """The word that stands for the headers; the run is said to have taken so long."""
    request = FrontendRequest(source, f"{source}.ll", includes=("inc",))
    argv, build, head = precompiled.apply_with_head(clang_command(device_arguments(request)), folder)
    subprocess.run(argv, check=True)
    if head:
        head.note(seconds)
    if build is not None:
        build.finish(subprocess.run(build.argv).returncode)
    return Path(argv[argv.index("-include-pch") + 1]).name if "-include-pch" in argv else ""


def test_what_two_slow_sources_share_is_precompiled(here: Path) -> None:
    (here / "inc").mkdir()
    (here / "inc/large.h").write_text("#pragma once\ntemplate <typename T> __device__ T twice(T x) { return x + x; }\n")
    (here / "inc/other.h").write_text("#define OTHER 1\n")
    for name, header in (("a", ""), ("b", "#include <other.h>\n")):
        (here / f"{name}.cu").write_text(f"#include <large.h>\n{header}__global__ void {name}(int *p) {{ *p = twice(*p); }}\n")
    folder = here / "kept"
    assert compiled("a.cu", folder) == ""
    assert compiled("b.cu", folder) == ""
    used = compiled("a.cu", folder)
    assert "-" in used
    assert compiled("b.cu", folder) == used
    assert "alloca" in Path("b.cu.ll").read_text()
    # a header in an earlier folder, a changed header
    (here / "inc/large.h").write_text("#pragma once\ntemplate <typename T> __device__ T twice(T x) { return 2 * x; }\n")
    assert compiled("a.cu", folder) != used
    assert "mul nsw i32" in Path("a.cu.ll").read_text()


def test_quick_sources_are_left_alone(here: Path) -> None:
    (here / "inc").mkdir()
    (here / "inc/small.h").write_text("#pragma once\n")
    (here / "a.cu").write_text("#include <small.h>\n__global__ void k() {}\n")
    for _ in range(3):
        compiled("a.cu", here / "kept", 0.1)
    assert not list((here / "kept").glob("*.heads"))


def test_error_of_a_header_read_twice_is_tried_again_without(here: Path) -> None:
    for name in ("k-1.pch", "k.heads"):
        (here / name).touch()
    argv = ["clang", "-include-pch", str(here / "k-1.pch"), "a.cu"]
    assert not precompiled.failed_by_it(argv, "a.cu:1:1: error: expected ';'")
    assert precompiled.failed_by_it(argv, "x.h:1:1: error: redefinition of 'f'")
    assert not list(here.iterdir())
