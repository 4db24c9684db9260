# SPDX-License-Identifier: Apache-2.0
"""Calls the library wrappers through ctypes, on the CPU device, where device memory is NumPy's memory."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from scale.libwrap.tables import LibraryFunction, cublas_functions
from scale.paths import library_folder

TYPES: dict[str, type[Any]] = {"S": np.float32, "D": np.float64, "C": np.complex64, "Z": np.complex128}
TOLERANCE = {"S": 2e-4, "D": 1e-11, "C": 2e-4, "Z": 1e-11}


@cache
def load(name: str) -> ctypes.CDLL:
    """The shared library `name` of the package, after the runtime it stands on."""
    folder = library_folder()
    ctypes.CDLL(str(folder / "libcudart.so.12"), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(folder / name))


@cache
def functions() -> dict[str, LibraryFunction]:
    return {function.name: function for function in cublas_functions()}


@cache
def handle() -> ctypes.c_void_p:
    created = ctypes.c_void_p()
    assert load("libcublas.so.12").cublasCreate_v2(ctypes.byref(created)) == 0
    return created


def pointers(arrays: list[np.ndarray]) -> Any:
    """A C array of the arrays' addresses, which keeps them."""
    made = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
    made.keeps = arrays
    return made


def call(name: str, *arguments: Any) -> int:
    """Call a cuBLAS function with the shared handle; NumPy arrays go as pointers, integers by the table's width."""
    function = functions()[name]
    converted: list[Any] = [handle()]
    for parameter, value in zip(function.parameters[1:], arguments, strict=True):
        if isinstance(value, np.ndarray):
            converted.append(ctypes.c_void_p(value.ctypes.data))
        elif isinstance(value, ctypes.Array) or value is None:
            converted.append(value)
        elif parameter.ctype in ("int64_t", "long long"):
            converted.append(ctypes.c_int64(int(value)))
        else:
            converted.append(ctypes.c_int(int(value)))
    status: int = getattr(load("libcublas.so.12"), name)(*converted)
    return status


def scalar(value: complex, letter: str) -> np.ndarray:
    """A scalar argument of type `letter`; the imaginary part is dropped for real types."""
    kind = TYPES[letter]
    return np.array([value if np.issubdtype(kind, np.complexfloating) else complex(value).real], dtype=kind)


def random(generator: np.random.Generator, letter: str, *shape: int) -> np.ndarray:
    """Random values, column-major."""
    values = generator.uniform(-1, 1, shape)
    if letter in "CZ":
        values = values + 1j * generator.uniform(-1, 1, shape)
    return np.asfortranarray(values.astype(TYPES[letter]))


def apply_op(op: int, matrix: np.ndarray) -> np.ndarray:
    return matrix if op == 0 else matrix.T if op == 1 else matrix.conj().T


def at(array: np.ndarray | None) -> ctypes.c_void_p:
    """The array's address; the array lives as long as the pointer, so that one made for a call is there when the call runs."""
    made = ctypes.c_void_p(None if array is None else array.ctypes.data)
    made.keeps = array  # type: ignore[attr-defined]
    return made
