# SPDX-License-Identifier: Apache-2.0
"""Walks a device module line by line and puts translations in the place of its inline PTX."""

from __future__ import annotations

import re

from scale.compiler.ptx import callsite
from scale.compiler.ptx.locate import Locator
from scale.compiler.ptx.translate import Template, TemplateCache, UntranslatableAsm, function, place
from scale.compiler.targets.target import Diagnostic
from scale.errors import CompileError

MAX_ERRORS = 20
_SYMBOL = re.compile(r'^(?:declare|define)\b[^@]*@("[^"]+"|[-\w.$]+)\(')


def translate(text: str) -> tuple[str, list[Diagnostic]]:
    """See `scale.compiler.ptx.translate_module`."""
    lines = text.split("\n")
    cache = TemplateCache()
    used: dict[int, tuple[Template, callsite.AsmCall]] = {}
    errors: list[tuple[str | None, str]] = []
    known: set[str] = set()
    output: list[str] = []
    locator: Locator | None = None
    for site, line in enumerate(lines):
        if line.startswith(("declare ", "define ")):
            symbol = _SYMBOL.match(line)
            if symbol is not None:
                known.add(symbol[1].strip('"'))
        if callsite.MARK not in line:
            output.append(line)
            continue
        call = None
        try:
            call = callsite.parse(line)
            if call is None:
                output.append(line)
                continue
            template = cache.get(call)
        except (UntranslatableAsm, callsite.NotACall) as error:
            locator = locator or Locator(lines)
            message, at = "this form of inline assembly is not supported", 1
            if isinstance(error, UntranslatableAsm):
                message, at = error.message, error.line
            found = (locator.place(call, line, at), message)
            if found not in errors:
                errors.append(found)
            continue
        used[template.index] = (template, call)
        output.extend(place(template, call, site))
    if errors:
        raise _compile_error(errors)
    templates = [template for template, _ in used.values()]
    if any(template.writes_carry or template.reads_carry for template in templates):
        from scale.compiler.ptx.carry import resolve

        _append(output, used, known)
        return resolve("\n".join(output), any(template.reads_carry for template in templates)), []
    _append(output, used, known)
    return "\n".join(output), []


def _append(output: list[str], used: dict[int, tuple[Template, callsite.AsmCall]], known: set[str]) -> None:
    """Adds what the translations call: declarations, variables, functions."""
    declarations: dict[str, str] = {}
    definitions: dict[str, str] = {}
    tail: list[str] = []
    for template, call in used.values():
        if template.as_function:
            tail.append(function(template, call))
        for name, helper in template.helpers.items():
            definitions.setdefault(name, helper)
        declarations.update(template.declarations)
        tail.extend(template.globals.values())
    for name, helper in definitions.items():
        if name not in known:
            tail.append(helper)
            for line in helper.split("\n"):
                symbol = _SYMBOL.match(line)
                if symbol is not None:
                    known.add(symbol[1])
    for name, declaration in declarations.items():
        if name not in known:
            tail.append(declaration)
            known.add(name)
    if tail:
        output.extend(["", *tail, ""])


def _compile_error(errors: list[tuple[str | None, str]]) -> CompileError:
    """The first error, with the others as further lines of its message."""
    (location, message), *others = errors
    for where, text in others[: MAX_ERRORS - 1]:
        message += f"\n{where or '<device code>'}: error: {text}"
    if len(others) >= MAX_ERRORS:
        message += f"\n{len(others) - MAX_ERRORS + 1} more errors of this kind"
    return CompileError(message, location=location)
