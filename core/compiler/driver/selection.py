# SPDX-License-Identifier: Apache-2.0
"""Which targets an invocation builds for, and whether the architectures on its command line make sense."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from scale.errors import UnknownTarget
from scale.nvidia_toolkit import is_nvidia

from .architectures import compatible, is_architecture
from .messages import Fatal, warn

KFD_NODES = "/sys/class/kfd/kfd/topology/nodes"
PROGRAM = re.compile(r"scale-nvcc-(?P<target>.+)")
GROUP_NAMES = ("all", "all-major", "native")


def installed_gpus(nodes: str = KFD_NODES) -> list[str]:
    """Names of this machine's AMD GPUs in the kernel's order, without repeats; empty where there is none."""
    found: list[str] = []
    try:
        folders = sorted(Path(nodes).iterdir(), key=lambda path: (len(path.name), path.name))
    except OSError:
        return []
    for folder in folders:
        try:
            text = (folder / "properties").read_text(encoding="ascii")
        except OSError:
            continue
        match = re.search(r"^gfx_target_version (\d+)$", text, re.MULTILINE)
        if match and int(match[1]):
            name = gfx_name(int(match[1]))
            if name not in found:
                found.append(name)
    return found


def gfx_name(version: int) -> str:
    """The target of the kernel driver's number: 90402 is gfx942, 90010 is gfx90a, 110001 is gfx1101."""
    return f"gfx{version // 10000}{version // 100 % 100:x}{version % 100:x}"


def split_targets(text: str) -> list[str]:
    """Names of a list such as `cpu;gfx942` or `cpu,gfx942`, without repeats."""
    return list(dict.fromkeys(name for name in re.split(r"[;,\s]+", text) if name))


def _checked(name: str) -> str:
    from scale.compiler.targets.registry import check_target

    try:
        return check_target(name)
    except UnknownTarget as error:
        raise Fatal(error.message[0].upper() + error.message[1:], hint=error.hint) from None


def program_target(program: str) -> str | None:
    """The target in the driver's own name (`scale-nvcc-gfx942`)."""
    match = PROGRAM.fullmatch(Path(program).name)
    return match["target"] if match else None


def toolkit_name(program: str, environment: Mapping[str, str]) -> str | None:
    """The target whose toolkit folder this is: the one in the driver's own name, or the first configured one of NVIDIA's, whose libraries
    are others; None for the folder that serves all the rest.
    """
    own = program_target(program)
    configured = [name for name in split_targets(environment.get("SCALE_TARGETS", "")) if is_nvidia(name)]
    return own or (configured[0] if configured else None)


def _own_name(architecture: str) -> str | None:
    """The target that an architecture names, when it is not NVIDIA's. CMake writes `compute_gfx942`."""
    name = re.sub(r"^(?:sm|compute|lto)_(?=[a-z])", "", architecture)
    return None if is_architecture(name) or name in GROUP_NAMES else name


def _target_of(architecture: str) -> str | None:
    name = _own_name(architecture)
    if name is None:
        return None
    from scale.compiler.targets.registry import target_names

    if name not in target_names():
        _unsupported(architecture, name)
    return name


def _unsupported(architecture: str, name: str) -> None:
    if re.match(r"(?:sm|compute|lto)_\d", name):
        hint = "--list-gpu-arch names NVIDIA's; any of them means the configured targets"
        raise Fatal(f"Unsupported gpu architecture '{architecture}'", hint=hint)
    from scale.compiler.targets.registry import check_target

    try:
        check_target(name)
    except UnknownTarget as error:
        # FFmpeg's configure looks for the word that nvcc uses here, but only with names that are legal.
        raise Fatal(f"Unsupported gpu architecture '{architecture}'", hint=error.hint) from None


def parse_generate_code(text: str) -> tuple[str, list[str]]:
    """Architecture and codes of a `-gencode` value: `arch=A,code=B`, `code=[B,C]` or `code="B,C"`.

    Raises:
        Fatal: the value has another form.
    """
    parts = re.findall(r'(\[[^\]]*\]|\\?"[^"]*"|[^,])(,?)', text)
    items, current = [], ""
    for piece, comma in parts:
        current += piece
        if comma:
            items.append(current)
            current = ""
    items.append(current)
    values: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals or key not in ("arch", "code"):
            raise Fatal(f"'{item}' is not in 'keyword=value' format")
        values[key] = value
    if "code" not in values:
        raise Fatal(f"Option '--generate-code {text}', missing code")
    if "arch" not in values:
        raise Fatal(f"Option '--generate-code {text}', missing architecture")
    codes = [code for code in re.split(r"[,\s]+", values["code"].strip('[]\\"')) if code]
    return values["arch"], codes


def _from_command_line(architecture: str | None, codes: Sequence[str], generate: Sequence[str]) -> list[str]:
    named = [] if architecture is None else [architecture]
    if codes and architecture is None:
        raise Fatal("-arch option not specified")
    pairs = [(architecture, list(codes))] if architecture and codes else []
    pairs += map(parse_generate_code, generate)
    for virtual, real in pairs:
        if re.fullmatch(r"sm_\d+[af]?", virtual):
            raise Fatal(f"Value of -arch option ('{virtual}') must be a virtual code architecture")
        named += [virtual, *real]
    found = [_target_of(name) for name in named]
    for virtual, real in pairs:
        for code in real:
            if not compatible(virtual, code):
                raise Fatal(f"Incompatible code generation requested: arch='{virtual}', code='{code}'")
    return list(dict.fromkeys(name for name in found if name))


def _of_one_runtime(targets: tuple[str, ...]) -> tuple[str, ...]:
    """Code for NVIDIA's GPUs runs on NVIDIA's runtime, all other code on ours, and a program has one."""
    of_nvidia = [is_nvidia(name) for name in targets]
    if any(of_nvidia) and not all(of_nvidia):
        first, other = targets[of_nvidia.index(True)], targets[of_nvidia.index(False)]
        hint = "programs for NVIDIA's GPUs use NVIDIA's own runtime library"
        raise Fatal(f"Targets '{first}' and '{other}' cannot be in one program", hint=hint)
    return targets


def choose_targets(
    program: str,
    environment: Mapping[str, str],
    *,
    architecture: str | None = None,
    codes: Sequence[str] = (),
    generate: Sequence[str] = (),
    offload: Sequence[str] = (),
) -> tuple[str, ...]:
    """The targets to build for: the program's name, else `-arch`, else `SCALE_TARGETS`, else an AMD GPU, else `cpu`.

    Raises:
        Fatal: an unknown target or architecture.
    """
    asked = _from_command_line(architecture, codes, generate)
    asked += [name for name in offload if (_target_of(name) is not None)]
    own = program_target(program)
    if own is not None:
        return (_checked(own),)
    if asked:
        return tuple(dict.fromkeys(_checked(name) for name in asked))
    configured = split_targets(environment.get("SCALE_TARGETS", ""))
    if configured:
        return _of_one_runtime(tuple(_checked(name) for name in configured))
    from scale.compiler.targets.registry import target_names

    gpus = installed_gpus()
    known = [name for name in gpus if name in target_names()]
    if gpus and not known:
        warn(f"this machine's GPU, {gpus[0]}, is not a target that scale knows; building for cpu")
    return tuple(known[:1]) or ("cpu",)
