# SPDX-License-Identifier: Apache-2.0
"""Functions of NVIDIA's device runtime library (`libcudadevrt`) that PTX of others calls by name: grid groups.

CUDA C++ reaches the same marker through `cooperative_groups.h`; numba-cuda and PTX that nvcc made call the library.
"""

from __future__ import annotations

from .text import Function, Module

GRID_SYNC = "__scale_grid_sync"
_SYNC = ("i32", "i64 %handle, i32 %flags", (f"  call void @{GRID_SYNC}()", "  ret i32 0"))
_FUNCTIONS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # Any handle but 0 is one; the argument says grid (1) or grids of several devices (2), which is this grid here.
    "cudaCGGetIntrinsicHandle": ("i64", "i32 %scope", ("  %handle = zext i32 %scope to i64", "  ret i64 %handle")),
    "cudaCGSynchronize": _SYNC,
    "cudaCGSynchronizeGrid": _SYNC,
}
"""Name to result, parameters and body."""


def define_device_runtime(module: Module) -> None:
    """Define those of the library's functions that `module` declares and nobody defines."""
    for name, (result, parameters, body) in _FUNCTIONS.items():
        if name in module.declarations:
            del module.declarations[name]
            header = f"define internal {result} @{name}({parameters}) convergent nounwind alwaysinline"
            module.functions[name] = Function(name, header, list(body))
            module.declare(f"declare void @{GRID_SYNC}() convergent nounwind")
