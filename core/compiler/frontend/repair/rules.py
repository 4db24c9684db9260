# SPDX-License-Identifier: Apache-2.0
"""The repairs: which diagnostic of clang, what is done, what is said. Each keeps the meaning that nvcc gives the source."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .arrays import initialised_array
from .device_bodies import device_body_on_host
from .diagnostics import Diagnostic, Place
from .gcc_target import NEEDS_TARGET, gcc_target
from .host_calls import BOTH, host_body, host_call
from .host_functions import host_function_on_device
from .host_values import host_value, without_body
from .launches import NOT_FOUND, kernel_of_arguments
from .macros import through_macros
from .own_builtins import unused_definition
from .shared import shared_storage
from .source import Source, Sources
from .unused_device import in_unused_function, unused_device_function, unused_device_reference

DEVICE = "__attribute__((device)) "
SILENT = ""
"""The sentence of a repair that changes nothing that a user could want to know."""
Action = Callable[[Diagnostic, "re.Match[str]", Sources], "str | None"]


@dataclass(frozen=True)
class Rule:
    """A pattern for the text of an error, and the repair, which gives the sentence to say or None where it does not apply."""

    pattern: str
    action: Action
    sides: tuple[str, ...] = ("device", "host")
    alone: bool = False
    """Whether it changes nothing on the line but what begins at the place of the error: others to the left can follow in the same round."""


def _ignored_unroll(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    source = sources.get(error.place.file)
    if source is None:
        return None
    for number in range(error.place.line - 1, max(error.place.line - 7, 0), -1):
        start = source.offset(Place(error.place.file, number, 1))
        line = source.text[start:].partition("\n")[0]
        if re.match(r"\s*#\s*pragma\s+(?:GCC\s+)?(?:no)?unroll\b", line):
            source.replace(start, start + len(line), "")
            return "#pragma unroll before a statement that is no loop is ignored"
    return None


def _braces_in_launch(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    opened = source.text.rfind("<<<", 0, at)
    if source.text[at : at + 1] == "{" and opened >= 0 and not re.search(r">>>|;", source.text[opened:at]):
        source.insert(at, "dim3")
        return "a braced list in a launch configuration is taken as dim3"
    return _spaced_launch(error, source)


def _spaced_launch(error: Diagnostic, source: Source) -> str | None:
    start = source.offset(Place(error.place.file, error.place.line, 1))
    end = source.text.find("\n", start)
    line = source.text[start : len(source.text) if end < 0 else end]
    mended = re.sub(r"<<\s+<|<\s+<<|<\s+<\s+<", "<<<", line)
    mended = re.sub(r">>\s+>|>\s+>>|>\s+>\s+>", ">>>", mended) if mended != line else line
    if mended == line:
        return None
    source.replace(start, start + len(line), mended)
    return "spaces inside <<< >>> are dropped"


def _widen(source: Source, place: Place, attributes: str) -> None:
    source.insert(source.declarator(source.offset(place)), attributes)


def _same_sides(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Two declarations of one function name different sides: nvcc takes all of them together."""
    earlier = next((place for place, text in error.notes if "previous declaration" in text), None)
    if earlier is None or "global" in match["here"] + match["there"]:
        return None
    here, there = (set(re.findall(r"host|device", match[key])) for key in ("here", "there"))
    for place, sides in ((error.place, here), (earlier, there)):
        source = sources.get(place.file)
        if sides == here | there:
            continue
        if source is None:
            return None
        _widen(source, place, BOTH)
    return f"the declarations of '{match['name']}' name different sides; all of them are taken"


def _sides_of_declaration(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """A definition outside its class, or a specialisation, without the attributes of its declaration."""
    for place, text in error.notes:
        if "member declaration nearly matches" in text or "target attributes do not match" in text:
            source, other = sources.get(error.place.file), sources.get(place.file)
            if source is None:
                return None
            head = other.head(other.offset(place)) if other else ""
            both = "__host__" in head and "__device__" in head
            only_device = "__device__" in head and not both
            if not (both or only_device) and "__host__" in head:
                return None
            tried = source.text[source.declarator(source.offset(error.place)) - 90 : source.offset(error.place)]
            if DEVICE in tried or BOTH in tried:
                return None
            _widen(source, error.place, DEVICE if only_device else BOTH)
            return f"'{match['name']}' takes the sides of its declaration"
    return None


def _defaulted(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """nvcc ignores the sides of a function that is defaulted where it is declared."""
    said = None
    user = sources.get(error.place.file)
    if user is not None and "constructor" in error.text:
        start, end = user.statement(user.offset(error.place))
        if re.search(r"\b__shared__\b", user.code[start:end].partition("=")[0]):
            return shared_storage(error, match, sources)
    for place, text in error.notes:
        source = sources.get(place.file)
        if source is None or not re.search(r"call to __(?:host|device)__ function from", text):
            continue
        start, end = source.statement(source.offset(place))
        old = source.text[start:end]
        if not re.search(r"=\s*default\s*;", old):
            continue
        source.replace(start, end, re.sub(r"__(?:host|device)__", "", old))
        said = "the sides of a defaulted function are ignored"
    return said


def _side_of_other_run(caller: str, callee: str) -> Action:
    """What one run only checks and the other makes code of: nvcc looks for the right side where it makes the code.

    Sources with overloads behind `#if __CUDA_ARCH__` need this: their host functions have no other callee in the device's run.
    """

    def action(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
        widened: set[tuple[str, int, int]] = set()
        for place, text in error.notes:
            source = sources.get(place.file)
            if source is None or not re.search(rf"call to __{callee}__ function from __{caller}__ function", text):
                continue
            at = source.declarator(source.offset(place))
            if (place.file, place.line, place.column) not in widened and not source.text[:at].endswith(BOTH):
                widened.add((place.file, place.line, place.column))
        for file, line, column in sorted(widened, reverse=True):
            source = sources.get(file)
            if source is not None:
                _widen(source, Place(file, line, column), BOTH)
        return SILENT if widened else None

    return action


def _address_on_host(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Host code names a device function without calling it."""
    user = sources.get(error.place.file)
    if user is None:
        return None
    behind = user.text[user.offset(error.place) :]
    if re.match(r"(?:\w+\s*::\s*)*\w+\s*(?:<[^;]*?>)?\s*\(", behind):
        return None
    for place, text in error.notes:
        source = sources.get(place.file)
        if source is not None and text.startswith(f"'{match['name']}' declared here"):
            _widen(source, place, BOTH)
            return f"host code takes the address of device function '{match['name']}'; it cannot be called through it"
    return None


def _text_operand(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Of the constraints that take an address clang has `i`; the text behind it is put in place later (`compiler/ptx/text_operands.py`)."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    if source.text[at : at + 3] != '"C"':
        return None
    source.replace(at, at + 3, '"i"')
    return SILENT


def _insert_keyword(keyword: str) -> Action:
    def action(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
        source = sources.get(error.place.file)
        if source is None:
            return None
        source.insert(source.offset(error.place), keyword + " ")
        return f"missing '{keyword}' is added"

    return action


def _type_by_using(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`using Base::type;` in a template, of a base that its arguments decide: g++ and nvcc see at each instantiation what it names."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    start, _ = source.statement(at)
    declaration = source.code[start:at]
    first = list(re.finditer(r"\busing\b", declaration))
    if not first:
        return None
    begin = depth = 0
    for index in range(first[-1].end(), len(declaration)):
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(declaration[index], 0)
        if declaration[index] == "," and depth == 0:
            begin = index + 1
    source.insert(start + (begin or first[-1].end()), " typename ")
    return "missing 'typename' is added"


def _extern_shared_scalar(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`extern __shared__ T name;`, where T is no array without a size: nvcc defines the variable there."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    start, end = source.statement(source.offset(error.place))
    found = re.search(r"\bextern\s+", source.text[start:end])
    if found is None:
        return None
    source.replace(start + found.start(), start + found.end(), "")
    return f"extern declaration of __shared__ variable '{match['name']}' is treated as a static definition"


def _remove(pattern: str, error: Diagnostic, sources: Sources) -> bool:
    """Take away what stands at an error's place, if it is what the pattern says."""
    source = sources.get(error.place.file)
    if source is None:
        return False
    at = source.offset(error.place)
    found = re.match(pattern, source.text[at:])
    if found is not None:
        source.replace(at, at + len(found[0]), "")
    return found is not None


def _volatile_outside(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`asm volatile` outside of functions: such a statement is never dropped anyway."""
    removed = _remove(r"(?:__)?volatile(?:__)?", error, sources)
    return "volatile on asm outside a function is ignored" if removed else None


_REST_OF_STRINGS = re.compile(r'(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
_LONE = re.compile(r"(?<!%)%(?=[A-Za-z_])(?![A-Za-z]\d)")


def _lone_percent(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`asm("{ .reg .pred %p; … }")`: what no operand and no modifier is called stands for itself."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)  # at the sign, or behind the letter that was taken for a modifier
    at = source.text.rfind("%", max(at - 2, 0), at + 1)
    rest = _REST_OF_STRINGS.match(source.text, max(at, 0))
    if at < 0 or rest is None or _LONE.match(source.text, at) is None:
        return None
    source.replace(at, rest.end(), _LONE.sub("%%", source.text[at : rest.end()]))
    return "% before a name in asm is taken as %%"


_GNU = {"noreturn": "noreturn", "nodiscard": "warn_unused_result", "maybe_unused": "unused"}


def _attribute_behind_side(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`__device__ [[noreturn]] void f()`."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    found = re.match(r"\[\[\s*(?:\w+\s*::\s*)?(?P<name>\w+)\b[^\[\]]*\]\]", source.text[at:])
    if found is None:
        return None
    gnu = _GNU.get(found["name"])
    source.replace(at, at + len(found[0]), f"__attribute__(({gnu})) " if gnu else "")
    return f"[[{found['name']}]] behind a side is " + ("taken" if gnu else "ignored")


def _guide_without_side(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """A deduction guide is no code: the side that is named on it means nothing."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    side = re.search(r"(?:[A-Za-z_]\w*\s+)+\Z", source.text[max(at - 120, 0) : at].rpartition(">")[2])
    if side is None:
        return None
    source.replace(at - len(side[0]), at, "")
    return "the side of a deduction guide is ignored"


def _side_of_parameter(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`void f(__device__ int a)`: nvcc warns that the attribute does not apply."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    word = re.match(r"[A-Za-z_]\w*", source.text[at:])  # of CUDA, or a macro of the user's for it
    before = source.code[max(source.code.rfind(mark, 0, at) for mark in ";{}") + 1 : at]
    written = any(re.search(r"expanded from macro '__(?:device|constant|managed)__'", text) for _, text in error.notes)
    if word is None or not written or before.count("(") <= before.count(")"):
        return None
    source.replace(at, at + len(word[0]), "")
    return f"{word[0]} on a parameter is ignored"


def _bounds_elsewhere(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`__launch_bounds__(64)` on a variable, a parameter or a class: nvcc warns that the attribute does not apply."""
    if not any("expanded from macro '__launch_bounds__'" in text for _, text in error.notes):
        return None
    removed = _remove(r"__launch_bounds__\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", error, sources)
    return "__launch_bounds__ on what is no function is ignored" if removed else _EXPANDED(error, match, sources)


_EXPANDED = through_macros(lambda error, match, sources: None)
"""The user's macro at an error's place is expanded, for the next round."""


def _global_name(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`using ::arg;` in a template, for device code alone: nvcc looks for the name when it makes device code of the template."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    start, end = source.statement(at)
    if not re.match(rf"using\s+::\s*{match['name']}\s*;|\w+\s*\(\s*{match['name']}\s*\)\s*;", source.code[start:end]):
        return None
    source.replace(start, end, f"using {match['meant']};")
    return f"'::{match['name']}' is not there; until device code uses the template, it is '{match['meant']}'"


def _both(action: Action) -> Action:
    """A repair of code that its author wrote for both sides."""
    return lambda error, match, sources: None if in_unused_function(error, sources) else action(error, match, sources)


FLAGS = (
    (
        r"member access into incomplete type",
        "-fdelayed-template-parsing",
        "templates are checked when they are instantiated",
    ),
    (
        r"no member named '\w+' in the global namespace$",
        "-fdelayed-template-parsing",
        "templates are checked when they are instantiated",
    ),
    (r"\bis ambiguous\b|\bambiguous (?:call|conversion)", "-fgpu-defer-diag", SILENT),
    (r"undeclared identifier 'typeof'", "-Dtypeof=__typeof__", "typeof is a keyword"),
    (
        r"(?:no template named|undeclared template struct) '(?:texture|surface)'|unknown type name '(?:textureReference|surfaceReference)'",
        "-D__SCALE_TEXTURE_REFERENCES__=1",
        "texture and surface references are there, which CUDA 12 took away",
    ),
)
"""Errors that go away with a flag of clang's: pattern, flag, what to say. Where functions of the other side were passed over, errors wait
until this run makes the code: nvcc chooses among all, then checks sides (`half - half` in host code, an operator of the device)."""

_NO_CALLEE = r"no matching (?:constructor|function|member)|no viable |invalid operands to binary|call to object of type"
_HOST_CALL = r"reference to __host__ function '(?P<name>[^']+)'"
_SIDES = r"__(?:host|device|global)__(?: __device__)?"
RULES = (
    Rule(r"expected a for, while, or do-while loop to follow '#pragma", _ignored_unroll),
    Rule(r"expected expression", _braces_in_launch),
    Rule(NOT_FOUND, through_macros(kernel_of_arguments)),
    Rule(rf"(?P<here>{_SIDES}) function '(?P<name>[^']+)' cannot overload (?P<there>{_SIDES}) function", _same_sides),
    Rule(r"out-of-line definition of '(?P<name>[^']+)' does not match any declaration", _sides_of_declaration),
    Rule(r"no function template matches function template specialization '(?P<name>[^']+)'", _sides_of_declaration),
    Rule(r"no matching (?:constructor|function|member)|call to implicitly-deleted|attempt to use a deleted", _defaulted),
    Rule(_NO_CALLEE, _side_of_other_run("host", "device"), ("device",)),
    Rule(_NO_CALLEE, _side_of_other_run("(?:device|global)", "host"), ("host",)),
    Rule(_NO_CALLEE, unused_device_function, ("device",)),
    Rule(rf"{_HOST_CALL} in __host__ __device__ function", _both(through_macros(without_body)), ("device",), alone=True),
    Rule(rf"{_HOST_CALL} in __host__ __device__ function", _both(host_function_on_device), ("device",)),
    Rule(r"reference to __host__ (?:function|variable) '[^']+' in __host__ __device__ function", _both(host_body), ("device",)),
    Rule(rf"{_HOST_CALL} in __host__ __device__ function", _both(host_call), ("device",)),
    Rule(rf"{_HOST_CALL} in __(?:host|device|global)__", _both(through_macros(host_value)), ("device",), alone=True),
    Rule(rf"{_HOST_CALL} in __device__ function", unused_device_reference, ("device",)),
    Rule(r"reference to __device__ function '(?P<name>[^']+)' in __host__ function", _address_on_host, ("host",)),
    Rule(r"redefinition of '(?P<name>\w+)'$", unused_definition),
    Rule(r"missing 'typename' prior to dependent type name", through_macros(_insert_keyword("typename"))),
    Rule(r"dependent using declaration resolved to type without 'typename'", through_macros(_type_by_using)),
    Rule(r"use 'template' keyword to treat", through_macros(_insert_keyword("template"))),
    Rule(r"meaningless 'volatile' on asm outside function", through_macros(_volatile_outside)),
    Rule(r"invalid input constraint 'C' in asm", through_macros(_text_operand)),
    Rule(r"invalid % escape in inline assembly string", _lone_percent),
    Rule(r"an attribute list cannot appear here", through_macros(_attribute_behind_side)),
    Rule(r"no member named '(?P<name>\w+)' in the global namespace; did you mean '(?P<meant>[\w:]+)'\?", _global_name, ("device",)),
    Rule(r"are not allowed on non-static local variables", _side_of_parameter, alone=True),
    Rule(r"'amdgpu_num_vgpr' attribute only applies to", _bounds_elsewhere),
    Rule(r"deduction guides may only be annotated with", _guide_without_side),
    Rule(r"variable-sized object may not be initialized", through_macros(initialised_array)),
    Rule(r"initialization is not supported for __shared__ variables", through_macros(shared_storage)),
    Rule(r"__shared__ variable '(?P<name>[^']+)' cannot be 'extern'", through_macros(_extern_shared_scalar)),
    Rule(NEEDS_TARGET, gcc_target, ("host",)),
    Rule(r"", device_body_on_host, ("host",)),
)
