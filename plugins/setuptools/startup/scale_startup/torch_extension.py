# SPDX-License-Identifier: Apache-2.0
"""torch's extension builder, with scale's toolkit.

Where torch's CUDA device is ours (`torch_device`), extensions also need our libc10_cuda and libtorch_cuda to link with
and the headers that a CPU build of torch lacks.
"""

from __future__ import annotations

import os
from typing import Any

from . import toolkit, torch_device, torch_library


def after(module: Any) -> None:
    """Sets the toolkit and adds our folders to what every CUDA extension gets."""
    home = toolkit()
    if home is None or module.IS_HIP_EXTENSION:
        return
    module.CUDA_HOME = str(home)
    if not torch_device.active():
        return
    # Any legal value: the toolkit's nvcc builds for the targets that scale was asked for. Unset, torch would ask for each device's.
    os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
    include, libraries = str(torch_library.PLUGIN / "include"), str(torch_device.library_folder())
    include_paths, library_paths = module.include_paths, module.library_paths

    def with_include(*arguments: Any, **keywords: Any) -> list[str]:
        paths: list[str] = include_paths(*arguments, **keywords)
        return [include, *paths] if _is_cuda(arguments, keywords) else paths

    def with_libraries(*arguments: Any, **keywords: Any) -> list[str]:
        paths: list[str] = library_paths(*arguments, **keywords)
        return [*paths, libraries] if _is_cuda(arguments, keywords) else paths

    module.include_paths, module.library_paths = with_include, with_libraries
    prepare = module._prepare_ldflags

    def prepare_ldflags(*arguments: Any, **keywords: Any) -> list[str]:
        flags: list[str] = prepare(*arguments, **keywords)
        return [*flags, f"-L{libraries}"] if "-lc10_cuda" in flags else flags

    module._prepare_ldflags = prepare_ldflags


def _is_cuda(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    return "cuda" in (str(keywords.get("device_type", "")), *(str(argument) for argument in arguments))
