# SPDX-License-Identifier: Apache-2.0
"""`scale build`: runs a build command, unchanged, in an environment where scale is CUDA."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from scale.cli.activation import activated
from scale.compiler.identity import CACHE_VARIABLES, cache_namespace
from scale.errors import ScaleError, UsageError

SUMMARY = "run a build with scale as CUDA: scale build [--target T] -- pip install ."
DEFAULTS = {
    # The agreed switch by which torch extensions are told to build for CUDA on a machine that has no GPU.
    "FORCE_CUDA": "1",
    # Any value that torch knows; the targets are scale's. Unset, torch would ask for each device's own.
    "TORCH_CUDA_ARCH_LIST": "8.0",
}
"""Variables that are set where the caller has not set them."""


def main(words: Sequence[str]) -> int:
    """Replace this process by the command."""
    parser = argparse.ArgumentParser(
        prog="scale build",
        usage="scale build [--target TARGET] [--at FOLDER] -- COMMAND [ARGUMENT ...]",
        description="Runs a command in an environment where pip, setuptools, torch, CMake, Meson and makefiles find scale as CUDA. "
        "Nothing in the source tree is changed.",
    )
    parser.add_argument("--target", help="target or list with semicolons; default: SCALE_TARGETS, this machine's GPU, cpu")
    parser.add_argument(
        "--at", metavar="FOLDER", help="the command also finds scale's toolkit here, for builds that have /usr/local/cuda hard-wired"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(words)
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise UsageError("no command to run", hint="scale build -- pip install .")
    environment = {**DEFAULTS, **os.environ, **activated(options.target, os.environ)}
    # One command with one choice: compiler caches that know it need not ask the compiler.
    environment.update(dict.fromkeys(CACHE_VARIABLES, cache_namespace(environment)))
    program = shutil.which(command[0], path=environment["PATH"])
    if program is None:
        raise ScaleError(f"the command '{command[0]}' is not found")
    if options.at is not None:
        from scale.cli.redirect import redirect

        redirect(Path(options.at), Path(environment["CUDA_HOME"]))
    os.execve(program, command, environment)
    return 1  # not reached
