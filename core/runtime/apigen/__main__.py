# SPDX-License-Identifier: Apache-2.0
"""`python -m apigen --output FOLDER`: writes `include/` and `src/`; files that would not change keep their time."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import headers, sources


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(prog="apigen", description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    output: Path = parser.parse_args().output
    for name, text in headers.all_headers().items():
        _write(output / "include" / name, text)
    for name, text in sources.all_sources().items():
        _write(output / "src" / name, text)


main()
