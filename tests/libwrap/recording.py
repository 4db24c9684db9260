# SPDX-License-Identifier: Apache-2.0
"""A stand-in for hipBLAS that writes each call down: one C function for every counterpart that the table names.

The parameters have the types of hipBLAS's C interface as far as the ABI goes: enums are int, sizes int or int64_t, all else pointers.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from scale.libwrap.tables import LibraryFunction, Parameter, cublas_functions

ENUM_KINDS = frozenset({"op", "side", "fill", "diag", "dt", "dt_t", "comp", "comp_t", "algo"})

HEAD = """
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static void record(const char *name, int count, ...) {
  FILE *file = fopen(getenv("SCALE_TEST_RECORD"), "a");
  va_list arguments;
  va_start(arguments, count);
  fprintf(file, "%s", name);
  for (int i = 0; i < count; ++i) fprintf(file, " %lld", va_arg(arguments, long long));
  fprintf(file, "\\n");
  va_end(arguments);
  fclose(file);
}
int hipblasCreate(void **handle) { *handle = (void *)0x5000; return 0; }
int hipblasDestroy(void *handle) { record("hipblasDestroy", 1, (long long)(intptr_t)handle); return 0; }
int hipblasSetStream(void *handle, void *stream) {
  record("hipblasSetStream", 2, (long long)(intptr_t)handle, (long long)(intptr_t)stream);
  return 0;
}
int hipblasSetPointerMode(void *handle, int mode) { return handle == 0 || mode < 0; }
int hipblasSetAtomicsMode(void *handle, int mode) { return handle == 0 || mode < 0; }
"""


def abi_type(parameter: Parameter) -> str:
    if parameter.kind in ENUM_KINDS:
        return "int"
    if parameter.kind == "int":
        return parameter.ctype
    return "long long" if parameter.kind == "i64" else "const void *"


def forwarded() -> list[LibraryFunction]:
    """Every cuBLAS function that the table forwards; several may share a counterpart."""
    return [function for function in cublas_functions() if function.hip is not None and function.status != "missing"]


def build(folder: Path, status: int = 0) -> Path:
    """Compile the stand-in; each recorded function returns `status` (a hipblasStatus_t)."""
    lines = [HEAD]
    for name, function in {function.hip: function for function in forwarded()}.items():
        types = [*(abi_type(parameter) for parameter in function.parameters[1:]), *("int" for _ in function.hip_more)]
        parameters = ", ".join(["void *h", *(f"{kind} a{i}" for i, kind in enumerate(types))])
        values = "".join(f", (long long){'(intptr_t)' if kind.endswith('*') else ''}a{i}" for i, kind in enumerate(types))
        body = f'record("{name}", {len(types) + 1}, (long long)(intptr_t)h{values}); return {status};'
        lines.append(f"int {name}({parameters}) {{ {body} }}\n")
    source, library = folder / "recording.c", folder / "libhipblas.so.2"
    source.write_text("".join(lines))
    subprocess.run(["gcc", "-O0", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    return library
