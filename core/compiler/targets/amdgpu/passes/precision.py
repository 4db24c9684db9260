# SPDX-License-Identifier: Apache-2.0
"""`-prec-div=false` and `-prec-sqrt=false`: float division and square root may be off by 2.5 ulp, so that LLVM uses the hardware's."""

from __future__ import annotations

import re

from ..context import Context

ROUGH = ", !fpmath !{float 2.5}"
_DIVISION = re.compile(r"^(\s+\S+ = fdiv (?:\w+ )*?(?:float|<\d+ x float>) [^!]*?)((?:, ![\w.]+ !.*)?)$")
_ROOT = re.compile(r"^(\s+\S+ = (?:tail )?call [^@]*float @llvm\.sqrt\.f32\([^)]*\)[^!,]*)((?:, ![\w.]+ !.*)?)$")


def run(context: Context) -> None:
    options = context.options
    if options.prec_div and options.prec_sqrt:
        return
    for function in context.module.functions.values():
        for index, line in enumerate(function.body):
            if not options.prec_div and " = fdiv " in line:
                function.body[index] = _DIVISION.sub(rf"\1{ROUGH}\2", line)
            elif not options.prec_sqrt and "@llvm.sqrt.f32(" in line:
                function.body[index] = _ROOT.sub(rf"\1{ROUGH}\2", line)
