# SPDX-License-Identifier: Apache-2.0
"""`scale`: one program, one module of `scale.cli.commands` for each subcommand.

A module is a subcommand by being there: its name is the subcommand's, `SUMMARY` its line in the help, and
`main(words) -> int` does it and returns the exit status.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from scale.cli.guard import guarded
from scale.errors import UsageError

COMMANDS = Path(__file__).with_name("commands")


def command_names() -> list[str]:
    """All subcommands, without importing one."""
    return sorted(path.stem for path in COMMANDS.glob("*.py") if not path.stem.startswith("_"))


def _help() -> str:
    lines = ["usage: scale COMMAND [arguments]", ""]
    for name in command_names():
        lines.append(f"  {name:<10} {import_module(f'scale.cli.commands.{name}').SUMMARY}")
    lines += ["", "`scale COMMAND --help` tells more; the compiler is `scale-nvcc`."]
    return "\n".join(lines)


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return 0 if words else 2
    if words[0] == "--version":
        import scale

        print(f"scale {scale.__version__}")
        return 0
    if words[0] not in command_names():
        import difflib

        near = difflib.get_close_matches(words[0], command_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"the commands are {', '.join(command_names())}"
        raise UsageError(f"unknown command '{words[0]}'", hint=hint)
    return int(import_module(f"scale.cli.commands.{words[0]}").main(words[1:]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return guarded("scale", lambda: _run(words))


if __name__ == "__main__":
    sys.exit(main())
