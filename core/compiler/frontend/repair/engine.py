# SPDX-License-Identifier: Apache-2.0
"""Runs clang again over a repaired copy, until it is content or no rule helps any more."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scale.paths import generated_include, hand_written_include, working_folders

from .device_bodies import MARKER as EMPTIED
from .diagnostics import Diagnostic, read_errors
from .host_values import VALUE
from .incomplete import completes_parameters
from .line_directives import LineMap
from .managed import MANAGED, MANAGED_ERROR, compile_with_managed, makes_host_code
from .rules import FLAGS, RULES
from .source import Source, Sources
from .statics import static_definitions
from .unused_device import UNUSED

MOST_ROUNDS = 24
_MARKS = (EMPTIED, VALUE, UNUSED)
"""What a copy holds where a repair may turn out not to help: the user then reads what clang said before."""
SHOWN = 20
"""Errors that are printed where repairs did not help, as many as clang prints; a round of repairs sees all of them."""
_SYSTEM_INCLUDE = ("asm", "asm-generic", "bits", "c++", "gnu", "linux", "sys", "x86_64-linux-gnu")
SYSTEM = ("/lib", "/opt", "/usr/lib", "/usr/lib64", "/usr/libexec", *(f"/usr/include/{name}" for name in _SYSTEM_INCLUDE))
"""Headers of the C and C++ libraries and of compilers. What else lies below `/usr/include` (Eigen, Boost) is a project's like any other."""
_LAUNCH = "a kernel launch from device code (dynamic parallelism) needs relocatable device code: compile with -rdc=true"
_WAIT = "device code cannot wait for the kernels that it launched, as since CUDA 12; launch what comes after them with cudaStreamTailLaunch"
EXPLAINED = (
    (r"kernel launch from __device__ or __global__ function requires relocatable device code[^\n]*", _LAUNCH),
    (r"reference to __host__ function '__cudaPushCallConfiguration' in [^\n]*", _LAUNCH),
    (r"no matching function for call to 'cudaDeviceSynchronize'", _WAIT),
    (r"reference to __host__ function 'cudaDeviceSynchronize' in [^\n]*", _WAIT),
    (r"'amdgpu_num_vgpr' attribute only applies to kernel functions", "__launch_bounds__ is for kernels (__global__ functions) alone"),
)
"""What clang says of something that no repair can give, and what is said instead."""


def repair_and_run(command: Sequence[str], output: str, folder: str, statics: Sequence[str] = ()) -> int:
    """Repeat a failed run of clang with repairs.

    Args:
        command: clang's whole command line.
        output: what the failed run wrote on standard error.
        folder: for the copies; exists.
        statics: device variables whose `extern` declarations become static definitions.

    Returns:
        The exit status of the last run, whose messages go to standard error, after one sentence for each repair.
    """
    side = "host" if "--cuda-host-only" in command else "device"
    ours = (str(folder.resolve()) for folder in (hand_written_include(), generated_include()))
    sources = Sources((*SYSTEM, *ours), lambda: _preprocessed(command))
    lines = LineMap(command[-1])
    said: list[str] = []
    flags: list[str] = []
    status, plain = 1, output
    if statics:
        said += static_definitions(statics, sources)
    for number in range(MOST_ROUNDS):
        if not any(mark in source.text for mark in _MARKS for source in sources.files.values()):
            plain = output
        errors = [lines.physical(error) for error in read_errors(output)]
        if MANAGED not in flags and any(MANAGED_ERROR in error.text for error in errors):
            flags.append(MANAGED)
        else:
            new = [*_apply(errors, sources, side, lines), *_add_flags(errors, flags, lines)]
            new += [""] if not errors and completes_parameters(command, output, sources) else []
            if not new and (number or not statics):
                break
            said += new
        overlay = _write_overlay(sources, Path(folder), f"{side}-{number}")
        words = [*command, *flags, "-ferror-limit=0", "-ivfsoverlay", overlay]
        if MANAGED in flags and makes_host_code(words):
            again = compile_with_managed(words, Path(folder))
        else:
            again = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        status, output = again.returncode, again.stderr
        sys.stdout.write(again.stdout)
        if status == 0:
            break
    if status == 0 and "-w" not in command:
        sys.stderr.write("".join(f"{line}\n" for line in dict.fromkeys(said) if line))
    if status and any(mark in output for mark in _MARKS):
        output = plain
    sys.stderr.write(_explained(output) if status else output)
    return status


_DIAGNOSTIC = re.compile(r"^(?=\S[^\n]*?:\d+:\d+: (?:fatal error|error|warning|note): )", re.MULTILINE)

_DECLARED = re.compile(r"note: (?:candidate function not viable|'\w+' declared here)")


def _explained(output: str) -> str:
    """Clang's messages with what `EXPLAINED` says in place of some, each once for a place, without notes of what we declare."""
    for pattern, text in EXPLAINED:
        output = re.sub(pattern, text, output)
    kept: list[str] = []
    explained = False
    count = 0
    for block in _DIAGNOSTIC.split(output):
        head = block.partition("\n")[0]
        count += ": error: " in head or ": fatal error: " in head
        if count > SHOWN:
            kept.append("fatal error: too many errors emitted, stopping now [-ferror-limit=]\n")
            break
        if ": note: " not in head:
            explained = head.endswith((_LAUNCH, _WAIT))
            if explained and any(each.startswith(head) for each in kept):
                continue
        elif explained and _DECLARED.search(head):
            continue
        kept.append(block)
    return "".join(kept)


def _apply(errors: list[Diagnostic], sources: Sources, side: str, lines: LineMap) -> list[str]:
    """Repair what can be; from the end of each file to its start, so that positions stay right."""
    said: list[tuple[Diagnostic, str]] = []
    touched: set[tuple[str, int]] = set()
    shared: set[tuple[str, int]] = set()
    for error in sorted(errors, key=lambda each: (each.place.file, -each.place.line, -each.place.column)):
        places = {(place.file, place.line) for place in (error.place, *(place for place, _ in error.notes))}
        if places & touched:
            continue  # positions on these lines have moved: the next round sees them anew
        for source in sources.files.values():
            source.edited.clear()
        here = {(error.place.file, error.place.line)}
        for rule in RULES:
            match = re.search(rule.pattern, error.text)
            if match is None or side not in rule.sides or (here & shared and not rule.alone):
                continue
            sentence = rule.action(error, match, sources)
            if sentence is not None:
                said.append((error, sentence))
                if rule.alone and sentence:
                    shared |= here
                else:
                    touched |= here
                    touched |= {(source.path, line) for source in sources.files.values() for line in source.edited}
                break
    place = [(lines.presumed(error.place), sentence) for error, sentence in said]
    place.sort(key=lambda each: (each[0].file, each[0].line))
    return [f"{at.file}:{at.line}:{at.column}: warning: as nvcc does: {sentence}" if sentence else "" for at, sentence in place]


def _add_flags(errors: list[Diagnostic], flags: list[str], lines: LineMap) -> list[str]:
    """Extend `flags` by what helps against these errors."""
    said = []
    for pattern, flag, sentence in FLAGS:
        error = next((each for each in errors if re.search(pattern, each.text)), None)
        if error is not None and flag not in flags:
            flags.append(flag)
            at = lines.presumed(error.place)
            said.append(f"{at.file}:{at.line}:{at.column}: warning: as nvcc does: {sentence}" if sentence else "")
    return said


def _preprocessed(command: Sequence[str]) -> str:
    """What the preprocessor makes of the program, with the definitions of its macros among the lines."""
    files = ("-o", "-MF", "-MT", "-MQ")
    pairs = zip(["", *command], command, strict=False)
    words = [word for before, word in pairs if before not in files and word not in (*files, "-MD", "-MMD")]
    done = subprocess.run([*words, "-E", "-dD", "-w", "-o", "-"], capture_output=True, check=False)
    return done.stdout.decode("latin-1")


def _write_overlay(sources: Sources, folder: Path, label: str) -> str:
    roots = []
    changed: list[Source] = [source for source in sources.files.values() if source.changed]
    for index, source in enumerate(changed):
        copy = folder / f"repaired-{label}-{index}{Path(source.path).suffix}"
        copy.write_bytes(source.text.encode("latin-1"))
        for name in {str(Path(folder, source.path)) for folder in working_folders()}:
            roots.append({"type": "file", "name": name, "external-contents": str(copy.absolute())})
    overlay = folder / f"repaired-{label}.json"
    overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))
    return str(overlay)
