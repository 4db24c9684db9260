# SPDX-License-Identifier: Apache-2.0
"""Graph algorithms on block names: order, dominance, reachability. Sets of nodes are bit masks in plain integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Edges = Mapping[str, Sequence[str]]


def reverse_postorder(root: str, successors: Edges) -> list[str]:
    """Nodes that `root` reaches, each before its successors but for back edges."""
    order: list[str] = []
    seen = {root}
    work = [(root, iter(successors[root]))]
    while work:
        node, rest = work[-1]
        for child in rest:
            if child not in seen:
                seen.add(child)
                work.append((child, iter(successors[child])))
                break
        else:
            order.append(node)
            work.pop()
    order.reverse()
    return order


def reachable(roots: Iterable[str], successors: Edges, stop: Iterable[str] = ()) -> set[str]:
    """Nodes reachable from `roots` (roots included) without entering a node of `stop`."""
    barred = set(stop)
    work = [r for r in roots if r not in barred]
    seen = set(work)
    while work:
        for child in successors[work.pop()]:
            if child not in seen and child not in barred:
                seen.add(child)
                work.append(child)
    return seen


def inverted(successors: Edges) -> dict[str, list[str]]:
    """The same graph with all edges turned round."""
    result: dict[str, list[str]] = {n: [] for n in successors}
    for node, children in successors.items():
        for child in dict.fromkeys(children):
            result[child].append(node)
    return result


class Dominance:
    """The dominator tree of the nodes that `root` reaches."""

    def __init__(self, root: str, successors: Edges) -> None:
        order = reverse_postorder(root, successors)
        number = {n: i for i, n in enumerate(order)}
        before: list[list[int]] = [[] for _ in order]
        for i, node in enumerate(order):
            for child in successors[node]:
                before[number[child]].append(i)
        # Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm": nodes are their places in the order, -1 is not known yet.
        above = [-1] * len(order)
        above[0] = 0
        changed = True
        while changed:
            changed = False
            for i in range(1, len(order)):
                new = -1
                for p in before[i]:
                    if above[p] < 0:
                        continue
                    if new < 0:
                        new = p
                        continue
                    while new != p:
                        if new > p:
                            new = above[new]
                        else:
                            p = above[p]
                if new != above[i]:
                    above[i] = new
                    changed = True
        # Where a walk over the tree enters and leaves each node. An immediate dominator comes earlier in the order.
        sizes = [1] * len(order)
        for i in range(len(order) - 1, 0, -1):
            sizes[above[i]] += sizes[i]
        first, free = [0] * len(order), [1] * len(order)
        for i in range(1, len(order)):
            first[i] = free[above[i]]
            free[above[i]] += sizes[i]
            free[i] = first[i] + 1
        self._span = {n: (first[i], first[i] + sizes[i]) for i, n in enumerate(order)}
        self._above = {n: order[above[i]] if i else None for i, n in enumerate(order)}

    def immediate(self, node: str) -> str | None:
        """The nearest strict dominator; None for the root and for nodes that it does not reach."""
        return self._above.get(node)

    def dominates(self, upper: str, lower: str) -> bool:
        """Does every way to `lower` go through `upper`? A node dominates itself; not so nodes that the root does not reach."""
        if upper not in self._span or lower not in self._span:
            return False
        first, end = self._span[upper]
        return first <= self._span[lower][0] < end


def natural_loops(root: str, successors: Edges) -> dict[str, set[str]]:
    """The nodes of each natural loop by its header, itself included; what jumps back to one header is one loop."""
    before = inverted(successors)
    above = Dominance(root, successors)
    loops: dict[str, set[str]] = {}
    for name in successors:
        for target in successors[name]:
            if above.dominates(target, name):
                body = reachable((name,), before, (target,)) | {target} if name != target else {target}
                loops[target] = loops.get(target, set()) | body
    return loops


def immediate_postdominators(successors: Edges, exit_name: str) -> dict[str, str | None]:
    """The nearest postdominator of each node; nodes without successors are joined to `exit_name` (not in the graph).

    Nodes that reach no exit (endless loops) have None.
    """
    turned = inverted(successors)
    turned[exit_name] = [n for n, children in successors.items() if not children]
    tree = Dominance(exit_name, turned)
    return {node: tree.immediate(node) for node in successors}
