# SPDX-License-Identifier: Apache-2.0
"""Bulk copies and asynchronous stores (PTX ISA, "Data Movement": cp.async.bulk, cp.reduce.async.bulk, st.async, st.bulk, red.async).

Each is done at once by the thread that issues it, and pays its bytes to the barrier object in the same step. A cluster is one block here,
so the shared memory of a cluster is the block's own. Tensor maps have no meaning here: `cp.async.bulk.tensor` is an error at its line.
"""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.rules.atomics import element_atomic
from scale.compiler.ptx.rules.mbarrier import complete
from scale.compiler.ptx.rules.memory import address, generic
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, TYPES

_COPY = """  %source = getelementptr i8, ptr %from, i64 %at
  %data = load <4 x i32>, ptr %source, align 16
  store <4 x i32> %data, ptr %target, align 16"""
"""Sizes and addresses are multiples of 16."""
_FILL = "  store i64 0, ptr %target, align 8"
_REDUCE = """  %source = getelementptr i8, ptr %from, i64 %at
  %value = load {llvm}, ptr %source, align {step}
  %old = call {llvm} @{atomic}(ptr %target, {llvm} %value, i32 0, i32 3)"""


def _loop(body: Body, name: str, step: int, work: str, target: Value, source: Value | None, size: Value) -> None:
    """Call a function that does `work` at each `step` bytes of `%target` (`%to` + `%at`; `%from` is the source)."""
    pointers = "ptr %to" if source is None else "ptr %to, ptr %from"
    body.b.helpers[name] = f"""define internal void @{name}({pointers}, i64 %size) nounwind {{
entry:
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %one ]
  %more = icmp ult i64 %at, %size
  br i1 %more, label %one, label %done
one:
  %target = getelementptr i8, ptr %to, i64 %at
{work}
  %next = add i64 %at, {step}
  br label %loop
done:
  ret void
}}"""
    values = [target, *([] if source is None else [source]), body.b.extend(size, "i64", False)]
    body.b.line(f"call void @{name}({', '.join(map(str, values))})")


def _places(body: Body, m: Match, operands: tuple[ast.Operand, ...]) -> tuple[Value, Value, Value]:
    """Target, source and size."""
    if len(operands) < 3:
        raise body.error(f"'{m.opcode}' takes a target, a source and a size")
    target = generic(body, address(body, operands[0], m["to"]))
    return target, generic(body, address(body, operands[1], m["from"])), body.read(operands[2], B32)


def copy(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Bytes between global and shared memory, done at once; the barrier gets them paid."""
    target, source, size = _places(body, m, operands)
    _loop(body, "__scale_bulk_copy", 16, _COPY, target, source, size)
    _pay(body, m, operands, size)


def _pay(body: Body, m: Match, operands: tuple[ast.Operand, ...], size: Value) -> None:
    if not m.has("done"):
        return
    if len(operands) < 4:
        raise body.error(f"'{m.opcode}' takes a barrier")
    complete(body, generic(body, address(body, operands[3], "shared")), size)


def reduce(body: Body, m: Match, *operands: ast.Operand) -> None:
    """An atomic for each element."""
    target, source, size = _places(body, m, operands)
    ptx = m.type()
    atomic, llvm = element_atomic(m["op"], ptx)
    body.b.declarations.setdefault(atomic, f"declare {llvm} @{atomic}(ptr, {llvm}, i32, i32)")
    step = ptx.bits // 8
    work = _REDUCE.format(atomic=atomic, llvm=llvm, step=step)
    _loop(body, f"__scale_bulk_{m['op']}_{ptx.name}", step, work, target, source, size)
    _pay(body, m, operands, size)


def store(body: Body, m: Match, *operands: ast.Operand) -> None:
    """A store whose bytes the barrier gets paid."""
    if len(operands) != 3:
        raise body.error(f"'{m.opcode}' takes an address, a value and a barrier")
    b, ptx = body.b, m.type()
    values = [b.bitcast(body.read(part, ptx), ptx.int_llvm) for part in body.parts(operands[1])]
    if len(values) != (int(m["vec"][1:]) if m.has("vec") else 1):
        raise body.error(f"'{m.opcode}' takes another number of registers")
    size = len(values) * ptx.bits // 8
    b.store(b.vector(values) if len(values) > 1 else values[0], address(body, operands[0], "shared"), size)
    complete(body, generic(body, address(body, operands[2], "shared")), b.const("i32", size))


def reduce_one(body: Body, m: Match, *operands: ast.Operand) -> None:
    """An atomic whose bytes the barrier gets paid."""
    if len(operands) != 3:
        raise body.error(f"'{m.opcode}' takes an address, a value and a barrier")
    b, ptx = body.b, m.type()
    atomic, llvm = element_atomic(m["op"], ptx)
    value = b.bitcast(body.read(operands[1], ptx), llvm)
    b.call(llvm, atomic, generic(body, address(body, operands[0], "shared")), value, b.const("i32", 0), b.const("i32", 1))
    complete(body, generic(body, address(body, operands[2], "shared")), b.const("i32", ptx.bits // 8))


def fill(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Zeros in shared memory."""
    if len(operands) not in (2, 3) or (len(operands) == 3 and body.constant(operands[2]) != 0):
        raise body.error(f"'{m.opcode}' takes an address, a size and 0")
    size = body.any(operands[1]) if isinstance(operands[1], (ast.Name, ast.Slot)) else body.read(operands[1], TYPES["u64"])
    _loop(body, "__scale_bulk_zero", 8, _FILL, generic(body, address(body, operands[0], "shared")), None, size)


def nothing(body: Body, m: Match, *operands: ast.Operand) -> None:
    """There is no cache to prepare."""


_DONE = "done=mbarrier::complete_tx::bytes"
_CLUSTER = "to=shared::cluster|shared::cta"
_HINT = "hint?=L2::cache_hint"
add(f"cp async bulk {_CLUSTER} from=global {_DONE} multicast?=multicast::cluster {_HINT}", "*", copy, pure=False, summary="bulk copy")
add(f"cp async bulk to=shared::cluster from=shared::cta {_DONE}", "*", copy, pure=False, summary="bulk copy")
add(f"cp async bulk to=global from=shared::cta bulk_group {_HINT}", "*", copy, pure=False, summary="bulk copy")
add(f"cp async bulk prefetch L2 global {_HINT}", "*", nothing, summary="a hint, ignored")
for _operations, _types in (
    ("add", "u32|s32|u64|f32|f64|f16|bf16"),
    ("min|max", "u32|s32|u64|s64"),
    ("and|or|xor", "b32|b64"),
    ("inc|dec", "u32"),
):
    _what = f"op={_operations} noftz? t={_types}"
    add(f"cp reduce async bulk to=global from=shared::cta bulk_group {_HINT} {_what}", "*", reduce, pure=False, summary="bulk reduction")
    add(f"cp reduce async bulk to=shared::cluster from=shared::cta {_DONE} {_what}", "*", reduce, pure=False, summary="bulk reduction")
    add(f"red async sem=relaxed scope=cluster space?=shared::cluster {_DONE} op={_operations} t={_types}", "*", reduce_one, pure=False)
add(f"st async weak? space?=shared::cluster {_DONE} vec?=v2|v4 t=b32|b64|u32|u64|s32|s64|f32|f64", "*", store, pure=False)
add("st bulk weak? space?=shared::cta", "*", fill, pure=False)
