# SPDX-License-Identifier: Apache-2.0
"""`compute-sanitizer` of the toolkit folder: a program on the CPU device with every access to memory checked (SCALE_CHECK=memory)."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scale.cli.guard import guarded
from scale.cli.programs import parser_of
from scale.errors import ScaleError

FAULT = re.compile(rb"^scale: .* in kernel ")
"""A line of the runtime about something that a kernel did wrong."""
NO_PROGRAM = 127
WITHOUT_EFFECT = (
    "--destroy-on-device-error", "--language", "--launch-timeout", "--print-level", "--print-limit", "--prefix", "--require-cuda-init",
    "--show-backtrace", "--target-processes", "--demangle", "--num-callers-device", "--num-callers-host",
)  # fmt: skip
"""Options with a value about how NVIDIA's program reports; the runtime's lines stay as they are."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the program; its own status, or that of --error-exitcode when a kernel did something wrong."""
    return guarded("compute-sanitizer", lambda: _run(words))


def _run(words: Sequence[str] | None) -> int:
    parser = parser_of("compute-sanitizer", "Runs a program with the memory accesses of its kernels checked, on the CPU device.")
    parser.add_argument("--tool", default="memcheck", help="memcheck is the only one")
    parser.add_argument("--error-exitcode", type=int, default=0, metavar="NUMBER", help="the status when an error was found")
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="where the errors and their number go")
    parser.add_argument("--leak-check", choices=("no",), default="no", help="only `no`: memory that is not freed is not looked for")
    for name in WITHOUT_EFFECT:
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(words)
    if options.tool != "memcheck":
        raise ScaleError(f"the tool '{options.tool}' does not exist here", hint="memcheck does: accesses out of bounds, on the CPU device")
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise ScaleError("no program to run", hint="compute-sanitizer ./program")
    if shutil.which(command[0]) is None:
        print(f"compute-sanitizer: error: the program '{command[0]}' is not found", file=sys.stderr)
        return NO_PROGRAM
    return _checked(command, options.log_file, options.error_exitcode)


def _checked(command: Sequence[str], log_file: Path | None, status_of_errors: int) -> int:
    with tempfile.TemporaryDirectory(prefix="scale-check-") as folder:
        evidence = Path(folder, "checked")
        environment = {**os.environ, "SCALE_CHECK": "memory", "SCALE_DEVICE": "cpu", "SCALE_CHECK_LOG": str(evidence)}
        status, faults = _watched(command, environment, hidden=log_file is not None)
        if not faults and not evidence.exists():
            raise ScaleError(
                f"no kernel of '{command[0]}' was checked (it ended with status {status})",
                hint="it launched none, holds no code for the CPU (SCALE_TARGETS=cpu), or was linked with another runtime than scale's",
            )
    summary = f"========= ERROR SUMMARY: {len(faults)} error{'' if len(faults) == 1 else 's'}\n"
    if log_file:
        log_file.write_bytes(b"".join(faults) + summary.encode())
    else:
        print(summary, end="", flush=True)
    return status_of_errors if faults and status_of_errors else status


def _watched(command: Sequence[str], environment: Mapping[str, str], *, hidden: bool) -> tuple[int, list[bytes]]:
    """The program's status and the runtime's lines about its kernels; `hidden` keeps those from standard error."""
    faults: list[bytes] = []
    # Interrupts are for the program, whose end is then waited for.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with subprocess.Popen(
            command, env=environment, stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        ) as child:
            assert child.stderr is not None
            for line in child.stderr:
                fault = FAULT.match(line) is not None
                if fault:
                    faults.append(line)
                if not (fault and hidden):
                    sys.stderr.buffer.write(line)
                    sys.stderr.buffer.flush()
    finally:
        signal.signal(signal.SIGINT, before)
    return (child.returncode if child.returncode >= 0 else 128 - child.returncode), faults
