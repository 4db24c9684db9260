# SPDX-License-Identifier: Apache-2.0
"""From an invocation to a plan. Nothing is run or written here; of the file system only names are looked at."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path, PurePath

from scale.compiler.fatbin.container import write_container
from scale.nvidia_toolkit import is_nvidia

from .inputs import Input
from .invocation import Invocation
from .messages import Fatal
from .plan import Command, Plan, inside
from .source_steps import PLACEHOLDER, Place, device_file_steps, source_steps

DEVICE_RESULTS = {"ptx": ".ptx", "cubin": ".cubin", "fatbin": ".fatbin", "assembly": ".s"}
ONE_TARGET = {"cubin": "--cubin (-cubin)", "assembly": "-S", "ptx": "--ptx (-ptx)"}
COMPILE_PHASES = ("compile", "device-c", "device-w", *DEVICE_RESULTS)
JOINING_PHASES = ("device-link", "library", "link")
PRINTING_PHASES = ("preprocess", "dependencies", "nonsystem-dependencies")
DEVICE_FILE_PHASES = {"ptx": ("cubin", "fatbin", "device-c"), "cubin": ("fatbin", "device-c"), "fatbin": ()}
"""What is made of device code that comes as a file, besides device links of all of them."""
PHASE_OPTIONS = {"cubin": "'--cubin (-cubin)'", "fatbin": "'--fatbin (-fatbin)'", "device-c": "'--device-c (-dc)'"}
DEVICE_LINKS = (
    "'--device-link (-dlink)'",
    "'--cubin (-cubin) --device-link (-dlink)'",
    "or '--fatbin (-fatbin) --device-link (-dlink)'",
)


def make_plan(invocation: Invocation, folder: str) -> Plan:
    """The commands of an invocation.

    Args:
        folder: where intermediate files shall go.

    Raises:
        Fatal: the inputs and the phase do not fit together, or an input is missing.
    """
    _check(invocation)
    if invocation.keep:
        folder = invocation.keep_directory or "."
    commands: list[Command] = []
    results: list[str] = []
    objects: list[str] = []
    origins: dict[str, str] = {}
    stems: dict[str, int] = {}
    for each in invocation.inputs:
        if not each.is_source and not (each.is_device_file and not _links_device_code(invocation)):
            objects.append(each.path)
            continue
        stem = _unique(each.stem, stems)
        place = _place(invocation, each, folder, stem)
        steps = device_file_steps if each.is_device_file else source_steps
        commands += steps(invocation, each, place)
        if invocation.phase in COMPILE_PHASES and not invocation.linked_image and place.output is not None:
            if place.output in results:
                raise Fatal(f"Two inputs would both write '{place.output}'", hint="compile them one by one with -o")
            results.append(place.output)
        elif place.output is not None:
            objects.append(place.output)
            origins[place.output] = each.path
        if invocation.phase == "preprocess" and place.output is not None:
            results.append(place.output)
        if place.rule is not None and place.rule != "-":
            results.append(place.rule)
    commands, results = _finish(invocation, folder, commands, results, objects, origins)
    _check_results(invocation, results)
    return Plan(tuple(commands), tuple(dict.fromkeys(results)), folder, invocation.keep, _placeholder(commands))


def _links_device_code(invocation: Invocation) -> bool:
    return invocation.phase == "device-link" or invocation.linked_image


def _check_results(invocation: Invocation, results: Sequence[str]) -> None:
    """No result may take the place of an input."""
    paths = {os.path.realpath(each.path) for each in invocation.inputs}
    for result in results:
        if os.path.realpath(result) in paths and Path(result).is_file():
            raise Fatal(f"Output file '{result}' is an input file too", hint="nothing was written")


def _finish(
    invocation: Invocation,
    folder: str,
    commands: list[Command],
    results: list[str],
    objects: list[str],
    origins: dict[str, str],
) -> tuple[list[Command], list[str]]:
    """The steps that join what the sources gave.

    Args:
        origins: the source of each object that is only an intermediate file.
    """
    phase = invocation.phase
    if phase not in JOINING_PHASES and not invocation.linked_image:
        return commands, results
    from .link_steps import device_link_steps, library_step, link_step, needs_device_link

    if phase == "device-link" or invocation.linked_image:
        output = invocation.output or "a_dlink" + (DEVICE_RESULTS[phase] if invocation.linked_image else ".o")
        commands += device_link_steps(invocation, objects, folder, output, origins)
        results.append(output)
    elif phase == "library":
        output = invocation.output or "a.a"
        commands.append(library_step(invocation, objects, output))
        results.append(output)
    elif phase == "link":
        output = invocation.output or "a.out"
        linked: str | None = None
        if needs_device_link(invocation, objects):
            linked = inside(folder, f"{PurePath(output).stem}_dlink.o")
            commands += device_link_steps(invocation, objects, folder, linked, origins)
        commands.append(link_step(invocation, objects, linked, output))
        results.append(output)
        if invocation.run:
            program = output if "/" in output else f"./{output}"
            commands.append(Command((program, *invocation.run_arguments), (output,), runner="run"))
    return commands, results


def _check(invocation: Invocation) -> None:
    if not invocation.inputs:
        raise Fatal("No input files specified; use option --help for more information")
    phase = invocation.phase
    sources = [each for each in invocation.inputs if each.is_source]
    made = [each for each in invocation.inputs if each.is_source or (each.is_device_file and phase in COMPILE_PHASES)]
    several = len(made) > 1 and invocation.output is not None and not invocation.linked_image
    if several and phase in COMPILE_PHASES + PRINTING_PHASES:
        raise Fatal("A single input file is required for a non-link phase when an outputfile is specified")
    if phase in _of_one_target(invocation.targets) and len(invocation.targets) > 1:
        listed = ", ".join(invocation.targets)
        raise Fatal(
            f"Option '{ONE_TARGET[phase]}' is not allowed when compiling for multiple GPU architectures",
            hint=f"the targets are {listed}; choose one with {'SCALE_TARGETS' if is_nvidia(invocation.targets[0]) else '-arch'}",
        )
    for each in invocation.inputs:
        if each.is_device_file and not _links_device_code(invocation):
            _check_device_file(each, phase)
    if phase in DEVICE_RESULTS and not invocation.linked_image:
        for each in sources:
            if each.kind != "cu":
                raise Fatal(f"'{each.path}' is not a CUDA source (-x cu makes it one)")
    for each in invocation.inputs:
        if not Path(each.path).exists():
            raise Fatal(f"Could not open input file '{each.path}'", hint="no such file")
        if Path(each.path).is_dir():
            raise Fatal(f"Could not open input file '{each.path}'", hint="it is a folder")
        if not os.access(each.path, os.R_OK):
            raise Fatal(f"Could not open input file '{each.path}'", hint="it must not be read: permission denied")


def _of_one_target(targets: Sequence[str]) -> Collection[str]:
    """Phases whose result is one target's; our text form holds several, PTX for NVIDIA's GPUs does not."""
    return [phase for phase in ONE_TARGET if phase != "ptx" or is_nvidia(targets[0])]


def _check_device_file(given: Input, phase: str) -> None:
    allowed = DEVICE_FILE_PHASES[given.kind]
    if phase not in allowed:
        options = ", ".join((*(PHASE_OPTIONS[name] for name in allowed), *DEVICE_LINKS))
        raise Fatal(f".{given.kind} input files are only allowed with {options}", hint=f"'{given.path}'")


def _unique(stem: str, stems: dict[str, int]) -> str:
    """A name for the intermediate files of a source; a second source of the same name gets a number."""
    count = stems.get(stem, 0)
    stems[stem] = count + 1
    return f"{stem}-{count}" if count else stem


def _place(invocation: Invocation, source: Input, folder: str, stem: str) -> Place:
    """Where the results of one source go."""
    phase = invocation.phase
    base = inside(folder, stem)
    default = source.stem
    if invocation.output_directory is not None:
        default = f"{invocation.output_directory}/{default}"
    if phase in DEVICE_RESULTS and not invocation.linked_image:
        output: str | None = invocation.output or default + DEVICE_RESULTS[phase]
    elif phase in COMPILE_PHASES and not invocation.linked_image:
        output = invocation.output or default + ".o"
    elif phase in PRINTING_PHASES:
        output = invocation.output if phase == "preprocess" else None
    else:
        output = base + ".o"
    rule: str | None = None
    if phase in PRINTING_PHASES[1:]:
        rule = invocation.dependency_file or invocation.output or "-"
    elif phase == "preprocess":
        # Only a file that was named: sccache takes the rule from here, as GCC's preprocessor writes it.
        rule = invocation.dependency_file if invocation.dependency_kind is not None else None
    elif invocation.dependency_kind is not None:
        named = output if phase in COMPILE_PHASES else invocation.output or default
        rule = invocation.dependency_file or os.path.splitext(named or default)[0] + ".d"  # noqa: PTH122
    return Place(base, output, rule, _rule_target(invocation, output, default))


def _rule_target(invocation: Invocation, output: str | None, default: str) -> str:
    """What nvcc names: `-MT`'s word, below `-odir`; else the result, but the object where only `-ptx` and its like say what is made."""
    if invocation.dependency_target is not None:
        return os.path.join(invocation.output_directory or "", invocation.dependency_target)  # noqa: PTH118
    if invocation.phase in DEVICE_RESULTS and invocation.phase != "assembly" and not invocation.output:
        return default + ".o"
    if invocation.phase in COMPILE_PHASES and output is not None:
        return output
    return invocation.output if invocation.phase in ("link", "library") and invocation.output else default + ".o"


def _placeholder(commands: Sequence[Command]) -> tuple[tuple[str, str], ...]:
    """The empty container that host sides are built with, where one is."""
    paths = (path for command in commands for path in command.inputs if PurePath(path).name == PLACEHOLDER)
    return tuple((path, write_container([]).decode("latin-1")) for path in dict.fromkeys(paths))
