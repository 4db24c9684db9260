# SPDX-License-Identifier: Apache-2.0
"""Elements that a matrix instruction lacks, as wider ones of the same value. Words are i32; both operands are widened alike, so
that the order along k stays common."""

from __future__ import annotations

from .lines import Lines

_HIGH = {0: "<i32 4, i32 0, i32 4, i32 1>", 1: "<i32 4, i32 2, i32 4, i32 3>"}
"""Bytes 0 and 1, or 2 and 3, each above a byte of the second vector."""
_LOW = {0: "<i32 0, i32 4, i32 1, i32 4>", 1: "<i32 2, i32 4, i32 3, i32 4>"}


def _spread(lines: Lines, word: str, other: int, order: dict[int, str]) -> list[str]:
    """Two words of 16-bit elements, each of a byte of the word and the byte `other`."""
    filling = "<" + ", ".join([f"i8 {other}"] * 4) + ">"
    flat = lines.op(f"bitcast i32 {word} to <4 x i8>")
    halves = [lines.op(f"shufflevector <4 x i8> {flat}, <4 x i8> {filling}, <4 x i32> {order[part]}") for part in (0, 1)]
    return [lines.op(f"bitcast <4 x i8> {half} to i32") for half in halves]


def _half_words(lines: Lines, word: str, element: str) -> list[str]:
    """Words of f16."""
    if element == "f16":
        return [word]
    if element == "e5m2":
        return _spread(lines, word, 0, _HIGH)
    if element in ("u8", "s8"):  # 1024 plus the byte, as f16, less what was added
        start = 1024 if element == "u8" else 1152
        if element == "s8":
            word = lines.op(f"xor i32 {word}, {0x80808080 - (1 << 32)}")
        found = []
        for both in _spread(lines, word, 0x64, _LOW):
            pair = lines.op(f"bitcast i32 {both} to <2 x half>")
            value = lines.op(f"fadd <2 x half> {pair}, splat (half {-float(start)})")
            found.append(lines.op(f"bitcast <2 x half> {value} to i32"))
        return found
    return [_from_e4m3(lines, both) for both in _spread(lines, word, 0, _HIGH)]


def _from_e4m3(lines: Lines, both: str) -> str:
    """Two e4m3 in upper bytes: exponents are smaller by 8 than f16's; all ones is a NaN."""
    sign = lines.op(f"and i32 {both}, {0x80008000 - (1 << 32)}")
    rest = lines.op(f"and i32 {both}, {0x7F007F00}")
    moved = lines.op(f"lshr i32 {rest}, 1")
    pair = lines.op(f"bitcast i32 {moved} to <2 x half>")
    scaled = lines.op(f"fmul <2 x half> {pair}, splat (half 256.0)")
    odd = lines.op(f"fcmp oeq <2 x half> {scaled}, splat (half 480.0)")
    value = lines.op(f"select <2 x i1> {odd}, <2 x half> splat (half 0xH7E00), <2 x half> {scaled}")
    bits = lines.op(f"bitcast <2 x half> {value} to i32")
    return lines.op(f"or i32 {bits}, {sign}")


def _single_words(lines: Lines, word: str, element: str) -> list[str]:
    """Words of f32."""
    if element == "tf32":  # the lower 13 bits do not count
        return [lines.op(f"and i32 {word}, {0xFFFFE000 - (1 << 32)}")]
    if element == "bf16":
        return [lines.op(f"shl i32 {word}, 16"), lines.op(f"and i32 {word}, {0xFFFF0000 - (1 << 32)}")]
    if element in ("u8", "s8"):
        flat = lines.op(f"bitcast i32 {word} to <4 x i8>")
        convert = "uitofp" if element == "u8" else "sitofp"
        values = [lines.op(f"{convert} i8 {byte} to float") for byte in lines.elements(flat, "i8", 4)]
        return [lines.op(f"bitcast float {value} to i32") for value in values]
    found = []
    for half_word in _half_words(lines, word, element):
        pair = lines.op(f"bitcast i32 {half_word} to <2 x half>")
        for half in lines.elements(pair, "half", 2):
            single = lines.op(f"fpext half {half} to float")
            found.append(lines.op(f"bitcast float {single} to i32"))
    return found


def _byte_words(lines: Lines, word: str, element: str) -> list[str]:
    """Words of signed bytes: unsigned 4 bits as they are, signed ones times 16."""
    mask = 0x0F0F0F0F if element == "u4" else 0xF0F0F0F0 - (1 << 32)
    moved = lines.op(f"{'lshr' if element == 'u4' else 'shl'} i32 {word}, 4")
    parts = [word, moved] if element == "u4" else [moved, word]
    return [lines.op(f"and i32 {part}, {mask}") for part in parts]


def widen(lines: Lines, words: list[str], element: str, wide: str) -> list[str]:
    """The words with each element as the wider one."""
    how = {"f16": _half_words, "f32": _single_words, "tf32": _single_words, "s8": _byte_words}
    return [new for word in words for new in how[wide](lines, word, element)] if wide else words
