# SPDX-License-Identifier: Apache-2.0
"""The projects: where their sources come from, which files are CUDA, and what their own build systems pass to nvcc."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Project:
    """Paths are below the project's folder; in `includes` a leading `@` names a third party of `THIRD`."""

    name: str
    version: str
    origin: str
    """`pypi` or `debian`."""
    sources: tuple[str, ...]
    includes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    preamble: str = ""
    """Text that the program puts before a source which it compiles at run time."""
    generated: tuple[tuple[str, str], ...] = ()
    """Headers that the project's configure step writes: path below a folder of our own, and text."""
    skip: tuple[tuple[str, str], ...] = ()
    """Files that are no unit by themselves, and why."""


TORCH = ("@torch",)
TORCH_OPTIONS = (
    *(f"-D__CUDA_NO_{what}__" for what in ("HALF_OPERATORS", "HALF_CONVERSIONS", "BFLOAT16_CONVERSIONS", "HALF2_OPERATORS")),
    "--expt-relaxed-constexpr",
    "-std=c++20",
)
"""What `torch.utils.cpp_extension` passes by itself."""
NO_HALF = ("-U__CUDA_NO_HALF_OPERATORS__", "-U__CUDA_NO_HALF_CONVERSIONS__")
NO_BF16 = tuple(f"-U__CUDA_NO_BFLOAT16{two}_{what}__" for two in ("", "2") for what in ("OPERATORS", "CONVERSIONS"))
LAMBDAS = ("--expt-relaxed-constexpr", "--expt-extended-lambda")
GGML = "vendor/llama.cpp/ggml"
_GGML_TYPES = ("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "F16", "BF16")
_GGML_PAIRS = {(name, name) for name in ("Q4_0", "Q8_0", "F16", "BF16")}
GGML_ATTENTION = tuple(f"-DGGML_CUDA_FA_{k}_{v}={int((k, v) in _GGML_PAIRS)}" for k in _GGML_TYPES for v in _GGML_TYPES)
"""Which template instances of FlashAttention its CMake files define by default."""

CUPY_CCCL = tuple(f"cupy/_core/include/cupy/_cccl/{name}" for name in ("cub", "thrust", "libcudacxx"))
SUNDIALS_EXAMPLES = (*(f"examples/{name}" for name in ("nvector", "utilities", "sunmatrix", "sunlinsol")), "benchmarks/nvector")

OPENMM_PREAMBLE = """
typedef float real; typedef float2 real2; typedef float3 real3; typedef float4 real4;
typedef float mixed; typedef float2 mixed2; typedef float3 mixed3; typedef float4 mixed4;
typedef unsigned int tileflags;
#define NUM_ATOMS 1000
#define PADDED_NUM_ATOMS 1024
#define NUM_BLOCKS 32
#define TILE_SIZE 32
#define ATOM_PARAMETER_DATA float2 sigmaEpsilon;
#define DATA_TYPE float2
#define KEY_TYPE float
#define SORT_KEY value.x
#define MIN_KEY -3.40282e+38f
#define MAX_KEY 3.40282e+38f
#define MAX_VALUE make_float2(3.40282e+38f, 3.40282e+38f)
#define PADDING 0.1f
#define PADDED_CUTOFF 1.1f
#define PADDED_CUTOFF_SQUARED 1.21f
#define MAX_CUTOFF 1.0f
#define NUM_TILES_WITH_EXCLUSIONS 32
#define FIRST_EXCLUSION_TILE 0
#define LAST_EXCLUSION_TILE 32
#define MAX_EXCLUSIONS 8
#define MAX_BITS_FOR_PAIRS 4
#define USE_PERIODIC 1
#define USE_CUTOFF 1
#define USE_EWALD 1
#define THREAD_BLOCK_SIZE 64
#define SQRT sqrtf
#define RSQRT rsqrtf
#define RECIP(x) (1.0f / (x))
#define EXP expf
#define LOG logf
#define ERFC erfcf
#define PME_ORDER 5
#define GRID_SIZE_X 64
#define GRID_SIZE_Y 64
#define GRID_SIZE_Z 64
#define EPSILON_FACTOR 11.8f
#define EWALD_ALPHA 3.0f
#define MAX_PREV_DIIS_STEPS 20
#define SQRT_PI 1.7724539f
#define CUTOFF_SQUARED 1.0f
#define MAX_PREV_DIIS_DIPOLES 20
#define ENERGY_SCALE_FACTOR 138.9f
#define MAX_EXTRAPOLATION_ORDER 4
#define EXTRAPOLATION_COEFFICIENTS 0.1f, 0.2f, 0.3f, 0.4f
#define EXTRAPOLATION_COEFFICIENTS_SUM 1.0f, 0.9f, 0.7f, 0.4f
#define BALLOT(var) __ballot_sync(0xffffffff, var)
#define SHFL(var, lane) __shfl_sync(0xffffffff, var, lane)
#define APPLY_PERIODIC_TO_POS(p) { p.x -= floorf(p.x * invPeriodicBoxSize.x) * periodicBoxSize.x; }
#define APPLY_PERIODIC_TO_DELTA(d) { d.x -= floorf(d.x * invPeriodicBoxSize.x + 0.5f) * periodicBoxSize.x; }
#define APPLY_PERIODIC_TO_POS_WITH_CENTER(p, c) { p.x -= floorf((p.x - c.x) * invPeriodicBoxSize.x + 0.5f) * periodicBoxSize.x; }
#define M_PI 3.14159265358979323846
#define make_real2 make_float2
#define make_real3 make_float3
#define make_real4 make_float4
#define make_mixed2 make_float2
#define make_mixed3 make_float3
#define make_mixed4 make_float4
#include "common.cu"
#include "vectorOps.cu"
"""
"""What OpenMM's CudaContext writes before a source at run time, for single precision."""

SUNDIALS_CONFIG = """
#include <stdint.h>
#define SUNDIALS_EXPORT
#define SUNDIALS_NO_EXPORT
#define SUNDIALS_INLINE inline
#define SUNDIALS_STATIC_INLINE static SUNDIALS_INLINE
#define SUNDIALS_DEPRECATED
#define SUNDIALS_DEPRECATED_EXPORT
#define SUNDIALS_DEPRECATED_NO_EXPORT
#define SUNDIALS_DEPRECATED_EXPORT_MSG(msg)
#define SUNDIALS_DEPRECATED_NO_EXPORT_MSG(msg)
#define SUNDIALS_VERSION "6.4.1"
#define SUNDIALS_VERSION_MAJOR 6
#define SUNDIALS_VERSION_MINOR 4
#define SUNDIALS_VERSION_PATCH 1
#define SUNDIALS_DOUBLE_PRECISION 1
#define SUNDIALS_INT32_T 1
#define SUNDIALS_INDEX_TYPE int32_t
#define SUNDIALS_HAVE_POSIX_TIMERS
#define SUNDIALS_LOGGING_LEVEL 0
#define SUNDIALS_C_COMPILER_HAS_MATH_PRECISIONS
#define SUNDIALS_C_COMPILER_HAS_ISINF_ISNAN
#define SUNDIALS_C_COMPILER_HAS_INLINE
#define SUNDIALS_C_COMPILER_HAS_SNPRINTF_AND_VA_COPY
#define SUNDIALS_MPI_ENABLED 1
#define SUNDIALS_NVECTOR_CUDA 1
"""
"""Facts that its configure step would write."""

PROJECTS: tuple[Project, ...] = (
    Project("torch-scatter", "2.1.2", "pypi", ("csrc/cuda/*.cu",), ("csrc", *TORCH), (*TORCH_OPTIONS, "-O2")),
    Project("torch-cluster", "1.6.3", "pypi", ("csrc/cuda/*.cu",), ("csrc", *TORCH), (*TORCH_OPTIONS, "-O2")),
    Project("torch-spline-conv", "1.2.2", "pypi", ("csrc/cuda/*.cu",), ("csrc", *TORCH), (*TORCH_OPTIONS, "-O2")),
    Project(
        "causal-conv1d", "1.7.0", "pypi", ("csrc/*.cu",), ("csrc", *TORCH),
        (*TORCH_OPTIONS, "-O3", *NO_HALF, *NO_BF16, *LAMBDAS, "--use_fast_math", "--ptxas-options=-v", "-lineinfo"),
    ),
    Project(
        "mamba-ssm", "2.3.2.post1", "pypi", ("csrc/selective_scan/*.cu",), ("csrc/selective_scan", *TORCH),
        (*TORCH_OPTIONS, "-O3", *NO_HALF, *NO_BF16, *LAMBDAS, "--use_fast_math", "--ptxas-options=-v", "-lineinfo"),
    ),
    Project(
        "llama-cpp-python", "0.3.36", "pypi",
        (f"{GGML}/src/ggml-cuda/*.cu", f"{GGML}/src/ggml-cuda/template-instances/*.cu"),
        (f"{GGML}/include", f"{GGML}/src", f"{GGML}/src/ggml-cuda", "@nccl"),
        ("-std=c++17", "-O3", "-DGGML_USE_CUDA", "-DGGML_CUDA_FA", "-DGGML_SCHED_MAX_COPIES=4", "-D_GNU_SOURCE", "-DGGML_USE_NCCL",
         "-use_fast_math", "-extended-lambda", "-compress-mode=size", *GGML_ATTENTION),
    ),
    Project(
        "xgboost", "3.2.0", "pypi", ("cpp_src/src/**/*.cu", "cpp_src/plugin/**/*.cu"),
        ("cpp_src/include", "cpp_src/dmlc-core/include", "cpp_src/gputreeshap", "cpp_src/src", "@nccl"),
        ("-std=c++17", "-O3", *LAMBDAS, "-DXGBOOST_USE_CUDA=1", "-DXGBOOST_USE_NCCL=1", "-DDMLC_LOG_CUSTOMIZE=1", "-D__USE_XOPEN2K8",
         "-Xcompiler=-fopenmp"),
    ),
    Project(
        "lightgbm", "4.7.0", "pypi", ("src/**/*.cu",),
        ("include", "external_libs/eigen", "external_libs/fast_double_parser/include", "external_libs/fmt/include",
         "external_libs/nanoarrow/src", "external_libs/compute/include", "@nccl"),
        ("-std=c++17", "-O3", "-DUSE_CUDA", "-DUSE_SOCKET", "-DEIGEN_MPL2_ONLY", "-DEIGEN_DONT_PARALLELIZE", "-Xcompiler=-fopenmp,-fPIC"),
    ),
    Project(
        "nerfacc", "0.5.3", "pypi", ("nerfacc/cuda/csrc/*.cu",), ("nerfacc/cuda/csrc/include", "@system", *TORCH),
        (*TORCH_OPTIONS, "-O3"),
    ),
    Project(
        "cupy", "14.2.0", "pypi", ("cupy/**/*.cu",), ("cupy", "cupy/_core/include", *CUPY_CCCL, "@python"),
        ("-std=c++17", "-O2", "--extended-lambda", "-Xcompiler=-fPIC"),
        skip=(("cupy/cuda/cupy_cufftXt.cu", "a template that Python code fills in"),),
    ),
    Project(
        "bart", "0.8.00", "debian", ("src/**/*.cu",), ("src", "@system"),
        ("-DUSE_CUDA", "-Xcompiler", "-fPIC", "-Xcompiler", "-fopenmp", "-O2", "-m64"),
    ),
    Project(
        "faiss", "1.7.3", "debian", ("faiss/gpu/**/*.cu",), (".", "@system"),
        ("-std=c++17", "-O3", "-DFINTEGER=int", "-Xcompiler=-fopenmp", *LAMBDAS),
    ),
    Project("ffmpeg", "5.1.9", "debian", ("libavfilter/*.cu",), (".",), ("-std=c++14", "-O2", "-m64")),
    Project(
        "openmm", "7.7.0", "debian", ("platforms/cuda/src/kernels/*.cu", "plugins/**/*.cu"), ("platforms/cuda/src/kernels",),
        ("--use_fast_math",), OPENMM_PREAMBLE,
        skip=(
            *((f"platforms/cuda/src/kernels/{name}.cu", "put before every other source") for name in ("common", "vectorOps")),
            *((f"platforms/cuda/src/kernels/{name}.cu", "text to be filled in") for name in ("fft", "fftR2C", "nonbonded")),
        ),
    ),
    Project(
        "sundials", "6.4.1", "debian", ("src/**/*.cu", "examples/**/*.cu", "benchmarks/**/*.cu"),
        ("include", "src/sundials", *SUNDIALS_EXAMPLES, "@mpi", "@generated"),
        ("-std=c++14", "-O3"),
        generated=(("sundials/sundials_config.h", SUNDIALS_CONFIG), ("sundials/sundials_export.h", "")),
    ),
)  # fmt: skip

THIRD = {
    "torch": "headers of the torch that is installed, with the adapter's for its CPU-only build",
    "nccl": "nccl.h of the wheel nvidia-nccl-cu12",
    "mpi": "Open MPI's headers",
    "system": "GLM, GoogleTest, gflags, FFTW, OpenBLAS: Debian's headers",
    "python": "Python's own headers",
    "generated": "what the project's configure step writes",
}
