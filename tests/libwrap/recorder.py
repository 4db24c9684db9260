# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for AMD's libraries that write their calls down, made from the stored facts: each function has the ABI of its signature.

A line a call: the name and its arguments. A creating function gives out handles 0x5000, 0x5001, …; attributes are written as hexadecimal
bytes.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from amd_facts import stored
from runtime_build import fake_hip

HEAD = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *begin(const char *name) {
  FILE *file = fopen(getenv("SCALE_TEST_RECORD"), "a");
  fputs(name, file);
  return file;
}
static int end(FILE *file) { fputc('\\n', file); fclose(file); return 0; }
static intptr_t next_handle = 0x5000;
"""
TYPES = {"i": "int", "l": "long long", "f": "float", "d": "double", "p": "void *"}
FORMATS = {"i": "%d", "l": "%lld", "f": "%g", "d": "%g", "p": "%lld"}


def function(name: str, letters: str) -> str:
    """C source of one recording function."""
    parameters = ", ".join(f"{TYPES[letter]} a{i}" for i, letter in enumerate(letters)) or "void"
    prints = "".join(
        f'  fprintf(file, " {FORMATS[letter]}", {"(long long)(intptr_t)" if letter == "p" else ""}a{i});\n'
        for i, letter in enumerate(letters)
    )
    extra = ""
    if name.endswith(("Create", "CreateGenerator")) and not name.endswith("PoissonDistribution"):
        prints = prints.replace(' fprintf(file, " %lld", (long long)(intptr_t)a0);\n', "", 1)
        extra = "  *(intptr_t *)a0 = next_handle++;\n"
    if name.startswith("hipblasLt") and name.endswith("SetAttribute"):
        prints = '  fprintf(file, " %lld %d ", (long long)(intptr_t)a0, a1);\n'
        prints += '  for (long long i = 0; i < a3; ++i) fprintf(file, "%02x", ((unsigned char *)a2)[i]);\n'
    if "MakePlan" in name:
        extra = f"  *(size_t *)a{len(letters) - 1 if name != 'hipfftXtMakePlanMany' else len(letters) - 2} = 4096;\n"
    if name == "hipblasLtMatmulAlgoGetHeuristic":
        extra = "  memset(a8, 0x5a, 16);\n  *(int *)a9 = 1;\n"
    return f'int {name}({parameters}) {{\n  FILE *file = begin("{name}");\n{prints}{extra}  return end(file);\n}}\n'


def build(folder: Path, library: str, more: dict[str, str] | None = None) -> Path:
    """Compile the stand-in for `library`; `more` adds functions that the facts do not have."""
    functions = {**stored()[library, "function"], **(more or {})}
    source, target = folder / f"{library}.c", folder / f"lib{library}.so"
    source.write_text(HEAD + "".join(function(name, letters) for name, letters in functions.items() if "s" not in letters))
    subprocess.run(["gcc", "-O0", "-w", "-shared", "-fPIC", str(source), "-o", str(target)], check=True)
    return target


@cache
def rocm_runtime() -> str:
    """The folder of a stand-in for HIP's runtime, compiled once a session."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return fake_hip(Path(folder.name), 6)


def run(folder: Path, script: str, variable: str, library: Path) -> tuple[list[str], list[str]]:
    """Run Python source with the ROCm provider on the stand-in; gives its output and the recorded calls, line by line."""
    record = folder / "record.txt"
    record.write_text("")
    environment = {
        **os.environ,
        "SCALE_DEVICE": "rocm",
        "LD_LIBRARY_PATH": rocm_runtime(),
        variable: str(library),
        "SCALE_TEST_RECORD": str(record),
    }
    done = subprocess.run([sys.executable, "-c", PREAMBLE + script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), record.read_text().splitlines()


PREAMBLE = """
import ctypes
from ctypes import byref, c_double, c_float, c_int, c_longlong, c_size_t, c_ulonglong, c_void_p
from scale.paths import library_folder
ctypes.CDLL(str(library_folder() / "libcudart.so.12"), mode=ctypes.RTLD_GLOBAL)
def load(name):
    return ctypes.CDLL(str(library_folder() / name))
"""
