# SPDX-License-Identifier: Apache-2.0
"""Targets: AMD GPUs, this machine's CPU, NVIDIA GPUs, behind one interface."""

from .target import (
    CompileResult,
    DeviceOptions,
    Diagnostic,
    Image,
    ImageKind,
    KernelArgument,
    KernelDescription,
    Target,
)

__all__ = [
    "CompileResult",
    "DeviceOptions",
    "Diagnostic",
    "Image",
    "ImageKind",
    "KernelArgument",
    "KernelDescription",
    "Target",
]
