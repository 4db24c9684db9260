# SPDX-License-Identifier: Apache-2.0
"""Every function of the CUDA Math API exists with its exact signature, on the sides it is documented for."""

from __future__ import annotations

import csv
import re
from pathlib import Path

TABLE = Path(__file__).parent / "math_api.tsv"
"""Columns group, function, side (empty: host and device), signature, as the CUDA Math API Reference lists them."""


def _signatures(sides: set[str]) -> list[tuple[str, str, list[str]]]:
    """Return type, name and argument types; each signature once."""
    found: dict[str, tuple[str, str, list[str]]] = {}
    with TABLE.open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["side"] not in sides:
                continue
            signature = row["signature"].replace("c0onst", "const")
            match = re.fullmatch(r"(.+?)\b(\w+)\((.*)\)", signature)
            assert match, signature
            arguments = [re.sub(r"\s*width\s*=.*", "", each).strip() for each in match[3].split(",") if each.strip()]
            found[signature] = (match[1].strip(), match[2], arguments)
    return list(found.values())


def _program(sides: set[str], qualifier: str) -> str:
    lines = [
        "#include <cuda_fp16.h>",
        "#include <cuda_bf16.h>",
        "template <class A, class B> struct same { static const bool value = false; };",
        "template <class A> struct same<A, A> { static const bool value = true; };",
    ]
    for index, (result, name, arguments) in enumerate(_signatures(sides)):
        parameters = ", ".join(f"{each} a{i}" for i, each in enumerate(arguments))
        call = f"{name}({', '.join(f'a{i}' for i in range(len(arguments)))})"
        lines.append(f'{qualifier} void t{index}({parameters}) {{ {call}; static_assert(same<decltype({call}), {result}>::value, ""); }}')
    return "\n".join(lines)


def test_whole_list_on_the_device(device_ir) -> None:
    assert len(_signatures({"", "device"})) > 900
    device_ir(_program({"", "device"}, "__device__"))


def test_documented_host_functions(host_compiles) -> None:
    host_compiles(_program({""}, "__host__"))
