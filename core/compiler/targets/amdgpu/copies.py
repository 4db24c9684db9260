# SPDX-License-Identifier: Apache-2.0
"""Two copies of a kernel: one for launches of the usual shape, and one for all launches.

CUDA sources name the lane by `threadIdx.x % 32`, which is the lane only when the block has one row of threads; and they index with
`int`, which fits a 32-bit offset only in grids and arrays that are not huge. The kernel asks once, by scalar arithmetic on what it is
given, and runs the copy that fits.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function, Module, Operand, label_of, matching_end, parse_operand, split_top

from .addressing.bounds import Root
from .flow import Block, blocks_of

_THREAD_MASK = re.compile(r"= and i32 %[-\w$.]+, (?:[1-9]|[12]\d|3[01])(?:,|$)")
_BYREF = re.compile(r"^byref\(")
GROUP_SIZES = 12
"""Offset in the hidden arguments of three 16-bit block sizes (code object version 5); block counts are three 32-bit words at 0."""
ONE_ROW = 0x10001
LONGEST = 1500
"""Lines of IR of the largest kernel that is copied: a copy costs compile time and instruction cache."""
_PURE = "nounwind willreturn nosync nofree norecurse speculatable memory(none)"
_NEEDS_NOTHING = " ".join(
    f'"amdgpu-no-{what}"'
    for what in """cluster-id-x cluster-id-y cluster-id-z completion-action default-queue dispatch-id dispatch-ptr flat-scratch-init
    heap-ptr hostcall-ptr implicitarg-ptr lds-kernel-id multigrid-sync-arg queue-ptr workgroup-id-x workgroup-id-y workgroup-id-z
    workitem-id-x workitem-id-y workitem-id-z""".split()  # noqa: SIM905
)
"""What LLVM infers for functions that it sees: the markers ask for none of the registers that a kernel can be started with."""
END = "@scale.end_of_copy()"
"""Keeps LLVM from joining the ends of the two copies, whose addresses differ in form."""


def row_possible(function: Function) -> bool:
    """A kernel without debug information that masks a thread number."""
    return (
        len(function.body) <= LONGEST
        and " amdgpu_kernel " in function.header
        and "!dbg" not in function.header
        and any("workitem.id.x" in line for line in function.body)
        and any(_THREAD_MASK.search(line) for line in function.body)
    )


def _named(name: str, suffix: str) -> str:
    return f'{name[:-1]}.{suffix}"' if name.endswith('"') else f"{name}.{suffix}"


def general_name(name: str) -> str:
    """The copy for launches of any shape."""
    return _named(name, "any_launch")


def usual_name(name: str) -> str:
    """The copy for launches of the usual shape."""
    return _named(name, "usual_launch")


def split(function: Function, module: Module, usual: list[str], *, row: bool, roots: list[Root]) -> Function:
    """Make the two copies; the kernel becomes the choice between them.

    Args:
        usual: the body of the copy for the usual launches.
        row: that copy supposes blocks of one row.
        roots: values that it supposes to be below a power of two.

    Returns:
        That copy.
    """
    start = function.header.index(f"@{function.name}(") + len(function.name) + 1
    end = matching_end(function.header, start)
    parameters = [parse_operand(part) for part in split_top(function.header[start + 1 : end - 1])]
    plain = [Operand(p.type, tuple(a for a in p.attributes if a != "inreg" and not _BYREF.match(a)), p.value) for p in parameters]
    inner = ", ".join(operand.render() for operand in plain)
    copies = []
    for name, body in ((usual_name(function.name), _bounded(usual, roots)), (general_name(function.name), list(function.body))):
        copy = Function(name, f"define internal void @{name}({inner}) alwaysinline convergent nounwind", body)
        module.functions[name] = copy
        copies.append(copy)
    if roots:
        module.declare(f'declare i32 @scale.bounded(i32) {_PURE} {_NEEDS_NOTHING} "amdgpu-agpr-alloc"="0"')
    module.declare(f'declare void @scale.end_of_copy() nounwind nocallback willreturn {_NEEDS_NOTHING} "amdgpu-agpr-alloc"="0"')
    arguments = ", ".join(f"{operand.type} {operand.value or f'%{index}'}" for index, operand in enumerate(parameters))
    function.body = [
        "choose:",
        *_test(module, row=row, roots=roots),
        "  br i1 %scale.usual, label %usual, label %any",
        "usual:",
        f"  call void @{copies[0].name}({arguments})",
        "  ret void",
        "any:",
        f"  call void @{copies[1].name}({arguments})",
        "  ret void",
    ]
    return copies[0]


def _bounded(body: list[str], roots: list[Root]) -> list[str]:
    """The body with each root read through a marker that carries its range."""
    names = {root.name: root for root in roots}
    marked = {name: f"%scale.bounded.{index}" for index, name in enumerate(names)}
    if names:
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
        if names and "%" in line:
            head, separator, tail = line.partition(" = ") if defined.startswith("%") else ("", "", line)
            line = head + separator + pattern.sub(lambda match: marked[match[1]], tail)
        if line.lstrip().startswith("ret "):
            result.append(f"  call void {END}")
        result.append(line)
        if defined in names:
            result.append(mark(names[defined]))
    return result


def _test(module: Module, *, row: bool, roots: list[Root]) -> list[str]:
    """`%scale.usual`: one word is zero when all suppositions hold."""
    lines: list[str] = []
    words: list[str] = []
    sizes = row or any(root.kind == "base" for root in roots)
    if sizes or any(root.kind == "count" for root in roots):
        module.declare("declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()")
        lines.append("  %scale.hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()")
    if sizes:
        lines += [
            f"  %scale.sizes.place = getelementptr i8, ptr addrspace(4) %scale.hidden, i64 {GROUP_SIZES}",
            "  %scale.sizes = load i64, ptr addrspace(4) %scale.sizes.place, align 4, !invariant.load !{}, !noundef !{}",
        ]
    if row:
        lines += [
            "  %scale.upper = lshr i64 %scale.sizes, 16",
            "  %scale.rows = trunc i64 %scale.upper to i32",
            f"  %scale.rows.word = xor i32 %scale.rows, {ONE_ROW}",
        ]
        words.append("%scale.rows.word")
    by_bits: dict[int, list[str]] = {}
    for number, root in enumerate(roots):
        by_bits.setdefault(root.bits, []).append(_value(root, f"%scale.root.{number}", lines, module))
    for bits, values in by_bits.items():
        total = _any(values, f"%scale.roots.{bits}", lines)
        lines.append(f"  %scale.over.{bits} = lshr i32 {total}, {bits}")
        words.append(f"%scale.over.{bits}")
    lines.append(f"  %scale.usual = icmp eq i32 {_any(words, '%scale.word', lines)}, 0")
    return lines


def _any(values: list[str], stem: str, lines: list[str]) -> str:
    total = values[0]
    for number, value in enumerate(values[1:]):
        lines.append(f"  {stem}.{number} = or i32 {total}, {value}")
        total = f"{stem}.{number}"
    return total


def _value(root: Root, name: str, lines: list[str], module: Module) -> str:
    """Compute a root when the kernel starts."""
    if root.kind == "argument":
        return root.name
    if root.kind == "count":
        lines += [
            f"  {name}.place = getelementptr i8, ptr addrspace(4) %scale.hidden, i64 {4 * 'xyz'.index(root.axis)}",
            f"  {name} = load i32, ptr addrspace(4) {name}.place, align 4, !invariant.load !{{}}, !noundef !{{}}",
        ]
        return name
    module.declare(f"declare i32 @llvm.amdgcn.workgroup.id.{root.axis}()")
    lines.append(f"  {name}.block = call i32 @llvm.amdgcn.workgroup.id.{root.axis}()")
    if root.kind == "block":
        return f"{name}.block"
    lines += [
        f"  {name}.shifted = lshr i64 %scale.sizes, {16 * 'xyz'.index(root.axis)}",
        f"  {name}.low = trunc i64 {name}.shifted to i32",
        f"  {name}.size = and i32 {name}.low, 65535",
        f"  {name} = mul i32 {name}.block, {name}.size",
    ]
    return name


_CHOICE = re.compile(rf"^\s+br i1 %scale\.usual, label %({NAME}), label %({NAME})")
_LABEL = re.compile(rf"\blabel %({NAME})")


def part(function: Function, module: Module) -> None:
    """Let each copy end by itself, after all optimisation.

    LLVM joins the ends of both copies, and then arranges the copies one behind the other as it does for lanes that go different ways:
    the wave would walk past the copy that it does not run, and what one copy stores would keep the other one from scalar loads. The
    copy for the usual launch ends the wave where all its lanes have come together again.
    """
    choice = next((match for line in function.body if (match := _CHOICE.match(line))), None)
    if choice is None:
        return
    blocks = blocks_of(function)
    usual, other = (_reached(blocks, label) for label in choice.groups())
    shared = usual & other
    ends = [name for name in usual - shared if blocks[name].lines[-1:] == ["  ret void"]]
    if not all(blocks[name].lines == ["  ret void"] for name in shared) or len(shared) + len(ends) > 1:
        return
    module.declare("declare void @llvm.amdgcn.endpgm()")
    end_of_wave = ["  call void @llvm.amdgcn.endpgm()", "  unreachable"]
    block = ""
    body: list[str] = []
    for line in function.body:
        label = label_of(line)
        block = label if label is not None else block
        if line == choice.string:
            body += ["  %scale.unusual = xor i1 %scale.usual, true", f"  br i1 %scale.unusual, label %{choice[2]}, label %{choice[1]}"]
        elif block in usual and "label %" in line and label is None:
            body.append(_LABEL.sub(lambda match: f"label %{_own(match[1])}" if match[1] in shared else match[0], line))
        elif block in ends and line == "  ret void":
            body += end_of_wave
        else:
            body.append(line)
    for name in sorted(shared):
        body += ["", f"{_own(name)}:", *end_of_wave]
    function.body = body


def _own(name: str) -> str:
    return f'"{name[1:-1]}.usual"' if name.startswith('"') else f"{name}.usual"


def _reached(blocks: dict[str, Block], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found and name in blocks:
            found.add(name)
            waiting += blocks[name].successors
    return found
