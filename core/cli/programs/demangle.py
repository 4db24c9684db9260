# SPDX-License-Identifier: Apache-2.0
"""`cu++filt` of the toolkit folder: names of functions as the source has them, by the C++ library's own demangler."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Sequence
from functools import cache

from scale.cli.guard import guarded
from scale.cli.programs import parser_of
from scale.errors import MissingTool

NAME = re.compile(r"_{1,2}Z[A-Za-z0-9_.$]+")


def main(words: Sequence[str] | None = None) -> int:
    """Names from the command line, one a line; else standard input with each mangled name in it replaced."""
    return guarded("cu++filt", lambda: _run(words))


def _run(words: Sequence[str] | None) -> int:
    parser = parser_of("cu++filt", "Prints C++ names as the source has them.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--strip-underscore", "-_", dest="strip", action="store_true", help="a name has one more underscore in front")
    parser.add_argument("--no-params", "-p", dest="bare", action="store_true", help="without the types of parameters")
    options = parser.parse_intermixed_args(words)

    def shown(name: str) -> str:
        plain = demangled(name.removeprefix("_") if options.strip else name)
        return name if plain is None else without_parameters(plain) if options.bare else plain

    for name in options.names:
        print(shown(name))
    if not options.names:
        for line in sys.stdin:
            sys.stdout.write(NAME.sub(lambda found: shown(found[0]), line))
            sys.stdout.flush()
    return 0


@cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libstdc++.so.6")
    except OSError as error:
        raise MissingTool(f"no C++ library to ask: {error}") from None
    library.__cxa_demangle.restype = ctypes.c_void_p
    library.__cxa_demangle.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    return library


def demangled(name: str) -> str | None:
    """The name in the source's form; None for what is no mangled name."""
    if not name.startswith("_Z"):
        return None
    status = ctypes.c_int()
    text = _library().__cxa_demangle(name.encode(), None, None, ctypes.byref(status))
    if not text:
        return None
    plain = ctypes.string_at(text).decode(errors="replace")
    libc = ctypes.CDLL(None)
    libc.free.argtypes = [ctypes.c_void_p]
    libc.free(text)
    return plain


def without_parameters(plain: str) -> str:
    """`void ns::f<int>(int*, float)` becomes `void ns::f<int>`: the last parentheses at the outer level go."""
    depth = 0
    for at in range(len(plain) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(plain[at], 0)
        if plain[at] == "(" and depth == 0:
            return plain[:at]
    return plain
