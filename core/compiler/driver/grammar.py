# SPDX-License-Identifier: Apache-2.0
"""nvcc's command-line grammar: words in, values by key out. Knows no single option; those are rows of the table."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .messages import Fatal, warn
from .options import Option, by_name, load_options

GLUED = frozenset("IDULlOt")
"""One-letter options whose value may follow without a space."""
FORWARDING = {
    "--forward-unknown-to-host-compiler": (True, False),
    "-forward-unknown-to-host-compiler": (True, False),
    "--forward-unknown-to-host-linker": (False, True),
    "-forward-unknown-to-host-linker": (False, True),
    "--forward-unknown-opts": (True, True),
    "-forward-unknown-opts": (True, True),
}
"""Which tools get what the table does not know; the option may stand anywhere on the line."""
OPTION_FILES = ("--options-file", "-optf")
DEEPEST_OPTION_FILE = 16


@dataclass
class Parsed:
    """A command line as values by key."""

    values: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    lists: dict[str, list[str]] = field(default_factory=dict)
    phases: list[str] = field(default_factory=list)
    both: list[str] = field(default_factory=list)
    """Flags for clang on both sides."""
    operands: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    """`NVCC_PREPEND_FLAGS` and `NVCC_APPEND_FLAGS` as found, for `-v`."""
    chosen: dict[str, Option] = field(default_factory=dict)
    """The row that set each phase, for messages."""

    def items(self, key: str) -> tuple[str, ...]:
        """The list of this key, in the order of the command line."""
        return tuple(self.lists.get(key, ()))


def split_list(text: str) -> list[str]:
    """Items of a comma list: a comma splits unless a backslash is before it or double quotes are around it.

    The backslash goes, quotes stay, empty items vanish.
    """
    items = [""]
    quoted = False
    position = 0
    while position < len(text):
        letter = text[position]
        if letter == "\\" and position + 1 < len(text):
            position += 1
            items[-1] += text[position]
        elif letter == "," and not quoted:
            items.append("")
        else:
            quoted ^= letter == '"'
            items[-1] += letter
        position += 1
    return [item for item in items if item]


def shell_words(text: str) -> list[str]:
    """Words of a string as a shell would cut them; a quote without its partner is an ordinary letter."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def strip_quotes(text: str) -> str:
    """Without the double quotes that protect blanks and commas."""
    return text.replace('"', "")


def _expand_files(words: Sequence[str], depth: int = 0) -> Iterator[str]:
    """The words with each `--options-file` replaced by the words in the files."""
    if depth > DEEPEST_OPTION_FILE:
        raise Fatal("Options files include each other")
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name not in OPTION_FILES:
            yield word
            continue
        if not equals:
            value = next(rest, "")
            if not value:
                raise Fatal(f"argument expected after '{word}'")
        for item in split_list(value):
            path = strip_quotes(item)
            try:
                text = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
            except OSError:
                raise Fatal(f"Could not open options file '{path}'") from None
            try:
                inner = shlex.split(text, comments=True)
            except ValueError as error:
                raise Fatal(f"Options file '{path}': {str(error).lower()}") from None
            yield from _expand_files(inner, depth + 1)


def _find(word: str, names: Mapping[str, Option]) -> tuple[Option, str | None] | None:
    """The row of a word, with the value that the word holds itself."""
    if word in names:
        return names[word], None
    name, equals, value = word.partition("=")
    if equals and name in names:
        return names[name], value
    if word[1:2] in GLUED and word[:2] in names:
        return names[word[:2]], word[2:]
    return None


def _check(option: Option, value: str) -> None:
    if not option.choices:
        return
    if option.choices == ("number",):
        if not value.isdigit():
            raise Fatal(f"'{value}': expected a number")
    elif option.choices == ("true", "false"):
        if value not in option.choices:
            raise Fatal(f"'{value}': expected true or false")
    elif value not in option.choices:
        raise Fatal(f"Value '{value}' is not defined for option '{option.title}'")


def _store_value(parsed: Parsed, option: Option, value: str) -> None:
    values = split_list(value) if option.is_list and option.handling != "append" else [value]
    for item in values:
        _check(option, item)
    if option.handling in ("list", "append"):
        parsed.lists.setdefault(option.key, []).extend(values)
        return
    if option.handling == "ignored":
        return
    before = parsed.values.get(option.key)
    if before is not None and before != value:
        warn(f"incompatible redefinition for option '{option.title}', the last value of this option was used")
    parsed.values[option.key] = value
    if option.handling.startswith("both="):
        parsed.both.append(option.handling[5:] + value)


def _store(parsed: Parsed, option: Option, value: str | None) -> None:
    if option.handling == "refused":
        why = f": {option.note}" if option.note else ""
        raise Fatal(f"Option '{option.spelling}' is not supported{why}")
    if option.handling.startswith("phase="):
        phase = option.handling[6:]
        parsed.phases.append(phase)
        parsed.chosen[phase] = option
    elif value is not None:
        _store_value(parsed, option, value)
    elif option.handling == "flag":
        parsed.flags.add(option.key)
    elif option.handling.startswith("both="):
        parsed.both.append(option.handling[5:])


def _unknown(word: str, names: Mapping[str, Option]) -> Fatal:
    import difflib

    near = difflib.get_close_matches(word.partition("=")[0], names, n=2, cutoff=0.8)
    hint = f"did you mean {' or '.join(near)}?" if near else None
    return Fatal(f"Unknown option '{word}'", hint=hint)


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> Parsed:
    """The values that a command line gives.

    Args:
        arguments: the words after the program's name.
        environment: where `NVCC_PREPEND_FLAGS` and `NVCC_APPEND_FLAGS` are looked up.

    Raises:
        Fatal: an unknown option, a missing or illegal value, an options file that cannot be read.
    """
    parsed = Parsed()
    for variable in ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
        if environment.get(variable):
            parsed.environment[variable] = environment[variable]
    before = shell_words(parsed.environment.get("NVCC_PREPEND_FLAGS", ""))
    after = shell_words(parsed.environment.get("NVCC_APPEND_FLAGS", ""))
    words = list(_expand_files([*before, *arguments, *after]))
    to_compiler = any(FORWARDING.get(word, (False, False))[0] for word in words)
    to_linker = any(FORWARDING.get(word, (False, False))[1] for word in words)
    names = by_name(load_options())
    rest = iter(words)
    for word in rest:
        if not word:
            continue  # CMake's toolkit search passes an empty first argument
        if not word.startswith("-") or word == "-":
            parsed.operands.append(word)
            continue
        found = _find(word, names)
        if found is None:
            if not (to_compiler or to_linker):
                raise _unknown(word, names)
            if to_compiler:
                parsed.lists.setdefault("forwarded_compiler", []).append(word)
            if to_linker:
                parsed.lists.setdefault("forwarded_linker", []).append(word)
            continue
        option, value = found
        if option.takes_value and value is None:
            value = next(rest, None)
            if value is None:
                raise Fatal(f"argument expected after '{word}'")
        elif not option.takes_value and value is not None:
            raise Fatal(f"no argument expected after '{word.partition('=')[0]}'")
        _store(parsed, option, value)
    return parsed
