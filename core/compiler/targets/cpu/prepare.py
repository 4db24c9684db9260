# SPDX-License-Identifier: Apache-2.0
"""First pass: from NVPTX-flavoured device IR to plain x86-64 IR with one address space.

What only the cutting can lower (special registers, synchronisation, services) is left as calls of functions
named without `llvm.`, so that LLVM knows nothing about them but their attributes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scale.compiler.ir.call_graph import calls_of, on_cycles
from scale.compiler.ir.copies import too_many_copies
from scale.compiler.ir.locate import Locations
from scale.compiler.ir.text import Module, matching_end, parse_module, parse_parameters, split_type
from scale.compiler.ir.unresolved import OTHER_FILE, unresolved_variable
from scale.compiler.targets.callees_first import cleaned
from scale.errors import CompileError

from . import shared_constants
from .dynamic_alloca import move_dynamic_allocas
from .image import kernel_handle
from .inlining import too_large_to_inline
from .matrix_operations import declare_products
from .poll_places import mark_polls
from .total import defined_for_all

DATA_LAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
TRIPLE = "x86_64-unknown-linux-gnu"
MOST_COPIES = 8
"""Texture reads in a module's kernels together from which on they call one function."""
DEVICE_RUNTIME = "__scale_device_runtime"
BLOCK_CONTEXT = {"tid", "ctaid", "ntid", "nctaid"}


@dataclass
class KernelInfo:
    """A kernel as the front end declared it."""

    name: str
    types: list[str]
    """LLVM type of each argument; for a struct passed by value the struct's type."""
    by_value: list[int]
    """Alignment of each struct argument, 0 for plain values."""
    max_threads: int = 1024
    cooperative: bool = False
    handle: bool = False
    """Does device code take its address?"""


@dataclass
class SharedVariable:
    """A `__shared__` array; `dynamic` for `extern __shared__`."""

    name: str
    type: str
    align: int
    dynamic: bool


@dataclass
class Prepared:
    """The module after this pass, and what was taken out of it."""

    module: Module
    kernels: dict[str, KernelInfo] = field(default_factory=dict)
    shared: dict[str, SharedVariable] = field(default_factory=dict)
    variables: dict[str, bool] = field(default_factory=dict)
    """Device variables that the host may ask for by name: is it a constant?"""
    locations: Locations | None = None
    places: list[str] = field(default_factory=list)
    """Source places by the numbers that `scale.at` calls name (polling.py)."""


_ATTACHMENT = re.compile(r", !(?!llvm\.loop)[\w.]+ (?:!\d+|!\{[^}]*\})")
_ADDRESS_SPACE = re.compile(r" addrspace\(\d+\)")
_SPACE_CAST = re.compile(r"(?<![@\w.$-])addrspacecast(?= )")
_WITHOUT_METADATA = re.compile(r"#dbg_|@llvm\.experimental\.noalias\.scope\.decl\(")
"""Lines that say something about metadata only, of which nearly all is dropped."""
_GROUP = re.compile(r" #\d+(?=$|,| \[)")
_SHARED_TO_INT = re.compile(r"= ptrtoint ptr addrspace\(3\) (.+?) to (i\d+)(?=$|,)")
_INT_TO_SHARED = re.compile(r"= inttoptr (i\d+) (.+?) to ptr addrspace\(3\)")
_INTRINSIC_SPACE = re.compile(r"(@llvm\.[\w.]*?)\.p[1345](?=[.(])")
_SYNC_SCOPE = re.compile(r' syncscope\("[^"]*"\)')
_TO_INTEGER = re.compile(r"= fpto([su])i (half|bfloat|float|double) (\S+) to (i8|i16|i32|i64)$")
_WIDTHS = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
_HALF_FMA = re.compile(r"@llvm\.fma\.(?=(?:v2)?b?f16\()")
_SATURATING = re.compile(r"call (i\d+) @(llvm\.fpto[su]i\.sat\.\w+\.\w+)\((\w+) ")
_HEAD = re.compile(r"[^@%\"\[{<]*?\b(?:global|constant) ")
"""Of a variable's definition, what stands between `=` and its type."""
_CONVENTION = re.compile(r" ptx_(?:kernel|device)(?= )")


def rewrite_line(line: str) -> str:
    """One body line in one address space, without metadata and NVPTX names."""
    if ", !" in line:
        line = _ATTACHMENT.sub("", line)
    if " #" in line:
        line = _GROUP.sub("", line)
    if "addrspace" in line:
        line = _SHARED_TO_INT.sub(r"= call \2 @scale.shared.offset.\2(ptr \1)", line)
        line = _INT_TO_SHARED.sub(r"= call ptr @scale.shared.at.\1(\1 \2)", line)
        line = one_address_space(line)
    if "@llvm." in line:
        if "@llvm.fma." in line:  # halves: rounded once, which x86 has no instruction for
            line = _HALF_FMA.sub("@scale.fma.", line)
        line = line.replace("@llvm.nvvm.", "@nvvm.")
        line = _INTRINSIC_SPACE.sub(r"\1.p0", _INTRINSIC_SPACE.sub(r"\1.p0", line))
    if "= fpto" in line:  # out of range: the nearest integer, as PTX has it, instead of nothing defined
        line = _TO_INTEGER.sub(lambda f: f"= call {f[4]} @llvm.fpto{f[1]}i.sat.{f[4]}.{_WIDTHS[f[2]]}({f[2]} {f[3]})", line)
    if "syncscope" in line:
        line = _SYNC_SCOPE.sub("", line)
    if "ptx_" in line:
        line = _CONVENTION.sub("", line)
    return line


def one_address_space(line: str) -> str:
    """Drop address spaces; casts between them become casts that do nothing."""
    return _SPACE_CAST.sub("bitcast", _ADDRESS_SPACE.sub("", line))


def prepare(text: str, *, clean: bool = False) -> Prepared:
    """Run the pass.

    Args:
        text: device IR of a whole program.
        clean: may functions be cleaned up before they are inlined?

    Raises:
        CompileError: the module holds what no CPU image can have.
    """
    module = cleaned(parse_module(text)) if clean else parse_module(text)
    move_dynamic_allocas(module)
    locations = Locations(module.metadata)
    done = Prepared(module, locations=locations)
    done.places = mark_polls(module, locations)
    declare_products(module)
    groups = {line.split(" ")[1]: line for line in module.attributes}
    for name, line in list(module.globals.items()):
        module.globals[name] = _global(done, name, line)
    annotations = _annotated_threads(module.metadata)
    recursive = on_cycles(calls_of(module))
    apart = too_many_copies(module, MOST_COPIES)
    called = recursive | too_large_to_inline(module, recursive | apart)
    for name, function in module.functions.items():
        kernel = function.is_kernel
        original = function.header
        shared_constants.expand(function)
        body = [line for line in function.body if not _WITHOUT_METADATA.search(line)]
        function.body = [made for line in body for made in defined_for_all(rewrite_line(line))]
        if kernel:
            attributes = " ".join(groups.get(g, "") for g in re.findall(r"#\d+", original))
            done.kernels[name] = info = _kernel(name, original, attributes)
            info.max_threads = annotations.get(name, info.max_threads)
        function.header = _header(original, "#91" if name in called else "#94" if name in apart else "#90", kernel)
        if kernel:
            _copy_by_value(done.kernels[name], function.header, function.body)
    for name, line in list(module.declarations.items()):
        del module.declarations[name]
        line = rewrite_line(re.sub(r" #\d+", "", line))
        module.declarations[re.search(r"@([^(]+)\(", line)[1]] = line  # type: ignore[index]
    _name_kernel_rows(done)
    for width in ("i16", "i32", "i64"):
        module.declarations[f"scale.shared.offset.{width}"] = f"declare {width} @scale.shared.offset.{width}(ptr) #93"
        module.declarations[f"scale.shared.at.{width}"] = f"declare ptr @scale.shared.at.{width}({width}) #93"
    for kind, name, source in {
        x for f in module.functions.values() for line in f.body if ".sat." in line for x in _SATURATING.findall(line)
    }:
        module.declare(f"declare {kind} @{name}({source})")
    module.comdats.clear()
    module.header = [line for line in module.header if not line.startswith(("target ", "source_filename"))]
    module.header = [one_address_space(line) for line in module.header]
    module.header[:0] = [f'target datalayout = "{DATA_LAYOUT}"', f'target triple = "{TRIPLE}"']
    module.attributes = [
        "attributes #90 = { alwaysinline convergent nounwind }",
        "attributes #91 = { noinline convergent nounwind }",
        "attributes #92 = { convergent nounwind }",
        "attributes #93 = { nounwind willreturn speculatable memory(none) }",
        "attributes #94 = { noinline nounwind willreturn memory(read) }",
        "attributes #95 = { nounwind willreturn memory(inaccessiblemem: readwrite) }",
    ]
    module.metadata = _loop_metadata(module.metadata)
    return done


def _name_kernel_rows(done: Prepared) -> None:
    """Where device code launches kernels, their addresses are those of the kernels' rows in the image's table."""
    module = done.module
    if DEVICE_RUNTIME not in module.declarations:
        return
    pattern = re.compile("@(" + "|".join(sorted(map(re.escape, done.kernels), key=len, reverse=True)) + r")(?![\w.$-])")

    def row(found: re.Match[str]) -> str:
        done.kernels[found[1]].handle = True
        return f"@{kernel_handle(found[1])}"

    for function in module.functions.values():
        function.body = [pattern.sub(row, line) if "@" in line else line for line in function.body]
    for name, line in module.globals.items():
        module.globals[name] = f"@{name}" + pattern.sub(row, line.removeprefix(f"@{name}"))
    for info in done.kernels.values():
        if info.handle:
            name = kernel_handle(info.name)
            module.globals[name] = f"@{name} = external hidden constant i8"


def _global(done: Prepared, name: str, line: str) -> str:
    head = _HEAD.match(line.partition(" = ")[2])
    space = re.search(r"addrspace\((\d+)\)", head[0]) if head else None
    which = space.group(1) if space else "0"
    line = re.sub(r",? comdat(?:\(\$[^)]*\))?", "", _ATTACHMENT.sub("", line))
    align = re.search(r", align (\d+)", line)
    if which == "3":
        rest = re.split(r" (?:global|constant) ", line, maxsplit=1)[1]
        kind = split_type(rest)[0]
        extern = bool(re.search(r"= (?:dso_local )?external ", line)) or kind.startswith("[0 x")
        done.shared[name] = SharedVariable(name, one_address_space(kind), int(align.group(1)) if align else 16, extern)
        # Zero-sized dynamic arrays get a size that no optimisation can reason about.
        return f"@{name} = external global {one_address_space(kind)}, align {align.group(1) if align else 16}"
    words = set(head[0].split()) if head else set()
    if which in ("1", "4") and words & {"external", "extern_weak"}:
        raise unresolved_variable(name, done.module)
    if which in ("1", "4") and "externally_initialized" in words:
        done.variables[name] = which == "4"
        # The host writes constants before a launch: never a compile-time value.
        line = re.sub(r"( = [^=]*?)\bconstant ", r"\1global ", line, count=1)
    line = line.replace("externally_initialized ", "")
    line = re.sub(r" = (?:protected |hidden |dso_local |weak_odr |weak |linkonce_odr |linkonce )*", " = ", line, count=1)
    line = re.sub(r"@llvm\.nvvm\.", "@nvvm.", line)
    return one_address_space(line)


def _header(header: str, group: str, kernel: bool) -> str:
    open_at = header.index("(", header.index("@"))
    end = matching_end(header, open_at)
    head = re.sub(r"^define .*?(?=ptx_kernel )", "define ", header[:end]) if kernel else header[:end]
    head = _CONVENTION.sub("", head).replace("ptx_kernel ", "").replace("ptx_device ", "")
    head = re.sub(
        r"^define (?:internal |private |weak_odr |weak |linkonce_odr |linkonce |external )?(?:dso_local )?"
        r"(?:protected |hidden )?",
        "define " if kernel else "define internal ",
        head,
    )
    if kernel:  # the thread's own copy is made below; what remains is only read
        head = re.sub(r"\bbyval\((?:[^()]|\([^()]*\))*\)", "noalias readonly", head)
    return f"{one_address_space(head)} {'#92' if kernel else group}"


def _kernel(name: str, header: str, attributes: str) -> KernelInfo:
    info = KernelInfo(name, [], [])
    for parameter in parse_parameters(header):
        by_value = next((a for a in parameter.attributes if a.startswith("byval(")), None)
        if by_value:
            align = next((a for a in parameter.attributes if a.startswith("align ")), "align 8")
            info.types.append(one_address_space(by_value[6:-1]))
            info.by_value.append(int(align.split(" ")[1]))
        else:
            info.types.append(one_address_space(parameter.type))
            info.by_value.append(0)
    found = re.search(r'"nvvm\.(?:max|req)ntid"="([\d,]+)"', attributes + header)
    if found:
        info.max_threads = 1
        for size in found.group(1).split(","):
            info.max_threads *= int(size)
    return info


def _annotated_threads(metadata: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in metadata:
        if '"maxntid' in line or '"reqntid' in line:
            name = re.search(r"@([\w.$]+)", line)
            if name:
                product = 1
                for size in re.findall(r'"(?:max|req)ntid[xyz]", i32 (\d+)', line):
                    product *= int(size)
                found[name.group(1)] = product
    return found


def _copy_by_value(info: KernelInfo, header: str, body: list[str]) -> None:
    """Struct arguments are the thread's own: copy them; SROA removes the copy where nothing writes it."""
    start = 1 if body and re.match(r"^[\w.$-]+:|^\"[^\"]*\":", body[0]) else 0
    inserted = []
    for parameter, kind, align in zip(parse_parameters(header), info.types, info.by_value, strict=True):
        if not align:
            continue
        copy = f"%scale.byval.{parameter.value[1:]}"
        pattern = re.compile(re.escape(parameter.value) + r"(?![\w.$-])")
        for i, line in enumerate(body):
            if parameter.value in line:
                body[i] = pattern.sub(copy, line)
        inserted += [
            f"  {copy} = alloca {kind}, align {align}",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {copy}, ptr {parameter.value}, i64 ptrtoint (ptr getelementptr ({kind}, ptr null, "
            f"i32 1) to i64), i1 false)",
        ]
    body[start:start] = inserted


_REFERENCE = re.compile(r"!\d+")


def _loop_metadata(metadata: list[str]) -> list[str]:
    """Keep what `!llvm.loop` needs: nodes without debug information."""
    kept: dict[str, str] = {}
    for line in metadata:
        if not re.match(r"!\d+ = ", line) or "!DI" in line:
            continue
        kept[line[: line.index(" ")]] = line
    used = {n: t for n, t in kept.items() if "distinct !{" in t or '!"llvm.loop' in t}
    result = []
    for name, line in used.items():
        head, body = line.split(" = ", 1)
        mark, inside = body.split("{", 1)
        parts = [p for p in inside.rstrip("}").split(", ") if not _REFERENCE.fullmatch(p) or p in used or p == name]
        result.append(f"{head} = {mark}{{{', '.join(parts)}}}")
    return result


def missing(name: str, module: Module, original: str, locations: Locations | None) -> CompileError:
    """The error for a function that nothing here can supply, at the first line that calls it."""
    shown = name.replace("nvvm.", "llvm.nvvm.", 1) if name.startswith("nvvm.") else name
    place = None
    if locations:
        for line in original.splitlines():
            if f"@{shown}(" in line and "!dbg" in line:
                place = locations.of(line)
                break
    if shown.startswith("_Z") or not shown.startswith(("_", "llvm.")):  # a function of the user's
        return CompileError(f"unresolved extern function '{shown}'", location=place, hint=OTHER_FILE)
    return CompileError(f"the cpu target does not have '{shown}'", location=place)
