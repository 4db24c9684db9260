# SPDX-License-Identifier: Apache-2.0
"""The C interfaces of AMD's libraries as PyPI's `rocm-bindings-libraries` declares them, and the facts of them that are kept in a table.

`python amd_facts.py` (in an environment with that package and `rocm-bindings-systems`) writes the table anew. A signature is a letter a
parameter: `i` int and enums, `l` 64-bit integers, `f` float, `d` double, `p` pointers and handles, `s` a structure by value.
"""

from __future__ import annotations

import csv
import importlib
import importlib.util
import re
import sys
from pathlib import Path

TABLE = Path(__file__).with_name("amd_facts.tsv")
MODULES = {name: name for name in ("hipblas", "hipblaslt", "hipfft", "hiprand", "rccl", "hipsparse", "hipsolver")}
WORDS = {"int64_t": "l", "uint64_t": "l", "long long": "l", "size_t": "l", "float": "f", "double": "d", "ncclUniqueId": "s"}
OPAQUE = re.compile(
    r"(Handle_t|hipfftHandle|hipStream_t|Generator_t|Desc_t|Descr_t|Info_t|Params_t|Layout_t|Preference_t|ncclComm_t|Distribution_t)$"
)
STRUCTURES = ("hipFloatComplex", "hipDoubleComplex", "hipComplex", "float2", "double2")


def installed() -> bool:
    return importlib.util.find_spec("rocm") is not None and importlib.util.find_spec("rocm.bindings.hipblas") is not None


def letter(declaration: str) -> str:
    """The ABI class of one parameter, `type name`."""
    if "*" in declaration or "[" in declaration:
        return "p"
    kind = re.sub(r"\b(const|unsigned)\b", "", declaration).split()
    name = " ".join(kind[:-1]) if len(kind) > 1 else kind[0]
    return "s" if name in STRUCTURES else WORDS.get(name, "p" if OPAQUE.search(name) else "i")


def declared(module: str) -> dict[str, str]:
    """Function names to signatures, from the binding's declaration file."""
    spec = importlib.util.find_spec(f"rocm.bindings.cy{module}") or importlib.util.find_spec(f"rocm.bindings.{module}")
    if spec is None or spec.origin is None:
        return {}
    source = Path(spec.origin).with_name(f"cy{module}.pxd")
    found: dict[str, str] = {}
    for line in source.read_text().splitlines() if source.is_file() else []:
        match = re.match(r"cdef [\w *]+?\s*(\w+)\((.*)\) (?:except|noexcept|nogil)", line)
        if match and not match.group(1).startswith("__"):
            found[match.group(1)] = "".join(letter(parameter) for parameter in match.group(2).split(",") if parameter.strip())
    return found


def enumerated(module: str) -> dict[str, int]:
    """Enum constants to values, from the binding itself."""
    loaded = importlib.import_module(f"rocm.bindings.{module}")
    found: dict[str, int] = {}
    for value in vars(loaded).values():
        if isinstance(value, type) and hasattr(value, "__members__"):
            found.update({name: int(constant) for name, constant in value.__members__.items()})
    return found


def stored() -> dict[tuple[str, str], dict[str, str]]:
    """(library, `function` or `enum`) to names and values."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    with TABLE.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found.setdefault((row["library"], row["kind"]), {})[row["name"]] = row["value"]
    return found


def wanted(names: set[str], library: str) -> set[str]:
    """Of the libraries whose interface is large, only what the tables name or what stands in for it."""
    from scale.libwrap.tables import cublas_functions, dropped_functions, plain_functions

    if library in ("hipsparse", "hipsolver"):
        table = library.replace("hip", "cu")
        return names & {function.hip for function in plain_functions(table) + dropped_functions(table) if function.hip}
    if library != "hipblas":
        return names
    counterparts = {function.hip for function in cublas_functions() if function.hip}
    plain = {name.replace("_v2", "") for name in counterparts}
    service = {f"hipblas{name}" for name in ("Create", "Destroy", "SetStream", "SetPointerMode", "SetAtomicsMode")}
    return names & (counterparts | plain | service)


def main() -> int:
    """Write the table."""
    rows: list[tuple[str, str, str, object]] = []
    for library, module in MODULES.items():
        if importlib.util.find_spec(f"rocm.bindings.{module}") is None:
            print(f"no binding of {library}", file=sys.stderr)
            continue
        functions, constants = declared(module), enumerated(module)
        rows += [(library, "function", name, functions[name]) for name in sorted(wanted(set(functions), library))]
        rows += [(library, "enum", name, value) for name, value in sorted(constants.items())]
    with TABLE.open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(("library", "kind", "name", "value"))
        writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
