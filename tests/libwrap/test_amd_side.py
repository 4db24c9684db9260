# SPDX-License-Identifier: Apache-2.0
"""AMD's side of the tables: every function that calls go to, its signature and the values of enums, as AMD's bindings have them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from amd_facts import MODULES, declared, enumerated, installed, stored, wanted
from recording import ENUM_KINDS
from scale.libwrap.tables import LibraryFunction, cublas_functions, enumerations, plain_functions
from scale.paths import generated_include, package_root

SOURCES = package_root() / "libwrap" / "src"
# Declared in hipfft/hipfftXt.h, which the bindings leave out: hipFFT API reference, "hipfftXt".
BEYOND_THE_BINDINGS = {"hipfftXtMakePlanMany", "hipfftXtExec", "hipfftXtGetSizeMany", "hipfftXtSetWorkArea", "hipfftXtSetWorkAreaPolicy"}


def forwarded_names(folder: str, pattern: str) -> set[str]:
    text = "".join(path.read_text() for path in sorted(SOURCES.joinpath(folder).glob("*.cpp")))
    return set(re.findall(pattern, text))


def signature(function: LibraryFunction) -> str:
    """The letters that a forwarded call passes."""
    letters = {"int": "i", "int64_t": "l", "long long": "l"}
    own = "".join("i" if parameter.kind in ENUM_KINDS else letters.get(parameter.ctype, "p") for parameter in function.parameters)
    return own + "i" * len(function.hip_more)


def test_every_hipblas_counterpart_exists_with_its_signature() -> None:
    known = stored()["hipblas", "function"]
    forwarded = [function for function in cublas_functions() if function.hip and function.status != "missing"]
    assert len(forwarded) > 380
    for function in forwarded:
        # Names with _v2 are hipBLAS 2's; hipBLAS 3, which the bindings describe, has the same form under the plain name.
        name = str(function.hip) if function.hip in known else str(function.hip).replace("_v2", "")
        assert known.get(name) == signature(function), function.name


@pytest.mark.parametrize(
    ("library", "folder", "pattern"),
    [("hipfft", "cufft", r'"(hipfft\w+)"'), ("hiprand", "curand", r'"(hiprand\w+)"'), ("rccl", "nccl", r'forward\("(nccl\w+)"')],
)
def test_every_name_that_is_called_exists(library: str, folder: str, pattern: str) -> None:
    names = forwarded_names(folder, pattern)
    assert names
    assert names - BEYOND_THE_BINDINGS <= set(stored()[library, "function"])


@pytest.mark.parametrize(("library", "table"), [("hipfft", "cufft"), ("hiprand", "curand"), ("rccl", "nccl")])
def test_counterparts_in_the_tables_exist(library: str, table: str) -> None:
    counterparts = {function.hip for function in plain_functions(table) if function.hip}
    assert counterparts - BEYOND_THE_BINDINGS <= set(stored()[library, "function"])


def test_enum_values_of_nccl_curand_and_cufft_are_amds() -> None:
    facts = stored()
    rccl = facts["rccl", "enum"]
    for name, value in (item for constants in enumerations("nccl").values() for item in constants.items()):
        # RCCL counts a data type of its own more.
        if name not in ("ncclNumTypes", "ncclNumResults", "ncclInvalidUsage") and name in rccl:
            assert int(value) == int(rccl[name]), name
    hiprand = facts["hiprand", "enum"]
    for name, value in enumerations("curand")["curandStatus_t"].items():
        if (other := name.replace("CURAND", "HIPRAND")) in hiprand:
            assert int(value) == int(hiprand[other]), name
    hipfft = facts["hipfft", "enum"]
    header = (generated_include() / "cufft.h").read_text()
    values = {name: int(value, 0) for name, value in re.findall(r"(CUFFT_[A-Z0-9_]+) = (0x[0-9a-f]+|\d+)", header)}
    assert values["CUFFT_R2C"] == 0x2A
    for name, number in values.items():
        if (other := name.replace("CUFFT", "HIPFFT")) in hipfft:
            assert number == int(hipfft[other]), name


def test_generator_numbers_of_hiprand() -> None:
    text = SOURCES.joinpath("curand", "api.cpp").read_text()
    rows = re.findall(r"case (CURAND_RNG_\w+): return (\d+);", text)
    assert len(rows) == 11
    for name, number in rows:
        assert stored()["hiprand", "enum"][name.replace("CURAND", "HIPRAND")] == number


# The words that src/cublas/hipblas.h makes of cuBLAS's.
HIPBLAS_WORDS = {
    "HIPBLAS_OP_N": 111,
    "HIPBLAS_OP_T": 112,
    "HIPBLAS_OP_C": 113,
    "HIPBLAS_FILL_MODE_UPPER": 121,
    "HIPBLAS_FILL_MODE_LOWER": 122,
    "HIPBLAS_DIAG_NON_UNIT": 131,
    "HIPBLAS_DIAG_UNIT": 132,
    "HIPBLAS_SIDE_LEFT": 141,
    "HIPBLAS_SIDE_RIGHT": 142,
    "HIPBLAS_GEMM_DEFAULT": 160,
    "HIPBLAS_COMPUTE_16F": 0,
    "HIPBLAS_COMPUTE_16F_PEDANTIC": 1,
    "HIPBLAS_COMPUTE_32F": 2,
    "HIPBLAS_COMPUTE_32F_PEDANTIC": 3,
    "HIPBLAS_COMPUTE_32F_FAST_16F": 4,
    "HIPBLAS_COMPUTE_32F_FAST_16BF": 5,
    "HIPBLAS_COMPUTE_32F_FAST_TF32": 6,
    "HIPBLAS_COMPUTE_64F": 7,
    "HIPBLAS_COMPUTE_64F_PEDANTIC": 8,
    "HIPBLAS_COMPUTE_32I": 9,
    "HIPBLAS_COMPUTE_32I_PEDANTIC": 10,
    "HIPBLAS_STATUS_NOT_SUPPORTED": 7,
    "HIPBLAS_STATUS_INVALID_VALUE": 3,
    "HIPBLAS_STATUS_EXECUTION_FAILED": 5,
    "HIPBLAS_STATUS_ARCH_MISMATCH": 8,
    "HIPBLAS_STATUS_INVALID_ENUM": 10,
    "HIPBLAS_POINTER_MODE_HOST": 0,
    "HIPBLAS_POINTER_MODE_DEVICE": 1,
    "HIPBLAS_ATOMICS_NOT_ALLOWED": 0,
    "HIPBLAS_ATOMICS_ALLOWED": 1,
}


def test_words_of_hipblas() -> None:
    known = stored()["hipblas", "enum"]
    assert {name: int(known[name]) for name in HIPBLAS_WORDS} == HIPBLAS_WORDS
    header = SOURCES.joinpath("cublas", "hipblas.h").read_text()
    for name in ("16F", "32F_PEDANTIC", "32F_FAST_16F", "32F_FAST_16BF", "32F_FAST_TF32", "64F", "32I", "32I_PEDANTIC"):
        assert f"case CUBLAS_COMPUTE_{name}: return {HIPBLAS_WORDS[f'HIPBLAS_COMPUTE_{name}']};" in header


@pytest.mark.skipif(not installed(), reason="rocm-bindings-libraries is not installed: the stored facts are checked alone")
@pytest.mark.parametrize("library", MODULES)
def test_stored_facts_are_those_of_the_installed_bindings(library: str) -> None:
    functions = declared(MODULES[library])
    if not functions:
        pytest.skip(f"no binding of {library} is installed")
    assert stored()[library, "function"] == {name: functions[name] for name in wanted(set(functions), library)}
    assert {name: int(value) for name, value in stored()[library, "enum"].items()} == enumerated(MODULES[library])


def test_the_table_is_small_enough_to_read() -> None:
    assert Path(__file__).with_name("amd_facts.tsv").stat().st_size < 100_000
