# SPDX-License-Identifier: Apache-2.0
"""A second form of a kernel for launches of the usual shape, which the runtime chooses.

CUDA sources name the lane by `threadIdx.x % 32`, which is the lane only when the block has one row of threads; and they index with
`int`, which fits a 32-bit offset only in grids and arrays that are not huge. The kernel itself is right for any launch. Beside it the
code object holds a kernel whose name says what it supposes, `<name>.usual.<supposition>.<supposition>…`:

| supposition | holds when |
| --- | --- |
| `row` | blocks have one row of threads: their y and z sizes are 1 |
| `waves` | the threads of a block fill its wavefronts: their number is a multiple of 64 |
| `base_x_29` (y, z) | the number of blocks along x less one, times the block's size along x, is below 2^29 |
| `block_x_19` (y, z) | the number of blocks along x less one is below 2^19 |
| `count_x_19` (y, z) | the number of blocks along x is below 2^19 |
| `arg_3_30` | the kernel's argument 3 (counted from 0), 32 bits without sign, is below 2^30 |

`core/runtime/src/core/usual.cpp` reads these names and asks for each launch; a loader that does not know them runs the kernel itself.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import Function, Module, label_of, matching_end, parse_operand, split_top

from .addressing.bounds import Root

USUAL = ".usual."
_THREAD_MASK = re.compile(r"= and i32 %[-\w$.]+, (?:[1-9]|[12]\d|3[01])(?:,|$)")
_COMDAT = re.compile(r" comdat(?:\(\$[^)]*\))?")
LONGEST = 1500
"""Lines of IR of the largest kernel that is copied: a copy costs compile time and room."""
_PURE = "nounwind willreturn nosync nofree norecurse speculatable memory(none)"
_NEEDS_NOTHING = " ".join(
    f'"amdgpu-no-{what}"'
    for what in """cluster-id-x cluster-id-y cluster-id-z completion-action default-queue dispatch-id dispatch-ptr flat-scratch-init
    heap-ptr hostcall-ptr implicitarg-ptr lds-kernel-id multigrid-sync-arg queue-ptr workgroup-id-x workgroup-id-y workgroup-id-z
    workitem-id-x workitem-id-y workitem-id-z""".split()  # noqa: SIM905
)
"""What LLVM infers for functions that it sees: the marker asks for none of the registers that a kernel can be started with."""


def row_possible(function: Function) -> bool:
    """A kernel without debug information that masks a thread number."""
    return (
        len(function.body) <= LONGEST
        and " amdgpu_kernel " in function.header
        and "!dbg" not in function.header
        and any("workitem.id.x" in line for line in function.body)
        and any(_THREAD_MASK.search(line) for line in function.body)
    )


def usual_name(function: Function, *, row: bool, roots: list[Root], waves: bool = False) -> str:
    """The name of the form for usual launches."""
    words = ["row"] * row + ["waves"] * waves
    for root in roots:
        what = str(_parameters(function).index(root.name)) if root.kind == "argument" else root.axis
        words.append(f"{'arg' if root.kind == 'argument' else root.kind}_{what}_{root.bits}")
    suffix = f"{USUAL}{'.'.join(words)}"
    return f'{function.name[:-1]}{suffix}"' if function.name.endswith('"') else f"{function.name}{suffix}"


def split(function: Function, module: Module, usual: list[str], *, row: bool, roots: list[Root], waves: bool = False) -> Function:
    """Add the form of the kernel for usual launches.

    Args:
        usual: its body.
        row: it supposes blocks of one row.
        roots: values that it supposes to be below a power of two.
        waves: it supposes blocks of whole wavefronts.

    Returns:
        That form.
    """
    name = usual_name(function, row=row, roots=roots, waves=waves)
    header = _COMDAT.sub("", function.header.replace(f"@{function.name}(", f"@{name}(", 1))
    twin = Function(name, header, _bounded(usual, roots))
    module.functions[name] = twin
    if roots:
        module.declare(f'declare i32 @scale.bounded(i32) {_PURE} {_NEEDS_NOTHING} "amdgpu-agpr-alloc"="0"')
    return twin


def _parameters(function: Function) -> list[str]:
    start = function.header.index(f"@{function.name}(") + len(function.name) + 1
    inner = function.header[start + 1 : matching_end(function.header, start) - 1]
    parameters = [parse_operand(part) for part in split_top(inner)]
    return [operand.value or f"%{index}" for index, operand in enumerate(parameters)]


def _bounded(body: list[str], roots: list[Root]) -> list[str]:
    """The body with each root read through a marker that carries its range."""
    names = {root.name: root for root in roots}
    marked = {name: f"%scale.bounded.{index}" for index, name in enumerate(names)}
    if not names:
        return list(body)
    pattern = re.compile("(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![-\w$.])")
    result: list[str] = []

    def mark(root: Root) -> str:
        return f"  {marked[root.name]} = call range(i32 0, {1 << root.bits}) i32 @scale.bounded(i32 {root.name})"

    pending = [mark(root) for root in roots if root.kind == "argument"]
    for line in body:
        if pending and label_of(line) is None:
            result += pending
            pending = []
        defined = line.partition(" = ")[0].strip() if " = " in line else ""
        if "%" in line:
            head, separator, tail = line.partition(" = ") if defined.startswith("%") else ("", "", line)
            line = head + separator + pattern.sub(lambda match: marked[match[1]], tail)
        result.append(line)
        if defined in names:
            result.append(mark(names[defined]))
    return result
