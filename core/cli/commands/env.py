# SPDX-License-Identifier: Apache-2.0
"""`scale env`: activation of the toolkit in a shell, as a virtual environment's."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from scale.cli.activation import activated

SUMMARY = 'activate in a shell: eval "$(scale env [TARGET])"; scale_deactivate ends it'
SHELLS = ("bash", "zsh", "sh", "fish")


def main(words: Sequence[str]) -> int:
    """Print the shell's commands."""
    parser = argparse.ArgumentParser(
        prog="scale env",
        description='Prints shell commands that make build systems take scale for CUDA: eval "$(scale env)", in fish '
        "`scale env --shell fish | source`. `scale_deactivate` undoes them.",
    )
    parser.add_argument("target", nargs="?", help="target or list with semicolons; default: SCALE_TARGETS, this machine's GPU, cpu")
    parser.add_argument("--shell", choices=SHELLS, default=_shell(), help="default: the one in SHELL")
    options = parser.parse_args(words)
    values = activated(options.target, os.environ)
    write = _fish if options.shell == "fish" else _posix
    print("\n".join(write(values)))
    return 0


def _shell() -> str:
    name = Path(os.environ.get("SHELL", "sh")).name
    return name if name in SHELLS else "sh"


def _posix(values: dict[str, str]) -> list[str]:
    """Commands for bash, zsh and other shells of their kind; old values are kept in SCALE_OLD_*."""
    lines = ["if command -v scale_deactivate >/dev/null 2>&1; then scale_deactivate; fi"]
    for name, value in values.items():
        lines.append(f'if [ -n "${{{name}+set}}" ]; then SCALE_OLD_{name}="${{{name}}}"; else unset SCALE_OLD_{name}; fi')
        lines.append(f"export {name}={shlex.quote(value)}")
    lines.append("scale_deactivate() {")
    for name in values:
        lines.append(f'  if [ -n "${{SCALE_OLD_{name}+set}}" ]; then export {name}="${{SCALE_OLD_{name}}}"; else unset {name}; fi')
        lines.append(f"  unset SCALE_OLD_{name}")
    return [*lines, "  unset -f scale_deactivate", "}"]


def _fish(values: dict[str, str]) -> list[str]:
    lines = ["functions -q scale_deactivate; and scale_deactivate"]
    for name, value in values.items():
        lines.append(f"set -q {name}; and set -g SCALE_OLD_{name} ${name}; or set -e SCALE_OLD_{name}")
        # A list for PATH, which fish splits itself; one word for all others.
        words = " ".join(_fish_quote(part) for part in value.split(os.pathsep)) if name == "PATH" else _fish_quote(value)
        lines.append(f"set -gx {name} {words}")
    lines.append("function scale_deactivate")
    for name in values:
        lines.append(f"  set -q SCALE_OLD_{name}; and set -gx {name} $SCALE_OLD_{name}; or set -e {name}")
        lines.append(f"  set -e SCALE_OLD_{name}")
    return [*lines, "  functions -e scale_deactivate", "end"]


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
