# SPDX-License-Identifier: Apache-2.0
"""Barrier objects in shared memory (PTX ISA, "Parallel Synchronization: mbarrier"), on 64-bit atomics.

The contents of the object are ours: bits 0-19 the count of a phase, bits 20-39 what is still awaited, bits 40-62 bytes that
asynchronous copies still owe (signed), bit 63 the parity of the phase. Copies are synchronous here, so bytes come from
`expect_tx` and `complete_tx` alone.
"""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.rules.memory import ORDERS, SCOPES, address, generic
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, PRED, TYPES

_UPDATE = """define internal i64 @__scale_mbarrier_update(ptr %p, i32 %count, i32 %drop, i32 %bytes, i32 %order, i32 %scope) nounwind {
entry:
  %count64 = zext i32 %count to i64
  %drop64 = zext i32 %drop to i64
  %bytes64 = sext i32 %bytes to i64
  br label %again
again:
  %old = call i64 @__scale_atomic_load_u64(ptr %p, i32 0, i32 %scope)
  %expected = and i64 %old, 1048575
  %p0 = lshr i64 %old, 20
  %pending = and i64 %p0, 1048575
  %t0 = shl i64 %old, 1
  %owed = ashr i64 %t0, 41
  %phase = and i64 %old, -9223372036854775808
  %expected1 = sub i64 %expected, %drop64
  %pending1 = sub i64 %pending, %count64
  %owed1 = add i64 %owed, %bytes64
  %none = icmp eq i64 %pending1, 0
  %paid = icmp eq i64 %owed1, 0
  %complete = and i1 %none, %paid
  %flipped = xor i64 %phase, -9223372036854775808
  %phase1 = select i1 %complete, i64 %flipped, i64 %phase
  %pending2 = select i1 %complete, i64 %expected1, i64 %pending1
  %e = and i64 %expected1, 1048575
  %q0 = and i64 %pending2, 1048575
  %q = shl i64 %q0, 20
  %o0 = and i64 %owed1, 8388607
  %o = shl i64 %o0, 40
  %n0 = or i64 %e, %q
  %n1 = or i64 %n0, %o
  %new = or i64 %n1, %phase1
  %seen = call i64 @__scale_atomic_cas_u64(ptr %p, i64 %new, i64 %old, i32 %order, i32 %scope)
  %done = icmp eq i64 %seen, %old
  br i1 %done, label %out, label %again
out:
  ret i64 %old
}"""


def _pointer(body: Body, m: Match, operand: ast.Operand) -> Value:
    return generic(body, address(body, operand, m.get("space")))


def _update(body: Body, m: Match, pointer: Value, count: Value, drop: Value, bytes_: Value) -> Value:
    b = body.b
    b.helpers["__scale_mbarrier_update"] = _UPDATE
    b.declarations.setdefault("__scale_atomic_load_u64", "declare i64 @__scale_atomic_load_u64(ptr, i32, i32)")
    b.declarations.setdefault("__scale_atomic_cas_u64", "declare i64 @__scale_atomic_cas_u64(ptr, i64, i64, i32, i32)")
    order = b.const("i32", 0 if m.get("sem") == "relaxed" else ORDERS["acq_rel"])
    scope = b.const("i32", SCOPES[m.get("scope", "cta")])
    arguments = ", ".join(map(str, (pointer, count, drop, bytes_, order, scope)))
    return b.op("i64", f"call i64 @__scale_mbarrier_update({arguments})")


def complete(body: Body, pointer: Value, bytes_: Value) -> None:
    """Pays bytes to the phase of a barrier object."""
    b = body.b
    zero = b.const("i32", 0)
    _update(body, Match("", {}), pointer, zero, zero, b.neg(bytes_))


def init(body: Body, m: Match, target: ast.Operand, count: ast.Operand) -> None:
    """Awaits a count of arrivals in each phase."""
    b = body.b
    number = b.extend(body.read(count, B32), "i64", False)
    b.store(b.or_(number, b.shl(number, b.const("i64", 20))), address(body, target, m.get("space")), 8)


def inval(body: Body, m: Match, target: ast.Operand) -> None:
    """The memory may be used for something else."""


def arrive(body: Body, m: Match, *operands: ast.Operand) -> None:
    """One arrival, or a count of them; gives the phase to wait for."""
    b = body.b
    rest = list(operands)
    target = None if isinstance(rest[0], ast.Address) else rest.pop(0)
    pointer = _pointer(body, m, rest.pop(0))
    zero, one = b.const("i32", 0), b.const("i32", 1)
    bytes_, count = zero, one
    if m.has("expect_tx"):
        bytes_ = body.read(rest.pop(0), B32)
    elif rest:
        count = body.read(rest.pop(0), B32)
    old = _update(body, m, pointer, count, count if m.has("drop") else zero, bytes_)
    if target is not None:
        body.write(target, old, TYPES["b64"])


def expect(body: Body, m: Match, target: ast.Operand, bytes_: ast.Operand) -> None:
    """Bytes that the phase awaits, or that have come."""
    b = body.b
    number = body.read(bytes_, B32)
    if m.opcode.startswith("mbarrier.complete_tx"):
        number = b.neg(number)
    zero = b.const("i32", 0)
    _update(body, m, _pointer(body, m, target), zero, zero, number)


def wait(body: Body, m: Match, target: ast.Operand, source: ast.Operand, state: ast.Operand, *hint: ast.Operand) -> None:
    """Whether the phase of a state, or of a parity, is complete."""
    b = body.b
    b.call("void", "__scale_yield")  # programs spin on this
    order = b.const("i32", ORDERS[m.get("sem", "acquire")])
    scope = b.const("i32", SCOPES[m.get("scope", "cta")])
    now = b.call("i64", "__scale_atomic_load_u64", _pointer(body, m, source), order, scope)
    parity = b.lshr(now, b.const("i64", 63))
    if m.has("parity"):
        waited = b.and_(b.extend(body.read(state, B32), "i64", False), b.const("i64", 1))
    else:
        waited = b.lshr(body.read(state, TYPES["b64"]), b.const("i64", 63))
    from scale.compiler.ptx.rules.warp import pair

    body.write(pair(target)[0], b.icmp("ne", parity, waited), PRED)


def pending_count(body: Body, m: Match, target: ast.Operand, state: ast.Operand) -> None:
    """What the phase of a state still awaited."""
    b = body.b
    field = b.and_(b.lshr(body.read(state, TYPES["b64"]), b.const("i64", 20)), b.const("i64", 0xFFFFF))
    body.write(target, b.trunc(field, "i32"), B32)


def copy_arrive(body: Body, m: Match, target: ast.Operand) -> None:
    """An arrival when the thread's copies are complete, which they are; without `.noinc` it is one more that is awaited."""
    if m.has("noinc"):
        b = body.b
        zero = b.const("i32", 0)
        _update(body, m, _pointer(body, m, target), b.const("i32", 1), zero, zero)


_SPACE = "space?=shared|shared::cta|shared::cluster"
_SEM = "scope?=cta|cluster"
add(f"mbarrier init {_SPACE} b64", "*", init, pure=False)
add(f"mbarrier inval {_SPACE} b64", "*", inval, pure=False)
for _name, _drop in (("arrive", ""), ("arrive_drop", " ")):
    for _kind in ("", " expect_tx", " noComplete"):
        _head = "mbarrier arrive" if not _drop else "mbarrier drop=arrive_drop"
        add(f"{_head}{_kind} sem?=release|relaxed {_SEM} {_SPACE} b64", "*", arrive, pure=False)
for _name in ("expect_tx", "complete_tx"):
    add(f"mbarrier {_name} sem?=relaxed {_SEM} {_SPACE} b64", "*", expect, pure=False, summary="bytes awaited, bytes that came")
for _name in ("test_wait", "try_wait"):
    add(f"mbarrier {_name} parity? sem?=acquire|relaxed {_SEM} {_SPACE} b64", "*", wait, pure=False)
add("mbarrier pending_count b64", "*", pending_count)
add(f"cp async mbarrier arrive noinc? {_SPACE} b64", "*", copy_arrive, pure=False)
