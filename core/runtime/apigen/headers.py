# SPDX-License-Identifier: Apache-2.0
"""The CUDA-facing C headers, from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import tables

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n// Made by core/runtime/apigen from core/runtime/api; do not edit.\n"

ATTRIBUTES = """\
#ifndef SCALE_ALIGN
#if defined(__cplusplus) && __cplusplus < 201103L
#define SCALE_ALIGN(n) __attribute__((aligned(n)))
#elif defined(__cplusplus)
#define SCALE_ALIGN(n) alignas(n)
#else
#define SCALE_ALIGN(n) _Alignas(n)
#endif
#endif
#ifndef SCALE_DEFAULT
#if defined(__cplusplus)
#define SCALE_DEFAULT(value) = value
#else
#define SCALE_DEFAULT(value)
#endif
#endif
"""

# Both `driver_types.h` and `cuda.h` define it.
_UUID = """\
#ifndef CU_UUID_HAS_BEEN_DEFINED
#define CU_UUID_HAS_BEEN_DEFINED
struct CUuuid_st {
  char bytes[16];
};
typedef struct CUuuid_st CUuuid;
#endif"""

_BEFORE_13 = "#if __SCALE_CUDA_VERSION__ < 13000\n"
# What CUDA 13 took away (its release notes and headers).
_THREAD = ("Exit", "GetCacheConfig", "GetLimit", "SetCacheConfig", "SetLimit", "Synchronize")
_GONE_IN_13 = {
    "cudaLaunchCooperativeKernelMultiDevice",
    "cudaSetDoubleForDevice",
    "cudaSetDoubleForHost",
    *(f"cudaThread{name}" for name in _THREAD),
}
_FIELDS_GONE_IN_13 = {
    "cudaDeviceProp": (
        "clockRate", "deviceOverlap", "kernelExecTimeoutEnabled", "computeMode", "maxTexture1DLinear", "memoryClockRate",
        "singleToDoublePrecisionPerfRatio", "cooperativeMultiDeviceLaunch",
    ),
}  # fmt: skip
_GRAPH = ("AddDependencies", "AddNode", "GetEdges", "NodeGetDependencies", "NodeGetDependentNodes", "RemoveDependencies")
_NEWEST_FORM_IN_13 = {
    **{f"{api}Graph{name}": "v2" for api in ("cuda", "cu") for name in _GRAPH},
    **{
        f"{api}{name}": "v2"
        for api in ("cuda", "cu")
        for name in ("EventElapsedTime", "MemAdvise", "MemPrefetchAsync", "Memcpy3DBatchAsync", "MemcpyBatchAsync")
    },
    **{f"{api}StreamUpdateCaptureDependencies": "v2" for api in ("cuda", "cu")},
    **{f"{api}StreamGetCaptureInfo": "v3" for api in ("cuda", "cu")},
    "cuCtxCreate": "v4",
    "cuDeviceGetUuid": "v2",
}

# Header, include guard (sources test some of these), headers it needs, version macro.
_TYPE_HEADERS = {
    "device_types.h": ("__DEVICE_TYPES_H__", ("host_defines.h",)),
    "driver_types.h": ("__DRIVER_TYPES_H__", ("scale/cuda_version.h", "host_defines.h", "vector_types.h", "<limits.h>", "<stddef.h>")),
    "surface_types.h": ("__SURFACE_TYPES_H__", ("driver_types.h",)),
    "texture_types.h": ("__TEXTURE_TYPES_H__", ("driver_types.h",)),
    "library_types.h": ("__LIBRARY_TYPES_H__", ()),
}


def _include(name: str) -> str:
    if name == "<limits.h>":  # the C library's; NVRTC's programs see none
        return f"#if !defined(__CUDACC_RTC__)\n#include {name}\n#endif\n"
    return f"#include {name}\n" if name.startswith("<") else f'#include "{name}"\n'


def _enum(name: str, tag: str) -> str:
    body = ",\n".join(f"  {constant} = {value}" for constant, value in tables.enumerators()[name])
    return f"{tag} {{\n{body}\n}}"


def _members(text: str) -> str:
    """One member a line, nested braces indented."""
    out: list[str] = []
    depth = 1
    for piece in re.findall(r"[^{};]*[{};]", text):
        piece = piece.strip()
        if piece.startswith("}"):
            depth -= 1
        if out and out[-1].endswith("}"):
            out[-1] += f" {piece}" if piece != ";" else ";"
        else:
            out.append("  " * depth + piece)
        if piece.endswith("{"):
            depth += 1
    return "\n".join(line.replace("} ;", "};") for line in out)


def _versioned(name: str, members: str) -> str:
    """Fields that a release took away keep their place under another name, so that the layout is the runtime's."""
    for field in _FIELDS_GONE_IN_13.get(name, ()):
        pattern = rf"^  (?P<type>.*\b){field}(?P<rest>.*;)$"
        members = re.sub(
            pattern, rf"{_BEFORE_13}  \g<type>{field}\g<rest>\n#else\n  \g<type>__scale_{field}\g<rest>\n#endif", members, flags=re.M
        )
    return members


def type_definitions(header: str) -> str:
    """All enumerations, structures and typedefs of a header, in order."""
    out: list[str] = []
    for row in tables.types():
        if row.header != header:
            continue
        if row.kind == "enum":
            out.append(_enum(row.name, f"enum {row.name}") + ";")
        elif row.kind == "typedef enum":
            out.append(_enum(row.name, "typedef enum") + f" {row.name};")
        elif row.kind == "typedef":
            out.append(f"typedef {row.definition};")
        else:
            text = f"{row.kind} {row.name} {{\n{_versioned(row.name, _members(row.definition))}\n}};"
            out.append(_UUID if row.name == "CUuuid_st" else text)
    return "\n".join(out) + "\n"


def macro_definitions(header: str) -> str:
    """The `#define` lines of a header."""
    return "".join(f"#define {name} {value}\n" for name, value in tables.macros(header))


def types_header(header: str) -> str:
    """One of the headers that hold types only."""
    guard, needs = _TYPE_HEADERS[header]
    return (
        f"{LICENCE}#ifndef {guard}\n#define {guard}\n"
        + "".join(map(_include, needs)) + ATTRIBUTES + macro_definitions(header) + type_definitions(header)
        + "#endif\n"
    )  # fmt: skip


def _names(functions: Iterable[tables.Function], prefix: str) -> str:
    """Macros that map source names to versioned and per-thread symbols."""
    plain, threaded = [], []
    for f in functions:
        if f.alias:
            plain.append(f"#define {f.alias} {f.name}")
        if f.per_thread:
            threaded.append(f"#define {f.alias or f.name} {f.name}_{f.per_thread}")
    only = [line for line in plain if line.split()[1] not in {t.split()[1] for t in threaded}]
    else_part = [line for line in plain if line not in only]
    return (
        "\n".join(only)
        + f"\n#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined({prefix}_INTERNAL)\n"
        + "\n".join(threaded) + "\n#else\n" + "\n".join(else_part) + "\n#endif\n"
    )  # fmt: skip


def _renamed(functions: Iterable[tables.Function]) -> str:
    """Macros for names whose symbol has another."""
    return "".join(f"#define {f.alias} {f.name}\n" for f in functions if f.alias)


def _declare(functions: Iterable[tables.Function], call: str, *, defaults: bool) -> str:
    out = []
    for f in functions:
        line = f"extern {f.signature(f'{call} {f.alias or f.name}', defaults=defaults)};\n"
        out.append(f"{_BEFORE_13}{line}#endif\n" if f.name in _GONE_IN_13 else line)
    return "".join(out)


def _new_forms(functions: Iterable[tables.Function]) -> str:
    """From CUDA 13 on, plain names mean the newest form of a function."""
    names = {f.alias or f.name for f in functions}
    lines = [
        f"#undef {plain}\n#define {plain} {plain}_{form}\n"
        for plain, form in _NEWEST_FORM_IN_13.items()
        if {plain, f"{plain}_{form}"} <= names
    ]
    return f"#if __SCALE_CUDA_VERSION__ >= 13000\n{''.join(lines)}#endif\n"


def runtime_header() -> str:
    """`cuda_runtime_api.h`: the functions of the runtime API."""
    functions = tables.functions("runtime")
    return f"""{LICENCE}#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
{_include("scale/cuda_version.h")}#define CUDART_VERSION __SCALE_CUDA_VERSION__
#define CUDART_CB
#define CUDART_DEVICE __device__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define __CUDART_API_VERSION CUDART_VERSION
#define CUDA_EGL_MAX_PLANES 3
{_include("host_defines.h")}{_include("builtin_types.h")}{_include("cuda_device_runtime_api.h")}{ATTRIBUTES}\
{_names(functions, "__CUDART_API")}
#if defined(__cplusplus)
extern "C" {{
#endif
typedef void (CUDART_CB *cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);
{_declare(functions, "CUDARTAPI", defaults=True)}
#if defined(__cplusplus)
}}
#endif
{_new_forms(functions)}{_include("scale/own_release.h")}#endif
"""


def driver_header() -> str:
    """`cuda.h`: types and functions of the driver API."""
    functions = tables.functions("driver")
    return f"""{LICENCE}#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
{_include("<stdlib.h>")}{_include("<stdint.h>")}{_include("scale/cuda_version.h")}#define CUDA_VERSION __SCALE_CUDA_VERSION__
#define CUDAAPI
#define CUDA_CB
{ATTRIBUTES}{macro_definitions("cuda.h")}\
{_names(functions, "__CUDA_API")}
#if defined(__cplusplus)
extern "C" {{
#endif
{_UUID}
{type_definitions("cuda.h")}
{_declare(functions, "CUDAAPI", defaults=False)}
#if defined(__cplusplus)
}}
#endif
{_new_forms(functions)}{_include("scale/own_release.h")}#endif
"""


def _stateless_header(api: str, name: str, guard: str) -> str:
    """`nvrtc.h` and its like."""
    return f"""{LICENCE}#ifndef {guard}
#define {guard}
{_include("<stdint.h>")}{_include("<stdlib.h>")}#if defined(__cplusplus)
extern "C" {{
#endif
{type_definitions(name)}
{_renamed(tables.functions(api))}{_declare(tables.functions(api), "", defaults=False)}
#if defined(__cplusplus)
}}
#endif
#endif
"""


def all_headers() -> dict[str, str]:
    """Every generated header by file name."""
    found = {name: types_header(name) for name in _TYPE_HEADERS}
    return found | {
        "cuda_runtime_api.h": runtime_header(),
        "cuda.h": driver_header(),
        "nvrtc.h": _stateless_header("nvrtc", "nvrtc.h", "__NVRTC_H__"),
        "nvJitLink.h": _stateless_header("nvjitlink", "nvJitLink.h", "nvJitLink_INCLUDED"),
        "nvPTXCompiler.h": _stateless_header("nvptxcompiler", "nvPTXCompiler.h", "nvPTXCompiler_INCLUDED"),
    }
