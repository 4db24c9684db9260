# SPDX-License-Identifier: Apache-2.0
"""Finds instructions that gfx11.0 does not have: a DPP move of lanes as first operand and a scalar as second.

LLVM refuses a scalar when it fuses the move into an instruction of three operands, and folds one in later (seen in LLVM 22). From
gfx11.5 on the instruction exists. The code is then generated anew without fused moves.
"""

from __future__ import annotations

import io
import itertools
import re
import struct

from elftools.elf.elffile import ELFFile

_ASSEMBLY = re.compile(r"_e64_dpp\d* [^\n]*, s\d")
_VOP3, _VOP3P = 0b110101, 0b110011
"""Upper six bits of an instruction's first word."""
_DPP_SOURCES = (0xFA, 0xE9, 0xEA)
"""The second word's first operand where the move is in a third word: DPP16, and DPP8 without and with its zeros."""
_FIRST_VECTOR = 256
_EXECUTABLE = 0x4


def holds(code: bytes | str) -> bool:
    """Whether a relocatable ELF, or assembly text, may have such an instruction: words are looked at wherever they stand."""
    if isinstance(code, str):
        return _ASSEMBLY.search(code) is not None
    return any(_holds(section.data()) for section in ELFFile(io.BytesIO(code)).iter_sections() if section["sh_flags"] & _EXECUTABLE)


def _holds(text: bytes) -> bool:
    words = struct.unpack(f"<{len(text) // 4}I", text[: len(text) // 4 * 4])
    return any(
        first >> 26 in (_VOP3, _VOP3P) and second & 0x1FF in _DPP_SOURCES and second >> 9 & 0x1FF < _FIRST_VECTOR
        for first, second in itertools.pairwise(words)
    )
