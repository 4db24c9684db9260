# SPDX-License-Identifier: Apache-2.0
"""AMD's device libraries: where they are, and linking in what a module calls.

`ocml.bc` has the mathematics, `ockl.bc` printf and malloc. They come with ROCm, with Debian's `rocm-device-libs`, inside the wheels
`triton` and `iree-base-compiler`, or lie in a checkout's `.scale-dev` (put there by `./dev`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from scale.errors import CompileError, MissingTool

from .context import Context
from .passes.attributes import QUIET_MODE
from .tools import find

HINT = (
    "install ROCm, the Debian or Ubuntu package rocm-device-libs, or the wheel iree-base-compiler; "
    "or name the folder of ocml.bc and ockl.bc in SCALE_DEVICE_LIBS"
)


def link(module: Any, context: Context, machine: Any) -> None:
    """Link the libraries that the module calls.

    Raises:
        MissingTool: one is needed and none is found.
        CompileError: the one that was found cannot be read by this LLVM.
    """
    called = [function.name for function in module.functions if function.is_declaration]
    for library in sorted(context.device_libraries):
        if not any(name.startswith(f"__{library}_") for name in called):
            continue  # another part of the module calls it
        path = find(library)
        if path is None:
            what = "mathematics" if library == "ocml" else "printf, assert and malloc"
            raise MissingTool(f"AMD's device library {library}.bc ({what}) is needed and not found", hint=HINT)
        module.link_in(_wanted_part(path, module, machine, context))
    if context.device_libraries:
        for variable in module.global_variables:
            if variable.name.startswith("__oclc_"):
                variable.linkage = "internal"
    for function in module.functions:
        if function.name.startswith(("__ocml", "__ockl")):
            if function.is_declaration:
                raise CompileError(f"the device library lacks {function.name}", hint=HINT)
            function.linkage = "internal"


_ASM = re.compile(r'(?:tail )?call i32 asm sideeffect "[^"]*", "=v,0"\((i32 [^)]+)\)[^\n]*')


# LLVM removes functions that name a feature which the processor lacks, and their callers then use nothing in particular.
_FEATURES = re.compile(r' "target-(?:features|cpu)"="[^"]*"')
_GROUP_END = re.compile(r"^(attributes #\d+ = \{.*?) \}$", re.MULTILINE)
_CONTROL = re.compile(r"^(@__oclc_(\w+) = )external ((?:[\w()]+ )*?constant i\d+)", re.MULTILINE)
_OLD_CLOCK = "@llvm.amdgcn.s.memrealtime()"


def _wanted_part(path: Path, module: Any, machine: Any, context: Context) -> Any:
    """The library's functions that the module calls, with what they call.

    ockl keeps ballots apart by empty inline assembly that hands its operand on; object emission here has no assembler, and LLVM
    has long treated those operations as convergent, so a plain value takes its place. Libraries of ROCm 5 read the steady clock by an
    instruction that gfx11 lost; LLVM's own intrinsic knows what each processor has.
    """
    try:
        part = llvm.parse_bitcode(path.read_bytes())
    except RuntimeError as error:
        raise CompileError(f"{path} cannot be read: {str(error).strip()}", hint=HINT) from error
    part.triple = module.triple
    part.data_layout = module.data_layout
    wanted = {function.name for function in module.functions if function.is_declaration}
    for function in part.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in wanted else "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(part, builder)
    text = str(part)
    plain = _GROUP_END.sub(rf"\1{QUIET_MODE} }}", _FEATURES.sub("", text))
    if path.stem == "ockl":
        plain = _ASM.sub(r"freeze \1", plain)
        if "@llvm.readsteadycounter()" not in plain:
            plain = plain.replace(_OLD_CLOCK, "@llvm.readsteadycounter()")
    if context.options.optimization == 0:
        values = dict(re.findall(r"@__oclc_(\w+) = .* (\d+)$", controls(context), re.MULTILINE))
        plain = _CONTROL.sub(lambda found: f"{found[1]}internal {found[3]} {values[found[2]]}", plain)
    if plain != text:
        part = llvm.parse_assembly(plain)
    if context.options.optimization == 0:
        _without_other_processors(part, machine)
    return part


def _without_other_processors(part: Any, machine: Any) -> None:
    """What the constants leave unreached: code for other processors cannot be selected; with optimisation it goes by itself."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_sccp_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(part, builder)


def controls(context: Context) -> str:
    """The libraries' seven constants for this processor and these options, as IR."""
    options = context.options
    values = {
        "finite_only_opt": ("i8", 0),
        "unsafe_math_opt": ("i8", 0),
        "daz_opt": ("i8", int(options.ftz)),
        "correctly_rounded_sqrt32": ("i8", int(options.prec_sqrt)),
        "wavefrontsize64": ("i8", int(context.wave64)),
        "ISA_version": ("i32", context.processor.isa),
        "ABI_version": ("i32", context.processor.code_object_version * 100),
    }
    return "\n".join(
        f"@__oclc_{name} = linkonce_odr unnamed_addr addrspace(4) constant {kind} {value}" for name, (kind, value) in values.items()
    )
