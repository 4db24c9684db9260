# SPDX-License-Identifier: Apache-2.0
"""Front end: which clang, and its arguments for each side of a CUDA source."""

from .arguments import clang_command, device_arguments, host_arguments
from .clang import Clang, find_clang
from .request import DependencyRequest, FrontendRequest

__all__ = [
    "Clang",
    "DependencyRequest",
    "FrontendRequest",
    "clang_command",
    "device_arguments",
    "find_clang",
    "host_arguments",
]
