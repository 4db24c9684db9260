# SPDX-License-Identifier: Apache-2.0
"""From device IR to images: the part of a compilation that runs in children, since LLVM ends its process on bad input.

`run_device_job` links the units, translates inline PTX, drops what no kernel reaches, then forks one child a target. A child that
dies is tried once more at a lower optimisation level and then becomes an error message.
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from scale.compiler.targets import CompileResult, DeviceOptions, Diagnostic, Image, ImageKind
from scale.errors import CodegenCrash, CompileError, ScaleError
from scale.nvidia_toolkit import is_nvidia

Mode = Literal["images", "assembly", "relocatable"]


@dataclass(frozen=True)
class DeviceJob:
    """What to make of which device IR."""

    inputs: tuple[Path, ...]
    """Device IR of each unit, text (`.ll`) or bitcode, or PTX text (`.ptx`); several only for a device link."""
    targets: tuple[str, ...]
    options: DeviceOptions = field(default_factory=DeviceOptions)
    mode: Mode = "images"
    """`images`: finished code. `assembly`: text of the first target. `relocatable`: one DEVICE_IR image for a later device link."""


@dataclass
class DeviceOutcome:
    """Images in the order of the targets, or the assembly text, with all that was said on the way."""

    images: list[Image]
    diagnostics: list[Diagnostic]
    report: list[str]
    assembly: str = ""


def warm_up() -> None:
    """Import LLVM; call it while the front end still runs."""
    import llvmlite.binding  # noqa: F401  (imported for its cost, which is paid here)


def relocatable_name(targets: Sequence[str], options: DeviceOptions) -> str:
    """What an image of relocatable code is called: by the architecture that the front end ran for, where that is NVIDIA's."""
    return f"compute_{options.cuda_arch}{options.arch_suffix}" if all(map(is_nvidia, targets)) else "device-ir"


def run_device_job(job: DeviceJob) -> DeviceOutcome:
    """Compile device IR for every target, one child process a target, all at once.

    Raises:
        CompileError: a target cannot have this code; names the user's line where it is known.
        CodegenCrash: LLVM ended a child twice.
    """
    prepared: _Prepared = _in_child(lambda: _prepare(job))()
    if job.mode == "relocatable":
        return DeviceOutcome([prepared.relocatable], prepared.diagnostics, []) if prepared.relocatable else _no_outcome()
    if job.mode == "assembly":
        text: str = _with_retry(job.targets[0], prepared.text, job.options, assembly=True)()
        return DeviceOutcome([], prepared.diagnostics, [], text)
    waiting = [_with_retry(name, prepared.text, job.options) for name in job.targets]
    outcome = DeviceOutcome([], list(prepared.diagnostics), [])
    errors: list[ScaleError] = []
    for wait in waiting:
        try:
            result: CompileResult = wait()
        except ScaleError as error:
            errors.append(error)
            continue
        outcome.images.extend(result.images)
        outcome.diagnostics.extend(each for each in result.diagnostics if each not in outcome.diagnostics)
        outcome.report.extend(result.report)
    if errors:
        raise errors[0]
    return outcome


@dataclass
class _Prepared:
    text: str
    diagnostics: list[Diagnostic]
    relocatable: Image | None = None


def _no_outcome() -> DeviceOutcome:
    raise CompileError("no device code was made")


def _prepare(job: DeviceJob) -> _Prepared:
    from scale.compiler.ir.call_types import FROM_PTX, match_call_types
    from scale.compiler.ir.constant_writes import drop_constant_writes
    from scale.compiler.ir.reach import finish_module
    from scale.compiler.ir.shared_limit import check_shared_memory
    from scale.compiler.ir.text import parse_module

    diagnostics: list[Diagnostic] = []
    keeps_ptx = all(map(is_nvidia, job.targets))
    texts = [_translated(path, diagnostics, keeps_ptx=keeps_ptx) for path in job.inputs]
    text = texts[0] if len(texts) == 1 else _linked(texts, job.inputs)
    if job.mode == "relocatable":
        if keeps_ptx:
            from scale.compiler.targets.nvptx.markers import refuse_launches

            refuse_launches(text, job.targets[0])
        return _Prepared("", diagnostics, Image(relocatable_name(job.targets, job.options), ImageKind.DEVICE_IR, _bitcode(text)))
    module = parse_module(text)
    if FROM_PTX in module.metadata:
        module.metadata.remove(FROM_PTX)
        match_call_types(module)
    finish_module(module)
    diagnostics += drop_constant_writes(module)
    check_shared_memory(module)
    return _Prepared(module.render(), diagnostics)


def _shown(path: Path) -> str:
    """A file in messages: as it was given, without the folder where it is one of ours for intermediate files (`scale-…`)."""
    return path.name if path.parent.name.startswith("scale-") else str(path)


def _translated(path: Path, diagnostics: list[Diagnostic], *, keeps_ptx: bool = False) -> str:
    """Device IR of one unit, in the vocabulary of docs/device-ir.md; `keeps_ptx` leaves inline PTX and managed variables to the target."""
    from scale.compiler.ir.asserts import lower_assert_fail
    from scale.compiler.ir.builtin_variables import lower_builtin_variables
    from scale.compiler.ir.kernel_annotations import apply_annotations
    from scale.compiler.ir.kernel_rules import check_kernels
    from scale.compiler.ir.managed import lower_managed
    from scale.compiler.ir.static_names import unify_static_names
    from scale.compiler.ptx.callsite import MARK
    from scale.compiler.ptx.text_operands import substitute_text_operands
    from scale.compiler.ptx.texture_library import with_texture_functions

    data = path.read_bytes()
    if data[:4] in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b"):
        return lower_managed(lower_builtin_variables(lower_assert_fail(_disassembled(data))), host=False)
    if path.suffix == ".ptx":
        from scale.compiler.ptx.module import translate_ptx

        return with_texture_functions(translate_ptx(data.rstrip(b"\0").decode(), _shown(path)))
    given = data.decode()
    check_kernels(given)
    text = lower_builtin_variables(lower_assert_fail(unify_static_names(given)))
    if MARK in text:
        text = substitute_text_operands(text)
    if keeps_ptx:
        return apply_annotations(text)
    text = lower_managed(text, host=False)
    if MARK not in text:
        return text
    from scale.compiler.ptx import translate_module

    text, said = translate_module(text)
    diagnostics.extend(said)
    return with_texture_functions(text)


def _disassembled(data: bytes) -> str:
    import llvmlite.binding as llvm

    text: str = str(llvm.parse_bitcode(data))
    return text


def _bitcode(text: str) -> bytes:
    import llvmlite.binding as llvm
    from scale.compiler.targets import llvm_start

    llvm_start.start()
    return bytes(llvm.parse_assembly(text).as_bitcode())


def _linked(texts: list[str], names: tuple[Path, ...]) -> str:
    import llvmlite.binding as llvm
    from scale.compiler.targets import llvm_start

    llvm_start.start()
    whole = llvm.parse_assembly(texts[0])
    for text, name in zip(texts[1:], names[1:], strict=True):
        try:
            whole.link_in(llvm.parse_assembly(text))
        except RuntimeError as error:
            raise CompileError(f"device link of {name.name}: {str(error).strip()}") from error
    return str(whole)


def _with_retry(name: str, text: str, options: DeviceOptions, *, assembly: bool = False) -> Callable[[], Any]:
    """Start the target's child now; the returned function waits for it and tries once more at -O1 if LLVM died."""

    def work(used: DeviceOptions) -> Callable[[], Any]:
        def body() -> Any:
            from scale.compiler.targets.registry import make_target

            target = make_target(name)
            return target.assembly(text, used) if assembly else target.compile(text, used)

        return body

    first = _in_child(work(options), name)

    def wait() -> Any:
        try:
            return first()
        except CodegenCrash as crash:
            if options.optimization <= 1:
                raise
            lowered = replace(options, optimization=1)
            try:
                result = _in_child(work(lowered), name)()
            except CodegenCrash:
                raise crash from None
            if isinstance(result, CompileResult):
                note = f"{name}: LLVM failed at -O{options.optimization}; the code was made at -O1"
                result.diagnostics.append(Diagnostic("warning", note))
            return result

    return wait


def _in_child(body: Callable[[], Any], label: str = "device code") -> Callable[[], Any]:
    """Run `body` in a forked child; the returned function waits and gives its value or raises its error."""
    read_end, write_end = os.pipe()
    log_read, log_write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        os.close(log_read)
        os.dup2(log_write, 2)
        _child_main(body, write_end)
    os.close(write_end)
    os.close(log_write)

    def wait() -> Any:
        payload, log = _drain(read_end, log_read)
        _, status = os.waitpid(child, 0)
        value: Any = None
        with suppress(EOFError, pickle.UnpicklingError):
            value = pickle.loads(payload)
        if value is None:
            raise _crash(label, status, log)
        kind, content = value
        if kind == "error":
            raise content
        sys.stderr.write(_NOT_UNROLLED.sub("", log))
        return content

    return wait


_NOT_UNROLLED = re.compile(r"^(?:warning: )?[^\n]*: loop not (?:unrolled|vectorized|interleaved|distributed)[^\n]*\n", re.MULTILINE)
"""What LLVM says of a `#pragma unroll` that it does not follow; nvcc says nothing."""


def _child_main(body: Callable[[], Any], write_end: int) -> None:
    """The forked child's whole life; never returns."""
    import faulthandler

    faulthandler.disable()  # a crash is told by the parent, in one line
    message: tuple[str, Any]
    try:
        message = ("value", body())
    except ScaleError as error:
        message = ("error", error)
    except BaseException:
        message = ("error", CodegenCrash(f"internal error while making device code\n{_last_lines(traceback.format_exc(), 12)}"))
    try:
        with os.fdopen(write_end, "wb") as pipe:
            pickle.dump(message, pipe)
    finally:
        os._exit(0)


def _drain(read_end: int, log_read: int) -> tuple[bytes, str]:
    """Read both pipes to their end without letting either fill up."""
    import selectors

    chunks: dict[int, list[bytes]] = {read_end: [], log_read: []}
    with selectors.DefaultSelector() as selector:
        for descriptor in chunks:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, 1 << 20)
                if data:
                    chunks[key.fd].append(data)
                else:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    return b"".join(chunks[read_end]), b"".join(chunks[log_read]).decode(errors="replace")


def _crash(label: str, status: int, log: str) -> CodegenCrash:
    how = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit status {os.waitstatus_to_exitcode(status)}"
    said = next((line for line in log.splitlines() if line.strip() and not line.startswith(("PLEASE", "Stack dump"))), "")
    return CodegenCrash(f"{label}: LLVM ended code generation ({how}){': ' + said.strip() if said else ''}")


def _last_lines(text: str, count: int) -> str:
    return "\n".join("  " + line for line in text.strip().splitlines()[-count:])
