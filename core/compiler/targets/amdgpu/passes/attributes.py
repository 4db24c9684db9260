# SPDX-License-Identifier: Apache-2.0
"""Module header, attribute groups and synchronisation scopes: NVPTX's words become AMD's."""

from __future__ import annotations

import re

from scale.compiler.ir.copies import too_many_copies

from ..context import Context

TRIPLE = "amdgcn-amd-amdhsa"
_DROPPED = re.compile(
    r' "(?:target-cpu|target-features|frame-pointer|stack-protector-buffer-size|uniform-work-group-size|nvvm\.[a-z]+|'
    r'denormal-fp-math|denormal-fp-math-f32)"(?:="[^"]*")?'
)
MOST_COPIES = 8
"""Texture reads in a module's kernels together from which on they call one function."""
SCOPES = {"block": "workgroup", "cluster": "agent", "device": "agent"}
"""NVPTX's scope names and AMD's; a cluster is never larger than what one device sees."""
QUIET_MODE = ' "amdgpu-ieee"="false"'
"""The MODE bit IEEE is off, so that `v_min` and `v_max` return the number beside a signalling NaN, as CUDA's `fmin` and `fmax` do:
with the bit on each operand needs an instruction that makes it quiet first."""
_SCOPE = re.compile(r'syncscope\("(block|cluster|device)"\)')


def run(context: Context) -> None:
    module = context.module
    module.header = [line for line in module.header if not line.startswith("target ")]
    module.header[:0] = [f'target datalayout = "{data_layout(context)}"', f'target triple = "{TRIPLE}"']
    extra = denormal_attributes(context) + QUIET_MODE
    module.attributes = [_group(line, extra) for line in module.attributes]
    for name in too_many_copies(module, MOST_COPIES):
        function = module.functions[name]
        function.header = re.sub(r"( #\d+|$)", r" noinline\1", function.header, count=1)
    for function in module.functions.values():
        function.body = [
            _SCOPE.sub(lambda match: f'syncscope("{SCOPES[match[1]]}")', line) if "syncscope(" in line else line for line in function.body
        ]
    _module_flags(context)


def data_layout(context: Context) -> str:
    from ..codegen import target_machine

    return str(target_machine(context.processor, context.features, 0).target_data)


def denormal_attributes(context: Context) -> str:
    """`-ftz=true` flushes f32 denormals; f64 and f16 keep theirs, as on NVIDIA."""
    return ' "denormal-fp-math-f32"="preserve-sign,preserve-sign"' if context.options.ftz else ""


def _group(line: str, extra: str) -> str:
    line = _DROPPED.sub("", line)
    if "optnone" in line:  # the whole pipeline is chosen by the level; a pass must be able to inline
        line = re.sub(r"\b(?:optnone|noinline) ", "", line)
    if extra and "nounwind" in line:
        line = line.replace(" }", f"{extra} }}")
    return line


def _module_flags(context: Context) -> None:
    """Code object version and nothing of NVVM's; the other flags (debug information) stay."""
    metadata = context.module.metadata
    numbers = [int(match[1]) for line in metadata if (match := re.match(r"!(\d+) = ", line))]
    first = max(numbers, default=-1) + 1
    version = context.processor.code_object_version * 100
    flags = [f"!{first}"]
    kept: list[str] = []
    for line in metadata:
        if line.startswith("!llvm.module.flags = "):
            flags += [name for name in re.findall(r"!\d+", line) if not _is_foreign_flag(name, metadata)]
        elif line.startswith("!nvvm.") or line.startswith("!nvvmir."):
            continue
        else:
            kept.append(line)
    kept.insert(0, f"!llvm.module.flags = !{{{', '.join(flags)}}}")
    kept.append(f'!{first} = !{{i32 1, !"amdhsa_code_object_version", i32 {version}}}')
    context.module.metadata = kept


def _is_foreign_flag(name: str, metadata: list[str]) -> bool:
    line = next((line for line in metadata if line.startswith(f"{name} = ")), "")
    return '"nvvm-reflect' in line or '"frame-pointer"' in line or '"wchar_size"' in line
