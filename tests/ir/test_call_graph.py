# SPDX-License-Identifier: Apache-2.0
"""Who calls whom: cycles are found whole, callees come first, and inlined sizes count every call."""

from __future__ import annotations

from scale.compiler.ir.call_graph import callees_first, calls_of, components, inlined_lines, on_cycles
from scale.compiler.ir.text import parse_module

CALLS = {
    "kernel": ["a", "lone", "self"],
    "a": ["b", "lone"],
    "b": ["c"],
    "c": ["a", "leaf"],
    "self": ["self", "leaf"],
    "lone": ["leaf", "leaf"],
    "leaf": [],
}


def test_cycles_are_found_whole() -> None:
    assert on_cycles(CALLS) == {"a", "b", "c", "self"}
    assert sorted(map(sorted, components(CALLS))) == [["a", "b", "c"], ["kernel"], ["leaf"], ["lone"], ["self"]]


def test_callees_come_first_but_on_cycles() -> None:
    order = callees_first(CALLS)
    assert sorted(order) == sorted(CALLS)
    for name, called in CALLS.items():
        for each in called:
            both_on_one = {name, each} <= {"a", "b", "c"} or name == each
            assert both_on_one or order.index(each) < order.index(name), (name, each)


def test_a_chain_of_calls_may_be_long() -> None:
    chain = {f"f{n}": [f"f{n + 1}"] for n in range(20_000)} | {"f20000": []}
    assert callees_first(chain)[0] == "f20000" and on_cycles(chain) == set()


def test_each_call_brings_its_lines() -> None:
    own = dict.fromkeys(CALLS, 10)
    acyclic = {name: [each for each in called if each not in ("a", "self")] for name, called in CALLS.items()}
    assert inlined_lines(own, acyclic, callees_first(acyclic))["kernel"] == 10 + 30  # itself, and one with two leaves


def test_calls_are_read_from_the_lines() -> None:
    calls = ['  call void @"g h"(ptr @f)', '  call void @"g h"(ptr null)', "  call void @out()"]
    module = parse_module("\n".join(["define void @f() {", *calls, "}", 'define void @"g h"(ptr %p) {', "}", ""]))
    assert calls_of(module) == {"f": ['"g h"', '"g h"'], '"g h"': []}
