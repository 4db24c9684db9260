# SPDX-License-Identifier: Apache-2.0
"""The commands that one source needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from scale.compiler.frontend import DependencyRequest, clang_command, device_arguments, find_clang, host_arguments
from scale.compiler.frontend.arguments import version_macros
from scale.compiler.frontend.foreign import other_headers
from scale.compiler.frontend.request import FrontendRequest
from scale.compiler.identity import caches_are_told, identity
from scale.compiler.targets.target import DeviceOptions

from . import depfile, embed, joined, preprocessed
from .codegen import CodegenRequest
from .inputs import Input
from .invocation import Invocation, standard_library
from .nvidia import DeviceRun
from .plan import Command

FORMS = {"ptx": "text", "cubin": "image", "fatbin": "container", "assembly": "assembly"}
PLACEHOLDER = "placeholder.fatbin"
"""The empty container with which host objects are built while the real one is still being made."""
PACKAGE = __package__ or "scale.compiler.driver"


@dataclass(frozen=True)
class Place:
    """Where the files of one source are."""

    base: str
    """Start of the names of intermediate files, folder included."""
    output: str | None
    """Result, or None for standard output."""
    rule: str | None
    """File of the make rule, `-` for standard output, None for no rule."""
    rule_target: str

    def file(self, suffix: str) -> str:
        return self.base + suffix

    @property
    def placeholder(self) -> str:
        return str(Path(self.base).with_name(PLACEHOLDER))


def module_command(module: str, words: list[str]) -> tuple[str, ...]:
    """A module of the driver as a program.

    It must find what this process found: no variable of the caller's changes that (pip's isolated builds hide site-packages by a
    PYTHONPATH of their own), and no folder named as one of ours where the build runs.
    """
    return (sys.executable, "-EPm" if sys.version_info >= (3, 11) else "-Em", f"{PACKAGE}.{module}", *words)


def source_steps(invocation: Invocation, source: Input, place: Place) -> list[Command]:
    """All commands between a source and its object, image, text or rule."""
    phase = invocation.phase
    if phase == "preprocess":
        return _preprocess(invocation, source, place)
    if phase.endswith("dependencies"):
        return _rule_only(invocation, source, place)
    if source.kind != "cu":
        return [_host_compiler(invocation, source, place)]
    if phase in FORMS and not invocation.linked_image:
        return _device_only(invocation, source, place)
    return _object(invocation, source, place)


def _request(invocation: Invocation, source: Input, output: str, rule: str | None, place: Place) -> FrontendRequest:
    wanted = None
    if rule is not None:
        system = invocation.dependency_kind == "-MD" or invocation.phase == "dependencies"
        wanted = DependencyRequest(rule, (place.rule_target,), phony=False, system_headers=system)
    return replace(
        invocation.front,
        source=source.path,
        output=output,
        language="cu",
        cuid=_unit_id(invocation, source) if invocation.relocatable else None,
        dependencies=wanted,
    )


def _unit_id(invocation: Invocation, source: Input) -> str:
    """Tells this unit's static device names from those of others; the same on both sides and in every rebuild."""
    import hashlib

    text = "\0".join(str(Path(path).absolute()) for path in (source.path, invocation.output or ""))
    return hashlib.blake2s(text.encode(errors="surrogateescape"), digest_size=8).hexdigest()


def _clang(arguments: list[str], request: FrontendRequest, inputs: tuple[str, ...], summary: str) -> Command:
    outputs = (request.output, *([request.dependencies.output] if request.dependencies else []))
    return Command(tuple(clang_command(arguments)), inputs, outputs, group=request.source, summary=summary, front_end=True)


def _device(invocation: Invocation, source: Input, place: Place, run: DeviceRun) -> Command:
    rule = place.file(f"{run.mark}.device.d") if place.rule else None
    request = replace(_request(invocation, source, place.file(f"{run.mark}.ll"), rule, place), device=run.device)
    if invocation.front.device.keep_prefix is None and invocation.keep:
        request = replace(request, device=replace(request.device, keep_prefix=place.base))
    return _clang(device_arguments(request), request, (source.path,), f"device side of {source.path}")


def _device_code(invocation: Invocation, source: Input, place: Place, form: str, output: str) -> tuple[list[Command], list[str]]:
    """From a source to its device code in a file, and the make rules of what that takes."""
    runs = invocation.runs
    parts = [place.file(f"{run.mark}.part") for run in runs] if len(runs) > 1 else [output]
    fronts = [_device(invocation, source, place, run) for run in runs]
    codes = [_codegen(invocation, source, place, form, part, run) for run, part in zip(runs, parts, strict=True)]
    joining = [Command(module_command("joined", joined.arguments(parts, output)), tuple(parts), (output,), runner="call")]
    rules = [place.file(f"{run.mark}.device.d") for run in runs] if place.rule else []
    return [*fronts, *codes, *(joining if len(runs) > 1 else [])], rules


def _host(invocation: Invocation, source: Input, place: Place, rule: str | None) -> Command:
    request = _request(invocation, source, place.file(".host.o"), rule, place)
    inputs: tuple[str, ...] = (source.path,)
    if not invocation.relocatable:
        request = replace(request, gpu_binary=place.placeholder)
        inputs = (source.path, place.placeholder)
    return _clang(host_arguments(request), request, inputs, f"host side of {source.path}")


def _codegen(invocation: Invocation, source: Input, place: Place, form: str, output: str, run: DeviceRun) -> Command:
    options = run.device
    if invocation.keep:
        options = replace(options, keep_prefix=place.base)
    request = CodegenRequest(
        (place.file(f"{run.mark}.ll"),), output, run.targets, options, form, names=invocation.names_file, compress=invocation.compress
    )
    return Command(
        module_command("codegen", request.arguments()),
        request.inputs,
        (output,),
        runner="codegen",
        group=source.path,
        summary=f"{', '.join(run.targets)} code of {source.path}",
    )


def _merge_rules(invocation: Invocation, source: Input, place: Place, rules: list[str]) -> Command:
    assert place.rule is not None
    words = depfile.arguments(rules, source.path, place.rule, phony=invocation.dependency_phony)
    outputs = () if place.rule == "-" else (place.rule,)
    return Command(module_command("depfile", words), tuple(rules), outputs, runner="call", stdout=place.rule == "-")


def _object(invocation: Invocation, source: Input, place: Place) -> list[Command]:
    """Both sides at once, then the fat binary into the host object."""
    assert place.output is not None
    form = "relocatable" if invocation.relocatable else "container"
    fatbin = place.file(".fatbin")
    host = place.file(".host.o")
    words = embed.arguments(host, fatbin, place.output, relocatable=invocation.relocatable)
    device, rules = _device_code(invocation, source, place, form, fatbin)
    rules += [place.file(".host.d")] if place.rule else []
    fronts = len(invocation.runs)
    steps = [
        *device[:fronts],
        _host(invocation, source, place, rules[-1] if rules else None),
        *device[fronts:],
        Command(module_command("embed", words), (host, fatbin), (place.output,), runner="call"),
    ]
    return [*steps, _merge_rules(invocation, source, place, rules)] if rules else steps


def device_file_steps(invocation: Invocation, given: Input, place: Place) -> list[Command]:
    """From PTX or finished images to images, or to an object for a device link."""
    assert place.output is not None
    relocatable = invocation.phase == "device-c"
    fatbin = place.file(".fatbin") if relocatable else place.output
    form = "relocatable" if relocatable else FORMS[invocation.phase]
    options = replace(invocation.front.device, relocatable=False)
    request = CodegenRequest((given.path,), fatbin, invocation.targets, options, form, compress=invocation.compress)
    summary = f"{', '.join(invocation.targets)} code of {given.path}"
    steps = [
        Command(
            module_command("codegen", request.arguments()),
            request.inputs,
            (fatbin,),
            runner="codegen",
            group=given.path,
            summary=summary,
        )
    ]
    if relocatable:
        host = place.file(".host.o")
        argv = (find_clang().path, "-fPIC", "-x", "c", "-c", "/dev/null", "-o", host)
        steps.append(Command(argv, (), (host,), group=given.path, summary=f"object for {given.path}"))
        words = embed.arguments(host, fatbin, place.output, relocatable=True)
        steps.append(Command(module_command("embed", words), (host, fatbin), (place.output,), runner="call"))
    return steps


def _device_only(invocation: Invocation, source: Input, place: Place) -> list[Command]:
    assert place.output is not None
    steps, rules = _device_code(invocation, source, place, FORMS[invocation.phase], place.output)
    return [*steps, _merge_rules(invocation, source, place, rules)] if rules else steps


def _sides(invocation: Invocation) -> list[tuple[str, Callable[[FrontendRequest], list[str]], DeviceOptions]]:
    """Each run of the front end over a source: its part of file names, its arguments, the settings of its device side."""
    runs = [(f"{run.mark}.device", device_arguments, run.device) for run in invocation.runs]
    return [*runs, (".host", host_arguments, invocation.front.device)]


def _rule_only(invocation: Invocation, source: Input, place: Place) -> list[Command]:
    steps: list[Command] = []
    rules: list[str] = []
    for suffix, arguments, device in _sides(invocation) if source.kind == "cu" else ():
        rule = place.file(f"{suffix}.d")
        request = replace(_request(invocation, source, place.file(".ll"), rule, place), action="dependencies", gpu_binary=None)
        command = _clang(arguments(replace(request, device=device)), request, (source.path,), f"headers of {source.path}")
        steps.append(replace(command, outputs=(rule,)))
        rules.append(rule)
    if source.kind != "cu":
        rules.append(place.file(".host.d"))
        steps.append(_host_compiler(invocation, source, replace(place, output=None, rule=rules[0])))
    return [*steps, _merge_rules(invocation, source, place, rules)]


def _preprocess(invocation: Invocation, source: Input, place: Place) -> list[Command]:
    if source.kind != "cu":
        return [_host_compiler(invocation, source, place)]
    steps: list[Command] = []
    *devices, host = _sides(invocation)
    for suffix, side_arguments, device in (host, *devices):
        rule = place.file(f"{suffix}.d") if place.rule else None
        request = replace(_request(invocation, source, place.file(f"{suffix}.ii"), rule, place), action="preprocess", device=device)
        argv = tuple(clang_command(side_arguments(request)))
        steps.append(Command(argv, (source.path,), (request.output, *([rule] if rule else [])), group=source.path))
    sides = tuple(step.outputs[0] for step in steps)
    told = caches_are_told(os.environ)
    text = identity(os.environ, invocation.targets)
    words = preprocessed.arguments(sides[0], sides[1:], place.output or "-", text, told=told)
    outputs = (place.output,) if place.output else ()
    merging = Command(module_command("preprocessed", words), sides, outputs, runner="call", stdout=place.output is None)
    rules = [step.outputs[1] for step in steps if place.rule]
    return [*steps, merging, *([_merge_rules(invocation, source, place, rules)] if rules else [])]


def _host_compiler(invocation: Invocation, source: Input, place: Place) -> Command:
    """A source without device code goes to the host compiler as it is."""
    from scale.compiler.toolkit import toolkit_folder

    front = invocation.front
    compiler = invocation.c_compiler if source.kind in ("c", "assembler") else invocation.host_compiler
    words = [*compiler]
    if source.kind in ("c", "c++"):
        words += ["-x", source.kind]
    if source.kind == "c++":
        words += standard_library(compiler)
    if source.kind == "c++" and front.std:
        words.append(f"-std={front.std}")
    # Not for C: by these sccache would take the compiler for one whose single steps it can run and keep.
    words += version_macros() if source.kind == "c++" else []
    words += [f"-D{each}" for each in front.defines] + [f"-U{each}" for each in front.undefines]
    late = [each for each in (*front.includes, *front.system_includes) if other_headers(each)]
    words += [f"-I{each}" for each in front.includes if each not in late]
    for folder in (*(each for each in front.system_includes if each not in late), toolkit_folder(invocation.toolkit_target).include):
        words += ["-isystem", folder]
    words += [word for folder in late for word in ("-idirafter", folder)]
    for header in front.preincludes:
        words += ["-include", header]
    if front.optimization is not None:
        words.append(f"-O{front.optimization}")
    words += ["-g"] if front.debug else []
    words += front.host_flags[len(invocation.host_compiler) - 1 :]
    outputs: tuple[str, ...] = (place.output,) if place.output else ()
    system = invocation.dependency_kind == "-MD" or invocation.phase == "dependencies"
    rule_words: list[str] = []
    if place.rule and place.rule != "-":
        rule_words += ["-MT", place.rule_target, "-MF", place.rule, *(["-MP"] if invocation.dependency_phony else [])]
        outputs += (place.rule,)
    if invocation.phase.endswith("dependencies"):
        words += ["-M" if system else "-MM", *rule_words]
    elif invocation.phase == "preprocess":
        words += ["-MD" if system else "-MMD", *rule_words] if rule_words else []
        words += ["-E", *(["-o", place.output] if place.output else [])]
    else:
        words += ["-MD" if system else "-MMD", *rule_words] if rule_words else []
        words += ["-c", "-o", str(place.output)]
    to_stdout = invocation.phase == "preprocess" and place.output is None
    argv = (*words, source.path)
    return Command(argv, (source.path,), outputs, group=source.path, stdout=to_stdout, summary=f"host code of {source.path}")
