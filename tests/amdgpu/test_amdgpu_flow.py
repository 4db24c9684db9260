# SPDX-License-Identifier: Apache-2.0
"""Which blocks of a function lie in loops, and that large functions do not take long."""

from __future__ import annotations

import time

from scale.compiler.targets.amdgpu.flow import Block, blocks_in_loops


def graph(**successors: str) -> dict[str, Block]:
    return {name: Block(name, [], list(after)) for name, after in successors.items()}


def test_loops() -> None:
    # a: before; b-c-d: a loop with an inner one (c); e: left through a side that meets f; g: reached by nothing, waits for itself
    assert blocks_in_loops(graph(a="b", b="ce", c="cd", d="b", e="f", f="", g="g")) == set("bcdg")
    assert blocks_in_loops(graph(a="bc", b="d", c="d", d="")) == set()


def test_a_loop_that_ends_at_a_block_that_is_not_there() -> None:
    assert blocks_in_loops(graph(a="bz", b="a")) == {"a", "b"}


def test_long_chains_take_time_in_proportion() -> None:
    count = 20_000  # a search from each block anew took over a minute
    blocks = {str(n): Block(str(n), [], [str(n + 1), str(n + 2)]) for n in range(count)}
    blocks[str(count - 1)].successors = ["10"]
    start = time.process_time()
    assert len(blocks_in_loops(blocks)) == count - 10
    assert time.process_time() - start < 10
