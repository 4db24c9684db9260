# SPDX-License-Identifier: Apache-2.0
"""printf, assert, malloc and free through what ROCm's runtime serves by itself: ockl's host calls and device heap."""

from __future__ import annotations

from ..context import Context
from .ir import define


def provide(name: str, context: Context) -> str | None:
    if name == "malloc":
        body = "%p = call ptr addrspace(1) @__ockl_dm_alloc(i64 %size)\n%r = addrspacecast ptr addrspace(1) %p to ptr\nret ptr %r"
        return define("ptr", name, "i64 %size", body, inline=False)
    if name == "free":
        body = "%address = ptrtoint ptr %p to i64\ncall void @__ockl_dm_dealloc(i64 %address)\nret void"
        return define("void", name, "ptr %p", body, inline=False)
    return None
