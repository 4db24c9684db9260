# SPDX-License-Identifier: Apache-2.0
"""C's functions on strings and bytes, which clang makes of `__builtin_strlen` and its kin: constexpr parts of the C++ library call them."""

from __future__ import annotations

import re

from .text import Module, parse_module

_COMPARE = """define internal i32 @scale.c.{0}(ptr %a, ptr %b{1}) nounwind {{
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %more ]
{2}
read:
  %p = getelementptr i8, ptr %a, i64 %i
  %q = getelementptr i8, ptr %b, i64 %i
  %x = load i8, ptr %p
  %y = load i8, ptr %q
  %next = add i64 %i, 1
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %more, label %differ
more:
{3}
differ:
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %r = sub i32 %u, %v
  ret i32 %r
same:
  ret i32 0
}}
"""
_COUNTED = "  %done = icmp eq i64 %i, %n\n  br i1 %done, label %same, label %read"
_ENDS = "  %end = icmp eq i8 %x, 0\n  br i1 %end, label %same, label %loop"
_BODIES = {
    "strlen": """define internal i64 @scale.c.strlen(ptr %s) nounwind {
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %p = getelementptr i8, ptr %s, i64 %i
  %x = load i8, ptr %p
  %next = add i64 %i, 1
  %end = icmp eq i8 %x, 0
  br i1 %end, label %out, label %loop
out:
  ret i64 %i
}
""",
    "memchr": """define internal ptr @scale.c.memchr(ptr %s, i32 %c, i64 %n) nounwind {
start:
  %wanted = trunc i32 %c to i8
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %more ]
  %done = icmp eq i64 %i, %n
  br i1 %done, label %none, label %read
read:
  %p = getelementptr i8, ptr %s, i64 %i
  %x = load i8, ptr %p
  %found = icmp eq i8 %x, %wanted
  br i1 %found, label %out, label %more
more:
  %next = add i64 %i, 1
  br label %loop
out:
  ret ptr %p
none:
  ret ptr null
}
""",
    "memcmp": _COMPARE.format("memcmp", ", i64 %n", _COUNTED, "  br label %loop"),
    "bcmp": _COMPARE.format("bcmp", ", i64 %n", _COUNTED, "  br label %loop"),
    "strcmp": _COMPARE.format("strcmp", "", "  br label %read", _ENDS),
    "strncmp": _COMPARE.format("strncmp", ", i64 %n", _COUNTED, _ENDS),
}
C_STRINGS = frozenset(_BODIES)
"""All functions that are taken care of here."""


def define_c_strings(module: Module) -> None:
    """Define what `module` declares of them and calls."""
    wanted = [name for name in module.declarations if name in _BODIES]
    if not wanted:
        return
    pattern = re.compile(rf"@({'|'.join(wanted)})(?=\()")
    for function in module.functions.values():
        function.body = [pattern.sub(r"@scale.c.\1", line) if " @" in line else line for line in function.body]
    for name in wanted:
        module.functions |= parse_module(_BODIES[name]).functions
        del module.declarations[name]
