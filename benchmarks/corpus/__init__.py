# SPDX-License-Identifier: Apache-2.0
"""How much of real projects' CUDA compiles: `python -m benchmarks.corpus --help`."""
