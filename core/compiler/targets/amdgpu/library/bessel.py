# SPDX-License-Identifier: Apache-2.0
"""Bessel functions of whole order, which ocml lacks, by recurrence in double. CUDA has no negative orders (NaN).

`%a` is the order, `%x` the argument. Above its order J is found upwards from J0 and J1; below, downwards from far above, scaled by the sum
of all even orders (Miller); for the smallest arguments it is the first term of its series. Y is found upwards.
"""

from __future__ import annotations

_J = """
    entry:
    %size = call double @llvm.fabs.f64(double %x)
    %zero = call double @__ocml_j0_f64(double %size)
    %one = call double @__ocml_j1_f64(double %size)
    %real_a = sitofp i32 %a to double
    %bad = icmp slt i32 %a, 0
    %low = icmp slt i32 %a, 2
    %first = icmp eq i32 %a, 0
    %simple = select i1 %first, double %zero, double %one
    %tiny = fcmp olt double %size, 1.0e-30
    %rising = fcmp oge double %size, %real_a
    br i1 %low, label %end, label %choose
    choose:
    %half = fmul double %size, 0.5
    br i1 %tiny, label %series, label %recur
    series:
    %k = phi i32 [ 1, %choose ], [ %k_next, %series ]
    %product = phi double [ 1.0, %choose ], [ %longer, %series ]
    %k_real = sitofp i32 %k to double
    %factor = fdiv double %half, %k_real
    %longer = fmul double %product, %factor
    %k_next = add i32 %k, 1
    %k_done = icmp sgt i32 %k_next, %a
    br i1 %k_done, label %end, label %series
    recur:
    %twice_inverse = fdiv double 2.0, %size
    br i1 %rising, label %up, label %prepare
    up:
    %n = phi i32 [ 1, %recur ], [ %n_next, %up ]
    %before = phi double [ %zero, %recur ], [ %here, %up ]
    %here = phi double [ %one, %recur ], [ %after, %up ]
    %n_real = sitofp i32 %n to double
    %ratio = fmul double %n_real, %twice_inverse
    %scaled = fmul double %ratio, %here
    %after = fsub double %scaled, %before
    %n_next = add i32 %n, 1
    %more_up = icmp slt i32 %n_next, %a
    br i1 %more_up, label %up, label %end
    prepare:
    %spread = fmul double %real_a, 160.0
    %margin = call double @llvm.sqrt.f64(double %spread)
    %margin_whole = fptosi double %margin to i32
    %start_odd = add i32 %a, %margin_whole
    %start = and i32 %start_odd, -2
    br label %down
    down:
    %j = phi i32 [ %start, %prepare ], [ %j_next, %down ]
    %above = phi double [ 0.0, %prepare ], [ %kept_here, %down ]
    %now = phi double [ 1.0, %prepare ], [ %kept_below, %down ]
    %answer = phi double [ 0.0, %prepare ], [ %kept_answer, %down ]
    %sum = phi double [ 0.0, %prepare ], [ %kept_sum, %down ]
    %j_real = sitofp i32 %j to double
    %j_ratio = fmul double %j_real, %twice_inverse
    %j_scaled = fmul double %j_ratio, %now
    %below = fsub double %j_scaled, %above
    %below_size = call double @llvm.fabs.f64(double %below)
    %big = fcmp ogt double %below_size, 1.0e100
    %shrink = select i1 %big, double 1.0e-100, double 1.0
    %kept_below = fmul double %below, %shrink
    %kept_here = fmul double %now, %shrink
    %small_sum = fmul double %sum, %shrink
    %small_answer = fmul double %answer, %shrink
    %odd_bit = and i32 %j, 1
    %odd = icmp ne i32 %odd_bit, 0
    %term = select i1 %odd, double %kept_below, double 0.0
    %kept_sum = fadd double %small_sum, %term
    %found = icmp eq i32 %j, %a
    %kept_answer = select i1 %found, double %kept_here, double %small_answer
    %j_next = sub i32 %j, 1
    %more = icmp sgt i32 %j_next, 0
    br i1 %more, label %down, label %normal
    normal:
    %twice = fmul double %kept_sum, 2.0
    %scale = fsub double %twice, %kept_below
    %normalised = fdiv double %kept_answer, %scale
    br label %end
    end:
    %value = phi double [ %simple, %entry ], [ %longer, %series ], [ %after, %up ], [ %normalised, %normal ]
    %opposite = fneg double %value
    %a_bit = and i32 %a, 1
    %a_odd = icmp ne i32 %a_bit, 0
    %b_bits = bitcast double %x to i64
    %b_negative = icmp slt i64 %b_bits, 0
    %turned = and i1 %a_odd, %b_negative
    %signed = select i1 %turned, double %opposite, double %value
    %j_result = select i1 %bad, double 0x7FF8000000000000, double %signed
"""

_Y = """
    entry:
    %zero = call double @__ocml_y0_f64(double %x)
    %one = call double @__ocml_y1_f64(double %x)
    %bad = icmp slt i32 %a, 0
    %first = icmp eq i32 %a, 0
    %several = icmp sgt i32 %a, 1
    %y_start = fcmp ogt double %one, 0xFFF0000000000000
    %recur = and i1 %several, %y_start
    %twice_inverse = fdiv double 2.0, %x
    br i1 %recur, label %up, label %end
    up:
    %n = phi i32 [ 1, %entry ], [ %n_next, %up ]
    %before = phi double [ %zero, %entry ], [ %here, %up ]
    %here = phi double [ %one, %entry ], [ %after, %up ]
    %n_real = sitofp i32 %n to double
    %ratio = fmul double %n_real, %twice_inverse
    %scaled = fmul double %ratio, %here
    %after = fsub double %scaled, %before
    %n_next = add i32 %n, 1
    %n_more = icmp slt i32 %n_next, %a
    %finite = fcmp ogt double %after, 0xFFF0000000000000
    %more = and i1 %n_more, %finite
    br i1 %more, label %up, label %end
    end:
    %high = phi double [ %one, %entry ], [ %after, %up ]
    %some = select i1 %first, double %zero, double %high
    %y_result = select i1 %bad, double 0x7FF8000000000000, double %some
"""


def bessel(name: str) -> tuple[str, str, str] | None:
    """Result type, parameters and body of `jn`, `jnf`, `yn`, `ynf`."""
    if name not in ("jn", "jnf", "yn", "ynf"):
        return None
    body = (_J if name[0] == "j" else _Y).strip().removeprefix("entry:")
    if name.endswith("f"):
        return (
            "float",
            "i32 %a, float %b",
            f"entry:\n%x = fpext float %b to double\n{body}\n%r = fptrunc double %{name[0]}_result to float\nret float %r",
        )
    return "double", "i32 %a, double %b", f"entry:\n%x = fadd double %b, -0.0\n{body}\nret double %{name[0]}_result"
