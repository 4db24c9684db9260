# SPDX-License-Identifier: Apache-2.0
"""A small stand-in for the driver and the CPU provider: compile CUDA text for the `cpu` target, launch kernels from Python."""

from __future__ import annotations

import ctypes as c
import math
import os
import struct
import subprocess
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from scale.compiler.ir.reach import finish_module
from scale.compiler.ir.text import parse_module
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.cpu.backend import make

HERE = Path(__file__).parent
LEVEL = 4 if "avx512bw" in Path("/proc/cpuinfo").read_text() else 3 if "avx2" in Path("/proc/cpuinfo").read_text() else 2


class Argument(c.Structure):
    _fields_ = [("offset", c.c_uint32), ("size", c.c_uint32)]


class Kernel(c.Structure):
    _fields_ = [
        ("name", c.c_char_p),
        ("entry", c.c_void_p),
        ("arguments", c.POINTER(Argument)),
        *(
            (n, c.c_uint32)
            for n in (
                "argument_count",
                "kernarg_size",
                "static_shared",
                "frame_fixed",
                "frame_per_thread",
                "frame_per_warp",
                "max_threads",
                "local_bytes",
                "flags",
            )
        ),
        ("checked", c.c_void_p),
    ]


class Variable(c.Structure):
    _fields_ = [("name", c.c_char_p), ("address", c.c_void_p), ("size", c.c_uint64), ("flags", c.c_uint32), ("reserved", c.c_uint32)]


class ImageTable(c.Structure):
    _fields_ = [
        ("abi", c.c_uint32),
        ("level", c.c_uint32),
        ("kernel_count", c.c_uint32),
        ("variable_count", c.c_uint32),
        ("kernels", c.POINTER(Kernel)),
        ("variables", c.POINTER(Variable)),
    ]


class Services(c.Structure):
    _fields_ = [
        (n, c.c_void_p)
        for n in ("vprintf", "assert_fail", "trap", "malloc", "free", "clock", "globaltimer", "nanosleep", "grid_sync", "check_access")
    ] + [("reserved", c.c_void_p * 6)]


class Launch(c.Structure):
    _fields_ = [
        ("grid", c.c_uint32 * 3),
        ("block", c.c_uint32 * 3),
        ("dynamic_shared", c.c_uint32),
        ("check", c.c_uint32),
        ("shared", c.c_void_p),
        ("frame", c.c_void_p),
        ("services", c.POINTER(Services)),
        ("kernel", c.POINTER(Kernel)),
        ("provider", c.c_void_p),
    ]


ENTRY = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Launch), c.c_uint64, c.c_uint64)
_LIBC = c.CDLL(None)


@cache
def clang() -> str:
    import sys

    beside = Path(sys.executable).parent / "clang-22"
    return str(beside) if beside.exists() else "clang-22"


def device_ir(source: str, *flags: str) -> str:
    """Device IR of a CUDA text, as the driver hands it to a target."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.cu"
        path.write_text('#include "prelude.h"\n' + source)
        command = [
            clang(),
            "-x",
            "cuda",
            "--cuda-device-only",
            "--cuda-gpu-arch=sm_80",
            "-nocudainc",
            "-nocudalib",
            "-O2",
            "-std=c++17",
            "-Wno-unknown-cuda-version",
            "-Xclang",
            "-disable-llvm-passes",
            "-fno-strict-aliasing",
            "-emit-llvm",
            "-S",
            f"-I{HERE}",
            *flags,
            str(path),
            "-o",
            "-",
        ]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert run.returncode == 0, run.stderr
    module = parse_module(run.stdout)
    finish_module(module)
    return module.render()


@dataclass
class Device:
    """A loaded image."""

    table: ImageTable
    library: c.CDLL
    printed: list[tuple[str, bytes]] = field(default_factory=list)
    failed: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    accesses: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    keep: list[object] = field(default_factory=list)

    def kernel(self, name: str) -> Kernel:
        for k in range(self.table.kernel_count):
            if self.table.kernels[k].name == name.encode():
                return self.table.kernels[k]
        raise KeyError(name)

    def variable(self, name: str) -> Variable:
        for k in range(self.table.variable_count):
            if self.table.variables[k].name == name.encode():
                return self.table.variables[k]
        raise KeyError(name)

    def launch(
        self,
        name: str,
        grid: tuple[int, ...] | int,
        block: tuple[int, ...] | int,
        *arguments: object,
        shared: int = 0,
        checked: bool = False,
    ) -> None:
        """Run all blocks of a launch on this thread. Arrays are passed by address; scalars must be NumPy scalars or bytes (structs)."""
        kernel = self.kernel(name)
        grid3, block3 = _three(grid), _three(block)
        buffer = bytearray(kernel.kernarg_size)
        assert len(arguments) == kernel.argument_count
        for k, value in enumerate(arguments):
            place = kernel.arguments[k]
            if isinstance(value, np.ndarray):
                data = struct.pack("<Q", value.ctypes.data)
            elif isinstance(value, bytes):
                data = value
            elif isinstance(value, np.generic):
                data = value.tobytes()
            else:
                data = struct.pack("<i", value)
            assert len(data) == place.size, (k, len(data), place.size)
            buffer[place.offset : place.offset + place.size] = data
        threads = math.prod(block3)
        shared_size = kernel.static_shared + shared
        frame_size = kernel.frame_fixed + kernel.frame_per_thread * threads + kernel.frame_per_warp * ((threads + 31) // 32)
        shared_memory = np.full(shared_size + 256, 0xA5, np.uint8)
        frame = np.full(frame_size + 256, 0x5A, np.uint8)
        guard = frame_size + (-frame.ctypes.data % 64)
        arguments_memory = (c.c_ubyte * max(1, len(buffer))).from_buffer(buffer or bytearray(1))
        launch = Launch(
            grid3,
            block3,
            shared,
            int(checked),
            _up(shared_memory.ctypes.data, 128),
            _up(frame.ctypes.data, 64),
            c.pointer(self._services()),
            c.pointer(kernel),
            None,
        )
        ENTRY(kernel.checked if checked else kernel.entry)(c.addressof(arguments_memory), c.byref(launch), 0, math.prod(grid3))
        assert (frame[guard:] == 0x5A).all(), "wrote beyond the frame"

    def _services(self) -> Services:
        def vprintf(launch: object, text: bytes, arguments: int) -> int:
            self.printed.append((text.decode(), c.string_at(arguments, 64) if arguments else b""))
            return 0

        def assert_fail(launch: object, message: bytes, file: bytes, line: int, function: bytes, block: object, thread: object) -> None:
            self.failed.append((message.decode(), tuple(block[k] for k in range(3)), tuple(thread[k] for k in range(3))))  # type: ignore[index]
            # a real provider does not return; tests use asserts whose code may go on

        def check(launch: object, address: int, size: int, access: int, block: object, thread: object) -> None:
            self.accesses.append((address, size, access, block[0], thread[0]))  # type: ignore[index]

        u3 = c.POINTER(c.c_uint32)
        functions = [
            c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_void_p)(vprintf),
            c.CFUNCTYPE(None, c.c_void_p, c.c_char_p, c.c_char_p, c.c_uint32, c.c_char_p, u3, u3)(assert_fail),
            c.CFUNCTYPE(None, c.c_void_p)(lambda launch: os._exit(99)),
            None,
            None,
            c.CFUNCTYPE(c.c_uint64)(lambda: 12345),
            c.CFUNCTYPE(c.c_uint64)(lambda: 67890),
            c.CFUNCTYPE(None, c.c_uint32)(lambda n: None),
            c.CFUNCTYPE(None, c.c_void_p)(lambda launch: None),
            c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.c_uint64, c.c_uint32, u3, u3)(check),
        ]
        self.keep.append(functions)
        services = Services()
        for (name, _), function in zip(Services._fields_, functions, strict=False):
            if function is not None:
                setattr(services, name, c.cast(function, c.c_void_p))
        services.malloc = c.cast(_LIBC.malloc, c.c_void_p)
        services.free = c.cast(_LIBC.free, c.c_void_p)
        return services


def _up(address: int, align: int) -> int:
    return (address + align - 1) // align * align


def _three(value: tuple[int, ...] | int) -> c.Array[c.c_uint32]:
    values = (value,) if isinstance(value, int) else tuple(value)
    return (c.c_uint32 * 3)(*((*values, 1, 1, 1))[:3])


def load(data: bytes) -> Device:
    """Load an image."""
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(data)
        file.flush()
        library = c.CDLL(file.name)
    return Device(ImageTable.in_dll(library, "scale_cpu_image"), library)


_cache: dict[tuple[str, int, tuple[str, ...], int], Device] = {}


def build(source: str, optimization: int = 3, *flags: str, level: int = LEVEL, **options: object) -> Device:
    """Compile and load; the same text is compiled once."""
    key = (source, optimization, (*flags, repr(options)), level)
    if key not in _cache:
        target = make("cpu")
        settings = DeviceOptions(optimization=optimization, **options)  # type: ignore[arg-type]
        result = target.compile(device_ir(source, *flags), settings, levels=(level,))  # type: ignore[call-arg]
        _cache[key] = load(result.images[0].data)
    return _cache[key]
