# SPDX-License-Identifier: Apache-2.0
"""Which functions of each library are there, missing, or refused on purpose, from the library tables."""

from __future__ import annotations

from dataclasses import dataclass

from .tables import LIBRARIES, LibraryFunction, PlainFunction, cublas_functions, cublasxt_functions, cublasxt_services, plain_functions


@dataclass(frozen=True)
class LibraryCoverage:
    """The functions of one library, by name."""

    name: str
    functions: tuple[str, ...]
    missing: tuple[str, ...]
    """There as symbols that say so and return the library's not-supported status; may come."""
    refused: tuple[str, ...]
    """The same, on purpose: nothing below could do it, as the documentation says."""


def library_coverage() -> list[LibraryCoverage]:
    """For each library: all its functions' names, and those that only answer that they are not supported."""
    found: list[LibraryCoverage] = []
    for library in LIBRARIES:
        cublas = library.name == "cublas"
        functions: list[LibraryFunction] | list[PlainFunction] = cublas_functions() if cublas else plain_functions(library.name)
        states = [(function.name, function.status) for function in functions]
        found.append(_covered(library.name, states))
        if cublas:
            computing = [(function.name, function.modern.status) for function in cublasxt_functions()]
            found.append(_covered("cublasXt", [*((service.name, service.status) for service in cublasxt_services()), *computing]))
    return found


def _covered(name: str, states: list[tuple[str, str]]) -> LibraryCoverage:
    of = {status: tuple(function for function, own in states if own == status) for status in ("missing", "refused")}
    return LibraryCoverage(name, tuple(function for function, _ in states), of["missing"], of["refused"])
