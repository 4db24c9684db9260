# SPDX-License-Identifier: Apache-2.0
"""The folder that build systems take for a CUDA toolkit."""

from .tree import Toolkit, toolkit_folder

__all__ = ["Toolkit", "toolkit_folder"]
