# SPDX-License-Identifier: Apache-2.0
"""The library tables of `api/*.tsv`: rows expanded to the functions they stand for.

A row of `cublas.tsv` is a family: `cublas{T}gemm_v2` with types `S,D,C,Z` is four functions, and eight with their `_64` forms. `{T}` is
the type letter, `{t}` its small form, `{R}` the letter of the real type, small after a complex letter as in `Cs`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

API_FOLDER = Path(__file__).resolve().parent / "api"
ELEMENT = {"S": "float", "D": "double", "C": "cuComplex", "Z": "cuDoubleComplex", "H": "__half"}
REAL = {"S": "float", "D": "double", "C": "float", "Z": "double", "H": "__half"}

KINDS: dict[str, str] = {
    "handle": "cublasHandle_t",
    "op": "cublasOperation_t",
    "side": "cublasSideMode_t",
    "fill": "cublasFillMode_t",
    "diag": "cublasDiagType_t",
    "opp": "const cublasOperation_t*",
    "int": "{int}",
    "i64": "long long",
    "intp": "{int}*",
    "cintp": "const {int}*",
    "oint": "{int}*",
    "sT": "const {T}*",
    "s5T": "const {T}*",
    "sR": "const {R}*",
    "oT": "{T}*",
    "oR": "{R}*",
    "cT": "const {T}*",
    "T": "{T}*",
    "pcT": "const {T}*const*",
    "pT": "{T}*const*",
    "c_half": "const __half*",
    "half": "__half*",
    "pc_half": "const __half*const*",
    "p_half": "__half*const*",
    "c_bf16": "const __nv_bfloat16*",
    "bf16": "__nv_bfloat16*",
    "pc_bf16": "const __nv_bfloat16*const*",
    "p_bf16": "__nv_bfloat16*const*",
    "float": "float*",
    "p_float": "float*const*",
    "cv": "const void*",
    "v": "void*",
    "pcv": "const void*const*",
    "pv": "void*const*",
    "cu8": "const unsigned char*",
    "u8": "unsigned char*",
    "dt": "cudaDataType",
    "dt_t": "cudaDataType_t",
    "comp": "cublasComputeType_t",
    "comp_t": "cublasComputeType_t",
    "algo": "cublasGemmAlgo_t",
}
"""Parameter kinds to C types. `s…` are scalars read through a pointer (host or device, by pointer mode), `o…` results."""


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str
    ctype: str


@dataclass(frozen=True)
class LibraryFunction:
    """One C function of a library."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    hip: str | None
    """The counterpart on AMD's side, or None."""
    hip_more: tuple[int, ...]
    """Words that the counterpart takes behind the function's own: `hipblasGemmEx_v2+2+160` has a compute type and an algorithm."""
    cpu: str | None
    """The CPU provider's template, or None for functions that are written by hand."""
    status: str
    wide: bool
    """Takes 64-bit sizes (`_64`)."""
    element: str | None
    """C type of `{T}`."""
    group: str
    """Which forwarding file it goes into (several compile side by side); `handle`: written by hand."""

    def declaration(self) -> str:
        inner = ", ".join(f"{parameter.ctype} {parameter.name}" for parameter in self.parameters)
        return f"{self.returns} {self.name}({inner or 'void'})"

    def type_text(self) -> str:
        """`return (types)` as API lists write it."""
        return f"{self.returns} ({', '.join(parameter.ctype for parameter in self.parameters)})"


def cublas_functions() -> list[LibraryFunction]:
    """Every function of cuBLAS that the table knows, 64-bit forms included."""
    found: list[LibraryFunction] = []
    with (API_FOLDER / "cublas.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found.extend(_expand(row))
    return found


LEGACY_BY_HAND = tuple(f"cublas{name}" for name in ("Init", "Shutdown", "GetError", "GetVersion", "Alloc", "Free", "SetKernelStream"))
"""Functions of the legacy interface that stand in for handles."""


@dataclass(frozen=True)
class LegacyFunction:
    """A function of cuBLAS's first interface: no handle, characters for modes, host scalars by value, results returned."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    """As declared; an operand that the version-2 function takes twice stands once."""
    modern: LibraryFunction

    def declaration(self) -> str:
        return f"{self.returns} {self.name}({', '.join(f'{parameter.ctype} {parameter.name}' for parameter in self.parameters)})"


def cublas_legacy_functions() -> list[LegacyFunction]:
    """Levels 1 to 3 of the legacy interface, made from the version-2 rows."""
    # The complex symmetric updates came with version 2.
    newer = {f"cublas{letter}{name}_v2" for letter in "CZ" for name in ("symv", "syr", "syr2")}
    chosen = (function for function in cublas_functions() if function.group in ("level1", "level2", "level3"))
    return [_legacy(function) for function in chosen if function.name.endswith("_v2") and function.name not in newer]


def _legacy(function: LibraryFunction) -> LegacyFunction:
    letters = {"op": "char", "side": "char", "fill": "char", "diag": "char"}
    in_memory = "rotg" in function.name or "rotmg" in function.name  # Givens rotations are set up in the caller's variables
    parameters, returns = [], "void"
    out_of_place = "trmm" in function.name
    for parameter in function.parameters[1:]:
        if out_of_place and parameter.name in ("C", "ldc"):
            continue
        if parameter.name == "result":
            returns = parameter.ctype.removesuffix("*")
            continue
        ctype = letters.get(parameter.kind, parameter.ctype)
        if parameter.kind in ("sT", "sR") and not in_memory:
            ctype = ctype.removeprefix("const ").removesuffix("*")
        if function.name in ("cublasCrotg_v2", "cublasZrotg_v2") and parameter.name == "b":
            ctype = ctype.removesuffix("*")
        if out_of_place and parameter.name == "B":
            ctype = ctype.removeprefix("const ")
        parameters.append(Parameter(parameter.name, parameter.kind, ctype))
    return LegacyFunction(function.name.removesuffix("_v2"), returns, tuple(parameters), function)


@dataclass(frozen=True)
class XtFunction:
    """A level-3 function of cublasXt: a version-2 function on operands in host memory, sizes as `size_t`."""

    name: str
    parameters: tuple[Parameter, ...]
    modern: LibraryFunction
    """The 64-bit form that does the work."""
    operands: dict[str, tuple[str, ...]]
    """Operand to the C expressions of its rows and columns; one expression is the order of a packed matrix."""

    def declaration(self) -> str:
        return f"cublasStatus_t {self.name}({', '.join(f'{parameter.ctype} {parameter.name}' for parameter in self.parameters)})"


def cublasxt_functions() -> list[XtFunction]:
    """The functions of `cublasXt.tsv` that compute."""
    modern = {function.name: function for function in cublas_functions() if function.group == "level3"}
    found: list[XtFunction] = []
    for row in _rows("cublasXt"):
        for letters in row["types"].split(",") if row["types"] != "-" else ():
            names = _letters(letters)
            function = modern[_fill(row["modern"], names) + "_64"]
            operands = {name: _extents(extents) for name, _, extents in (word.partition("=") for word in row["operands"].split())}
            found.append(XtFunction(_fill(row["name"], names), tuple(_xt_parameters(function, "AP" in operands)), function, operands))
    return found


def cublasxt_services() -> list[PlainFunction]:
    """The functions of `cublasXt.tsv` that keep settings; written by hand."""
    return [_plain({**row, "hip": "-"}) for row in _rows("cublasXt") if row["types"] == "-"]


def _xt_parameters(function: LibraryFunction, packed: bool) -> Iterator[Parameter]:
    yield Parameter("handle", "handle", "cublasXtHandle_t")
    for parameter in function.parameters[1:]:
        if packed and parameter.name == "A":
            yield Parameter("AP", parameter.kind, parameter.ctype)
        elif not (packed and parameter.name == "lda"):
            yield Parameter(parameter.name, parameter.kind, "size_t" if parameter.kind == "int" else parameter.ctype)


def _extents(text: str) -> tuple[str, ...]:
    """`m,k@transa`: m rows and k columns, the other way round where transa is not CUBLAS_OP_N; `side`: the order that the side asks for."""
    sizes, _, operation = text.partition("@")
    names = ["(side == CUBLAS_SIDE_LEFT ? m : n)" if size == "side" else size for size in sizes.split(",")]
    if not operation:
        return tuple(names)
    return tuple(f"({operation} == CUBLAS_OP_N ? {here} : {there})" for here, there in zip(names, reversed(names), strict=True))


def _expand(row: dict[str, str]) -> Iterator[LibraryFunction]:
    for letters in row["types"].split(","):
        names = _letters(letters)
        for wide in (False, True) if row["wide"] == "y" else (False,):
            integer = "int64_t" if wide else "int"
            suffix = "_64" if wide else ""
            hand = row["cpu"].startswith("hand:")
            hip, *more = row["hip"].split("+")
            yield LibraryFunction(
                name=_fill(row["name"], names) + suffix,
                returns=row["cpu"].removeprefix("hand:") if hand else "cublasStatus_t",
                parameters=tuple(_parameter(text, integer, names) for text in _words(row["parameters"])),
                hip=None if hip == "-" else _fill(hip, names) + suffix,
                hip_more=tuple(map(int, more)),
                cpu=None if hand or row["cpu"] == "-" else row["cpu"],
                status=row["status"],
                wide=wide,
                element=names.get("{elem}"),
                group=row["group"],
            )


def _words(text: str) -> list[str]:
    """Split at spaces outside of parentheses."""
    words: list[str] = []
    depth = 0
    for char in f"{text} ":
        depth += (char == "(") - (char == ")")
        if char == " " and depth == 0:
            words.append("")
        else:
            words = words or [""]
            words[-1] += char
    return [word for word in words if word]


def _letters(letters: str) -> dict[str, str]:
    """Replacements for a row's placeholders: `S`, `Cs` (complex with its real letter), `Sc` (real result of a complex type)."""
    if letters == "-":
        return {}
    upper = letters[0]
    element = letters[1].upper() if len(letters) == 2 and letters[1] in "cz" else upper
    real_letter = upper if element != upper else letters[1:]
    return {
        "{T}": element,
        "{t}": element.lower(),
        "{R}": real_letter,
        "{elem}": ELEMENT[element],
        "{real}": REAL[element],
    }


def _fill(pattern: str, names: dict[str, str]) -> str:
    for key in ("{T}", "{t}", "{R}"):
        pattern = pattern.replace(key, names.get(key, ""))
    return pattern


def _parameter(text: str, integer: str, names: dict[str, str]) -> Parameter:
    name, kind = text.split(":", 1)
    if kind.startswith("raw("):
        return Parameter(name, "raw", kind[4:-1])
    ctype = KINDS[kind].replace("{int}", integer).replace("{T}", names.get("{elem}", "void")).replace("{R}", names.get("{real}", "void"))
    return Parameter(name, kind, ctype)


@dataclass(frozen=True)
class Library:
    """One shared library of NVIDIA's that we stand in for."""

    name: str
    """As in `lib<name>.so` and `CUDA::<name>`."""
    soname: str
    status: str
    """The type of its status codes."""
    not_supported: str
    """What a missing function returns."""
    header_prefixes: tuple[str, ...] = ()
    """Functions with one of these prefixes are declared by a generated header of that name, apart from the others."""
    forwarded: bool = False
    """Every function is made from the table: it goes to its HIP counterpart on AMD GPUs, else to the CPU's,
    compiled as `scale_cpu_<name>`."""


LIBRARIES: tuple[Library, ...] = (
    Library("cublas", "libcublas.so.12", "cublasStatus_t", "CUBLAS_STATUS_NOT_SUPPORTED"),
    Library("cublasLt", "libcublasLt.so.12", "cublasStatus_t", "CUBLAS_STATUS_NOT_SUPPORTED"),
    Library("cufft", "libcufft.so.11", "cufftResult", "CUFFT_NOT_SUPPORTED", ("cufftXt",)),
    Library("curand", "libcurand.so.10", "curandStatus_t", "CURAND_STATUS_INTERNAL_ERROR"),
    Library("cusparse", "libcusparse.so.12", "cusparseStatus_t", "CUSPARSE_STATUS_NOT_SUPPORTED", (), True),
    Library("cusolver", "libcusolver.so.11", "cusolverStatus_t", "CUSOLVER_STATUS_NOT_SUPPORTED", ("cusolverDn", "cusolverSp"), True),
    Library("cudnn", "libcudnn.so.8", "cudnnStatus_t", "CUDNN_STATUS_NOT_SUPPORTED"),
    Library("nvml", "libnvidia-ml.so.1", "nvmlReturn_t", "NVML_ERROR_NOT_SUPPORTED"),
    Library("nccl", "libnccl.so.2", "ncclResult_t", "ncclInvalidUsage"),
)


@dataclass(frozen=True)
class PlainFunction:
    """A function of a library whose table has one row a function."""

    name: str
    returns: str
    parameters: tuple[str, ...]
    """Types, without names."""
    hip: str | None
    status: str
    until: str | None = None
    """The CUDA version that no longer has it."""

    def declaration(self) -> str:
        return f"{self.returns} {self.name}({', '.join(self.parameters) or 'void'})"


def plain_functions(library: str) -> list[PlainFunction]:
    """The rows of `api/<library>.tsv`."""
    return [_plain(row) for row in _rows(library)]


def dropped_functions(library: str) -> list[PlainFunction]:
    """The rows of `api/<library>_dropped.tsv`: what a later CUDA no longer has. None where there is no such table."""
    name = f"{library}_dropped"
    return [_plain(row) for row in _rows(name)] if (API_FOLDER / f"{name}.tsv").is_file() else []


def _plain(row: dict[str, str]) -> PlainFunction:
    returns, _, inner = row["type"].partition("(")
    parameters = tuple(part.strip() for part in _split_types(inner.rstrip().removesuffix(")")))
    hip = None if row["hip"] == "-" else row["hip"]
    return PlainFunction(row["name"], returns.strip(), parameters, hip, row["status"], row.get("until"))


def _rows(table: str) -> list[dict[str, str]]:
    with (API_FOLDER / f"{table}.tsv").open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _split_types(text: str) -> list[str]:
    parts: list[str] = [""]
    depth = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part for part in parts if part.strip()]


@dataclass(frozen=True)
class Handle:
    """An opaque pointer type: `typedef struct <structure> *<type>`."""

    type: str
    structure: str
    const: bool


def handles(library: str) -> list[Handle]:
    """The opaque types of a library (`api/handles.tsv`)."""
    with (API_FOLDER / "handles.tsv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["library"] == library]
    return [Handle(row["type"], row["structure"], row["const"] == "yes") for row in rows]


def enumerations(library: str) -> dict[str, dict[str, str]]:
    """The enum types of a library with their constants and values (`api/enums.tsv`)."""
    found: dict[str, dict[str, str]] = {}
    with (API_FOLDER / "enums.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["library"] == library:
                found.setdefault(row["enum"], {})[row["constant"]] = row["value"]
    return found
