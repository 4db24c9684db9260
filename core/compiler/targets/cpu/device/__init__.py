# SPDX-License-Identifier: Apache-2.0
"""The device library: C sources, and the LLVM IR made from them."""
