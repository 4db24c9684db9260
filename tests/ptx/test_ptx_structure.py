# SPDX-License-Identifier: Apache-2.0
"""Scopes, registers, predicates, labels, operands, carry between statements, places of errors."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest
from ptx_harness import compile_host, run, statement_module
from scale.compiler.frontend.clang import find_clang
from scale.compiler.ptx import translate_module
from scale.errors import CompileError

WORD = 0xFFFFFFFF


def test_module_without_assembly_is_untouched() -> None:
    text = "define void @f() {\n  ret void\n}\n"
    assert translate_module(text) == (text, [])


def test_scopes_shadow() -> None:
    text = "{.reg .u32 t; mov.u32 t, 1; {.reg .u32 t; mov.u32 t, 2;} add.u32 %0, t, %1;}"
    assert run(text, "r", "r", [[10]]) == [[11]]


def test_register_ranges_vectors_and_sinks() -> None:
    text = "{.reg .b32 %%r<3>; .reg .v2 .b32 v; mov.b64 {%%r1, _}, %1; mov.b64 {_, %%r2}, %1; mov.b32 v.x, %%r2; mov.b32 v.y, %%r1;"
    text += " mov.b64 %0, {v.x, v.y};}"
    assert run(text, "l", "l", [[0x1122334455667788]]) == [[0x5566778811223344]]


def test_declarations_take_several_forms() -> None:
    text = "{.reg.u32 a, b; .reg .v4 .f32 q; .reg .pred p|q2; mov.u32 a, 3; mov.u32 b, a; mov.u32 %0, b;}"
    with pytest.raises(CompileError):
        run(text, "r", "", [])
    assert run(text.replace(" .reg .pred p|q2;", ""), "r", "", []) == [[3]]


def test_predicated_moves_select() -> None:
    text = "{.reg .pred p; setp.gt.s32 p, %1, 5; mov.u32 %0, 100; @p mov.u32 %0, 200; @!p add.u32 %0, %0, 1;}"
    assert run(text, "r", "r", [[4, 6]]) == [[101, 200]]


def test_loops_and_branches() -> None:
    text = """{
      .reg .pred p;
      .reg .u32 i;
      mov.u32 i, 0;
      mov.u32 %0, 0;
      LOOP: setp.ge.u32 p, i, %1;
      @p bra DONE;
      add.u32 %0, %0, i;   // the sum so far
      add.u32 i, i, 1;
      bra.uni LOOP;
      DONE: /* end */
    }"""
    assert run(text, "r", "r", [[0, 1, 10]]) == [[0, 0, 45]]


def test_predicated_memory_access_is_not_made_when_false() -> None:
    value = ctypes.c_uint32(7)
    text = "{.reg .pred p; setp.ne.u32 p, %1, 0; mov.u32 %0, 1; @p ld.u32 %0, [%2];}"
    assert run(text, "r", "rl", [[0, 1], [0, ctypes.addressof(value)]]) == [[1, 7]]


def test_labels_are_unique_in_copies() -> None:
    text = "{.reg .pred p; setp.eq.u32 p, %1, 0; mov.u32 %0, 5; @p bra L%=; mov.u32 %0, 6; L%=:}"
    assert run(text, "r", "r", [[0, 1]]) == [[5, 6]]


def test_literals() -> None:
    assert run("mov.f32 %0, 0f3F800001;", "f", "", []) == [[0x3F800001]]
    assert run("mov.f64 %0, 0d3FF0000000000001;", "d", "", []) == [[0x3FF0000000000001]]
    assert run("mov.f32 %0, 0F7FC12345;", "f", "", []) == [[0x7FC12345]]
    assert run("add.f32 %0, %1, -1.5;", "f", "f", [[0x40000000]]) == [[0x3F000000]]
    assert run("mov.u32 %0, 0x10U;", "r", "", []) == [[16]]
    assert run("mov.u32 %0, 017;", "r", "", []) == [[15]]
    assert run("mov.u32 %0, 0b101;", "r", "", []) == [[5]]
    assert run("mov.s32 %0, -(3+4*2)<<1;", "r", "", []) == [[(-22) & WORD]]
    assert run("add.u32 %0, %1, WARP_SZ;", "r", "r", [[1]]) == [[33]]
    assert run("fma.rn.f64 %0, %1, 0d4000000000000000, 1.0;", "d", "d", [[0x4008000000000000]]) == [[0x401C000000000000]]


def test_immediate_operands_become_text() -> None:
    module = statement_module("{.reg .b32 t<%1>; mov.b32 t%2, 7; shl.b32 %0, t3, %2;}", "r", "")
    module = module.replace('"=r"()', '"=r,n,n"(i32 4, i32 3)')
    engine = compile_host(translate_module(module)[0])
    out = ctypes.c_uint32()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(engine.get_function_address("f"))(ctypes.addressof(out), 1)
    assert out.value == 56


def test_tied_operands_start_with_their_input() -> None:
    module = """define i32 @f(i32 %a, i32 %b) {
  %1 = call { i32, i32 } asm sideeffect "add.u32 $0, $0, $2;\\0Amul.lo.u32 $1, $1, $0;", "=r,=r,r,0,1"(i32 5, i32 %a, i32 %b), !srcloc !0
  %2 = extractvalue { i32, i32 } %1, 1
  ret i32 %2
}
!0 = !{i64 1, i64 2}
"""
    engine = compile_host(translate_module(module)[0])
    assert ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32)(engine.get_function_address("f"))(2, 3) == 21


def test_half_operands_keep_their_types() -> None:
    module = """define half @f(half %a) {
  %1 = call contract half asm "add.f16 $0, $0, $0;", "=h,0"(half %a)
  ret half %1
}
"""
    text, _ = translate_module(module)
    assert "fadd half %a, %a" in text
    assert "bitcast" not in text


def test_empty_statement_with_memory_clobber_is_a_compiler_fence() -> None:
    text, _ = translate_module('define void @f() {\n  call void asm sideeffect "", "~{memory}"()\n  ret void\n}\n')
    assert text.split("\n")[1] == '  fence syncscope("singlethread") seq_cst'
    text, _ = translate_module('define void @f() {\n  call void asm sideeffect "", ""()\n  ret void\n}\n')
    assert text.strip() == "define void @f() {\n  ret void\n}"


def test_volatile_access_with_memory_clobber_is_fenced() -> None:
    module = (
        "define i32 @f(ptr %p) {\n"
        '  %1 = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)\n  ret i32 %1\n}\n'
    )
    text, _ = translate_module(module)
    assert text.count('fence syncscope("singlethread") seq_cst') == 2
    assert "load volatile i32, ptr addrspace(1)" in text


def test_calls_keep_the_users_place() -> None:
    module = 'define void @f() {\n  call void asm sideeffect "bar.sync 0;", ""(), !dbg !7\n  ret void\n}\n'
    text, _ = translate_module(module)
    assert "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !7" in text


# --- the carry flag between statements ---------------------------------------------------------------
def test_carry_passes_between_functions() -> None:
    module = """define internal i32 @add_cc(i32 %a, i32 %b) {
  %1 = call i32 asm sideeffect "add.cc.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %1
}
define internal i32 @addc(i32 %a, i32 %b) noinline optnone {
  %1 = call i32 asm sideeffect "addc.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %1
}
define internal i64 @wide(i32 %a, i32 %b, i32 %c, i32 %d) {
  %1 = call i32 @add_cc(i32 %a, i32 %c)
  %2 = call i32 @addc(i32 %b, i32 %d)
  %3 = zext i32 %1 to i64
  %4 = zext i32 %2 to i64
  %5 = shl i64 %4, 32
  %6 = or i64 %5, %3
  ret i64 %6
}
define i64 @f(i32 %a, i32 %b, i32 %c, i32 %d) {
  %1 = call i64 @wide(i32 %a, i32 %b, i32 %c, i32 %d)
  ret i64 %1
}
"""
    module = module.replace("noinline optnone ", "")
    text, _ = translate_module(module)
    assert "__scale_cc" not in text
    engine = compile_host(text)
    function = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint32] * 4)(engine.get_function_address("f"))
    for a, b in ((0xFFFFFFFF, 1), (0x1_FFFFFFFF, 0x2_00000001), (5, 6)):
        assert function(a & WORD, a >> 32, b & WORD, b >> 32) == a + b


def test_carry_set_and_never_used_leaves_nothing() -> None:
    text, _ = translate_module(statement_module("add.cc.u32 %0, %1, %2;", "r", "rr"))
    assert "__scale_cc" not in text


# --- errors ------------------------------------------------------------------------------------------
def failure(asm: str, outputs: str = "r", inputs: str = "r") -> str:
    with pytest.raises(CompileError) as error:
        translate_module(statement_module(asm, outputs, inputs))
    return error.value.message


def test_messages() -> None:
    assert failure("frobnicate.u32 %0, %1;") == "inline PTX instruction 'frobnicate.u32' is not supported"
    assert failure("add.u32 %0, %1, %7;") == "the asm statement has no operand %7"
    assert failure("add.u32 %0, %1, foo;") == "'foo' is not a register"
    assert failure("add.u32 %0, %1;") == "'add.u32' takes 3 operands"
    assert failure("add.u64 %0, %1, %1;") == "an operand of 'add.u64' has 32 bits where 64 are needed"
    assert failure("mul.wide.u32 %0, %1, %1;") == "the destination of 'mul.wide.u32' has 32 bits where 64 are needed"
    assert failure("selp.u32 %0, 1, 2, %1;") == "'selp.u32' takes a predicate here"
    assert failure("bra nowhere;") == "there is no label 'nowhere' in this asm statement"
    assert failure("add.u32 %0 %1 3;") == "cannot parse the inline PTX near 'add.u32 %0 %1 3;'"


CLANG = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-O2", "-Xclang"]
CLANG += ["-disable-llvm-passes", "-emit-llvm", "-S", "-gline-directives-only", "-Wno-unknown-cuda-version", "-o", "-"]


def test_every_error_is_told_at_its_line(tmp_path: Path) -> None:
    source = tmp_path / "x.cu"
    source.write_text(
        """#define __device__ __attribute__((device))
__device__ int f(int a) {
  int r;
  asm("{\\n\\t"
      "add.u32 %0, %1, 1;\\n\\t"
      "wobble.b32 %0, %0;\\n\\t"
      "}" : "=r"(r) : "r"(a));
  asm volatile("wgmma.fence.sync.aligned;");
  return r;
}
"""
    )
    text = subprocess.run([str(find_clang().path), *CLANG, str(source)], capture_output=True, text=True, check=True).stdout
    with pytest.raises(CompileError) as error:
        translate_module(text)
    assert error.value.location == f"{source}:6:8"
    assert error.value.message == (
        "inline PTX instruction 'wobble.b32' is not supported\n"
        f"{source}:8:3: error: inline PTX instruction 'wgmma.fence.sync.aligned' is not supported"
    )
