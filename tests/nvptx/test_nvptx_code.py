# SPDX-License-Identifier: Apache-2.0
"""What CUDA says, as PTX: the instructions that someone would look for, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .nvptx_build import needs_libdevice, needs_ptxas, nvcc, ptx


def test_version_follows_the_release_and_processor_the_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "__global__ void k(int *p) { *p = __CUDA_ARCH__; }"
    for release, target, version, arch in (("12.9", "sm_80", "8.8", 800), ("12.0", "sm_90a", "8.0", 900), ("13.0", "sm_121", "9.0", 1210)):
        monkeypatch.setenv("SCALE_CUDA_VERSION", release)
        text = ptx(tmp_path, source, target)
        assert f".version {version}\n.target {target}\n" in text
        assert re.search(rf"st\.global\.b32 \s*\[%rd\d\], {arch};", text)


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        ("atomicAdd(p, 1)", r"atom\.global\.add\.u32"),
        ("atomicAdd_block(p, 1)", r"atom\.relaxed\.cta\.add\.u32"),
        ("atomicAdd_system(p, 1)", r"atom\.relaxed\.sys\.add\.u32"),
        ("__atomic_fetch_add(p, 3, __ATOMIC_SEQ_CST)", r"fence\.sc\.sys; atom\.acquire\.sys\.add\.u32"),
        ("__atomic_fetch_sub((long *)p, 3, __ATOMIC_RELEASE)", r"-3;\s+// begin inline asm\s+atom\.release\.sys\.add\.u64 "),
        ("__nv_atomic_fetch_or(p, 3, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK)", r"atom\.acq_rel\.cta\.or\.b32"),
        ("atomicMin(p, -3)", r"atom\.global\.min\.s32"),
        ("atomicInc((unsigned *)p, 7u)", r"atom\.global\.inc\.u32"),
        ("atomicCAS(p, 2, 3)", r"atom\.(?:relaxed\.gpu\.)?global\.cas\.b32"),
        ("atomicAdd((double *)p, 2.0)", r"atom\.global\.add\.f64"),
        ("atomicExch((float *)p, 2.0f)", r"atom\.global\.exch\.b(?:32|64)"),
        ("__threadfence()", r"fence\.(?:acq_rel|sc)\.gpu|membar\.gl"),
        ("__threadfence_block()", r"fence\.(?:acq_rel|sc)\.cta|membar\.cta"),
        ("__threadfence_system()", r"fence\.(?:acq_rel|sc)\.sys|membar\.sys"),
        ("__syncthreads()", r"bar(?:rier)?\.sync\s+0;"),
        ("p[1] = __shfl_xor_sync(~0u, p[0], 4)", r"shfl\.sync\.bfly\.b32\s+%r\d+, %r\d+, 4, 31, -1;"),
        ("p[1] = __ballot_sync(~0u, p[0])", r"vote\.sync\.ballot\.b32"),
        ("p[1] = __reduce_add_sync(~0u, p[0])", r"redux\.sync\.add\.[su]32"),
        ("p[1] = __popc(p[0])", r"popc\.b32"),
        ("p[1] = __dp4a(p[0], p[2], p[3])", r"dp4a\.s32\.s32"),
        ("p[1] = __byte_perm(p[0], p[2], 0x1234)", r"prmt\.b32\s+%r\d+, %r\d+, %r\d+, (?:4660|%r\d+|0x1234U?);"),
        ("p[1] = (int)(clock() >> 40)", r"mov\.u64\s+%rd\d+, %clock64;"),
        ("p[1] = clock64()", r"mov\.u64\s+%rd\d+, %clock64;"),
        ('printf("%d", p[0])', r"call\.uni .*vprintf|call .*vprintf|vprintf"),
        ('asm volatile("prefetch.global.L2 [%0];" :: "l"(p))', r"prefetch\.global\.L2 \[%rd\d\];"),
    ],
)
def test_instruction(tmp_path: Path, body: str, pattern: str) -> None:
    text = ptx(tmp_path, f"#include <cstdio>\n__global__ void k(int *p) {{ {body}; }}")
    assert re.search(pattern, text), text


def test_textures_and_surfaces_are_instructions(tmp_path: Path) -> None:
    text = ptx(
        tmp_path,
        """
        __global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float x, float4 *o, short2 *q) {
          o[0] = tex2D<float4>(t, x, 2.0f);
          o[1] = tex2DLod<float4>(t, x, 2.0f, 1.5f);
          o[2] = tex2DGrad<float4>(t, x, 2.0f, make_float2(1, 2), make_float2(3, 4));
          o[3] = tex2DLayered<float4>(t, x, 2.0f, 3);
          o[4] = texCubemap<float4>(t, x, 2.0f, 3.0f);
          o[5].x = tex1Dfetch<short>(t, 4);
          o[6] = tex2Dgather<float4>(t, x, 2.0f, 1);
          q[0] = surf2Dread<short2>(s, 8, 3);
          surf2DLayeredwrite<float4>(o[0], s, 16, 3, 2, cudaBoundaryModeZero);
        }""",
    )
    for instruction in (
        "tex.2d.v4.f32.f32",
        "tex.level.2d.v4.f32.f32",
        "tex.grad.2d.v4.f32.f32",
        "tex.a2d.v4.f32.f32",
        "tex.cube.v4.f32.f32",
        "tex.1d.v4.s32.s32",
        "tld4.g.2d.v4.f32.f32",
        "suld.b.2d.b32.trap",
        "sust.b.a2d.v4.b32.zero",
    ):
        assert text.count(instruction) == 1, instruction


def test_what_kernels_are_declared_with(tmp_path: Path) -> None:
    text = ptx(
        tmp_path,
        """
        extern __shared__ char bytes[];
        __global__ void __launch_bounds__(256, 2, 4) bounded(int *p) { *p = 1; }
        template <int N> __global__ void __cluster_dims__(N, 2) clustered(int *p) { *p = N; }
        template __global__ void clustered<4>(int *);
        __global__ void __maxnreg__(64) frugal(char *p) { *p = bytes[3]; }
        """,
        "sm_90",
    )
    entries = {entry.split("(")[0]: entry for entry in text.split(".entry ")[1:]}
    directives = {name: re.findall(r"^\.(?:max|min|req|expl)\S*.*$", entry, re.MULTILINE) for name, entry in entries.items()}
    assert directives == {
        "_Z7boundedPi": [".maxntid 256", ".minnctapersm 2", ".maxclusterrank 4"],
        "_Z9clusteredILi4EEvPi": [".explicitcluster", ".reqnctapercluster 4, 2, 1"],
        "_Z6frugalPc": [".maxnreg 64"],
    }
    assert ".extern .shared .align 16 .b8 bytes[];" in text


def test_cache_hints(tmp_path: Path) -> None:
    text = ptx(
        tmp_path,
        """
        __global__ void k(int *p, const float4 *f, float4 *g, const signed char *c, double2 *d) {
          p[0] = __ldg(p + 8) + __ldcg(p + 9) + __ldcs(p + 10) + __ldg(c);
          __stcs(g, __ldg(f));
          __stcg(d, __ldlu(d + 1));
        }
        """,
    )
    found = re.findall(r"(?:ld|st)\.global\.(?:nc|c[gsav]|lu|wt)\S*", text)
    loads = ["ld.global.nc.b32", "ld.global.cg.b32", "ld.global.cs.b32", "ld.global.nc.b8", "ld.global.nc.v2.b64", "ld.global.lu.v2.b64"]
    assert sorted(found) == sorted([*loads, "st.global.cs.v2.b64", "st.global.cg.v2.b64"])


def test_managed_variable_has_its_attribute(tmp_path: Path) -> None:
    assert ".global .attribute(.managed) .align 4 .u32 total = 5;" in ptx(
        tmp_path, "__managed__ int total = 5; __global__ void k() { atomicAdd(&total, 1); }"
    )


@needs_libdevice()
def test_mathematical_functions_come_from_libdevice_and_follow_the_options(tmp_path: Path) -> None:
    source = "__global__ void k(float *p) { p[0] = cosf(p[1]) / p[2]; }"
    exact, fast = ptx(tmp_path, source), ptx(tmp_path, source, "sm_80", "-use_fast_math")
    assert "div.rn.f32" in exact
    assert "cos.approx" not in exact
    assert "cos.approx.ftz.f32" in fast
    assert re.search(r"div\.(?:full|approx)\.ftz\.f32", fast)
    assert "__nv_" not in exact + fast


@needs_libdevice()
@pytest.mark.parametrize(
    ("flags", "root", "reciprocal"),
    [
        ((), "sqrt.rn.f32", "rcp.rn.f32"),
        (("-prec-sqrt=true",), "sqrt.rn.f32", "rcp.rn.f32"),
        (("-Xptxas", "-O0"), "sqrt.rn.f32", "rcp.rn.f32"),
        (("-ftz=true",), "sqrt.rn.ftz.f32", "rcp.rn.ftz.f32"),
        (("-fmad=false",), "sqrt.rn.f32", "rcp.rn.f32"),
        (("-prec-sqrt=false",), "sqrt.approx.f32", "rsqrt.approx.f32"),
        (("-use_fast_math",), "sqrt.approx.ftz.f32", "rsqrt.approx.ftz.f32"),
    ],
)
def test_square_roots_are_as_precise_as_asked(tmp_path: Path, flags: tuple[str, ...], root: str, reciprocal: str) -> None:
    """libdevice decides on six functions by a question that LLVM must be told the answer to."""
    source = "__global__ void k(float *p) { p[0] = sqrtf(p[1]); p[2] = 1.f / sqrtf(p[3]); p[4] = hypotf(p[5], p[6]); }"
    text = ptx(tmp_path, source, "sm_80", *flags)
    roots = re.findall(r"\b(sqrt\.[a-z.]+f32)", text)
    assert len(roots) >= 2
    assert set(roots) == {root}
    assert reciprocal in text


@needs_ptxas()
def test_resources_are_told_once_and_by_ptxas(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("__global__ void k(int *p) { *p = 3; }\n")
    done = nvcc(tmp_path, "sm_80", "-Xptxas", "-v", "-c", "x.cu", "-o", "x.o")
    assert done.returncode == 0
    assert done.stderr.count("Compiling entry function '_Z1kPi' for 'sm_80'") == 1
    assert re.search(r"ptxas info +: Used \d+ registers", done.stderr)
    assert "CPU" not in done.stderr


def test_clusters_are_of_several_blocks(tmp_path: Path) -> None:
    source = """#include <cooperative_groups.h>
    __global__ void __cluster_dims__(2, 1, 1) k(int *o) {
      __shared__ int s[32];
      s[threadIdx.x] = blockIdx.x;
      auto c = cooperative_groups::this_cluster();
      c.sync();
      o[c.thread_rank()] = c.map_shared_rank(s, c.block_rank() ^ 1)[threadIdx.x] + c.num_blocks() + c.query_shared_rank(s);
      o[99] = cooperative_groups::this_grid().cluster_rank();
    #if __CUDA_ARCH__ >= 900
      o[100] = __isClusterShared(s) + __clusterDim().y + __clusterDimIsSpecified();
    #endif
    }"""
    wanted = [
        "barrier.cluster.arrive",
        "barrier.cluster.wait",
        "mapa.u64",
        "getctarank.u64",
        "%cluster_ctarank",
        "%cluster_nctarank",
        "%clusterid.x",
    ]
    text = ptx(tmp_path, source, "sm_90")
    assert [word for word in wanted if word not in text] == []
    assert "isspacep.shared::cluster" in text
    text = ptx(tmp_path, source, "sm_80")
    assert [word for word in wanted if word in text] == []


TENSOR_MAPS = """
struct alignas(64) Map { char x[128]; };
struct P { int n; Map a, b; int *o; };
__device__ void load(const Map *m, unsigned bar, unsigned to, int x) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];"
               ::"r"(to), "l"((unsigned long long)m), "r"(bar), "r"(x) : "memory");
}
__global__ void k(KIND P p) {
  __shared__ alignas(128) char s[1024];
  __shared__ unsigned long long bar;
  asm volatile("prefetch.tensormap [%0];" ::"l"((unsigned long long)&p.a) : "memory");
  for (int i = 0; i < p.n; ++i)
    load(threadIdx.x & 1 ? &p.a : &p.b, (unsigned)__cvta_generic_to_shared(&bar), (unsigned)__cvta_generic_to_shared(s), i);
  CHANGE
  p.o[threadIdx.x] = s[threadIdx.x];
}
"""


@pytest.mark.parametrize("kind", ["const", "const __grid_constant__"])
def test_tensor_maps_in_parameters_stay_there(tmp_path: Path, kind: str) -> None:
    text = ptx(tmp_path, TENSOR_MAPS.replace("KIND", kind).replace("CHANGE", ""), "sm_90a")
    assert "cvta.param" in text
    assert "__local_depot" not in text


def test_parameter_that_changes_is_a_copy(tmp_path: Path) -> None:
    text = ptx(tmp_path, TENSOR_MAPS.replace("KIND", "").replace("CHANGE", "p.a.x[threadIdx.x] = 1;"), "sm_90a")
    assert "__local_depot" in text


def test_copies_of_structures_are_wide(tmp_path: Path) -> None:
    source = """struct S { float4 v[20]; short tail; };
    struct B { unsigned short x[100]; };
    __global__ void k(S *a, S *b, B *c, B *d) { a[threadIdx.x] = b[threadIdx.x]; c[threadIdx.x] = d[threadIdx.x]; }"""
    text = ptx(tmp_path, source)
    loads = re.findall(r"ld\.global\.(?:nc\.)?(v4\.b32|v2\.b64|b16|b8|b32|b64)", text)
    assert loads.count("b16") == 100
    assert sum(loads.count(each) for each in ("v4.b32", "v2.b64")) in (20, 21)
    assert "b8" not in loads


def test_arrays_that_functions_share_are_registers(tmp_path: Path) -> None:
    source = """template <int N> struct Heap {
      float v[N];
      __device__ inline void merge() {
    #pragma unroll
        for (int k = 1; k < N; k *= 2)
    #pragma unroll
          for (int i = 0; i < N; i += 2 * k)
    #pragma unroll
            for (int j = 0; j < k; ++j) {
              float a = __shfl_xor_sync(~0u, v[i + j], 31), b = __shfl_xor_sync(~0u, v[i + j + k], 31);
              v[i + j] = a < b ? v[i + j] : b;
              v[i + j + k] = a < b ? a : v[i + j + k];
            }
      }
    };
    __global__ void k(float *p, int n) {
      Heap<64> h = {};
      for (int r = 0; r < n; ++r) {
        h.v[0] += p[r];
        h.merge();
      }
      h.v[1] += p[0];
      h.merge();
      if (n > 7) h.merge();
    #pragma unroll
      for (int i = 0; i < 64; ++i) p[i] = h.v[i];
    }"""
    text = ptx(tmp_path, source)
    assert "__local_depot" not in text
    assert "call" not in text


@needs_ptxas()
def test_words_for_ptxas_reach_it(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("__global__ void k(double *p) { p[0] = p[1] * 3; }\n")
    done = nvcc(tmp_path, "sm_80", "-Xptxas", "-warn-double-usage,-dlcm=cg", "-Xptxas", "-O2", "-cubin", "x.cu")
    assert done.returncode == 0
    assert done.stderr == "scale-nvcc: warning: sm_80: ptxas: Program is doing double precision computations.\n"
    done = nvcc(tmp_path, "sm_80", "-Xptxas", "-dlcm=nowhere", "-cubin", "x.cu")
    assert done.returncode == 1
    assert "error: sm_80: ptxas failed: Invalid default cache modifier on load specified: nowhere" in done.stderr


@needs_ptxas()
def test_refused_inline_ptx_names_the_users_line(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text('__global__ void k(int *p) {\n  int r;\n  asm("bogus.s32 %0, 3;" : "=r"(r));\n  *p = r;\n}\n')
    done = nvcc(tmp_path, "sm_80", "-c", "x.cu")
    assert done.returncode
    assert done.stderr.startswith("x.cu:3:")
    assert "error: sm_80: ptxas: Not a name of any known instruction: 'bogus' in 'bogus.s32 %r1, 3;'" in done.stderr
    assert not (tmp_path / "x.o").exists()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "extern __device__ int other(int);\n__global__ void k(int *p) { *p = other(*p); }",
            "x.cu:2:34: error: unresolved extern function '_Z5otheri'\n  hint: is it in another file? -rdc=true links device code",
        ),
        (
            "__device__ int f(int n) { return n ? f(n - 1) + 1 : 0; }\n"
            '__global__ void k(int *p) { asm volatile("" ::: "memory"); cudaMalloc((void **)&p, 4); *p = f(*p); }',
            "x.cu:2:60: error: code for sm_80 cannot have launches from device code (NVIDIA's device runtime) yet",
        ),
    ],
)
def test_refused(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "x.cu").write_text(source + "\n")
    done = nvcc(tmp_path, "sm_80", "-c", "x.cu")
    assert done.returncode
    assert message in done.stderr


def test_launches_from_device_code_are_refused_at_their_line(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("__global__ void c() {}\n__global__ void k() {\n  c<<<1, 1>>>();\n}\n")
    done = nvcc(tmp_path, "sm_80", "-rdc=true", "-c", "x.cu")
    assert (done.returncode, done.stderr.split(": code")[0]) == (1, "x.cu:3:3: error")


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        (
            "sm_80;cpu",
            "Targets 'sm_80' and 'cpu' cannot be in one program\n  hint: programs for NVIDIA's GPUs use NVIDIA's own runtime library",
        ),
        ("sm_60", "No code is made for 'sm_60'\n  hint: of NVIDIA's GPUs those from sm_70 on are targets"),
    ],
)
def test_targets_that_cannot_be(tmp_path: Path, targets: str, said: str) -> None:
    (tmp_path / "x.cu").write_text("")
    done = nvcc(tmp_path, targets, "-c", "x.cu")
    assert done.returncode
    assert said in done.stderr


def test_release_that_does_not_know_the_processor(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("__global__ void k() {}\n")
    for target, release, message in (
        ("sm_120", "12.4", "error: sm_120 needs CUDA 12.8 or newer, this is 12.4"),
        ("sm_70", "13.0", "error: CUDA 13.0 no longer makes code for sm_70"),
    ):
        done = nvcc(tmp_path, target, "-c", "x.cu", SCALE_CUDA_VERSION=release)
        assert done.returncode
        assert message in done.stderr
