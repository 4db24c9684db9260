# SPDX-License-Identifier: Apache-2.0
"""The command line of `./dev`: set-up, then the command inside the checkout's own environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from devtools import setup

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str], usage: str) -> int:
    """Runs one command of `./dev`; returns its exit status."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if command in ("help", "-h", "--help"):
        print(usage.strip())
        return 0 if arguments else 2
    if command not in ("demo", "test", "tables", "setup"):
        print(f"dev: error: unknown command '{command}' (demo, test, tables, setup)", file=sys.stderr)
        return 2
    try:
        setup.ensure(ROOT, tests=command != "demo")
    except setup.SetupError as error:
        print(f"dev: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if command == "setup":
        return 0
    python = setup.environment_python(ROOT)
    environment = setup.environment(ROOT)
    sys.stdout.flush()
    if command == "test":
        line = [str(python), "-m", "pytest", *_pytest_arguments(rest)]
    else:
        line = [str(python), "-m", f"devtools.{command}", *rest]
    os.execve(line[0], line, environment)  # never returns
    return 1


MOST_WORKERS = 8
"""Test processes at most: each may have compilers and examples of its own running."""


def _pytest_arguments(arguments: list[str]) -> list[str]:
    """`--all` adds the exhaustive cases; all else is pytest's own.

    A test process for each processor, the tests of a file in one of them, unless the caller says how many (`-n`) or debugs.
    """
    chosen = [argument for argument in arguments if argument != "--all"]
    marks = [] if "--all" in arguments else ["-m", "not exhaustive"]
    own = any(argument.startswith(("-n", "--numprocesses", "--dist", "--pdb", "--trace")) or argument == "-s" for argument in chosen)
    workers = min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    # a process that ends ends the run: pytest-xdist waits for ever for the tests that its successor was never given
    spread = [] if own or workers < 2 else ["-n", str(workers), "--dist", "loadfile", "--max-worker-restart", "0"]
    return [*spread, *marks, *chosen]
