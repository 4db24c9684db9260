# SPDX-License-Identifier: Apache-2.0
"""The CUDA-facing C headers, from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import tables

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n// Made by core/runtime/apigen from core/runtime/api; do not edit.\n"

ATTRIBUTES = """\
#ifndef SCALE_ALIGN
#if defined(__cplusplus)
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

# Header, include guard (sources test some of these), headers it needs, version macro.
_TYPE_HEADERS = {
    "device_types.h": ("__DEVICE_TYPES_H__", ("host_defines.h",)),
    "driver_types.h": ("__DRIVER_TYPES_H__", ("host_defines.h", "vector_types.h", "<limits.h>", "<stddef.h>")),
    "surface_types.h": ("__SURFACE_TYPES_H__", ("driver_types.h",)),
    "texture_types.h": ("__TEXTURE_TYPES_H__", ("driver_types.h",)),
    "library_types.h": ("__LIBRARY_TYPES_H__", ()),
}


def _include(name: str) -> str:
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
            text = f"{row.kind} {row.name} {{\n{_members(row.definition)}\n}};"
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


def _declare(functions: Iterable[tables.Function], call: str, *, defaults: bool) -> str:
    return "".join(f"extern {f.signature(f'{call} {f.alias or f.name}', defaults=defaults)};\n" for f in functions)


def runtime_header() -> str:
    """`cuda_runtime_api.h`: the functions of the runtime API."""
    functions = tables.functions("runtime")
    return f"""{LICENCE}#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#define CUDART_VERSION 12090
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
#endif
"""


def driver_header() -> str:
    """`cuda.h`: types and functions of the driver API."""
    functions = tables.functions("driver")
    return f"""{LICENCE}#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
{_include("<stdlib.h>")}{_include("<stdint.h>")}#define CUDA_VERSION 12090
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
#endif
"""


def nvrtc_header() -> str:
    """`nvrtc.h`."""
    return f"""{LICENCE}#ifndef __NVRTC_H__
#define __NVRTC_H__
{_include("<stdlib.h>")}#if defined(__cplusplus)
extern "C" {{
#endif
{type_definitions("nvrtc.h")}
{_declare(tables.functions("nvrtc"), "", defaults=False)}
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
        "nvrtc.h": nvrtc_header(),
    }
