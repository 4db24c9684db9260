# SPDX-License-Identifier: Apache-2.0
"""The NVIDIA target: device IR to PTX by LLVM's NVPTX back end, and on by NVIDIA's `ptxas` where it is installed."""
