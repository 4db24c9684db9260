# SPDX-License-Identifier: Apache-2.0
"""The IR text reader: what it takes apart it must put together again, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale.compiler.ir.reach import finish_module
from scale.compiler.ir.source_file import source_file
from scale.compiler.ir.text import Function, name_moved_values, parse_call, parse_module, parse_operand, split_top, split_type

CALLS = [
    "  %20 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %19, i32 1, i32 31)",
    "  call void @llvm.lifetime.start.p0(ptr %4) #6",
    '  %5 = tail call fast noundef float @"odd name"(float noundef 0x3FF0000000000000, ptr byval(%struct.P) align 8 %x) #1, !dbg !7',
    "  %6 = call i32 (ptr, ...) @printf(ptr noundef getelementptr inbounds ([3 x i8], ptr @s, i64 0, i64 0), i32 3)",
    "  %7 = call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 %m, i32 %v, i32 %l, i32 31)",
    '  %8 = call i32 asm sideeffect "add.s32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b) #2, !srcloc !9',
    "  %9 = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
    "  %10 = call <2 x half> %fp(ptr addrspace(3) %p, [2 x i64] [i64 1, i64 2])",
    "  call void %0(ptr noundef nonnull align 8 dereferenceable(8) %1)",
]


@pytest.mark.parametrize("line", CALLS)
def test_call_round_trip(line: str) -> None:
    call = parse_call(line)
    assert call is not None
    assert call.render() == line


def test_call_parts() -> None:
    call = parse_call(CALLS[2])
    assert call is not None
    assert call.name == '"odd name"'
    assert call.prefix == "fast noundef"
    assert call.return_type == "float"
    assert call.arguments[1].attributes == ("byval(%struct.P)", "align 8")
    assert call.arguments[1].value == "%x"
    assert call.metadata() == ", !dbg !7"
    variadic = parse_call(CALLS[3])
    assert variadic is not None
    assert (variadic.return_type, variadic.function_type) == ("i32", "i32 (ptr, ...)")
    asm = parse_call(CALLS[5])
    assert asm is not None
    assert asm.name is None
    assert asm.values() == ["%a", "%b"]


def test_not_a_call() -> None:
    assert parse_call("  %1 = add i32 %0, 4") is None


def test_split_top_keeps_brackets_and_strings() -> None:
    assert split_top('i32 1, [2 x i8] c"a,b", { i32, i64 } %x, <4 x i32> zeroinitializer') == [
        "i32 1",
        '[2 x i8] c"a,b"',
        "{ i32, i64 } %x",
        "<4 x i32> zeroinitializer",
    ]
    assert split_top("") == []


def test_split_type() -> None:
    assert split_type("ptr addrspace(3) @x") == ("ptr addrspace(3)", "@x")
    assert split_type("[0 x %struct.A] zeroinitializer") == ("[0 x %struct.A]", "zeroinitializer")
    assert parse_operand("ptr noundef addrspacecast (ptr addrspace(1) @g to ptr)").value.startswith("addrspacecast (")


MODULE = """
target triple = "nvptx64-nvidia-cuda"
$f = comdat any
@gone = internal addrspace(1) global i32 0, align 4
@kept = dso_local addrspace(1) externally_initialized global i32 3, align 4
@tile = linkonce_odr dso_local addrspace(3) global [32 x i32] undef, comdat, align 4
define linkonce_odr dso_local void @f(ptr %0) #0 comdat {
  store i32 1, ptr addrspacecast (ptr addrspace(3) @tile to ptr), align 4
  ret void
}
define dso_local void @unused() {
  ret void
}
define dso_local ptx_kernel void @k(ptr %0) #0 comdat($f) {
  call void @f(ptr %0)
  ret void
}
"""


def test_finish_module() -> None:
    module = parse_module(MODULE)
    finish_module(module)
    text = module.render()
    assert "define internal void @f(ptr %0) #0 {" in text
    assert "define ptx_kernel void @k(ptr %0) #0 {" in text
    assert "@tile = internal addrspace(3) global [32 x i32] undef, align 4" in text
    assert "@kept = addrspace(1) externally_initialized global i32 3, align 4" in text
    for gone in ("unused", "@gone", "comdat"):
        assert gone not in text


VTABLE = """
@_ZTV1A = linkonce_odr addrspace(4) constant { [1 x ptr] } { [1 x ptr] [ptr @__cxa_pure_virtual] }, comdat, align 8
declare void @__cxa_pure_virtual()
define ptx_kernel void @k(ptr %0) {
  store ptr addrspacecast (ptr addrspace(4) @_ZTV1A to ptr), ptr %0, align 8
  ret void
}
"""


def test_pure_virtual_functions_trap() -> None:
    module = parse_module(VTABLE)
    finish_module(module)
    assert module.functions["__cxa_pure_virtual"].body == ["  call void @llvm.trap()", "  unreachable"]
    assert "__cxa_pure_virtual" not in module.declarations
    assert "llvm.trap" in module.declarations


@pytest.mark.parametrize(
    ("node", "path"),
    [
        ('!DIFile(filename: "/a/x.cu", directory: "/work")', "/a/x.cu"),
        ('!DIFile(filename: "b/x.cu", directory: "/a")', "/a/b/x.cu"),
        ('!DIFile(filename: "x.cu", directory: "HERE")', "x.cu"),
        ("!{}", None),
    ],
)
def test_source_file(node: str, path: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert source_file(node.replace("HERE", str(tmp_path))) == path


def test_source_file_in_a_folder_reached_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link, elsewhere = tmp_path / "link", tmp_path / "elsewhere"
    elsewhere.mkdir()
    link.symlink_to(elsewhere)
    monkeypatch.chdir(link)
    node = f'!DIFile(filename: "x.cu", directory: "{link}")'
    monkeypatch.setenv("PWD", str(link))
    assert source_file(node) == "x.cu"
    monkeypatch.setenv("PWD", str(tmp_path))
    assert source_file(node) == f"{link}/x.cu"


def test_moved_values_get_names_and_labels_keep_their_numbers() -> None:
    end = ["  br label %4", "4:"]
    function = Function("f", "define i32 @f(i32 %0)", ["  %3 = add i32 %0, 1", "  %2 = mul i32 %3, %22", *end, "  ret i32 %2"])
    name_moved_values(function)
    assert function.body == ["  %moved.3 = add i32 %0, 1", "  %moved.2 = mul i32 %moved.3, %22", *end, "  ret i32 %moved.2"]
    in_order = ["  %2 = add i32 %0, 1", "  %3 = mul i32 %2, 2", "  ret i32 %3"]
    function = Function("f", "define i32 @f(i32 %0)", list(in_order))
    name_moved_values(function)
    assert function.body == in_order
