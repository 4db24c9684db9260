# SPDX-License-Identifier: Apache-2.0
"""The core's micro-operation: `struct Op` and `struct Source` of core/state.h, the values of their fields, and the processors."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

NONE, CONSTANT, SCALAR, VECTOR, SCC, VCCZ, EXECZ, SHARED_BASE, SHARED_LIMIT, PRIVATE_BASE, PRIVATE_LIMIT = range(11)
INTEGER, F16, F32, F64, BF16, PACKED_F16, PACKED_INT, PACKED_F32, PACKED_BF16, RAW = range(10)
NEG, ABS, HIGH, HIGH2, NEG_HI, SEXT = 1, 2, 4, 8, 16, 32
KEEP_HIGH, PAIRED, RETURNS, NO_ADDRESS, INDEXED, TO_LDS, SCALAR_ADDRESS = 1, 2, 4, 8, 16, 32, 64
VCC, M0, NULL, EXEC = 106, 124, 125, 126
ACCUMULATOR = 256
"""Where accumulation registers start in the core's register file."""

_SOURCE = struct.Struct("<BBBBHBBQ")
_OP = struct.Struct("<IBBBBHHBBBBBBBBBBHIiiIq")
_EMPTY_SOURCE = _SOURCE.pack(NONE, 0, 2, 0, 0, 6, 0, 0)
_FLOATS = {240: 0.5, 241: -0.5, 242: 1.0, 243: -1.0, 244: 2.0, 245: -2.0, 246: 4.0, 247: -4.0}
_INV_2PI = {16: 0x3118, 32: 0x3E22F983, 64: 0x3FC45F306DC9C882}
_SPECIAL = {235: SHARED_BASE, 236: SHARED_LIMIT, 237: PRIVATE_BASE, 238: PRIVATE_LIMIT, 251: VCCZ, 252: EXECZ, 253: SCC}


@dataclass(frozen=True)
class Architecture:
    """A processor as the emulator sees it."""

    name: str
    tables: str
    """Name of tinygrad's table set."""
    generation: int
    lanes: int
    packed_ids: bool
    architected_scratch: bool
    ids_in_ttmp: bool = False


ARCHITECTURES = {
    a.name: a
    for a in (
        Architecture("gfx90a", "cdna", 9, 64, True, False),
        Architecture("gfx942", "cdna", 9, 64, True, True),
        Architecture("gfx950", "cdna", 9, 64, True, True),
        Architecture("gfx1100", "rdna3", 11, 32, True, True),
        Architecture("gfx1101", "rdna3", 11, 32, True, True),
        Architecture("gfx1102", "rdna3", 11, 32, True, True),
        Architecture("gfx1151", "rdna3", 11, 32, True, True),
        Architecture("gfx1200", "rdna4", 12, 32, True, True, True),
        Architecture("gfx1201", "rdna4", 12, 32, True, True, True),
    )
}


@dataclass
class Source:
    """A source operand on its way into `struct Source`."""

    kind: int = NONE
    type: int = INTEGER
    bits: int = 32
    modifiers: int = 0
    reg: int = 0
    select: int = 6
    value: int = 0

    def pack(self) -> bytes:
        return _SOURCE.pack(self.kind, self.type, max(1, self.bits // 16) & 0xFF, self.modifiers, self.reg, self.select, 0, self.value)


@dataclass
class Decoded:
    """One micro-operation; `pair` is the second half of a dual-issue instruction."""

    mnemonic: str
    size: int
    semantics: str
    dst_kind: int = NONE
    dst: int = 0
    dst_bits: int = 32
    sdst: int = NULL
    clamp: int = 0
    omod: int = 0
    dst_high: int = 0
    dst_select: int = 6
    dst_unused: int = 0
    dpp: int = 0
    row_mask: int = 15
    bank_mask: int = 15
    bound_control: int = 0
    fetch_inactive: int = 0
    dpp_control: int = 0
    dpp8: int = 0
    flags: int = 0
    imm: int = 0
    sources: list[Source] = field(default_factory=list)
    pair: Decoded | None = None

    def pack(self, offset: int, semantics: int, name: int) -> bytes:
        head = _OP.pack(
            offset, self.size, int(self.mnemonic.startswith("v_")),
            self.dst_kind, max(1, self.dst_bits // 16) & 0xFF, self.dst, self.sdst, self.clamp,
            self.omod,
            self.dst_high, self.dst_select, self.dst_unused, self.dpp, self.row_mask, self.bank_mask, self.bound_control,
            self.fetch_inactive, self.dpp_control, self.dpp8, semantics, name, self.flags, self.imm,
        )  # fmt: skip
        packed = b"".join(source.pack() for source in self.sources)
        return head + packed + _EMPTY_SOURCE * (4 - len(self.sources))


def _sign(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def _float_bits(value: float, bits: int, kind: int) -> int:
    if kind in (BF16, PACKED_BF16):
        return int.from_bytes(struct.pack("<f", value), "little") >> 16
    code = {16: "<e", 32: "<f", 64: "<d"}[bits]
    return int.from_bytes(struct.pack(code, value), "little")


def constant(code: int, bits: int, kind: int, literal: int, signed: bool = False) -> int:
    """The value of an inline constant or a literal for an operand of `bits` bits (ISA, "Scalar source operands")."""
    if 128 <= code <= 208:
        return (code - 128 if code <= 192 else 192 - code) & 0xFFFFFFFFFFFFFFFF
    width = 64 if bits == 64 and kind != PACKED_F32 else 32
    if kind in (PACKED_F16, PACKED_BF16) or (bits == 16 and code != 255):
        width = 16
    if code in _FLOATS:
        return _float_bits(_FLOATS[code], width, kind)
    if code == 248:
        return _INV_2PI[width]
    if bits == 64 and kind == F64:
        return literal << 32
    if bits == 64 and signed:
        return _sign(literal, 32) & 0xFFFFFFFFFFFFFFFF
    return literal
