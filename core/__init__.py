# SPDX-License-Identifier: Apache-2.0
"""scale: CUDA sources, as they are, for AMD GPUs, the CPU and NVIDIA GPUs."""

__version__ = "0.1.0"
