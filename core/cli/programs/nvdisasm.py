# SPDX-License-Identifier: Apache-2.0
"""`nvdisasm` of the toolkit folder: the machine code of a `-cubin` file as text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from scale.cli.disassemble import disassemble
from scale.cli.guard import guarded
from scale.cli.programs import parser_of
from scale.cli.programs.cuobjdump import named_images
from scale.errors import ScaleError, UsageError

ACCEPTED = (
    "--print-code -c", "--separate-functions -sf", "--no-dataflow -ndf", "--no-vliw -novliw", "--print-raw -raw",
    "--print-instruction-encoding -hex", "--print-instr-offsets-cfg -poff", "--sort-sections -sort",
)  # fmt: skip
"""Options that ask for what is printed in any case."""
REFUSED = (
    "--output-control-flow-graph -cfg", "--output-control-flow-graph-with-basic-blocks -bbcfg", "--emit-json -json", "--binary -b",
    "--print-life-ranges -plr", "--life-range-mode -lrm", "--annotate -annotate", "--cuda-function-index -fun", "--base-address -base",
)  # fmt: skip
"""Options that only make sense for NVIDIA's instructions."""
LINES = ("--print-line-info -g", "--print-line-info-inline -gi", "--print-line-info-ptx -gp")


def main(words: Sequence[str] | None = None) -> int:
    """Print the text of every image; an option of NVIDIA's instruction sets is an error."""
    return guarded("nvdisasm", lambda: _run(words))


def _run(words: Sequence[str] | None) -> int:
    parser = parser_of("nvdisasm", "Machine code as text, by an llvm-objdump of this machine.")
    parser.add_argument("file", type=Path, nargs="?", default=Path())
    for names in ACCEPTED:
        parser.add_argument(*names.split(), action="store_true", help=argparse.SUPPRESS)
    for names in REFUSED:
        parser.add_argument(*names.split(), nargs="?", dest="refused", action="append", const=names.split()[1], help=argparse.SUPPRESS)
    for names in LINES:
        parser.add_argument(*names.split(), dest="lines", action="store_true", help="with lines of the source, where -lineinfo put them")
    options = parser.parse_args(words)
    if options.refused:
        raise UsageError("an option that only NVIDIA's instructions have was given", hint="nvdisasm --help lists what works here")
    images = [each for each in named_images(options.file) if each.is_elf]
    if not images:
        raise ScaleError(f"{options.file} holds no machine code for a device")
    for each in images:
        print(f"\t.target\t{each.architecture}\n")
        print(disassemble(each.found.image, None, lines=options.lines))
    return 0
