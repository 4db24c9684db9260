# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's libdevice: the mathematical functions, linked into the module that calls them (libdevice User's Guide, "Linkage")."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from scale.errors import MissingTool
from scale.nvidia_toolkit import nvidia_toolkit

from .processors import Processor

_PREFIX = "__nv_"


def link(module: Any, processor: Processor) -> None:
    """Link what `module` calls of it.

    Raises:
        MissingTool: no libdevice is installed.
    """
    called = [function.name for function in module.functions if function.name.startswith(_PREFIX) and function.is_declaration]
    if not called:
        return
    toolkit = nvidia_toolkit()
    file = toolkit.libdevice if toolkit else None
    if file is None:
        raise MissingTool(
            f"code for {processor.name} needs NVIDIA's libdevice.10.bc for {called[0].removeprefix(_PREFIX)}()",
            hint="install NVIDIA's CUDA toolkit, or `pip install nvidia-cuda-nvcc`; CUDA_HOME names another folder",
        )
    library = llvm.parse_bitcode(file.read_bytes())
    library.triple, library.data_layout = module.triple, module.data_layout
    kept = {function.name for function in module.functions if not function.is_declaration}
    module.link_in(library)
    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
