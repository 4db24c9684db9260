# SPDX-License-Identifier: Apache-2.0
"""Executes AMD GPU machine code: the tests' stand-in for a GPU. See docs/amd-interpreter.md."""

from .emulator import Buffer, Counts, Emulator, Kernel, Module
from .errors import BadDispatch, BarrierDeadlock, EmulatorError, Hang, IllegalOperation, MemoryFault, Trap, UnknownInstruction

__all__ = [
    "BadDispatch", "BarrierDeadlock", "Buffer", "Counts", "Emulator", "EmulatorError", "Hang", "IllegalOperation", "Kernel",
    "MemoryFault", "Module", "Trap", "UnknownInstruction",
]  # fmt: skip
