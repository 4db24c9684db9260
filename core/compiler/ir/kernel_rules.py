# SPDX-License-Identifier: Apache-2.0
"""What CUDA does not allow a kernel to be, and clang takes: as it shows in device IR, before anything is dropped.

CUDA C++ Programming Guide, "Restrictions", "Functions": parameters, operators, types as template arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from scale.errors import CompileError

from .device_rules import wrong_function
from .layout import round_up, size_align
from .locate import Locations
from .text import NAME, define_name, matching_end, split_top, split_type

MOST_BYTES = 32764
"""Of all parameters together (compute capability 7.0 and above, since CUDA 12.1)."""
_DEFINE = re.compile(r"^define [^\n]*\{$", re.MULTILINE)
_TYPE = re.compile(rf"^(%{NAME}) = type (.*)$", re.MULTILINE)
_BYVAL = re.compile(r"\bbyval\(")
_OPENERS = "NIFJXZLM"
_TOKEN = re.compile(r"(?P<number>\d+)|S[0-9A-Z]*_|S[a-z]|T\d*_|D[a-zA-Z]|L[a-z]n?\d+E|.")
_UNKNOWN = re.compile(r"L(?![a-z]n?\d+E)|X|D[tTvB]|A\d|M")
_LOCAL = re.compile(r"Z4mainE(?P<length>\d+)(?P<rest>[A-Za-z_]\w*)")
_PARAMETER = re.compile(r"T\d*_")
_UNNAMED = re.compile(r"I(?:3\$_\d|Ut\d*_)E")


def top_level(mangled: str) -> list[str] | None:
    """The tokens of a mangled name that no bracket encloses, names with their lengths; None where expressions make it hard to read."""
    tokens, depth, at = [], 0, 2
    while at < len(mangled):
        if _UNKNOWN.match(mangled, at):
            return None
        found = _TOKEN.match(mangled, at)
        assert found is not None
        at = found.end()
        token = found[0]
        if found["number"]:
            at += int(token)
            token = mangled[found.start() : at]
        if token == "E":
            depth -= 1
        elif depth == 0:
            tokens.append(token)
        depth += token in _OPENERS
    return tokens if depth == 0 else None


def _ellipsis(name: str, header: str, types: dict[str, str]) -> str | None:
    return "a kernel cannot take variable arguments ('...')" if _parameters(header)[-1:] == ["..."] else None


def _rvalue_reference(name: str, header: str, types: dict[str, str]) -> str | None:
    tokens = [each for each in (top_level(name) or [] if name.startswith("_Z") else []) if each not in ("K", "V", "r")]
    concrete = not _PARAMETER.search(name)
    for token, behind in pairwise(tokens):
        if token == "O" and (concrete or behind[0] not in "DNST"):  # what template arguments decide may be a reference to an lvalue
            return "a parameter of a kernel cannot be an rvalue reference"
    return None


def _operator(name: str, header: str, types: dict[str, str]) -> str | None:
    tokens = top_level(name) if name.startswith("_Z") else None
    if tokens and len(name) > 3 and re.match(r"_Z[a-z][a-zA-Z]", name) and not name.startswith("_ZSt"):
        return "an operator cannot be a kernel"
    return None


def _initializer_list(name: str, header: str, types: dict[str, str]) -> str | None:
    if any('byval(%"class.std::initializer_list' in text for text in _parameters(header)):
        return "a parameter of a kernel cannot be a std::initializer_list: its elements are the caller's"
    return None


def _too_large(name: str, header: str, types: dict[str, str]) -> str | None:
    total = 0
    for text in _parameters(header):
        held = _BYVAL.search(text)
        type_ = text[held.end() : matching_end(text, held.end() - 1) - 1] if held else split_type(text)[0]
        try:
            size, align = size_align(type_, types)
        except ValueError:
            return None
        total = round_up(total, align) + size
    if total > MOST_BYTES:
        return f"the parameters of a kernel have at most {MOST_BYTES} bytes; these have {total}"
    return None


def _local_type(name: str, header: str, types: dict[str, str]) -> str | None:
    local = _LOCAL.search(name)
    if local is not None and "Ul" not in name[: local.start()]:  # a lambda may take and return such types
        inner = local["rest"][: int(local["length"])]
        return f"'{inner}' is a type inside main: it cannot be a template argument of a kernel"
    return "a type without a name cannot be a template argument of a kernel" if _UNNAMED.search(name) else None


def _deduced(name: str, header: str, types: dict[str, str]) -> str | None:
    tokens = top_level(name) if name.startswith("_Z") else None  # a parameter that is `auto` is one of a template's there
    return "a kernel returns void: its return type cannot be deduced" if tokens and {"Da", "Dc"} & set(tokens) else None


def _pack_in_front(name: str, header: str, types: dict[str, str]) -> str | None:
    if "J" not in name or "J" not in (_own_arguments(name) or [])[:-1]:
        return None
    return "a pack among the template parameters of a kernel has to be the last of them"


def _own_arguments(mangled: str) -> list[str] | None:
    """The tokens of the template arguments that a kernel itself has, without those inside of them: `J` for a pack."""
    if not mangled.startswith("_Z"):
        return None
    around: list[str] = []
    arguments: list[str] = []
    at = 3 if mangled.startswith("_ZL") else 2
    while at < len(mangled):
        if _UNKNOWN.match(mangled, at):
            return None
        found = _TOKEN.match(mangled, at)
        assert found is not None
        at = found.end() + int(found["number"] or 0)
        token = found[0]
        own = around in (["I"], ["N", "I"])
        if own and token != "E":
            arguments.append(token)
        if token in _OPENERS:
            around.append(token)
            arguments = [] if around in (["I"], ["N", "I"]) else arguments
        elif token == "E" and around:
            around.pop()
            if not around:
                return arguments
    return None


RULES: tuple[Callable[[str, str, dict[str, str]], str | None], ...] = (
    _ellipsis, _rvalue_reference, _initializer_list, _operator, _too_large, _local_type, _deduced, _pack_in_front,
)  # fmt: skip
"""Each gives what is wrong with a kernel of this name and header, or None."""


def check_kernels(text: str) -> None:
    """Refuse what nvcc refuses of kernels, and of what stands beside them (`device_rules.py`).

    Raises:
        CompileError: at the function's line where there is debug information.
    """
    if (wrong := wrong_function(text)) is not None:
        raise CompileError(wrong[1], location=_location(text, wrong[0]))
    types: dict[str, str] | None = None
    for found in _DEFINE.finditer(text):
        header = found[0]
        if " ptx_kernel " not in header:
            continue
        types = dict(_TYPE.findall(text)) if types is None else types
        name = define_name(header)
        message = next((said for rule in RULES if (said := rule(name, header, types)) is not None), None)
        if message is not None:
            raise CompileError(message, location=_location(text, header))


def _parameters(header: str) -> list[str]:
    start = header.index("(", header.index("@"))
    return [part.strip() for part in split_top(header[start + 1 : matching_end(header, start) - 1])]


def _location(text: str, header: str) -> str | None:
    """`file:line:column` of a function's name."""
    number = re.search(r"!dbg !(\d+)", header)
    locations = Locations(text.split("\n"))
    place = locations.place(number[1]) if number else None
    if place is None or number is None:
        return None
    file, line, _ = place
    name = re.search(r'\bname: "([^"<]+)', locations.node(number[1]))
    try:
        written = Path(file).read_text(errors="replace").split("\n")[line - 1]
    except (OSError, IndexError):
        written = ""
    return f"{file}:{line}:{max(written.find(name[1]) if name else 0, 0) + 1}"
