# SPDX-License-Identifier: Apache-2.0
"""Flags of the host compiler that clang does not know: `-fipa-pta`, `-fno-lifetime-dse`, `--param=…`.

Build files hand them to nvcc by `-Xcompiler`, which gives them to GCC; they steer its optimiser. On the host side of a CUDA source,
which clang compiles, they are left out. A flag that the host compiler does not know either stays, and clang's error names it.
"""

from __future__ import annotations

import re
from functools import cache

from .clang import find_clang

DOUBTFUL = re.compile(r"-f|-m|--param")
KNOWN = re.compile(
    r"-f(?:no-)?(?:PIC|pic|PIE|pie|openmp|exceptions|rtti|math-errno|fast-math|strict-aliasing|omit-frame-pointer|common|inline|lto(?:=.*)?|plt|wrapv"
    r"|stack-protector(?:-strong|-all)?|function-sections|data-sections|visibility.*|unroll-loops|permissive|builtin|diagnostics-color.*"
    r"|trapping-math|signed-zeros|finite-math-only|unsafe-math-optimizations|char8_t|(?:debug|macro|file)-prefix-map=.*|sanitize.*)"
    r"|-m(?:64|32|no-)?(?:arch=.*|tune=.*|avx.*|sse.*|fma|f16c|bmi2?|lzcnt|popcnt)?"
)
"""Flags that every clang knows, so that the usual build asks nothing."""
REFUSED = re.compile(r"error: (?:unknown argument:?|unsupported option|unsupported argument '[^']*' to option) '([^']+)'")


def without_gcc_only(flags: tuple[str, ...], host_compiler: tuple[str, ...]) -> tuple[str, ...]:
    """The flags that clang takes, in their order."""
    doubtful = tuple(flag for flag in flags if DOUBTFUL.match(flag) and not KNOWN.fullmatch(flag))
    refused = _refused(doubtful, host_compiler) if doubtful else frozenset()
    return tuple(flag for flag in flags if flag not in refused)


@cache
def _refused(flags: tuple[str, ...], host_compiler: tuple[str, ...]) -> frozenset[str]:
    """Those of `flags` that clang refuses and the host compiler takes."""
    status, said = _try((find_clang().path, "-###"), flags)
    if status == 0:
        return frozenset()
    named = REFUSED.findall(said)
    # For an unsupported value only the option is named.
    refused = tuple(flag for flag in flags if flag in named or flag.partition("=")[0] + "=" in named)
    if not refused or _try(host_compiler, refused)[0] == 0:
        return frozenset(refused)
    return frozenset(flag for flag in refused if _try(host_compiler, (flag,))[0] == 0)


def _try(command: tuple[str, ...], flags: tuple[str, ...]) -> tuple[int, str]:
    """Status and messages of a compiler that looks at nothing but its flags."""
    import subprocess

    line = [*command, *flags, "-x", "c++", "-fsyntax-only", "-"]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr
