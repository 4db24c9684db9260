# SPDX-License-Identifier: Apache-2.0
"""The code-generation children: values come back, errors come back as themselves, a dead LLVM is one line."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from scale.compiler.device import _in_child, _with_retry
from scale.compiler.targets import CompileResult, DeviceOptions, registry
from scale.errors import CodegenCrash, CompileError


def test_value_and_large_payload() -> None:
    assert _in_child(lambda: b"x" * 5_000_000)() == b"x" * 5_000_000


def test_error_keeps_its_place() -> None:
    def body() -> None:
        raise CompileError("no such thing", location="a.cu:3:5", hint="try b")

    with pytest.raises(CompileError) as caught:
        _in_child(body)()
    assert caught.value.render("scale-nvcc") == "a.cu:3:5: error: no such thing\n  hint: try b"


def _abort() -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def _leave() -> None:
    os._exit(1)


@pytest.mark.parametrize(("body", "text"), [(_abort, "SIGABRT"), (_leave, "exit status 1")])
def test_death_is_one_line(body: Callable[[], Any], text: str) -> None:
    with pytest.raises(CodegenCrash, match=text) as caught:
        _in_child(body, "gfx942")()
    assert str(caught.value).startswith("gfx942: LLVM ended code generation")


class _Fragile:
    def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
        if options.optimization > 1:
            os.write(2, b"LLVM ERROR: Cannot select\n")
            os.abort()
        return CompileResult()


def test_retry_at_lower_level_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "make_target", lambda name: _Fragile())
    result = _with_retry("gfx942", "", DeviceOptions(optimization=3))()
    assert [said.message for said in result.diagnostics] == ["gfx942: LLVM failed at -O3; the code was made at -O1"]


def test_crash_tells_what_llvm_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(_Fragile):
        def compile(self, device_ir: str, options: DeviceOptions) -> CompileResult:
            return super().compile(device_ir, DeviceOptions(optimization=3))

    monkeypatch.setattr(registry, "make_target", lambda name: Dead())
    with pytest.raises(CodegenCrash, match="Cannot select"):
        _with_retry("gfx942", "", DeviceOptions(optimization=3))()
