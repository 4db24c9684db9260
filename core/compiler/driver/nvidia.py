# SPDX-License-Identifier: Apache-2.0
"""What is other where the code is for NVIDIA's GPUs: the front end runs for their architecture, and NVIDIA's headers come behind ours."""

from __future__ import annotations

import os
import re
from dataclasses import replace

from scale.compiler.frontend.request import FrontendRequest
from scale.cuda_version import ARCH_VARIABLE
from scale.nvidia_toolkit import MARK, is_nvidia, nvidia_toolkit

_NAME = re.compile(r"sm_(\d+)([a-z]?)")


def for_nvidia(front: FrontendRequest, targets: tuple[str, ...]) -> FrontendRequest:
    """The front end's settings for `targets`; unchanged where they are not NVIDIA's.

    One run serves all targets, so it is for the oldest of them, and for what is one processor's alone (`sm_90a`) where that is the
    only one.
    """
    if not all(map(is_nvidia, targets)):
        return front
    named = sorted((int(found[1]), found[2]) for found in map(_NAME.fullmatch, targets) if found)
    number, suffix = named[0]
    device = front.device
    if not os.environ.get(ARCH_VARIABLE):
        device = replace(device, cuda_arch=number, arch_suffix=suffix if len(named) == 1 else "")
    toolkit = nvidia_toolkit()
    include = toolkit.include if toolkit else None
    late = [word for folder in (include / "cccl", include) if folder.is_dir() for word in ("-idirafter", str(folder))] if include else []
    return replace(front, device=device, defines=(*front.defines, f"{MARK}=1"), common_flags=(*front.common_flags, *late))
