# SPDX-License-Identifier: Apache-2.0
"""The types of PTX (PTX ISA, chapter "State Spaces, Types, and Variables") and the LLVM types that hold them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PtxType:
    """One type suffix: `.s32` is PtxType("s32", "s", 32, "i32")."""

    name: str
    kind: str
    """`u` unsigned, `s` signed, `b` untyped bits, `f` floating point, `p` predicate."""
    bits: int
    llvm: str

    @property
    def signed(self) -> bool:
        return self.kind == "s"

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def int_llvm(self) -> str:
        """The LLVM integer type of the same width."""
        return f"i{self.bits}"


def _types() -> dict[str, PtxType]:
    table = {"pred": PtxType("pred", "p", 1, "i1")}
    for bits in (8, 16, 32, 64):
        for kind in "usb":
            table[f"{kind}{bits}"] = PtxType(f"{kind}{bits}", kind, bits, f"i{bits}")
    for name, kind, bits, llvm in (
        ("b128", "b", 128, "i128"),
        ("f16", "f", 16, "half"),
        ("bf16", "f", 16, "bfloat"),
        ("f32", "f", 32, "float"),
        ("tf32", "f", 32, "float"),
        ("f64", "f", 64, "double"),
        ("f16x2", "f", 32, "<2 x half>"),
        ("bf16x2", "f", 32, "<2 x bfloat>"),
        ("f32x2", "f", 64, "<2 x float>"),
        ("u16x2", "u", 32, "<2 x i16>"),
        ("s16x2", "s", 32, "<2 x i16>"),
        ("e4m3x2", "b", 16, "i16"),
        ("e5m2x2", "b", 16, "i16"),
        ("e2m3x2", "b", 16, "i16"),
        ("e3m2x2", "b", 16, "i16"),
        ("e2m1x2", "b", 8, "i8"),
        ("ue8m0x2", "b", 16, "i16"),
    ):
        table[name] = PtxType(name, kind, bits, llvm)
    return table


TYPES = _types()

PRED = TYPES["pred"]
B32 = TYPES["b32"]

SETS: dict[str, tuple[str, ...]] = {
    "int": ("u16", "u32", "u64", "s16", "s32", "s64"),
    "int8": ("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"),
    "int32": ("u32", "s32"),
    "bits": ("b16", "b32", "b64"),
    "rnd": ("rn", "rz", "rm", "rp"),
    "rint": ("rni", "rzi", "rmi", "rpi"),
    "half": ("f16", "f16x2", "bf16", "bf16x2"),
    "cmp": ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"),
    "fcmp": ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"),
    "bool": ("and", "or", "xor"),
    "scope": ("cta", "cluster", "gpu", "sys"),
    "space": ("global", "shared", "shared::cta", "local", "const", "param", "param::entry", "param::func"),
    "reg": ("b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64"),
}
"""Groups of suffixes that rules name with `@`."""

LLVM_BITS = {"i1": 1, "half": 16, "bfloat": 16, "float": 32, "double": 64, "ptr": 64}


def llvm_bits(llvm: str) -> int:
    """Width in bits of a scalar, vector or pointer LLVM type (pointers: 64)."""
    if llvm in LLVM_BITS:
        return LLVM_BITS[llvm]
    if llvm.startswith("<"):
        count, element = llvm[1:-1].split(" x ")
        return int(count) * llvm_bits(element)
    if llvm.startswith("i"):
        return int(llvm[1:])
    if llvm.startswith("ptr"):
        return 64
    raise ValueError(f"no width for the LLVM type {llvm}")
