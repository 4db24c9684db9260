# SPDX-License-Identifier: Apache-2.0
"""A CUDA device for a torch that was built for the CPU only.

Such a torch has the device type `cuda` but nothing behind it. Before torch's libraries are loaded, the two libraries of
`torch_library` fill it in (they must register their hooks first); right after, `torch_primitives` adds the functions that the
Python module `torch.cuda` expects in `torch._C`.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path
from typing import Any

from . import toolkit, torch_library, torch_runtime

GLOBAL_DEPENDENCIES = ("libtorch_global_deps.so", "libc10.so", "libtorch_cpu.so")
CUDA_LIBRARIES = ("cublas", "cublasLt", "cusparse", "cusolver", "cufft", "curand", "nvrtc")
"""What a CUDA build of torch has loaded before any extension is: extensions link with them and name no place to find them."""

_state: dict[str, Any] = {}
"""`libraries`: folder of our two libraries, once the device is in place."""


def active() -> bool:
    """Whether this process's torch has its CUDA device from us."""
    return "libraries" in _state


def library_folder() -> Path:
    """Folder of libc10_cuda and libtorch_cuda for this torch. Only where active()."""
    folder: Path = _state["libraries"]
    return folder


def before(spec: Any) -> None:
    """Called before torch is imported: loads the libraries when this torch is a CPU build."""
    home = toolkit()
    if home is None or not spec.origin:
        return
    folder = Path(spec.origin).parent
    try:
        libraries = libraries_for(folder, home)
        if libraries is None:
            return
        for name in GLOBAL_DEPENDENCIES:
            ctypes.CDLL(str(folder / "lib" / name), mode=ctypes.RTLD_GLOBAL)
        cudart = ctypes.CDLL(str(home / "lib64" / "libcudart.so"), mode=ctypes.RTLD_GLOBAL)
        for name in CUDA_LIBRARIES:
            if (file := home / "lib64" / f"lib{name}.so").exists():
                ctypes.CDLL(str(file))
        for name in torch_library.LIBRARIES:
            plugin = ctypes.CDLL(str(libraries / name), mode=ctypes.RTLD_GLOBAL)
    except (OSError, RuntimeError) as error:
        print(f"scale: torch stays without a CUDA device: {error}", file=sys.stderr)
        return
    torch_runtime.use(cudart, plugin)
    _state.update(libraries=libraries)


def libraries_for(folder: Path, home: Path) -> Path | None:
    """Folder of our two libraries for the torch in a folder, built where they are not there; None for a torch that is no CPU build.

    Raises:
        OSError: no version is there to be read.
        RuntimeError: they cannot be built.
    """
    version = _versions(folder)
    if version["cuda"] or version["hip"] or version["xpu"]:
        return None
    return torch_library.libraries(folder, version["__version__"] or "unknown", home)


def _versions(folder: Path) -> dict[str, str | None]:
    """What torch/version.py says, without importing torch."""
    text = (folder / "version.py").read_text()
    found: dict[str, str | None] = dict.fromkeys(("__version__", "cuda", "hip", "xpu"))
    for name in found:
        match = re.search(rf"^{name}(?:\s*:[^=]*)?\s*=\s*'([^']*)'", text, re.MULTILINE)
        found[name] = match[1] if match else None
    return found


def set_version(module: Any) -> None:
    """`torch.version.cuda`: the CUDA release that the toolkit is."""
    if active():
        module.cuda = "{}.{}".format(*cuda_release())


def cuda_release() -> tuple[int, int]:
    """The CUDA release that the toolkit is."""
    major, minor = (os.environ.get("SCALE_CUDA_VERSION") or "12.9").split(".")[:2]
    return int(major), int(minor)
