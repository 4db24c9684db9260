# SPDX-License-Identifier: Apache-2.0
"""Whole PTX modules: written by hand, and made by LLVM's NVPTX back end from C++ and run on the host."""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from ptx_harness import compile_host, provide
from scale.compiler.frontend.clang import find_clang
from scale.compiler.ptx.module import entries, translate_ptx
from scale.errors import CompileError

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
_thread = {"x": 0}


@provide("llvm.nvvm.read.ptx.sreg.tid.x", ctypes.c_int32)
def _tid() -> int:
    return _thread["x"]


def kernel(text: str, name: str, *types: object) -> object:
    """The kernel as a C function."""
    module = re.sub(BY_VALUE, "", translate_ptx(text).replace("ptx_kernel ", ""))
    engine = compile_host(re.sub(r"target .*\n", "", module))
    _keep.append(engine)
    return ctypes.CFUNCTYPE(None, *types)(engine.get_function_address(name))


BY_VALUE = r"byval\([^)]*\) (align \d+ )?"
"""Taken away on the host: kernels get pointers to their structs."""
_keep: list[object] = []


def test_parameters_and_attributes() -> None:
    text = (
        HEAD
        + ".visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 s[16], .param .f32 f)\n.maxntid 64, 1, 1\n{ ret; }"
    )
    module = translate_ptx(text)
    head = next(line for line in module.split("\n") if line.startswith("define"))
    assert head == (
        'define ptx_kernel void @k(ptr %a0, ptr byval([16 x i8]) align 8 %a1, float %a2) convergent nounwind "nvvm.maxntid"="64,1,1" {'
    )
    assert [(entry.name, entry.parameters) for entry in entries(text)] == [("k", [(8, 4), (16, 8), (4, 4)])]


def test_straight_kernel() -> None:
    text = (
        HEAD
        + """
    .visible .entry add(.param .u64 out, .param .u64 in, .param .u32 scale) {
      .reg .b64 %rd<5>; .reg .b32 %r<6>;
      ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.param.u32 %r1, [scale];
      cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;
      mov.u32 %r2, %tid.x;
      mul.wide.u32 %rd2, %r2, 4; add.s64 %rd4, %rd4, %rd2; add.s64 %rd3, %rd3, %rd2;
      ld.global.u32 %r3, [%rd4]; mul.lo.s32 %r4, %r3, %r1; st.global.u32 [%rd3], %r4;
      ret;
    }"""
    )
    source, out = np.arange(8, dtype=np.uint32), np.zeros(8, np.uint32)
    function = kernel(text, "add", ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32)
    for lane in range(8):
        _thread["x"] = lane
        function(out.ctypes.data, source.ctypes.data, 5)  # type: ignore[operator]
    assert list(out) == [5 * x for x in range(8)]


def test_carry_chain_between_branches() -> None:
    text = (
        HEAD
        + """
    .visible .entry k(.param .u64 out, .param .u32 x) {
      .reg .b32 %r<6>; .reg .b64 %rd<2>; .reg .pred %p<2>;
      ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [x];
      setp.eq.u32 %p1, %r1, 0;
      @%p1 bra DONE;
      add.cc.u32 %r2, %r1, 0xFFFFFFFF; addc.cc.u32 %r3, %r1, 0xFFFFFFFF; addc.u32 %r4, 0, 7;
      st.global.u32 [%rd1], %r2; st.global.u32 [%rd1+4], %r3; st.global.u32 [%rd1+8], %r4;
      DONE: ret;
    }"""
    )
    out = np.zeros(3, np.uint32)
    kernel(text, "k", ctypes.c_uint64, ctypes.c_uint32)(out.ctypes.data, 5)  # type: ignore[operator]
    assert list(out) == [4, 5, 8]


def test_branches_tables_calls_and_variables() -> None:
    text = (
        HEAD
        + """
    .visible .global .align 4 .u32 data[3] = {10, 20, 30};
    .global .u64 where = generic(data)+4;
    .const .f32 half = 0f3F000000;
    .func (.param .b32 r) pick(.param .b32 i) {
      .reg .b32 %r<4>; .reg .b64 %rd<3>;
      ld.param.b32 %r1, [i];
      T: .branchtargets A, B, C;
      brx.idx %r1, T;
      A: mov.u32 %r2, 100; bra DONE;
      B: mov.u32 %r2, 200; bra DONE;
      C: ld.global.u64 %rd1, [where]; ld.u32 %r2, [%rd1];
      DONE: st.param.b32 [r], %r2; ret;
    }
    .visible .entry k(.param .u64 out) {
      .reg .b32 %r<4>; .reg .b64 %rd<3>; .reg .pred %p<2>; .reg .f32 %f<3>; .reg .b64 %target;
      ld.param.u64 %rd1, [out];
      mov.u32 %r1, 0;
      LOOP:
      {
        .param .b32 a; .param .b32 r;
        st.param.b32 [a], %r1;
        call.uni (r), pick, (a);
        ld.param.b32 %r2, [r];
      }
      st.global.u32 [%rd1], %r2;
      add.s64 %rd1, %rd1, 4;
      add.s32 %r1, %r1, 1;
      setp.lt.s32 %p1, %r1, 3;
      @%p1 bra LOOP;
      ld.const.f32 %f1, [half];
      st.global.f32 [%rd1], %f1;
      mov.u64 %rd2, data;
      ld.global.u32 %r3, [%rd2+8];
      st.global.u32 [%rd1+4], %r3;
      mov.u64 %target, pick;
      ret;
    }""".replace("mov.u64 %target, pick;", "")
    )
    out = np.zeros(5, np.uint32)
    kernel(text, "k", ctypes.c_uint64)(out.ctypes.data)  # type: ignore[operator]
    assert list(out) == [100, 200, 20, 0x3F000000, 30]


def test_visible_variables_can_be_asked_for() -> None:
    module = translate_ptx(
        HEAD + ".visible .global .align 4 .u32 counter;\n.visible .const .align 4 .b8 c[8];\n.extern .shared .align 16 .b8 dyn[];\n"
    )
    assert "@counter = addrspace(1) externally_initialized global [4 x i8] zeroinitializer, align 4" in module
    assert "@c = addrspace(4) externally_initialized constant [8 x i8] zeroinitializer, align 4" in module
    assert "@dyn = external addrspace(3) global [0 x i8], align 16" in module


def test_debug_sections_and_lines_are_passed_over() -> None:
    text = HEAD + '.file 1 "a.cu"\n.visible .entry k() {\n.loc 1 3 5\nret;\n}\n.section .debug_str {\n.b8 1,2\n}\n'
    assert "define ptx_kernel void @k()" in translate_ptx(text)


def test_errors_name_file_and_line() -> None:
    with pytest.raises(CompileError) as error:
        translate_ptx(HEAD + ".visible .entry k() {\n  tcgen05.fence;\n}", "model.ptx")
    assert (error.value.location, error.value.message) == ("model.ptx:5", "PTX instruction 'tcgen05.fence' is not supported")
    with pytest.raises(CompileError) as error:
        translate_ptx(HEAD + "this is no PTX\n", "x.ptx")
    assert error.value.location == "x.ptx:4"
    assert error.value.message.startswith("cannot parse the PTX near")


SOURCE = r"""
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
struct Pair { int a; double d; };
__device__ __attribute__((noinline)) float series(float x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x / (i + 1); return s; }
__device__ __attribute__((noinline)) Pair swap(Pair p, int k) { Pair q; q.a = (int)p.d + k; q.d = p.a * 0.5; return q; }
extern "C" __global__ void mixed(float *o, const float *a, int n, Pair s) {
  int local[8];
  for (int i = 0; i < n; i++) {
    float v = a[i];
    switch (i & 7) {
      case 0: v += 1; break;
      case 1: v *= 3; break;
      case 2: v -= 5; break;
      case 3: v = __builtin_fabsf(v); break;
      case 4: v = (int)v; break;
      case 5: v = (unsigned char)(int)v; break;
      case 6: v = v > 2 ? v : -v; break;
    }
    local[i & 7] = (int)v;
    Pair q = swap(s, i);
    o[i] = series(v, i & 3) + q.a + (float)q.d + local[(i * 3) & 7 & (i | 1) & i];
  }
}
extern "C" __global__ void integers(unsigned long long *o, const long long *a, int n) {
  for (int i = 0; i < n; i++) {
    long long x = a[i], y = a[(i + 1) % n] | 1;
    unsigned long long r = x / y + x % y + (x >> (y & 63)) + (x * y ^ (unsigned)x % 7u) + __builtin_popcountll(x) + __builtin_clzll(y);
    o[i] = r + (short)x + (unsigned char)y + (x < y) + ((unsigned)x > (unsigned)y) * 2 + __builtin_bitreverse32((unsigned)x);
  }
}
"""


@pytest.fixture(scope="module")
def nvptx_text(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """(IR, PTX made from it by LLVM) of SOURCE."""
    folder: Path = tmp_path_factory.mktemp("ptx")
    (folder / "x.cu").write_text(SOURCE)
    flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-O1", "-ffp-contract=off"]
    flags += ["-emit-llvm", "-S", "-Wno-unknown-cuda-version", "-o", "-", str(folder / "x.cu")]
    ir = subprocess.run([str(find_clang().path), *flags], capture_output=True, text=True, check=True).stdout
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_80", features="+ptx80")
    return ir, machine.emit_assembly(llvm.parse_assembly(ir))


def host_function(ir: str, name: str, *types: object) -> object:
    ir = re.sub(BY_VALUE, "", ir)
    text = re.sub(r"(ptx_kernel|target (triple|datalayout).*\n|attributes .*)", "", ir)
    text = re.sub(r" #\d+", "", text)
    engine = compile_host(text)
    _keep.append(engine)
    return ctypes.CFUNCTYPE(None, *types)(engine.get_function_address(name))


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int), ("d", ctypes.c_double)]


def test_llvm_ptx_gives_the_same_results(nvptx_text: tuple[str, str]) -> None:
    ir, ptx = nvptx_text
    rng = np.random.default_rng(3)
    a = (rng.random(64) * 20 - 10).astype(np.float32)
    pair = Pair(7, 3.75)
    results = []
    for function in (
        host_function(ir, "mixed", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p),
        kernel(ptx, "mixed", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p),
    ):
        out = np.zeros(64, np.float32)
        function(out.ctypes.data, a.ctypes.data, 64, ctypes.addressof(pair))  # type: ignore[operator]
        results.append(out.view(np.uint32).tolist())
    assert results[0] == results[1]


def test_llvm_ptx_of_integers(nvptx_text: tuple[str, str]) -> None:
    ir, ptx = nvptx_text
    rng = np.random.default_rng(4)
    a = rng.integers(-(1 << 62), 1 << 62, 200, dtype=np.int64)
    a[:8] = [0, 1, -1, 2, (1 << 62), -(1 << 62), 255, -128]
    results = []
    for function in (
        host_function(ir, "integers", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int),
        kernel(ptx, "integers", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int),
    ):
        out = np.zeros(200, np.uint64)
        function(out.ctypes.data, a.ctypes.data, 200)  # type: ignore[operator]
        results.append(out.tolist())
    assert results[0] == results[1]
