# SPDX-License-Identifier: Apache-2.0
"""Calls every forwarded cuBLAS function once with telling arguments; run by test_forwarding.py in a process with the ROCm provider.

Prints one line a call: the function, its status, its arguments as they were given (pointers as numbers).
"""

from __future__ import annotations

import ctypes
import sys

from recording import ENUM_KINDS, forwarded
from scale.paths import library_folder

ENUM_VALUES = {"op": 1, "side": 1, "fill": 1, "diag": 1, "dt": 14, "dt_t": 14, "comp": 77, "comp_t": 77, "algo": -1}


def main() -> None:
    folder = library_folder()
    ctypes.CDLL(str(folder / "libcudart.so.12"), mode=ctypes.RTLD_GLOBAL)
    cublas = ctypes.CDLL(str(folder / "libcublas.so.12"))
    handle = ctypes.c_void_p()
    status = cublas.cublasCreate_v2(ctypes.byref(handle))
    if status != 0:
        sys.exit(f"cublasCreate: {status}")
    for function in forwarded():
        given, converted = [], [handle]
        for index, parameter in enumerate(function.parameters[1:]):
            if parameter.kind in ENUM_KINDS:
                value = ENUM_VALUES[parameter.kind]
                converted.append(ctypes.c_int(value))
            elif parameter.kind in ("int", "i64"):
                value = 1000 + index if parameter.ctype == "int" else (1 << 40) + index
                converted.append(ctypes.c_int(value) if parameter.ctype == "int" else ctypes.c_int64(value))
            else:
                value = 0x10000 * (index + 1)
                converted.append(ctypes.c_void_p(value))
            given.append(value)
        status = getattr(cublas, function.name)(*converted)
        print(function.name, status, *given)
    cublas.cublasDestroy_v2(handle)


if __name__ == "__main__":
    main()
