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


def dominators(root: str, successors: Edges) -> dict[str, set[str]]:
    """For each node that `root` reaches, all its dominators, itself included."""
    order = reverse_postorder(root, successors)
    number = {n: i for i, n in enumerate(order)}
    before: dict[str, list[int]] = {n: [] for n in order}
    for node in order:
        for child in successors[node]:
            before[child].append(number[node])
    everything = (1 << len(order)) - 1
    masks = [everything] * len(order)
    masks[0] = 1
    changed = True
    while changed:
        changed = False
        for i, node in enumerate(order[1:], 1):
            new = everything
            for p in before[node]:
                new &= masks[p]
            new |= 1 << i
            if new != masks[i]:
                masks[i] = new
                changed = True
    return {n: {order[j] for j in range(len(order)) if masks[i] >> j & 1} for i, n in enumerate(order)}


def immediate_postdominators(successors: Edges, exit_name: str) -> dict[str, str | None]:
    """The nearest postdominator of each node; nodes without successors are joined to `exit_name` (not in the graph).

    Nodes that reach no exit (endless loops) have None.
    """
    turned = inverted(successors)
    turned[exit_name] = [n for n, children in successors.items() if not children]
    sets = dominators(exit_name, turned)
    result: dict[str, str | None] = {}
    for node in successors:
        if node not in sets:
            result[node] = None
            continue
        strict = sets[node] - {node}
        result[node] = max(strict, key=lambda n: len(sets[n])) if strict else None
    return result
