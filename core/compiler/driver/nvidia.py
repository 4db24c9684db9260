# SPDX-License-Identifier: Apache-2.0
"""What is other where the code is for NVIDIA's GPUs: the front end runs for their architectures, and NVIDIA's headers come behind ours."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace

from scale.compiler.frontend.request import FrontendRequest
from scale.compiler.targets.target import DeviceOptions
from scale.cuda_version import ARCH_VARIABLE
from scale.nvidia_toolkit import MARK, is_nvidia, nvidia_toolkit

_NAME = re.compile(r"sm_(\d+)([a-z]?)")


def for_nvidia(front: FrontendRequest, targets: tuple[str, ...]) -> FrontendRequest:
    """The front end's settings for `targets`, on the device side those of the oldest; unchanged where they are not NVIDIA's."""
    if not all(map(is_nvidia, targets)):
        return front
    runs = device_runs(front.device, targets)
    toolkit = nvidia_toolkit()
    include = toolkit.include if toolkit else None
    late = [word for folder in (include / "cccl", include) if folder.is_dir() for word in ("-idirafter", str(folder))] if include else []
    return replace(
        front,
        device=runs[0].device,
        architectures=tuple(dict.fromkeys(run.device.cuda_arch for run in runs)),
        defines=(*front.defines, f"{MARK}=1"),
        common_flags=(*front.common_flags, *late),
    )


@dataclass(frozen=True)
class DeviceRun:
    """One run of the front end's device side, and the targets that it serves."""

    targets: tuple[str, ...]
    device: DeviceOptions
    mark: str = ""
    """In the names of its intermediate files, where there are several runs."""


def device_runs(device: DeviceOptions, targets: tuple[str, ...]) -> tuple[DeviceRun, ...]:
    """The runs of the device side, from the oldest architecture on: one for each of NVIDIA's, as with nvcc; one in all for other targets.

    With SCALE_CUDA_ARCH there is one for all, as that says.
    """
    if not all(map(is_nvidia, targets)) or os.environ.get(ARCH_VARIABLE):
        return (DeviceRun(targets, device),)
    named = sorted((int(found[1]), found[2], found[0]) for found in map(_NAME.fullmatch, targets) if found)
    runs = [DeviceRun((name,), replace(device, cuda_arch=number, arch_suffix=suffix), f".{name}") for number, suffix, name in named]
    return tuple(runs) if len(runs) > 1 else (replace(runs[0], mark=""),)
