# SPDX-License-Identifier: Apache-2.0
"""The `cpu` target: device IR to x86-64 shared objects, one a micro-architecture level."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.ir.text import Module, parse_module, referenced_globals
from scale.errors import CompileError

from ..target import CompileResult, DeviceOptions, Image, ImageKind, KernelArgument, KernelDescription, Target
from . import entry, guards, image, intrinsics, library, optimise, prepare
from .block_schedule import BlockSchedule, usable
from .general_schedule import GeneralSchedule
from .layout import size_align
from .model import parse_function
from .normalise import normalise
from .regions import cut, entries_for_uniform
from .sync import Scope, sync_of
from .uniformity import analyse, is_launch_constant
from .writer import Frame, alloca_size, plain, register_of


def make(name: str) -> Target:
    """The target named `cpu`."""
    return CpuTarget(name)


class CpuTarget(Target):
    """Compiles for the CPU that runs the program."""

    def __init__(self, name: str) -> None:
        self.name = name

    def compile(self, device_ir: str, options: DeviceOptions, levels: tuple[int, ...] = optimise.LEVELS) -> CompileResult:
        result = CompileResult()
        job = Job(device_ir, options)
        for level in levels:
            module, chip = job.optimised(level)
            data = image.link(chip.emit_object(module))
            result.images.append(Image(self.name, ImageKind.CPU_OBJECT, data, level))
        return result

    def assembly(self, device_ir: str, options: DeviceOptions) -> str:
        module, chip = Job(device_ir, options).optimised(3)
        return str(chip.emit_assembly(module))

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
        optimise.start()
        self.prepared = self._timed("prepare", lambda: prepare.prepare(device_ir))
        self.types = _types(self.prepared.module)
        self._timed("lower", self._lower_declared)
        self.scalar = self._timed("inline", self._inline)
        self.text = self._timed("cut", self._cut)
        self.kept = self.text

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
        texts: list[str] = []
        metadata = ["!0 = !{}", "!1 = !{i32 1, i32 1025}", "!2 = !{i32 1, i32 -2147483648}"]
        offset = 1000000
        for name, info in self.prepared.kernels.items():
            if name not in scalar.functions:
                continue
            source = scalar.functions.pop(name)
            lines, rows = self._kernel(name, info, source, types, metadata, offset)
            texts += lines
            self.rows.append(rows)
        self.variables = []
        for name, constant in self.prepared.variables.items():
            line = scalar.globals.get(name)
            if line:
                kind = _global_type(line)
                self.variables.append(image.VariableRow(name, size_align(kind, types)[0], image.CONSTANT if constant else 0))
        for name in self.prepared.shared:
            scalar.globals.pop(name, None)
        scalar.metadata = [_shift(line, 3) for line in scalar.metadata if re.match(r"!\d+ = ", line)]
        for function in scalar.functions.values():
            function.body = [_shift(line, 3) for line in function.body]
        for special in [n for n in scalar.declarations if intrinsics.is_special(n) and not n.startswith("llvm.")]:
            del scalar.declarations[special]
        for supplied in scalar.declarations.keys() & library.pieces().keys():
            if not library.pieces()[supplied].text.startswith("declare"):
                del scalar.declarations[supplied]
        body = "\n".join(texts)
        used = referenced_globals([body, *(line for f in scalar.functions.values() for line in f.body)])
        extra = library.closure({n for n in used if n in library.pieces()}, scalar)
        extra += [*_shared_helpers(used), *guards.DECLARATIONS]
        parts = [scalar.render(), body, _without_repeats(extra, scalar), "\n".join(metadata), _ATTRIBUTES]
        return "\n".join(parts)

    def _kernel(self, name: str, info: prepare.KernelInfo, source: Any, types: dict[str, str], metadata: list[str],
                offset: int) -> tuple[list[str], image.KernelRow]:
        function = parse_function(source, types)
        shared = self.prepared.shared
        normalise(function, set(shared), types)
        mentioned = referenced_globals([i.text for i in function.instructions()])
        layout = entry.lay_out_shared([v for n, v in shared.items() if n in mentioned], types)
        arguments = entry.lay_out_arguments(info, self.types)
        syncs = [n for n, b in function.blocks.items() if sync_of(b.instructions[0].callee)]
        scopes = {op.scope for n in syncs if (op := sync_of(function.blocks[n].instructions[0].callee))}
        cooperative = any(i.callee == "@__scale_grid_sync" for i in function.instructions())
        frame = Frame(types)
        pattern = re.compile("@(?:" + "|".join(sorted((re.escape(n) for n in layout.offsets), key=len, reverse=True)) + r")(?![\w.$-])") \
            if layout.offsets else None
        uniformity = analyse(function)
        pieces = cut(function, entries_for_uniform(function, syncs, uniformity), lambda i: _is_register(i) or is_launch_constant(i),
                     lambda v: v not in uniformity.varying)
        schedule: BlockSchedule | GeneralSchedule
        if Scope.WARP not in scopes and usable(pieces, uniformity):
            schedule = BlockSchedule(pieces, uniformity, types, frame, pattern)
        else:
            pieces = cut(function, [function.entry, *syncs], _is_register, lambda v: False)
            schedule = GeneralSchedule(pieces, types, frame, pattern)
        schedule.first_metadata = offset + len(metadata)
        body = schedule.write()
        metadata += schedule.metadata
        body = [re.sub(r"!llvm\.loop !(\d+)", lambda f: f.group() if int(f.group(1)) >= offset else f"!llvm.loop !{int(f.group(1)) + 3}", line)
                for line in body]
        local = sum(alloca_size(i, types) for i in function.instructions() if i.op == "alloca")
        symbol = f"@scale.entry.{len(self.rows)}"
        lines = entry.entry_function(symbol, function, info, arguments, layout, frame, schedule.stack, body, types, schedule.setup())
        row = image.KernelRow(name, symbol, arguments.places, arguments.size, layout.size, entry.frame_fixed(frame), frame.per_thread,
                              info.max_threads, local, image.COOPERATIVE if cooperative else 0)
        return lines, row

    def optimised(self, level: int) -> tuple[Any, Any]:
        """The module with LLVM's pipeline for one level run, and the machine that emits it (which uses the module up)."""
        text = self.text + "\n" + "\n".join(image.tables(level, self.rows, self.variables))
        self._dump(f"cut-v{level}", text)
        module = _parse(text)
        chip = optimise.after_cut(module, level, self.options.optimization)
        if self.options.keep_prefix:
            self._dump(f"optimised-v{level}", str(module))
        return module, chip


_ATTRIBUTES = "\n".join([
    "attributes #90 = { alwaysinline nounwind }",
    "attributes #92 = { nounwind }",
])


def _types(module: Module) -> dict[str, str]:
    """Bodies of the named types. LLVM may have given those of a parsed module other names."""
    return {line.split(" = ", 1)[0]: line.split(" = type ", 1)[1] for line in module.header if line.startswith("%")}


def _is_register(i: Any) -> bool:
    return register_of(i) is not None


def _shift(line: str, by: int) -> str:
    return re.sub(r"!(\d+)", lambda f: f"!{int(f.group(1)) + by}", line) if "!" in line else line


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
    for width in ("i16", "i32", "i64"):
        if f"scale.shared.offset.{width}.base" in used:
            texts.append(f"define internal {width} @scale.shared.offset.{width}.base(ptr %b, ptr %p) #90 {{\n  %x = ptrtoint ptr %p to i64\n"
                         f"  %y = ptrtoint ptr %b to i64\n  %d = sub i64 %x, %y\n"
                         + ("  ret i64 %d\n}" if width == "i64" else f"  %t = trunc i64 %d to {width}\n  ret {width} %t\n}}"))
        if f"scale.shared.at.{width}.base" in used:
            wide = "" if width == "i64" else f"  %w = zext {width} %i to i64\n"
            texts.append(f"define internal ptr @scale.shared.at.{width}.base(ptr %b, {width} %i) #90 {{\n{wide}"
                         f"  %p = getelementptr i8, ptr %b, i64 %{'i' if width == 'i64' else 'w'}\n  ret ptr %p\n}}")
    return texts


def _global_type(line: str) -> str:
    from scale.compiler.ir.text import split_type

    return split_type(re.split(r" (?:global|constant) ", line, maxsplit=1)[1])[0]


__all__ = ["CpuTarget", "KernelArgument", "make", "plain"]
