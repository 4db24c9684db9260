# SPDX-License-Identifier: Apache-2.0
"""Finds an instruction's encoding in tinygrad's tables and reads its raw fields."""

from __future__ import annotations

from functools import cache
from typing import Any

from . import names
from .operation import BF16, F16, F32, F64, INTEGER, PACKED_BF16, PACKED_F16, PACKED_F32, PACKED_INT, Decoded

_TYPES = {
    "F16": F16,
    "F32": F32,
    "F64": F64,
    "BF16": BF16,
    "PK2_F16": PACKED_F16,
    "PK2_BF16": PACKED_BF16,
    "PK2_F32": PACKED_F32,
    "PK2_I16": PACKED_INT,
    "PK2_U16": PACKED_INT,
    "PK2_B16": PACKED_INT,
}


class Fields:
    """Raw bit fields of a decoded instruction, its operand types, and its literal."""

    def __init__(self, inst: Any) -> None:
        self.kind = type(inst).__name__
        self._positions = _positions(type(inst))
        self._raw = inst._raw
        self._inst = inst
        self.size = inst.size()
        self.operands = inst.operands
        self._bits = inst.op_bits if hasattr(type(inst), "op") else {}

    def __contains__(self, name: str) -> bool:
        return name in self._positions

    def __getitem__(self, name: str) -> int:
        lo, mask = self._positions[name]
        return int(self._raw >> lo & mask)

    def get(self, name: str, default: int) -> int:
        return self[name] if name in self._positions else default

    def enum(self, name: str) -> str:
        return str(getattr(self._inst, name).name).lower()

    def operand(self, name: str) -> tuple[int, int, bool]:
        """Type, width in bits, and whether it is a signed integer."""
        if name not in self.operands:
            alternative = name[1:] if name.startswith("v") else "v" + name
            if alternative not in self.operands:
                return INTEGER, 32, False
            name = alternative
        fmt = self.operands[name][0].name.removeprefix("FMT_NUM_")
        return _TYPES.get(fmt, INTEGER), self._bits.get(name, self.operands[name][1]), fmt.startswith("I")

    def start(self) -> Decoded:
        mnemonic = self.enum("op").removesuffix("_e32").removesuffix("_e64")
        return Decoded(mnemonic, self.size, names.semantics(mnemonic))


@cache
def _positions(cls: Any) -> dict[str, tuple[int, int]]:
    return {name: (f.lo, f.mask) for name, f in cls._fields}


@cache
def _extra_formats(tables: str) -> list[Any]:
    """Encodings that tinygrad has but does not look for."""
    import importlib

    module = importlib.import_module(f"tinygrad.runtime.autogen.amd.{tables}.ins")
    return [getattr(module, name) for name in ("MUBUF", "VBUFFER") if hasattr(module, name)]


def find(code: bytes, tables: str) -> Any:
    """The instruction object for the words at the start of `code`."""
    import tinygrad.renderer.amd as amd
    from tinygrad.renderer.amd import dsl

    try:
        cls = amd.detect_format(code, tables)
    except ValueError:
        cls = next((c for c in _extra_formats(tables) if amd._matches(code, c)), None)
        if cls is None:
            raise
    # tinygrad takes 249 for DPP8; on gfx10 and later it is 233, or 234 with inactive lanes fetched.
    if tables != "cdna" and cls.__name__ in ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VOP3SD"):
        lo, mask = _positions(cls)["src0"]
        if int.from_bytes(code[:12], "little") >> lo & mask in (233, 234):
            cls = dsl._get_variant(cls, "_DPP8")
    return cls.from_bytes(code)


_ELEMENTS = {"f32": 0, "f16": 1, "bf16": 2, "i8": 3, "fp8": 4, "bf8": 5, "f64": 6, "iu8": 7, "iu4": 8, "i32": 9}


def matrix_shape(mnemonic: str) -> int:
    """`v_mfma_f32_16x16x4_4b_f16` to the word that core/matrix.cpp reads."""
    parts = mnemonic.split("_")
    m, _, k = (int(n) for n in parts[3].split("x"))
    blocks = int(parts[4][:-1]) if parts[4].endswith("b") and parts[4][:-1].isdigit() else 1
    inputs = [p for p in parts[4:] if p in _ELEMENTS]
    if not inputs:
        raise ValueError(mnemonic)
    out = {"i32": "i32"}.get(parts[2], parts[2])
    a, b = _ELEMENTS[inputs[0]], _ELEMENTS[inputs[-1]]
    return m | blocks << 8 | k << 16 | a << 24 | b << 28 | _ELEMENTS[out] << 32
