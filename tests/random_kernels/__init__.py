# SPDX-License-Identifier: Apache-2.0
"""Random kernels with warp operations, barriers and loops, as CUDA text and as a model of it on NumPy arrays, an element a thread.

A variable is declared as the same for the block (`u`), for a warp (`w`), or of each thread (`v`), and only assigned what is. Operations of
a whole warp stand where all its lanes come to, barriers where the block does. Intervals keep signed arithmetic from overflowing.
"""
