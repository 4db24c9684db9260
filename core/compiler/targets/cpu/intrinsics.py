# SPDX-License-Identifier: Apache-2.0
"""What declared functions become: tables from names to LLVM text or to device-library functions, for all that needs no cutting."""

from __future__ import annotations

import re

from scale.compiler.ir.text import parse_parameters

from .atomics import atomic_body
from .math_table import LIBM, LIBRARY
from .matrix_operations import matrix_op
from .sync import SREG, SYNC_OPS

SERVICES = frozenset(
    [
        "vprintf",
        "malloc",
        "free",
        "__assertfail",
        "nvvm.nanosleep",
        "llvm.trap",
        "__scale_device_runtime",
        "__scale_dynamic_shared_size",
        "__scale_exit",
        "__scale_is_shared",
        "__scale_is_global",
        "__scale_is_constant",
        "__scale_is_local",
        "scale.at",
    ]
)
LIBC = frozenset(["memcpy", "memmove", "memset"])
_CONSTANT_REGISTERS = re.compile(r"nvvm\.read\.ptx\.sreg\.(?!clock|globaltimer)")

_INTRINSIC = {"f": "f32", "d": "f64"}


def _llvm_aliases() -> dict[str, str]:
    """Functions with the arguments of an LLVM intrinsic."""
    table: dict[str, str] = {}
    both = ["fabs", "floor", "ceil", "trunc", "sqrt", "rint", "nearbyint", "fma", "copysign"]
    for name in both:
        table[f"__nv_{name}f"], table[f"__nv_{name}"] = f"llvm.{name}.f32", f"llvm.{name}.f64"
    for cuda, name in (("fmin", "minnum"), ("fmax", "maxnum"), ("round", "round")):
        table[f"__nv_{cuda}f"], table[f"__nv_{cuda}"] = f"llvm.{name}.f32", f"llvm.{name}.f64"
    table |= {
        "__nv_fsqrt_rn": "llvm.sqrt.f32",
        "__nv_dsqrt_rn": "llvm.sqrt.f64",
        "__nv_fmaf_rn": "llvm.fma.f32",
        "__nv_fma_rn": "llvm.fma.f64",
        "__nv_fmaf_ieee_rn": "llvm.fma.f32",
        "__nv_popc": "llvm.ctpop.i32",
        "__nv_brev": "llvm.bitreverse.i32",
        "__nv_brevll": "llvm.bitreverse.i64",
        "__nv_min": "llvm.smin.i32",
        "__nv_max": "llvm.smax.i32",
        "__nv_umin": "llvm.umin.i32",
        "__nv_umax": "llvm.umax.i32",
        "__nv_llmin": "llvm.smin.i64",
        "__nv_llmax": "llvm.smax.i64",
        "__nv_ullmin": "llvm.umin.i64",
        "__nv_ullmax": "llvm.umax.i64",
        "__nv_bswap64_impl": "llvm.bswap.i64",
    }
    for ftz in ("", ".ftz"):
        for cuda, name in (
            ("floor", "floor"),
            ("ceil", "ceil"),
            ("trunc", "trunc"),
            ("round", "roundeven"),
            ("fmin", "minnum"),
            ("fmax", "maxnum"),
            ("fabs", "fabs"),
            ("sqrt.rn", "sqrt"),
            ("fma.rn", "fma"),
            ("sqrt.approx", "sqrt"),
            ("fabs", "fabs"),
        ):
            dotted = cuda.split(".")
            table[f"nvvm.{cuda}{ftz}.f"], table[f"nvvm.{cuda}{ftz}.d"] = f"llvm.{name}.f32", f"llvm.{name}.f64"
            if dotted[0] in ("fabs",):
                for kind in ("f32", "f64", "f16", "bf16"):
                    table[f"nvvm.{cuda}{ftz}.{kind}"] = f"llvm.{name}.{kind}"
        for extra in ("", ".nan", ".xorsign.abs", ".nan.xorsign.abs"):
            if "xorsign" in extra:
                continue
            fmin, fmax = ("minimum", "maximum") if extra == ".nan" else ("minnum", "maxnum")
            for kind, suffix in (("f16", "f16"), ("bf16", "bf16"), ("f16x2", "v2f16"), ("bf16x2", "v2bf16"), ("f", "f32")):
                table[f"nvvm.fmin{ftz}{extra}.{kind}"], table[f"nvvm.fmax{ftz}{extra}.{kind}"] = (
                    f"llvm.{fmin}.{suffix}",
                    f"llvm.{fmax}.{suffix}",
                )
    return table


LLVM: dict[str, str] = _llvm_aliases()


def _bodies() -> dict[str, str]:
    """IR by name: lines that compute %r from %a0, %a1, …"""
    table: dict[str, str] = {}
    for name, op in (("add", "fadd"), ("mul", "fmul"), ("div", "fdiv"), ("sub", "fsub")):
        for ftz in ("", ".ftz"):
            table[f"nvvm.{name}.rn{ftz}.f"] = f"%r = {op} float %a0, %a1"
            table[f"nvvm.{name}.rn{ftz}.d"] = f"%r = {op} double %a0, %a1"
            table[f"nvvm.{name}.approx{ftz}.f"] = f"%r = {op} float %a0, %a1"
            table[f"nvvm.{name}.full{ftz}.f"] = f"%r = {op} float %a0, %a1"
        table[f"__nv_f{name}_rn"] = f"%r = {op} float %a0, %a1"
        table[f"__nv_d{name}_rn"] = f"%r = {op} double %a0, %a1"
    table["nvvm.div.full"] = table["nvvm.div.full.ftz"] = "%r = fdiv float %a0, %a1"
    for ftz in ("", ".ftz"):
        for kind, word in (("f", "float"), ("d", "double")):
            for mode in ("rn", "approx"):
                table[f"nvvm.rcp.{mode}{ftz}.{kind}"] = f"%r = fdiv {word} 1.0, %a0"
            table[f"nvvm.rsqrt.approx{ftz}.{kind}"] = (
                f"%s = call {word} @llvm.sqrt.{_INTRINSIC[kind]}({word} %a0)\n%r = fdiv {word} 1.0, %s"
            )
        table[f"nvvm.sqrt{ftz}.f"] = "%r = call float @llvm.sqrt.f32(float %a0)"
        table[f"nvvm.saturate{ftz}.f"] = (
            "%l = call float @llvm.maxnum.f32(float %a0, float 0.0)\n%r = call float @llvm.minnum.f32(float %l, float 1.0)"
        )
    table["nvvm.sqrt.f"] = "%r = call float @llvm.sqrt.f32(float %a0)"
    table["nvvm.saturate.d"] = (
        "%l = call double @llvm.maxnum.f64(double %a0, double 0.0)\n%r = call double @llvm.minnum.f64(double %l, double 1.0)"
    )
    table["__nv_saturatef"] = table["nvvm.saturate.f"]
    table["__nv_frcp_rn"] = table["nvvm.rcp.rn.f"]
    table["__nv_drcp_rn"] = table["nvvm.rcp.rn.d"]
    table["__nv_rsqrtf"] = table["nvvm.rsqrt.approx.f"]
    table["__nv_fdividef"] = table["__nv_fast_fdividef"] = table["__nv_fdiv_rn"]
    for kind, suffix in (("half", "f16"), ("bfloat", "bf16")):  # the product is exact in double
        one = (
            f"%x{{0}} = fpext {kind} {{1}} to double\n%y{{0}} = fpext {kind} {{2}} to double\n%z{{0}} = fpext {kind} {{3}} to double\n"
            f"%p{{0}} = fmul double %x{{0}}, %y{{0}}\n%s{{0}} = fadd double %p{{0}}, %z{{0}}\n%{{4}} = fptrunc double %s{{0}} to {kind}"
        )
        scalar = one.format("", "%a0", "%a1", "%a2", "r")
        lines = [f"%e{k}{i} = extractelement <2 x {kind}> %a{k}, i32 {i}" for k in range(3) for i in range(2)]
        lines += [one.format(i, f"%e0{i}", f"%e1{i}", f"%e2{i}", f"r{i}") for i in range(2)]
        lines += [f"%v = insertelement <2 x {kind}> poison, {kind} %r0, i32 0", f"%r = insertelement <2 x {kind}> %v, {kind} %r1, i32 1"]
        pair = "\n".join(lines)
        for ftz in ("", ".ftz"):
            table[f"nvvm.fma.rn{ftz}.{suffix}"], table[f"nvvm.fma.rn{ftz}.{suffix}x2"] = scalar, pair
        table[f"scale.fma.{suffix}"], table[f"scale.fma.v2{suffix}"] = scalar, pair
    _conversions(table)
    _integers(table)
    _bits(table)
    return table


_TO_INTEGRAL = {"rn": "roundeven", "rz": "trunc", "ru": "ceil", "rd": "floor"}
_NVVM_MODE = {"rn": "rn", "rz": "rz", "ru": "rp", "rd": "rm"}


def _conversions(table: dict[str, str]) -> None:
    """Float to integer in all modes (saturating; NaN as PTX says), and the conversions to nearest."""
    for mode, function in _TO_INTEGRAL.items():
        for short, source, width in (("f", "float", 32), ("d", "double", 64)):
            for name, nvvm, bits, sign in (("int", "i", 32, "s"), ("uint", "ui", 32, "u"), ("ll", "ll", 64, "s"), ("ull", "ull", 64, "u")):
                body = (
                    f"%q = call {source} @llvm.{function}.f{width}({source} %a0)\n"
                    f"%{{}} = call i{bits} @llvm.fpto{sign}i.sat.i{bits}.f{width}({source} %q)"
                )
                if width == 64 or bits == 64:  # NaN becomes the top bit alone
                    body = (
                        body.format("v") + f"\n%n = fcmp uno {source} %a0, 0.0\n%r = select i1 %n, i{bits} {-(1 << (bits - 1))}, i{bits} %v"
                    )
                else:
                    body = body.format("r")
                table[f"__nv_{source}2{name}_{mode}"] = body
                for ftz in ("", ".ftz"):
                    table[f"nvvm.{short}2{nvvm}.{_NVVM_MODE[mode]}{ftz}"] = body
    for function, cuda in (("roundeven", "rint"), ("round", "round")):
        for suffix, source, width in (("f", "float", 32), ("", "double", 64)):
            body = (
                f"%q = call {source} @llvm.{function}.f{width}({source} %a0)\n%v = call i64 @llvm.fptosi.sat.i64.f{width}({source} %q)\n"
                f"%n = fcmp uno {source} %a0, 0.0\n%r = select i1 %n, i64 {-(1 << 63)}, i64 %v"
            )
            table[f"__nv_ll{cuda}{suffix}"] = table[f"__nv_l{cuda}{suffix}"] = body
    for name, nvvm, source, op in (
        ("int", "i", "i32", "sitofp"),
        ("uint", "ui", "i32", "uitofp"),
        ("ll", "ll", "i64", "sitofp"),
        ("ull", "ull", "i64", "uitofp"),
    ):
        for short, target in (("f", "float"), ("d", "double")):
            body = f"%r = {op} {source} %a0 to {target}"
            table[f"__nv_{name}2{target}_rn"] = table[f"nvvm.{nvvm}2{short}.rn"] = body
            if source == "i32" and target == "double":  # exact in every mode
                table[f"__nv_{name}2double"] = body
                for mode in _NVVM_MODE.values():
                    table[f"nvvm.{nvvm}2d.{mode}"] = body
    narrow = "%r = fptrunc double %a0 to float"
    table["__nv_double2float_rn"] = table["nvvm.d2f.rn"] = table["nvvm.d2f.rn.ftz"] = narrow


def _integers(table: dict[str, str]) -> None:
    for name, bits, sign in (
        ("i", 32, "sext"),
        ("ui", 32, "zext"),
        ("ll", 64, "sext"),
        ("ull", 64, "zext"),
        ("s", 16, "sext"),
        ("us", 16, "zext"),
    ):
        wide = 2 * bits
        table[f"nvvm.mulhi.{name}"] = (
            f"%x = {sign} i{bits} %a0 to i{wide}\n%y = {sign} i{bits} %a1 to i{wide}\n%p = mul i{wide} %x, %y\n"
            f"%h = lshr i{wide} %p, {bits}\n%r = trunc i{wide} %h to i{bits}"
        )
    table["__nv_mulhi"], table["__nv_umulhi"] = table["nvvm.mulhi.i"], table["nvvm.mulhi.ui"]
    table["__nv_mul64hi"], table["__nv_umul64hi"] = table["nvvm.mulhi.ll"], table["nvvm.mulhi.ull"]
    for name, sign in (("__nv_mul24", "ashr"), ("__nv_umul24", "lshr")):
        table[name] = f"%x0 = shl i32 %a0, 8\n%x = {sign} i32 %x0, 8\n%y0 = shl i32 %a1, 8\n%y = {sign} i32 %y0, 8\n%r = mul i32 %x, %y"
    table["nvvm.mul24.i"], table["nvvm.mul24.ui"] = table["__nv_mul24"], table["__nv_umul24"]
    table["__nv_abs"] = "%r = call i32 @llvm.abs.i32(i32 %a0, i1 false)"
    table["__nv_llabs"] = "%r = call i64 @llvm.abs.i64(i64 %a0, i1 false)"
    table["__nv_clz"] = "%r = call i32 @llvm.ctlz.i32(i32 %a0, i1 false)"
    table["__nv_clzll"] = "%c = call i64 @llvm.ctlz.i64(i64 %a0, i1 false)\n%r = trunc i64 %c to i32"
    table["__nv_popcll"] = "%c = call i64 @llvm.ctpop.i64(i64 %a0)\n%r = trunc i64 %c to i32"
    table["__nv_ffs"] = (
        "%c = call i32 @llvm.cttz.i32(i32 %a0, i1 false)\n%d = add i32 %c, 1\n%z = icmp eq i32 %a0, 0\n%r = select i1 %z, i32 0, i32 %d"
    )
    table["__nv_ffsll"] = (
        "%c = call i64 @llvm.cttz.i64(i64 %a0, i1 false)\n%t = trunc i64 %c to i32\n%d = add i32 %t, 1\n"
        "%z = icmp eq i64 %a0, 0\n%r = select i1 %z, i32 0, i32 %d"
    )
    for name, sign, one in (("__nv_hadd", "sext", 0), ("__nv_uhadd", "zext", 0), ("__nv_rhadd", "sext", 1), ("__nv_urhadd", "zext", 1)):
        table[name] = (
            f"%x = {sign} i32 %a0 to i64\n%y = {sign} i32 %a1 to i64\n%s = add i64 %x, %y\n%o = add i64 %s, {one}\n"
            "%h = ashr i64 %o, 1\n%r = trunc i64 %h to i32"
        )
    for name, low, high in (("__nv_sad", "smin", "smax"), ("__nv_usad", "umin", "umax")):
        table[name] = (
            f"%l = call i32 @llvm.{low}.i32(i32 %a0, i32 %a1)\n%h = call i32 @llvm.{high}.i32(i32 %a0, i32 %a1)\n"
            "%d = sub i32 %h, %l\n%r = add i32 %d, %a2"
        )
    table["nvvm.sad.i"], table["nvvm.sad.ui"] = table["__nv_sad"], table["__nv_usad"]


def _bits(table: dict[str, str]) -> None:
    for name, source, target in (
        ("float_as_int", "float", "i32"),
        ("float_as_uint", "float", "i32"),
        ("int_as_float", "i32", "float"),
        ("uint_as_float", "i32", "float"),
        ("double_as_longlong", "double", "i64"),
        ("longlong_as_double", "i64", "double"),
    ):
        table[f"__nv_{name}"] = f"%r = bitcast {source} %a0 to {target}"
    for name, source, target in (
        ("bitcast.f2i", "float", "i32"),
        ("bitcast.i2f", "i32", "float"),
        ("bitcast.d2ll", "double", "i64"),
        ("bitcast.ll2d", "i64", "double"),
    ):
        table[f"nvvm.{name}"] = f"%r = bitcast {source} %a0 to {target}"
    low = "%b = bitcast double %a0 to i64\n%r = trunc i64 %b to i32"
    high = "%b = bitcast double %a0 to i64\n%h = lshr i64 %b, 32\n%r = trunc i64 %h to i32"
    table["__nv_double2loint"] = table["nvvm.d2i.lo"] = low
    table["__nv_double2hiint"] = table["nvvm.d2i.hi"] = high
    join = "%h = zext i32 {1} to i64\n%l = zext i32 {0} to i64\n%s = shl i64 %h, 32\n%o = or i64 %s, %l\n%r = bitcast i64 %o to double"
    table["nvvm.lohi.i2d"] = join.format("%a0", "%a1")
    table["__nv_hiloint2double"] = join.format("%a1", "%a0")
    for name, kind, bits in (("__nv_signbitf", "float", 32), ("__nv_signbitd", "double", 64)):
        table[name] = f"%b = bitcast {kind} %a0 to i{bits}\n%n = icmp slt i{bits} %b, 0\n%r = zext i1 %n to i32"
    for suffix, kind, width in (("f", "float", "f32"), ("d", "double", "f64")):
        test = f"%n = call i1 @llvm.is.fpclass.{width}({kind} %a0, i32 {{}})\n%r = zext i1 %n to i32"
        table[f"__nv_isnan{suffix}"] = test.format(3)
        table[f"__nv_isinf{suffix}"] = test.format(516)
        table["__nv_finitef" if suffix == "f" else "__nv_isfinited"] = test.format(504)
    for space in ("global", "shared", "local", "constant"):
        table[f"__nv_cvta_generic_to_{space}_impl"] = "%r = ptrtoint ptr %a0 to i64"
    table["nvvm.elect"] = ""
    del table["nvvm.elect"]
    for name in ("nvvm.membar.cta", "nvvm.fence.acq_rel.cluster"):
        table[name] = "fence acq_rel"
    for name in ("nvvm.membar.gl", "nvvm.membar.sys", "nvvm.fence.sc.cluster"):
        table[name] = "fence seq_cst"
    for name in ("nvvm.exit",):
        table.pop(name, None)


BODIES: dict[str, str] = _bodies()


def is_special(name: str) -> bool:
    """Is this lowered when the kernel is cut?"""
    if name in SYNC_OPS or matrix_op(name) or name in SERVICES:
        return True
    return bool(SREG.fullmatch(name)) or name.startswith("scale.shared.")


def attributes_of(name: str) -> str:
    """The attribute group of a special function's declaration."""
    pure = _CONSTANT_REGISTERS.match(name) or name.startswith(("scale.shared.", "__scale_dynamic", "__scale_is_"))
    return "#93" if pure else "#95" if name == "scale.at" else "#92"


def definition(name: str, declaration: str) -> str | None:
    """The text of a function that `declaration` asks for, or None when the tables do not have it."""
    kind, types = signature(declaration)
    parameters = ", ".join(f"{k} %a{n}" for n, k in enumerate(types))
    head = f"define internal {kind} @{name}({parameters}) #90 {{\n"
    target = LLVM.get(name)
    if target is None and name in BODIES:
        return head + _indented(BODIES[name]) + _end(kind) + _declared(BODIES[name])
    if target is None and name.startswith("__scale_atomic_"):
        body = atomic_body(name, kind, types)
        return None if body is None else head + body + "}\n"
    if target is None:
        target = LIBRARY.get(name) or LIBM.get(name)
        if target is None:
            return None
    # Library functions get their bodies after the cut.
    extra = f"declare {kind} @{target}({', '.join(types)}){'' if 'ptr' in types else ' #93'}\n"
    if kind == "void":
        return f"{extra}{head}  call void @{target}({parameters})\n  ret void\n}}\n"
    return f"{extra}{head}  %r = call {kind} @{target}({parameters})\n  ret {kind} %r\n}}\n"


def _indented(body: str) -> str:
    return "".join(f"  {line}\n" for line in body.splitlines())


def _end(kind: str) -> str:
    return ("  ret void\n" if kind == "void" else f"  ret {kind} %r\n") + "}\n"


def _declared(body: str) -> str:
    """Declarations of the intrinsics that a body calls."""
    lines = []
    for kind, name, inside in re.findall(r"call (\S+) @(llvm\.[\w.]+)\(([^)]*)\)", body):
        types = ", ".join(a.split(" ")[0] for a in inside.split(", "))
        lines.append(f"declare {kind} @{name}({types})\n")
    return "".join(lines)


def signature(declaration: str) -> tuple[str, list[str]]:
    """(result type, parameter types) of a `declare` line."""
    types = [p.type for p in parse_parameters(declaration)]
    before = declaration[: declaration.index("@")].removeprefix("declare ")
    words = re.sub(
        r"\b(?:dso_local|noundef|range\([^)]*\)|signext|zeroext|local_unnamed_addr|noalias|nonnull|extern_weak|fastcc|nofpclass"
        r"\([^)]*\))(?=\s|$)\s*",
        "",
        before,
    )
    return words.strip(), types
