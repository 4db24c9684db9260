# SPDX-License-Identifier: Apache-2.0
"""C++ sources made from the tables: the HIP table, the table of all entry points, forwarders, error texts."""

from __future__ import annotations

import csv
import hashlib

from . import tables
from .headers import LICENCE

APIS = ("runtime", "driver", "driver_extra", "internal")
STATELESS = ("nvrtc", "nvjitlink", "nvptxcompiler")
"""Libraries of their own that only start the compiler and share no state with a runtime."""
_NAMESPACE = {"runtime": "rt", "driver": "drv", "driver_extra": "drv", "internal": "reg", **{api: api for api in STATELESS}}
_PREFIX = {"runtime": "cuda", "driver": "cu", "driver_extra": "cu", "internal": ""} | {
    "nvrtc": "nvrtc", "nvjitlink": "nvJitLink", "nvptxcompiler": "nvPTXCompiler",
}  # fmt: skip
_UNSUPPORTED = {
    "cudaError_t": "cudaErrorNotSupported",
    "CUresult": "CUDA_ERROR_NOT_SUPPORTED",
    "nvrtcResult": "NVRTC_ERROR_INTERNAL_ERROR",
    "nvJitLinkResult": "NVJITLINK_ERROR_INTERNAL",
    "nvPTXCompileResult": "NVPTXCOMPILE_ERROR_INTERNAL",
}
# These read the last error and must not change it.
_ERROR_READERS = {"cudaGetLastError", "cudaPeekAtLastError"}


def implementation(api: str, function: tables.Function) -> str:
    """The C++ name of the hand-written body: `rt::Malloc` for `cudaMalloc`."""
    return f"{_NAMESPACE[api]}::{function.name.removeprefix(_PREFIX[api]).lstrip('_')}"


def _hip_table() -> str:
    members = "\n".join(f"  {f.pointer(f.name)};" for f in tables.functions("hip"))
    names = "\n".join(f"  X({f.name})" + " \\" for f in tables.functions("hip"))
    return f"""{LICENCE}#ifndef SCALE_HIP_TABLE_H
#define SCALE_HIP_TABLE_H
#include "scale/hip.h"
#ifdef __cplusplus
extern "C" {{
#endif
// A provider of the HIP ABI. A member may be null where the provider is older than the function; api/hip.tsv says since when it is there.
struct scale_hip_table {{
  const char *provider;  // "cpu", "rocm", "emulate"
{members}
}};
#define SCALE_HIP_FUNCTIONS(X) \\
{names}

#ifdef __cplusplus
}}
#endif
#endif
"""


def _api_table() -> str:
    members, digest = [], hashlib.sha256()
    for api in APIS:
        for f in tables.functions(api):
            members.append(f"  {f.pointer('e_' + f.name)};")
            digest.update(f.pointer(f.name).encode())
    return f"""{LICENCE}#pragma once
#include "core/types.h"
namespace scale {{
// All entry points of one copy of the runtime. Every copy in a process calls through the table of the first (core/process.cpp).
struct ApiTable {{
  uint64_t signature;
  const scale_hip_table *(*hip)();
  void (*per_thread_default_stream)(int change);
{chr(10).join(members)}
}};
constexpr uint64_t kApiSignature = 0x{digest.hexdigest()[:16]}ull;
extern const ApiTable local_api;
const ApiTable &api();
}}  // namespace scale
"""


def _declarations() -> str:
    out = [f'{LICENCE}#pragma once\n#include "core/types.h"\nnamespace scale {{']
    for api in (*APIS, *STATELESS):
        out.append(f"namespace {_NAMESPACE[api]} {{")
        out += [f"{f.signature(implementation(api, f).partition('::')[2])};" for f in tables.functions(api) if f.implemented]
        out.append("}")
    return "\n".join(out) + "\n}  // namespace scale\n"


def _body(api: str, f: tables.Function) -> str:
    """The body of a table entry: the implementation with the last error recorded, or a stub."""
    unused = "".join(f"(void){p.name}; " for p in f.parameters)
    if not f.implemented:
        value = _UNSUPPORTED.get(f.result)
        if value is None:
            return f'{unused}missing("{f.name}"); return {{}};'
        if f.result == "cudaError_t":
            return f'{unused}missing("{f.name}"); return recorded("{f.name}", {value});'
        return f'{unused}missing("{f.name}"); return {value};'
    call = f"{implementation(api, f)}({f.arguments})"
    if f.result == "cudaError_t" and f.name not in _ERROR_READERS:
        return f'return recorded("{f.name}", {call});'
    return f"return {call};" if f.result != "void" else f"{call};"


def _local_table() -> str:
    entries, members, names = [], [], []
    for api in APIS:
        for f in tables.functions(api):
            entries.append(f"static {f.signature('local_' + f.name)} {{ {_body(api, f)} }}")
            members.append(f"  local_{f.name},")
            if not api.startswith("driver"):
                continue
            variant = "nullptr"
            if f.per_thread:
                body = f"OwnPerThread scope; return local_{f.name}({f.arguments});"
                entries.append(f"static {f.signature(f'local_{f.name}_{f.per_thread}')} {{ {body} }}")
                variant = f"reinterpret_cast<void *>(&local_{f.name}_{f.per_thread})"
            found = int(f.implemented or f.group == "graphics")
            names.append(f'  {{"{f.name}", "{f.alias}", reinterpret_cast<void *>(&local_{f.name}), {variant}, {found}}},')
    return f"""{LICENCE}#include "api_table.h"
#include "core/call.h"
#include "core/entry_points.h"
#include "implementations.h"
namespace scale {{
{chr(10).join(entries)}
// For cuGetProcAddress and cudaGetDriverEntryPoint.
const EntryPoint driver_entry_points[] = {{
{chr(10).join(names)}
}};
const unsigned driver_entry_point_count = sizeof driver_entry_points / sizeof driver_entry_points[0];
const ApiTable local_api = {{
  kApiSignature,
  table_hip,
  change_per_thread_default,
{chr(10).join(members)}
}};
}}  // namespace scale
"""


def _forward(*apis: str) -> str:
    out = [f'{LICENCE}#include "api_table.h"\n#include "core/call.h"\nextern "C" {{']
    for f in (f for api in apis for f in tables.functions(api)):
        result = "" if f.result == "void" else "return "
        out.append(f"SCALE_EXPORT {f.signature(f.name)} {{ {result}scale::api().e_{f.name}({f.arguments}); }}")
        if f.per_thread:
            body = f"scale::PerThread scope; return scale::api().e_{f.name}({f.arguments});"
            out.append(f"SCALE_EXPORT {f.signature(f'{f.name}_{f.per_thread}')} {{ {body} }}")
        if f.alias and apis[0] == "driver":
            # Loaders such as FFmpeg's ask for unversioned names; in cuda.h the name is a macro.
            unversioned = f.signature(f"plain_{f.name}")
            out.append(f'SCALE_EXPORT {unversioned} __asm__("{f.alias}");')
            out.append(f"{unversioned} {{ return scale::api().e_{f.name}({f.arguments}); }}")
    return "\n".join(out) + "\n}\n"


def _stateless(api: str) -> str:
    """The entry points of a library without state are the bodies themselves."""
    out = [f'{LICENCE}#include "core/call.h"\n#include "implementations.h"\nextern "C" {{']
    out += [f"SCALE_EXPORT {f.signature(f.name)} {{ {_stateless_body(api, f)} }}" for f in tables.functions(api)]
    return "\n".join(out) + "\n}\n"


def _stateless_body(api: str, f: tables.Function) -> str:
    if f.implemented:
        return f"return scale::{implementation(api, f)}({f.arguments});"
    return "".join(f"(void){p.name}; " for p in f.parameters) + f"return {_UNSUPPORTED[f.result]};"


def _errors() -> str:
    with (tables.API_FOLDER / "errors.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    lines = [f'  {{{r["code"]}, "{r["runtime"]}", "{r["driver"]}", "{r["text"]}"}},' for r in rows]
    return f"""{LICENCE}#include "core/error_text.h"
namespace scale {{
const ErrorText error_texts[] = {{
{chr(10).join(lines)}
}};
const unsigned error_text_count = sizeof error_texts / sizeof error_texts[0];
}}
"""


def all_sources() -> dict[str, str]:
    """Every generated source by file name."""
    return {
        "scale/hip_table.h": _hip_table(),
        "api_table.h": _api_table(),
        "implementations.h": _declarations(),
        "local_table.cpp": _local_table(),
        "forward_runtime.cpp": _forward("runtime"),
        "forward_internal.cpp": _forward("internal"),
        "forward_driver.cpp": _forward("driver", "driver_extra"),
        "errors.cpp": _errors(),
    } | {f"{api}_entry.cpp": _stateless(api) for api in STATELESS}
