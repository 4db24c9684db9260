# SPDX-License-Identifier: Apache-2.0
"""Loads and stores (PTX ISA, "Data Movement": ld, ldu, st; "Memory Consistency Model")."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.parser import NotConstant, evaluate
from scale.compiler.ptx.rules.data import as_pointer
from scale.compiler.ptx.table import Match, add

SPACE_POINTERS = {
    "global": "ptr addrspace(1)",
    "shared": "ptr addrspace(3)",
    "shared::cta": "ptr addrspace(3)",
    "shared::cluster": "ptr addrspace(3)",
    "const": "ptr addrspace(4)",
}
"""State space → pointer type. Local addresses and parameters are generic here."""

ORDERS = {"relaxed": 0, "acquire": 1, "release": 2, "acq_rel": 3, "sc": 4}
SCOPES = {"cta": 1, "cluster": 2, "gpu": 3, "sys": 4}
LLVM_ORDERS = {"relaxed": "monotonic", "acquire": "acquire", "release": "release"}
LLVM_SCOPES = {
    "cta": 'syncscope("block") ',
    "cluster": 'syncscope("cluster") ',
    "gpu": 'syncscope("device") ',
    "sys": "",
}


def address(body: Body, operand: ast.Operand, space: str) -> Value:
    """`[base+offset]` as a pointer of the state space's address space; generic without a space."""
    if not isinstance(operand, ast.Address):
        raise body.error(f"'{body.opcode}' takes an address in brackets")
    inner = operand.parts[0]
    llvm = SPACE_POINTERS.get(space, "ptr")
    offset = 0
    while isinstance(inner, ast.Binary) and inner.op in "+-":
        try:
            number = evaluate(inner.right)
        except NotConstant:
            number = body.constant(inner.right)
        offset += number if inner.op == "+" else -number
        inner = inner.left
    try:
        base = Value("i64", str(evaluate(inner)))
    except NotConstant:
        base = body.any(inner)
    pointer = as_pointer(body.b, base, llvm)
    return body.b.op(llvm, f"getelementptr i8, {pointer}, i64 {offset}") if offset else pointer


def generic(body: Body, pointer: Value) -> Value:
    """A pointer without an address space, as the atomics take."""
    return as_pointer(body.b, pointer, "ptr")


def _order(body: Body, m: Match) -> tuple[Value, Value]:
    return body.b.const("i32", ORDERS[m["sem"]]), body.b.const("i32", SCOPES[m.get("scope", "gpu")])


def load(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Reads one element or a vector."""
    target, source = operands[0], operands[1]
    ptx = m.type()
    parts = body.parts(target)
    count = int(m["vec"][1:]) if m.has("vec") else 1
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' writes {count} registers")
    b = body.b
    pointer = address(body, source, m.get("space"))
    bits = count * ptx.bits
    llvm = f"<{count} x {ptx.int_llvm}>" if count > 1 else ptx.int_llvm
    if m.get("sem") in ("relaxed", "acquire"):
        if bits > 128:
            raise body.error(f"'{m.opcode}' has no single access of {bits} bits")
        if bits == 8:
            scope = LLVM_SCOPES[m.get("scope", "gpu")]
            whole = b.op("i8", f"load atomic i8, {generic(body, pointer)} {scope}{LLVM_ORDERS[m['sem']]}, align 1")
        else:
            whole = b.call(f"i{bits}", f"__scale_atomic_load_u{bits}", generic(body, pointer), *_order(body, m))
        whole = b.bitcast(whole, llvm)
    else:
        whole = b.load(llvm, pointer, bits // 8, volatile=m.get("sem") == "volatile" or m.get("cop") == "cv")
    for index, part in enumerate(parts):
        value = b.extract(whole, index) if count > 1 else whole
        if not (isinstance(part, ast.Name) and part.text == "_"):
            body.write(part, value, ptx)


def store(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Writes one element or a vector."""
    target, source = operands[0], operands[1]
    ptx = m.type()
    parts = body.parts(source)
    count = int(m["vec"][1:]) if m.has("vec") else 1
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' reads {count} registers")
    b = body.b
    values = [b.bitcast(body.read(part, ptx), ptx.int_llvm) for part in parts]
    whole = b.vector(values) if count > 1 else values[0]
    pointer = address(body, target, m.get("space"))
    bits = count * ptx.bits
    if m.get("sem") in ("relaxed", "release"):
        if bits > 128:
            raise body.error(f"'{m.opcode}' has no single access of {bits} bits")
        if bits == 8:
            scope = LLVM_SCOPES[m.get("scope", "gpu")]
            b.line(f"store atomic {whole}, {generic(body, pointer)} {scope}{LLVM_ORDERS[m['sem']]}, align 1")
        else:
            word = b.bitcast(whole, f"i{bits}")
            b.call("void", f"__scale_atomic_store_u{bits}", generic(body, pointer), word, *_order(body, m))
        return
    b.store(whole, pointer, bits // 8, volatile=m.get("sem") == "volatile" or m.get("cop") == "wt")


_EVICT = "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"
_EVICT2 = "L2::evict_normal|L2::evict_first|L2::evict_last"
_HINTS = f"evict?={_EVICT} evict2?={_EVICT2} hint?=L2::cache_hint prefetch?=L2::64B|L2::128B|L2::256B"
_TYPE = "vec?=v2|v4|v8 t=@reg|b128"
_SPACE = "space?=@space|shared::cluster"

for _pattern in (
    f"ld sem?=weak|volatile {_SPACE} cop?=ca|cg|cs|lu|cv nc? {_HINTS} {_TYPE}",
    f"ld mmio? sem=relaxed|acquire scope=@scope {_SPACE} {_HINTS} {_TYPE}",
    f"ldu {_SPACE} {_TYPE}",
):
    add(_pattern, "*", load, pure=False, summary="load")
for _pattern in (
    f"st sem?=weak|volatile {_SPACE} cop?=wb|cg|cs|wt {_HINTS} {_TYPE}",
    f"st mmio? sem=relaxed|release scope=@scope {_SPACE} {_HINTS} {_TYPE}",
):
    add(_pattern, "*", store, pure=False, summary="store")
