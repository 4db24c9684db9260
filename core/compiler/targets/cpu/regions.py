# SPDX-License-Identifier: Apache-2.0
"""Cut a kernel into regions, and find which values cross from one to another.

A region starts at an entry block (the kernel's entry, a synchronisation point, or an artificial cut) and holds all that can be
reached from there without entering another entry block; a block may belong to several regions. A value that is alive across a cut
gets a slot; address chains and the like are computed again instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .graph import Dominance, reachable, reverse_postorder
from .model import Function, Instruction
from .uniformity import PURE, Uniformity

REMATERIALISATION_LIMIT = 12
"""Instructions that may be repeated instead of keeping a value in memory."""
CHEAP = frozenset(
    [
        "getelementptr",
        "add",
        "sub",
        "mul",
        "shl",
        "lshr",
        "ashr",
        "and",
        "or",
        "xor",
        "zext",
        "sext",
        "trunc",
        "bitcast",
        "icmp",
        "select",
        "ptrtoint",
        "inttoptr",
    ]
)


@dataclass(eq=False)
class Region:
    """The code from one entry block up to the next cuts."""

    entry: str
    number: int
    blocks: list[str]
    """In reverse postorder; the entry first."""
    exits: list[tuple[str, str]]
    """(block inside, entry block that it goes to)."""
    returns: bool = False
    """May a thread end here?"""
    fork: str | None = None
    """The block with the uniform branch that ends the region, when there are several exits."""
    live_in: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    exposed: set[str] = field(default_factory=set)
    """Defined inside, but possibly used before."""


@dataclass(eq=False)
class Cut:
    """A kernel and its regions."""

    function: Function
    regions: dict[str, Region]
    """By entry block, in the order of the program."""
    definitions: dict[str, Instruction]
    repeatable: Callable[[str], bool]
    """Is this value computed again rather than kept?"""

    @property
    def slots(self) -> list[str]:
        """Values that need a slot: alive at some entry."""
        found: dict[str, None] = {}
        for region in self.regions.values():
            found.update(dict.fromkeys(sorted(region.live_in)))
        return list(found)

    def is_entry_phi(self, i: Instruction) -> bool:
        return i.op == "phi" and i.block in self.regions


def entries_for_uniform(function: Function, syncs: list[str], uniformity: Uniformity) -> list[str]:
    """Entry blocks for the schedule in which all threads go from region to region together.

    Besides the synchronisation points these are the targets of each uniform branch that decides which of them comes next.
    """
    successors = {n: b.successors for n, b in function.blocks.items()}
    entries = [function.entry, *syncs]
    changed = True
    while changed:
        changed = False
        chosen = set(entries)
        for name in function.blocks:
            if name in uniformity.tail or name in uniformity.apart or len(successors[name]) < 2:
                continue
            if any(u in uniformity.varying for u in function.blocks[name].terminator.uses):
                continue
            sides = [_next_entries(s, successors, chosen, uniformity.tail) for s in successors[name]]
            if any(side != sides[0] for side in sides) or len(sides[0]) > 1:
                missing = [s for s in successors[name] if s not in chosen]
                if missing:
                    entries += missing
                    changed = True
                    break
    return entries


def _next_entries(start: str, successors: dict[str, tuple[str, ...]], entries: set[str], tail: set[str]) -> frozenset[str]:
    """Entries that come next on the way from `start`; the empty name stands for the end of the kernel."""
    if start in entries:
        return frozenset((start,))
    inside = reachable((start,), successors, entries)
    found = {s for n in inside for s in successors[n] if s in entries}
    if start in tail or (any(n in tail for n in inside) and not found):
        found.add("")
    return frozenset(found)


def cut(function: Function, entries: list[str], root: Callable[[Instruction], bool], kept: Callable[[str], bool]) -> Cut:
    """Form the regions and compute what is alive at each entry.

    Args:
        entries: entry blocks, the kernel's entry among them.
        root: values that are at hand in every region without a slot (special registers).
        kept: values that are cheap to keep and may end a chain that is computed again (uniform values).
    """
    definitions = function.definitions()
    parameters = {p.name for p in function.parameters}
    regions = _form(function, entries)
    phis = {i.name for e in regions for i in function.blocks[e].phis()}
    costs: dict[str, int | None] = {}

    def cost(name: str, depth: int = 0) -> int | None:
        """Instructions that computing `name` again takes; None if it cannot be."""
        if name in parameters:
            return 0
        if name in costs:
            return costs[name]
        i = definitions[name]
        result: int | None = None
        if root(i) or i.op == "alloca":
            result = 0
        elif name in phis:
            result = None
        elif i.op in CHEAP and depth < REMATERIALISATION_LIMIT:
            total = 1
            for used in i.uses:
                part = 0 if kept(used) and cost(used, depth + 1) is None else cost(used, depth + 1)
                if part is None:
                    total = -1
                    break
                total += part
            if 0 <= total <= REMATERIALISATION_LIMIT:
                result = total
        costs[name] = result
        return result

    def repeatable(name: str) -> bool:
        return cost(name) is not None

    result = Cut(function, regions, definitions, repeatable)
    _live(result, parameters)
    return result


def _form(function: Function, entries: list[str]) -> dict[str, Region]:
    successors = {n: b.successors for n, b in function.blocks.items()}
    order = {n: k for k, n in enumerate(reverse_postorder(function.entry, successors))}
    chosen = set(entries)
    regions: dict[str, Region] = {}
    inner = {n: tuple(s for s in successors[n] if s not in chosen) for n in successors}
    for entry in sorted(chosen, key=order.__getitem__):
        blocks = reverse_postorder(entry, inner)
        region = Region(entry, len(regions), blocks, [])
        for name in blocks:
            outside = [s for s in successors[name] if s in chosen]
            region.exits += [(name, s) for s in outside]
            if len(outside) > 1 or (len(outside) == 1 and len(successors[name]) == 1 and False):
                region.fork = name
            region.returns = region.returns or function.blocks[name].terminator.op == "ret"
        if len({s for _, s in region.exits}) < 2:
            region.fork = None
        regions[entry] = region
    return regions


def uses_in_region(result: Cut, region: Region) -> list[tuple[str, str, bool]]:
    """(value, block of the use, at the block's end) for all uses of a region, those of the phis of the next entries included."""
    function = result.function
    inside = set(region.blocks)
    found: list[tuple[str, str, bool]] = []
    for name in region.blocks:
        for i in function.blocks[name].instructions:
            if i.op == "phi":
                if name == region.entry:
                    continue
                for value, source in i.incoming:
                    if source in inside and value.startswith("%"):
                        found.append((value[1:], source, True))
            elif name == region.entry and i is function.blocks[name].instructions[0] and _is_sync(i):
                continue  # its arguments were stored on the way here
            else:
                found += [(u, name, False) for u in i.uses]
    for name, target in region.exits:
        for i in function.blocks[target].instructions:
            if i.op == "phi":
                found += [(v[1:], name, True) for v, source in i.incoming if source == name and v.startswith("%")]
            else:
                if _is_sync(i):
                    found += [(u, name, True) for u in i.uses]
                break
    return found


def _is_sync(i: Instruction) -> bool:
    from .sync import sync_of

    return sync_of(i.callee) is not None


def _live(result: Cut, parameters: set[str]) -> None:
    """Backward data flow over the regions."""
    function = result.function
    direct: dict[str, set[str]] = {}
    trees: dict[str, Dominance] = {}
    for region in result.regions.values():
        inside = set(region.blocks)
        for name in region.blocks:
            region.defined.update(i.name for i in function.blocks[name].instructions if i.name)
        inner = {n: tuple(s for s in function.blocks[n].successors if s in inside and s not in result.regions) for n in region.blocks}
        above = trees[region.entry] = Dominance(region.entry, inner)
        needs: set[str] = set()
        chained: set[str] = set()

        def need(
            value: str, block: str, region: Region = region, above: Dominance = above, needs: set[str] = needs, chained: set[str] = chained
        ) -> None:
            if value in parameters:
                return
            i = result.definitions[value]
            if value in region.defined:
                if above.dominates(i.block, block):
                    return
                if not result.repeatable(value):
                    region.exposed.add(value)
            if result.repeatable(value):
                for used in i.uses:
                    need_outside(used, region, needs, chained)
                if value in region.defined:
                    region.exposed.add(value)
            else:
                needs.add(value)

        def need_outside(value: str, region: Region, needs: set[str], chained: set[str]) -> None:
            """An operand of a chain that is computed again at the region's start."""
            if value in parameters or value in chained:
                return
            chained.add(value)
            if result.repeatable(value):
                for used in result.definitions[value].uses:
                    need_outside(used, region, needs, chained)
            else:
                needs.add(value)
                if value in region.defined:
                    region.exposed.add(value)

        for value, block, _ in uses_in_region(result, region):
            need(value, block)
        direct[region.entry] = needs
        region.live_in = set(needs)
    own = {region.entry: _own(result, region) for region in result.regions.values()}
    changed = True
    while changed:
        changed = False
        for region in reversed(list(result.regions.values())):
            new = set(direct[region.entry])
            for name, target in region.exits:
                wanted = result.regions[target].live_in
                new |= wanted - region.defined
                for value in wanted & region.defined:
                    if not trees[region.entry].dominates(result.definitions[value].block, name):
                        new.add(value)
                        region.exposed.add(value)
            # An entry's own phis and sync result come from the edge, not from a slot.
            new -= own[region.entry]
            if new != region.live_in:
                region.live_in = new
                changed = True


def _own(result: Cut, region: Region) -> set[str]:
    found = set()
    for i in result.function.blocks[region.entry].instructions:
        if i.op == "phi" or _is_sync(i):
            if i.name:
                found.add(i.name)
        else:
            break
    return found


__all__ = ["PURE", "Cut", "Region", "cut", "entries_for_uniform", "uses_in_region"]
