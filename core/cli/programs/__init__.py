# SPDX-License-Identifier: Apache-2.0
"""Programs that lie beside `nvcc` in the toolkit folder, under the names and with the options of CUDA's.

Only those that can give a true answer exist (docs/tools.md): build files take what they find for the whole tool.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from scale.cuda_version import cuda_version, tool_version_text


class PrintVersion(argparse.Action):
    """`--version`: the lines of CUDA's programs from which scripts read the release."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: object) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the release")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print and end."""
        import scale

        first = f"{parser.prog}: the same options as CUDA's {parser.prog}"
        print(tool_version_text(first, cuda_version(), f"scale {scale.__version__}, not a product of NVIDIA"), end="")
        parser.exit()


def parser_of(name: str, description: str) -> argparse.ArgumentParser:
    """A parser in the manner of CUDA's programs: every option has a long and a short name, the short one with one dash."""
    parser = argparse.ArgumentParser(prog=name, description=description, allow_abbrev=False)
    parser.add_argument("--version", "-V", action=PrintVersion)
    return parser
