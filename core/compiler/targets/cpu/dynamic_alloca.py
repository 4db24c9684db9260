# SPDX-License-Identifier: Apache-2.0
"""Stack memory of a size known at run time only (`alloca(n)`, arrays of variable length) comes from the heap.

A thread's stack does not outlive the region of code between two barriers, its variables do: those of fixed size lie in the block's
frame, the others in a list for each call, which is freed where the function returns or the stack pointer is set back.
"""

from __future__ import annotations

import re

from scale.compiler.ir.layout import size_align
from scale.compiler.ir.text import Function, Module, parse_module

_ALLOCA = re.compile(r"^\s*(?P<name>%\S+) = alloca (?P<kind>.+), (?P<width>i\d+) (?P<count>%[^ ,]+)(?:, align (?P<align>\d+))?")
_SAVE = re.compile(r"^\s*(?P<name>%\S+) = (?:tail )?call ptr @llvm\.stacksave(?:\.p0)?\(\)")
_RESTORE = re.compile(r"^\s*(?:tail )?call void @llvm\.stackrestore(?:\.p0)?\(ptr (?P<saved>%[^ ,)]+)\)")
_LABEL = re.compile(r'^(?:[-a-zA-Z$._0-9]+|"[^"]*"):')
_HEAD = "%scale.stack"
_FUNCTIONS = """
define internal ptr @scale.stack.more(ptr %head, i64 %bytes, i64 %align) {
entry:
  %old = load ptr, ptr %head
  %room = add i64 %align, 8
  %all = add i64 %bytes, %room
  %node = call ptr @malloc(i64 %all)
  %none = icmp eq ptr %node, null
  br i1 %none, label %full, label %there
full:
  call void @llvm.trap()
  unreachable
there:
  store ptr %old, ptr %node
  store ptr %node, ptr %head
  %at = ptrtoint ptr %node to i64
  %last = add i64 %room, -1
  %behind = add i64 %at, %last
  %mask = sub i64 0, %align
  %place = and i64 %behind, %mask
  %data = inttoptr i64 %place to ptr
  ret ptr %data
}
define internal void @scale.stack.back(ptr %head, ptr %until) {
entry:
  %first = load ptr, ptr %head
  br label %next
next:
  %node = phi ptr [ %first, %entry ], [ %older, %one ]
  %done = icmp eq ptr %node, %until
  br i1 %done, label %out, label %one
one:
  %older = load ptr, ptr %node
  call void @free(ptr %node)
  br label %next
out:
  store ptr %until, ptr %head
  ret void
}
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.trap()
"""


def move_dynamic_allocas(module: Module) -> None:
    """Rewrite the functions that have such variables."""
    types = {name: body for name, separator, body in (line.partition(" = type ") for line in module.header) if separator}
    functions = module.functions.values()
    found = [each for each in functions if any(" = alloca " in line and _ALLOCA.match(line) for line in each.body)]
    if not found:
        return
    for function in found:
        _rewrite(function, types)
    added = parse_module(_FUNCTIONS)
    module.functions.update(added.functions)
    for line in added.declarations.values():
        module.declare(line)


def _rewrite(function: Function, types: dict[str, str]) -> None:
    body: list[str] = []
    for number, line in enumerate(function.body):
        if match := _ALLOCA.match(line):
            size, align = size_align(match["kind"], types)
            count = f"%scale.count.{number}"
            change = "zext" if int(match["width"][1:]) < 64 else "bitcast"
            body.append(f"  {count} = {change} {match['width']} {match['count']} to i64")
            body.append(f"  {count}.bytes = mul i64 {count}, {size}")
            aligned = max(align, int(match["align"] or 1), 8)
            body.append(f"  {match['name']} = call ptr @scale.stack.more(ptr {_HEAD}, i64 {count}.bytes, i64 {aligned})")
        elif match := _SAVE.match(line):
            body.append(f"  {match['name']} = load ptr, ptr {_HEAD}, align 8")
        elif match := _RESTORE.match(line):
            body.append(f"  call void @scale.stack.back(ptr {_HEAD}, ptr {match['saved']})")
        else:
            if line.lstrip().startswith("ret "):
                body.append(f"  call void @scale.stack.back(ptr {_HEAD}, ptr null)")
            body.append(line)
    at = 1 if _LABEL.match(body[0]) else 0
    function.body = [*body[:at], f"  {_HEAD} = alloca ptr, align 8", f"  store ptr null, ptr {_HEAD}, align 8", *body[at:]]
