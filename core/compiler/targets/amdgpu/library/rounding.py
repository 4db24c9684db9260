# SPDX-License-Identifier: Apache-2.0
"""Arithmetic and conversions in a given rounding direction, as IR bodies over `%a`, `%b`, `%c`.

AMD's rounding mode is a register that LLVM assumes to say round-to-nearest, so the directed forms are computed. Single precision: in
double, rounded to odd (the last bit stands for all that follow), then narrowed in the wanted direction. Double precision: on numbers near
1 the result to nearest and the sign of its exact error, one step where the error asks for it, then moved to its size, which may round
once more in the same direction.
"""

from __future__ import annotations

_INTEGER = {"float": "i32", "double": "i64"}
_SUFFIX = {"float": "f32", "double": "f64"}
_DIRECTIONS = {"rd": "rm", "ru": "rp"}
"""libdevice's words for PTX's."""
_FMA = "call double @llvm.fma.f64"
_LDEXP = "call double @llvm.ldexp.f64.i32"
_MANTISSA, _EXPONENT = "call double @llvm.amdgcn.frexp.mant.f64", "call i32 @llvm.amdgcn.frexp.exp.i32.f64"
_FAR = -300
"""Exponent of numbers that only count by their sign beside numbers near 1; their products and errors do not vanish."""


def nearest(operation: str, kind: str, result: str = "%r", a: str = "%a", b: str = "%b", c: str = "%c") -> str:
    """One instruction, round to nearest even, never fused with its neighbours."""
    suffix = _SUFFIX[kind]
    return {
        "add": f"{result} = fadd {kind} {a}, {b}",
        "sub": f"{result} = fsub {kind} {a}, {b}",
        "mul": f"{result} = fmul {kind} {a}, {b}",
        "div": f"{result} = fdiv {kind} {a}, {b}",
        "rcp": f"{result} = fdiv {kind} 1.0, {a}",
        "sqrt": f"{result} = call {kind} @llvm.sqrt.{suffix}({kind} {a})",
        "fma": f"{result} = call {kind} @llvm.fma.{suffix}({kind} {a}, {kind} {b}, {kind} {c})",
    }[operation]


def rounded(operation: str, kind: str, mode: str) -> str:
    """A whole body. `mode` is `rn`, `rz`, `rm` or `rd` (down), `rp` or `ru` (up)."""
    mode = _DIRECTIONS.get(mode, mode)
    if mode == "rn":
        if kind == "double" and operation in ("div", "rcp"):
            return _nearest_quotient("1.0" if operation == "rcp" else "%a", "%a" if operation == "rcp" else "%b")
        return f"{nearest(operation, kind)}\nret {kind} %r"
    lines, a, b, c, result = [], "%a", "%b", "%c", "%r"
    if operation == "sub":
        lines, operation, b = [f"%opposite_b = fneg {kind} %b"], "add", "%opposite_b"
    elif operation == "rcp":
        operation, a, b = "div", "1.0", "%a"
    if mode == "rm" and operation in ("add", "fma"):  # down is up with all signs changed, the sign of an exact zero too
        lines += [f"%minus_a = fneg {kind} {a}", f"%minus_b = fneg {kind} {b}", f"%minus_c = fneg {kind} %c" if operation == "fma" else ""]
        mode, a, b, c, result = "rp", "%minus_a", "%minus_b" if operation == "add" else b, "%minus_c", "%opposite"
    if kind == "float":
        lines += [_float(operation, a, b, c), _narrowed(mode, "%exact", result)]
    else:
        lines.append(_DOUBLE[operation](mode, a, b, c, result))
    lines.append("" if result == "%r" else f"%r = fneg {kind} %opposite")
    return "\n".join([*lines, f"ret {kind} %r"])


def _nearest_quotient(a: str, b: str) -> str:
    """LLVM's sequence is one bit too low where all bits of the divisor are ones, b = 2^e (1 - 2^-53).

    There a / b is a * 2^-e (1 + 2^-53 + …).
    """
    return f"""%q = fdiv double {a}, {b}
        %b_bits = bitcast double {b} to i64
        %b_low = and i64 %b_bits, 4503599627370495
        %ones = icmp eq i64 %b_low, 4503599627370495
        %q_size = call double @llvm.fabs.f64(double %q)
        %q_normal = fcmp oge double %q_size, 0x0010000000000000
        %q_finite = fcmp olt double %q_size, 0x7FE0000000000000
        %q_inside = and i1 %q_normal, %q_finite
        %special = and i1 %ones, %q_inside
        %e = {_EXPONENT}(double {b})
        %minus_e = sub i32 0, %e
        %m = {_MANTISSA}(double {b})
        %sign = call double @llvm.copysign.f64(double 1.0, double %m)
        %turned = fmul double {a}, %sign
        %near = {_LDEXP}(double %turned, i32 %minus_e)
        %exact = {_FMA}(double %near, double 0x3CA0000000000001, double %near)
        %r = select i1 %special, double %exact, double %q
        ret double %r"""


def _float(operation: str, a: str, b: str, c: str) -> str:
    """`%exact`, a double that rounds to float in any direction as the true result does."""
    names = {"add": (a, b), "mul": (a, b), "div": (a, b), "sqrt": (a,), "fma": (a, b, c)}[operation]
    lines = [f"%w{k} = fadd double 1.0, 0.0" if name == "1.0" else f"%w{k} = fpext float {name} to double" for k, name in enumerate(names)]
    if operation == "mul":
        return "\n".join([*lines, "%exact = fmul double %w0, %w1"])
    if operation in ("add", "fma"):
        first, second = "%w0", "%w1"
        if operation == "fma":
            lines.append("%product = fmul double %w0, %w1")
            first, second = "%product", "%w2"
        lines += [f"%n = fadd double {first}, {second}", _two_sum(first, second, "%n", "%error")]
    else:
        lines += [nearest(operation, "double", "%n", "%w0", "%w1"), _error(operation, "%w0", "%w1")]
    return (
        "\n".join(lines)
        + """
        %n_bits = bitcast double %n to i64
        %n_negative = icmp slt i64 %n_bits, 0
        %above = fcmp ogt double %error, 0.0
        %below = fcmp olt double %error, 0.0
        %inexact = or i1 %above, %below
        %outwards = select i1 %n_negative, i1 %above, i1 %below
        %one = zext i1 %outwards to i64
        %inner = sub i64 %n_bits, %one
        %sticky = zext i1 %inexact to i64
        %odd = or i64 %inner, %sticky
        %exact = bitcast i64 %odd to double"""
    )


def _error(operation: str, a: str, b: str) -> str:
    """`%error` with the sign of the exact quotient or root minus the double `%n`."""
    if operation == "sqrt":
        return f"%minus = fneg double %n\n%error = {_FMA}(double %minus, double %n, double {a})"
    return f"""%minus = fneg double %n
        %remainder = {_FMA}(double %minus, double {b}, double {a})
        %b_bits = bitcast double {b} to i64
        %b_negative = icmp slt i64 %b_bits, 0
        %other_sign = fneg double %remainder
        %error = select i1 %b_negative, double %other_sign, double %remainder"""


def _add_doubles(mode: str, a: str, b: str, c: str, result: str) -> str:
    """Sums lose no bits below; a sum beyond the largest number has its error inwards."""
    return f"""%n = fadd double {a}, {b}
        {_two_sum(a, b, "%n", "%rest")}
        %size = call double @llvm.fabs.f64(double %n)
        %endless = fcmp oeq double %size, 0x7FF0000000000000
        %a_none = fmul double {a}, 0.0
        %b_none = fmul double {b}, 0.0
        %none = fadd double %a_none, %b_none
        %finite = fcmp ord double %none, 0.0
        %over = and i1 %endless, %finite
        %inwards = fneg double %n
        %error = select i1 %over, double %inwards, double %rest
        {_step("double", mode, result)}"""


def _multiply_doubles(mode: str, a: str, b: str, c: str, result: str) -> str:
    return f"""{_near(a, b)}
        %n = fmul double %near_a, %near_b
        %minus = fneg double %n
        %error = {_FMA}(double %near_a, double %near_b, double %minus)
        {_step("double", mode, "%near")}
        %shift = add i32 %size_a, %size_b
        {_moved(mode, result)}"""


def _divide_doubles(mode: str, a: str, b: str, c: str, result: str) -> str:
    return f"""{_near(a, b)}
        %n = fdiv double %near_a, %near_b
        {_error("div", "%near_a", "%near_b")}
        {_step("double", mode, "%near")}
        %shift = sub i32 %size_a, %size_b
        {_moved(mode, result)}"""


def _root_of_double(mode: str, a: str, b: str, c: str, result: str) -> str:
    return f"""%full = {_EXPONENT}(double {a})
        %half = ashr i32 %full, 1
        %even = shl i32 %half, 1
        %minus_even = sub i32 0, %even
        %near_a = {_LDEXP}(double {a}, i32 %minus_even)
        {nearest("sqrt", "double", "%n", "%near_a")}
        {_error("sqrt", "%near_a", "")}
        {_step("double", mode, "%near")}
        {result} = {_LDEXP}(double %near, i32 %half)"""


def _fma_doubles(mode: str, a: str, b: str, c: str, result: str) -> str:
    """Product (exact, in two parts) and addend are brought to the size of the larger one and added exactly: `%n` and two errors."""
    return f"""{_near(a, b)}
        %near_c = {_MANTISSA}(double {c})
        %size_c0 = {_EXPONENT}(double {c})
        %p0 = fmul double %near_a, %near_b
        %p0_minus = fneg double %p0
        %e0 = {_FMA}(double %near_a, double %near_b, double %p0_minus)
        %size_p0 = add i32 %size_a, %size_b
        %no_p = fcmp oeq double %p0, 0.0
        %no_c = fcmp oeq double {c}, 0.0
        %size_p = select i1 %no_p, i32 -5000, i32 %size_p0
        %size_c = select i1 %no_c, i32 -5000, i32 %size_c0
        %shift = call i32 @llvm.smax.i32(i32 %size_p, i32 %size_c)
        %down_p0 = sub i32 %size_p, %shift
        %down_c0 = sub i32 %size_c, %shift
        %down_p = call i32 @llvm.smax.i32(i32 %down_p0, i32 {_FAR})
        %down_c = call i32 @llvm.smax.i32(i32 %down_c0, i32 {_FAR})
        %p = {_LDEXP}(double %p0, i32 %down_p)
        %e = {_LDEXP}(double %e0, i32 %down_p)
        %z = {_LDEXP}(double %near_c, i32 %down_c)
        %s = fadd double %p, %z
        {_two_sum("%p", "%z", "%s", "%t")}
        %u = fadd double %t, %e
        {_two_sum("%t", "%e", "%u", "%v")}
        %su = fadd double %s, %u
        %u_none = fcmp oeq double %u, 0.0
        %n = select i1 %u_none, double %s, double %su
        {_two_sum("%s", "%u", "%n", "%w")}
        %error = fadd double %w, %v
        {_step("double", mode, "%near")}
        {_moved(mode, "%finite_result")}
        %plain = {_FMA}(double {a}, double {b}, double {c})
        %a_none = fmul double {a}, 0.0
        %b_none = fmul double {b}, 0.0
        %c_none = fmul double {c}, 0.0
        %ab_none = fadd double %a_none, %b_none
        %none = fadd double %ab_none, %c_none
        %finite = fcmp ord double %none, 0.0
        {result} = select i1 %finite, double %finite_result, double %plain"""


_DOUBLE = {"add": _add_doubles, "mul": _multiply_doubles, "div": _divide_doubles, "sqrt": _root_of_double, "fma": _fma_doubles}


def _near(a: str, b: str) -> str:
    """Mantissas of at least 1/2 and below 1, and exponents."""
    if a == "1.0":
        first = "%near_a = fadd double 1.0, 0.0\n%size_a = add i32 0, 0"
    else:
        first = f"%near_a = {_MANTISSA}(double {a})\n%size_a = {_EXPONENT}(double {a})"
    return f"{first}\n%near_b = {_MANTISSA}(double {b})\n%size_b = {_EXPONENT}(double {b})"


def _moved(mode: str, result: str) -> str:
    """`%near` times 2^`%shift`, rounded in the direction where that loses bits or leaves the range."""
    return f"""%m.n = {_LDEXP}(double %near, i32 %shift)
        %m.minus_shift = sub i32 0, %shift
        %m.back = {_LDEXP}(double %m.n, i32 %m.minus_shift)
        {_compared("double", "%m.back", "%near", "%m.error")}
        {_step("double", mode, result, "%m.n", "%m.error", "%m")}"""


def _compared(kind: str, back: str, exact: str, error: str) -> str:
    """`error` with the sign of `exact` minus `back`, of the type `kind`; the two are doubles."""
    return f"""{error}.over = fcmp ogt double {back}, {exact}
        {error}.under = fcmp olt double {back}, {exact}
        {error}.some = select i1 {error}.over, {kind} -1.0, {kind} 0.0
        {error} = select i1 {error}.under, {kind} 1.0, {kind} {error}.some"""


def _two_sum(a: str, b: str, total: str, error: str) -> str:
    """The exact error of the double `total = a + b` (Knuth)."""
    return f"""{error}.bb = fsub double {total}, {a}
        {error}.aa = fsub double {total}, {error}.bb
        {error}.db = fsub double {b}, {error}.bb
        {error}.da = fsub double {a}, {error}.aa
        {error} = fadd double {error}.da, {error}.db"""


def _narrowed(mode: str, exact: str, result: str) -> str:
    """The float next to the double `exact` in the direction."""
    return f"""%f.n = fptrunc double {exact} to float
        %f.back = fpext float %f.n to double
        {_compared("float", "%f.back", exact, "%f.error")}
        {_step("float", mode, result, "%f.n", "%f.error", "%f")}"""


def _step(kind: str, mode: str, result: str = "%r", n: str = "%n", error: str = "%error", prefix: str = "%s") -> str:
    """One step from `n` to `result` where `error` says that the exact result lies on the wanted side."""
    integer, x = _INTEGER[kind], prefix + "."
    up, down = f"{x}up = fcmp ogt {kind} {error}, 0.0", f"{x}down = fcmp olt {kind} {error}, 0.0"
    common = f"""{x}bits = bitcast {kind} {n} to {integer}
        {x}negative = icmp slt {integer} {x}bits, 0
        {x}zero = fcmp oeq {kind} {n}, 0.0"""
    if mode == "rz":
        return f"""{common}
            {up}
            {down}
            {x}too_big = select i1 {x}negative, i1 {x}up, i1 {x}down
            {x}not_zero = xor i1 {x}zero, true
            {x}steps = and i1 {x}too_big, {x}not_zero
            {x}less = sub {integer} {x}bits, 1
            {x}moved = select i1 {x}steps, {integer} {x}less, {integer} {x}bits
            {result} = bitcast {integer} {x}moved to {kind}"""
    wanted, test = (f"{x}up", up) if mode == "rp" else (f"{x}down", down)
    grow, shrink = ("add", "sub") if mode == "rp" else ("sub", "add")
    # the number next to zero on the wanted side
    smallest = 1 if mode == "rp" else (-(1 << 31) + 1 if kind == "float" else -(1 << 63) + 1)
    return f"""{common}
        {test}
        {x}when_negative = {shrink} {integer} {x}bits, 1
        {x}when_positive = {grow} {integer} {x}bits, 1
        {x}stepped = select i1 {x}negative, {integer} {x}when_negative, {integer} {x}when_positive
        {x}next = select i1 {x}zero, {integer} {smallest}, {integer} {x}stepped
        {x}moved = select i1 {wanted}, {integer} {x}next, {integer} {x}bits
        {result} = bitcast {integer} {x}moved to {kind}"""


_ROUNDERS = {"rn": "rint", "rz": "trunc", "rm": "floor", "rp": "ceil"}


def float_to_integer(kind: str, mode: str, result: str, signed: bool) -> str:
    """CUDA's conversions saturate; NaN gives 0, but the top bit alone where either side has 64 bits (PTX: cvt)."""
    rounder, suffix = _ROUNDERS[_DIRECTIONS.get(mode, mode)], _SUFFIX[kind]
    convert = f"call {result} @llvm.fpto{'s' if signed else 'u'}i.sat.{result}.{suffix}({kind} %whole)"
    body = f"%whole = call {kind} @llvm.{rounder}.{suffix}({kind} %a)\n%clamped = {convert}\n"
    if result != "i64" and kind != "double":
        return body + f"ret {result} %clamped"
    return f"""{body}
        %nan = fcmp uno {kind} %a, 0.0
        %r = select i1 %nan, {result} {-(1 << (int(result[1:]) - 1))}, {result} %clamped
        ret {result} %r"""


def integer_to_float(source: str, mode: str, kind: str, signed: bool) -> str:
    """The directed forms compare the rounded value, as a wider integer, with the given one."""
    letter = "s" if signed else "u"
    start = f"%n = {letter}itofp {source} %a to {kind}\n"
    if mode == "rn" or (kind == "double" and source == "i32"):
        return f"{start}ret {kind} %n"
    wide = "i64" if source == "i32" else "i128"
    return f"""{start}
        %exact = {"sext" if signed else "zext"} {source} %a to {wide}
        {_back_to_integer(kind, wide, signed)}
        %over = icmp sgt {wide} %back, %exact
        %under = icmp slt {wide} %back, %exact
        %not_under = select i1 %over, {kind} -1.0, {kind} 0.0
        %error = select i1 %under, {kind} 1.0, {kind} %not_under
        {_step(kind, _DIRECTIONS.get(mode, mode))}
        ret {kind} %r"""


def _back_to_integer(kind: str, wide: str, signed: bool) -> str:
    """`%n` as an integer of twice the width; its magnitude is at most 2**64, and 2**64 itself needs its own case."""
    if wide == "i64":
        return f"%back = fptosi {kind} %n to i64"
    limit = "0x43E0000000000000" if signed else "0x43F0000000000000"  # 2**63, 2**64
    power = 63 if signed else 64
    return f"""%full = fcmp oge {kind} %n, {limit}
        %fits = select i1 %full, {kind} 0.0, {kind} %n
        %part = {"fptosi" if signed else "fptoui"} {kind} %fits to i64
        %part_wide = {"sext" if signed else "zext"} i64 %part to i128
        %back = select i1 %full, i128 {1 << power}, i128 %part_wide"""


def narrow(mode: str) -> str:
    """double to float."""
    if mode == "rn":
        return "%r = fptrunc double %a to float\nret float %r"
    return f"{_narrowed(_DIRECTIONS.get(mode, mode), '%a', '%r')}\nret float %r"
