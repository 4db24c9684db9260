# SPDX-License-Identifier: Apache-2.0
"""Names, calling convention, launch bounds, memory and messages of the AMD target."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from amdgpu_build import assembly_text as assembly
from amdgpu_build import device_ir
from scale.compiler.ir.text import Module, parse_module
from scale.compiler.targets import DeviceOptions, ImageKind
from scale.compiler.targets.amdgpu.backend import make
from scale.compiler.targets.amdgpu.context import Context
from scale.compiler.targets.amdgpu.describe import metadata
from scale.compiler.targets.amdgpu.library.resolve import define_call
from scale.compiler.targets.amdgpu.names import names
from scale.compiler.targets.amdgpu.passes import kernels
from scale.compiler.targets.amdgpu.processors import PROCESSORS, find_processor
from scale.errors import CompileError

VECTOR_ADD = """
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
"""
SAMPLE = ("gfx900", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1151", "gfx1201")


def test_names_hold_processors_and_variants() -> None:
    assert {"gfx900", "gfx90c", "gfx942", "gfx1036", "gfx1103", "gfx1153", "gfx1201", "gfx9-4-generic"} <= set(names())
    assert {"gfx90a:xnack-", "gfx90a:sramecc+:xnack-", "gfx90a:xnack-:sramecc+", "gfx1010:xnack+"} <= set(names())
    assert "gfx1100:xnack-" not in names()
    assert "gfx803" not in names()
    assert len(names()) == len(set(names()))


@pytest.mark.parametrize("row", PROCESSORS, ids=lambda row: row.name)
def test_every_processor_makes_a_code_object(row) -> None:
    result = make(row.name).compile(device_ir(VECTOR_ADD), DeviceOptions())
    (image,) = result.images
    assert image.kind is ImageKind.CODE_OBJECT
    assert image.data[:4] == b"\x7fELF"
    assert image.data[8] == (4 if row.generic else 3)  # EI_ABIVERSION of code object 6 and 5
    note = metadata(image.data)
    assert note["amdhsa.target"] == f"amdgcn-amd-amdhsa--{row.name}"
    kernel = note["amdhsa.kernels"][0]
    assert kernel[".name"] == "_Z3addPKfS0_Pfi"
    assert kernel[".wavefront_size"] == row.wave_size
    kinds = [(argument[".offset"], argument[".size"], argument[".value_kind"]) for argument in kernel[".args"][:4]]
    assert kinds == [(0, 8, "global_buffer"), (8, 8, "global_buffer"), (16, 8, "global_buffer"), (24, 4, "by_value")]


def test_variants_reach_the_image() -> None:
    for name, shown in (("gfx90a:xnack-", "gfx90a:xnack-"), ("gfx942:xnack+:sramecc-", "gfx942:sramecc-:xnack+")):
        (image,) = make(name).compile(device_ir(VECTOR_ADD), DeviceOptions()).images
        assert metadata(image.data)["amdhsa.target"] == f"amdgcn-amd-amdhsa--{shown}"


@pytest.mark.parametrize("target", SAMPLE)
def test_global_memory_is_not_flat(target: str) -> None:
    text = assembly(VECTOR_ADD, target)
    assert len(re.findall(r"\bglobal_load_(?:dword|b32)\b", text)) == 4  # two in each of the forms for usual and for any launches
    assert "flat_" not in text.split(".amdhsa_kernel")[0].replace("flat_workgroup", "")


def test_launch_bounds() -> None:
    source = "__global__ void __launch_bounds__(128, 4) k(int *p) { p[threadIdx.x] = 1; }"
    assert ".max_flat_workgroup_size: 128" in assembly(source, "gfx942")
    assert ".max_flat_workgroup_size: 1024" in assembly(VECTOR_ADD, "gfx942")


BARRIER = """
__global__ void k(int *p) {
  __shared__ int t[256];
  t[threadIdx.x] = p[threadIdx.x];
  __nvvm_bar_sync(0);
  p[threadIdx.x] = t[threadIdx.x ^ 64];
}
"""


@pytest.mark.parametrize("target", SAMPLE)
def test_barrier_waits_for_memory(target: str) -> None:
    body = assembly(BARRIER, target).split("s_endpgm")[0]
    before = body[: body.index("s_barrier")]
    last_store = before.rindex("ds_write" if "ds_write" in before else "ds_store")
    assert "s_wait" in before[last_store:]


STRUCTS = """
struct S { int a[4]; float *p; };
__device__ __attribute__((noinline)) int f(S s, int i) { s.a[i & 3] += 1; return s.a[0]; }
__global__ void k(S s, int *o) { *o = f(s, o[1]) + s.a[0]; s.p[threadIdx.x] = 1.0f; }
"""


@pytest.mark.parametrize("target", ("gfx942", "gfx1100"))
@pytest.mark.parametrize("level", (0, 3))
def test_structs_by_value(target: str, level: int) -> None:
    text = assembly(STRUCTS, target, optimization=level)
    (image,) = make(target).compile(device_ir(STRUCTS), DeviceOptions(optimization=level)).images
    (kernel,) = make(target).describe(image)
    assert [(a.offset, a.size, a.kind) for a in kernel.arguments] == [(0, 24, "value"), (24, 8, "pointer")]
    assert "byval" not in text


def test_unknown_intrinsic_names_the_line() -> None:
    source = 'extern "C" __device__ int mystery(int);\n__global__ void k(int *p) { *p = mystery(*p); }\n'
    with pytest.raises(CompileError, match=r"unresolved extern function 'mystery'") as caught:
        make("gfx942").compile(device_ir(source, ("-gline-tables-only",)), DeviceOptions())
    assert caught.value.location is not None
    assert re.search(r":\d+:\d+$", caught.value.location)


def test_constant_memory_is_read_by_scalar_loads() -> None:
    source = "__constant__ int table[16];\n__global__ void k(int *p, int n) { p[threadIdx.x] = table[n]; }"
    text = assembly(source, "gfx942")
    assert re.search(r"s_load_dword s\d+, s\[\d+:\d+\]", text)
    assert not re.search(r"(?:global|flat)_load", text)


def test_flush_to_zero_is_a_kernel_mode() -> None:
    assert ".amdhsa_float_denorm_mode_32 3" in assembly(VECTOR_ADD, "gfx942")
    assert ".amdhsa_float_denorm_mode_32 0" in assembly(VECTOR_ADD, "gfx942", ftz=True)


ATOMICS = """
extern "C" __device__ float __scale_atomic_add_f32(float *, float, int, int);
extern "C" __device__ int __scale_atomic_max_s32(int *, int, int, int);
__shared__ float sums[4];
__global__ void k(float *f, int *i) {
  __scale_atomic_add_f32(f, 1.0f * threadIdx.x, 0, 3);
  __scale_atomic_max_s32(i, threadIdx.x, 0, 4);
  __scale_atomic_add_f32(&sums[threadIdx.x & 3], 2.0f, 0, 1);
}
"""


@pytest.mark.parametrize("target", ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"))
def test_float_atomics_are_one_instruction(target: str) -> None:
    text = assembly(ATOMICS, target)
    assert "global_atomic_add_f32" in text
    assert re.search(r"\bds_add_f32\b", text)
    assert "cmpswap" not in text


def test_safe_atomics_keep_the_loop() -> None:
    assert "cmpswap" in assembly(ATOMICS, "gfx1100", safe_atomics=True)


SERVICES = """
extern "C" __device__ int printf(const char *, ...);
extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, unsigned long);
extern "C" __device__ void *malloc(unsigned long);
extern "C" __device__ void free(void *);
__global__ void say(int *o) { printf("%d %s %f\\n", o[0], "text", 1.0 * o[1]); }
__global__ void check(int *o) { if (o[0] < 0) __assertfail("o", "f.cu", 3, "check", 1); }
__global__ void heap(int *o) { int *p = (int *)malloc(16); p[1] = o[0]; o[1] = p[1]; free(p); }
"""


@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("target", ("gfx942", "gfx1100", "gfx1201"))
def test_services_ask_rocm_for_their_buffers(target: str, level: int) -> None:
    (image,) = make(target).compile(device_ir(SERVICES), DeviceOptions(optimization=level)).images
    hidden = {
        kernel[".name"]: {argument[".value_kind"] for argument in kernel[".args"]} for kernel in metadata(image.data)["amdhsa.kernels"]
    }
    assert "hidden_hostcall_buffer" in hidden["_Z3sayPi"]
    assert "hidden_hostcall_buffer" in hidden["_Z5checkPi"]
    assert "hidden_heap_v1" in hidden["_Z4heapPi"]


@pytest.mark.parametrize("level", (0, 3))
def test_exit_is_a_return_of_the_kernel(level: int) -> None:
    source = """
    extern "C" __device__ void __scale_exit();
    __device__ int f(int x) { if (x == 3) __scale_exit(); return x + 1; }
    __global__ void k(int *o) { int v = 0; for (int i = 0; i < 5; i++) v += f(o[threadIdx.x + i]); o[0] = v; }
    """
    text = assembly(source, "gfx942", optimization=level)
    assert "__scale_exit" not in text
    assert text.split(".Lfunc_end")[0].count("s_endpgm") == 1


def test_every_libdevice_function_is_defined() -> None:
    """Clang's list of libdevice functions is in its resource folder."""
    headers = sorted(Path(sys.prefix).glob("lib/clang/*/include/__clang_cuda_libdevice_declares.h"))
    if not headers:
        pytest.skip("clang's headers are not beside this Python")
    names = sorted(set(re.findall(r"__nv_\w+", headers[0].read_text())))
    context = Context(find_processor("gfx942")[0], "", DeviceOptions(), Module())
    assert len(names) > 400
    assert [name for name in names if define_call(name, context) is None] == []


def test_resources_are_told_with_their_occupancy() -> None:
    source = """__global__ void __launch_bounds__(256) k(float *p) {
      __shared__ float t[8192];
      t[threadIdx.x] = p[threadIdx.x]; __nvvm_bar_sync(0); p[threadIdx.x] = t[p[1] > 0 ? 255 - threadIdx.x : 8000];
    }"""
    result = make("gfx942").compile(device_ir(source), DeviceOptions(verbose_resources=True))
    assert any("occupancy 2 of 8 waves a SIMD, set by shared memory" in line for line in result.report)
    assert not result.diagnostics


def test_a_kernel_that_spills_is_warned_of() -> None:
    loads = "".join(f"float v{n} = p[threadIdx.x + {n * 64}];" for n in range(300))
    stores = "".join(f"p[threadIdx.x + {n * 64}] = v{n} * v{(n * 7 + 3) % 300};" for n in range(300))
    source = f"__global__ void __launch_bounds__(1024) k(float *p) {{ {loads} __nvvm_bar_sync(0); {stores} }}"
    result = make("gfx942").compile(device_ir(source), DeviceOptions(verbose_resources=True))
    (warning,) = result.diagnostics
    assert warning.severity == "warning"
    assert re.search(r"kernel '_Z1kPf' spills \d+ vector registers to scratch memory on gfx942", warning.message)


@pytest.mark.parametrize(("registers", "waves"), ((32, 8), (64, 8), (128, 4)))
def test_register_limit_becomes_a_wish_for_waves(registers: int, waves: int) -> None:
    keep = make("gfx942").assembly(device_ir(VECTOR_ADD), DeviceOptions(max_registers=registers))
    assert ".amdhsa_kernel" in keep
    context = Context(find_processor("gfx942")[0], "", DeviceOptions(max_registers=registers), parse_module(device_ir(VECTOR_ADD)))
    kernels.run(context)
    assert f'"amdgpu-waves-per-eu"="{waves}"' in next(iter(context.module.functions.values())).header


SPECIALISED = """
__global__ void k(int *p) {
  __shared__ int t[256];
  if (CONDITION) {
    t[threadIdx.x] = p[threadIdx.x];
    BARRIER;
    p[threadIdx.x] = t[threadIdx.x ^ 64];
  } else {
    t[threadIdx.x] = 2;
    BARRIER;
    p[threadIdx.x + 512] = t[threadIdx.x ^ 128] * 3;
    t[threadIdx.x] = p[7];
  }
  p[threadIdx.x + 256] = t[threadIdx.x];
}
"""


@pytest.mark.parametrize("barrier", ("__nvvm_bar_sync(0)", "__nvvm_barrier_sync_cnt(1, 64)"))
@pytest.mark.parametrize("condition", ("threadIdx.x / 32 == 0", "threadIdx.x < 32", "threadIdx.x >= 96", "(threadIdx.x >> 5) != 3"))
def test_barriers_that_part_the_warps_of_a_wavefront_are_refused(condition: str, barrier: str) -> None:
    source = SPECIALISED.replace("CONDITION", condition).replace("BARRIER", barrier)
    with pytest.raises(CompileError, match="barrier under a branch that parts two warps of one wavefront") as caught:
        make("gfx942").compile(device_ir(source, ("-gline-tables-only",)), DeviceOptions())
    assert re.search(r"<stdin>:1[25]:\d+$|-:1[25]:\d+$|:\d+:\d+$", caught.value.location or "")
    assert make("gfx1100").compile(device_ir(source), DeviceOptions()).images


@pytest.mark.parametrize("condition", ("threadIdx.x < 64", "threadIdx.x / 32 < 2", "p[255] > 0", "threadIdx.x >= 128"))
def test_other_barriers_are_not(condition: str) -> None:
    source = SPECIALISED.replace("CONDITION", condition).replace("BARRIER", "__nvvm_bar_sync(0)")
    assert make("gfx942").compile(device_ir(source), DeviceOptions()).images


FAILS_IN_ONE_WARP = """
__global__ void k(int *p) {
  __shared__ int t[256];
  if (threadIdx.x < 32) {
    if (p[threadIdx.x] < 0) __builtin_trap();
    t[threadIdx.x] = p[threadIdx.x + 512];
  }
  __nvvm_bar_sync(0);
  p[threadIdx.x] = t[threadIdx.x & 31];
}
"""


def test_a_trap_in_one_warp_does_not_put_what_follows_under_its_branch() -> None:
    """As a range check does in a functor that CUB's scan calls in its first warp."""
    assert make("gfx942").compile(device_ir(FAILS_IN_ONE_WARP), DeviceOptions()).images


def test_rough_division_and_roots_are_single_instructions() -> None:
    source = """extern "C" __device__ float __nv_sqrtf(float);
    __global__ void k(float *p, float *q) { p[threadIdx.x] = p[threadIdx.x] / q[threadIdx.x] + __nv_sqrtf(q[threadIdx.x]); }"""
    precise = assembly(source, "gfx942")
    assert "v_div_fixup_f32" in precise
    rough = assembly(source, "gfx942", prec_div=False, prec_sqrt=False, ftz=True)
    assert "v_div_" not in rough
    assert len(re.findall(r"\bv_(?:fma|fmac)_f32", rough)) == 0 or "v_rcp_f32" in rough
    assert rough.count("\n") < precise.count("\n") - 15


def test_fmad_decides_over_fused_multiplication() -> None:
    source = "__global__ void k(float *p) { p[threadIdx.x] = p[threadIdx.x] * p[threadIdx.x + 64] + p[threadIdx.x + 128]; }"
    assert re.search(r"v_(?:fma|fmac|pk_fma)_f32", assembly(source, "gfx942", ("-ffp-contract=fast",)))
    assert not re.search(r"v_(?:fma|fmac|mac|mad|pk_fma)_f32", assembly(source, "gfx942", ("-ffp-contract=off",), fmad=False))


VARIABLES = """
struct S { int a; float b; };
static __device__ int helper(int x, S s) { int twice = x * 2; return twice + s.a; }
__global__ void all(int *q, S whole) {
  int sum = whole.a;
  q[0] = sum;
}
__global__ void k(int *p, int n) {
  int i = threadIdx.x;
  S mine = {n, 1.5f};
  for (int j = 0; j < n; ++j) {
    int t = p[j];
    p[i] += helper(t, mine);
  }
}
"""


@pytest.mark.parametrize("target", ("gfx942", "gfx1100"))
def test_debuggers_find_variables(target: str) -> None:
    """`-G`: every parameter and local variable has a place."""
    import io

    from elftools.elf.elffile import ELFFile

    text = device_ir(VARIABLES, ("-g", "-O0"))
    (image,) = make(target).compile(text, DeviceOptions(optimization=0, debug=True)).images
    found: dict[str, bool] = {}
    for unit in ELFFile(io.BytesIO(image.data)).get_dwarf_info().iter_CUs():
        for entry in unit.iter_DIEs():
            if entry.tag in ("DW_TAG_variable", "DW_TAG_formal_parameter") and "DW_AT_name" in entry.attributes:
                found[entry.attributes["DW_AT_name"].value.decode()] = "DW_AT_location" in entry.attributes
    assert found == dict.fromkeys(("q", "whole", "sum", "p", "n", "i", "mine", "j", "t", "x", "s", "twice"), True)
