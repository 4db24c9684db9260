# SPDX-License-Identifier: Apache-2.0
"""Writes docs/options.md from the option table: `python -m scale.compiler.driver.reference > docs/options.md`."""

from __future__ import annotations

import sys

from .options import Option, load_options

_HEAD = """\
# Options of scale-nvcc

Made from `core/compiler/driver/options.tsv` by `python -m scale.compiler.driver.reference`.

Long names take two dashes, short names one. A value follows after a space or `=`; after one-letter options also without either.
Lists are split at commas that no backslash precedes and no double quotes enclose. Unknown options are errors unless one of the
`-forward-unknown-…` options is there.

Targets, best first: the program's name (`scale-nvcc-gfx942`), `-arch TARGET`, `SCALE_TARGETS=cpu;gfx942`, this machine's AMD GPU,
`cpu`. `sm_NN` and `compute_NN` stand for the configured targets.
"""
_SECTIONS = (
    ("Phases", lambda each: each.handling.startswith("phase=")),
    ("With an effect", lambda each: each.handling.split("=")[0] in ("flag", "value", "list", "append", "both")),
    ("Accepted without an effect", lambda each: each.handling == "ignored"),
    ("Not supported", lambda each: each.handling == "refused"),
)


def _row(option: Option) -> str:
    names = ", ".join(f"`{name}`" for name in (option.long, option.short) if name)
    value = "list" if option.is_list else "value" if option.takes_value else ""
    if option.choices == ("number",):
        value = "number"
    elif option.choices:
        value = ", ".join(f"`{choice}`" for choice in option.choices)
    note = option.note.replace("|", "\\|")
    if option.handling.startswith("both="):
        flag = f"clang's `{option.handling[5:].rstrip('=')}` on both sides"
        note = f"{flag}; {note}" if note else flag
    return f"| {names} | {value} | {note} |"


def reference() -> str:
    """The page."""
    parts = [_HEAD]
    for title, belongs in _SECTIONS:
        rows = [_row(option) for option in load_options() if belongs(option)]
        parts.append("\n".join([f"\n## {title}", "| option | value | note |", "| --- | --- | --- |", *rows]) + "\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(reference())
