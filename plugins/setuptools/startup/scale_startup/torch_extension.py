# SPDX-License-Identifier: Apache-2.0
"""torch's extension builder, with scale's toolkit, for each kind of torch.

* A CPU build whose CUDA device is ours (`torch_device`): extensions also need our libc10_cuda and libtorch_cuda to link with and the
  headers that such a build of torch lacks.
* A CUDA build: its own headers and libraries; only the compiler and the toolkit are ours. Nothing of ours is loaded beside its runtime.
* A ROCm build: its sources are not rewritten for HIP; its libraries have the same functions under other file names.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from . import toolkit, torch_device, torch_library

ROCM_LIBRARIES = {"c10_cuda": "c10_hip", "torch_cuda": "torch_hip"}
"""Library of a CUDA build of torch to the one of a ROCm build."""


def after(module: Any) -> None:
    """Sets the toolkit and adds our folders to what every CUDA extension gets."""
    import torch

    home = toolkit()
    if home is None:
        return
    module.CUDA_HOME = str(home)
    # Any legal value: the toolkit's nvcc builds for the targets that scale was asked for. Unset, torch would ask for each device's.
    os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
    shared = str(torch_library.PLUGIN / "include")
    own_headers = str(torch_library.PLUGIN / "cpu_build")
    if torch_device.active():
        _add_paths(module, [own_headers], [shared], [str(torch_device.library_folder())])
    elif getattr(torch.version, "hip", None):
        module.IS_HIP_EXTENSION = False
        _add_paths(module, [], [shared, own_headers], [])
        _rename_libraries(module)
    else:
        _add_paths(module, [], [shared], [])
        _compare_releases(str(torch.version.cuda))


def _compare_releases(built_for: str) -> None:
    """Says what to do where torch will refuse the toolkit; a library of another major release must not be linked."""
    ours = torch_device.cuda_release()
    if built_for.split(".")[0] != str(ours[0]):
        print(
            f"scale: this torch is built for CUDA {built_for} and the toolkit is {ours[0]}.{ours[1]}; "
            f"start again with SCALE_CUDA_VERSION={built_for}",
            file=sys.stderr,
        )


def _add_paths(module: Any, headers_first: list[str], headers_last: list[str], libraries: list[str]) -> None:
    """Folders for headers and libraries, in front of torch's own or behind them, in every CUDA extension."""
    include_paths, library_paths, prepare = module.include_paths, module.library_paths, module._prepare_ldflags

    def with_include(*arguments: Any, **keywords: Any) -> list[str]:
        paths: list[str] = include_paths(*arguments, **keywords)
        return [*headers_first, *paths, *headers_last] if _is_cuda(arguments, keywords) else paths

    def with_libraries(*arguments: Any, **keywords: Any) -> list[str]:
        paths: list[str] = library_paths(*arguments, **keywords)
        return [*paths, *libraries] if _is_cuda(arguments, keywords) else paths

    def prepare_ldflags(*arguments: Any, **keywords: Any) -> list[str]:
        flags: list[str] = prepare(*arguments, **keywords)
        return [*flags, *(f"-L{folder}" for folder in libraries)] if "-lc10_cuda" in flags else flags

    module.include_paths, module.library_paths, module._prepare_ldflags = with_include, with_libraries, prepare_ldflags


def _rename_libraries(module: Any) -> None:
    """Links with a ROCm build's libraries."""
    extension, prepare = module.CUDAExtension, module._prepare_ldflags

    def cuda_extension(*arguments: Any, **keywords: Any) -> Any:
        made = extension(*arguments, **keywords)
        made.libraries = [ROCM_LIBRARIES.get(name, name) for name in made.libraries]
        return made

    def prepare_ldflags(*arguments: Any, **keywords: Any) -> list[str]:
        renamed = {f"-l{name}": f"-l{other}" for name, other in ROCM_LIBRARIES.items()}
        return [renamed.get(flag, flag) for flag in prepare(*arguments, **keywords)]

    module.CUDAExtension, module._prepare_ldflags = cuda_extension, prepare_ldflags


def _is_cuda(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    return "cuda" in (str(keywords.get("device_type", "")), *(str(argument) for argument in arguments))
