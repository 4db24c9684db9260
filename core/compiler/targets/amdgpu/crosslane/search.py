# SPDX-License-Identifier: Apache-2.0
"""The cheapest sequence of legal operations for a move of values between lanes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ..processors import Generation
from .legal import IDENTITY, Control, controls, quad_permutation, wave_shifts
from .moves import LANES, Move, broadcast_source, xor_distance
from .steps import RECTANGLES, DppMove, DppOverride, KeepOwn, PermuteRows, ReadLane, ReadTwoLanes, SpreadRow, State, Step, SwapRows, Swizzle
from .symmetry import Masks, equivalent_moves

ALL = (1 << 32) - 1
CROSSBAR_COST = 9.0
"""`ds_bpermute` with its address: what every plan has to beat."""


@dataclass(frozen=True)
class Plan:
    """Steps from the operand to the wanted values; none for a move that changes nothing."""

    steps: tuple[Step, ...]

    @property
    def cost(self) -> float:
        return sum(step.cost for step in self.steps)

    def describe(self) -> str:
        return " + ".join(step.name for step in self.steps) or "nothing"


def find_equivalent_plan(move: Move, generation: Generation, wanted: int, equal: Masks) -> Plan | None:
    """The cheapest plan for any move that gives the wanted lanes the same values; lanes that differ by one of `equal` hold equal ones."""
    plans = [plan for other in equivalent_moves(move, equal, generation) if (plan := find_plan(other, generation, wanted)) is not None]
    return min(plans, key=lambda plan: plan.cost, default=None)


@lru_cache(maxsize=1024)
def find_plan(move: Move, generation: Generation, wanted: int = ALL) -> Plan | None:
    """The cheapest plan that is right in the lanes of the bit mask `wanted`, or None when `ds_bpermute` is the best there is."""
    best: Plan | None = None
    overrides: list[DppOverride] | None = None
    for steps in _bases(move, generation, wanted):
        wrong = _wrong_lanes(steps, move, wanted)
        if not wrong:
            plan: Plan | None = Plan(steps)
        else:
            overrides = list(_overrides(move, generation, wanted)) if overrides is None else overrides
            plan = _mend(steps, wrong, move, generation, overrides)
        if plan is not None and (best is None or plan.cost < best.cost):
            best = plan
            if best.cost < 1:
                break  # nothing is cheaper than one move
    return best if best is not None and best.cost < CROSSBAR_COST else None


def _wrong_lanes(steps: tuple[Step, ...], move: Move, wanted: int) -> int:
    state: State = tuple(LANES)
    for step in steps:
        state = step.apply(state)
    return sum(1 << lane for lane in LANES if wanted >> lane & 1 and state[lane] != move[lane])


def _mend(steps: tuple[Step, ...], wrong: int, move: Move, generation: Generation, overrides: list[DppOverride]) -> Plan | None:
    """Put right the lanes that a first operation leaves wrong: overrides, or a select of the lane's own value."""
    wave64 = generation.wave_size == 64
    own = sum(1 << lane for lane in LANES if move[lane] == lane) & wrong
    by_effect: dict[int, DppOverride] = {}
    for step in overrides:
        if step.written & wrong:
            by_effect.setdefault(step.written & wrong, step)
    useful = list(by_effect.values())
    tails: list[tuple[Step, ...]] = [(step,) for step in useful if not wrong & ~step.written]
    if own == wrong:
        tails.append((KeepOwn(own, wave64),))
    if not tails:
        tails += [pair for pair in combinations(useful, 2) if not wrong & ~(pair[0].written | pair[1].written)]
        tails += [(KeepOwn(own, wave64), step) for step in useful if own and not wrong & ~(own | step.written)]
    best = min(tails, key=lambda tail: sum(step.cost for step in tail), default=None)
    return None if best is None else Plan((*steps, *best))


def _bases(move: Move, generation: Generation, wanted: int) -> Iterator[tuple[Step, ...]]:
    """First operations that are right in some lanes at least.

    One operation each: what it writes in a lane that is not active is lost, so a value may not travel through a third lane.
    """
    yield ()
    for control in _matching(move, generation, wanted):
        yield (DppMove(control),)
    if generation.permlanex16:
        yield from _row_permutations(move, wanted)
    if generation.permlane_swap:
        if xor_distance(move) == 16:
            yield (SwapRows(),)
        yield from ((SpreadRow(row),) for row in (0, 1))
    source = broadcast_source(tuple(move[lane] for lane in LANES if wanted >> lane & 1))
    if source is not None:
        yield (ReadLane(source),) if generation.wave_size == 32 else (ReadTwoLanes(source),)
    for shift in wave_shifts(generation):
        yield (DppMove(shift),)
    if generation.wave_size == 64:
        swizzle = _swizzle(move, wanted)
        if swizzle is not None:
            yield (swizzle,)


def _matching(move: Move, generation: Generation, wanted: int) -> list[Control]:
    """Controls that are right in four wanted lanes at least, quad permutations among them; the best ones first."""
    quads = {tuple(move[base + index] & 3 for index in range(4)) for base in range(0, 32, 4)}
    found = [quad_permutation((q[0], q[1], q[2], q[3])) for q in quads]
    found += controls(generation)
    counted = [((control.right_lanes(move) & wanted).bit_count(), control) for control in found]
    counted.sort(key=lambda pair: -pair[0])
    least = min(4, wanted.bit_count())
    return [control for count, control in counted if count >= least]


def _overrides(move: Move, generation: Generation, wanted: int) -> Iterator[DppOverride]:
    """For each control, the largest masks under which it writes no wanted lane wrongly."""
    for control in (IDENTITY, *controls(generation)):
        right = control.right_lanes(move)
        useful = right & wanted
        if not useful:
            continue
        allowed = right | ~wanted
        for (rows, banks), lanes in RECTANGLES.items():
            written = lanes & ~control.kept
            if written & useful and not written & ~allowed:
                yield DppOverride(control, rows, banks)


def _row_permutations(move: Move, wanted: int) -> Iterator[tuple[Step, ...]]:
    """`permlane16` and `permlanex16` with the selector that serves row 0, row 1, or both."""
    for cross in (False, True):
        for row in (0, 1):
            selector: list[int | None] = [None] * 16
            for first in (row, 1 - row):
                for index in range(16):
                    lane = 16 * first + index
                    if wanted >> lane & 1 and (move[lane] >> 4 != first) == cross and selector[index] is None:
                        selector[index] = move[lane] & 15
            if any(choice is not None for choice in selector):
                yield (PermuteRows(tuple(index if choice is None else choice for index, choice in enumerate(selector)), cross),)


def _swizzle(move: Move, wanted: int) -> Swizzle | None:
    """`ds_swizzle` in bit mode (each source bit is a constant or the lane's own, kept or turned) or in rotate mode."""
    keep = force = turn = 0
    for bit in range(5):
        pairs = {(lane >> bit & 1, move[lane] >> bit & 1) for lane in LANES if wanted >> lane & 1}
        zero = {value for given, value in pairs if given == 0}
        one = {value for given, value in pairs if given == 1}
        if len(zero) > 1 or len(one) > 1:
            break
        low, high = next(iter(zero), None), next(iter(one), None)
        low, high = (high if low is None else low), (low if high is None else high)
        if (low, high) == (0, 1):
            keep |= 1 << bit
        elif (low, high) == (1, 0):
            keep |= 1 << bit
            turn |= 1 << bit
        elif low == 1:
            force |= 1 << bit
    else:
        return Swizzle(keep | force << 5 | turn << 10, tuple(((lane & keep) | force) ^ turn for lane in LANES))
    counts: dict[int, int] = {}
    for lane in LANES:
        distance = (move[lane] - lane) & 31
        if distance and wanted >> lane & 1:
            counts[distance] = counts.get(distance, 0) + 1
    distance = max(counts, key=lambda key: counts[key])
    return Swizzle(0xC000 | distance << 5, tuple((lane + distance) & 31 for lane in LANES))
