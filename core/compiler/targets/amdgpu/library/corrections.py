# SPDX-License-Identifier: Apache-2.0
"""Functions of ocml whose results differ from CUDA's at single arguments: signs of zeros, infinities, NaN.

`$T` is the type, `$S` ocml's suffix, `$F` libdevice's; result, parameters, body by libdevice's name without its `f`.
"""

from __future__ import annotations


def _call(function: str) -> str:
    return f"%s = call $T @__ocml_{function}_$S($T %a)"


CORRECTED: dict[str, tuple[str, str, str]] = {
    "ilogb": (
        "i32",
        "$T %a",
        """%e = call i32 @__ocml_ilogb_$S($T %a)
        %nan = fcmp uno $T %a, 0.0
        %r = select i1 %nan, i32 -2147483648, i32 %e
        ret i32 %r""",
    ),
    "sinpi": (
        "$T",
        "$T %a",
        """%s = call $T @__ocml_sinpi_$S($T %a)
        %t = call $T @llvm.trunc.$S($T %a)
        %whole = fcmp oeq $T %t, %a
        %zero = fmul $T %a, 0.0
        %r = select i1 %whole, $T %zero, $T %s
        ret $T %r""",
    ),
    "cospi": ("$T", "$T %a", f"{_call('cospi')}\n%r = fadd $T %s, 0.0\nret $T %r"),
    "sincospi": (
        "void",
        "$T %a, ptr %b, ptr %c",
        """%s = call $T @__nv_sinpi$F($T %a)
        %k = call $T @__nv_cospi$F($T %a)
        store $T %s, ptr %b, align 4
        store $T %k, ptr %c, align 4
        ret void""",
    ),
    "expm1": ("$T", "$T %a", f"{_call('expm1')}\n%zero = fcmp oeq $T %a, 0.0\n%r = select i1 %zero, $T %a, $T %s\nret $T %r"),
    "log1p": ("$T", "$T %a", f"{_call('log1p')}\n%zero = fcmp oeq $T %a, 0.0\n%r = select i1 %zero, $T %a, $T %s\nret $T %r"),
    "cyl_bessel_i1": (
        "$T",
        "$T %a",
        """%size = call $T @llvm.fabs.$S($T %a)
        %i = call $T @__ocml_i1_$S($T %size)
        %failed = fcmp uno $T %i, 0.0
        %number = fcmp ord $T %a, 0.0
        %beyond = and i1 %failed, %number
        %s = select i1 %beyond, $T 0x7FF0000000000000, $T %i
        %r = call $T @llvm.copysign.$S($T %s, $T %a)
        ret $T %r""",
    ),
    "j1": ("$T", "$T %a", f"{_call('j1')}\n%zero = fcmp oeq $T %a, 0.0\n%r = select i1 %zero, $T %a, $T %s\nret $T %r"),
    "nextafter": (
        "$T",
        "$T %a, $T %b",
        """%s = call $T @__ocml_nextafter_$S($T %a, $T %b)
        %small = fcmp oeq $T %s, 0.0
        %moved = fcmp une $T %a, 0.0
        %both = and i1 %small, %moved
        %zero = call $T @llvm.copysign.$S($T 0.0, $T %a)
        %r = select i1 %both, $T %zero, $T %s
        ret $T %r""",
    ),
    "normcdfinv": ("$T", "$T %a", f"{_call('ncdfinv')}\n%r = fadd $T %s, 0.0\nret $T %r"),
}
