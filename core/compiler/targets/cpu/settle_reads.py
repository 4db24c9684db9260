# SPDX-License-Identifier: Apache-2.0
"""Reads of shared memory right behind a barrier happen for all threads before any of them goes on to write there.

Many block reductions end with `__syncthreads(); return shared[0];` and are called again at once: the first warp's next write races
with the last warp's read. A GPU's warps all read long before; a block whose warps run one after the other would not. Where a store to
the same variable can follow before the next barrier, the barrier is repeated behind the reads: the same threads reach it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from scale.compiler.ir.text import GLOBAL_NAME, Function, label_of

from .body import ENDS, LOCAL, RESULT, following, labels_of, synchronisation
from .sync import Scope

_LOAD = re.compile(r"^\s*%\S+ = load (?!atomic )[^,]+, ptr (?P<address>[^,]+(?:\([^)]*\))?)")
_ADDRESS = re.compile(r"ptr (?:align \d+ |noundef |nonnull )*(%[\w.$-]+)")
_WRITES = re.compile(r"^\s*(?:store |%\S+ = (?:atomicrmw|cmpxchg) |(?:tail )?call void @llvm\.mem)")
MOST_LINES = 64
"""How far behind a barrier its reads are looked for."""


def settle_reads(function: Function, shared: Collection[str]) -> None:
    """Repeat barriers in `function` where reads of these variables need it."""
    if not shared or not any("barrier" in line or "bar.sync" in line for line in function.body):
        return
    roots = _roots(function.body, shared)
    labels = labels_of(function.body)
    added: dict[int, str] = {}
    own: set[str] | None = None
    for number, line in enumerate(function.body):
        if _plain_barrier(line):
            last, read = _reads(function.body, number + 1, roots)
            own = _thread_values(function.body) if read and own is None else own
            if read and own is not None and _written(function.body, last + 1, read, own, roots, labels):
                added[last] = line
    if added:
        function.body = [
            made for number, line in enumerate(function.body) for made in ([line, added[number]] if number in added else [line])
        ]


def _plain_barrier(line: str) -> bool:
    """Is this `__syncthreads()` of the whole block?"""
    operation = synchronisation(line) if "call void " in line else None
    return operation is not None and operation.scope is Scope.BLOCK and operation.kind == "sync" and operation.count is None


def _any_barrier(line: str) -> bool:
    operation = synchronisation(line)
    return operation is not None and operation.scope is Scope.BLOCK


def _roots(body: list[str], shared: Collection[str]) -> dict[str, str]:
    """The variables that addresses made by offsets alone point into."""
    roots: dict[str, str] = {}
    for line in body:
        if " = getelementptr " in line or " = bitcast ptr" in line:
            result, root = RESULT.match(line), _root(line, roots, shared)
            if result and root:
                roots[result[1]] = root
    roots.update({f"@{name}": name for name in shared})
    return roots


def _root(line: str, roots: dict[str, str], shared: Collection[str] = ()) -> str | None:
    name: str
    for name in GLOBAL_NAME.findall(line):
        if name[1:] in shared or name in roots:
            return name[1:]
    found: list[str] = _ADDRESS.findall(line)
    return next((roots[name] for name in found if name in roots), None)


def _thread_values(body: list[str]) -> set[str]:
    """Values that differ between the threads of a block by their number."""
    found: set[str] = set()
    for _ in range(2):  # a second time for loops
        for line in body:
            result = RESULT.match(line)
            if result and ("sreg.tid" in line or "laneid" in line or not found.isdisjoint(LOCAL.findall(result[2]))):
                found.add(result[1])
    return found


def _reads(body: list[str], start: int, roots: dict[str, str]) -> tuple[int, dict[str, set[str]]]:
    """The last of the reads that follow with nothing between them that could change memory, and the variables read, with the addresses."""
    last = start
    read: dict[str, set[str]] = {}
    for number in range(start, min(start + MOST_LINES, len(body))):
        line = body[number]
        if label_of(line) is not None or _WRITES.match(line) or ENDS.match(line):
            break
        if "call " in line and not ("@llvm." in line or "sreg." in line or "@scale.at(" in line):
            break
        if (match := _LOAD.match(line)) and (root := _root("ptr " + match["address"], roots)):
            last = number
            read.setdefault(root, set()).add(match["address"])
    return last, read


def _written(body: list[str], start: int, read: dict[str, set[str]], own: set[str], roots: dict[str, str], labels: dict[str, int]) -> bool:
    """Can a store to one of these variables come before the next barrier, other than of a thread to the elements that it read itself?"""
    for number in following(body, start, labels, lambda _, line: _any_barrier(line)):
        if _WRITES.match(body[number]):
            address = _written_address(body[number])
            root = _root(address, roots)
            if root in read and address.split(",")[0][len("ptr ") :] not in read[root] & own:
                return True
    return False


def _written_address(line: str) -> str:
    """`ptr …` of a store (its last operand), an atomic operation or a copy (its first)."""
    return "ptr " + (line.rpartition(", ptr ")[2] if line.lstrip().startswith("store ") else line.partition("ptr ")[2].partition(", ")[0])
