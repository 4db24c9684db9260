# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's `ptxas` as a program: PTX to machine code. Without it the driver compiles the PTX when the program starts."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from scale.compiler.targets.target import DeviceOptions, Diagnostic
from scale.errors import CompileError
from scale.nvidia_toolkit import nvidia_toolkit

_PLACE = re.compile(r"^ptxas \S+, line (\d+); (error|warning) *: (.*)$", re.MULTILINE)
_WARNING = re.compile(r"^ptxas (?:\S+, line \d+; )?warning *: (.*)$", re.MULTILINE)
_FATAL = re.compile(r"^ptxas (?:error|fatal) *: (.*)$", re.MULTILINE)


def assembled(text: str, target: str, options: DeviceOptions) -> tuple[bytes | None, list[Diagnostic], list[str]]:
    """Machine code, warnings, and what `-v` prints; no code where `ptxas` is not installed.

    Raises:
        CompileError: `ptxas` refuses the text, for an inline PTX statement mostly; quotes its line.
    """
    toolkit = nvidia_toolkit()
    program = toolkit.ptxas if toolkit else None
    if program is None:
        return None, [], []
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        source, result = Path(folder) / "code.ptx", Path(folder) / "code.cubin"
        source.write_text(text, encoding="utf-8")
        words = [str(program), "-arch", target, f"-O{options.optimization}", str(source), "-o", str(result)]
        words += ["-v"] if options.verbose_resources else []
        words += [f"-maxrregcount={options.max_registers}"] if options.max_registers else []
        words += ["-g"] if options.debug else ["-lineinfo"] if options.line_info else []
        words += options.ptxas_words.splitlines()
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode != 0 or not result.is_file():
            raise _refusal(said, text, target)
        report = [line for line in said.splitlines() if options.verbose_resources and line.strip() and not _WARNING.match(line)]
        warnings = [Diagnostic("warning", f"{target}: ptxas: {text}") for text in dict.fromkeys(_WARNING.findall(said))]
        return result.read_bytes(), warnings, report


class Refused(CompileError):
    """`ptxas` does not take a statement; `statement` is its text in the PTX, empty where `ptxas` names none."""

    def __init__(self, message: str, statement: str = "") -> None:
        super().__init__(message)
        self.statement = statement


def _refusal(said: str, text: str, target: str) -> Refused:
    found = next((match for match in _PLACE.finditer(said) if match[2] == "error"), None)
    if found is None:
        fatal = _FATAL.search(said)
        first = fatal[1] if fatal else next((line for line in said.splitlines() if line.strip()), "it said nothing")
        return Refused(f"{target}: ptxas failed: {first.removeprefix('ptxas ').strip()}")
    lines = text.splitlines()
    number = int(found[1])
    statement = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return Refused(f"{target}: ptxas: {found[3]}" + (f" in '{statement}'" if statement else ""), statement)
