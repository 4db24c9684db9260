# SPDX-License-Identifier: Apache-2.0
"""Make rules of both sides in one."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale.compiler.driver import depfile

DEVICE = "x.o: a.cu \\\n  device.h /usr/include/with\\ blank.h \\\n  both.h\n"
HOST = "x.o: /cache/k.pch a.cu both.h \\\n  host.h\n"


def test_every_header_once_and_the_source_first() -> None:
    expected = "x.o: a.cu \\\n  device.h \\\n  /usr/include/with\\ blank.h \\\n  both.h \\\n  host.h\n"
    assert depfile.merge([DEVICE, HOST], "a.cu", phony=False) == expected


def test_phony_rules_for_headers_only() -> None:
    text = depfile.merge([HOST], "a.cu", phony=True)
    assert text == "x.o: a.cu \\\n  both.h \\\n  host.h\nboth.h:\nhost.h:\n"


def test_source_with_letters_that_make_knows() -> None:
    rule = r"x.o: a\ b\#c$$.cu h.h" + "\n"
    assert depfile.merge([rule], "a b#c$.cu", phony=False) == "x.o: a\\ b\\#c$$.cu \\\n  h.h\n"


def test_windows_of_make_targets_with_colons() -> None:
    assert depfile.read_rule("C:/x.o b: d.h\n") == ("C:/x.o b", ["d.h"])


def test_as_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r").write_text(HOST)
    assert depfile.main(depfile.arguments([str(tmp_path / "r")], "a.cu", "-", phony=False)) == 0
    assert capsys.readouterr().out == "x.o: a.cu \\\n  both.h \\\n  host.h\n"
