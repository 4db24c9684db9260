# SPDX-License-Identifier: Apache-2.0
"""`bin2c` of the toolkit folder: a file's bytes as a C array on standard output.

Builds that load device code by the driver API embed it with this program of CUDA's toolkit; its options are those of `bin2c --help` there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

TYPES = {
    "char": ("unsigned char", 1),
    "short": ("unsigned short", 2),
    "int": ("unsigned int", 4),
    "longlong": ("unsigned long long int", 8),
}
"""C type and bytes of each element type."""
ON_A_LINE = 16


def main(words: Sequence[str] | None = None) -> int:
    """Write the array; the status is 1, with one line of why, where the file cannot be read."""
    parser = argparse.ArgumentParser(prog="bin2c", description="Writes a file's bytes as a C array to standard output.", allow_abbrev=False)
    parser.add_argument("file", type=Path)
    parser.add_argument("-c", "--const", action="store_true", help="a constant array")
    parser.add_argument("-st", "--static", action="store_true", help="an array of this unit alone")
    parser.add_argument("-l", "--length", action="store_true", help="define NAMELength, the size in bytes, too")
    parser.add_argument("-n", "--name", default="imageBytes", help="default: imageBytes")
    parser.add_argument("-t", "--type", choices=sorted(TYPES), default="char", help="of an element; default: char")
    parser.add_argument("-p", "--padd", default="", metavar="BYTES", help="bytes to append, with commas")
    options = parser.parse_args(words)
    try:
        content = options.file.read_bytes()
        content += bytes(int(each, 0) for each in options.padd.split(",") if each)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else f"--padd: {error}"
        print(f"bin2c: {options.file}: {reason}", file=sys.stderr)
        return 1
    sys.stdout.write(array(content, options.name, options.type, constant=options.const, static=options.static, length=options.length))
    return 0


def array(content: bytes, name: str, element: str = "char", *, constant: bool = False, static: bool = False, length: bool = False) -> str:
    """C text of an array `name` with the bytes of `content`, the last element filled up with zeros (little endian)."""
    c_type, size = TYPES[element]
    content += bytes(-len(content) % size)
    values = [f"0x{int.from_bytes(content[at : at + size], 'little'):0{2 * size}x}" for at in range(0, len(content), size)]
    qualified = f"{'const ' if constant else ''}{c_type} {name}[]"
    lines = ["#ifdef __cplusplus", 'extern "C" {', "#endif"]
    if constant and not static:
        # Gives a constant array a name beyond its unit in C++ too.
        lines.append(f"extern {qualified};")
    lines.append(f"{'static ' if static else ''}{qualified} = {{")
    lines += [", ".join(values[at : at + ON_A_LINE]) + "," for at in range(0, len(values), ON_A_LINE)]
    lines.append("};")
    if length:
        lines.append(f"{'static ' if static else ''}{'const ' if constant else ''}unsigned long long {name}Length = {len(content)}ull;")
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif"]) + "\n"
