# SPDX-License-Identifier: Apache-2.0
"""The functions of NVIDIA's Math API list: names, formats of arguments and results."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from . import formats
from .formats import Format

TABLE = Path(__file__).resolve().parents[2] / "tests" / "headers" / "math_api.tsv"


@dataclass(frozen=True)
class Value:
    """A C type: `count` components of one format; `pointer` for what is passed by address."""

    c_name: str
    format: Format | None
    count: int = 1
    pointer: bool = False

    @property
    def size(self) -> int:
        if self.format is None:
            return 0
        return int(self.format.storage[1:]) * self.count


_TYPES: dict[str, tuple[Format, int]] = {
    "__half": (formats.HALF, 1), "__half2": (formats.HALF, 2), "__nv_bfloat16": (formats.BF16, 1), "__nv_bfloat162": (formats.BF16, 2),
    "float": (formats.FLOAT, 1), "double": (formats.DOUBLE, 1), "float2": (formats.FLOAT, 2), "bool": (formats.BOOL, 1),
    "signed char": (formats.S8, 1), "unsigned char": (formats.U8, 1), "short int": (formats.S16, 1), "unsigned short int": (formats.U16, 1),
    "unsigned short": (formats.U16, 1), "int": (formats.S32, 1), "unsigned int": (formats.U32, 1), "unsigned": (formats.U32, 1),
    "long int": (formats.S64, 1), "unsigned long int": (formats.U64, 1), "long long int": (formats.S64, 1),
    "unsigned long long int": (formats.U64, 1), "unsigned long long": (formats.U64, 1), "short2": (formats.S16, 2),
    "ushort2": (formats.U16, 2), "char4": (formats.S8, 4), "uchar4": (formats.U8, 4),
}  # fmt: skip


@dataclass(frozen=True)
class Function:
    """One overload."""

    group: str
    name: str
    result: Value
    arguments: tuple[Value, ...]

    @property
    def type_name(self) -> str:
        """The word for this overload's row: the format that the function is about."""
        for value in (*self.arguments, self.result):
            if isinstance(value.format, formats.Floating):
                return value.format.name
        return "integer"

    @property
    def signature(self) -> str:
        return f"{self.result.c_name} {self.name}({', '.join(each.c_name for each in self.arguments)})"


def _value(text: str) -> Value:
    words = " ".join(text.replace("*", " * ").split())
    pointer = "*" in words
    base = " ".join(word for word in words.split() if word not in ("const", "*"))
    if base in ("void", "char"):
        return Value("void" if base == "void" else "const char *", None, 1, pointer)
    format_, count = _TYPES[base]
    return Value(base + (" *" if pointer else ""), format_, count, pointer)


def functions() -> list[Function]:
    """All overloads, host and device listings of the same one joined."""
    found: dict[tuple[str, str], Function] = {}
    with TABLE.open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            match = re.fullmatch(r"(.+?)\b(\w+)\((.*)\)", row["signature"].replace("c0onst", "const"))
            assert match, row
            arguments = [re.sub(r"\s*width\s*=.*", "", each).strip() for each in match[3].split(",") if each.strip()]
            function = Function(row["group"], match[2], _value(match[1]), tuple(_value(each) for each in arguments))
            found.setdefault((function.name, function.signature), function)
    return list(found.values())


def entries() -> int:
    """Rows of the list, as NVIDIA counts them (host and device apart)."""
    with TABLE.open() as file:
        return sum(1 for _ in csv.DictReader(file, delimiter="\t"))
