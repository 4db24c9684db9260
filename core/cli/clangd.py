# SPDX-License-Identifier: Apache-2.0
"""The `.clangd` file: what clangd must drop from a command line in nvcc's grammar, and what the front end adds by itself."""

from __future__ import annotations

import json

REMOVED = (
    "-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", "-forward-unknown-to-host-linker",
    "-arch*", "--gpu-architecture*", "-gencode*", "--generate-code*", "-code*", "-rdc*", "--relocatable-device-code*", "-dc", "--device-c",
    "-Xcompiler*", "-Xptxas*", "-Xfatbin*", "-Xcudafe*", "-Xnvlink*", "-lineinfo", "--generate-line-info", "-G", "-use_fast_math",
    "--use_fast_math", "--expt-*", "-expt-*", "--extended-lambda", "-extended-lambda", "-maxrregcount*", "-diag-*", "--diag-*", "-ccbin*",
    "-dlto", "-compress-mode*", "-t*", "--threads*", "-res-usage", "-fmad*",
)  # fmt: skip
"""Options of nvcc's that mean nothing, or something else, to clang. A `*` takes the rest of the word."""


def clangd_file() -> str:
    """The text of a `.clangd` file for CUDA sources of projects that are compiled by scale."""
    from scale.compiler.frontend import device_arguments
    from scale.compiler.frontend.request import FrontendRequest

    made = device_arguments(FrontendRequest(source="", output=".ll"))
    # clangd shows both sides' declarations best from the host's view; the standard is the command's own.
    added = [word for word in made[: made.index("--cuda-device-only")] if not word.startswith("-std=")]
    added += ["--cuda-host-only", *(word for word in made if word.startswith("--cuda-gpu-arch="))]
    rows = ["If:", "  PathMatch: .*\\.cuh?", "CompileFlags:", "  Compiler: clang++", f"  Remove: {json.dumps(list(REMOVED))}"]
    return "\n".join([*rows, f"  Add: {json.dumps(added)}"]) + "\n"
