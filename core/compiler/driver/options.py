# SPDX-License-Identifier: Apache-2.0
"""The table of options (`options.tsv`): every name that the driver knows, and what becomes of it.

Columns: long name; short name; arity (0 or 1); whether the value is a comma list; the key under which the
value is kept (`-` for none); handling; legal values (`number`, or a comma list); a note for the documentation.

Handling is one of `phase=NAME`, `flag`, `value`, `list`, `append` (a list whose values are not split at commas),
`both=FLAG` (handed to clang on both sides; a FLAG that ends in `=` takes the value), `ignored`, `refused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("options.tsv")


@dataclass(frozen=True)
class Option:
    """One row of the table."""

    long: str
    short: str
    takes_value: bool
    is_list: bool
    key: str
    handling: str
    choices: tuple[str, ...]
    note: str

    @property
    def title(self) -> str:
        """The name that messages use: the long one without its dashes."""
        return (self.long or self.short).lstrip("-")

    @property
    def spelling(self) -> str:
        """Both names, as nvcc's messages give them: `--ptx (-ptx)`."""
        return f"{self.long} ({self.short})" if self.long and self.short else self.long or self.short


def load_options() -> tuple[Option, ...]:
    """All rows in the table's order."""
    rows: list[Option] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        long, short, arity, is_list, key, handling, choices, note = line.split("\t")
        values = tuple(choices.split(",")) if choices else ()
        rows.append(Option(long, short, arity == "1", is_list == "1", key, handling, values, note))
    return tuple(rows)


def by_name(options: tuple[Option, ...]) -> dict[str, Option]:
    """From each spelling to its row."""
    return {name: option for option in options for name in (option.long, option.short) if name}
