# SPDX-License-Identifier: Apache-2.0
"""The folder that build systems take for a CUDA toolkit."""

from .tree import MARK, Toolkit, toolkit_folder

__all__ = ["MARK", "Toolkit", "toolkit_folder"]
