# SPDX-License-Identifier: Apache-2.0
"""The carry flag across asm statements.

nvcc keeps the order of volatile asm statements, and sources lean on it: `add.cc` in one statement, `addc` in the next, often
each in a small function of its own. Translations that need or leave a carry hold calls of `__scale_cc_get` and
`__scale_cc_set`; here functions that take part in such a chain are inlined, then the flag becomes a local variable.
"""

from __future__ import annotations

import re

_GET = "call i1 @__scale_cc_get()"
_SET = "call void @__scale_cc_set("
_SLOT = "%.scale.cc"
_DEFINE = re.compile(r"^define\b[^@]*@(\"[^\"]+\"|[-\w.$]+)\(")
_MAX_ROUNDS = 16


def resolve(text: str, reads: bool) -> str:
    """The module without the two marker calls.

    Args:
        text: the translated module.
        reads: whether any statement takes a carry that it does not make itself.
    """
    if reads:
        for _ in range(_MAX_ROUNDS):
            marked = _mark(text)
            if marked is None:
                break
            text = _inline(marked)
    return _localise(text, reads)


def _functions(lines: list[str]) -> list[tuple[int, int]]:
    """First and last line of each definition."""
    found: list[tuple[int, int]] = []
    start = -1
    for index, line in enumerate(lines):
        if line.startswith("define "):
            start = index
        elif line.startswith("}") and start >= 0:
            found.append((start, index))
            start = -1
    return found


def _mark(text: str) -> str | None:
    """The module with `alwaysinline` on the functions that pass the flag on; None if no function has to be inlined."""
    lines = text.split("\n")
    involved: list[int] = []
    consumer = False
    for start, end in _functions(lines):
        marks = [line for line in lines[start:end] if _GET in line or _SET in line]
        if not marks or "ptx_kernel" in lines[start]:
            continue
        involved.append(start)
        consumer = consumer or _GET in marks[0]
    involved = [start for start in involved if _is_called(text, lines[start])]
    if not consumer or not involved:
        return None
    for start in involved:
        lines[start] = _always_inline(lines[start])
    return "\n".join(lines)


def _is_called(text: str, definition: str) -> bool:
    name = _DEFINE.match(definition)
    return name is not None and re.search(rf"\bcall [^\n]*@{re.escape(name[1])}\(", text) is not None


def _always_inline(line: str) -> str:
    head, brace, tail = line.rpartition("{")
    # attribute groups may hold noinline or optnone, which exclude alwaysinline
    head = re.sub(r" #\d+", "", head).replace(" alwaysinline", "").replace(" comdat", " comdat")
    at = head.rfind(")") + 1
    return f"{head[:at]} alwaysinline convergent nounwind{head[at:]}{brace}{tail}"


def _inline(text: str) -> str:
    import llvmlite.binding as llvm
    from scale.compiler.targets import llvm_start

    llvm_start.start()
    # the functions say target-cpu sm_NN, which only this target takes
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_80")
    module = llvm.parse_assembly(text)
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0)))
    return str(module)


def _localise(text: str, reads: bool) -> str:
    output: list[str] = []
    lines = text.split("\n")
    body: list[str] = []
    inside = False
    for line in lines:
        if not inside:
            if line.startswith("define "):
                inside, body = True, [line]
            elif "@__scale_cc_" not in line:
                output.append(line)
            continue
        body.append(line)
        if line.startswith("}"):
            output.extend(_local_function(body, reads))
            inside = False
    return "\n".join(output)


def _local_function(body: list[str], reads: bool) -> list[str]:
    uses = any(_GET in line for line in body)
    if not uses:
        return [line for line in body if _SET not in line]
    lines: list[str] = []
    for line in body:
        if _GET in line:
            line = line.replace(_GET, f"load i1, ptr {_SLOT}")
            line = re.sub(r" #\d+", "", line)
        elif _SET in line:
            value = re.search(r"@__scale_cc_set\(i1 (.*?)\)", line)
            assert value is not None
            line = f"  store i1 {value[1]}, ptr {_SLOT}"
        lines.append(line)
    at = 2 if re.match(r"^[-\w.$\"]+:", lines[1]) else 1
    return [*lines[:at], f"  {_SLOT} = alloca i1", f"  store i1 false, ptr {_SLOT}", *lines[at:]]
