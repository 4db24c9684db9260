# SPDX-License-Identifier: Apache-2.0
"""The folder that build systems take for a CUDA toolkit."""

from .tree import Toolkit, cache_folder, toolkit_folder

__all__ = ["Toolkit", "cache_folder", "toolkit_folder"]
