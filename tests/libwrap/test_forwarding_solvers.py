# SPDX-License-Identifier: Apache-2.0
"""What reaches hipSPARSE and hipSOLVER: every forwarded function, argument by argument, at libraries of their ABI that record calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from amd_facts import stored
from recorder import build, run
from scale.libwrap.tables import PlainFunction, dropped_functions, enumerations, handles, plain_functions

NUMBERS = {"float": "f", "double": "d", "size_t": "l", "int64_t": "l", "long long": "l"}
# Enum values that AMD's library has other numbers for: the constant given, and what arrives (hipSOLVER API reference, "hipSOLVER types").
CONVERTED: dict[str, tuple[int, int]] = {
    "cublasOperation_t": (1, 112),
    "cublasFillMode_t": (1, 121),
    "cublasSideMode_t": (1, 142),
    "cublasDiagType_t": (1, 132),
    "cusolverEigMode_t": (1, 202),
    "cusolverEigType_t": (2, 212),
    "cusolverEigRange_t": (1002, 223),
    "cusolverAlgMode_t": (1, 232),
    "cusolverDeterministicMode_t": (2, 242),
}


OPAQUE = {handle.type for library in ("cusparse", "cusolver") for handle in handles(library)} | {"cudaStream_t"}


def letter(kind: str) -> str:
    """The ABI class of a parameter, as `amd_facts` writes it."""
    name = kind.replace("const ", "").replace("unsigned ", "").strip()
    return "p" if "*" in kind or name in OPAQUE else NUMBERS.get(name, "i")


def forwarded(library: str) -> list[PlainFunction]:
    return [function for function in plain_functions(library) + dropped_functions(library) if function.hip]


@pytest.mark.parametrize(("library", "least"), [("cusparse", 460), ("cusolver", 260)])
def test_every_counterpart_exists_with_its_signature(library: str, least: int) -> None:
    known = stored()[library.replace("cu", "hip"), "function"]
    assert len(forwarded(library)) >= least
    for function in forwarded(library):
        assert known.get(str(function.hip)) == "".join(letter(kind) for kind in function.parameters), function.name


# Values that cuSPARSE's constants share with hipSPARSE's; the others are converted or given to nothing that is forwarded.
OTHER_NUMBERS = {"CUSPARSE_CSR2CSC_ALG_DEFAULT", "CUSPARSE_FORMAT_BSR"}


def test_enum_values_of_cusparse_are_amds() -> None:
    known, compared = stored()["hipsparse", "enum"], 0
    for constants in enumerations("cusparse").values():
        for name, value in constants.items():
            other = name.replace("CUSPARSE", "HIPSPARSE")
            if other in known and name not in OTHER_NUMBERS:
                assert int(value, 0) == int(known[other]), name
                compared += 1
    assert compared == 70
    assert known["HIPSPARSE_FORMAT_BSR"] == "7"


def test_numbers_of_hipsolver() -> None:
    known = stored()["hipsolver", "enum"]
    names = ("HIPBLAS_OP_T", "HIPBLAS_FILL_MODE_UPPER", "HIPBLAS_SIDE_RIGHT", "HIPSOLVER_EIG_MODE_VECTOR", "HIPSOLVER_EIG_TYPE_2")
    names += ("HIPSOLVER_EIG_RANGE_I", "HIPSOLVER_ALG_1", "HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS")
    assert [int(known[name]) for name in names] == [112, 121, 142, 202, 212, 223, 232, 242]
    statuses = {name.removeprefix("HIPSOLVER_STATUS_"): int(value) for name, value in known.items() if "_STATUS_" in name}
    assert (statuses["EXECUTION_FAILED"], statuses["NOT_SUPPORTED"], statuses["MATRIX_TYPE_NOT_SUPPORTED"]) == (5, 7, 13)


SCRIPT = """
import json, sys
library = load(NAME)
for name, kinds, values in json.loads(CALLS):
    types = {"i": c_int, "l": c_longlong, "p": c_void_p, "f": c_float, "d": c_double}
    getattr(library, name)(*(types[kind](value) for kind, value in zip(kinds, values)))
"""


@pytest.mark.parametrize(("library", "soname"), [("cusparse", "libcusparse.so.12"), ("cusolver", "libcusolver.so.11")])
def test_every_forwarded_call_arrives_converted(tmp_path: Path, library: str, soname: str) -> None:
    hip = library.replace("cu", "hip")
    calls, expected = [], []
    for function in forwarded(library):
        if str(function.hip).endswith("Create"):  # its recorder writes a handle to where its pointer points
            continue
        given: list[float] = []
        arriving: list[float] = []
        kinds = "".join(letter(kind) for kind in function.parameters)
        for index, (kind, form) in enumerate(zip(function.parameters, kinds, strict=True)):
            plain = 0x1000 * (index + 1) if form == "p" else index + 0.5 if form in "fd" else index + 1
            value, other = CONVERTED.get(kind, (plain, plain)) if library == "cusolver" else (plain, plain)
            given.append(value)
            arriving.append(other)
        calls.append([function.name, kinds, given])
        expected.append(" ".join([str(function.hip), *(f"{value:g}" if isinstance(value, float) else str(value) for value in arriving)]))
    script = f"NAME, CALLS = {soname!r}, {json.dumps(json.dumps(calls))}\n" + SCRIPT
    _, recorded = run(tmp_path, script, f"SCALE_{hip.upper()}", build(tmp_path, hip))
    assert recorded == expected


MISSING = """
place = c_void_p()
for name, function in (("libcublas.so.12", "cublasCreate_v2"), ("libcublasLt.so.12", "cublasLtCreate"),
                       ("libcusparse.so.12", "cusparseCreate"), ("libcusolver.so.11", "cusolverDnCreate")):
    print(function, getattr(load(name), function)(byref(place)))
print("cufftPlan1d", load("libcufft.so.11").cufftPlan1d(byref(c_int()), 8, 0x29, 1))
print("curandCreateGenerator", load("libcurand.so.10").curandCreateGenerator(byref(place), 100))
library = load("libcusparse.so.12")
print("cusparseSpSM_solve", library.cusparseSpSM_solve(*[None] * 10))
"""


@pytest.mark.skipif(Path("/opt/rocm").exists(), reason="ROCm's libraries are there")
def test_a_missing_library_is_told_at_the_first_call(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said, _ = run(tmp_path, "import os; os.dup2(1, 2)\n" + MISSING, "SCALE_NONE", tmp_path)
    told = [line for line in said if line.startswith("scale:")]
    statuses = {line.split()[0]: int(line.split()[1]) for line in said if line not in told}
    initialisation = {"cublasCreate_v2": 1, "cublasLtCreate": 1, "cusparseCreate": 1, "cusolverDnCreate": 1}
    assert statuses == {**initialisation, "cufftPlan1d": 7, "curandCreateGenerator": 203, "cusparseSpSM_solve": 10}
    for name in ("hipBLAS", "hipBLASLt", "hipSPARSE", "hipSOLVER", "hipFFT", "hipRAND"):
        assert sum(line.startswith(f"scale: {name} (lib{name.lower()}.so) was not found; install ROCm's") for line in told) == 1
