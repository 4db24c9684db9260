# SPDX-License-Identifier: Apache-2.0
"""`llvm.ptrmask` (of `va_arg`, `__builtin_align_up` and its kin) in arithmetic: LLVM 22 ends when it infers address spaces through it."""

from __future__ import annotations

from scale.compiler.ir.text import FreshNames, Module, parse_call

_MASK = "@llvm.ptrmask."


def lower_pointer_masks(module: Module) -> None:
    """Every such call becomes a number, which is masked and made a pointer again."""
    for function in module.functions.values():
        if any(_MASK in line for line in function.body):
            fresh = FreshNames("scale.address")
            function.body = [part for line in function.body for part in (_lowered(line, fresh) if _MASK in line else [line])]


def _lowered(line: str, fresh: FreshNames) -> list[str]:
    call = parse_call(line)
    if call is None:
        return [line]
    pointer, mask = call.arguments
    address, masked = fresh(), fresh()
    steps = (
        f"{address} = ptrtoint {pointer.type} {pointer.value} to {mask.type}",
        f"{masked} = and {mask.type} {address}, {mask.value}",
        f"{call.result} = inttoptr {mask.type} {masked} to {pointer.type}",
    )
    return [f"{call.indent}{step}{call.metadata()}" for step in steps]
