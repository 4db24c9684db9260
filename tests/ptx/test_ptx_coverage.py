# SPDX-License-Identifier: Apache-2.0
"""The instruction table beside its page, and beside what NVIDIA's assembler takes."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import scale.compiler.ptx.rules  # noqa: F401  (fills the instruction table)
from scale.compiler.ptx import coverage, table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ptx.md"


def test_page_is_made_from_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    part = text.partition("<!-- table ptx -->\n")[2].partition("\n<!-- end ptx -->")[0]
    assert part == coverage.markdown(), "run ./dev tables ptx"


def test_everything_missing_has_a_reason() -> None:
    assert set(coverage.missing()) == set(coverage.REASONS)


def test_patterns() -> None:
    rule = table.Rule("op a?=x|y flag? t=@int32", "t <- t", lambda: None)
    assert sorted(rule.opcodes()) == sorted(
        f"op{a}{flag}.{t}" for a, flag, t in itertools.product(("", ".x", ".y"), ("", ".flag"), ("u32", "s32"))
    )
    match = rule.match("op.y.s32", ["y", "s32"])
    assert match is not None and match.slots == {"a": "y", "t": "s32"}
    assert rule.match("op.s32.y", ["s32", "y"]) is None
    unordered = rule.match_unordered("op.s32.y", ["s32", "y"])
    assert unordered is not None and unordered.slots == {"a": "y", "t": "s32"}
    assert rule.match_unordered("op.y.y", ["y", "y"]) is None


REGISTERS = {1: "p", 8: "h", 16: "h", 32: "r", 64: "d", 128: "q"}


def _operand(kind: str, match: table.Match, index: int) -> str:
    if kind == "i":
        return "1"
    if kind == "p|q":
        return "p1|p2"
    ptx = match.type(kind)
    if ptx.name in ("f32", "f64"):
        return f"{'f' if ptx.bits == 32 else 'g'}{index}"
    return f"{'c' if ptx.name == 'e2m1x2' else REGISTERS[ptx.bits]}{index}"


def _statements() -> list[str]:
    found = []
    for rules in table.RULES.values():
        for rule in rules:
            if rule.shape is None:
                continue
            destinations, sources = rule.shape
            opcodes = list(rule.opcodes())
            for opcode in opcodes[:: max(1, len(opcodes) // 40)]:
                match = rule.match(opcode, opcode.split(".")[1:])
                assert match is not None
                names = [_operand(kind, match, 1) for kind in destinations]
                names += [_operand(kind, match, number + 2) for number, kind in enumerate(sources) if not kind.endswith("?")]
                found.append(f"{opcode} {', '.join(names)};")
    return found


@pytest.mark.nvcc
@pytest.mark.skipif(shutil.which("ptxas") is None, reason="NVIDIA's ptxas is not installed")
def test_nvidia_takes_the_same_instructions_and_operands(tmp_path: Path) -> None:
    statements = _statements()
    text = ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k() {\n"
    text += (
        ".reg .pred p<9>; .reg .b8 c<9>; .reg .b16 h<9>; .reg .b32 r<9>; .reg .b64 d<9>; .reg .b128 q<9>; .reg .f32 f<9>; .reg .f64 g<9>;\n"
    )
    (tmp_path / "x.ptx").write_text(text + "\n".join(statements) + "\nret;\n}\n")
    command = ["ptxas", "-arch", "sm_100a", "x.ptx", "-o", "x.cubin"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    refused: dict[str, list[str]] = {}
    for number, message in re.findall(r"line (\d+); error\s+: (.*)", done.stderr + done.stdout):
        refused.setdefault(statements[int(number) - 6], []).append(message)
    # What it says of modifiers and types concerns forms that no source can have; operands must agree wherever the form is one.
    wrong = [statement for statement, messages in refused.items() if all("rgument" in message for message in messages)]
    assert not [statement for statement in wrong if ".bf16" not in statement], wrong
    assert len(statements) - len(refused) > 1000


# --- what the assembler takes and the table does not ---------------------------------------------------
ARITHMETIC = (
    "add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind brev bfe bfi szext bmsk addc subc madc copysign fma rcp "
    "sqrt rsqrt sin cos lg2 ex2 tanh and or xor not cnot shl shr"
)
MODIFIERS = (
    "- rn rz rm rp sat ftz rn.ftz rn.sat rn.ftz.sat lo hi wide approx approx.ftz full cc hi.cc lo.cc NaN ftz.NaN relu rn.relu xorsign.abs "
    "NaN.xorsign.abs rni rzi shiftamt clamp wrap rna rn.satfinite rn.satfinite.relu"
)
NAMES = (
    "u8 s8 u16 s16 b16 u32 s32 b32 u64 s64 b64 f16 f16x2 bf16 bf16x2 f32 f32x2 f64 u16x2 s16x2 e4m3x2 e5m2x2 e2m3x2 e3m2x2 e2m1x2 "
    "ue8m0x2 tf32"
)
NOT_THERE = {
    *(f"{op}.{t}" for op in ("addc", "subc", "madc.lo", "madc.hi") for t in ("u16", "s16")),
    *(f"fma.{r}.{t}" for r in ("rm", "rp", "rz") for t in ("bf16", "bf16x2")),
    *("addc.sat.s32", "subc.sat.s32", "rcp.rn.ftz.f64"),
}
"""Taken by ptxas 13.0 for sm_100a, though the PTX ISA does not have them."""


def _register(name: str, index: int) -> str:
    if name in ("f32", "tf32"):
        return f"f{index}"
    if name == "f64":
        return f"g{index}"
    if name.endswith("x2"):
        return f"{'d' if name == 'f32x2' else 'c' if name == 'e2m1x2' else 'h' if 'e' in name else 'r'}{index}"
    return f"{REGISTERS[int(re.sub(r'[a-z]', '', name))]}{index}"


def _forms() -> list[str]:
    found: dict[str, None] = {}
    names = NAMES.split()
    for op, modifier, name in itertools.product(ARITHMETIC.split(), MODIFIERS.split(), names):
        opcode = ".".join(word for word in (op, modifier, name) if word != "-")
        sources = [_register(name, index) for index in (2, 3, 4)]
        for count in (1, 2, 3):
            for target in (name, "u32", "u64"):
                found[f"{opcode} {_register(target, 1)}, {', '.join(sources[:count])};"] = None
        if op in ("shl", "shr", "szext", "bfe", "bfi"):
            counts = {"bfe": (1, 2), "bfi": (2, 2)}.get(op, (1, 1))
            rest = [*sources[: counts[0]], *["r5", "r6"][: counts[1]]]
            found[f"{opcode} {_register(name, 1)}, {', '.join(rest)};"] = None
    for modifier, target, source in itertools.product(MODIFIERS.split(), names, names):
        opcode = ".".join(word for word in ("cvt", modifier, target, source) if word != "-")
        found[f"{opcode} {_register(target, 1)}, {_register(source, 2)};"] = None
        found[f"{opcode} {_register(target, 1)}, {_register(source, 2)}, {_register(source, 3)};"] = None
    return list(found)


@pytest.mark.exhaustive
@pytest.mark.nvcc
@pytest.mark.skipif(shutil.which("ptxas") is None, reason="NVIDIA's ptxas is not installed")
def test_arithmetic_and_conversions_that_nvidia_takes_are_there(tmp_path: Path) -> None:
    forms = _forms()
    text = ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k() {\n"
    text += (
        ".reg .pred p<9>; .reg .b8 c<9>; .reg .b16 h<9>; .reg .b32 r<9>; .reg .b64 d<9>; .reg .b128 q<9>; .reg .f32 f<9>; .reg .f64 g<9>;\n"
    )
    (tmp_path / "x.ptx").write_text(text + "\n".join(forms) + "\nret;\n}\n")
    command = ["ptxas", "-arch", "sm_100a", "x.ptx", "-o", "x.cubin"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    refused = {int(number) - 6 for number in re.findall(r"line (\d+); error", done.stderr + done.stdout)}
    taken = {form.split()[0] for index, form in enumerate(forms) if index not in refused}
    assert len(taken) > 800
    assert {opcode for opcode in taken if table.find(opcode) is None} - NOT_THERE == set()
