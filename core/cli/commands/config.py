# SPDX-License-Identifier: Apache-2.0
"""`scale config`: paths for build systems."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

SUMMARY = "print paths for build systems (--cuda-home [TARGET])"


def main(words: Sequence[str]) -> int:
    """Print what is asked for, one line each."""
    parser = argparse.ArgumentParser(prog="scale config", description="Prints paths for build systems.")
    parser.add_argument(
        "--cuda-home",
        nargs="?",
        const="",
        metavar="TARGET",
        help="folder that build systems take for a CUDA toolkit; its bin/nvcc builds for TARGET, or for the configured targets",
    )
    parser.add_argument("--clangd", action="store_true", help="a `.clangd` file with which clangd reads this compiler's command lines")
    options = parser.parse_args(words)
    if options.clangd:
        from scale.cli.clangd import clangd_file

        print(clangd_file(), end="")
        return 0
    if options.cuda_home is None:
        parser.error("nothing asked for")
    from scale.compiler.targets.registry import check_target
    from scale.compiler.toolkit import toolkit_folder

    print(toolkit_folder(check_target(options.cuda_home) if options.cuda_home else None).root)
    return 0
