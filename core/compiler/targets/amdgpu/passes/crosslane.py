# SPDX-License-Identifier: Apache-2.0
"""Shuffles become machine operations, once inlining and unrolling have made their distances constants."""

from __future__ import annotations

import re

from scale.compiler.ir.text import Call, Function, Module, name_moved_values, parse_call, parse_module

from .. import copies
from ..addressing import bounds
from ..addressing.intervals import BOUNDED
from ..addressing.offsets import facts_of, finish
from ..context import Context
from ..crosslane.demand import Demand
from ..crosslane.moves import shuffle_move
from ..crosslane.scans import rewrite_scans
from ..crosslane.search import ALL, CROSSBAR_COST, Plan, find_equivalent_plan
from ..crosslane.segments import rewrite_segments
from ..crosslane.symmetry import NONE
from ..crosslane.wide import MARKER, direct, plan_within_halves
from ..library import registers, warp, wave
from ..matrix.product import PREFIX
from . import accumulators, fused, median
from .reach import SCALAR

_MARKERS = ("@scale.shfl.", "@scale.redux.", "@scale.wide.")
LOWERED = ("scale.shfl.", "scale.redux.", MARKER)
_CALLEE = re.compile(r"@([\w.]+)\(")


def run(text: str, context: Context) -> str | None:
    """The module with every marker lowered and copies of kernels made, or None when nothing was to do."""
    optimizing = context.options.optimization > 0
    if not _has_marker(text) and not (optimizing and " amdgpu_kernel " in text):
        return None
    module = parse_module(text)
    facts = facts_of(module)
    changed = False
    for function in list(module.functions.values()):
        roots = bounds.choose(function, facts) if optimizing else []
        whole = optimizing and context.wave64 and accumulators.whole_waves(function)
        if roots or whole or any(_has_marker(line) for line in function.body):
            _lower_function(function, module, roots, whole, context)
            changed = True
    if not changed:
        return None
    module.declarations = {name: line for name, line in module.declarations.items() if not name.startswith(LOWERED)}
    _add_helpers(module, context)
    return module.render()


def finish_addresses(text: str, context: Context) -> str | None:
    """Shorter addresses, after all optimisation; None when nothing was to do."""
    if " amdgpu_kernel " not in text and SCALAR not in text:
        return None
    scalar = SCALAR in text
    if scalar:
        text = text.replace(f" {SCALAR}", "")
    module = parse_module(text)
    facts = facts_of(module)
    done = sum(median.rewrite(function, context.processor.generation) for function in module.functions.values())
    done += sum(finish(function, facts) for function in module.functions.values() if len(function.body) <= LONGEST_FINISHED)
    held = sum(fused.hold(function) for function in module.functions.values())
    if held:
        module.declare(fused.DECLARATION)
    if done:
        module.declare("declare i32 @llvm.expect.i32(i32, i32)")
    module.declarations.pop("scale.bounded", None)
    return module.render() if done or held or scalar or BOUNDED in text else None


LONGEST_FINISHED = 4000
"""Lines of the largest function whose addresses are analysed."""


def _lower_function(function: Function, module: Module, roots: list[bounds.Root], whole: bool, context: Context) -> None:
    original = list(function.body)
    demand, scans = _prepare(function, context, line=False)
    _report_scans(function, scans, context)
    row = Function(function.name, function.header, original)
    saved, row_scans = 0.0, 0
    if copies.row_possible(function) and any(_has_marker(line) for line in original):
        row_demand, row_scans = _prepare(row, context, line=True)
        saved = _cost(function, demand, context) - _cost(row, row_demand, context)
    one_row = saved >= (WORTH_A_ROW_TEST if roots or whole else WORTH_A_COPY)
    if one_row or roots or whole:
        suppositions = ["blocks of one row"] * one_row + ["whole wavefronts"] * whole
        suppositions += [f"{root.kind} below 2^{root.bits}" for root in roots]
        _report(context, function, f"a second form, for launches with {', '.join(suppositions)}, is shorter")
        usual = Function(function.name, function.header, row.body if one_row else list(function.body))
        if whole:
            accumulators.as_whole(usual, context)
        twin = copies.split(function, module, usual.body, row=one_row, roots=roots, waves=whole)
        if one_row:
            _report_scans(twin, row_scans, context)
        _lower_body(twin, Demand(twin, line=one_row, wave64=context.wave64), context)
    _lower_body(function, demand, context)


def _prepare(function: Function, context: Context, *, line: bool) -> tuple[Demand, int]:
    """Take whole scans out of the function and find what lanes the other shuffles must serve; the count of scans too."""
    demand = Demand(function, line=line, wave64=context.wave64)
    scans = rewrite_segments(function, demand.conditions, context.processor.generation)
    scans += rewrite_scans(function, demand.conditions, context.processor.generation)
    return (Demand(function, line=line, wave64=context.wave64) if scans else demand), scans


def _report_scans(function: Function, scans: int, context: Context) -> None:
    if scans:
        _report(context, function, f"{scans} scan{'s' if scans > 1 else ''} of integers: DPP row shifts and one step between rows")


WORTH_A_COPY = 2.0
"""Operations saved for which a kernel gets a second form."""
WORTH_A_ROW_TEST = 0.5
"""Operations saved for which a second form also supposes blocks of one row."""


def _cost(function: Function, demand: Demand, context: Context) -> float:
    """Cost of the constant shuffles under a demand."""
    total = 0.0
    for line in function.body:
        call = parse_call(line) if "@scale.shfl." in line else None
        constant = _constant_shuffle(call) if call is not None else None
        if call is not None and constant is not None and call.result is not None:
            wanted, same = demand.lanes(call.result), demand.equal.get(call.result, NONE)
            plan = find_equivalent_plan(shuffle_move(*constant), context.processor.generation, wanted, same)
            total += plan.cost if plan is not None else CROSSBAR_COST
    return total


def _constant_shuffle(call: Call) -> tuple[str, int, int] | None:
    """Mode, distance and clamp word of a shuffle marker whose operands are literals."""
    assert call.name is not None
    _, b, c = call.values()
    return (call.name.rpartition(".")[2], int(b), int(c)) if _is_literal(b) and _is_literal(c) else None


def _lower_body(function: Function, demand: Demand, context: Context) -> None:
    body: list[str] = []
    for line in function.body:
        call = parse_call(line) if _has_marker(line) else None
        if call is None or call.name is None:
            body.append(line)
        elif call.name.startswith("scale.redux."):
            body += _lower_reduction(call, function, context)
        elif call.name.startswith(MARKER):
            body += _lower_wide(call, function, context, len(body))
        else:
            body += _lower_shuffle(call, function, demand, context, len(body))
    function.body = body
    name_moved_values(function)


def _lower_shuffle(call: Call, function: Function, demand: Demand, context: Context, serial: int) -> list[str]:
    assert call.name is not None
    if call.result is None:
        return []
    constant = _constant_shuffle(call)
    value, b, _ = call.values()
    mode = call.name.rpartition(".")[2]
    general = [call.render().replace(f"@{call.name}(", f"@scale.shfl.generic.{mode}(")]
    if constant is None:
        what = "width" if _is_literal(b) else "lane" if mode == "idx" else "distance"
        _report(context, function, f"shfl.{mode}: ds_bpermute, the {what} is not a constant")
        return general
    wanted = demand.lanes(call.result)
    same = demand.equal.get(call.result, NONE)
    plan = find_equivalent_plan(shuffle_move(*constant), context.processor.generation, wanted, same)
    title = f"shfl.{mode} {constant[1] & 31} width {32 - ((constant[2] >> 8) & 31)}"
    if wanted != ALL:
        title += f" for lanes {wanted:#x}"
    if plan is None:
        _report(context, function, f"{title}: ds_bpermute, no cheaper sequence on {context.processor.name}")
        return general
    _report(context, function, f"{title}: {plan.describe()}")
    return emit_plan(plan, call.result, value, f"%lanes.{serial}")


def _lower_wide(call: Call, function: Function, context: Context, serial: int) -> list[str]:
    """A shuffle in a warp of 64 lanes."""
    assert call.name is not None
    if call.result is None:
        return []
    value, b, width = call.values()
    mode = call.name.rpartition(".")[2]
    general = [call.render().replace(f"@{call.name}(", f"@scale.wide.generic.{mode}(")]
    title = f"shfl.{mode} {b} width {width} of 64"
    if not _is_literal(b) or not _is_literal(width):
        what = "width" if _is_literal(b) else "lane"
        _report(context, function, f"shfl.{mode} of 64 lanes: ds_bpermute, the {what} is not a constant")
        return general
    generation = context.processor.generation
    found = direct(mode, int(b), int(width), generation, call.result, value, f"%lanes.{serial}")
    if found is not None:
        _report(context, function, f"{title}: {found[0]}")
        return found[1]
    plan = plan_within_halves(mode, int(b), int(width), generation)
    if plan is None:
        _report(context, function, f"{title}: ds_bpermute, no cheaper sequence on {context.processor.name}")
        return general
    _report(context, function, f"{title}: {plan.describe()}")
    return emit_plan(plan, call.result, value, f"%lanes.{serial}")


def _lower_reduction(call: Call, function: Function, context: Context) -> list[str]:
    """`redux.sync`: a literal mask is the same in every lane, any other may differ from lane to lane."""
    assert call.name is not None
    operation = call.name.rpartition(".")[2]
    literal = _is_literal(call.values()[1])
    how = "DPP in whole-wave mode" if literal else "a loop over the lanes of the mask, which is not a constant"
    _report(context, function, f"redux.{operation}: {how}")
    kind = "one_mask" if literal else "any_mask"
    return [call.render().replace(f"@{call.name}(", f"@scale.redux.{kind}.{operation}(")]


def _has_marker(text: str) -> bool:
    return any(marker in text for marker in _MARKERS)


def emit_plan(plan: Plan, result: str, value: str, prefix: str) -> list[str]:
    """The plan's IR; the last line defines `result`."""
    if not plan.steps:
        return [f"  {result} = freeze i32 {value}"]
    defined = f"{prefix}.v"
    lines = [f"  {defined} = freeze i32 {value}"]
    current = defined
    for index, step in enumerate(plan.steps):
        last = index == len(plan.steps) - 1
        name = result if last else f"{prefix}.{index}"
        lines += step.emit(name, defined, current, f"{prefix}.{index}")
        current = name
    return lines


def _is_literal(value: str) -> bool:
    return value.lstrip("-").isdigit()


def _report(context: Context, function: Function, line: str) -> None:
    if context.options.report:
        context.report.append(f"{context.processor.name}: {function.name}: {line}")


def _add_helpers(module: Module, context: Context) -> None:
    """Define the library functions that the lowering called."""
    used = {name for function in module.functions.values() for line in function.body if "@scale." in line for name in _CALLEE.findall(line)}
    needed = (PREFIX, "scale.shfl.generic.", "scale.redux.", "scale.ballot", "scale.lane", "scale.read_lane", MARKER)
    wanted = sorted(name for name in used if name.startswith(needed))
    texts: list[str] = []
    done = set(module.functions)
    while wanted:
        name = wanted.pop()
        if name in done or name.startswith("llvm."):
            continue
        done.add(name)
        text = warp.provide(name, context) or wave.provide(name, context) or registers.provide(name, context)
        text = text or accumulators.provide(name, context)
        assert text is not None, name
        texts.append(text)
        wanted += _CALLEE.findall(text)
    module.functions.update(parse_module("\n".join(texts)).functions)
