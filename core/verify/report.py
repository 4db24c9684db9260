# SPDX-License-Identifier: Apache-2.0
"""Verdicts as a table on the terminal, as a page and as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from scale.verify.engine import NO, NOT_HERE, NOT_REACHED, YES, Result, Verdict
from scale.verify.recipe import STEPS

MARKS = {YES: "yes", NO: "**no**", NOT_HERE: "–", NOT_REACHED: ""}
COLOURS = {YES: "green", NO: "red", NOT_HERE: "yellow", NOT_REACHED: "dim"}


def print_table(results: Sequence[Result]) -> None:
    """One row a project and target, then every reason."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("project", "target", *STEPS, "source")
    for result in results:
        cells = {each.step: f"[{COLOURS[each.verdict]}]{each.verdict}[/]" for each in result.verdicts}
        changed = "[red]changed[/]" if result.changed_files else "unchanged"
        table.add_row(result.project, result.target, *(cells.get(step, "") for step in STEPS), changed)
    console.print(table)
    for result in results:
        for verdict in result.verdicts:
            if verdict.detail and verdict.verdict != NOT_REACHED:
                line = f"{result.project} {result.target} {verdict.step}: {verdict.verdict}, {verdict.detail}"
                console.print(line, highlight=False, markup=False, soft_wrap=True)


def as_json(results: Sequence[Result]) -> str:
    """A list with one object a project and target."""
    return json.dumps([asdict(result) for result in results], indent=2) + "\n"


def as_markdown(results: Sequence[Result]) -> str:
    """A page: the table, then for each project and target what was found and the exact commands."""
    lines = ["| project | target | " + " | ".join(STEPS) + " | source files changed | options changed |"]
    lines.append("| --- " * (len(STEPS) + 4) + "|")
    for result in results:
        cells = {each.step: _cell(each) for each in result.verdicts}
        row = [result.project, result.target, *(cells.get(step, "") for step in STEPS), str(len(result.changed_files)), "1"]
        lines.append(f"| {' | '.join(row)} |")
    for result in results:
        lines += ["", f"## {result.project} on {result.target}", f"{result.source}; the one option: `{result.option}`."]
        lines += [f"* {note}" for note in result.notes]
        lines += [f"* {each.step}: {each.verdict}{f', {each.detail}' if each.detail else ''}" for each in result.verdicts]
        lines += [f"* changed: `{name}`" for name in result.changed_files]
        commands = [command for each in result.verdicts for command in each.commands]
        if commands:
            lines += ["```", *commands, "```"]
    return "\n".join(lines) + "\n"


def _cell(verdict: Verdict) -> str:
    seconds = f" ({verdict.seconds:.0f} s)" if verdict.verdict == YES and verdict.seconds >= 1 else ""
    return MARKS[verdict.verdict] + seconds
