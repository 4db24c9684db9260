# SPDX-License-Identifier: Apache-2.0
"""Writing small functions of LLVM IR."""

from __future__ import annotations

from textwrap import dedent, indent


def define(result: str, name: str, parameters: str, body: str, *, inline: bool = True) -> str:
    """One internal function; `body` may be indented as it likes and labels stand alone on their lines."""
    lines = [line.strip() for line in dedent(body).strip().splitlines()]
    text = "\n".join(line if line.endswith(":") else indent(line, "  ") for line in lines if line)
    kind = "alwaysinline" if inline else "noinline"
    return f"define internal {result} @{name}({parameters}) {kind} convergent nounwind {{\n{text}\n}}"
