# SPDX-License-Identifier: Apache-2.0
"""The `cpu` target: device IR to x86-64 shared objects, one a micro-architecture level."""

from __future__ import annotations

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.ir.layout import size_align
from scale.compiler.ir.text import Module, parse_module, referenced_globals, split_type
from scale.compiler.targets import children, llvm_start
from scale.errors import CompileError

from ..target import CompileResult, DeviceOptions, Image, ImageKind, KernelDescription, Target
from . import calls, entry, guards, image, intrinsics, library, optimise, prepare
from .kernel import KernelCompiler, without_front_end_loops
from .lockstep import MEET, keep_lockstep
from .model import clean_line
from .parts import Effort, Entries, share
from .settle_reads import settle_reads


def make(name: str) -> Target:
    """The target named `cpu`."""
    return CpuTarget(name)


class CpuTarget(Target):
    """Compiles for the CPU that runs the program."""

    def __init__(self, name: str) -> None:
        self.name = name

    def compile(self, device_ir: str, options: DeviceOptions, levels: tuple[int, ...] = optimise.LEVELS) -> CompileResult:
        if options.warp_size != 32:
            raise CompileError(f"--scale-warp-size={options.warp_size}: warps have 32 lanes on the CPU device")
        job = Job(device_ir, options)
        images = [Image(self.name, ImageKind.CPU_OBJECT, data, level) for level, data in job.images(levels)]
        return CompileResult(images, report=job.report() if options.report else [])

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        return Job(device_ir, options).assembly()

    def describe(self, image: Image) -> list[KernelDescription]:
        from .describe import describe

        return describe(image.data)


class Job:
    """One module on its way; each pass is a method called in order."""

    def __init__(self, device_ir: str, options: DeviceOptions) -> None:
        self.options = options
        self.source = device_ir
        self._step = 0
        self.times: dict[str, float] = {}
        llvm_start.start()
        self.prepared = self._timed("prepare", lambda: prepare.prepare(device_ir, clean=options.optimization > 0))
        self.types = _types(self.prepared.module)
        self._timed("lower", self._lower_declared)
        self.scalar = self._timed("inline", self._inline)
        self.text = self._timed("cut", self._cut)

    def _timed(self, name: str, body: Any) -> Any:
        start = time.perf_counter()
        value = body()
        self.times[name] = time.perf_counter() - start
        return value

    def _dump(self, name: str, text: str) -> None:
        if self.options.keep_prefix:
            Path(f"{self.options.keep_prefix}.cpu.{self._step:02d}-{name}.ll").write_text(text)
            self._step += 1

    def _lower_declared(self) -> None:
        """Give every declared function a body, or leave it to the cutting."""
        module = self.prepared.module
        self.extra: list[str] = []
        for name, line in list(module.declarations.items()):
            if intrinsics.is_special(name):
                module.declarations[name] = re.sub(r" #\d+$", "", line) + f" {intrinsics.attributes_of(name)}"
            elif name.startswith("llvm.") or name in intrinsics.LIBC:
                continue
            else:
                text = intrinsics.definition(name, line)
                if text is None:
                    raise prepare.missing(name, module, self.source, self.prepared.locations)
                missing = [n for n in referenced_globals([text]) if n.startswith("scale_") and n not in library.pieces()]
                if missing:
                    raise prepare.missing(name, module, self.source, self.prepared.locations)
                del module.declarations[name]
                self.extra.append(text)

    def _inline(self) -> Module:
        text = self.prepared.module.render() + "\n" + _without_repeats(self.extra, self.prepared.module)
        self._dump("prepared", text)
        module = _parse(text)
        optimise.before_cut(module, min(self.options.optimization, 2))
        text = str(module)
        self._dump("inlined", text)
        return parse_module(text)

    def _cut(self) -> str:
        scalar = self.scalar
        types = _types(scalar)
        self.rows: list[image.KernelRow] = []
        entries: list[Entries] = []
        shared = self.prepared.shared
        kernels = set(self.prepared.kernels)
        common = entry.lay_out_shared([v for n, v in shared.items() if _mentioned(scalar, kernels, n)], {**types, **self.types})
        places = {n: calls.SharedPlace(common.offsets[n], shared[n].dynamic) for n in common.offsets}
        functions = calls.add_context(scalar, kernels, places, self.prepared.locations, self.source)
        optimize = self.options.optimization > 1
        lines = sum(len(scalar.functions[name].body) for name in kernels if name in scalar.functions)
        compiler = KernelCompiler(shared, list(common.offsets), functions, types, self.types, optimize, self.prepared.places, lines)
        for name, info in self.prepared.kernels.items():
            if name not in scalar.functions:
                continue
            source = scalar.functions.pop(name)
            settle_reads(source, shared)
            if keep_lockstep(source, shared):
                scalar.declare(f"declare i32 @{MEET}() {intrinsics.attributes_of(MEET)}")
            made, row = compiler.compile(info, source, f"scale.entry.{len(self.rows)}")
            entries.append(made)
            self.rows.append(row)
        self.variables = []
        for name, constant in self.prepared.variables.items():
            line = scalar.globals.get(name)
            if line:
                kind = _global_type(line)
                self.variables.append(image.VariableRow(name, size_align(kind, types)[0], image.CONSTANT if constant else 0))
        for name in self.prepared.shared:
            scalar.globals.pop(name, None)
        scalar.metadata = []
        for function in scalar.functions.values():
            kept = (line for line in without_front_end_loops(function.body) if "@llvm.experimental.noalias.scope.decl" not in line)
            function.body = [clean_line(line) for line in kept]
        for special in [n for n in scalar.declarations if intrinsics.is_special(n) and not n.startswith("llvm.")]:
            del scalar.declarations[special]
        for supplied in scalar.declarations.keys() & library.pieces().keys():
            if not library.pieces()[supplied].text.startswith("declare"):
                del scalar.declarations[supplied]
        shares = share(entries, optimize)
        self.few_levels = shares.few_levels
        bodies = {effort: "\n".join(lines) for effort, lines in shares.texts.items() if lines}
        body = bodies.get(Effort.FULL, "")
        used = referenced_globals([body, *(line for f in scalar.functions.values() for line in f.body)])
        if any("half" in text or "bfloat" in text for text in bodies.values()) or "half" in scalar.render():
            used |= set(library.CONVERSIONS)
        extra = library.closure({n for n in used if n in library.pieces()}, scalar)
        if used >= set(library.CONVERSIONS):
            names = ", ".join(f"ptr @{n}" for n in library.CONVERSIONS)
            extra.append(f'@llvm.compiler.used = appending global [{len(library.CONVERSIONS)} x ptr] [{names}], section "llvm.metadata"')
        extra += [*_shared_helpers(used), *guards.DECLARATIONS]
        _make_hidden(scalar)
        end = ["\n".join(compiler.metadata), _ATTRIBUTES]
        self.beside: dict[Effort, str] = {effort: self._beside(text, end) for effort, text in bodies.items() if effort is not Effort.FULL}
        return "\n".join([scalar.render(), body, _without_repeats(extra, scalar), *end])

    def _beside(self, body: str, end: list[str]) -> str:
        """The module of a further part, with these entries; all but the library it only declares."""
        scalar = self.scalar
        known = [_external(line) for line in scalar.globals.values()]
        known += [re.sub(r" #\d+$", "", f.header.replace("define ", "declare ", 1)) for f in scalar.functions.values()]
        declared = Module(declarations=dict(scalar.declarations), functions=scalar.functions)
        used = referenced_globals([body])
        extra = library.closure({n for n in used if n in library.pieces()}, declared)
        extra += [*_shared_helpers(used), *guards.DECLARATIONS]
        return "\n".join(
            [
                *scalar.header,
                *known,
                *scalar.declarations.values(),
                *scalar.attributes,
                body,
                _without_repeats(extra, declared),
                *end,
                *scalar.metadata,
            ]
        )

    def optimised(self) -> dict[Effort, Any]:
        """The module of each part after its passes."""
        return {effort: self._optimised_part(effort) for effort in (Effort.FULL, *self.beside)}

    def _optimised_part(self, effort: Effort) -> Any:
        name = "" if effort is Effort.FULL else f"-{effort.value}"
        text = self.beside.get(effort, self.text)
        self._dump(f"cut{name}", text)
        module = _parse(text)
        if effort is Effort.FULL:
            optimise.after_cut(module, self.options.optimization, self.few_levels)
        elif effort is Effort.LIGHT:
            optimise.lightly(module)
        else:
            optimise.quickly(module)
        if self.options.keep_prefix:
            self._dump(f"optimised{name}", str(module))
        return module

    def assembly(self) -> str:
        """The text of one level's code, all parts in one module."""
        modules = self.optimised()
        whole = modules.pop(Effort.FULL)
        for effort, module in modules.items():
            if effort is not Effort.CHECKED:
                whole.link_in(module)
        return str(optimise.emit(whole, optimise.TUNED_LEVEL, self.options.optimization, assembly=True))

    def report(self) -> list[str]:
        """Where the time went, and how much of the code each part has."""
        texts = {Effort.FULL: self.text, **self.beside}
        sizes = ", ".join(f"{effort.value} {text.count(chr(10))}" for effort, text in texts.items())
        times = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in self.times.items())
        return [f"cpu: {len(self.rows)} kernels; lines of each part: {sizes}; {times}"]

    def images(self, levels: tuple[int, ...]) -> list[tuple[int, bytes]]:
        """(level, shared object) for each level; the links run beside the code generation."""
        return self._timed("images", lambda: self._images(levels))  # type: ignore[no-any-return]

    def _images(self, levels: tuple[int, ...]) -> list[tuple[int, bytes]]:
        made: list[dict[int, bytes]] = []
        modules: dict[Effort, Any] = {}
        if self.few_levels:
            levels = tuple(level for level in levels if level <= optimise.TUNED_LEVEL) or levels
            made = children.run([partial(self._objects, effort, levels) for effort in (Effort.FULL, *self.beside)], "cpu")
        else:
            modules = self.optimised()
        links = []
        spare = bytes(optimise.emit(modules.pop(Effort.SPARE), levels[0], 0)) if self._one_for_all(Effort.SPARE) and modules else b""
        for level in levels:
            objects = [part[level] for part in made if level in part]
            if spare:
                objects.append(spare)
            for effort, module in modules.items():
                if level in _levels(effort, levels):
                    objects.append(optimise.emit(module if level == levels[-1] else module.clone(), level, self._speed(effort, level)))
            objects.append(self._table_object(level))
            links.append((level, image.Link(objects)))
        return [(level, link.result()) for level, link in links]

    def _objects(self, effort: Effort, levels: tuple[int, ...]) -> dict[int, bytes]:
        """Machine code of one part for each level; in a process of its own."""
        module = self._optimised_part(effort)
        wanted = _levels(effort, levels)
        if effort is Effort.LIGHT:
            return dict(zip(wanted, children.run([partial(self._light_object, module, level) for level in wanted], "cpu"), strict=True))
        if self._one_for_all(effort):
            return dict.fromkeys(wanted, optimise.emit_large(module, wanted[0], 0))
        return {level: optimise.emit_large(module.clone(), level, self._speed(effort, level)) for level in wanted}

    def _one_for_all(self, effort: Effort) -> bool:
        """Is the lowest level's code of a part good for the others? Not where functions of other parts take vectors in wider registers."""
        return effort is Effort.SPARE and effort in self.beside and not any(_wide(f.header) for f in self.scalar.functions.values())

    def _light_object(self, module: Any, level: int) -> bytes:
        speed = self._speed(Effort.LIGHT, level)
        return optimise.emit_large(module, level, speed, simple_registers=speed > 0)

    def _table_object(self, level: int) -> bytes:
        lines = image.tables(level, self.rows, self.variables, level == CHECKED_LEVEL)
        return bytes(optimise.emit(_parse("\n".join([*self.scalar.header[:2], *lines])), level, 0))

    def _speed(self, effort: Effort, level: int) -> int:
        """How far code generation optimises."""
        if effort in (Effort.SPARE, Effort.CHECKED) or (self.few_levels and level < optimise.TUNED_LEVEL):
            return 0
        return self.options.optimization if effort is Effort.FULL else min(self.options.optimization, 2)


CHECKED_LEVEL = 2
"""The level whose image has entries with checks beside the fast ones."""


def _levels(effort: Effort, levels: tuple[int, ...]) -> tuple[int, ...]:
    """Those levels in whose images this part is."""
    return tuple(level for level in levels if effort is not Effort.CHECKED or level == CHECKED_LEVEL)


_ATTRIBUTES = "\n".join(
    [
        "attributes #90 = { alwaysinline nounwind }",
        "attributes #92 = { nounwind }",
    ]
)


_VECTOR = re.compile(r"<(\d+) x (?:i(\d+)|(\w+))>")
_ELEMENT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "ptr": 64}


def _wide(header: str) -> bool:
    """Is there a vector in the function's type that not every level passes in the same registers: of more than 128 bits, or of bits?"""
    for count, bits, kind in _VECTOR.findall(header):
        size = int(bits) if bits else _ELEMENT_BITS.get(kind, 128)
        if size == 1 or int(count) * size > 128:
            return True
    return False


def _make_hidden(module: Module) -> None:
    """Let the other objects of the image refer to globals and functions."""
    for name, line in module.globals.items():
        module.globals[name] = re.sub(r" = (?:private|internal) ", " = hidden ", line, count=1)
    for function in module.functions.values():
        function.header = re.sub(r"^define (?:internal )?(?:hidden )?", "define hidden ", function.header)


def _external(line: str) -> str:
    """The declaration of a global that another object defines."""
    found = re.match(r"(@\S+) = (.*?)\b(global|constant) (.*)$", line)
    assert found, line
    hidden = "hidden " if "hidden " in found[2] else ""
    kind = split_type(found[4])[0]
    align = re.search(r", align \d+$", line)
    return f"{found[1]} = external {hidden}{found[3]} {kind}{align.group() if align else ''}"


def _types(module: Module) -> dict[str, str]:
    """Bodies of the named types. LLVM may have given those of a parsed module other names."""
    return {line.split(" = ", 1)[0]: line.split(" = type ", 1)[1] for line in module.header if line.startswith("%")}


def _mentioned(module: Module, kernels: set[str], name: str) -> bool:
    """Does a function that is not a kernel use this global?"""
    return any(name in referenced_globals(f.body) for n, f in module.functions.items() if n not in kernels)


def _parse(text: str) -> Any:
    try:
        return llvm.parse_assembly(text)
    except RuntimeError as error:
        said = str(error).strip().splitlines()
        raise CompileError("cpu: internal error: the code that was made is not valid: " + " ".join(said[:3])) from error


def _without_repeats(texts: list[str], module: Module) -> str:
    """Library texts, without declarations that are there already."""
    seen: set[str] = set(module.declarations) | set(module.functions)
    lines = []
    for text in texts:
        for part in text.split("\n"):
            if part.startswith("declare "):
                name = re.search(r"@([\w.$]+)\(", part)
                if name and name.group(1) in seen:
                    continue
                if name:
                    seen.add(name.group(1))
            lines.append(part)
    return "\n".join(lines)


def _shared_helpers(used: set[str]) -> list[str]:
    texts = []
    if "scale.is_shared" in used or "scale.is_global" in used:
        texts.append(
            "define internal i1 @scale.is_shared(ptr %b, i64 %n, ptr %p) #90 {\n  %x = ptrtoint ptr %p to i64\n"
            "  %y = ptrtoint ptr %b to i64\n  %d = sub i64 %x, %y\n  %r = icmp ult i64 %d, %n\n  ret i1 %r\n}"
        )
    if "scale.is_global" in used:
        texts.append(
            "define internal i1 @scale.is_global(ptr %b, i64 %n, ptr %p) #90 {\n"
            "  %s = call i1 @scale.is_shared(ptr %b, i64 %n, ptr %p)\n  %r = xor i1 %s, true\n  ret i1 %r\n}"
        )
    for kind in ("constant", "local"):
        if f"scale.is_{kind}" in used:  # memory is one here: neither is told from global
            texts.append(f"define internal i1 @scale.is_{kind}(ptr %b, i64 %n, ptr %p) #90 {{\n  ret i1 false\n}}")
    for width in ("i16", "i32", "i64"):
        if f"scale.shared.offset.{width}.base" in used:
            texts.append(
                f"define internal {width} @scale.shared.offset.{width}.base(ptr %b, ptr %p) #90 {{\n  %x = ptrtoint ptr %p to i64\n"
                f"  %y = ptrtoint ptr %b to i64\n  %d = sub i64 %x, %y\n"
                + ("  ret i64 %d\n}" if width == "i64" else f"  %t = trunc i64 %d to {width}\n  ret {width} %t\n}}")
            )
        if f"scale.shared.at.{width}.base" in used:
            wide = "" if width == "i64" else f"  %w = zext {width} %i to i64\n"
            texts.append(
                f"define internal ptr @scale.shared.at.{width}.base(ptr %b, {width} %i) #90 {{\n{wide}"
                f"  %p = getelementptr i8, ptr %b, i64 %{'i' if width == 'i64' else 'w'}\n  ret ptr %p\n}}"
            )
    return texts


def _global_type(line: str) -> str:
    return split_type(re.split(r" (?:global|constant) ", line, maxsplit=1)[1])[0]
