# SPDX-License-Identifier: Apache-2.0
"""`ptxas` of the toolkit folder: PTX to a code object for the toolkit's target, by the compiler's own front end for PTX."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scale.cli.guard import guarded
from scale.cli.programs import parser_of
from scale.compiler.driver.tool_options import tool_options
from scale.errors import UsageError

FLAGS = {
    "--compile-only -c": "-rdc=true",
    "--device-debug -g": "-G",
    "--disable-warnings -w": "-w",
    "--generate-line-info -lineinfo": "-lineinfo",
    "--verbose -v": "-Xptxas=-v",
}
"""Options without a value, and the compiler's word for each."""
VALUES = {
    "--fmad -fmad": "-fmad={}",
    "--gpu-name -arch": "-arch={}",
    "--maxrregcount -maxrregcount": "-maxrregcount={}",
    "--opt-level -O": "-Xptxas=-O{}",
}
DEFAULT_OUTPUT = "elf.o"


def main(words: Sequence[str] | None = None, *, program: str = "scale-nvcc") -> int:
    """Compile PTX; errors are the compiler's, at the line of the PTX.

    Args:
        program: the compiler's name, which may carry the target.
    """
    return guarded("ptxas", lambda: _run(_parser().parse_intermixed_args(words), program))


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("ptxas", "Compiles PTX for the targets of this toolkit folder.")
    parser.add_argument("files", nargs="*", metavar="file.ptx")
    parser.add_argument("--output-file", "-o", dest="output", default=DEFAULT_OUTPUT, help=f"default: {DEFAULT_OUTPUT}")
    parser.add_argument("--input-as-string", "-ias", dest="text", help="the PTX itself instead of a file")
    parser.add_argument("--entry", "-e", help="accepted: every entry is compiled")
    for names, word in FLAGS.items():
        parser.add_argument(*names.split(), dest="words", action="append_const", const=word, help=f"as scale-nvcc {word}")
    for names, form in VALUES.items():
        parser.add_argument(
            *names.split(), dest="words", action="append", type=form.format, metavar="VALUE", help=f"as scale-nvcc {form.format('VALUE')}"
        )
    for option in tool_options("ptxas"):
        if not set(option.names) & set(parser._option_string_actions):  # about NVIDIA's code generation alone
            parser.add_argument(*option.names, action="store" if option.value else "store_true", help=argparse.SUPPRESS)
    return parser


def _run(options: argparse.Namespace, program: str) -> int:
    from scale.compiler.driver.main import main as compile_

    if bool(options.files) == bool(options.text) or len(options.files) > 1:
        raise UsageError("one PTX file is compiled at a time" if options.files else "no PTX file was given")
    words = ["-cubin", "-o", options.output, *(options.words or ())]
    with tempfile.TemporaryDirectory(prefix="scale-ptxas-") as folder:
        file = options.files[0] if options.files else None
        if file is None or not file.endswith(".ptx"):
            # The compiler knows kinds of files by their names.
            named = Path(folder, f"{Path(file or 'string').name}.ptx")
            named.write_bytes(Path(file).read_bytes() if file else options.text.encode())
            file = str(named)
        return compile_([*words, file], program=program)
