# SPDX-License-Identifier: Apache-2.0
"""CUDA's device math by name: which device-library function (device/*.c) or C library function computes it.

The C library's functions (glibc: below 1 ulp for most, 2 at worst) meet CUDA's bounds; those that real kernels lean on are in the device
library, as code that LLVM vectorises.
"""

from __future__ import annotations


def _libm() -> dict[str, str]:
    one = [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "exp",
        "exp2",
        "exp10",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "cbrt",
        "erf",
        "erfc",
        "lgamma",
        "tgamma",
        "atan2",
        "pow",
        "fmod",
        "remainder",
        "hypot",
        "fdim",
        "nextafter",
        "j0",
        "j1",
        "y0",
        "y1",
        "logb",
        "ilogb",
        "ldexp",
        "scalbn",
        "frexp",
        "modf",
        "remquo",
        "sincos",
    ]
    table = {}
    for name in one:
        table[f"__nv_{name}"], table[f"__nv_{name}f"] = name, f"{name}f"
    return table


def _library() -> dict[str, str]:
    table: dict[str, str] = {}
    for name in ("exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tanh", "pow"):
        table[f"__nv_{name}f"] = f"scale_{name}f"
    for name in ("exp", "exp10", "log", "log2", "log10", "pow"):
        table[f"__nv_fast_{name}f"] = f"scale_{name}f"
    for name in ("sin", "cos", "tan"):
        table[f"__nv_fast_{name}f"] = f"scale_fast_{name}f"
    table["__nv_fast_sincosf"] = "scale_fast_sincosf"
    for ftz in ("", ".ftz"):
        for kind in ("f", "f32"):
            table[f"nvvm.ex2.approx{ftz}.{kind}"] = "scale_exp2f"
            table[f"nvvm.lg2.approx{ftz}.{kind}"] = "scale_log2f"
            table[f"nvvm.sin.approx{ftz}.{kind}"] = "scale_fast_sinf"
            table[f"nvvm.cos.approx{ftz}.{kind}"] = "scale_fast_cosf"
            table[f"nvvm.tanh.approx{ftz}.{kind}"] = "scale_tanhf"
    table["nvvm.ex2.approx.d"], table["nvvm.lg2.approx.d"] = "scale_exp2", "scale_log2"
    for name in [
        "sinpi",
        "cospi",
        "rcbrt",
        "erfcx",
        "erfinv",
        "erfcinv",
        "normcdf",
        "normcdfinv",
        "rhypot",
        "norm3d",
        "norm4d",
        "rnorm3d",
        "rnorm4d",
        "norm",
        "rnorm",
        "powi",
        "sincospi",
        "cyl_bessel_i0",
        "cyl_bessel_i1",
        "jn",
        "yn",
    ]:
        table[f"__nv_{name}"], table[f"__nv_{name}f"] = f"scale_{name}", f"scale_{name}f"
    table["__nv_rsqrt"] = "scale_rsqrt"
    for name in ("cbrt", "exp10", "tanh", "j0", "j1", "y0", "y1"):
        table[f"__nv_{name}"] = f"scale_{name}"
    table["__nv_frsqrt_rn"] = "scale_frsqrt_rn"
    table["__nv_powif"] = "scale_powif"
    table["__nv_nanf"], table["__nv_nan"] = "scale_nanf", "scale_nan"
    table["__nv_byte_perm"] = table["nvvm.prmt"] = "scale_byte_perm"
    table["nvvm.fns"] = "scale_fns"
    _rounded(table)
    return table


def _rounded(table: dict[str, str]) -> None:
    """Arithmetic and conversions in a given rounding mode."""
    nvvm = {"rn": "rn", "rz": "rz", "rm": "rd", "rp": "ru"}
    for mode in ("rz", "ru", "rd"):
        for op in ("add", "sub", "mul", "div", "rcp", "sqrt"):
            for prefix, kind in (("f", "f32"), ("d", "f64")):
                table[f"__nv_{prefix}{op}_{mode}"] = f"scale_{op}_{mode}_{kind}"
        table[f"__nv_fmaf_{mode}"], table[f"__nv_fma_{mode}"] = f"scale_fma_{mode}_f32", f"scale_fma_{mode}_f64"
        table[f"__nv_fmaf_ieee_{mode}"] = f"scale_fma_{mode}_f32"
    for theirs, mode in nvvm.items():
        for ftz in ("", ".ftz"):
            if mode != "rn":
                for op in ("add", "sub", "mul", "div", "rcp", "sqrt", "fma"):
                    table[f"nvvm.{op}.{theirs}{ftz}.f"], table[f"nvvm.{op}.{theirs}{ftz}.d"] = (
                        f"scale_{op}_{mode}_f32",
                        f"scale_{op}_{mode}_f64",
                    )
            if mode != "rn":
                table[f"nvvm.d2f.{theirs}{ftz}"] = f"scale_double2float_{mode}"
        if mode == "rn":
            continue
        for name, target in (
            ("i2f", "int2float"),
            ("ui2f", "uint2float"),
            ("ll2f", "ll2float"),
            ("ull2f", "ull2float"),
            ("ll2d", "ll2double"),
            ("ull2d", "ull2double"),
        ):
            table[f"nvvm.{name}.{theirs}"] = table[f"__nv_{target}_{mode}"] = f"scale_{target}_{mode}"
        table[f"__nv_double2float_{mode}"] = f"scale_double2float_{mode}"


LIBM: dict[str, str] = _libm()
LIBRARY: dict[str, str] = _library()
