# SPDX-License-Identifier: Apache-2.0
"""Special registers (PTX ISA, chapter "Special Registers")."""

from __future__ import annotations

from scale.compiler.ptx.builder import Builder, Value

_SREG = "llvm.nvvm.read.ptx.sreg."

INTRINSICS: dict[str, tuple[str, str]] = {
    **{f"%{name}.{axis}": ("i32", f"{_SREG}{name}.{axis}") for name in ("tid", "ntid", "ctaid", "nctaid") for axis in "xyz"},
    **{f"%{name}": ("i32", _SREG + name) for name in ("laneid", "warpid", "nwarpid", "smid", "nsmid", "clock")},
    **{f"%lanemask_{name}": ("i32", f"{_SREG}lanemask.{name}") for name in ("eq", "le", "lt", "ge", "gt")},
    "%gridid": ("i32", _SREG + "gridid"),
    "%clock64": ("i64", _SREG + "clock64"),
    "%globaltimer": ("i64", _SREG + "globaltimer"),
    "%dynamic_smem_size": ("i32", "__scale_dynamic_shared_size"),
}
"""register → (type, function without arguments)"""

CONSTANTS: dict[str, int] = {
    **{f"%cluster_ctaid.{axis}": 0 for axis in "xyz"},
    **{f"%cluster_nctaid.{axis}": 1 for axis in "xyz"},
    "%cluster_ctarank": 0,
    "%cluster_nctarank": 1,
    **{f"%{name}.w": 0 for name in ("tid", "ctaid")},
    **{f"%{name}.w": 1 for name in ("ntid", "nctaid")},
    **{f"%pm{index}": 0 for index in range(8)},
    **{f"%envreg{index}": 0 for index in range(32)},
    "WARP_SZ": 32,
}
"""Registers whose value is the same everywhere here: a cluster is one block, performance counters do not count."""

HALVES: dict[str, tuple[str, int]] = {
    "%clock_hi": ("%clock64", 32),
    "%globaltimer_lo": ("%globaltimer", 0),
    "%globaltimer_hi": ("%globaltimer", 32),
}
"""register → (64-bit register, shift)"""

BY_CLUSTER = {f"%clusterid.{axis}": f"%ctaid.{axis}" for axis in "xyz"} | {f"%nclusterid.{axis}": f"%nctaid.{axis}" for axis in "xyz"}


def special_register(b: Builder, name: str) -> Value | None:
    """The value of a special register, or None if there is none of that name."""
    name = BY_CLUSTER.get(name, name)
    if name in INTRINSICS:
        llvm, function = INTRINSICS[name]
        return b.call(llvm, function)
    if name in CONSTANTS:
        return b.const("i32", CONSTANTS[name])
    if name == "%current_graph_exec":
        return b.const("i64", 0)
    if name == "%is_explicit_cluster":
        return b.const("i1", 0)
    if name in HALVES:
        whole, shift = HALVES[name]
        value = special_register(b, whole)
        assert value is not None
        if shift:
            value = b.lshr(value, b.const("i64", shift))
        return b.trunc(value, "i32")
    return None
