# SPDX-License-Identifier: Apache-2.0
"""Runs single instructions on a wave whose registers the caller sets: for tests of the core's semantics."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from .bundle import operations
from .core import library
from .decode import Decoder
from .errors import FAULTS, EmulatorError
from .operation import ARCHITECTURES, EXEC

POISON = 0xFFF7A5A5


class Registers(ctypes.Structure):
    """`struct Registers` of core/dispatch.cpp."""

    _fields_ = (
        ("v", ctypes.c_uint32 * 64 * 512),
        ("s", ctypes.c_uint32 * 128),
        ("scc", ctypes.c_uint32),
        ("lanes", ctypes.c_uint32),
        ("mode", ctypes.c_uint32),
        ("lds_bytes", ctypes.c_uint32),
    )


class Machine:
    """One wave of a processor with all registers in reach: `v[register, lane]`, `s[register]`, `scc`, `lds`."""

    def __init__(self, target: str, lds_bytes: int = 4096) -> None:
        self.architecture = ARCHITECTURES[target]
        self.decoder = Decoder(self.architecture)
        self.registers = Registers()
        self.v: NDArray[np.uint32] = np.ctypeslib.as_array(self.registers.v)
        self.s: NDArray[np.uint32] = np.ctypeslib.as_array(self.registers.s)
        self.lds = np.zeros(lds_bytes, np.uint8)
        self.registers.lanes = self.architecture.lanes
        self.registers.lds_bytes = lds_bytes
        # Round to nearest even, denormals kept, DX10 clamp and IEEE mode as LLVM sets them.
        self.registers.mode = 0x3F0 if self.architecture.generation < 12 else 0xF0
        self._lib = library()
        self._memory = self._lib.amdgcn_memory_create()
        self.exec = (1 << self.architecture.lanes) - 1

    @property
    def exec(self) -> int:
        return int(self.s[EXEC]) | int(self.s[EXEC + 1]) << 32

    @exec.setter
    def exec(self, value: int) -> None:
        self.s[EXEC], self.s[EXEC + 1] = value & 0xFFFFFFFF, value >> 32

    @property
    def scc(self) -> int:
        return int(self.registers.scc)

    @scc.setter
    def scc(self, value: int) -> None:
        self.registers.scc = value

    def run(self, code: bytes) -> None:
        """Executes machine code that ends at its last byte.

        Raises:
            EmulatorError: what the emulator says.
        """
        code += b"\x00\x00\x81\xbf" if self.architecture.generation == 9 else b"\x00\x00\xb0\xbf"  # s_endpgm
        packed, count, semantics, mnemonics = operations(code, self.decoder)
        generation = self.architecture.generation
        program = self._lib.amdgcn_program_create(packed, count, semantics.encode(), mnemonics.encode(), 0x1000, len(code), generation)
        message = ctypes.create_string_buffer(1024)
        try:
            result = self._lib.amdgcn_execute(
                program, self._memory, ctypes.byref(self.registers), self.lds.ctypes.data, message, len(message)
            )
        finally:
            self._lib.amdgcn_program_destroy(program)
        if result:
            raise FAULTS.get(result, EmulatorError)(message.value.decode())
