# SPDX-License-Identifier: Apache-2.0
"""Volatile shared memory without barriers: the lanes of a warp go from access to access together.

Code from before `__syncwarp` lets a warp reduce through volatile shared memory, since its lanes run in lockstep:
`s[t] += s[t + 16]; s[t] += s[t + 8]; …`. Here each lane would do all of its steps in turn. Where a volatile access to a shared variable
meets one to another element of it, with no synchronisation between them and a write among the two, the lanes that are there wait for
each other: `__activemask()`, whose result nobody reads. One of the two may be a plain store, by which such code often begins.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from scale.compiler.ir.text import GLOBAL_NAME, Function

from .body import LOCAL, RESULT, following, labels_of, synchronisation

MEET = "nvvm.activemask"
_ACCESS = re.compile(r"^\s*(?:%\S+ = (?P<load>load) (?=volatile )|store )(?P<volatile>volatile )?(?!atomic )(?P<rest>.*)$")
_ADDRESS = re.compile(r"\bptr (?P<address>%[\w.$-]+|@[\w.$]+|getelementptr .*?\))(?:,|$)")
_PURE = re.compile(
    r"(?:getelementptr|bitcast|zext|sext|trunc|add|sub|shl|or|and|xor|mul|lshr) |call [^@]*@nvvm\.read\.ptx\.sreg\.n?(?:tid|ctaid)\."
)
_POINTERS = re.compile(r" = (?:getelementptr|bitcast ptr|phi ptr|select i1) ")


@dataclass(frozen=True)
class _Access:
    load: bool
    volatile: bool
    root: str
    """The variable."""
    address: str
    """In a form that equal addresses share."""

    def meets(self, other: _Access) -> bool:
        """May another lane's share of these two matter to this lane?"""
        elsewhere = other.root == self.root and other.address != self.address
        return elsewhere and (self.volatile or other.volatile) and not (self.load and other.load)


def keep_lockstep(function: Function, shared: Collection[str]) -> bool:
    """Let lanes meet in `function` where these variables need it; says whether they do."""
    body = function.body
    if not shared or not any(" volatile " in line for line in body):
        return False
    accesses = _accesses(body, shared)
    if not any(not access.load for access in accesses.values()):
        return False
    labels = labels_of(body)
    meets: set[int] = set()
    """Accesses before which lanes meet: the second of a pair, to which lanes that skipped the first come as well."""
    for number, access in accesses.items():
        unmet = following(body, number + 1, labels, lambda at, line: at in meets or synchronisation(line) is not None)
        meets.update([other for other in unmet if other in accesses and access.meets(accesses[other])])
    if not meets:
        return False
    made: list[str] = []
    for number, line in enumerate(body):
        if number in meets:
            made.append(f"  %scale.meet.{number} = call i32 @{MEET}()")
        made.append(line)
    function.body = made
    return True


def _accesses(body: list[str], shared: Collection[str]) -> dict[int, _Access]:
    """Volatile accesses and plain stores to these variables, by line."""
    roots: dict[str, str] = {}
    same: dict[str, str] = {}
    known: dict[str, str] = {}
    for line in (*body, *body):  # a second time for loops
        result = RESULT.match(line)
        if result is None:
            continue
        if _POINTERS.search(line) and (root := _root(line, roots, shared)):
            roots[result[1]] = root
        if _PURE.match(result[2]):
            text = LOCAL.sub(lambda name: same.get(name[0], name[0]), result[2])
            same[result[1]] = known.setdefault(text, result[1])
    found: dict[int, _Access] = {}
    for number, line in enumerate(body):
        access = _ACCESS.match(line)
        addresses = _ADDRESS.findall(access["rest"]) if access else []
        if access and addresses and (root := _root(addresses[-1], roots, shared)):  # a store's address is its last pointer
            address = same.get(addresses[-1], addresses[-1])
            found[number] = _Access(access["load"] is not None, access["volatile"] is not None, root, address)
    return found


def _root(line: str, roots: dict[str, str], shared: Collection[str]) -> str | None:
    name: str
    for name in GLOBAL_NAME.findall(line):
        if name[1:] in shared:
            return name[1:]
    result = RESULT.match(line)
    return next((roots[name] for name in LOCAL.findall(line, result.end(1) if result else 0) if name in roots), None)
