# SPDX-License-Identifier: Apache-2.0
"""What can end an execution badly. Each fault of the C++ core has a class here; the numbers are those of `FaultKind` in core/state.h."""

from __future__ import annotations


class EmulatorError(Exception):
    """Any fault of emulated code; the message names the instruction, its place and the work-group."""

    def __init__(self, message: str, address: int = 0) -> None:
        super().__init__(message)
        self.address = address


class MemoryFault(EmulatorError):
    """An access outside of every allocation, of LDS or of the kernel's scratch memory, or a misaligned atomic."""


class UnknownInstruction(EmulatorError):
    """An instruction that was executed and that the emulator does not know."""


class IllegalOperation(EmulatorError):
    """An instruction that the processor does not have in this form, or a jump to where none starts."""


class Trap(EmulatorError):
    """The kernel executed a trap (`__trap`, a failed assertion)."""


class Hang(EmulatorError):
    """The launch went past its limit of wave instructions."""


class BarrierDeadlock(EmulatorError):
    """Every wave that is left waits at a barrier."""


class BadDispatch(EmulatorError):
    """A launch that hardware would refuse: sizes, arguments, entry."""


FAULTS: dict[int, type[EmulatorError]] = {
    1: MemoryFault,
    2: UnknownInstruction,
    3: IllegalOperation,
    4: Trap,
    5: Hang,
    6: BarrierDeadlock,
    7: BadDispatch,
}
