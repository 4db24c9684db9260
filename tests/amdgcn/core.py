# SPDX-License-Identifier: Apache-2.0
"""Builds the C++ core on first use and loads it. The library is keyed by its sources, so a change builds anew."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent / "core"
BUILD = Path(__file__).resolve().parents[2] / "build" / "amdgcn"
# No contraction and no reassociation: results must be those of the instruction, not of a faster expression.
FLAGS = ["-std=c++17", "-O2", "-ftree-vectorize", "-march=native", "-ffp-contract=off", "-frounding-math"]
FLAGS += ["-fno-strict-aliasing", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"]


class Launch(ctypes.Structure):
    """`struct Launch` of core/dispatch.cpp."""

    _fields_ = (
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("entry", ctypes.c_uint64),
        ("kernarg", ctypes.c_uint64),
        ("dispatch_packet", ctypes.c_uint64),
        ("kernarg_preload", ctypes.c_uint64),
        ("properties", ctypes.c_uint32),
        ("rsrc1", ctypes.c_uint32),
        ("rsrc2", ctypes.c_uint32),
        ("lds_bytes", ctypes.c_uint32),
        ("scratch_bytes", ctypes.c_uint32),
        ("lanes", ctypes.c_uint32),
        ("packed_ids", ctypes.c_uint32),
        ("architected_scratch", ctypes.c_uint32),
        ("ids_in_ttmp", ctypes.c_uint32),
        ("resident", ctypes.c_uint32),
        ("slice", ctypes.c_uint32),
        ("pad", ctypes.c_uint32),
        ("limit", ctypes.c_uint64),
        ("executed", ctypes.c_uint64),
        ("fault_address", ctypes.c_uint64),
        ("services", ctypes.c_uint64),
    )


def _compiler() -> str:
    for name in (os.environ.get("CXX"), "g++", "c++"):
        if name and shutil.which(name):
            return name
    raise RuntimeError("the AMD emulator needs a C++17 compiler (g++ 12 or newer); none is on PATH")


def _build(target: Path, sources: list[Path]) -> None:
    compiler = _compiler()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        objects = [Path(folder) / f"{source.stem}.o" for source in sources]

        def compile_one(pair: tuple[Path, Path]) -> None:
            command = [compiler, *FLAGS, "-c", str(pair[0]), "-o", str(pair[1])]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"the AMD emulator's core does not build: {' '.join(command)}\n{done.stderr}")

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(compile_one, zip(sources, objects, strict=True)))
        library = Path(folder) / "libamdgcn.so"
        subprocess.run([compiler, "-shared", "-o", str(library), *map(str, objects)], check=True)
        library.replace(target)


def library_path() -> Path:
    """The built core; builds it under a lock when its sources changed."""
    sources = sorted(SOURCES.glob("*.cpp"))
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for file in [*sources, *sorted(SOURCES.glob("*.h"))]:
        digest.update(file.read_bytes())
    target = BUILD / digest.hexdigest()[:16] / "libamdgcn.so"
    if not target.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with (BUILD / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                _build(target, sources)
    return target


@cache
def library() -> ctypes.CDLL:
    """The loaded core with its functions' types set."""
    lib = ctypes.CDLL(str(library_path()))
    pointer, u64, text = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p
    signatures = {
        "memory_create": (pointer, []),
        "memory_checked": (None, [pointer, ctypes.c_int]),
        "memory_add": (None, [pointer, u64, u64]),
        "memory_remove": (None, [pointer, u64]),
        "memory_destroy": (None, [pointer]),
        "program_create": (pointer, [text, u64, text, text, u64, u64, ctypes.c_int]),
        "program_destroy": (None, [pointer]),
        "program_counts": (None, [pointer, pointer, pointer, ctypes.c_int]),
        "services_create": (pointer, []),
        "services_destroy": (None, [pointer]),
        "services_hostcall": (u64, [pointer]),
        "services_heap": (u64, [pointer]),
        "known": (ctypes.c_int, [text]),
        "execute": (ctypes.c_int, [pointer, pointer, pointer, pointer, ctypes.c_char_p, u64]),
        "launch": (ctypes.c_int, [pointer, pointer, pointer, ctypes.c_char_p, u64]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(lib, f"amdgcn_{name}")
        function.restype, function.argtypes = result, arguments
    return lib
