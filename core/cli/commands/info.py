# SPDX-License-Identifier: Apache-2.0
"""`scale info`: what was found on this machine, and what would run where."""

from __future__ import annotations

import argparse
import ctypes.util
import json
import os
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import scale
from scale.compiler.driver.selection import choose_targets, installed_gpus
from scale.cuda_version import cuda_version
from scale.errors import ScaleError

SUMMARY = "say what was found (clang, LLVM, device libraries, HIP, AMD GPUs) and what would run where"
NOT_FOUND = "not found"


def main(words: Sequence[str]) -> int:
    """Print one line a fact."""
    parser = argparse.ArgumentParser(prog="scale info", description="Says what was found on this machine.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--targets", action="store_true", help="list every target name")
    options = parser.parse_args(words)
    if options.targets:
        from scale.compiler.targets.registry import target_names

        names = target_names()
        print("\n".join(name for name in names if ":" not in name))
        return 0
    facts = {name: _guarded(look) for name, look in FACTS.items()}
    if options.json:
        print(json.dumps(facts, indent=2))
        return 0
    width = max(map(len, facts))
    for name, text in facts.items():
        print(f"{name:<{width}}  {text}")
    return 0


def _guarded(look: Callable[[], str]) -> str:
    """A missing part is a fact here, not an error."""
    try:
        return look()
    except ScaleError as error:
        return f"{NOT_FOUND}: {error.message}" + (f" ({error.hint})" if error.hint else "")
    except (ImportError, FileNotFoundError) as error:
        return f"{NOT_FOUND}: {error}"


def _clang() -> str:
    from scale.compiler.frontend import find_clang

    clang = find_clang()
    return f"{clang.version}, {clang.path} ({clang.found_by})"


def _llvm() -> str:
    import llvmlite.binding as llvm

    try:
        package = f"llvmlite {version('llvmlite')}"
    except PackageNotFoundError:
        package = "llvmlite"
    return f"{'.'.join(map(str, llvm.llvm_version_info))} ({package})"


def _device_libraries() -> str:
    from scale.compiler.targets.amdgpu.tools import find

    found = [find(name) for name in ("ocml", "ockl")]
    missing = [name for name, path in zip(("ocml", "ockl"), found, strict=True) if path is None]
    if missing:
        return f"{NOT_FOUND}: {', '.join(missing)} (only kernels with such math need them; ROCm or package rocm-device-libs)"
    return str(found[0].parent) if found[0] else NOT_FOUND


def _runtime() -> str:
    from scale.paths import built_root

    return str(built_root() / "lib")


def _hip() -> str:
    rocm = Path(os.environ.get("ROCM_PATH", "/opt/rocm")) / "lib"
    for path in sorted(rocm.glob("libamdhip64.so*")):
        return str(path)
    name = ctypes.util.find_library("amdhip64")
    return name or f"{NOT_FOUND}: libamdhip64.so (comes with ROCm; needed to run on AMD GPUs, not to build for them)"


def _nvidia() -> str:
    from scale.nvidia_toolkit import nvidia_toolkit

    toolkit = nvidia_toolkit()
    if toolkit is None:
        return f"{NOT_FOUND} (only needed to build for NVIDIA's GPUs)"
    lacking = [name for name, there in (("ptxas", toolkit.ptxas), ("libcudart", toolkit.libraries)) if not there]
    without = f", without {' and '.join(lacking)}" if lacking else ""
    return f"{toolkit.release or 'of unknown release'}, {toolkit.root}{without}"


def _gpus() -> str:
    found = installed_gpus()
    if not found:
        return "none"
    access = "" if os.access("/dev/kfd", os.R_OK | os.W_OK) else "; /dev/kfd cannot be opened (group render?)"
    return ", ".join(found) + access


def _targets() -> str:
    why = "SCALE_TARGETS" if os.environ.get("SCALE_TARGETS") else "this machine"
    return f"{', '.join(choose_targets('scale-nvcc', os.environ))} ({why})"


def _device() -> str:
    chosen = os.environ.get("SCALE_DEVICE", "auto")
    if chosen != "auto":
        return f"{chosen} (SCALE_DEVICE)"
    gpus = installed_gpus()
    if not gpus:
        return "cpu (no AMD GPU here)"
    return f"{gpus[0]} (AMD GPU)" if not _hip().startswith(NOT_FOUND) else f"nothing: {gpus[0]} is here, HIP is not"


FACTS: dict[str, Callable[[], str]] = {
    "scale": lambda: scale.__version__,
    "CUDA release": lambda: str(cuda_version()),
    "clang": _clang,
    "LLVM": _llvm,
    "device libraries": _device_libraries,
    "runtime": _runtime,
    "HIP": _hip,
    "NVIDIA toolkit": _nvidia,
    "AMD GPUs": _gpus,
    "builds for": _targets,
    "runs on": _device,
}
