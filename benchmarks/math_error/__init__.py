# SPDX-License-Identifier: Apache-2.0
"""Measured errors of the CUDA Math API: every function on a device against mpmath or an exact model (docs/math-error.md)."""
