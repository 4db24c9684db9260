# SPDX-License-Identifier: Apache-2.0
"""`scale coverage`: how much of each API exists, counted from the API tables."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scale.libwrap.coverage import library_coverage
from scale.paths import package_root

SUMMARY = "say how many functions of each API exist, and which are missing (--json)"
FOLDERS = ("runtime/api",)
IMPLEMENTED = "implemented"
NOT_CUDA = frozenset(("hip", "internal", "driver_extra"))
"""Tables of what CUDA's headers do not declare."""


@dataclass(frozen=True)
class Coverage:
    """One API's count."""

    api: str
    total: int
    missing: tuple[str, ...]
    refused: tuple[str, ...] = ()
    """There, and answering on purpose that they are not supported."""

    @property
    def have(self) -> int:
        return self.total - len(self.missing) - len(self.refused)


def read_coverage(root: Path) -> list[Coverage]:
    """The count of every table that lists functions with their status, the largest APIs' tables first in each folder."""
    found: list[Coverage] = []
    for folder in FOLDERS:
        for path in sorted(root.joinpath(folder).glob("*.tsv")):
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file, delimiter="\t"))
            if path.stem in NOT_CUDA or not rows or not {"name", "status"} <= rows[0].keys():
                continue
            missing = tuple(row["name"] for row in rows if row["status"] != IMPLEMENTED)
            found.append(Coverage(path.stem, len(rows), missing))
    return sorted(found, key=lambda each: (each.api != "runtime", each.api != "driver", each.api))


def main(words: Sequence[str]) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(prog="scale coverage", description="Counts the functions of each API.")
    parser.add_argument("--json", action="store_true", help="counts and names as JSON")
    parser.add_argument("--missing", metavar="API", help="list the missing functions of one API")
    options = parser.parse_args(words)
    found = read_coverage(package_root())
    found += (Coverage(each.name, len(each.functions), each.missing, each.refused) for each in library_coverage())
    if options.json:
        data = {
            each.api: {"have": each.have, "total": each.total, "missing": list(each.missing), "refused": list(each.refused)}
            for each in found
        }
        print(json.dumps(data, indent=2))
        return 0
    if options.missing:
        chosen = [each for each in found if each.api == options.missing]
        if not chosen:
            parser.error(f"no API '{options.missing}'; there are {', '.join(each.api for each in found)}")
        print("\n".join([*chosen[0].missing, *(f"{name} (refused)" for name in chosen[0].refused)]))
        return 0
    _print_table(found)
    return 0


def _print_table(found: Sequence[Coverage]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("API", "have", "refused", "total", "share")
    for each in found:
        table.add_row(each.api, str(each.have), str(len(each.refused)), str(each.total), f"{100 * each.have // each.total} %")
    Console().print(table)
    print("`scale coverage --missing API` lists what is missing; refused: there, and always answering that it is not supported.")
