# SPDX-License-Identifier: Apache-2.0
"""Half, bfloat16 and fp8 for NVIDIA's GPUs: one instruction where the processor has one, and cache hints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .nvptx_build import ptx

HEADERS = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n"
PARAMETERS = "__nv_bfloat16 *a, __nv_bfloat162 *b, __half *h, __half2 *g, float *f, int *i, double *d, __nv_fp8x4_e4m3 *q"
INSTRUCTIONS = [
    ("a[0] = a[1] + a[2]", "sm_80", "fma.rn.bf16"),
    ("a[0] = a[1] + a[2]", "sm_90", "add.bf16"),
    ("b[0] = __hmul2(b[1], b[2])", "sm_80", "fma.rn.bf16x2"),
    ("b[0] = __hfma2(b[1], b[2], b[3])", "sm_80", "fma.rn.bf16x2"),
    ("b[0] = __hfma2_relu(b[1], b[2], b[3])", "sm_80", "fma.rn.relu.bf16x2"),
    ("a[0] = __hmax(a[1], a[2])", "sm_80", "max.bf16"),
    ("g[0] = __hmin2_nan(g[1], g[2])", "sm_80", "min.NaN.f16x2"),
    ("a[0] = __float2bfloat16(f[0])", "sm_80", "cvt.rn.bf16.f32"),
    ("b[0] = __floats2bfloat162_rn(f[0], f[1])", "sm_80", "cvt.rn.bf16x2.f32"),
    ("a[0] = __float2bfloat16_rz(f[0])", "sm_80", "cvt.rz.bf16.f32"),
    ("h[0] = __float2half_ru(f[0])", "sm_75", "cvt.rp.f16.f32"),
    ("h[0] = __double2half(d[0])", "sm_75", "cvt.rn.f16.f64"),
    ("h[0] = __int2half_rn(i[0])", "sm_75", "cvt.rn.f16.s32"),
    ("a[0] = __int2bfloat16_rn(i[0])", "sm_90", "cvt.rn.bf16.s32"),
    ("atomicAdd(g, g[1])", "sm_75", "atom.relaxed.gpu.add.noftz.f16x2"),
    ("atomicAdd(b, b[1])", "sm_90", "atom.relaxed.gpu.add.noftz.bf16x2"),
    ("q[0] = __nv_fp8x4_e4m3(*(float4 *)f)", "sm_89", "cvt.rn.satfinite.e4m3x2.f32 cvt.rn.satfinite.e4m3x2.f32"),
    ("*(float4 *)f = float4(q[0])", "sm_90", "cvt.f32.f16 " * 4 + "cvt.rn.f16x2.e4m3x2 cvt.rn.f16x2.e4m3x2"),
]


@pytest.mark.parametrize("target", ["sm_75", "sm_80", "sm_89", "sm_90"])
def test_one_instruction_where_there_is_one(tmp_path: Path, target: str) -> None:
    wanted = [(statement, expected) for statement, since, expected in INSTRUCTIONS if since == target]
    kernels = [f"__global__ void k{number}({PARAMETERS}) {{ {statement}; }}" for number, (statement, _) in enumerate(wanted)]
    text = ptx(tmp_path, HEADERS + "\n".join(kernels), target)
    bodies = re.findall(r"\.entry _Z2k\d\w*\((.*?)\n\}", text, re.DOTALL)
    plain = re.compile(r"^\s*((?!ld\.|st\.|cvta|mov|shl|or\.|cvt\.u\d+\.u)[a-z]\w*\.[\w.]+)", re.MULTILINE)
    found = [" ".join(sorted(plain.findall(body.partition("{")[2]))) for body in bodies]
    assert found == [expected for _, expected in wanted]


def test_cache_hints_reach_half_types(tmp_path: Path) -> None:
    source = (
        "__global__ void k(__half *a, __half2 *b, __nv_bfloat16 *c, __nv_bfloat162 *d) {"
        " a[0] = __ldg(a + 1); b[0] = __ldcs(b + 1); __stcg(c, __ldcg(c + 1)); __stwt(d, __ldlu(d + 1)); }"
    )
    found = re.findall(r"(?:ld|st)\.global\.(?:nc|c[gsav]|lu|wt)\S*", ptx(tmp_path, HEADERS + source))
    assert sorted(found) == [
        "ld.global.cg.b16", "ld.global.cs.b32", "ld.global.lu.b32", "ld.global.nc.b16", "st.global.cg.b16", "st.global.wt.b32",
    ]  # fmt: skip
