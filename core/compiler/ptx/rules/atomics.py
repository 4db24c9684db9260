# SPDX-License-Identifier: Apache-2.0
"""Atomic operations and fences (PTX ISA, "Parallel Synchronization": atom, red, membar, fence)."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.rules.memory import LLVM_SCOPES, ORDERS, SCOPES, address, generic
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import PtxType


def _suffix(operation: str, ptx: PtxType) -> str:
    """The type in the name of an atomic of docs/device-ir.md: signed only where it matters."""
    if ptx.is_float or (operation in ("min", "max") and ptx.signed):
        return ptx.name
    return f"u{ptx.bits}"


def element_atomic(operation: str, ptx: PtxType) -> tuple[str, str]:
    """(function, LLVM type of its value) of an atomic of docs/device-ir.md."""
    return f"__scale_atomic_{operation}_{_suffix(operation, ptx)}", ptx.llvm if ptx.is_float else ptx.int_llvm


def atomic(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Reads, changes and writes memory in one step."""
    ptx = m.type()
    operands_left = list(operands)
    target = None if m.opcode.startswith("red") else operands_left.pop(0)
    pointer = generic(body, address(body, operands_left.pop(0), m.get("space")))
    order = body.b.const("i32", ORDERS[m.get("sem", "relaxed")])
    scope = body.b.const("i32", SCOPES[m.get("scope", "gpu")])
    suffix = _suffix(m["op"], ptx)
    llvm = ptx.llvm if ptx.is_float else ptx.int_llvm
    if m["op"] == "cas":
        compare = body.b.bitcast(body.read(operands_left[0], ptx), llvm)
        value = body.b.bitcast(body.read(operands_left[1], ptx), llvm)
        old = body.b.call(llvm, f"__scale_atomic_cas_{suffix}", pointer, value, compare, order, scope)
    else:
        value = body.b.bitcast(body.read(operands_left[0], ptx), llvm)
        old = body.b.call(llvm, f"__scale_atomic_{m['op']}_{suffix}", pointer, value, order, scope)
    if target is not None:
        body.write(target, old, ptx)


def vector_atomic(body: Body, m: Match, *operands: ast.Operand) -> None:
    """One atomic for each element: PTX does not promise that the vector is one access."""
    ptx = m.type()
    operands_left = list(operands)
    target = None if m.opcode.startswith("red") else operands_left.pop(0)
    pointer = generic(body, address(body, operands_left.pop(0), m.get("space")))
    order = body.b.const("i32", ORDERS[m.get("sem", "relaxed")])
    scope = body.b.const("i32", SCOPES[m.get("scope", "gpu")])
    results: list[Value] = []
    values = [body.read(part, ptx) for part in body.parts(operands_left[0])]
    if len(values) != int(m["vec"][1:]):
        raise body.error(f"'{m.opcode}' takes {m['vec'][1:]} registers")
    for index, value in enumerate(values):
        place = body.b.op("ptr", f"getelementptr i8, {pointer}, i64 {index * ptx.bits // 8}")
        results.append(body.b.call(ptx.llvm, f"__scale_atomic_{m['op']}_{ptx.name}", place, value, order, scope))
    if target is not None:
        for part, old in zip(body.parts(target), results, strict=True):
            body.write(part, old, ptx)


_ORDER = "sem?=relaxed|acquire|release|acq_rel"
_SCOPE = "scope?=@scope"
_SPACE = "space?=global|shared|shared::cta|shared::cluster"
_OPERATIONS = (
    ("add", "u32|s32|u64|s64|f32|f64"),
    ("min|max", "u32|s32|u64|s64"),
    ("and|or|xor", "b32|b64"),
    ("inc|dec", "u32"),
    ("exch", "b32|b64|b128"),
    ("cas", "b16|b32|b64|b128"),
)
# The order and scope stand before the operation; older code has them behind it.
for _name in ("atom", "red"):
    for _operation, _types in _OPERATIONS:
        if _name == "red" and _operation in ("exch", "cas"):
            continue
        _text = f"{_name} {_ORDER} {_SCOPE} {_SPACE} op={_operation} {_ORDER} {_SCOPE} hint?=L2::cache_hint t={_types}"
        add(_text, "*", atomic, pure=False, summary="atomic" if _name == "atom" else "atomic without a result")
    _head = f"{_name} {_ORDER} {_SCOPE} {_SPACE}"
    _half = "noftz? hint?=L2::cache_hint"
    add(f"{_head} op=add {_half} t=f16|f16x2|bf16|bf16x2", "*", atomic, pure=False, summary="atomic of halves")
    add(
        f"{_head} op=add hint?=L2::cache_hint vec=v2|v4 t=f32",
        "*",
        vector_atomic,
        pure=False,
        summary="of each element",
    )
    add(f"{_head} vec=v2|v4 t=f32 op=add", "*", vector_atomic, pure=False, summary="of each element")
    for _type, _vecs in (("f16|bf16", "v2|v4|v8"), ("f16x2|bf16x2", "v2|v4")):
        add(f"{_head} op=add|min|max {_half} vec={_vecs} t={_type}", "*", vector_atomic, pure=False, summary="of each element")
        add(f"{_head} vec={_vecs} t={_type} op=add|min|max noftz?", "*", vector_atomic, pure=False, summary="of each element")


def fence(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Orders memory accesses for a scope."""
    order = {"sc": "seq_cst", "acquire": "acquire", "release": "release"}.get(m.get("sem"), "acq_rel")
    body.b.line(f"fence {LLVM_SCOPES[m['scope']]}{order}".rstrip())


def membar(body: Body, m: Match, *operands: ast.Operand) -> None:
    """`__threadfence` and its kin."""
    body.b.call("void", f"llvm.nvvm.membar.{m['level']}")


def proxy_fence(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Memory has one view here: an ordinary fence."""
    body.b.line('fence syncscope("device") acq_rel')


add("fence sem?=sc|acq_rel|acquire|release scope=@scope", "*", fence, pure=False, summary="fence")
add("membar level=cta|gl|sys", "*", membar, pure=False, summary="fence")
for _pattern in (
    "fence proxy kind=alias|async|async.global|async.shared::cta|async.shared::cluster",
    "fence proxy async where=global|shared::cta|shared::cluster",
    "fence proxy tensormap::generic release scope=@scope",
    "fence proxy tensormap::generic acquire scope=@scope",
    "fence sem=acquire|release sync_restrict=sync_restrict::shared::cluster|sync_restrict::shared::cta scope=cluster",
    "fence proxy async::generic sem=acquire|release where=sync_restrict::shared::cluster|sync_restrict::shared::cta scope=cluster",
    "membar proxy alias",
    "fence mbarrier_init release cluster",
):
    add(_pattern, "*", proxy_fence, pure=False, summary="fence between views of memory")
