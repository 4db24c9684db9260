# SPDX-License-Identifier: Apache-2.0
"""Finds the asm statements in trees of CUDA sources and says what share of them the translator takes.

    python tests/ptx/ptx_harvest.py NAME=FOLDER…

Each statement is read from the source text with its constraints, so no headers or build are needed; statements whose text is
put together by macros are counted apart.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import llvmlite.binding as llvm
from ptx_harness import CONSTRAINTS
from scale.compiler.ptx import translate_module
from scale.errors import CompileError

_HEAD = re.compile(r"\b(?:asm|__asm__|__asm)\s*(?:(?:volatile|__volatile__|__volatile)\s*)?\(")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|\s+|.', re.S)
_SUFFIXES = {".cu", ".cuh", ".h", ".hpp", ".inl", ".cc", ".cpp", ".hxx"}
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "r": "\r"}


LATER = re.compile(
    r"\b(tcgen05|wgmma|tensormap|clusterlaunchcontrol|multimem|st\.async|st\.bulk|red\.async|cp\.async\.bulk\.(?!commit|wait)|cp\.reduce"
    r"|mma\.sp|_mma\.|block_scale|ue8m0|ue4m3|e2m1|e2m3|e3m2|mbarrier::complete_tx|setmaxnreg)"
)
"""Instructions of sm_89, sm_90a and later, which code asks for behind `__CUDA_ARCH__`: device code here is compiled as sm_80."""


@dataclass
class Found:
    file: Path
    line: int
    text: str
    outputs: list[str]
    inputs: list[str]


@dataclass
class Share:
    """What became of one project's statements."""

    statements: int = 0
    distinct: dict[tuple[object, ...], str | None] = field(default_factory=dict)
    """statement → None, or the message of the translator."""
    failed: int = 0
    by_macro: int = 0
    later: int = 0


def statements(path: Path) -> list[Found | None]:
    """The asm statements of a file; None for those that a macro makes."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = text.replace("\\\n", "  ")
    found: list[Found | None] = []
    for head in _HEAD.finditer(text):
        sections: list[list[str]] = [[]]
        depth = 1
        for token in _TOKEN.finditer(text, head.end()):
            word = token[0]
            if word[0] == '"' or not (word.isspace() or word.startswith(("//", "/*"))):
                depth += word in "([{" and len(word) == 1
                depth -= word in ")]}" and len(word) == 1
                if depth == 0:
                    break
                if word == ":" and depth == 1:
                    sections.append([])
                else:
                    sections[-1].append(word)
        line = text.count("\n", 0, head.start()) + 1
        found.append(_statement(path, line, sections))
    return found


def _statement(path: Path, line: int, sections: list[list[str]]) -> Found | None:
    if not sections[0] or any(word[0] != '"' for word in sections[0]):
        return None
    text = re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), "".join(word[1:-1] for word in sections[0]), flags=re.S)
    lists = []
    names: list[str] = []
    for section in sections[1:3]:
        items = []
        for part in _split(section):
            strings = [word for word in part if word[0] == '"']
            if not strings:
                return None
            items.append(strings[0][1:-1])
            if part[0] == "[":
                names.append(part[1] if part[2] == "]" else "".join(part[1 : part.index("]")]))
            else:
                names.append("")
        lists.append(items)
    outputs, inputs = ([*lists, [], []])[:2]
    for index, name in enumerate(names):
        if name:
            text = text.replace(f"%[{name}]", f"%{index}")
    return Found(path, line, text, outputs, inputs)


def _split(words: list[str]) -> list[list[str]]:
    parts: list[list[str]] = []
    depth = 0
    for word in words:
        depth += word in "([{" and len(word) == 1
        depth -= word in ")]}" and len(word) == 1
        if word == "," and depth == 0:
            parts.append([])
            continue
        if not parts:
            parts.append([])
        parts[-1].append(word)
    return [part for part in parts if part]


def module(found: Found) -> str | None:
    """Device IR with the statement; None if a constraint is not one of PTX."""
    outputs = [item.lstrip("=+&") for item in found.outputs]
    tied = [index for index, item in enumerate(found.outputs) if "+" in item]
    if any(letter not in CONSTRAINTS for letter in outputs):
        return None
    types, constraints = [], [f"={letter}" for letter in outputs]
    arguments = []
    for item in found.inputs:
        letter = item.strip()
        if letter.isdigit():
            letter_type = CONSTRAINTS[outputs[int(letter)]][0]
        elif letter in ("n", "i"):
            letter_type = "i32"
        elif letter in CONSTRAINTS:
            letter_type = CONSTRAINTS[letter][0]
        else:
            return None
        constraints.append(letter)
        types.append(letter_type)
        arguments.append("i32 16" if letter in ("n", "i") else f"{letter_type} %a{len(types)}")
    for index in tied:
        constraints.append(str(index))
        types.append(CONSTRAINTS[outputs[index]][0])
        arguments.append(f"{types[-1]} %a{len(types)}")
    out_types = [CONSTRAINTS[letter][0] for letter in outputs]
    result = "void" if not out_types else out_types[0] if len(out_types) == 1 else "{ " + ", ".join(out_types) + " }"
    text = found.text.replace("$", "$$").replace("%%", "\0")
    text = re.sub(r"%(\d+)", r"$\1", text).replace("%=", "${:uid}").replace("\0", "%")
    text = text.replace("\\", "\\5C").replace('"', "\\22").replace("\n", "\\0A").replace("\t", "\\09").replace("\r", "\\0D")
    parameters = ", ".join(f"{t} %a{i + 1}" for i, t in enumerate(types))
    head = "  %r = " if out_types else "  "
    call = f'{head}call {result} asm sideeffect "{text}", "{",".join(constraints)}"({", ".join(arguments)})'
    return f"define void @f({parameters}) {{\n{call}\n  ret void\n}}\n"


def harvest(folder: Path) -> Share:
    """Every statement under a folder, tried."""
    share = Share()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in _SUFFIXES or not path.is_file():
            continue
        for found in statements(path):
            if found is None:
                share.by_macro += 1
                continue
            text = module(found)
            if text is None or not found.text.strip():
                continue
            if LATER.search(found.text):
                share.later += 1
                continue
            share.statements += 1
            key = (found.text, tuple(found.outputs), tuple(found.inputs))
            if key not in share.distinct:
                try:
                    translated, _ = translate_module(text)
                    llvm.parse_assembly(translated).verify()
                    share.distinct[key] = None
                except CompileError as error:
                    share.distinct[key] = error.message
                except RuntimeError as error:
                    share.distinct[key] = f"IR of {found.text!r}: {error}"
            share.failed += share.distinct[key] is not None
    return share


def main() -> None:
    reasons: Counter[str] = Counter()
    for argument in sys.argv[1:]:
        name, _, folder = argument.partition("=")
        share = harvest(Path(folder))
        good = sum(message is None for message in share.distinct.values())
        taken = share.statements - share.failed
        print(
            f"{name}: {taken} of {share.statements} statements, {good} of {len(share.distinct)} distinct; "
            f"not counted: {share.by_macro} made by macros, {share.later} for later hardware"
        )
        for message in share.distinct.values():
            if message is not None:
                reasons[message] += 1
    for message, count in reasons.most_common():
        print(f"{count:6} {message}")


if __name__ == "__main__":
    main()
