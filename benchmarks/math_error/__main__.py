# SPDX-License-Identifier: Apache-2.0
"""`python -m benchmarks.math_error [--device cpu,gfx942] [--count N] [--only REGEX]`: measures, prints the table's Markdown."""

from __future__ import annotations

import argparse
import math
import pickle
import re
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from .cases import Case, case
from .device import build, run
from .judge import Verdict, bounds_of, judge
from .program import Set, group
from .samples import columns
from .signatures import Function, entries, functions

FAMILIES = ("half", "bf16", "float", "double", "integer")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.math_error", description="Errors of the CUDA Math API on scale's devices.")
    parser.add_argument(
        "--device", default="cpu,gfx942,gfx1100", help="comma-separated: cpu, or AMD processors (executed by the test suite's emulator)"
    )
    parser.add_argument("--count", type=int, default=384, help="sampled calls of a function on the CPU device")
    parser.add_argument("--emulated", type=int, default=64, help="sampled calls of a function on emulated devices")
    parser.add_argument("--only", default="", help="regular expression of function names")
    parser.add_argument("--family", default=",".join(FAMILIES))
    parser.add_argument("--sample", action="store_true", help="no exhaustive runs over 16-bit formats")
    parser.add_argument("--results", type=Path, help="a file that keeps what is measured, so that a run can be continued")
    arguments = parser.parse_args()
    devices = arguments.device.split(",")
    results: dict[str, dict[Function, Verdict]] = {device: {} for device in devices}
    cases: dict[Function, Case] = {}
    for function in functions():
        found = case(function)
        if found and re.search(arguments.only, function.name) and function.type_name in arguments.family.split(","):
            cases[function] = found
    kept = Kept(arguments.results)
    for family in arguments.family.split(","):
        chosen = [each for each in cases.values() if each.function.type_name == family]
        if chosen:
            _family(family, chosen, devices, arguments, results, kept)
    print(report(list(cases.values()), results, devices))
    return 0


class Kept:
    """Verdicts by device and family, kept in a file."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.found: dict[tuple[str, str], dict[Function, Verdict]] = {}
        if file is not None and file.exists():
            self.found = pickle.loads(file.read_bytes())

    def keep(self, device: str, family: str, verdicts: dict[Function, Verdict]) -> None:
        self.found[device, family] = verdicts
        if self.file is not None:
            self.file.write_bytes(pickle.dumps(self.found))


def _family(
    family: str,
    chosen: list[Case],
    devices: list[str],
    arguments: argparse.Namespace,
    results: dict[str, dict[Function, Verdict]],
    kept: Kept,
) -> None:
    for device in devices:
        results[device] |= kept.found.get((device, family), {})
    devices = [device for device in devices if (device, family) not in kept.found]
    if not devices:
        return
    sets = group(chosen)
    with tempfile.TemporaryDirectory(prefix="math-error-") as folder:
        start = time.time()
        program = build(sets, Path(folder), family, ";".join(devices))
        _say(f"{family}: {len(chosen)} functions built in {time.time() - start:.0f} s")
        for device in devices:
            count = arguments.count if device == "cpu" else arguments.emulated
            start, verdicts = time.time(), dict[Function, Verdict]()
            _measure(program, sets, device, count, device == "cpu" and not arguments.sample, verdicts)
            results[device] |= verdicts
            kept.keep(device, family, verdicts)
            wrong = [verdict for verdict in verdicts.values() if verdict.wrong]
            _say(f"{family} on {device}: {time.time() - start:.0f} s, {len(wrong)} functions out of bound")
            for verdict in wrong:
                print(f"  {verdict.wrong}/{verdict.checked} {verdict.example}", file=sys.stderr, flush=True)


def _say(text: str) -> None:
    print(f"[math-error] {text}", file=sys.stderr, flush=True)


def _measure(program: Path, sets: list[Set], device: str, count: int, everything: bool, results: dict[Function, Verdict]) -> None:
    bits = [columns(each.inputs, count, everything) for each in sets]
    answers = run(program, sets, bits, device)
    for each, given, found in zip(sets, bits, answers, strict=True):
        for one, outputs in zip(each.cases, found, strict=True):
            results[one.function] = judge(one, given, outputs)


def report(cases: list[Case], results: dict[str, dict[Function, Verdict]], devices: list[str]) -> str:
    """The counts by type, then a row per function and type."""
    lines = [
        f"{entries()} entries of NVIDIA's list are {len(functions())} functions (host and device listings joined); measured: {len(cases)}.",
        "",
    ]
    lines += [
        "| type | functions | " + " | ".join(f"within bound, {device}" for device in devices) + " |",
        "| --- | --- |" + " --- |" * len(devices),
    ]
    for family in FAMILIES:
        chosen = [each for each in cases if each.function.type_name == family]
        if chosen:
            inside = [sum(not results[device][each.function].wrong for each in chosen) for device in devices]
            lines.append(f"| {family} | {len(chosen)} | " + " | ".join(map(str, inside)) + " |")
    lines += ["", "| function | type | CUDA's bound | " + " | ".join(devices) + " |", "| --- | --- | --- |" + " --- |" * len(devices)]
    exact: dict[str, list[str]] = defaultdict(list)
    for each in sorted(cases, key=lambda one: (FAMILIES.index(one.function.type_name), one.function.name.strip("_"))):
        verdicts = [results[device][each.function] for device in devices]
        if each.exact:
            if not any(verdict.wrong for verdict in verdicts):
                exact[each.function.type_name].append(each.function.name)
                continue
            cells = ["wrong" if verdict.wrong else "exact" for verdict in verdicts]
            lines.append(f"| `{each.function.name}` | {each.function.type_name} | exact | {' | '.join(cells)} |")
            continue
        lines.append(" | ".join([f"| `{each.function.name}`", each.function.type_name, _bound(each), *map(_cell, verdicts)]) + " |")
    lines += ["", "Exact on every device (results as specified, bit for bit):", ""]
    for family in FAMILIES:
        if exact[family]:
            names = sorted(set(exact[family]), key=lambda name: name.strip("_"))
            lines.append(f"* {family}, {len(exact[family])} functions: " + ", ".join(f"`{name}`" for name in names))
    return "\n".join(lines)


def _bound(each: Case) -> str:
    texts = []
    for row in bounds_of(each):
        amount = row.amount + {"ulp": "", "absolute": " absolute", "relative": " relative"}[row.unit]
        texts.append(
            amount if row.when == "True" and not texts else f"{amount} otherwise" if row.when == "True" else f"{amount} where {row.when}"
        )
    return "; ".join(texts) or "none"


def _cell(verdict: Verdict) -> str:
    if verdict.wrong:
        return f"**out of bound** ({verdict.wrong} of {verdict.checked})"
    if not verdict.error:
        return "within"
    return f"{verdict.steps:.0f} ({verdict.error:.3g})" if math.isfinite(verdict.error) else "within"


if __name__ == "__main__":
    sys.exit(main())
